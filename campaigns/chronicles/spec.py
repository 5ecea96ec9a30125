"""What the face of a book says of how its campaigns are told.

All paths lead through the board that the book gives for a view (``standing``, ``level.net``), so they hold
for every revision whose board has them; where one does not, that part is left out.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

DEEDS = {
    "signed": "treaties tied {who} to {whom}.",
    "joined": "{whom} joined {who}.",
    "lost": "Of those that joined, {whom} fell to others later.",
    "regained": "Of those that joined, {whom} fell to others and came back later.",
    "traded": "{whom} came to trade with {who}.",
    "surrendered": "{whom} surrendered to {who}.",
    "gave_up": "{whom} surrendered.",
    "fought": "{who} declared war on {whom}.",
}
"""What made who stands best do so, beside what they took: sentences of every book that has a measure."""


class Stake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What counts for one side where something stands at ``path`` of the board, and else for the other."""

    path: str
    so: str
    otherwise: str


class Goals(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What sides need to win by the rules: ``parts`` is where they stand on the board, ``who`` leads to a side's key,
    ``value`` to what it holds, ``needed`` to what it needs; ``unit`` is what that is. ``names`` are what sides are
    called, as several.
    """

    parts: str
    who: str
    value: str
    needed: str
    unit: str
    names: dict[str, str]


class HeldBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What held others back from who stands best: on a ``chart`` they came to ``full`` only later. ``says`` is a
    sentence with ``{who}``, ``{turn}`` in which most of them came to it, the ``{most}`` that any had before, and
    ``{best}``.
    """

    chart: str
    full: int
    says: str


class Measure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By what a campaign is told to have ended: a number for each power (or side).

    ``parts`` is where they stand on the board, ``who`` leads to the key of a power or side, ``value`` to the number;
    ``share`` to the percentage that the rules compare, where they do, and ``whole`` to that of which it is one, where
    the board has it. Without ``value`` the parts are counted for each ``who``; ``stakes`` count instead of parts.
    ``by`` says in a sentence what it is, ``unit`` what the number is, ``note`` by which rules it is the measure, or
    what it counts; ``before`` stands before each number ($). With ``sides`` it is told what each side holds together,
    with ``held_back`` what held others back, with ``stayed_out`` which powers went to war with another only later.
    ``decides``: by the rules the largest is the winner; else the measure is ours, and said to be ours. Where sides
    win and no single power (``goals``), they are told first. ``leads``: the headline is told by it. ``chart`` is the
    key of the chart that shows it over time.
    """

    title: str
    by: str
    parts: str = ""
    who: str = ""
    value: str = ""
    share: str = ""
    whole: str = ""
    goals: Goals | None = None
    stakes: tuple[Stake, ...] = ()
    unit: str = ""
    singular: str = ""
    note: str = ""
    rule: str = ""
    before: str = ""
    decides: bool = False
    leads: bool = False
    chart: str = ""
    sides: bool = False
    held_back: HeldBack | None = None
    stayed_out: bool = False


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A level at which something happens: ``words`` say what, and ``tracks`` say it of single ones by their names,
    where it is not the same for all. ``path`` leads from the board to it, or it is ``value``. ``needs`` says in a
    sentence what else the rules ask for that. An event with the pattern ``done`` (with the ``{name}`` of the line)
    does it; ``never`` says that none did.
    """

    words: str
    tracks: dict[str, str] = {}
    path: str = ""
    value: int = 0
    needs: str = ""
    done: str = ""
    never: str = ""


class Charted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value of several powers (or tracks) over time, sampled from the board.

    ``parts`` is where they stand, ``who`` leads to a power's key or else ``name`` to what it is called; ``value``
    leads to the number. A list counts as its length. With ``by`` the parts are counted by what stands there. With
    ``ledger`` the values are those of the rows of "what changed" whose label ends so. Once something stands at
    ``until``, it is over: its line ends. Charts of one ``key`` are drawn as one, told by the first, each with its own
    ``says``. ``called`` are two phrases: what a number is that stands before them, with its ``{name}``, and another
    ``{value}``. ``says`` are two sentences: that a value rises, and that it falls, with ``{name}``, ``{before}`` and
    ``{after}``; ``measures`` says to a reader who does not know the game what that is, once in a chronicle.
    ``between`` says of tracks by their names which powers they are between: one of each group. ``most`` is how many
    lines are drawn: those that end farthest from zero. Where it is ``declared`` how things stand as the game begins,
    the lines are drawn from the end of the first turn. ``before`` stands before each number ($). Where it ``turns``,
    its steps make turning points as those of the large chart do, the first; where it ``tells``, they make none, but
    are told of one whose line falls to nought with an event. ``ended`` is a sentence with the ``{value}`` where a
    line stood when that came to which it leads.
    """

    key: str
    title: str
    parts: str = ""
    value: str = ""
    who: str = ""
    name: str = ""
    by: str = ""
    ledger: str = ""
    until: str = ""
    about: str = ""
    called: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    measures: str = ""
    between: dict[str, tuple[tuple[str, ...], ...]] = {}
    most: int = 5
    before: str = ""
    declared: bool = False
    turns: bool = False
    tells: bool = False
    ended: str = ""
    levels: tuple[Level, ...] = ()


class News(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of event that is told: those of at least this ``weight``. Declared facts that are news need not be named
    (:func:`campaigns.chronicles.weighing.is_news`). Those whose head has the pattern ``words`` count as of the weight
    ``counts``, where they weigh less for themselves; ``means`` says in a sentence what the rules make of such an
    event. Where the headline of its phase has the pattern ``heads``, its group tells the event: a blow at a fleet may
    be part of an attack on a power. What ``follows`` is told as what came of another event; of a level that was
    reached it cannot be known.
    """

    kind: str
    weight: int = 0
    words: str = ""
    counts: int = 0
    means: str = ""
    heads: str = ""
    follows: bool = True


class Thrown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice that are a power's own: ``pattern`` matches what they were thrown for, its group the power's
    key; without a group they are everybody's, under ``title``.
    """

    pattern: str
    title: str = ""


class Purpose(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What dice are thrown for, as the book calls it (``title``). ``pattern`` matches what the log says of the
    roll; its group ``power`` is the key of the power or side that throws. ``choosing``: the die has as many
    faces as there are things to choose from.
    """

    pattern: str
    title: str
    choosing: bool = False


class Listed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in force at the end: a list of the board; ``whom`` leads to powers, ``words`` is filled
    from each part's own values and looked up in ``names``, which leave the others out. Without ``whom`` the
    parts are words already.
    """

    title: str
    parts: str
    whom: tuple[str, ...] = ()
    words: str = ""
    names: tuple[tuple[str, str], ...] = ()
    most: int = 8


class ChronicleSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the campaigns of a book are told. ``intro`` says to a stranger in a sentence or two what was played and
    what a power wanted, ``ends`` why its rules end where they do. The first of ``charts`` is the large one. ``pins``
    are the groups to which the pins of the time line can be narrowed (``wars``, ``treaties``, ``countries``), with
    their kinds of events; other news whose headline matches ``war_facts`` are wars as well, and no event whose
    headline matches ``no_war`` is.

    ``purposes`` are what dice are thrown for; the first that matches counts. ``count`` leads to a number that stands
    beside each year, ``count_words`` say what it is. ``played`` is the kind of event that tells of a card,
    ``played_title`` a pattern whose group is its title, and ``played_words`` what such cards are called. ``plurals``
    are sides with the verb of several. ``most_turnings`` is how
    many turning points are told at most: fewer where the board is large. ``apart``: great events of several phases of
    one turn are turning points each for itself, as where turns are long. ``small`` takes from a board what the lobby
    draws of it, as plain data.
    """

    intro: str = ""
    ends: str = ""
    measure: Measure | None = None
    charts: tuple[Charted, ...] = ()
    news: tuple[News, ...] = ()
    pins: tuple[tuple[str, tuple[str, ...]], ...] = ()
    war_facts: str = ""
    no_war: str = ""
    dice: tuple[Thrown, ...] = ()
    purposes: tuple[Purpose, ...] = ()
    listed: tuple[Listed, ...] = ()
    count: str = ""
    count_words: str = ""
    played: str = ""
    played_title: str = ""
    played_words: str = ""
    board_title: str = "The board"
    plurals: frozenset[str] = frozenset()
    most_turnings: int = 7
    apart: bool = False
    small: Callable[[Any], Any] | None = None


PLAIN = ChronicleSpec()
"""A book that says nothing of it is told by its events alone."""


_told: dict[str, ChronicleSpec] = {}


def tell(book: str, told: ChronicleSpec) -> None:
    """Say how campaigns of a book are told: each face does when the site starts."""
    _told[book] = told


def told_of(book: str) -> ChronicleSpec:
    """How campaigns of a book are told, for those who know no faces; by their events alone if no face says it."""
    return _told.get(book, PLAIN)


def words_of(told: ChronicleSpec) -> Iterator[str]:
    """All that it says in words: texts of its book, and translated with those of the rules."""
    yield told.intro
    yield told.ends
    yield told.board_title
    yield told.count_words
    yield told.played_words
    if told.measure:
        yield from DEEDS.values()
        yield from (
            *(told.measure.title, told.measure.by, told.measure.unit),
            *(told.measure.singular, told.measure.note),
        )
        if told.measure.held_back:
            yield told.measure.held_back.says
        if told.measure.goals:
            yield from (told.measure.goals.unit, *told.measure.goals.names.values())
    for chart in told.charts:
        yield from (
            chart.title,
            chart.about,
            *chart.called,
            *chart.says,
            chart.measures,
            chart.ended,
            *(
                words
                for each in chart.levels
                for words in (each.words, *each.tracks.values(), each.needs, each.never)
            ),
        )
        if chart.name.startswith("="):
            yield chart.name[1:]
    yield from (each.means for each in told.news)
    yield from (each.title for each in told.dice)
    yield from (each.title for each in told.purposes)
    for each in told.listed:
        yield from (each.title, *(name for _, name in each.names))
