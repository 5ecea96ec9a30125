"""What a war would cost and bring, before it is declared."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.days_of_decision.entry import pools, war_chart
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.options.base import many, text
from rules.days_of_decision.war.declarations import most_tally
from rules.kernel.odds import distribution, said
from rules.kernel.orders import Detail
from rules.kernel.pages import Chance, Panel

TEN = 10
WORDS = {"war": "The war begins", "no": "It does not, and costs nothing"}


def war_panels(at: At, option: str, details: Mapping[str, Detail], key: str) -> Iterator[Panel]:
    """American entry of what option 4 in its forms is aimed at, and the American roll for war."""
    aims = many(details, "named") if option == "4" else (text(details, "target"),)
    if option not in ("4", "4a", "4b"):
        return
    for target in aims:
        if target not in (*POWERS, war_chart.INDIA, *at.state.minors):
            continue
        if at.power != "usa" and not at.state.on("experimental"):
            yield _entry(at, target, key, part=option != "4")
        elif at.power == "usa" and at.state.on("experimental") and target in POWERS:
            yield _roll(at, target, key)


def _entry(at: At, target: str, key: str, *, part: bool) -> Panel:
    parts = war_chart.entry_tally(at.state, at.tables, at.power, target, part=part)
    minds = war_chart.values(at.state, at.tables, target, part=part)
    lost = -sum(minds.values())
    return Panel(
        f"{key}-{target}",
        parts.title,
        parts,
        (Chance(f"{parts.net:+d}", "Entry points", 1, 1),),
        brief=f"entry points {f'{parts.net:+d}'.replace('-', '−')}; your values fall by {lost} in {len(minds)} minors",
        assumption=f"Your values fall by {lost} in {len(minds)} minors.",
        net_label="Together",
    )


def _roll(at: At, target: str, key: str) -> Panel:
    parts = pools.war_roll(at.state, at.tables, target)
    most = most_tally(at.state, at.tables, target).net
    found = distribution(lambda die: "war" if die + parts.net <= most else "no", TEN)
    return Panel(
        f"{key}-{target}",
        parts.title,
        parts,
        tuple(
            Chance(row, WORDS[row], chance.numerator, chance.denominator)
            for row, chance in found.items()
        ),
        brief=f"the war begins {said(found.get('war', Fraction(0)), TEN)}",
        assumption=f"The modified die may show {most} at most.",
    )
