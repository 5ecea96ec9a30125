"""Options between powers: treaties broken, war aims, naval treaties, conferences, embargoes."""

from collections.abc import Iterator

import msgspec
from typing_extensions import override

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import (
    At,
    bound,
    common_enemies,
    enemy_powers,
    grounds,
    naval_powers,
)
from rules.days_of_decision.model.table_rows import Card
from rules.days_of_decision.options.base import (
    Behaviour,
    Details,
    OnePower,
    free,
    minor_choices,
    power_choices,
    text,
)
from rules.days_of_decision.options.minors import step_toward
from rules.days_of_decision.treaties.pacts import breakable, pact_of, war_bar
from rules.days_of_decision.treaties.signing import end_treaties, keep_pact
from rules.kernel.menus import Barred, Field, Pick


class BreakTreaties(OnePower):
    """IPO 11: treaties with one power end; the pact too, if a war could be declared."""

    label = "With"

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        between = [t for t in at.state.treaties if set(t.powers) == {at.power, other}]
        if not between:
            opens = "Opens while you have a treaty with it."
            return Barred("You have no treaty with it.", opens=opens)
        if any(treaty.kind != "pact" for treaty in between):
            return None
        bar = breakable(at.state, at.tables, at.power, other)
        why = f"There is only a pact, which stays. {bar.why}" if bar else ""
        return msgspec.structs.replace(bar, why=why) if bar else None

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        target = text(details, "target")
        pact = pact_of(course.state, power, target)
        bar = war_bar(course.state, course.tables, power, target) if pact else None
        end_treaties(course, power, target, "broken", pact=bar is None)
        if bar is not None:
            keep_pact(course, power, target, bar)
        return "broken"


class Together(OnePower):
    """An option that one other power must answer."""

    key = "partner"
    label = "With"

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        return (text(details, self.key),)


class WarAims(Together):
    """IPO 13: neither accepts a surrender that the other does not, by a power that both fought when
    they declared their aims.
    """

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        common = common_enemies(at.state, at.power, other)
        opens = "Opens when both of you are at war with the same power."
        return None if common else Barred("You fight no power together.", opens=opens)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        one, other = sorted((power, text(details, self.key)))
        common = common_enemies(course.state, one, other)
        if not common:
            return "void"
        state, key = course.state, f"{one}+{other}"
        before = state.aimed.get(key, ())
        known = (one, other) in state.aims
        if not known or before:
            against = tuple(dict.fromkeys((*before, *common)))
            course.change(aimed={**state.aimed, key: against})
        if not known:
            course.change(aims=(*state.aims, (one, other)))
        return "joint"


class NavalTreaty(Together):
    """IPO 15: both limit their capital ships."""

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        if other not in naval_powers(at.state, at.tables):
            opens = "Opens if it comes to be one of the powers that the treaty concerns."
            return Barred("The naval treaty does not concern it.", opens=opens)
        if enemy_powers(at.state, other):
            return Barred("It is at war.", opens="Opens when it is at war with no major power.")
        return None

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        bound = {*course.state.naval, power, text(details, self.key)}
        course.change(naval=tuple(sorted(bound)))
        return "bound"


class Conference(Behaviour):
    """IPO 16: one minor steps toward the host, another toward the first guest (Ruling 62)."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        guests = power_choices(at)
        minors = minor_choices(at, why=lambda key: free(at, key))
        return (
            Pick("guest", "First guest", choices=guests, optional=False),
            Pick("second", "Second guest", choices=guests, optional=False),
            Pick("minor", "Steps toward you", choices=minors, optional=False),
            Pick("theirs", "Steps toward the first guest", choices=minors, optional=False),
        )

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        return tuple(dict.fromkeys((text(details, "guest"), text(details, "second"))))

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        for who, key in ((power, "minor"), (text(details, "guest"), "theirs")):
            marker = course.state.nation(who).marker
            steps = course.tables.limits["conference_steps"]
            step_toward(course, text(details, key), marker, power, steps, R(card.row.rule))
        return "agreed"


class ArmsEmbargo(OnePower):
    """IPO 17: factories and gearing up cost the target more for the rest of the year."""

    @override
    def bar(self, at: At, other: str) -> Barred | None:
        if other in grounds(at.state, at.tables, at.power):
            return None
        opens = "Opens when you hold a casus belli against it."
        return Barred("You hold no casus belli against it.", opens=opens)

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        last = course.state.turn + 5 - (course.state.turn - 1) % 6
        course.nation(text(details, "target"), embargoed_until=last)
        return "embargoed"


class EmbargoJapan(Behaviour):
    """IPO 19: the exchange of the start of the game ends."""

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        course.change(exchange=False)
        return "ended"


class Bonus(Behaviour):
    """IPO 18: bid points and money."""

    @override
    def bars(self, at: At, card: Card) -> Iterator[Barred]:
        if bound(at.state, at.power) and not enemy_powers(at.state, at.power):
            why = "A Vichy government that fights no major power gets no bonus."
            yield Barred(why, R("8.7.1 IPO 18"), "Opens when you are at war with a major power.")

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        nation = course.state.nation(power)
        limits = course.tables.limits
        bids = min(limits["bid_cap"], nation.bids + limits["bonus_bids"])
        course.nation(power, bids=bids, money=nation.money + max(0, nation.pe))
        return "bonus"
