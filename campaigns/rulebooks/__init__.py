"""The one door from Django to the rules.

Everything else in the project gets its rulebook here, so that a campaign is always played by
the revision it began with. A frozen revision brings types of its own: what kind a record or a refusal
is, :func:`is_a` and :func:`refuses` say by its tag or name, never by its class (docs/revisions.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from campaigns.errors import CampaignError, NotOnTheMenu, OrderRefused, RulesMissing
from campaigns.rulebooks.text_limits import rules_problem
from core.gettext import gettext as _
from core.plain_data import NotPlain, plain_data, texts_in
from rules import registry
from rules.kernel.audience import Viewer
from rules.kernel.dice import Dice
from rules.kernel.errors import RulesError
from rules.kernel.menus import Menu
from rules.kernel.orders import Order, Problem, understand
from rules.kernel.rulebook import Rulebook
from rules.kernel.serial import plain
from rules.registry import digest as digest
from rules.registry import newer as newer
from rules.registry import revisions as revisions
from rules.revisions import loading
from rules.revisions.loading import NotKept

Book = Rulebook[Any]
T = TypeVar("T")


def load(key: str, revision: str = "") -> Book:
    """A rulebook in a revision (the newest when empty).

    Raises ``RulesMissing`` for a revision that is not here, and ``NotOnTheMenu`` for a book of which
    there is none.
    """
    try:
        return registry.rulebook(key, revision)
    except NotKept as error:
        raise RulesMissing(error.message, remedy=error.remedy) from error
    except RulesError as error:
        raise NotOnTheMenu(error.message, rule=error.rule, remedy=error.remedy) from error


def is_here(key: str, revision: str) -> bool:
    """Whether a campaign can be played by these rules."""
    try:
        load(key, revision)
    except CampaignError:
        return False
    return True


def by_digest(key: str, digest: str) -> tuple[str, Book] | None:
    """The rules of this digest, with the name of their revision; ``None`` where they are not here."""
    try:
        return registry.by_digest(key, digest)
    except RulesError:
        return None


def repaired_because(key: str, digest: str) -> str:
    """Why the rules of this digest were replaced by repaired ones; empty where they were not."""
    repair = registry.repair_of(key, digest)
    return repair.reason if repair else ""


def package_of(book: Book) -> str:
    """The package that a book's source and data lie in; empty for one that has none of its own."""
    words = book.state_type.__module__.split(".")
    return ".".join(words[: words.index(book.key) + 1]) if book.key in words else ""


def load_unlisted(path: Path, key: str) -> tuple[str, Book]:
    """The rules in a zip that a person names, with their digest. Raises ``NotOnTheMenu``."""
    try:
        return loading.load_unlisted(path, key)
    except RulesError as error:
        raise NotOnTheMenu(error.message, remedy=error.remedy) from error


def for_names(key: str, revision: str) -> Book | None:
    """A book to take names and titles from, and nothing else: in this revision or, where that is
    missing, in the newest; ``None`` where there is no such book.
    """
    for wanted in (revision, ""):
        try:
            return load(key, wanted)
        except CampaignError:
            continue
    return None


def power_name(key: str, revision: str, power: str) -> str:
    """What a power is called, whether or not its rules are here."""
    book = for_names(key, revision)
    return str(book.powers[power].name) if book and power in book.powers else in_words(power)


def in_words(key: str) -> str:
    """A key as words, where there is no better name for it."""
    return key.replace("_", " ").replace("-", " ").capitalize()


def every() -> Iterator[Book]:
    """All rulebooks that this release carries, by key."""
    for key in sorted(registry.BOOKS):
        yield registry.BOOKS[key]


def is_a(record: object, kind: type[T]) -> TypeGuard[T]:
    """Whether a record that a rulebook of any revision made is of this kind of the kernel's."""
    return _kind(type(record)) == _kind(kind)


def _kind(kind: type) -> str:
    config = getattr(kind, "__struct_config__", None)
    return str(getattr(config, "tag", None) or kind.__name__)


def refuses(error: Exception, kind: type[Exception] = RulesError) -> bool:
    """Whether an error is a refusal of this kind by a rulebook of any revision."""
    return any(base.__name__ == kind.__name__ for base in type(error).__mro__)


def table_refusal(
    book: Book, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
) -> tuple[str, str] | None:
    """Why a campaign cannot begin with these tables, and what to do; ``None`` if it can.

    It can with those that the book ships, so whatever a rule stumbles over comes of a changed value.
    """
    try:
        book.start(scenario, variants, tables)
    except Exception as error:  # noqa: BLE001 - a value that no table looks at breaks a rule in any way
        if refuses(error):
            return str(getattr(error, "message", error)), str(getattr(error, "remedy", ""))
        return _("The rules cannot be played with this value."), _(
            "Write one like those beside it."
        )
    return None


def viewer(*powers: str) -> Viewer:
    """One who plays these powers."""
    return Viewer(frozenset(powers))


def view_of(book: Book, state: Any, *powers: str) -> Any:
    """The state as these powers may know it (as a spectator does, with none)."""
    return book.view(state, viewer(*powers))


def read_order(book: Book, raw: Any, menu: Menu) -> Order:
    """An order from plain data, of the kind this menu asks for. Raises ``NotOnTheMenu``."""
    _require_plain(raw)
    kind = raw.get("kind", menu.order) if isinstance(raw, Mapping) else None
    if kind != menu.order:
        raise NotOnTheMenu(
            _("An order of kind %(order)r is asked for, not %(kind)r.")
            % {"order": menu.order, "kind": kind},
            field="kind",
            remedy=_("Compare it with the menu."),
        )
    try:
        return understand({**raw, "kind": kind}, book.orders[kind])
    except RulesError as error:
        raise NotOnTheMenu(error.message, rule=error.rule, remedy=error.remedy) from error


def understood(book: Book, raw: Any) -> Order | None:
    """A stored order of any kind the book still knows; ``None`` when it cannot be read."""
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if not isinstance(kind, str) or kind not in book.orders:
        return None
    try:
        return understand(_require_plain(raw), book.orders[kind])
    except (RulesError, NotOnTheMenu):
        return None


def _require_plain(raw: Any) -> Any:
    """Whoever it comes from: what is stored is within the limits of what is read."""
    try:
        return require_readable(plain_data(raw))
    except NotPlain as error:
        raise NotOnTheMenu(
            _("This order cannot be read. %(error)s") % {"error": error},
            remedy=_("Compare it with the menu."),
        ) from error


def require_readable(given: Any) -> Any:
    """Plain data, or a text, whose texts a rulebook may read. Raises ``NotOnTheMenu``."""
    for text in texts_in(given):
        if problem := rules_problem(text):
            raise NotOnTheMenu(problem, remedy=_("Take out what is too long."))
    return given


def legal_order(book: Book, raw: Any, menu: Menu) -> Order:
    """A readable order in which the menu finds nothing wrong. Raises ``OrderRefused`` too."""
    order = read_order(book, raw, menu)
    if problems := menu.problems(order):
        raise OrderRefused(problems)
    return order


def as_data(order: Order | None) -> dict[str, Any] | None:
    """An order as plain data, as it is stored, hashed and shown."""
    return None if order is None else plain(order)


def autopilot_order(
    book: Book, state: Any, power: str, dice: Dice | None = None
) -> tuple[dict[str, Any] | None, Sequence[Problem]]:
    """What the autopilot hands in for a power, as data, from what that power may know; ``None`` where it
    has nothing to hand in, or its own menu refuses it: then with the problems. ``dice`` are those of its seed.
    """
    view = view_of(book, state, power)
    order = book.autopilot(view, power, dice)
    problems = None if order is None else book.problems(view, power, order)
    if order is None or problems is None or problems:
        return None, problems or ()
    return as_data(order), ()
