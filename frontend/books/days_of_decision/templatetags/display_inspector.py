"""What lies over the political status display: what is known of each hex, and one's own plan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.books.days_of_decision.arrow_lines import arrow_line
from frontend.books.days_of_decision.drawn_lines import Point
from frontend.books.days_of_decision.templatetags.days_of_decision import (
    Hex,
    box_at,
    is_conquered,
    middle,
)
from frontend.templatetags.language import in_words

register = template.Library()

RING, END = 12, 5
"""How wide the rings of a plan are, around where a piece stands and where it would stand."""
HEAD = 9.0
"""How long the head of its arrow is: one hex leaves no more room."""


@register.simple_tag
def plan_arrows(movements: Iterable[Any]) -> SafeString:
    """What orders would move, as dashed arrows; a piece that would stay has a ring."""
    drawn = []
    for each in movements:
        way = [middle(_hex(place)) for place in each.places]
        (ax, ay), (bx, by) = way[0], way[-1]
        drawn.append(
            (
                " maybe" if each.when else "",
                each.piece,
                _arrow(way),
                f"{ax:.1f}",
                f"{ay:.1f}",
                RING,
                f"{bx:.1f}",
                f"{by:.1f}",
                END,
            )
        )
    return format_html_join(
        "",
        '<g class="plan{}" data-moves="{}">{}<circle cx="{}" cy="{}" r="{}"/>'
        '<circle class="end" cx="{}" cy="{}" r="{}"/></g>',
        drawn,
    )


def _arrow(way: Sequence[Point]) -> SafeString:
    """From the ring around where it stands to the small one where it would stand. It lies over all counters, so its
    head is seen whatever stands there.
    """
    if len(way) < 2:
        return SafeString("")
    there = box_at(way[-1], 2 * END, 2 * END)
    line = arrow_line(way, [*([] for _ in way[1:]), [there]], begin=RING, long=HEAD)
    return format_html(
        '<path class="casing" d="{}"/><path class="shaft" d="{}"/><path class="head" d="{}"/>',
        line.shaft,
        line.shaft,
        line.tip,
    )


def _hex(place: str) -> Hex:
    q, _, r = place.partition("_")
    return int(q), int(r)


@dataclass(frozen=True)
class Inspected:
    """What is known of one hex: who stands there, whose values the minors hold (``holders``: keys and
    codes), and on what each may be played by the reader (``options`` by minor).
    """

    stack: Any
    place: str
    powers: tuple[Any, ...]
    minors: tuple[Any, ...]
    holders: tuple[tuple[str, str], ...]
    options: Mapping[str, tuple[Any, ...]]

    @property
    def pieces(self) -> str:
        """The keys of all that stands there, for a script that has something to add about them."""
        return " ".join((*(power.power for power in self.powers), *(m.key for m in self.minors)))

    @property
    def several(self) -> bool:
        """Whether more than one minor stands there, so that each is a row that opens by itself."""
        return len(self.minors) > 1


@register.simple_tag
def inspected(board: Any) -> list[Inspected]:
    """Every occupied hex."""
    minors = {minor.key: minor for minor in board.minors}
    powers = {line.power: line for line in board.standing}
    aims: dict[str, list[Any]] = {}
    for card in board.hand:
        for key in getattr(card, "aims", ()):
            aims.setdefault(key, []).append(card)
    found = []
    for stack in board.stacks:
        there = tuple(minors[key] for key in stack.minors)
        held = {value.power: value.code for minor in there for value in minor.values}
        found.append(
            Inspected(
                stack=stack,
                place="{}_{}".format(*stack.hex),
                powers=tuple(powers[key] for key in stack.powers if key in powers),
                minors=there,
                holders=tuple(held.items()),
                options={key: tuple(aims[key]) for key in stack.minors if key in aims},
            )
        )
    return found


class InZone(NamedTuple):
    """Who stands in an ideology: its powers and the minors that are countries still."""

    zone: Any
    powers: tuple[str, ...]
    minors: tuple[str, ...]


@register.simple_tag
def by_ideology(board: Any) -> list[InZone]:
    """Each ideology with those that stand in it, by name."""
    fallen = {line.power for line in board.standing if getattr(line, "vichy", "")}
    return [
        InZone(
            zone,
            tuple(
                _("%(power)s (surrendered)") % {"power": name} if m.power in fallen else name
                for m in board.markers
                if m.ideology == zone.key
                for name in (in_words(str(m.name)),)
            ),
            tuple(
                in_words(str(m.name))
                for m in board.minors
                if m.zone == zone.key and not is_conquered(m)
            ),
        )
        for zone in board.zones
    ]


@register.filter
def yielded(board: Any) -> list[tuple[str, list[str]]]:
    """To whose claims minors have yielded: each such power with their names, those of countries that are still one."""
    found: dict[str, list[str]] = {}
    for minor in board.minors:
        for power in () if is_conquered(minor) else getattr(minor, "ceded", ()):
            found.setdefault(power, []).append(in_words(str(minor.name)))
    return list(found.items())


@register.filter
def held_by(minor: Any, power: str) -> int | None:
    """The value that a power holds in a minor; ``None`` where it holds none."""
    return next((value.amount for value in minor.values if value.power == power), None)


@register.filter
def values_of(board: Any, power: str) -> list[tuple[str, int]]:
    """In which minors a power holds a value, the highest first."""
    held = [
        (str(minor.name), value.amount)
        for minor in board.minors
        if not is_conquered(minor)
        for value in minor.values
        if value.power == power and value.amount
    ]
    return sorted(held, key=lambda each: (-each[1], each[0]))


@register.filter
def options_on(hex_: Inspected, minor: Any) -> tuple[Any, ...]:
    """The reader's options that may be played on a minor."""
    return hex_.options.get(minor.key, ())


@register.filter
def where_it_is(stack: Any) -> str:
    """The hex, what lies around it and how far a center is, without who stands there."""
    place, _, rest = in_words(str(stack.text)).partition(": ")
    return "; ".join((place, *rest.split("; ")[1:]))


@register.filter
def zone_of(stack: Any, board: Any) -> str:
    """The ideology in which a hex lies."""
    at = tuple(stack.hex)
    return next((str(cell.zone) for cell in board.cells if (cell.q, cell.r) == at), "")


@register.filter
def steps_to(stack: Any, zone: Any) -> int:
    """How far the center of an ideology is from a hex."""
    (q, r), (cq, cr) = stack.hex, zone.center
    return _steps(q - cq, r - cr)


def _steps(q: int, r: int) -> int:
    return (abs(q) + abs(r) + abs(q + r)) // 2
