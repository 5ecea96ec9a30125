"""Questions that only the regional tables ask, answered from public facts and records."""

from typing import Any

from rules.kernel.conditions import Question, reading
from rules.world_at_war.model.calendar import SEASONS, calendar_of
from rules.world_at_war.model.conditions import hexes_with, situated, status_of
from rules.world_at_war.model.powers import faction_of
from rules.world_at_war.model.sequence import ORDER
from rules.world_at_war.model.state import Country, WarState

DECLARERS = {"axis": ("germany", "italy"), "allied": ("western", "russia")}
CANAL = ("control.canal_ll30", "control.canal_ll31", "control.canal_mm30", "control.canal_mm31")
CAPITALS = {"norway": "oslo", "sweden": "stockholm", "yugoslavia": "belgrade"}
"""The city that tells who conquered one of these countries."""
ALLIED_ROWS = ("-3", "-2", "-1", "0", "1-2")
AXIS_ROWS = ("7", "8", "8+", "9", "10")
"""Rows of a side that stay in effect, in ascending order."""


WATCHED = {
    "germany_russia": ("war.germany.russia", "declared.germany.russia", "declared.russia.germany"),
    "japan_britain": ("war.japan.britain", "declared.japan.britain"),
    "japan_russia": ("war.japan.russia", "declared.japan.russia", "declared.russia.japan"),
    "indochina": ("indochina.japan_all",),
}
"""What is remembered with the moment in which it came about, and the facts any one of which says so."""


def watched(state: WarState, key: str) -> bool:
    """Whether something of :data:`WATCHED` is so now."""
    return any(state.yes(fact) for fact in WATCHED[key])


def moment(turn: int, stage: str) -> tuple[int, int]:
    """A stage of a turn as something that can be compared."""
    return turn, ORDER.get(stage, -1)


def now(state: WarState) -> tuple[int, int]:
    """The moment that a state is in."""
    return moment(state.turn, state.step)


def season(at: Any, *names: str) -> bool:
    """Whether the turn is one of these seasons (``winter``, ``spring``...)."""
    state = situated(at).state
    return SEASONS[calendar_of(state.scenario).at(state.turn).period].lower() in names


def row_in_effect(state: WarState, country: str) -> str:
    """The row in effect, a lasting 1-2 included; empty when there is none."""
    record: Country = state.country(country)
    return record.result or record.lingering


def result_or_less(at: Any, country: str, row: str) -> bool:
    """Whether an Allied row is in effect that is at most this one."""
    found = row_in_effect(situated(at).state, country)
    return found in ALLIED_ROWS[: ALLIED_ROWS.index(row) + 1]


def result_or_more(at: Any, country: str, row: str) -> bool:
    """Whether an Axis row is in effect that is at least this one."""
    return situated(at).state.country(country).result in AXIS_ROWS[AXIS_ROWS.index(row) :]


@reading("joined.{1}", "conquered.{1}")
def controls(at: Any, side: str, country: str) -> bool:
    """Whether a side controls a country: by conquest, hex control, as its associate or ally, or as the
    side that kept the hexes when it surrendered.
    """
    here = situated(at)
    if here.fact(f"conquered.{country}"):
        return here.fact(f"control.{CAPITALS[country]}") == side
    return hexes_with(here.state, country) == side


@reading("conquered.{1}")
def conquered_by(at: Any, side: str, country: str) -> bool:
    """Whether a side conquered a country last, partisans in its capital or not; where no record
    tells, whoever holds the capital.
    """
    here = situated(at)
    power = here.state.area(country).conqueror
    by = faction_of(power) if power else here.fact(f"control.{CAPITALS[country]}")
    return bool(here.fact(f"conquered.{country}")) and by == side


@reading("conquest.{1}.by")
def taken_by(at: Any, power: str, area: str) -> bool:
    """Whether a power has the credit of the last conquest of an area, whoever has stood there since:
    by its record; where that knows of none, by whom the players named.
    """
    here = situated(at)
    return (here.state.area(area).conqueror or here.fact(f"conquest.{area}.by")) == power


@reading("joined.norway", "declared.germany.norway")
def norway_consents(at: Any) -> bool:
    """Whether Norway lets the West mine its waters: by result, or driven to it by Germany."""
    here = situated(at)
    driven = here.fact("joined.norway") == "western" and here.fact("declared.germany.norway")
    return bool(driven) or result_or_less(at, "norway", "0")


def _declarations(side: str, country: str) -> tuple[str, ...]:
    return tuple(f"declared.{by}.{country}" for by in DECLARERS[side])


def attacked_by(at: Any, side: str, country: str) -> bool:
    """Whether a side declared war on a country. Russia's war on Persia is Allied only once Russia
    fights Germany.
    """
    here = situated(at)
    for key in _declarations(side, country):
        if here.fact(key) and (key != "declared.russia.persia" or here.fact("war.germany.russia")):
            return True
    return False


attacked_by.reads = (  # type: ignore[attr-defined]
    "declared.germany.{1}", "declared.italy.{1}", "declared.western.{1}", "declared.russia.{1}",
)  # fmt: skip


def _declared_in(state: WarState, by: str, country: str) -> int:
    """The turn in which war was declared (0: before the campaign, or unknown)."""
    claim = state.claims.get(f"declared.{by}.{country}")
    return state.area(country).attacked or (claim.turn if claim else 0)


@reading("declared.{0}.{1}")
def declared_now(at: Any, by: str, country: str) -> bool:
    """Whether a power declared war on a country in this turn."""
    here = situated(at)
    declared = bool(here.fact(f"declared.{by}.{country}"))
    return declared and _declared_in(here.state, by, country) == here.state.turn


@reading("declared.{0}.{1}", "conquered.{1}")
def withstood(at: Any, by: str, country: str) -> bool:
    """Whether a country was attacked by an Axis power and stands, or stood, when the combat of that
    player turn was over. One stage covers supply to redeployment, so that within it the answer is
    what holds as the map stands (Ruling 84).
    """
    here = situated(at)
    if not here.fact(f"declared.{by}.{country}") or here.fact(f"conquered.{country}"):
        return False
    ended = moment(_declared_in(here.state, by, country), "axis.facts")
    return now(here.state) >= ended


@reading("declared.germany.ireland")
def irish_rising_over(at: Any) -> bool:
    """Whether there are no Irish partisans any more: attacked by Germany, or tranquil for good."""
    here = situated(at)
    tranquil = here.state.country("ireland").closed == "2"
    return tranquil or bool(here.fact("declared.germany.ireland"))


@reading("joined.spain", "conquered.spain")
def spain_neutral(at: Any) -> bool:
    """Whether Spain has neither joined anybody nor surrendered nor been conquered."""
    here = situated(at)
    status, _ = status_of(here.state, "spain")
    kept = here.state.area("spain").surrendered
    return status not in ("ally", "associate") and not kept and not here.fact("conquered.spain")


def reaction_owed(at: Any, side: str, fact: str) -> bool:
    """Whether a side has earned a reaction roll by this fact and not made it yet."""
    return any(one.faction == side and one.fact == fact for one in situated(at).state.reactions)


@reading(*CANAL)
def canal_held(at: Any, *sides: str) -> bool:
    """Whether every hex beside the Suez canal is held by one of these sides."""
    return all(situated(at).fact(key) in sides for key in CANAL)


@reading(*CANAL)
def canal_cut(at: Any, side: str) -> bool:
    """Whether a side holds a hex beside the Suez canal."""
    return any(situated(at).fact(key) == side for key in CANAL)


@reading("control.ethiopia")
def ethiopia_open(at: Any) -> bool:
    """Whether the Axis may still come to Ethiopia: it is theirs or nobody's, and never fell."""
    held = situated(at).fact("control.ethiopia")
    return held in ("axis", "none") and not fallen(at, "ethiopia")


@reading("war.italy.western", "italy.surrendered")
def italian_war_begun(at: Any) -> bool:
    """Whether the Western Allies and Italy have gone to war, whatever became of it since."""
    here = situated(at)
    return bool(here.fact("war.italy.western")) or bool(here.fact("italy.surrendered"))


def route_open(at: Any) -> bool:
    """Whether the Persian route is open."""
    return situated(at).state.regions.route is not None


def route_opened_now(at: Any) -> bool:
    """Whether the Persian route was opened in this turn."""
    state = situated(at).state
    return state.regions.route is not None and state.regions.route.turn == state.turn


def route_axis_turn(at: Any) -> bool:
    """Whether it is the first Axis player turn after the Persian route was opened."""
    state = situated(at).state
    opened = state.regions.route.turn if state.regions.route else -1
    return state.turn == opened + 1 and now(state) <= moment(state.turn, "axis.facts")


@reading(*_declarations("axis", "persia"), *_declarations("allied", "persia"))
def persia_open(at: Any) -> bool:
    """Whether units may enter Persia at all: somebody declared war on it, or the route is open."""
    declared = attacked_by(at, "axis", "persia") or attacked_by(at, "allied", "persia")
    return declared or route_open(at)


@reading(*WATCHED["germany_russia"])
def russian_war_past(at: Any) -> bool:
    """Whether Germany and Russia went to war in an earlier turn, whatever became of it since."""
    state = situated(at).state
    since = state.regions.since.get("germany_russia")
    return since[0] < state.turn if since else watched(state, "germany_russia")


def fallen(at: Any, area: str) -> bool:
    """Whether an area was conquered for good."""
    return area in situated(at).state.regions.fallen


def beside(at: Any, power: str, area: str) -> bool:
    """Whether an area is a power's associate or ally otherwise than by diplomacy."""
    record = situated(at).state.area(area)
    return power in (record.associated, record.allied)


def variant(at: Any, key: str, choice: str) -> bool:
    """Whether the campaign plays a variant."""
    return situated(at).state.variant(key) == choice


@reading("declared.germany.ireland", "declared.western.ireland", "declared.russia.ireland")
def irish_partisans(at: Any) -> int:
    """How many Irish partisans Germany may have."""
    if irish_rising_over(at):
        return 0
    if attacked_by(at, "allied", "ireland") or result_or_more(at, "ireland", "8+"):
        return 2
    return int(result_or_more(at, "ireland", "7"))


QUESTIONS: dict[str, Question] = {
    question.__name__: question
    for question in (
        season, result_or_less, result_or_more, controls, conquered_by, taken_by, norway_consents, attacked_by,
        declared_now, withstood, irish_rising_over, spain_neutral, reaction_owed, canal_held, canal_cut,
        ethiopia_open, italian_war_begun, route_open, route_opened_now, route_axis_turn, persia_open, russian_war_past, fallen, beside, variant,
        irish_partisans,
    )
}  # fmt: skip
