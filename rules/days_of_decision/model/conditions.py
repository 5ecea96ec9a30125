"""What the prerequisites of options are asked about, and the questions they ask."""

from collections.abc import Iterable, Mapping, Set
from functools import cached_property
from operator import itemgetter
from typing import cast

from rules.days_of_decision.model.calendar import CALENDAR
from rules.days_of_decision.model.facts import FACTS
from rules.days_of_decision.model.geometry import ideology, neighbours
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.kernel.conditions import Question, reading
from rules.kernel.facts import FactValue


class At:
    """A state (or a view of one) as one power sees its options in it.

    ``live`` says that options are being turned over, so that what others played this turn counts.
    ``named`` are the words of an order that is to be judged: of minors, powers and countries only
    those are then offered which it can be about, and what it may leave out is asked only if it
    does not. Whether an order is legal can be seen by that alone; what else it could name cannot.
    ``None``: everything is offered.
    """

    def __init__(
        self,
        state: DecisionState,
        tables: Tables,
        power: str,
        *,
        live: bool = False,
        named: Set[str] | None = None,
    ) -> None:
        self.state = state
        self.tables = tables
        self.power = power
        self.live = live
        self.named = named
        self._whole: At | None = None

    @property
    def whole(self) -> "At":
        """The situation that this one was made of by narrowing it, or itself: what hangs on no words
        is worked out for that.
        """
        return self if self._whole is None else self._whole

    def about(self, named: Set[str]) -> "At":
        """The same for judging an order with these words."""
        near = At(self.state, self.tables, self.power, live=self.live, named=named)
        near._whole = self.whole
        return near

    def concerns(self, key: str) -> bool:
        """Whether a minor, power or country is to be offered, or an optional detail asked for."""
        return self.named is None or key in self.named

    @property
    def minors_by_name(self) -> tuple[tuple[str, str], ...]:
        """Every minor country that is to be offered with its name, in the order of the names."""
        if self.named is None:
            return self._all_minors
        return self._with_names(sorted([key for key in self.named if key in self.state.minors]))

    @cached_property
    def _all_minors(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self._with_names(self.state.minors), key=itemgetter(1)))

    def _with_names(self, keys: Iterable[str]) -> tuple[tuple[str, str], ...]:
        rows = self.tables.minors
        return tuple([(key, rows[key].name if key in rows else key) for key in keys])

    @property
    def subject(self) -> Mapping[str, str]:
        """The power in question fills the braces of fact keys."""
        return {"power": self.power}

    def fact(self, key: str) -> FactValue:
        """The current value of a declared fact."""
        return self.state.facts[key] if key in self.state.facts else FACTS[key].default


def enemy_powers(state: DecisionState, power: str) -> tuple[str, ...]:
    """The major powers that a power is at war with; one that is eliminated fights nobody."""
    if state.gone(power):
        return ()
    return tuple(
        enemy for enemy in state.enemies(power) if enemy in POWERS and not state.gone(enemy)
    )


def election_due(state: DecisionState, tables: Tables, power: str) -> bool:
    """Whether this is the turn in which the power votes."""
    election = tables.elections.get(power)
    date = CALENDAR.at(state.turn)
    return (
        election is not None
        and date.period == election.period
        and date.year >= election.first
        and (date.year - election.first) % election.every == 0
    )


def excused(state: DecisionState, power: str) -> bool:
    """Whether a power at war with a major power need not vote; the USA always must."""
    return power != "usa" and bool(enemy_powers(state, power))


def _can_step(at: At) -> bool:
    here = at.state.nation(at.power).marker
    display = at.tables.display
    around = neighbours(here, display)
    return any(
        distance(spot, center) < distance(here, center)
        for center in display.centers.values()
        for spot in around
    )


def bound(state: DecisionState, power: str) -> bool:
    """Whether the restrictions of a Vichy surrender hold: until it fights one who accepted it."""
    vichy = state.vichy.get(power)
    return vichy is not None and not any(state.at_war(power, other) for other in vichy.acceptors)


def forestalled(state: DecisionState, minor: str) -> bool:
    """Whether a war on a minor was announced this turn (15.5.1)."""
    return any(minor in targets for targets in state.announced.values())


def common_enemies(state: DecisionState, one: str, other: str) -> tuple[str, ...]:
    """The major powers that both fight."""
    theirs = enemy_powers(state, other)
    return tuple(enemy for enemy in enemy_powers(state, one) if enemy in theirs)


def _common_enemy(at: At) -> bool:
    others = [power for power in at.state.powers if power != at.power]
    return any(common_enemies(at.state, at.power, other) for other in others)


def naval_powers(state: DecisionState, tables: Tables) -> tuple[str, ...]:
    """The powers that a naval treaty can bind (the USSR by an optional rule)."""
    listed = cast("dict[str, int]", tables.limits["naval"])
    return tuple(power for power in listed if power != "ussr" or state.on("ussr_naval"))


def grounds(state: DecisionState, tables: Tables, power: str) -> tuple[str, ...]:
    """The powers on which a power holds a casus belli now.

    The USA has one on Japan as long as that fights a democratic power (IPO 19).
    """
    held = {
        each.against for each in state.casus if each.power == power and each.until >= state.turn
    }
    if power == "usa" and us_casus_on_japan(state, tables):
        held.add("japan")
    return tuple(each for each in state.powers if each in held)


def _geared(at: At, multiple: str) -> bool:
    """Whether a power has geared to the level of a multiple printed on a card (8.7.2)."""
    group = "few" if at.power in at.tables.economy["few"] else "others"
    return at.state.nation(at.power).level >= int(at.tables.economy["printed"][group][multiple])


@reading("control.capital.{power}")
def _home_capital(at: At) -> bool:
    return at.fact(f"control.capital.{at.power}") == at.power


def us_casus_on_japan(state: DecisionState, tables: Tables) -> bool:
    """Whether Japan is at war with a democratic power, which gives the USA its casus belli."""
    return any(
        ideology(state, enemy, tables) == "democratic" for enemy in enemy_powers(state, "japan")
    )


def powers_at_war(state: DecisionState) -> tuple[str, ...]:
    """The major powers that are at war with another one."""
    return tuple(power for power in state.powers if enemy_powers(state, power))


QUESTIONS: dict[str, Question] = {
    "can_step": _can_step,
    "has_claim": lambda at: bool(at.tables.limits["claims"].get(at.power)),
    "election_due": lambda at: (
        election_due(at.state, at.tables, at.power) and at.power not in at.state.voted
    ),
    "has_treaty": lambda at: any(at.power in treaty.powers for treaty in at.state.treaties),
    "common_enemy": _common_enemy,
    "vichy_exists": lambda at: any(power != at.power for power in at.state.vichy),
    "at_peace": lambda at: not enemy_powers(at.state, at.power),
    "at_war": lambda at: bool(enemy_powers(at.state, at.power)),
    "at_war_with": lambda at, other: at.state.at_war(at.power, other),
    "power_at_war": lambda at, power: bool(enemy_powers(at.state, power)),
    "naval_subject": lambda at: at.power in naval_powers(at.state, at.tables),
    "casus_belli": lambda at: bool(grounds(at.state, at.tables, at.power)),
    "home_capital": _home_capital,
    "exchange_runs": lambda at: at.state.exchange,
    "casus_on": lambda at, other: other in grounds(at.state, at.tables, at.power),
    "geared": _geared,
    "two_at_war": lambda at: len(powers_at_war(at.state)) >= 2,
    "pe_third": lambda at: max(0, at.state.nation(at.power).pe) // 3,
    "pe_at_most": lambda at: at.state.nation(at.power).pe >= at.tables.limits["pe_most"],
    "on_poland": lambda at: at.state.nation(at.power).marker == at.state.minor("poland").hex,
    "no_soviet_treaty": lambda at: at.state.treaty(at.power, "ussr") is None,
    "before_ussr": lambda at: at.state.nation("ussr").position - at.state.nation(at.power).position,
}
