"""What a draft leads to: the exact odds of every roll that is pending."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from rules.kernel.odds import said
from rules.kernel.orders import Order
from rules.kernel.pages import Assumed, Chance, Panel
from rules.kernel.tally import tally
from rules.war_game_1939.commerce.dice import deal_tally
from rules.war_game_1939.commerce.odds import about, mean
from rules.war_game_1939.commerce.plans import (
    BEST,
    SAFE,
    Policy,
    all_thrown,
    outcome,
    policy_of,
    terms_of,
    thrown,
)
from rules.war_game_1939.france import fall_of_france
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.orders import Counter, Deal, Influence, Plan, Status
from rules.war_game_1939.model.powers import POWERS
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.neutrals import influence
from rules.war_game_1939.turn.steps import parts
from rules.war_game_1939.war import status

BANDS = 8
"""Into how many bands the sums of commerce dice are gathered."""
TARGET = "The die succeeds at or below"


def build(state: WarGameState, nation: str, order: Order | None) -> tuple[Panel, ...]:
    """The pending rolls of a draft, or of the step in play where there is none."""
    if nation not in state.awaiting or state.ending is not None:
        return ()
    tables = tables_of(state)
    match parts(state.step)[0].key:
        case "commerce":
            if isinstance(order, Deal) and order.move.partition(".")[0] == "roll":
                return tuple(_throws(state, tables, nation, order))
            drafted = policy_of(order) if isinstance(order, Plan) else None
            found = _commerce(state, tables, nation, drafted)
            # A sum that is certain lies on the table already, but for what a plan would still bid.
            planned = isinstance(order, Plan) and order.policy and state.deals[nation].left
            return (found,) if len(found.chances) > 1 or planned else ()
        case "influence":
            return tuple(_influence(state, tables, nation, order)) if isinstance(order, Influence) else ()  # fmt: skip
        case "counter":
            return tuple(_counter(state, tables, nation, order))
        case "status":
            wanted = order.rolls if isinstance(order, Status) else None
            return tuple(_status(state, tables, nation, wanted))
    return ()


def _yes_or_no(chance: Fraction, yes: str, no: str, side: str = "") -> tuple[Chance, ...]:
    found = (("yes", yes, chance), ("no", no, 1 - chance))
    return tuple(
        Chance(row, words, part.numerator, part.denominator, side if row == "yes" else "")
        for row, words, part in found
        if part
    )  # fmt: skip


# -- commerce --------------------------------------------------------------------------------


def _throws(state: WarGameState, tables: Tables, nation: str, order: Deal) -> Iterator[Panel]:
    """What throws at once bring: the sum on the table after them, and the money in the end."""
    deal, terms = state.deals[nation], terms_of(tables.commerce)
    count = deal.left if order.move == "roll.all" else order.dice
    whole = deal_tally(deal, tables, nation)
    lying = tally(whole.title, [], whole.net, "Dice and safe bids", R("Military Commerce"))
    if count > 1 or order.until:
        chances = thrown(deal, count, order.until, terms)
        if order.until:
            enough = sum(
                (part for total, part in chances.items() if total >= order.until), Fraction(0)
            )
            yield Panel(
                "reached",
                f"At least ${order.until} on the table: {said(enough)}",
                lying,
                _yes_or_no(enough, f"At least ${order.until}", f"Less than ${order.until}"),
                net_label="On the table so far",
            )
        yield Panel(
            "thrown",
            f"On the table after these throws, ${about(mean(chances))} on average",
            lying,
            banded(chances),
            brief=f"${about(mean(chances))} on average",
            net_label="On the table so far",
            assumption="Second throws are not counted yet",
        )
    if count == deal.left > 1 and not order.until:
        end = _commerce(
            state, tables, nation, all_thrown(deal), "All thrown, then the highest mean"
        )
        yield msgspec.structs.replace(end, tally=lying)
    elif not order.until:
        yield _commerce(state, tables, nation)


def _commerce(
    state: WarGameState,
    tables: Tables,
    nation: str,
    policy: Policy | None = None,
    words: str = "",
) -> Panel:
    deal = state.deals[nation]
    terms = terms_of(tables.commerce)
    drafted = policy or BEST
    policies: list[tuple[str, Policy]] = [("Highest mean", BEST), ("Safe bids", SAFE)]
    chances = outcome(drafted, deal, terms, tables.commerce.rerolls)
    if len(chances) == 1:
        total = next(iter(chances))
        title, brief = f"Commerce money, ${total} for certain", f"${total} for certain"
    else:
        title = f"Commerce money, ${about(mean(dict(chances)))} on average"
        brief = f"${about(mean(dict(chances)))} on average"
    return Panel(
        "commerce",
        title,
        deal_tally(deal, tables, nation),
        banded(chances),
        brief=brief,
        net_label="On the table so far",
        assumption="Highest mean" if policy is None else words,
        others=tuple(
            Assumed(f"{label}, ${about(mean(dict(found)))} on average", banded(found))
            for label, policy in policies
            if policy != drafted
            for found in (outcome(policy, deal, terms, tables.commerce.rerolls),)
        ),
    )


def banded(chances: Mapping[int, Fraction]) -> tuple[Chance, ...]:
    """A distribution of sums in a few bands of equal width."""
    low, high = min(chances), max(chances)
    width = max(1, -(-(high - low + 1) // BANDS))
    found: dict[int, Fraction] = {}
    for total, chance in sorted(chances.items()):
        band = (total - low) // width
        found[band] = found.get(band, Fraction(0)) + chance
    rows = []
    for band, chance in found.items():
        first = low + band * width
        last = min(first + width - 1, high)
        words = f"${first}" if first == last else f"${first} to ${last}"
        rows.append(Chance(words, words, chance.numerator, chance.denominator))
    return tuple(rows)


# -- influence -------------------------------------------------------------------------------


def _influence(state: WarGameState, tables: Tables, nation: str, order: Influence) -> Iterator[Panel]:  # fmt: skip
    for play in order.attempts:
        if play.option not in tables.land.territories:
            continue
        value = play.details.get("money", 0)
        money = value if isinstance(value, int) else 0
        number = influence.number_of(state, nation, play.option)
        yield _attempt(tables, nation, play.option, number, money, {}, "If nobody pays against it")


def _counter(state: WarGameState, tables: Tables, nation: str, order: Order | None) -> Iterator[Panel]:  # fmt: skip
    paid = order.against if isinstance(order, Counter) else {}
    for attempt in state.attempts:
        if POWERS[attempt.nation].faction == POWERS[nation].faction:
            continue
        mine = {nation: paid[attempt.key]} if paid.get(attempt.key) else {}
        words = "If you alone pay against it" if mine else "If nobody pays against it"
        yield _attempt(
            tables, attempt.nation, attempt.place, attempt.number, attempt.money, mine, words
        )


def _attempt(
    tables: Tables,
    nation: str,
    place: str,
    number: int,
    money: int,
    counter: dict[str, int],
    assumption: str,
) -> Panel:
    found = influence.target_tally(tables, number, money, counter)
    most = tables.diplomacy.most_money
    room = most - sum(counter.values())
    faction = POWERS[nation].faction

    def chances(against: int) -> tuple[Chance, ...]:
        chance = influence.chance(tables, found.net - against * tables.diplomacy.per_dollar)
        return _yes_or_no(chance, "It draws nearer", "Nothing", faction)

    return Panel(f"{nation}-{place}", f"{POWERS[nation].name} in {tables.place(place).name}: {found.net} or less", found, chances(0), net_label=TARGET, assumption=assumption, others=tuple(Assumed(f"${n} more against it", chances(n)) for n in range(1, room + 1)))  # fmt: skip


# -- war status ------------------------------------------------------------------------------


def _status(
    state: WarGameState, tables: Tables, nation: str, wanted: tuple[str, ...] | None
) -> Iterator[Panel]:
    rows = [
        row for row in status.offered(state, tables, nation) if wanted is None or row.key in wanted
    ]
    for row in rows:
        found = status.target_tally(state, tables, row)
        yes = f"To {status.level_title(tables, row.level).lower()}, or kept on record"
        yield Panel(
            row.key,
            f"{row.title}: {found.net} or less",
            found,
            _yes_or_no(status.chance_of(found.net), yes, "Nothing", "allies"),
            net_label=TARGET,
            facts=found.reads(),
        )
    if nation == "france":
        yield from _vichy(state, tables)


def _vichy(state: WarGameState, tables: Tables) -> Iterator[Panel]:
    for place in fall_of_france.pending(state, tables):
        found = fall_of_france.free_tally(state, tables, place)
        ally = POWERS[tables.vichy.territories[place].ally].name
        yield Panel(
            f"vichy-{place}",
            f"{tables.place(place).name}: {found.net} or less",
            found,
            _yes_or_no(status.chance_of(found.net), "Free French", f"Sworn to {ally}", "allies"),
            net_label=TARGET,
            facts=found.reads(),
        )
