"""Pictures of the War Game board: the ladder of war status, bars of its neutrals."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text.lists import listed
from frontend.charts import Chart, Line, Step, Tick, bar, draw
from frontend.templatetags.language import in_words

register = template.Library()

COLUMN, LEFT, TOP, RUNG = 146, 122, 30, 68
"""Width of a nation's column, of the labels beside it, height of the head and of a rung."""
RAIL = 10
LINES = 4
"""How many lines there is room for beside a step."""
LINE = 16
"""The height of a line."""
LETTERS = 14
"""How many letters of a condition there is room for on one line."""


@register.simple_tag
def war_ladder(rows: Sequence[Any], status: str = "") -> SafeString:
    """A column for each Ally: its rail filled up to its status, a ring for each step that is not reached, and
    beside it what can lead there, with the exact chance of standing there after its next declarations. A dashed
    arrow leads to where what has happened will bring it then. A campaign whose ``status`` is that of one that is over
    shows where everybody stands, and no more.
    """
    ahead = status != "finished"
    steps = rows[0].steps
    height = TOP + RUNG * len(steps)
    width = LEFT + COLUMN * len(rows)
    rungs = [(_y(at, len(steps)), step) for at, step in enumerate(steps)]
    lines = format_html_join(
        "",
        '<line class="rung" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="rung-name" x="0" y="{}">{}</text>'
        '<text class="rung-share" x="0" y="{}">{}</text>',
        (
            (
                LEFT,
                width,
                f"{y:.0f}",
                f"{y:.0f}",
                f"{y:.0f}",
                in_words(step.title),
                f"{y + LINE + 3:.0f}",
                _share(step),
            )
            for y, step in rungs
        ),
    )
    columns = format_html_join(
        "", "{}", ((_column(row, at, ahead),) for at, row in enumerate(rows))
    )
    return format_html(
        '<svg class="war-ladder" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>',
        width,
        height,
        _("War status. %(which)s")
        % {"which": "; ".join(in_words(f"{row.name}: {row.title}") for row in rows)},
        lines,
        columns,
    )


def _share(step: Any) -> str:
    """How much of its income a nation collects on a rung; those between are called by their per cent."""
    ends = {0: _("no income"), 100: _("all its income")}
    return ends.get(step.share) or _("of its income")


def _y(at: int, count: int) -> float:
    """The height of a rung; peace lies lowest."""
    return TOP + RUNG * (count - 1 - at) + RUNG / 2


def _column(row: Any, at: int, ahead: bool) -> SafeString:
    x, count = LEFT + COLUMN * at + 8, len(row.steps)
    heights = {step.level: _y(place, count) for place, step in enumerate(row.steps)}
    floor, now = heights[min(heights)], heights[row.status]
    due = ""
    if row.due != row.status and ahead:
        due = format_html(
            '<path class="due" d="M{0} {1}V{2}"/><path class="due-tip" d="M{0} {3}l-5 9h10Z"/>',
            x + RAIL / 2,
            f"{now - 10:.0f}",
            f"{heights[row.due] + 12:.0f}",
            f"{heights[row.due] + 8:.0f}",
        )
    rings = format_html_join(
        "",
        '<circle class="step" cx="{}" cy="{}" r="5"/>',
        ((x + RAIL / 2, f"{heights[step.level]:.0f}") for step in row.steps if not step.reached),
    )
    words = format_html_join(
        "",
        '<text class="{}" x="{}" y="{}">{}</text>',
        (
            (sort, x + RAIL + 10, f"{y:.0f}", text)
            for step in row.steps
            if ahead and not step.reached
            for sort, y, text in _beside(row, step, heights[step.level])
        ),
    )
    return format_html(
        '<g class="side-western"><text class="nation" x="{0}" y="14">{1}</text>'
        '<rect class="rail" x="{0}" y="{2}" width="{3}" height="{4}"/>'
        '<rect class="risen" x="{0}" y="{5}" width="{3}" height="{6}"/>'
        '{7}<circle class="stand" cx="{8}" cy="{9}" r="8"/></g>{10}{11}',
        x,
        in_words(row.name),
        TOP,
        RAIL,
        RUNG * count,
        f"{now:.0f}",
        f"{floor + RUNG / 2 - now:.0f}",
        rings,
        x + RAIL / 2,
        f"{now:.0f}",
        due,
        words,
    )


def _beside(row: Any, step: Any, y: float) -> Iterator[tuple[str, float, str]]:
    """Beside a step: the exact chance of standing there next, and the conditions that can lead to it."""
    lines: list[tuple[str, str]] = []
    chance = next((odds for odds in row.outlook if odds.level == step.level and odds.parts), None)
    if chance is not None:
        lines.append(("chance", f"{chance.parts}/{chance.whole}"))
    ways = [way for way in step.conditions if way.state != "closed"]
    for at, way in enumerate(ways):
        words = wrap(in_words(way.title), LETTERS)
        if len(lines) + len(words) + (at < len(ways) - 1) > LINES:
            more = len(ways) - at
            said = ngettext("and %(number)s more", "and %(number)s more", more)
            lines.append(("way", said % {"number": more}))
            break
        lines += [("way", each) for each in words]
    for at, (sort, text) in enumerate(lines):
        yield sort, y + 4 + LINE * (at - (len(lines) - 1) / 2), text


@register.simple_tag
def dice_by_turn(board: Any) -> SafeString:
    """The commerce dice of each game turn, a line for all nations of a side that have as many."""
    alike: dict[tuple[str, tuple[int, ...]], list[Any]] = {}
    for line in board.ledgers:
        if row := tuple(turn.dice for turn in line.dice if not turn.lost):
            alike.setdefault((line.side, row), []).append(line)
    throwing = [line for line in board.ledgers if line.dice]
    last = max((len(line.dice) for line in throwing), default=0)
    allies = sum(line.side == "allies" for line in throwing)
    lines = tuple(
        Line(
            name=_("each Ally")
            if side == "allies" and len(nations) == allies
            else listed([in_words(each.name) for each in nations]),
            short=", ".join(in_words(each.name) for each in nations) if len(nations) == 2 else "",
            steps=tuple(Step(2 * turn, dice) for turn, dice in enumerate(row, start=1)),
            hue=HUES[side],
            mark=nations[0].mark,
            ends=2 * len(row) + 2 if len(row) < last else 0,
        )
        for (side, row), nations in alike.items()
    )
    # A turn is two places wide, so that the one of now is marked in its middle and a line ends after its last.
    turns = tuple(_("turn %(number)s") % {"number": n} for n in range(1, last + 1))
    places = tuple(name for name in turns for _half in range(2))
    # A small chart has no room for the names of neighbours.
    ticks = tuple(Tick(2 * n, name) for n, name in enumerate(turns, start=1) if n % 2)
    title = _("Dice from turn to turn")
    chart = Chart(title, lines, 2, 2 * last + 2, ticks, (*places, *turns[-1:]))
    return draw(chart, size="small", cursor=2 * board.turn + 1 if board.turn <= last else None)


@register.simple_tag
def ladder_of_reader(board: Any, status: str) -> Any:
    """The row of the reader's own nation, where something can still lead it further."""
    own = next((row for row in board.ladder if row.nation == board.power), None)
    return own if own and status != "finished" and not all(s.reached for s in own.steps) else None


@register.simple_tag
def land_by_nation(board: Any) -> list[dict[str, Any]]:
    """The territories under whoever holds them or is leant to, neutrals of nobody last."""
    groups = [
        {
            "ledger": line,
            "held": [t for t in board.territories if t.holder == line.nation],
            "leaning": [t for t in board.territories if t.patron == line.nation and not t.vichy],
            "lost": [
                t
                for t in board.territories
                if t.original == line.nation and t.holder not in ("", line.nation)
            ],
        }
        for line in board.ledgers
    ]
    free = [t for t in board.territories if not t.holder and not t.patron]
    vichy = [t for t in board.territories if t.vichy]
    return [*groups, {"ledger": None, "title": "Vichy", "held": vichy, "leaning": [], "lost": []},
            {"ledger": None, "title": _("Unaffiliated neutrals"), "held": free, "leaning": [], "lost": []}]  # fmt: skip


TIES = {"economic": gettext_lazy("trade with it"), "sworn": gettext_lazy("side with it")}
"""What neutrals do whose land counts for a nation, by how they lean to it."""
HUES = {"axis": "axis", "allies": "western"}
"""The hue of each side."""


@register.simple_tag
def holdings(board: Any) -> list[dict[str, Any]]:
    """What each nation holds, whoever holds most first: its ledger, its war status or that it fell, a bar for the value of
    its land, what it holds beside its own land by whose that was, what leans to it, and what it has lost, by who holds that.
    Vichy land counts for the ally of Vichy, and what was neutral was whose it became first.
    """
    most = max((line.land.net for line in board.ledgers), default=1)
    status = {row.nation: in_words(row.title) for row in board.ladder}
    if board.france.fallen:
        fell = _("fell in %(turn)s; what is left is Free French")
        status["france"] = fell % {"turn": in_words(board.france.fallen_title)}
    return [
        {
            "line": line,
            "status": status.get(line.nation, ""),
            "bar": bar(line.land.net, most, hue=HUES.get(line.side, "")),
            "more": _more(board, line.nation),
            "lost": _lost(board, line.nation),
        }
        for line in sorted(board.ledgers, key=lambda each: -each.land.net)
    ]


def _more(board: Any, nation: str) -> list[tuple[str, str]]:
    """What counts for a nation beside its own land, by whose it was or how it leans."""
    found = []
    for t in board.territories:
        before = t.original or ("" if t.first_in == nation else t.first_in)
        if t.holder == nation and before != nation:
            found.append((nation_name(before, board) or _("neutrals"), t))
        elif t.vichy == nation and not t.holder:
            found.append((_through_vichy(t.original, board), t))
        elif t.patron == nation and not t.vichy and t.level in TIES:
            found.append((str(TIES[t.level]), t))
    ties = [str(tie) for tie in TIES.values()]
    return sorted(_places(found), key=lambda row: row[0] in ties)


def _lost(board: Any, nation: str) -> list[tuple[str, str]]:
    """What a nation has lost of its own land and of what it had first, by whom it counts for."""
    found = []
    for t in board.territories:
        if nation not in (t.original, t.first_in) or t.holder == nation:
            continue
        if t.holder:
            found.append((nation_name(t.holder, board), t))
        elif t.vichy:
            found.append((_through_vichy(t.vichy, board), t))
    return _places(found)


def _through_vichy(nation: str, board: Any) -> str:
    return _("%(nation)s, through Vichy") % {"nation": nation_name(nation, board)}


def _places(named: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    """Territories under their names, each with its value, the most valuable first."""
    found: dict[str, list[str]] = {}
    for whose, t in sorted(named, key=lambda each: -each[1].value):
        found.setdefault(whose, []).append(f"{in_words(t.name)} {t.value}")
    return [(whose, ", ".join(places)) for whose, places in found.items()]


@register.filter
def nation_name(nation: str, board: Any) -> str:
    """The name of a nation on this board."""
    return in_words(
        next((str(line.name) for line in board.ledgers if line.nation == nation), nation)
    )


@register.filter
def side_of_nation(nation: str, board: Any) -> str:
    """The side of a nation on this board."""
    return next((line.side for line in board.ledgers if line.nation == nation), "")


@register.filter
def lean_words(lean: str, board: Any) -> str:
    """What a neutral leans to, as ``friendly to France``; ``nobody`` where it leans to none."""
    nation, _dot, level = lean.partition(".")
    if not level:
        return _("nobody")
    return _("%(level)s to %(nation)s") % {
        "level": in_words(level),
        "nation": nation_name(nation, board),
    }
