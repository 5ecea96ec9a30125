"""Neutral diplomacy: influence, money against it, rolls, and the affiliation track (W-01)."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from rules.kernel.menus import NEVER, Barred
from rules.kernel.orders import Chosen
from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.events import InfluenceOpposed, InfluenceRolled, InfluenceTried
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS, enemies_of, name, side_of, title
from rules.war_game_1939.model.state import Attempt, WarGameState
from rules.war_game_1939.model.tables import Tables
from rules.war_game_1939.money.funds import draw, influence_money

PURSES = ("commerce", "cash")
"""The funds that influence is paid from, in this order."""


def bar(state: WarGameState, tables: Tables, nation: str, place: str) -> Barred | None:
    """Why a nation may not influence a territory now."""
    holder, (patron, level) = state.holder(place), state.lean(place)
    row = tables.place(place)
    if not row.neutral or f"lean.{place}" not in FACTS:
        return Barred(
            "Only neutrals are influenced; Vichy land is not.", R("Fall of France"), NEVER
        )
    if holder != "none":
        opens = "Opens if that control ends."
        return Barred(f"{title(holder)} has total control of it.", R("Diplomacy Phase"), opens)
    if patron and patron != nation and side_of(patron) == side_of(nation):
        opens = "Opens when it leans to your side no longer."
        return Barred(f"It leans to {name(patron)}, on your own side.", R("W-01"), opens)
    if patron == nation and level == tables.diplomacy.highest:
        opens = "Opens if it leans to you less than fully."
        return Barred("Influence carries it no further.", R("W-01"), opens)
    return None


def after(state: WarGameState, tables: Tables, nation: str, place: str) -> str:
    """The leaning after a success: a step nearer to the nation, or a step away from its enemy."""
    patron, level = state.lean(place)
    levels = tables.diplomacy.levels
    if not patron:
        return f"{nation}.{levels[0]}"
    step = levels.index(level)
    if patron == nation:
        return f"{nation}.{levels[step + 1]}"
    return f"{patron}.{levels[step - 1]}" if step else "none"


def target_tally(tables: Tables, number: int, money: int, counter: Mapping[str, int]) -> Tally:
    """The highest die with which an attempt succeeds: its place in the row, and money on both sides."""
    amounts = tables.diplomacy.pattern.amounts
    base = amounts[min(number, len(amounts)) - 1]
    each = tables.diplomacy.per_dollar
    rows = [Row("money", money * each, f"${money} of influence", R("Patterns: money"))]
    rows += [
        Row(nation, -paid * each, f"${paid} against it, {POWERS[nation].name}", R("Patterns: money"))
        for nation, paid in counter.items()
    ]  # fmt: skip
    return tally(
        "Influence", rows, base, f"Attempt {number} in a row", R("Patterns: repeated rolls")
    )


def chance(tables: Tables, target: int) -> Fraction:
    """The exact chance of an attempt with this target."""
    sides = tables.diplomacy.sides
    return Fraction(min(max(target, 0), sides), sides)


def by_dollars(tables: Tables, number: int, most: int) -> tuple[Fraction, ...]:
    """The exact chance of an attempt of that number in a row without money, with $1, and so on up to ``most``."""
    return tuple(
        chance(tables, target_tally(tables, number, money, {}).net) for money in range(most + 1)
    )


def number_of(state: WarGameState, nation: str, place: str) -> int:
    """Which attempt in a row the next one would be."""
    return state.tries.get(f"{nation}:{place}", 0) + 1


def open_attempts(course: Adjudication, nation: str, chosen: tuple[Chosen, ...]) -> None:
    """A nation's sealed attempts come to light, and their money is paid."""
    for play in chosen:
        place = play.option
        value = play.details.get("money", 0)
        money = value if isinstance(value, int) else 0
        if bar(course.state, course.tables, nation, place) or money > influence_money(
            course.state, nation
        ):
            continue
        draw(course, nation, money, PURSES)
        number = number_of(course.state, nation, place)
        attempt = Attempt(nation=nation, place=place, number=number, money=money)
        found = target_tally(course.tables, number, money, {})
        course.change(
            attempts=(*course.state.attempts, attempt),
            tries={**course.state.tries, attempt.key: number},
        )
        course.tell(InfluenceTried(nation=nation, place=place, money=money, tally=found, rule=R("Diplomacy Phase")))  # fmt: skip


def oppose(course: Adjudication, nation: str, payments: Mapping[str, int]) -> None:
    """A nation pays against attempts; a side pays three dollars at most against one (W-01)."""
    attempts = []
    for attempt in course.state.attempts:
        paid = 0
        if nation in enemies_of(attempt.nation):
            most = min(room(course.tables, attempt), influence_money(course.state, nation))
            paid = min(payments.get(attempt.key, 0), most)
            counter = {**attempt.counter, nation: paid} if paid > 0 else attempt.counter
            asked = (*attempt.asked, nation)
            attempt = msgspec.structs.replace(attempt, asked=asked, counter=counter)  # noqa: PLW2901
        if paid > 0:
            draw(course, nation, paid, PURSES)
            course.tell(
                InfluenceOpposed(nation=nation, against=attempt.nation, place=attempt.place,
                                 money=paid, rule=R("Patterns: money"))
            )  # fmt: skip
        attempts.append(attempt)
    course.change(attempts=tuple(attempts))


def roll_all(course: Adjudication) -> None:
    """Every attempt is rolled, in turn order."""
    for index, attempt in enumerate(course.state.attempts):
        die = course.dice.roll(
            f"influence {attempt.nation} {attempt.place}", course.tables.diplomacy.sides
        )
        rolled = _judge(course, msgspec.structs.replace(attempt, die=die))
        _replace(course, index, rolled)


def _replace(course: Adjudication, index: int, attempt: Attempt) -> None:
    attempts = list(course.state.attempts)
    attempts[index] = attempt
    course.change(attempts=tuple(attempts))


def _judge(course: Adjudication, attempt: Attempt) -> Attempt:
    """Compare the die with its target and move the leaning."""
    nation, place = attempt.nation, attempt.place
    found = target_tally(course.tables, attempt.number, attempt.money, attempt.counter)
    before = course.state.word(f"lean.{place}")
    made = attempt.die <= found.net and bar(course.state, course.tables, nation, place) is None
    new = after(course.state, course.tables, nation, place) if made else before
    course.tell(
        InfluenceRolled(nation=nation, place=place, die=attempt.die, tally=found, made=made,
                        before=before, after=new, rule=R("Diplomacy Phase"))
    )  # fmt: skip
    if made:
        course.fact(f"lean.{place}", new, nation, R("W-01"))
        tries = {key: n for key, n in course.state.tries.items() if key != attempt.key}
        course.change(tries=tries)
    return msgspec.structs.replace(attempt, made=made, before=before, after=new, tally=found)


def room(tables: Tables, attempt: Attempt) -> int:
    """Dollars that the other side may still pay against an attempt."""
    return tables.diplomacy.most_money - sum(attempt.counter.values())


def late_choices(state: WarGameState, tables: Tables, nation: str) -> tuple[Attempt, ...]:
    """Successful attempts of the other side against which a nation was never asked to pay.

    Those that nothing can undo are left out: full on the other side, or the neutral has moved on.
    """
    return tuple(
        a
        for a in state.attempts
        if a.made
        and nation in enemies_of(a.nation)
        and nation not in a.asked
        and room(tables, a) > 0
        and state.word(f"lean.{a.place}") == a.after
    )


def pay_late(course: Adjudication, nation: str, key: str, money: int) -> None:
    """Money after the roll: the same die against the lower number; a success may be undone.

    Of what is offered only so much is paid as its side may still pay against the attempt.
    """
    for index, attempt in enumerate(course.state.attempts):
        if attempt.key != key:
            continue
        money = min(money, room(course.tables, attempt))
        draw(course, nation, money, PURSES)
        counter = {**attempt.counter, nation: money}
        changed = msgspec.structs.replace(attempt, counter=counter, asked=(*attempt.asked, nation))
        course.tell(
            InfluenceOpposed(nation=nation, against=attempt.nation, place=attempt.place,
                             money=money, late=True, rule=R("Late Influence Payment"))
        )  # fmt: skip
        found = target_tally(course.tables, changed.number, changed.money, counter)
        if attempt.die > found.net:
            course.tell(
                InfluenceRolled(
                    nation=attempt.nation, place=attempt.place, die=attempt.die, tally=found,
                    made=False, before=course.state.word(f"lean.{attempt.place}"),
                    after=attempt.before, again=True, rule=R("Late Influence Payment"),
                )
            )  # fmt: skip
            course.fact(
                f"lean.{attempt.place}", attempt.before, nation, R("Late Influence Payment")
            )
            changed = msgspec.structs.replace(changed, made=False)
            course.change(tries={**course.state.tries, attempt.key: attempt.number})
        _replace(course, index, msgspec.structs.replace(changed, tally=found))
