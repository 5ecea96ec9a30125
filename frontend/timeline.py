"""The time line of a campaign: every phase a block, years below, great events pinned above in three rows.

Everything lies at a share of the width, so that it fits whatever room there is: the blocks divide it among
themselves, and years and pins stand in pictures of the same width. There is no inline style.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _

from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.history.chronicle_parts.records import TurningPoint
from campaigns.selectors.history.phase_story import PastPhase
from frontend.templatetags.language import in_words
from rules.kernel.grammar import within
from rules.kernel.headlines import QUIET

WIDTH = 1280
"""Pixels for which names above the line are given room; where there is less, only their points show."""
LETTER = 7.2
NARROW, FIGURE = 234, 9.5
"""Pixels of the line on a phone, and of a figure of a year below it."""
ROWS = (10, 24, 38)
"""Base lines of the rows of names."""
FOOT = 50
"""Where the pins end."""
GAP = 14
"""Pixels between two names of a row."""
LONGEST = 52
"""Letters of a name above the line."""
LESS = 1000
"""A thousandth of the least name is what a shorter one is worth less."""
BESIDE = 24
"""So many layouts are kept beside each other."""
WAR = re.compile(r"(.+) declares? war on (.+?)(?:,? and (?!the )[a-z]+ .+)?")
HOMELAND = re.compile(r"(.+? takes? )(?:.+(?:, | and ))?(the \w+ homeland)\b.*")
"""Of what is taken the land of a power tells more than what stands first."""
TAKES = re.compile(r"(.+? attacks? .+?) and takes? .+|(.+? takes? .+?)(?:, .+| and .+)")
"""What is called shorter where there is no room for all of it."""
GREAT, TALL = 60, 85
"""Weights from which a phase has a pin, and from which its block is tall: a war, a surrender, an end."""
HEADS = 2
"""So many pieces of news head a year."""
FEW = 60
"""Up to so many phases the line is no wider than they need."""


class Block(NamedTuple):
    """A phase on the line: its link before and after the mark of the current one."""

    number: int
    year: str
    html: str
    more: str


class TimeLine(NamedTuple):
    """A drawn line. ``zoom`` has for each year its turns, as rows of :class:`Block`; ``names`` are what the phases
    are called, and ``loud`` the numbers of those in which something happened. ``head`` is the headline of the year or
    turn that it shows alone.
    """

    blocks: tuple[Block, ...]
    pins: str
    years: str
    zoom: dict[str, tuple[tuple[str, tuple[Block, ...]], ...]]
    few: bool
    names: dict[int, str]
    loud: tuple[int, ...]
    head: str = ""

    def next_loud(self, number: int) -> int | None:
        """The next phase after one in which something happened."""
        return next((each for each in self.loud if each > number), None)

    def last_loud(self, number: int) -> int | None:
        """The last phase before one in which something happened."""
        return next((each for each in reversed(self.loud) if each < number), None)

    @property
    def letters(self) -> int:
        """How much there is to keep."""
        return len(self.pins) + len(self.years) + 5 * sum(len(each.html) for each in self.blocks)


def drawn(
    phases: Sequence[PastPhase],
    slug: str,
    *,
    year: str = "",
    turn: str = "",
    pinned: Collection[int] | None = None,
    turnings: Iterable[TurningPoint] | None = None,
    ask: str = "",
    chosen: int = 0,
) -> TimeLine:
    """The time line of a campaign, or of one ``year`` or ``turn`` of it. ``pinned`` are the numbers of the phases that get
    pins, where these are not the great events; or ``turnings`` have them, named and numbered as in the chronicle.

    With ``ask`` (``?to=``) a block does not lead to its phase but asks the page for it, and all from the ``chosen``
    one on are marked.
    """
    if year:
        phases = [phase for phase in phases if year_of(phase.turn_title) == year]
    if turn:
        phases = [phase for phase in phases if phase.turn_title == turn]
    head = headline_of(phases) if year or turn else ""
    base, open_at = (reverse(f"frontend:{name}", args=[slug]) for name in ("history", "campaign"))
    blocks: list[Block] = []
    zoom: dict[str, dict[str, list[Block]]] = {}
    names: dict[int, str] = {}
    last = ""
    for phase in phases:
        where = (
            f'{_would(phase, chosen)}href="{ask}{phase.number}"'
            if ask
            else f'class="open" hx-boost="false" href="{open_at}"'
            if phase.open
            else f'{_kind(phase)}href="{base}{phase.number}/"'
        )
        title = in_words(phase.title)
        short = title.partition(", ")[0]
        if year_of(phase.turn_title) not in phase.title:
            # "Select" alone would be the name of every third link.
            title = f"{title}, {in_words(phase.turn_title)}"
        names[phase.number] = title
        said = "" if phase.quiet else phase.headline
        words = f"{title}: {in_words(said)}" if said else title
        words = _("Undone. %(phase)s") % {"phase": words} if phase.undone_at else words
        first = ' class="turn"' if phase.turn_title != last else ""
        last, year = phase.turn_title, year_of(phase.turn_title)
        blocks.append(
            Block(
                phase.number,
                year,
                f'<li{first}><a tabindex="-1" {where} title="{escape(words)}"',
                f'><span class="hidden-text">{escape(title)}</span></a></li>',
            )
        )
        link = Block(phase.number, year, f"<a {where}", f">{escape(short)}</a>")
        zoom.setdefault(year, {}).setdefault(phase.turn_title, []).append(link)
    return TimeLine(
        blocks=tuple(blocks),
        pins=_pins(
            _great(phases, pinned) if turnings is None else _turned(phases, turnings),
            len(phases),
            "" if ask else base,
        ),
        years=_years(phases, ask or base, end="" if ask else "/"),
        zoom={
            year: tuple((in_words(turn), tuple(links)) for turn, links in turns.items())
            for year, turns in zoom.items()
        },
        few=len(phases) <= FEW,
        names=names,
        loud=tuple(
            phase.number for phase in phases if not (phase.open or phase.quiet or phase.undone_at)
        ),
        head=head,
    )


def headline_of(phases: Sequence[PastPhase]) -> str:
    """What weighs most in some phases, in the order of time: of each the first that its headline tells. Where nothing
    happened, that is said.
    """
    told = [
        phase
        for phase in phases
        if not (phase.open or phase.undone_at or phase.headline in ("", QUIET))
    ]
    chosen = sorted(told, key=lambda phase: -phase.weight)[:HEADS]
    heads = [
        phase.headline.partition("; ")[0]
        for phase in sorted(chosen, key=lambda phase: phase.number)
    ]
    first, *others = [in_words(head) for head in dict.fromkeys(heads)] or [in_words(QUIET)]
    return "; ".join((first, *map(within, others)))


def _kind(phase: PastPhase) -> str:
    if phase.undone_at:
        return 'class="undone" '
    if phase.weight >= TALL:
        return 'class="tall" '
    return 'class="quiet" ' if phase.quiet else ""


def _would(phase: PastPhase, chosen: int) -> str:
    """The classes of a block that can be chosen; those from the chosen one on would be undone."""
    names = [
        *(["tall"] if phase.weight >= TALL else ()),
        *(["now"] if phase.open else ()),
        *(["would"] if chosen and phase.number >= chosen else ()),
    ]
    return f'class="{" ".join(names)}" ' if names else ""


def _share(place: int, count: int) -> float:
    """How far along the line a block's middle lies, in per cent."""
    return 100 * (place + 0.5) / max(1, count)


class Pin(NamedTuple):
    """A pin: how far along the line it stands, its phase, how much it weighs, and its names, the longest first."""

    place: int
    phase: PastPhase
    weight: int
    names: tuple[str, ...]


def _great(phases: Sequence[PastPhase], pinned: Collection[int] | None) -> list[Pin]:
    """Pins of great events, or of the phases that are chosen."""
    return [
        Pin(place, phase, phase.weight, _named(phase.headline.partition("; ")[0]))
        for place, phase in enumerate(phases)
        if (phase.weight >= GREAT if pinned is None else phase.number in pinned)
        and phase.headline
        and not phase.undone_at
    ]


def _turned(phases: Sequence[PastPhase], turnings: Iterable[TurningPoint]) -> list[Pin]:
    """Pins of the turning points of a chronicle; where there is no room for one's name its number stands alone."""
    places = {phase.number: place for place, phase in enumerate(phases)}
    return [
        Pin(
            places[each.phase],
            phases[places[each.phase]],
            TALL,
            (*(f"{each.number} {name}" for name in _shorter(each.head)), str(each.number)),
        )
        for each in turnings
        if each.phase in places
    ]


def _pins(pins: Sequence[Pin], count: int, base: str) -> str:
    """Points and names of great events; the weightiest get their names first, as far as there is room. A name leads to
    its phase below ``base``, for a mouse: keys have the block below it.
    """
    width = WIDTH if count > FEW else WIDTH * max(count, 12) // FEW
    ranked = sorted(pins, key=lambda pin: -pin.weight)
    named = [pin.names for pin in ranked]
    xs = [_share(pin.place, count) for pin in ranked]
    weights = [pin.weight for pin in ranked]
    places = _places(named, weights, [x * width / 100 for x in xs], width)
    drawn = []
    for x, where, pin in zip(xs, places, ranked, strict=True):
        phase = pin.phase
        top = ROWS[where.row] if where else FOOT + 1
        drawn.append(f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{top - 4}" y2="{FOOT}"/>')
        drawn.append(f'<circle cx="{x:.2f}%" cy="{top - 4}" r="2.5"/>')
        if where:
            side = ' class="end"' if where.ends else ""
            dx = -7 if where.ends else 7
            name = f'<text{side} x="{x:.2f}%" dx="{dx}" y="{top}">{escape(where.words)}</text>'
            drawn.append(
                f'<a tabindex="-1" href="{base}{phase.number}/">{name}</a>'
                if base and not phase.open
                else name
            )
    return "".join(drawn)


def _shorter(head: str) -> tuple[str, ...]:
    """What a turning point is called, and with less room; of two events the first."""
    first = head.partition("; ")[0]
    return _named(head) if first == head else (in_words(head), *_named(first))


def _named(headline: str) -> tuple[str, ...]:
    """What an event is called above the line, and what it is called where there is less room."""
    if war := WAR.fullmatch(headline):
        who, whom = map(in_words, war.groups())
        return in_words(headline), _("%(who)s on %(whom)s") % {"who": who, "whom": whom}
    if home := HOMELAND.fullmatch(headline):
        short = in_words("".join(home.groups()))
        return in_words(headline), _("%(event)s and more") % {"event": short}
    if more := TAKES.fullmatch(headline):  # the war that it begins, or the first that is taken
        begins, takes = more.groups()
        short = in_words(begins or takes)
        return in_words(headline), short if begins else _("%(event)s and more") % {"event": short}
    return (in_words(headline),)


class Place(NamedTuple):
    """Where a name stands: what it says, its row, whether it ends at its pin, and from where to where it reaches."""

    words: str
    row: int
    ends: bool
    span: tuple[float, float]
    x: float


class Layout(NamedTuple):
    """Places for the first of some names, ``None`` for one without room; the ``worth`` of all that have one."""

    worth: int
    places: tuple[Place | None, ...]


def _places(
    named: Sequence[tuple[str, ...]], weights: Sequence[int], xs: Sequence[float], width: float
) -> tuple[Place | None, ...]:
    """The best places for names, the weightiest first. A few layouts are kept beside each other, so that
    a name goes to the side of its pin on which another great one still has room, or is a shorter one.
    """
    kept = [Layout(0, ())]
    for names, weight, x in zip(named, weights, xs, strict=True):
        worth = LESS * 2**weight
        found = [
            Layout(each.worth + worth - shorter, (*each.places, place))
            for each in kept
            for shorter, words in enumerate(names)
            for place in _free(each.places, words, x, width)
        ]
        found += [Layout(each.worth, (*each.places, None)) for each in kept]
        kept = sorted(found, key=lambda each: -each.worth)[:BESIDE]
    return kept[0].places


def _free(places: Sequence[Place | None], words: str, x: float, width: float) -> Iterable[Place]:
    """Where there is room for a name beside others."""
    long = len(words) * LETTER + GAP
    if len(words) > LONGEST:
        return
    taken = [each for each in places if each]
    for ends in (False, True):
        a, b = (x - long, x + 6) if ends else (x - 6, x + long)
        if a < 0 or b > width:
            continue
        for row in range(len(ROWS)):
            mine = Place(words, row, ends, (a, b), x)
            if not any(_in_the_way(mine, other) for other in taken):
                yield mine


def _in_the_way(one: Place, other: Place) -> bool:
    """Whether two names overlap, or the lower of them would lie under the pin of the upper one."""
    if one.row == other.row:
        return one.span[0] <= other.span[1] and other.span[0] <= one.span[1]
    upper, lower = sorted((one, other), key=lambda each: each.row)
    return lower.span[0] - 4 < upper.x < lower.span[1] + 4


def _years(phases: Sequence[PastPhase], base: str, *, end: str = "/") -> str:
    """The years below the line, each a link to its first phase; those without room stay out, and on a phone's line
    (``spare``) those without room there.
    """
    count, drawn, free, seen = len(phases), [], 0.0, set()
    taken = 0.0
    width = WIDTH if count > FEW else WIDTH * max(count, 12) // FEW
    for place, phase in enumerate(phases):
        year = year_of(phase.turn_title)
        if year in seen or phase.open:
            continue
        seen.add(year)
        x = 100 * place / max(1, count)
        if x * width / 100 < free:
            continue
        free = x * width / 100 + len(year) * LETTER + GAP
        at = x * NARROW / 100
        fits = taken <= at <= NARROW - len(year) * FIGURE
        taken = at + len(year) * FIGURE if fits else taken
        kind = "" if fits else 'class="spare" '
        drawn.append(
            f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="0" y2="6"/><a {kind}href="{base}{phase.number}{end}">'
            f'<text x="{x:.2f}%" dx="3" y="16">{escape(year)}</text></a>'
        )
    return "".join(drawn)


def blocks_of(line: TimeLine, now: int, asked: str = "") -> str:
    """The blocks with that of one phase marked; ``asked`` (``?as=italy``) goes on with their links."""
    return "".join(_marked(block, now, asked) for block in line.blocks)


def zoomed(line: TimeLine, now: int, asked: str = "") -> Iterable[tuple[str, bool, str]]:
    """The turns of the year of a phase: the name, whether it is the phase's own, and links."""
    year = next((block.year for block in line.blocks if block.number == now), "")
    for title, links in line.zoom.get(year, ()):
        own = any(link.number == now for link in links)
        yield title, own, "".join(_marked(link, now, asked) for link in links)


def _marked(block: Block, now: int, asked: str) -> str:
    mark = ' aria-current="page"' if block.number == now else ""
    html = block.html
    if asked:
        html = html.replace(f'{block.number}/"', f'{block.number}/{escape(asked)}"', 1)
    return f"{html}{mark}{block.more}"
