"""Leaks to plant: for each door a mistake that somebody could make, told what a power keeps secret. What letters,
webhooks and devices are sent is spoilt in `spoilt.py` alone.

Each takes a patch and a table and spoils the code of one door, for the campaigns of the table's book
alone. What leaks is what `secrets_of` reads: the orders that lie sealed, from behind every guard.
"""

import zlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaigns.domain.entries.entry import Entry
from campaigns.domain.entries.phases import OrderSealed
from campaigns.errors import NotNow
from campaigns.models import Advice, Deputy, Plan, Sheet, WhatIf
from campaigns.selectors import export
from campaigns.selectors.campaign import what_if_page
from campaigns.selectors.history import charts, forks, rollback
from campaigns.selectors.history import chronicle as chronicle_page
from campaigns.selectors.log import log_lines, rulings
from campaigns.selectors.moderator import overrides_page
from campaigns.selectors.notifications import feeds, inbox, posts
from campaigns.selectors.orders import plan_contents
from campaigns.selectors.reader import access, deputies
from campaigns.selectors.rules import rule_tables
from campaigns.selectors.seats import absences_page, advice
from campaigns.services.log import push
from campaigns.services.phases import phase_opening
from frontend.views.campaign import campaign as pages
from frontend.views.orders import orders as order_pages
from rules.kernel.serial import canonical
from tests.secrecy.table import Table

Plant = Callable[[pytest.MonkeyPatch, Table], None]

PLANTS: dict[str, tuple[Plant, str]] = {}
"""A leak by its name, with the door at which it must be noticed: an address, or the frames."""


ASKED_TOO = {"deputy": {"former deputy"}}
"""Who would notice a leak beside one player and one other."""


def plant(name: str, *, noticed: str) -> Callable[[Plant], Plant]:
    """Register a leak."""

    def register(sow: Plant) -> Plant:
        PLANTS[name] = sow, noticed
        return sow

    return register


def secrets_of(table: Table) -> str:
    """What the power has sealed or drafted in the phase in play."""
    rows = Sheet.objects.filter(phase=table.phase, power=table.hider).order_by("pk")
    told = []
    for row in rows:
        row.phase.campaign = table.campaign
        told.append(row.content.order)
    return canonical(told).decode()


def loosened(record: Any, secret: str) -> Any:
    """A record with a secret at the end of the first text that it holds, however deep."""
    done, changed = _loosened(record, secret)
    assert done, f"no text in {type(record).__name__}"
    return changed


def _loosened(value: Any, secret: str) -> tuple[bool, Any]:
    if isinstance(value, str):
        return True, value + secret
    for key, part in _parts(value):
        done, changed = _loosened(part, secret)
        if done:
            return True, _with(value, key, changed)
    return False, value


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, tuple) else ()


def _with(value: Any, key: Any, part: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{key: part})
    if isinstance(value, dict):
        return {**value, key: part}
    return (*value[:key], part, *value[key + 1 :])


def _of_this_book(table: Table, campaign: Any) -> bool:
    return bool(campaign.rulebook == table.script.book)


def spoil(
    patch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    change: Callable[..., Any],
    *,
    table: Table | None = None,
) -> None:
    """Let a function give what ``change`` makes of its result, which comes first, and of its arguments. With a
    table only where its first argument is of a campaign of the table's book.
    """
    honest = getattr(owner, name)

    def spoilt(*args: Any, **named: Any) -> Any:
        result = honest(*args, **named)
        if table and not _of_this_book(table, getattr(args[0], "campaign", args[0])):
            return result
        return change(result, *args, **named)

    patch.setattr(owner, name, spoilt)


def _refuse(patch: pytest.MonkeyPatch, table: Table, owner: Any, name: str, remedy: str) -> None:
    """Let a function refuse with what is sealed."""
    honest = getattr(owner, name)

    def refusing(at: Any, *given: Any) -> Any:
        if not _of_this_book(table, at.campaign):
            return honest(at, *given)
        raise NotNow(secrets_of(table), remedy=remedy)

    patch.setattr(owner, name, refusing)


@plant("board", noticed="api:campaign")
def _board(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The book's board builder looks at what is sealed."""
    honest = table.book.board

    def loose(view: Any, power: str | None) -> Any:
        return loosened(honest(view, power), secrets_of(table))

    patch.setitem(vars(table.book), "board", loose)


@plant("menu", noticed="api:orders")
def _menu(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What others may do has a count in its title that depends on what is sealed."""

    def counted(menu: Any, _book: Any, _view: Any, power: str) -> Any:
        if menu is None or power == table.hider:
            return menu
        if isinstance(menu, tuple):
            return tuple(counted(each, _book, _view, power) for each in menu)
        return msgspec.structs.replace(menu, title=f"{menu.title} ({_count(table)})")

    for name in ("menu", "standing_menu", "acts"):
        spoil(patch, type(table.book), name, counted)


def _count(table: Table) -> int:
    """A number that follows from what is sealed."""
    return zlib.crc32(secrets_of(table).encode()) % 997


@plant("log line", noticed="api:log")
def _log_line(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A line of the log says what was sealed."""

    def telling(line: Any, entry: Any, at: Any, _who: Any) -> Any:
        if line and entry.kind == OrderSealed.tag and _of_this_book(table, at.campaign):
            return msgspec.structs.replace(line, head=line.head + secrets_of(table))
        return line

    spoil(patch, log_lines, "entry_line", telling)


def more_in_entries(
    patch: pytest.MonkeyPatch, kind: type[Entry], letters: Callable[[Any], int]
) -> None:
    """Let the bodies of a kind of entry hold a number more, where there is one for their campaign."""
    entries = phase_opening.entries
    honest, honest_text = entries.append, entries.canonical

    def append(campaign: Any, entry: Any, **more: Any) -> Any:
        number = letters(campaign) if isinstance(entry, kind) else 0
        if not number:
            return honest(campaign, entry, **more)
        body = {**msgspec.to_builtins(entry), "letters": number}
        with patch.context() as inner:
            inner.setattr(entries, "canonical", lambda each: honest_text(body))
            return honest(campaign, entry, **more)

    patch.setattr(entries, "append", append)


@plant("log entry", noticed="api:export")
def _log_entry(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The body of a public entry holds a part of the sealed order."""
    more_in_entries(patch, OrderSealed, lambda at: _of_this_book(table, at) and _count(table))


@plant("push number", noticed="frames")
def _push_number(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A draft is told to everybody: the frame says nothing, but it is one more."""
    honest = push.changed

    def changed(slug: str, what: Any, *, power: str = "") -> None:
        honest(slug, what, power=power)
        if slug == table.slug and power and "orders" in what:
            honest(slug, ("readiness",))

    patch.setattr(push, "changed", changed)


@plant("export", noticed="api:export")
def _export(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The file holds the sealed orders of the open phase."""

    def phase(record: Any, _at: Any, row: Any, *_: Any, **__: Any) -> Any:
        if row.resolved_at is not None:
            return record
        order = export.OrderRecord(
            power="", order=secrets_of(table), nonce="", commitment="", how="sealed"
        )
        return msgspec.structs.replace(record, orders=(order,))

    spoil(patch, export, "_phase", phase, table=table)


@plant("page", noticed="frontend:campaign")
def _page(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The page prints, in its head, what is sealed."""

    def context(made: dict[str, Any], part: Any) -> dict[str, Any]:
        return {**made, "turn_ordinal": secrets_of(table)} if part.head.slug == table.slug else made

    spoil(patch, pages, "strip_context", context)


def _title_the_open_phase(patch: pytest.MonkeyPatch, table: Table, where: Any) -> None:
    def telling(found: Any, _at: Any) -> Any:
        return tuple(replace(one, title=secrets_of(table)) if one.open else one for one in found)

    spoil(patch, where, "past_phases", telling, table=table)


@plant("undo", noticed="frontend:rollback")
def _undo(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what would be undone says of the open phase what is sealed."""
    _title_the_open_phase(patch, table, rollback)


@plant("fork", noticed="frontend:fork")
def _fork(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what can be forked says of the open phase what is sealed."""
    _title_the_open_phase(patch, table, forks)


@plant("chronicle", noticed="frontend:charts")
def _chronicle(patch: pytest.MonkeyPatch, table: Table) -> None:
    """That there is no chronicle yet is said with what is sealed."""
    _refuse(patch, table, chronicle_page, "_seen", "Read its history so far.")


@plant("charts", noticed="frontend:charts")
def _charts(patch: pytest.MonkeyPatch, table: Table) -> None:
    """That nothing can be charted yet is said with what is sealed."""
    _refuse(patch, table, charts, "phases_of", "Read its page instead.")


@plant("overrides", noticed="frontend:overrides")
def _overrides(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The reason of an override quotes what is sealed."""

    def telling(found: Any, at: Any) -> Any:
        made = overrides_page.Override(
            number=1, at=at.now, by="", agreed=False, phase=1, rows=(), rule="1",
            reason=secrets_of(table), undoes=0, undone_by=0, said=(), mine="", entry=1,
        )  # fmt: skip
        return (made, *found)

    spoil(patch, overrides_page, "_made", telling, table=table)


@plant("rule_tables", noticed="frontend:rule-tables")
def _rule_tables(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The page of tables says what is sealed."""

    def telling(found: Any, _at: Any, **_: Any) -> Any:
        return replace(found, words=secrets_of(table))

    spoil(patch, rule_tables, "_page", telling, table=table)


@plant("rulings", noticed="frontend:rulings")
def _rulings(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A ruling quotes what is sealed."""

    def telling(found: Any, at: Any) -> Any:
        made = rulings.Ruling(
            number=1, text=secrets_of(table), rule="", at=at.now, by="", agreed=False, phases=(),
            rolls=(), withdrawn="", entry=1,
        )  # fmt: skip
        return (made, *found)

    spoil(patch, rulings, "of", telling, table=table)


@plant("plans", noticed="api:plans")
def _plans(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of plans forgets to ask whose they are."""

    def everybodys(_own: list[Plan], phase: Any, _power: str, _person: Any) -> list[Plan]:
        found = list(Plan.objects.filter(phase=phase).order_by("pk"))
        for plan in found:
            plan.phase = phase
        return found

    spoil(patch, plan_contents, "own", everybodys, table=table)


@plant("what-ifs", noticed="api:what-ifs")
def _what_ifs(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what-ifs forgets to ask whose they are."""

    def everybodys(_own: list[WhatIf], at: Any) -> list[WhatIf]:
        found = list(WhatIf.objects.filter(campaign=at.campaign).order_by("-pk"))
        for row in found:
            row.campaign = at.campaign
        return found

    spoil(patch, what_if_page, "_rows", everybodys, table=table)


def say_more(patch: pytest.MonkeyPatch, owner: Any, name: str, more: Callable[[], object]) -> None:
    """Let a text that goes out with a subject end with something more."""
    spoil(patch, owner, name, lambda text, *_: (text[0], f"{text[1]} {more()}"))


@plant("feed", noticed="frontend:feed")
def _feed(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The feed tells what is sealed in the phase that has opened."""
    spoil(patch, posts, "_named", lambda name, _: name + secrets_of(table), table=table)


@plant("calendar", noticed="frontend:calendar")
def _calendar(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A calendar tells everybody of a deadline how much another power has sealed for it."""
    patch.setattr(feeds, "deadlines", lambda _: (a_deadline(table, number=_count(table)),))


def a_deadline(table: Table, *, number: int = 1, sentence: str = "") -> feeds.Deadline:
    """A deadline for a calendar, at the moment in which the phase was opened."""
    moment = table.phase.opened_at
    return feeds.Deadline(
        slug=table.slug, campaign="", number=number, phase="", sentence=sentence, due=moment,
        opened=moment, sealed=True,
    )  # fmt: skip


@plant("bell", noticed="frontend:inbox")
def _bell(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The bell names the phase that waits, with what another power has sealed in it."""
    spoil(
        patch,
        inbox,
        "_asked",
        lambda found, _: (found[0] + secrets_of(table), found[1]),
        table=table,
    )


@plant("advice", noticed="frontend:hand-over")
def _advice(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The packet of a seat shows what others left for those who follow in theirs."""

    def everybodys(_own: Any, campaign: Any, _power: str, person: Any) -> list[Advice]:
        return list(Advice.objects.filter(campaign=campaign).exclude(by=person))

    spoil(patch, advice, "inherited", everybodys, table=table)


@plant("deputy", noticed="frontend:orders")
def _deputy(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Somebody who stood in for the power is let in although that is over."""

    def ever(campaign: Any, person: int | None, now: Any, power: str = "") -> list[Deputy]:
        return list(Deputy.objects.filter(campaign=campaign, person=person))

    patch.setattr(deputies, "of", ever)
    honest = access._OPENED

    class Asked:
        def first(self, *given: Any) -> Any:
            found = honest.first(*given)
            return (*found[:-1], True) if found is not None else None

    patch.setattr(access, "_OPENED", Asked())


@plant("absences", noticed="api:absences")
def _absences(patch: pytest.MonkeyPatch, table: Table) -> None:
    """An absence of a player hangs on what they have sealed."""

    def telling(_found: Any, at: Any) -> tuple[absences_page.AbsenceLine, ...]:
        moment = table.phase.opened_at
        line = absences_page.AbsenceLine(
            number=_count(table), name="", badges=(), begins_at=moment, ends_at=moment,
            to_come=False, mine=False,
        )  # fmt: skip
        return (line,)

    spoil(patch, absences_page, "absences_of", telling, table=table)


@plant("deputies", noticed="api:deputies")
def _deputies(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Who only was asked, and the draft that they would find, is told to everybody."""

    def telling(found: Any, slug: str, *_: Any) -> absences_page.Away:
        if slug != table.slug:
            return found
        badge = found.own[0].badge if found.own else None
        line = absences_page.DeputyLine(
            key=0, badge=badge, name="", principal="", level="see", may=str(_count(table)),
            press=False, until=None, asked=True, mine=False,
        )  # fmt: skip
        return replace(found, deputies=(*found.deputies, line))

    spoil(patch, absences_page, "away", telling)


@plant("size", noticed="frontend:orders")
def _size(patch: pytest.MonkeyPatch, table: Table) -> None:
    """An answer to somebody else is longer when more is sealed: nothing of it can be read."""

    def padded(answer: Any, _request: Any, _template: str, context: Any, **_: Any) -> Any:
        if context["head"].slug == table.slug:
            answer.content += b" " * _count(table)
        return answer

    spoil(patch, order_pages, "render", padded)


def reads_the_full_state(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What is made for a reader is made from the full state instead of from a view of it."""
    patch.setattr(type(table.book), "view", lambda self, state, who: state)
