"""The mapping of one module as its moderator writes it: YAML, of which literals and globs are read.

``docs/vassal.md`` describes it. Whatever is not as it says there is a problem of one line. What the
names mean to a rulebook is another matter (:mod:`campaigns.vassal.compiling`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeVar

import yaml
from django.utils.translation import gettext as _
from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, NodeEvent

from campaigns.vassal.globs import MOST_STARS
from campaigns.vassal.plan import Globs, Kind, Place

T = TypeVar("T")

LONGEST = 60_000
"""Characters of one mapping."""
MOST_ROWS = 400
"""Places, pieces and facts, of each."""
MOST_CORNERS = 200
MOST_PROBLEMS = 20
_LONGEST_LITERAL = 200
_LONGEST_OUTLINE = 4_000
_MOST_DEPTH = 6
_MOST_NODES = 20_000
_MOST_NUMBER = 1_000_000
_MOST_VALUE = 1_000
_BOX = 2
_LIKE_OLD = ("OldZone", "OldLocationName", "OldMap", "OldBoard", "OldX", "OldY")


Sort = Literal["holder", "sum", "count", "present"]
"""How a rule finds its fact."""


class Wrong(NamedTuple):
    """What is the matter with one line of a mapping."""

    line: int
    message: str


@dataclass(frozen=True, kw_only=True)
class PlaceRow:
    """A place, and the line on which it begins."""

    line: int
    place: Place


@dataclass(frozen=True, kw_only=True)
class KindRow:
    """A kind of pieces, and its line."""

    line: int
    kind: Kind


@dataclass(frozen=True, kw_only=True)
class FactRow:
    """How a fact, or the holders of several places, are found: what stands there, not yet understood.

    One of ``holder`` (globs of places) and ``fact`` (its name) is given; ``sort`` is that of a rule,
    ``said`` what the fact becomes if there is a piece.
    """

    line: int
    sort: Sort
    holder: Globs = ()
    fact: str = ""
    places: Globs = ()
    kinds: Globs = ()
    side: str = ""
    said: str = ""


@dataclass(frozen=True, kw_only=True)
class Mapping:
    """A whole mapping: the glob of the module's name, and its rows."""

    module: str
    places: tuple[PlaceRow, ...] = ()
    pieces: tuple[KindRow, ...] = ()
    facts: tuple[FactRow, ...] = ()


def read(text: str) -> tuple[Mapping | None, tuple[Wrong, ...]]:
    """A mapping, and what is wrong with its lines; no mapping where nothing can be made of it."""
    if len(text) > LONGEST:
        return None, (
            Wrong(
                1, _("A mapping has at most %(longest)s characters.") % {"longest": f"{LONGEST:,}"}
            ),
        )
    try:
        for wrong in _unsafe(text):
            return None, (wrong,)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or _("it cannot be read")
        line = mark.line + 1 if mark is not None else 1
        return None, (Wrong(line, _("This is no YAML: %(said)s.") % {"said": said}),)
    reader = _Reader()
    found = reader.mapping(root)
    return found, tuple(sorted(reader.wrong)[:MOST_PROBLEMS])


def _unsafe(text: str) -> Iterator[Wrong]:
    """What a mapping may not hold at all, before anything is built of it."""
    depth = 0
    for nodes, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
        line = _line(event)
        if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
            yield Wrong(
                line, _("Anchors and aliases (& and *) are not read; put a name in quotes.")
            )
        elif isinstance(event, NodeEvent) and getattr(event, "tag", None):
            yield Wrong(line, _("Tags (!) are not read; put a name in quotes."))
        if isinstance(event, CollectionStartEvent):
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1
        if depth > _MOST_DEPTH or nodes > _MOST_NODES:
            yield Wrong(line, _("A mapping is not so deep, and not so long."))


class _Reader:
    """What a mapping says, and what is wrong with it."""

    def __init__(self) -> None:
        self.wrong: list[Wrong] = []

    def mapping(self, root: yaml.Node | None) -> Mapping | None:
        """The whole of it."""
        if root is None:
            self.wrong.append(Wrong(1, _("A mapping is empty without “module”.")))
            return None
        top = _Row(self, root, ("module", "places", "pieces", "facts"))
        module = top.literal("module")
        if not module:
            self.wrong.append(Wrong(top.line, _("“module” is missing: the name of the module.")))
        return Mapping(
            module=module,
            places=tuple(top.rows("places", self._place)),
            pieces=tuple(top.rows("pieces", self._kind)),
            facts=tuple(top.rows("facts", self._fact)),
        )

    def _place(self, node: yaml.Node) -> PlaceRow:
        row = _Row(self, node, ("name", "map", "box", "area", "shift", "property"))
        row.need("name", "map")
        if row.has("box") and row.has("area"):
            row.problem(_("A place has a “box” or an “area”, not both."))
        corners = row.points("box") or row.points("area")
        if row.has("box") and len(corners) != _BOX:
            row.problem(_("A “box” is four numbers: left, top, right, bottom."))
        elif row.has("box"):
            (ax, ay), (bx, by) = corners
            corners = ((min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by)))
        elif row.has("area") and not _BOX < len(corners) <= MOST_CORNERS:
            row.problem(
                _("An “area” is 3 to %(most_corners)s points: x,y; x,y; x,y.")
                % {"most_corners": MOST_CORNERS}
            )
        shift = row.points("shift")
        if row.has("shift") and len(shift) != 1:
            row.problem(_("A “shift” is two numbers: to the right, and down."))
        place = Place(
            name=row.literal("name"),
            map=row.globs("map"),
            corners=corners,
            shift=shift[0] if shift else (0, 0),
            properties=row.properties(),
        )
        return PlaceRow(line=row.line, place=place)

    def _kind(self, node: yaml.Node) -> KindRow:
        allowed = ("name", "property", "side", "kind", "value", "value_property", "skip")
        row = _Row(self, node, allowed)
        if not row.has("name") and not row.has("property"):
            row.problem(_("A row of pieces has a “name” or a “property”."))
        if row.has("value") and row.has("value_property"):
            row.problem(_("Pieces have a “value” or a “value_property”, not both."))
        kind = Kind(
            name=row.globs("name"),
            properties=row.properties(),
            side=row.literal("side"),
            kind=row.literal("kind"),
            value=row.number("value", 1),
            value_property=row.literal("value_property"),
            skip=row.yes("skip"),
        )
        return KindRow(line=row.line, kind=kind)

    def _fact(self, node: yaml.Node) -> FactRow:
        row = _Row(self, node, ("holder", "fact", "sum", "count", "is", "places", "kind", "side"))
        sort: Sort = "holder"
        if row.has("holder") == row.has("fact"):
            row.problem(_("A row of facts has a “holder” (places) or a “fact” (its name)."))
        elif row.has("holder"):
            for key in ("sum", "count", "is", "places", "side"):
                if row.has(key):
                    row.problem(_("“%(key)s” does not go with “holder”.") % {"key": key})
        else:
            sort = self._sort(row)
            row.need("places")
        return FactRow(
            line=row.line,
            sort=sort,
            holder=row.globs("holder"),
            fact=row.literal("fact"),
            places=row.globs("places"),
            kinds=row.globs("kind"),
            side=row.literal("side"),
            said=row.literal("is"),
        )

    def _sort(self, row: "_Row") -> Sort:
        """How a fact is found that is named: ``sum: values``, ``count: pieces`` or ``is: …``."""
        sorts: dict[str, Sort] = {"sum": "sum", "count": "count", "is": "present"}
        given = [key for key in sorts if row.has(key)]
        if len(given) != 1:
            row.problem(_("A fact has one of “sum: values”, “count: pieces” and “is: …”."))
            return "sum"
        for key, word in (("sum", "values"), ("count", "pieces")):
            if row.has(key) and row.literal(key) != word:
                row.problem(_("“%(key)s” is followed by “%(word)s”.") % {"key": key, "word": word})
        return sorts[given[0]]


@dataclass
class _Row:
    """One row: a YAML map whose keys are words, each with what stands behind it."""

    reader: _Reader
    node: yaml.Node
    allowed: tuple[str, ...]
    _of: dict[str, yaml.Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.node, yaml.MappingNode):
            self.problem(_("Here stand %(and)s, each with a colon.") % {"and": _and(self.allowed)})
            return
        self._of = self._pairs(self.node)
        for key, node in self._of.items():
            if key not in self.allowed:
                self.problem(
                    _("There is no “%(key)s” here, only %(and)s.")
                    % {"key": key[:40], "and": _and(self.allowed)},
                    node,
                )

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return _line(self.node)

    def problem(self, message: str, node: yaml.Node | None = None) -> None:
        """Say what is wrong here."""
        self.reader.wrong.append(Wrong(_line(node or self.node), message))

    def _pairs(self, node: yaml.MappingNode) -> dict[str, yaml.Node]:
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.problem(_("A name with a colon is a word."), key)
            elif key.value in found:
                self.problem(_("“%(value)s” stands here twice.") % {"value": key.value[:40]}, key)
            else:
                found[key.value] = value
        return found

    def has(self, key: str) -> bool:
        """Whether it is given."""
        return key in self._of

    def need(self, *keys: str) -> None:
        """These have to be given."""
        for key in keys:
            if key not in self._of and isinstance(self.node, yaml.MappingNode):
                self.problem(_("“%(key)s” is missing here.") % {"key": key})

    def rows(self, key: str, read: Callable[[yaml.Node], T]) -> Iterator[T]:
        """The rows of a list."""
        node = self._of.get(key)
        if node is None:
            return
        if not isinstance(node, yaml.SequenceNode):
            self.problem(
                _("“%(key)s” is a list: each row begins with a dash.") % {"key": key}, node
            )
            return
        if len(node.value) > MOST_ROWS:
            self.problem(
                _("“%(key)s” has at most %(most_rows)s rows.")
                % {"key": key, "most_rows": MOST_ROWS},
                node,
            )
            return
        yield from map(read, node.value)

    def literal(self, key: str) -> str:
        """One word or more, as it stands there."""
        node = self._of.get(key)
        if node is None:
            return ""
        return self._scalar(key, node)

    def _scalar(self, key: str, node: yaml.Node, most: int = _LONGEST_LITERAL) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            self.problem(_("Behind “%(key)s” stands one name.") % {"key": key}, node)
            return ""
        said = " ".join(node.value.split())
        if len(said) > most or not said.isprintable():
            self.problem(
                _("What stands behind “%(key)s” is too long, or no text.") % {"key": key}, node
            )
            return ""
        return said

    def globs(self, key: str) -> Globs:
        """One glob, or a list of them."""
        node = self._of.get(key)
        return () if node is None else self._globs(key, node)

    def _globs(self, key: str, node: yaml.Node) -> Globs:
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not nodes or len(nodes) > MOST_ROWS:
            self.problem(
                _("Behind “%(key)s” stand 1 to %(most_rows)s names.")
                % {"key": key, "most_rows": MOST_ROWS},
                node,
            )
            return ()
        found = [self._scalar(key, each) for each in nodes]
        for each, glob in zip(nodes, found, strict=True):
            if glob.count("*") > MOST_STARS:
                self.problem(
                    _("A name has at most %(most_stars)s stars.") % {"most_stars": MOST_STARS}, each
                )
        return tuple(filter(None, found))

    def properties(self) -> dict[str, Globs]:
        """Properties of a piece, each with the globs of which one must fit."""
        node = self._of.get("property")
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            self.problem(_("Behind “property” stand names of properties, each with a colon."), node)
            return {}
        found = {}
        for name, value in self._pairs(node).items():
            if name in _LIKE_OLD:
                self.problem(
                    _(
                        "“%(name)s” is where a piece was before its last move. Give a “box” or an "
                        "“area”."
                    )
                    % {"name": name},
                    value,
                )
            found[name] = self._globs(name[:40], value)
        return found

    def number(self, key: str, without: int) -> int:
        """A whole number from nothing up."""
        node = self._of.get(key)
        if node is None:
            return without
        said = self._scalar(key, node)
        if not (said.isascii() and said.isdecimal() and int(said[:9]) <= _MOST_VALUE):
            self.problem(
                _("Behind “%(key)s” stands a number from 0 to %(most_value)s.")
                % {"key": key, "most_value": f"{_MOST_VALUE:,}"},
                node,
            )
            return without
        return int(said)

    def yes(self, key: str) -> bool:
        """Whether ``yes`` stands there."""
        node = self._of.get(key)
        if node is None:
            return False
        said = self._scalar(key, node)
        if said not in ("yes", "no"):
            self.problem(_("Behind “%(key)s” stands yes or no.") % {"key": key}, node)
        return said == "yes"

    def points(self, key: str) -> tuple[tuple[int, int], ...]:
        """Points: numbers in pairs, with commas, semicolons or blanks between them, or as a list."""
        node = self._of.get(key)
        if node is None:
            return ()
        if isinstance(node, yaml.SequenceNode):
            said = " ".join(self._scalar(key, each) for each in node.value)
        else:
            said = self._scalar(key, node, _LONGEST_OUTLINE)
        words = said.replace(",", " ").replace(";", " ").split()
        try:
            numbers = [int(word) for word in words if len(word) < 9]
        except ValueError:
            numbers = []
        if not numbers or len(numbers) != len(words) or len(numbers) % 2:
            self.problem(_("Behind “%(key)s” stand whole numbers in pairs.") % {"key": key}, node)
            return ()
        if any(abs(number) > _MOST_NUMBER for number in numbers):
            self.problem(_("No map is so large."), node)
            return ()
        return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _line(event: Any) -> int:
    """The line on which an event or a node begins, counted from 1."""
    return int(event.start_mark.line) + 1


def _and(words: tuple[str, ...]) -> str:
    *first, last = (f"“{word}”" for word in words)
    return f"{', '.join(first)} and {last}" if first else last
