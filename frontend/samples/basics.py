"""What the style page shows of the parts that many pages have: fields, sums, chances, lines of the log, charts."""

from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.press.press_records import Quote
from campaigns.selectors.reader.power_badges import Badge
from frontend.charts import Chart, Step, Threshold, Tick, bar, draw, luck_row, spark
from frontend.charts import Line as TrackLine
from frontend.forms.orders import rows
from frontend.samples.table import HEAD
from frontend.templatetags.language import in_words
from rules.kernel.events import Line
from rules.kernel.menus import Allot, Barred, Choice, Flag, Pick
from rules.kernel.pages import Assumed, Chance, Panel
from rules.kernel.tally import Row, Tally

AT = datetime(1939, 6, 4, 8, 15, tzinfo=UTC)


def tally() -> Tally:
    """A sum with its reasons."""
    return Tally(
        title=gettext("Turkey"),
        base=0,
        base_reason=gettext("Base alignment of Turkey"),
        rows=(
            Row(key="mine", amount=-2, reason=gettext("Your points, 2"), rule="49.21"),
            Row(
                key="theirs",
                amount=-1,
                reason=gettext("French points, 1"),
                rule="49.21",
                reads=("map",),
            ),
        ),
        net=-3,
    )


def void() -> tuple[Row, ...]:
    """What does not count."""
    reason = gettext("Axis factors in Turkey")
    return (Row(key="void", amount=0, reason=reason, rule="49.5"),)


def _chances(side: str, *rows: tuple[str, int, bool]) -> tuple[Chance, ...]:
    return tuple(
        Chance(row=row, meaning="", parts=parts, whole=6, side=side if gains else "")
        for row, parts, gains in rows
    )


ODDS = (
    (_("No Axis points: gain 3 in 6"), _chances("western", ("-2", 1, True), ("-1", 1, True), ("0", 1, True), ("1-2", 2, False), ("3-4", 1, False))),
    (_("One: gain 2 in 6"), _chances("western", ("-1", 1, True), ("0", 1, True), ("1-2", 2, False), ("3-4", 2, False))),
    (_("Two: gain 1 in 6"), _chances("western", ("0", 1, True), ("1-2", 2, False), ("3-4", 2, False), ("5-6", 1, False))),
)  # fmt: skip


def log() -> Iterator[LogLine]:
    """One line of each kind that the log page sorts by."""
    axis = Badge(key="germany", name=gettext("Germany"), mark="square", faction="axis", hue="axis")
    told = (
        ("result", axis, True, gettext("Bulgaria: ally of the Axis."), gettext("4, base +3, German points +1, France stands −2"), "49.51"),
        ("track", None, True, gettext("U.S.-Axis tension rises to 16."), gettext("14, Axis aggression +2"), "49.5"),
        ("seal", None, False, gettext("France sealed."), "2ace 68a8", ""),
        ("fact", axis, False, gettext("Paris is in Axis hands."), gettext("Not confirmed. U.S.-Axis +2"), ""),
        ("clock", None, False, gettext("The phase closes on Tuesday, 18:00."), gettext("72 hours after the bids."), ""),
        ("moderator", None, False, gettext("Moderator: extended by 12 hours."), gettext("Anna wrote from a train."), ""),
    )  # fmt: skip
    for number, (kind, actor, new, head, rest, rule) in enumerate(told, 1):
        line = Line(head=head, rest=rest, rule=rule)
        yield LogLine(seq=number, at=AT, kind=kind, actor=actor, line=line, new=new, phase_number=1)


class Fields(forms.Form):
    """A field that is right, and one that was left empty."""

    deadline = forms.CharField(
        label=_("Deadline falls at"),
        initial="20:00",
        help_text=_("In Europe/Berlin. Empty: at any hour."),
    )
    reason = forms.CharField(
        label=_("Reason"), error_messages={"required": _("Say why: everybody will read it.")}
    )


_GERMANY = TrackLine(
    "Germany", (Step(1, 8), Step(4, 22), Step(9, 31), Step(14, 46)), "axis", "square"
)
_JAPAN = TrackLine("Japan", (Step(1, 5), Step(6, 18), Step(12, 40)), "axis", "square")
_USSR = TrackLine("USSR", (Step(1, 10), Step(7, 21), Step(13, 33)), "russia", "triangle")
_COMMONWEALTH = TrackLine("Commonwealth", (Step(1, 0), Step(8, -7)), "western", "disc")


def charts() -> dict[str, Any]:
    """Step lines with a cursor and a threshold; a sparkline; a bar; a row of luck."""
    lines = tuple(
        line._replace(name=in_words(line.name)) for line in (_GERMANY, _JAPAN, _USSR, _COMMONWEALTH)
    )
    years = tuple(Tick(at, str(1936 + n)) for n, at in enumerate((1, 5, 9, 13)))
    limit = Threshold(gettext("a threshold is dashed and says what it does"), (Step(1, 60),))
    large = Chart(in_words("American entry"), lines, 1, 16, years, (), (limit,))
    return {
        "steps": draw(large, size="small", cursor=10),
        "spark": spark((_GERMANY, _USSR), 1, 16, threshold=(Step(1, 60),)),
        "bar": bar(8, 24, hue="axis"),
        "luck": luck_row(3.99, (3.1, 3.9), 3.5, (2.8, 4.2), hue="axis", mark="square"),
    }


def filled(theme: str) -> Fields:
    """The form as it comes back with its error; each theme has names of its own."""
    return Fields({f"{theme}-deadline": "20:00"}, prefix=theme, auto_id=f"{theme}-%s")


MENU = SimpleNamespace(
    fields=(
        Allot(
            key="points",
            label="Points",
            total=4,
            cap=2,
            cap_rule="49.21",
            choices=(
                Choice(value="turkey", label="Turkey"),
                Choice(value="greece", label="Greece"),
            ),
        ),
        Pick(
            key="show",
            label="Row",
            choices=(
                Choice(value="rolled", label="as rolled"),
                Choice(value="lesser", label="a lesser row"),
                Choice(
                    value="higher",
                    label="a higher row",
                    barred=Barred(
                        "Only with four points.", "49.22", "Opens with the fourth point."
                    ),
                ),
            ),
            optional=False,
        ),
        Flag(key="early", label="The phase may end early"),
        Flag(key="mute", label="Keep this thread quiet"),
    )
)
"""A menu with a field of each kind that has a control of its own."""
GIVEN = {"points": {"turkey": 2}, "show": "rolled", "early": True, "mute": False}


def controls(theme: str) -> dict[str, Any]:
    """Fields of a page, and those of orders."""
    return {"fields": filled(theme), "rows": rows(MENU, GIVEN, f"{theme}-"), "ids": theme}


def panel() -> Panel:
    """A pending roll under two assumptions."""
    likely = _chances(
        "western", ("-1", 1, True), ("0", 1, True), ("1-2", 2, False), ("3-4", 2, False)
    )
    said = {"-1": _("hex control"), "0": _("associate"), "1-2": _("leans"), "3-4": _("neutral")}
    chances = tuple(structs.replace(one, meaning=str(said[one.row])) for one in likely)
    return Panel(
        key="turkey",
        title="Turkey",
        tally=tally(),
        chances=chances,
        assumption=str(_("one Axis point is assumed")),
        others=tuple(Assumed(str(label), found) for label, found in (ODDS[0], ODDS[2])),
    )  # fmt: skip


def sums(_theme: str) -> dict[str, Any]:
    """A sum with what does not count, a pending roll, a ledger, lines of the log, one of them quoted."""
    lines = tuple(log())
    return {
        "tally": tally(),
        "void": void(),
        "unconfirmed": ("map",),
        "panel": panel(),
        "side_names": {"western": gettext("the Western Allies")},
        "ledger": (
            {"label": _("Germany, BRPs"), "before": 96, "after": 81, "change": "−15"},
            {"label": _("Britain, BRPs"), "before": 115, "after": 118, "change": "+3"},
        ),
        "log": lines,
        "quote": Quote(number=684, lines=lines[:1], more=False),
        "head": HEAD,
    }
