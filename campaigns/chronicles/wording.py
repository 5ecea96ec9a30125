"""Headline, lede and sentences of a chronicle: only what the log shows, the weightiest first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext_lazy
from msgspec.structs import replace

from campaigns.chronicles.spec import DEEDS, Measure
from campaigns.domain.wording import in_readers_words
from core.text.lists import listed
from rules.kernel.grammar import joined

NUMBERS = (
    pgettext_lazy("a number before what is counted", "no"),
    pgettext_lazy("a number before what is counted", "one"),
    _lazy("two"),
    _lazy("three"),
    _lazy("four"),
    _lazy("five"),
    _lazy("six"),
    _lazy("seven"),
    _lazy("eight"),
    _lazy("nine"),
    _lazy("ten"),
)


class Stood(NamedTuple):
    """Where somebody stood at the end. ``share`` is the percentage that the rules measure, or ``None``."""

    key: str
    name: str
    value: int
    whole: int | None = None
    share: int | None = None

    @property
    def rank(self) -> int:
        """What they are ordered by."""
        return self.value if self.share is None else self.share


def number(count: int) -> str:
    """A small number in a word."""
    return str(NUMBERS[count]) if 0 <= count < len(NUMBERS) else str(count)


def upper(text: str) -> str:
    """With a capital first letter, as it begins a sentence."""
    return text[:1].upper() + text[1:]


def in_words(by: Measure) -> Measure:
    """A measure in its reader's language."""
    say = in_readers_words
    goals = by.goals and replace(
        by.goals,
        unit=say(by.goals.unit),
        names={key: say(name) for key, name in by.goals.names.items()},
    )
    return replace(
        by,
        title=say(by.title),
        by=say(by.by),
        unit=say(by.unit),
        singular=say(by.singular),
        goals=goals,
    )


def headline(
    rows: Sequence[Stood], measure: Measure | None, great: str, goals: Sequence[Stood] = ()
) -> str:
    """How it ended, in one line: by the measure where it leads, else by the weightiest events (``great``). Where
    sides win (``goals``) and none did, that comes first. Empty where nothing says anything.
    """
    if measure and rows and (measure.leads or not great):
        if goals and not reached(goals):
            best = [row.name for row in rows if row.rank == max(each.rank for each in rows)]
            return ngettext(
                "No side wins; %(names)s stands best of single powers",
                "No side wins; %(names)s stand best of single powers",
                len(best),
            ) % {"names": listed(best)}
        return by_measure(sorted(rows, key=lambda row: -row.rank), measure)
    return great


def by_measure(rows: Sequence[Stood], measure: Measure) -> str:
    """The line for rows in their order, the best first. Who wins is said only where the rules say it."""
    best = [row for row in rows if row.rank == rows[0].rank]
    last = [row for row in rows if row.rank == rows[-1].rank]
    level = len(best) == len(rows)
    if len(best) == 1 and not measure.decides:
        amount = f"{_count(measure, rows[0].value)} {_unit(measure, rows[0].value)}"
        most = ngettext(
            "%(amount)s ends with %(power)s", "%(amount)s end with %(power)s", rows[0].value
        ) % {"amount": amount, "power": rows[0].name}
        others = [
            _("%(count)s with %(power)s") % {"count": _count(measure, row.value), "power": row.name}
            for row in rows[1:3]
        ]
        return upper(", ".join((most, *others)))
    if len(best) == 1:
        first = _("%(power)s stands best") % {"power": best[0].name}
    elif len(best) == 2:
        first = _("%(powers)s stand best together") % {"powers": listed([row.name for row in best])}
    elif level:
        first = _("all powers end level")
    else:
        first = _("%(count)s powers stand best together") % {"count": number(len(best))}
    if level and not measure.decides:
        value = rows[0].value
        amount = f"{_count(measure, value)} {_unit(measure, value)}"
        return upper(_("%(who)s, with %(amount)s each") % {"who": first, "amount": amount})
    tail = (
        _("%(power)s comes last") % {"power": last[0].name} if len(last) == 1 and not level else ""
    )
    return upper("; ".join(part for part in (first, tail) if part))


def reached(goals: Sequence[Stood]) -> list[Stood]:
    """The sides that hold what they need to win."""
    return [row for row in goals if row.value >= (row.whole or 0)]


def won(goals: Sequence[Stood], unit: str) -> str:
    """Where the sides stand against what they need to win, in a sentence or two."""
    if not goals:
        return ""
    first, *others = goals
    behind = _("%(side)s %(held)s of %(needed)s")
    told = {
        "unit": unit,
        "first": _("%(side)s hold %(held)s of %(needed)s") % _held(first),
        "others": "".join(f", {behind % _held(row)}" for row in others),
        "names": listed([row.name for row in reached(goals)]),
    }
    if reached(goals):
        found = _("%(names)s hold the %(unit)s that they need to win: %(first)s%(others)s.") % told
    else:
        found = _("No side holds the %(unit)s that it needs to win: %(first)s%(others)s.") % told
    return upper(found)


def _held(row: Stood) -> dict[str, object]:
    return {"side": row.name, "held": row.value, "needed": row.whole}


def measured(rows: Sequence[Stood], measure: Measure, plurals: Collection[str] = ()) -> str:
    """Who stood best by which measure: those that stand level together."""
    groups: dict[int, list[Stood]] = {}
    for row in sorted(rows, key=lambda row: -row.rank):
        groups.setdefault(row.rank, []).append(row)
    (rank, best), *others = groups.items()
    told = {
        "measure": measure.by,
        "names": listed([row.name for row in best]),
        "amount": _amounts(best, rank, measure),
    }
    if not others and len(best) > 1:
        return _("By %(measure)s, all stand level, with %(amount)s.") % told
    if measure.goals:
        said = ngettext(
            "Of single powers %(names)s stands best, with %(amount)s.",
            "Of single powers %(names)s stand best, with %(amount)s.",
            _many(best, plurals),
        )
    else:
        said = ngettext(
            "By %(measure)s, %(names)s stands best, with %(amount)s.",
            "By %(measure)s, %(names)s stand best, with %(amount)s.",
            _many(best, plurals),
        )
    return said % told


def _many(rows: Sequence[Stood], plurals: Collection[str]) -> int:
    """How many a verb is of."""
    return 2 if len(rows) > 1 or any(row.key in plurals for row in rows) else 1


def _amounts(same: Sequence[Stood], rank: int, measure: Measure) -> str:
    """What each of those has who stand level, with what is counted."""
    if same[0].share is not None:
        return _("%(amount)s per cent of %(unit)s") % {"amount": rank, "unit": measure.unit}
    # One before a noun has forms in other languages.
    amount = _count(measure, rank) if rank > 1 else _amount(measure, rank)
    told = {"amount": amount, "unit": _unit(measure, rank)}
    return (_("%(amount)s %(unit)s each") if len(same) > 1 else _("%(amount)s %(unit)s")) % told


def gained(moved: Mapping[str, tuple[int, int]], measure: Measure) -> str:
    """Who gained and who lost most by the measure since the end of the first turn, with where they stood then and in
    the end, in a sentence; empty where nobody gained.
    """
    far = {name: after - before for name, (before, after) in moved.items()}
    up = max(far, key=lambda name: far[name], default="")
    down = min(far, key=lambda name: far[name], default="")
    if not up or far[up] <= 0:
        return ""
    told = {
        "up": up,
        "since": _amount(measure, moved[up][0]),
        "more": _with_unit(measure, moved[up][1]),
        "down": down,
        "before": _amount(measure, moved[down][0]),
        "less": _amount(measure, moved[down][1]),
    }
    if far[down] >= 0:
        return (
            _("Since the end of the first turn %(up)s gained most, from %(since)s to %(more)s.")
            % told
        )
    return (
        _(
            "Since the end of the first turn %(up)s gained most, from %(since)s to %(more)s, "
            "and %(down)s lost most, from %(before)s to %(less)s."
        )
        % told
    )


def rose(
    name: str, values: tuple[int, int, int, int], measure: Measure, told: tuple[str, str]
) -> str:
    """How far who stands best came: where they stood at the end of the first turn and the last, and before and after
    the turn in which they rose most; ``told`` are that turn and what happened in it.
    """
    first, _last, before, after = (_amount(measure, each) for each in values)
    last = _with_unit(measure, values[1])
    turn, events = told
    return upper(
        _(
            "%(name)s rose from %(first)s at the end of the first turn to %(last)s, and most in %(turn)s, "
            "from %(before)s to %(after)s: %(events)s."
        )
        % {
            "name": name, "first": first, "last": last, "turn": turn,
            "before": before, "after": after, "events": events,
        }
    )  # fmt: skip


def together(sums: Mapping[str, int], measure: Measure) -> str:
    """What each side holds together, the most first."""
    ranked = sorted(sums, key=lambda name: -sums[name])
    parts = [
        _("%(side)s %(amount)s") % {"side": side, "amount": _amount(measure, sums[side])}
        for side in ranked
    ]
    return _("By sides: %(sums)s.") % {"sums": listed(parts)} if len(parts) > 1 else ""


def stayed_out(turns: Sequence[tuple[str, str]]) -> str:
    """Which powers were at war with no other until when: pairs of a name and a turn; empty of none."""
    parts = [_("%(power)s until %(turn)s") % {"power": name, "turn": turn} for name, turn in turns]
    said = _("These stayed out of the war between great powers: %(powers)s.") % {
        "powers": listed(parts)
    }
    return said if parts else ""


def took(
    best: Stood,
    places: Sequence[str],
    more: int,
    plurals: Collection[str],
    *,
    all_kept: bool,
    counted: bool = True,
) -> str:
    """Why somebody stood best: what they took, in a sentence; ``more`` places are not named, nor ``counted`` where
    their number would stand beside another, of what they gained. Empty where they took none.
    """
    if not places:
        return ""
    rest = (
        ngettext("%(number)s other", "%(number)s others", more) % {"number": number(more)}
        if counted
        else _("others")
    )
    told = {"who": best.name, "what": listed([*places, rest] if more else list(places))}
    count = _many([best], plurals)
    # English says both alike; other languages tell one from several.
    if all_kept:
        said = ngettext(
            "%(who)s took %(what)s, and lost none.",
            "%(who)s took %(what)s, and lost none.",
            count,
        )
    else:
        said = ngettext("%(who)s took %(what)s.", "%(who)s took %(what)s.", count)
    return upper(said % told)


def done(best: str, deeds: Mapping[str, Sequence[str]]) -> str:
    """What else made somebody stand best, a sentence for each kind of deed; all names are English."""
    in_order = ((kind, deeds[kind]) for kind in DEEDS if kind in deeds)
    # Put together first: a sentence is known in another language with what stands in it.
    said = (DEEDS[kind].format(who=best, whom=joined(whom)) for kind, whom in in_order)
    return " ".join(in_readers_words(upper(each)) for each in said)


def fought(wars: Iterable[tuple[str, str]]) -> str:
    """Which wars of others mattered to who stood best, a sentence each; all names are English."""
    said = (DEEDS["fought"].format(who=who, whom=whom) for who, whom in wars)
    return " ".join(in_readers_words(upper(each)) for each in said)


def lucky(names: Mapping[str, str], stands: Mapping[str, str], means: Mapping[str, str]) -> str:
    """Whose dice ended outside the band of honest dice, in a sentence; empty where nobody's did."""
    parts = [
        (
            _("%(name)s's dice ended above where 19 of 20 honest throwers end, at %(mean)s")
            if stands[key] == "above"
            else _("%(name)s's dice ended below where 19 of 20 honest throwers end, at %(mean)s")
        )
        % {"name": name, "mean": means[key]}
        for key, name in names.items()
        if stands[key] != "within"
    ]
    return f"{upper(listed(parts))}." if parts else ""


def signed(value: int) -> str:
    """A number with a true minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def named_first(head: str, names: Mapping[str, str]) -> str:
    """The key of whom a head names first; empty where it names nobody."""
    found = {key: head.find(name) for key, name in names.items() if name in head}
    return min(found, key=lambda key: found[key], default="")


def sentences(heads: Sequence[str]) -> str:
    """Heads as sentences of one paragraph."""
    return " ".join(
        f"{upper(head)}." if not head.endswith((".", "!", "?")) else head for head in heads
    )


def _unit(measure: Measure, count: int) -> str:
    return measure.singular if count == 1 and measure.singular else measure.unit


def _with_unit(measure: Measure, count: int) -> str:
    """A number; with what it is of where the best are told by a share."""
    amount = _amount(measure, count)
    return f"{amount} {measure.goals.unit}" if measure.goals else amount


def _amount(measure: Measure, count: int) -> str:
    return f"{measure.before}{count}"


def _count(measure: Measure, count: int) -> str:
    return _amount(measure, count) if measure.before else number(count)
