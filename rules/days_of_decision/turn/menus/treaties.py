"""What treaties add to the menu of production: parts left out, points lent, chits for pacts."""

from collections.abc import Iterator

from rules.days_of_decision.economy.deliveries import parts_of
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.drafts import amount
from rules.days_of_decision.treaties.pacts import DEFENSE, OFFENSE, pact_of
from rules.days_of_decision.treaties.signing import treaty_of
from rules.days_of_decision.treaties.upkeep import chits_due, lend_limit
from rules.kernel.menus import Allot, Barred, Choice, Each, Field, Pick, PickMany

RULE, PACT = R("8.7.2 Option 3"), R("13.0")
USES = {
    OFFENSE: "For attack",
    DEFENSE: "For defense",
    f"if_{OFFENSE}": "For attack, if the other draws",
    f"if_{DEFENSE}": "For defense, if the other draws",
}


def production_fields(
    state: DecisionState, tables: Tables, power: str, most: int
) -> Iterator[Field]:
    """The fields that a power's treaties open; ``most`` are the build points that it may use."""
    others = [other for other in state.powers if other != power]
    yield from _parts(state, power, others)
    limits = {other: lend_limit(state, tables, power, other) for other in others}
    open_to = [other for other in others if limits[other]]
    if open_to and most > 0:
        yield _lending(limits, open_to, most)
    rows = tuple(
        Pick(
            other,
            f"{POWERS[other].name}: {due} each" if due > 1 else POWERS[other].name,
            choices=tuple(Choice(use, said) for use, said in USES.items()),
        )
        for other in others
        if pact_of(state, power, other) and (due := chits_due(state, tables, power, other))
    )
    if rows:
        yield Each("chits", "Draw entry chits for a pact", rows=rows, rule=PACT)


def _parts(state: DecisionState, power: str, others: list[str]) -> Iterator[Field]:
    mine = [
        part
        for other in others
        if (treaty := treaty_of(state, power, other))
        for part in parts_of(treaty)
        if part.giver == power
    ]
    if not mine:
        return
    bound = Barred(
        "It is a mandatory part; it must be honored until the treaty ends.",
        RULE,
        "Opens when new terms of the treaty make it optional.",
    )
    yield PickMany(
        "withhold",
        "Leave out this turn",
        choices=tuple(
            Choice(
                part.key,
                f"{amount(part.good, part.amount)} for {name(part.taker)}",
                barred=None if part.optional else bound,
            )
            for part in mine
        ),
        rule=RULE,
        help="Optional parts alone.",
    )
    takers = dict.fromkeys(part.taker for part in mine)
    yield PickMany(
        "honor",
        "Deliver even if it does not",
        choices=tuple(Choice(other, POWERS[other].name) for other in takers),
        rule=RULE,
        help="Else your part is held back from a power that fails in its own.",
    )


def _lending(limits: dict[str, int], open_to: list[str], most: int) -> Allot:
    return Allot(
        "lend",
        "Give build points away, out of what you save",
        choices=tuple(
            Choice(other, POWERS[other].name, note=f"{limits[other]} at most") for other in open_to
        ),
        total=min(most, sum(limits[other] for other in open_to)),
        unit="build points",
        rule=RULE,
        help="A gift beyond its limit is cut down to it.",
    )
