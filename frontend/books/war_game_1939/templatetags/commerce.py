"""Commerce dice with their faces, the sum against what may be kept, and the choices side by side."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frontend.books.war_game_1939.choices import SIDES, Choice, choices_of, limit_of, scale_of
from frontend.templatetags.figures import decimal
from frontend.templatetags.language import in_words
from rules.kernel.odds import percent

register = template.Library()

BAR, TALLEST = 0.86, 94
"""How much of its place a bar is wide, and how high the highest is, of a hundred."""
ROUND, MOST_TICKS, ROOM = (1, 2, 5, 10, 20, 50), 6, 0.12
"""How far apart the named sums are: one of these; so many at most, and each with so much of the scale around it."""
FAIR = Fraction(SIDES + 1, 2)
"""What a commerce die brings on average."""
MIDDLE = (0.13, 0.87)
"""Where on the scale of a sum a number has room between both ends."""
MOST_WAYS = 9999
"""A fraction of more ways than that is said as a percentage alone."""


class Face(NamedTuple):
    """A die of a nation: ``sort`` is thrown, bid, next or left; ``note`` stands under it; ``was`` is what it showed before it
    was thrown again.
    """

    sort: str
    text: str
    note: str
    said: str
    was: str = ""


@register.simple_tag
def commerce_wide(board: Any) -> str:
    """Whose dice stand first and wide: the reader's own, else those of the first who can still do something."""
    mine = next((card.nation for card in board.commerce if card.mine and card.moves), "")
    begun = (card.nation for card in board.commerce if card.moves and card.thrown)
    open_ = (card.nation for card in board.commerce if card.moves)
    return mine or next(begun, "") or next(open_, "")


@register.simple_tag
def commerce_faces(card: Any) -> list[Face]:
    """The dice of a nation, each with what stands under it: what it was, which is the lowest, and which is next."""
    lowest = card.thrown.index(min(card.thrown)) if card.thrown and card.rerolls_left else -1
    faces = []
    for n, value in enumerate(card.thrown):
        was = ", ".join(str(before) for number, before in card.was if number == n + 1)
        notes = [_("was %(before)s") % {"before": was}] if was else []
        notes += [pgettext("a die", "lowest")] if n == lowest else []
        faces.append(Face("thrown", str(value), ", ".join(notes), str(value), was))
    faces += [Face("bid", str(card.bid_worth), _("safe bid"), str(card.bid_worth))] * card.bids
    not_thrown = pgettext("a die", "not thrown")
    following = [Face("next", "?", pgettext("a die", "next"), not_thrown)]
    following += [Face("left", "", "", not_thrown)] * (card.left - 1)
    faces += following[: card.left]
    return faces


@register.simple_tag
def commerce_again(card: Any) -> list[str]:
    """Each second throw in words."""
    return [
        _("die %(number)s was thrown again: %(before)s, then %(after)s")
        % {"number": number, "before": before, "after": after}
        for at, (number, before) in enumerate(card.was)
        for after in (
            next((b for n, b in card.was[at + 1 :] if n == number), card.thrown[number - 1]),
        )
    ]


@register.simple_tag
def commerce_sum(card: Any, board: Any) -> dict[str, Any]:
    """The sum on the table against what may be kept of it: the bar, and both numbers."""
    limit = _limit(card, board)
    most = max(card.highest, limit or 0, 1)

    def x(value: int) -> str:
        return f"{100 * value / most:.1f}%"

    dashed = (
        format_html(
            '<rect class="may-still" x="{}" y="8" width="{}" height="10"/>',
            x(card.tally.net),
            f"{100 * max(0, min(card.highest, limit or card.highest) - card.tally.net) / most:.1f}%",
        )
        if card.moves and card.highest > card.tally.net
        else ""
    )
    mark = (
        format_html('<line class="limit" x1="{0}" x2="{0}" y1="0" y2="24"/>', x(limit))
        if limit is not None
        else ""
    )
    ticks = [(0, "first"), (most, "end")]
    if limit is not None and MIDDLE[0] < limit / most < MIDDLE[1]:
        ticks.insert(1, (limit, "middle"))
    scale = format_html_join(
        "",
        '<text class="{}" x="{}" y="40">{}</text>',
        ((where, x(value), value) for value, where in ticks),
    )
    svg = format_html(
        '<svg class="commerce-sum" height="44" role="img" aria-label="{}">'
        '<rect class="whole" y="8" width="100%" height="10"/>'
        '<rect class="sum" y="8" width="{}" height="10"/>{}{}{}</svg>',
        _("$%(sum)s on the table, at most $%(most)s in the end")
        % {"sum": card.tally.net, "most": card.highest},
        x(card.tally.net),
        dashed,
        mark,
        scale,
    )
    return {"svg": svg, "limit": limit, "most": most}


@register.simple_tag
def commerce_choices(card: Any, board: Any) -> dict[str, Any] | None:
    """The choices of a nation beside each other, on one scale, and a sentence on what makes them differ."""
    limit = _limit(card, board)
    found = _weighed(choices_of(card, limit))
    if len(found) < 2:
        return None
    if limit is not None and limit >= max(choice.most for choice in found):
        limit = None  # nothing can be lost
    scale = scale_of(found)
    return {
        "all": [
            _Shown(choice, _bars(choice, scale, limit), limit, card.bid_worth) for choice in found
        ],
        "limit": limit,
        "band": limit is not None and limit < scale[1],
        "why": " ".join(_why(card, found, limit)),
    }


def _weighed(found: list[Choice]) -> list[Choice]:
    """The choices that are weighed against each other: while dice are left, a second throw can wait, and stands beside
    the others only where it is the best alone.
    """
    best = [choice.move for choice in found if choice.best]
    if best == ["reroll"] or not any(choice.move == "roll" for choice in found):
        return found
    return [choice for choice in found if choice.move != "reroll"]


class _Shown:
    """A choice with its picture and its four numbers."""

    def __init__(self, choice: Choice, svg: SafeString, limit: int | None, bid: int) -> None:
        """As they are read; ``value`` is the move of its act, empty where nothing is to be done, ``verb`` its button."""
        self.label, self.best, self.svg, self.limit = choice.label, choice.best, svg, limit
        self.value = {"reroll": f"reroll.{choice.die}", "stop": ""}.get(choice.move, choice.move)
        self.verb = _verb(choice.move, bid)
        self.mean = _dollars(choice.mean)
        self.kept = "" if choice.kept is None else _dollars(choice.kept)
        self.full = choice.full
        self.full_percent = "" if choice.full is None else decimal(in_words(percent(choice.full)))
        exact = choice.full is not None and choice.full.denominator <= MOST_WAYS
        self.full_exact = (
            f"{choice.full.numerator}/{choice.full.denominator}" if exact and choice.full else ""
        )
        self.worst, self.most = choice.worst, choice.most


def _verb(move: str, bid: int) -> str:
    if move == "bid":
        return _("Take the $%(amount)s") % {"amount": bid}
    return _("Throw it again") if move == "reroll" else _("Throw it")


@register.simple_tag
def commerce_limit(card: Any, board: Any) -> int | None:
    """How much of its commerce money a nation may keep; ``None`` without a maximum."""
    return _limit(card, board)


@register.simple_tag
def commerce_stop(card: Any, board: Any) -> dict[str, int]:
    """The sums at which throws can stop: from ``least`` to ``most``, and a ``value`` to begin with, which is what may be
    kept where the dice can bring it, else what they bring on average.
    """
    total = card.tally.net
    least, most = total + 1, total + card.left * SIDES
    limit = _limit(card, board)
    likely = round(total + card.left * FAIR)
    return {
        "least": least,
        "most": most,
        "value": limit if limit and least <= limit <= most else likely,
    }


def _limit(card: Any, board: Any) -> int | None:
    line = next((each for each in board.ledgers if each.nation == card.nation), None)
    return limit_of(line)


@register.filter
def dollars(amount: Any) -> str:
    """An amount of money as its reader writes it."""
    return _("$%(amount)s") % {"amount": amount}


def _dollars(number: Fraction) -> str:
    cents = round(number * 100)
    return decimal(f"{cents // 100}.{cents % 100:02d}")


def _bars(choice: Choice, scale: tuple[int, int, Fraction], limit: int | None) -> SafeString:
    """The chances of each final sum; what may not be kept lies on a band. As wide as its box, with letters of the page."""
    low, high, most = scale
    step = 100 / (high - low + 1)
    band = ""
    if limit is not None and limit < high:
        left = max(0.0, (limit + 1 - low) * step)
        band = format_html(
            '<rect class="not-kept" x="{}%" width="{}%" height="100%"/>',
            f"{left:.2f}",
            f"{100 - left:.2f}",
        )
    bars = format_html_join(
        "",
        '<rect class="{}" x="{}%" y="{}%" width="{}%" height="{}%"/>',
        (
            (
                "sum above" if limit is not None and total > limit else "sum",
                f"{(total - low) * step:.2f}",
                f"{100 - high_as:.1f}",
                f"{step * BAR:.2f}",
                f"{high_as:.1f}",
            )
            for total, part in choice.chances.items()
            if low <= total <= high
            for high_as in (TALLEST * min(1.0, float(part / most)),)
        ),
    )
    names = format_html_join(
        "",
        '<text class="{}" x="{}%" y="100%" dy="1.2em">{}</text>',
        (
            (
                "first" if total == low else "end" if total == high else "middle",
                "0"
                if total == low
                else "100"
                if total == high
                else f"{(total - low + 0.5) * step:.1f}",
                total,
            )
            for total in _ticks(low, high, limit)
        ),
    )
    return format_html(
        '<svg class="choice-chances" role="img" aria-label="{0}">{1}{2}'
        '<line class="base" x2="100%" y1="100%" y2="100%"/>'
        '<line class="mean" x1="{3}%" x2="{3}%" y1="0" y2="100%"/>{4}</svg>',
        _("Final sums from %(lowest)s to %(highest)s, %(mean)s on average")
        % {"lowest": choice.worst, "highest": choice.most, "mean": _dollars(choice.mean)},
        band,
        bars,
        f"{(float(choice.mean) - low + 0.5) * step:.2f}",
        names,
    )


def _ticks(low: int, high: int, limit: int | None) -> list[int]:
    """The sums that are named below the bars: both ends, what may be kept, and round numbers where there is room."""
    found = sorted({low, high})
    every = next((n for n in ROUND if (high - low) / n <= MOST_TICKS), ROUND[-1])
    rounds = range(low - low % every + every, high, every)
    for total in ([] if limit is None else [limit]) + list(rounds):
        if low < total < high and all(abs(total - other) >= ROOM * (high - low) for other in found):
            found.append(total)
    return sorted(found)


def _why(card: Any, found: Sequence[Choice], limit: int | None) -> Iterator[str]:
    """What makes the choices differ, from their exact numbers."""
    by = {choice.move: choice for choice in found}
    roll, bid, again = by.get("roll"), by.get("bid"), by.get("reroll")
    if roll and bid:
        yield _("The next die brings $%(die)s on average, the safe bid $%(bid)s.") % {
            "die": _dollars(FAIR),
            "bid": card.bid_worth,
        }
        further = roll.mean - bid.mean + card.bid_worth - FAIR
        if further > 0:
            yield _(
                "But a low die can take a second throw and a high one leaves it for another:"
                " that is worth $%(worth)s more."
            ) % {"worth": _dollars(further)}
        yield from _together(roll.mean, bid.mean, _("the throw"), _("the safe bid"))
    if again and not (roll and bid):
        stop = by.get("stop")
        if stop:
            yield _("The lowest die shows %(low)s; thrown again it brings $%(die)s on average.") % {
                "low": min(card.thrown),
                "die": _dollars(FAIR),
            }
    if limit is not None and len(found) > 1:
        best, next_best = sorted(found, key=lambda choice: -(choice.kept or 0))[:2]
        gain = (best.kept or Fraction(0)) - (next_best.kept or Fraction(0))
        over = any(choice.most > limit for choice in found)
        if over and gain:
            yield _(
                "What lies above $%(limit)s is given back with the land income."
                " Of what may be kept, “%(choice)s” keeps $%(gain)s more on average than the next."
            ) % {"limit": limit, "choice": in_words(best.label), "gain": _dollars(gain)}
        elif over:
            yield _("What lies above $%(limit)s is given back with the land income.") % {
                "limit": limit
            }


def _together(roll: Fraction, bid: Fraction, throw: str, safe: str) -> Iterator[str]:
    if roll == bid:
        yield _("Together both come to the same, exactly.")
        return
    better, by = (throw, roll - bid) if roll > bid else (safe, bid - roll)
    yield _("Together %(choice)s brings $%(gain)s more on average.") % {
        "choice": better,
        "gain": _dollars(by),
    }
