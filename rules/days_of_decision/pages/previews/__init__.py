"""What a draft leads to: exact odds of its rolls, and American entry. ``movements`` has the ways on the display."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.days_of_decision.economy.bids import bid_tally
from rules.days_of_decision.economy.places import ANY, MOST, NOTHING, SUPPOSED, places
from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.orders import Bid, Plays
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options.base import (
    changes,
    label,
    minor_of,
    number,
    passes,
    test_tally,
    text,
)
from rules.days_of_decision.options.markers import by_dice, difference, strongest
from rules.days_of_decision.options.vichy import may_roll, roll_tally
from rules.days_of_decision.pages.previews.war import war_panels
from rules.kernel.grammar import joined, ordinal, signed
from rules.kernel.grammar import number as number_word
from rules.kernel.odds import distribution, percent, said
from rules.kernel.orders import Chosen, Order
from rules.kernel.pages import Assumed, Chance, Panel
from rules.kernel.tally import Row, tally

WORDS = {
    "move": "It must move its marker",
    "answer": "It must answer a proposal",
    "tell": "It must tell its next option",
    "none": "Nothing",
    "found": "You are implicated",
}


NET = ("If it is played", "If it is played", "If both are played")


def build(state: DecisionState, power: str, order: Order | None) -> tuple[Panel, ...]:
    """The pending rolls of a draft."""
    at = At(state, tables_of(state), power)
    if isinstance(order, Bid):
        return (_bid(at, order),)
    if isinstance(order, Plays):
        return tuple(
            panel
            for number_, chosen in enumerate(order.plays, start=1)
            if chosen.option in at.tables.cards
            for panel in (*_of_play(at, chosen, number_), *_value(at, order.plays[:number_]))
        )
    return ()


def _chances(found: dict[str, Fraction], words: dict[str, str]) -> tuple[Chance, ...]:
    return tuple(
        Chance(row, words.get(row, row), chance.numerator, chance.denominator)
        for row, chance in found.items()
    )


def _certain(row: str, meaning: str) -> tuple[Chance, ...]:
    """What happens without any die."""
    return (Chance(row, meaning, 1, 1),)


def _bid(at: At, order: Bid) -> Panel:
    """The place that a bid would win; all that is not known are the bids of the others."""
    pe = at.state.nation(at.power).pe
    found = {supposed: places(at, order, supposed) for supposed in SUPPOSED}
    return Panel(
        "bid",
        "Your place if the others bid nothing",
        bid_tally(at.power, pe, order.points, 0),
        _place_chances(found[NOTHING]),
        net_label="Added to the die, then divided by the options",
        brief=_first_places(found[NOTHING], len(at.state.powers)),
        assumption=f"{SUPPOSED[NOTHING]}; before anybody yields its place",
        others=tuple(Assumed(SUPPOSED[key], _place_chances(found[key])) for key in (MOST, ANY)),
    )


def _place_chances(found: dict[int, Fraction]) -> tuple[Chance, ...]:
    return tuple(
        Chance(ordinal(place), f"You act {ordinal(place)}", chance.numerator, chance.denominator)
        for place, chance in found.items()
    )  # fmt: skip


def _first_places(found: dict[int, Fraction], powers: int) -> str:
    """How likely one acts in the first half of the powers, and which place it is on average."""
    half = powers // 2
    first = sum((chance for place, chance in found.items() if place <= half), Fraction(0))
    mean = sum((place * chance for place, chance in found.items()), Fraction(0))
    return f"in the first {number_word(half)}: {percent(first)}, on average {ordinal(round(mean))}"


def pass_odds(most: int) -> dict[str, Fraction]:
    """The exact chances of a test against so much."""
    return distribution(lambda die: "pass" if passes(die, most) else "fail", 6)


def six_odds(dice: int) -> dict[str, Fraction]:
    """The exact chance of at least one six."""
    miss = Fraction(5, 6) ** dice
    return {"six": 1 - miss, "none": miss}


def pressure_odds(tables: Tables, by: int) -> dict[str, Fraction]:
    """The exact chances of open pressure with this difference."""
    return distribution(lambda one, two: by_dice(tables, one + two + by), 6, 6)


def vichy_odds(least: int) -> dict[str, Fraction]:
    """The exact chance of so much or more on a ten-sided die."""
    return distribution(lambda die: "pass" if die >= least else "fail", 10)


def _of_play(at: At, chosen: Chosen, number_: int) -> Iterator[Panel]:
    card = at.tables.cards[chosen.option]
    key = f"{number_}-{card.key}"
    yield from _roll(at, card, chosen, key)
    if any(card.entry) and entry.against(card, at.power) and not at.state.on("experimental"):
        parts = entry.of_option(at.state, at.tables, at.power, card, title="Entry points")
        yield Panel(
            f"{key}-entry",
            "Entry points",
            parts,
            _certain(f"{parts.net:+d}", "If the option takes effect"),
            brief=f"entry points {signed(parts.net)}" if parts.net else "no entry points",
            net_label="Together",
        )
    yield from war_panels(at, card.key, chosen.details, key)


def _value(at: At, plays: Sequence[Chosen]) -> Iterator[Panel]:
    """What the last of some options makes of the own value in its minor, with what those before it add."""
    chosen, minor = plays[-1], minor_of(plays[-1].details)
    added = [_added(at, each, minor) for each in plays]
    if not added[-1] or minor not in at.state.minors:
        return
    held = at.state.minor(minor).values.get(at.power, 0)
    cards = [
        (place, amount, at.tables.cards.get(each.option))
        for place, (amount, each) in enumerate(zip(added, plays, strict=True), start=1)
    ]
    rows = [
        Row(f"option-{place}", amount, label(card), R(card.row.rule))
        for place, amount, card in cards
        if card is not None
    ]
    country = country_name(at.tables, minor)
    sums = tally(f"Your value in {country}", rows, held, "Your value now", R("8.5"))
    others = [str(place) for place, amount in enumerate(added[:-1], start=1) if amount]
    yield Panel(
        f"{len(plays)}-{chosen.option}-value:{minor}",
        sums.title,
        sums,
        _certain(signed(sums.net), "If all of it takes effect"),
        brief=_grows(held, held + added[-1], sums.net, others),
        net_label=NET[min(len(sums.rows), 2)],
        sum_on=minor,
    )


def _grows(held: int, alone: int, together: int, others: Sequence[str]) -> str:
    """What a value is, what an option makes of it, and what it is together with others."""
    now, then, both = signed(held), signed(alone), signed(together)
    if not others:
        return f"{now} → {then}"
    if len(others) == 1:
        return f"{now} → {then}, with option {others[0]} {both}"
    return f"{now} → {then}, with options {joined(others)} {both}"


def _added(at: At, chosen: Chosen, minor: str) -> int:
    """What an option adds to the own value in a minor, where neither a die nor anybody's answer decides it."""
    card = at.tables.cards.get(chosen.option)
    if card is None or card.row.test is not None or card.row.answer:
        return 0
    rows = [row for row in card.row.values if row.owner == "actor"]
    return sum(changes(at, row, chosen.details).get(minor, 0) for row in rows if minor)


def _roll(at: At, card: Card, chosen: Chosen, key: str) -> Iterator[Panel]:
    title = label(card)
    if card.row.test is not None:
        parts = test_tally(at, card)
        odds = pass_odds(parts.net)
        chances = _chances(odds, {"pass": "It succeeds", "fail": "It fails"})
        net_label = "It succeeds on a die of this or less"
        brief = _succeeds(odds, "pass", 6)
        yield Panel(key, title, parts, chances, brief=brief, net_label=net_label)
    elif card.key == "0a":
        dice = number(chosen.details, "dice", 1)
        parts = tally(title, [], dice, "Dice", R(card.row.rule))
        odds = six_odds(dice)
        chances = _chances(odds, {"six": "One effectiveness more", "none": "Nothing"})
        brief = _succeeds(odds, "six", 6**dice)
        yield Panel(key, title, parts, chances, brief=brief, net_label="Dice rolled")
    elif card.key == "ipo-9" and text(chosen.details, "target") in at.state.nations:
        by = difference(at.state, at.power, text(chosen.details, "target"))
        parts = tally(title, [Row("difference", by, "Difference", R("Ruling 11"))])
        if at.state.switch("plays") == "open":
            yield Panel(key, title, parts, _chances(pressure_odds(at.tables, by), WORDS))
        else:
            effect = strongest(at.tables, by)
            chances = _certain(effect, WORDS[effect])
            yield Panel(key, title, parts, chances, net_label="Difference of initiative")
    elif card.key == "ipo-14":
        yield from _vichy(at, chosen, key, title)


def _succeeds(odds: dict[str, Fraction], row: str, whole: int) -> str:
    return f"succeeds {said(odds.get(row, Fraction(0)), whole)}"


def _vichy(at: At, chosen: Chosen, key: str, title: str) -> Iterator[Panel]:
    target, _, group = text(chosen.details, "group").partition(":")
    row = at.tables.groups.get(target, {}).get(group)
    if row is None or target not in at.state.vichy or not may_roll(at.state, at.power, target):
        return
    parts = roll_tally(at.tables, row)
    words = {"pass": "It changes hands", "fail": "It does not"}
    odds = vichy_odds(parts.net)
    yield Panel(
        key,
        title,
        parts,
        _chances(odds, words),
        brief=_succeeds(odds, "pass", 10),
        assumption="The conqueror does not answer.",
        net_label="It takes this or more on a ten-sided die",
    )
