"""The sequence of a game turn, as one literal, and the loop that walks it.

Steps before the player turns stand alone; the others are walked for each group of nations, in
the order of ``data/turns.yaml``, and are then named ``axis.play``. A step that awaits nobody closes
at once. Whom a step awaits is settled when it begins and kept in the state.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from rules.kernel.orders import Order
from rules.kernel.phases import AskedPower, Manner, Phase, PhaseStep
from rules.kernel.serial import gathered
from rules.war_game_1939.commerce import dice as commerce
from rules.war_game_1939.model.adjudication import Adjudication
from rules.war_game_1939.model.calendar import turn_title
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.state import Deal, WarGameState
from rules.war_game_1939.model.tables import Tables, tables_of
from rules.war_game_1939.turn import phases

Orders = Mapping[str, Order]


@dataclass(frozen=True)
class Stage:
    """A step: its heading, its rule, what it asks, what silence means, whom it awaits, how it closes, and
    what happens ``then``, in words.

    ``close`` gives ``True`` when the same step goes on (another nation's dice). ``open`` is what happens
    before anybody is awaited.
    """

    key: str
    title: str
    rule: str
    what: str
    silence: str
    awaits: Callable[[WarGameState, Tables, str], tuple[str, ...]]
    close: Callable[[Adjudication, Orders, str], bool | None]
    family: str
    manner: Manner = "sealed"
    by_group: bool = False
    shown: bool = True
    open: Callable[[Adjudication, str], None] = lambda course, group: None
    then: str = ""


SEQUENCE = (
    Stage(
        "commerce",
        "Commerce",
        R("Military Commerce"),
        "Roll or bid for your commerce die.",
        "every die left is bid for at seven dollars",
        lambda state, tables, _: phases.dealers(state, tables),
        lambda course, orders, _: phases.close_commerce(course, orders),
        "commerce",
        "at_once",
        open=lambda course, _: phases.open_turn(course),
        then="Every die that is left is bid for as planned. Then influence is put to work.",
    ),
    Stage(
        "influence",
        "Influence",
        R("Diplomacy Phase"),
        "Put influence to work on neutrals, in secret.",
        "you influence nobody",
        lambda state, tables, _: phases.in_turn_order(tables),
        lambda course, orders, _: phases.close_influence(course, orders),
        "diplomacy",
        then="The attempts are opened, the other side may put money against them, and dice are rolled.",
    ),
    Stage(
        "counter",
        "Counter-influence",
        R("W-45"),
        "Pay against the attempts of the other side.",
        "you pay nothing",
        lambda state, tables, _: phases.opponents(state, tables),
        lambda course, orders, _: phases.close_counter(course, orders),
        "diplomacy",
        then="The dice for influence are rolled. Then one group of nations after another takes its turn.",
    ),
    Stage(
        "status",
        "War status",
        R("War Declarations"),
        "Choose your war declaration rolls, and income to give up.",
        "you roll for nothing and give up commerce money first",
        phases.declarers,
        phases.close_status,
        "status",
        by_group=True,
        open=phases.open_status,
        then="The declaration rolls are made and income is paid. Then the map is played.",
    ),
    Stage(
        "play",
        "Player turn",
        R("Declarations of War"),
        "Play your turn on the map, report its attacks, spend and lend.",
        "you have nothing more to report",
        lambda state, tables, group: tables.turns.groups[group].nations,
        phases.close_play,
        "map",
        "at_once",
        by_group=True,
        open=phases.open_play,
        then="What was reported counts, and the next group of nations takes its turn.",
    ),
    Stage(
        "check",
        "Contested reports",
        R("W-43"),
        "Decide on your contested reports: stand by them, or withdraw them.",
        "you stand by them",
        lambda state, tables, _: phases.contested(state),
        phases.close_check,
        "replies",
        "reply",
        by_group=True,
        shown=False,
        then="The reports that stand count, and the next group of nations takes its turn.",
    ),
)
"""In the order of a turn."""

STAGES = {stage.key: stage for stage in SEQUENCE}
ALONE = tuple(stage for stage in SEQUENCE if not stage.by_group)
IN_GROUPS = tuple(stage for stage in SEQUENCE if stage.by_group)


def walk(tables: Tables) -> tuple[str, ...]:
    """Every step of a game turn by key, in order."""
    keys = [stage.key for stage in ALONE]
    keys += [f"{group}.{stage.key}" for group in tables.turns.order for stage in IN_GROUPS]
    return tuple(keys)


def parts(step: str) -> tuple[Stage, str]:
    """The stage of a step and its group (empty before the player turns)."""
    group, _, key = step.rpartition(".")
    return STAGES.get(key, SEQUENCE[0]), group


def begin(course: Adjudication) -> None:
    """Enter the first step of the campaign and go on until somebody is awaited."""
    _enter(course, walk(course.tables)[0])
    _go_on(course)


def run(course: Adjudication, orders: Orders) -> None:
    """Close the step in play, and every one after it that awaits nobody."""
    if not _close(course, orders):
        _next(course)
        _go_on(course)


def _go_on(course: Adjudication) -> None:
    while not course.state.awaiting and course.state.ending is None:
        if not _close(course, {}):
            _next(course)


def _close(course: Adjudication, orders: Orders) -> bool:
    stage, group = parts(course.state.step)
    if stage.key == "commerce" and not course.state.awaiting:
        return False
    return bool(stage.close(course, orders, group))


def _next(course: Adjudication) -> None:
    steps = walk(course.tables)
    index = steps.index(course.state.step) + 1
    if index < len(steps):
        _enter(course, steps[index])
        return
    phases.end_turn(course)
    if course.state.ending is None:
        _enter(course, steps[0])


def _enter(course: Adjudication, step: str) -> None:
    stage, group = parts(step)
    course.change(step=step)
    stage.open(course, group)
    course.change(awaiting=stage.awaits(course.state, course.tables, group))


def entered(before: WarGameState, state: WarGameState) -> WarGameState:
    """The state as if its step had just been entered: its dice in a new turn, and whom it awaits."""
    stage, group = parts(state.step)
    tables = tables_of(state)
    if stage.key == "commerce" and state.turn != before.turn:
        dice = {n: commerce.dice_tally(state, tables, n).net for n in tables.commerce.order}
        deals = {nation: Deal(dice=net) for nation, net in dice.items() if net > 0}
        state = msgspec.structs.replace(state, deals=deals)
    return msgspec.structs.replace(state, awaiting=stage.awaits(state, tables, group))


def asked(state: WarGameState) -> tuple[AskedPower, ...]:
    """What the step in play asks of whom."""
    if state.ending is not None:
        return ()
    stage, _ = parts(state.step)
    tables = tables_of(state)
    return tuple(
        AskedPower(
            power=nation,
            manner=stage.manner,
            what=_what(state, tables, stage, nation),
            silence=_silence(state, stage, nation),
        )
        for nation in state.awaiting
    )


def _what(state: WarGameState, tables: Tables, stage: Stage, nation: str) -> str:
    """What the step asks of a nation: of commerce, about how many dice, and once all are thrown, about those that may be
    thrown again. Everybody sees them fall.
    """
    deal = state.deals.get(nation) if stage.key == "commerce" else None
    if deal is None:
        return stage.what
    if not deal.left:
        again = deal.thrown and deal.rerolls < tables.commerce.rerolls
        done = "Seal to go on: all your dice are thrown or bid for."
        return "Throw your lowest die again, or leave it." if again else done
    if deal.left < deal.dice:
        return (
            f"Roll or bid for the {deal.left} commerce dice you have left."
            if deal.left > 1
            else "Roll or bid for your last commerce die."
        )
    return stage.what if deal.dice == 1 else f"Roll or bid for your {deal.dice} commerce dice."


def _silence(state: WarGameState, stage: Stage, nation: str) -> str:
    """What silence means: once all dice are thrown, they stay as they are."""
    deal = state.deals.get(nation) if stage.key == "commerce" else None
    return "no die is thrown again" if deal is not None and not deal.left else stage.silence


def strip(state: WarGameState) -> Iterator[PhaseStep]:
    """The steps of this part of the turn, as the phase strip lists them."""
    stage, group = parts(state.step)
    for other in IN_GROUPS if group else ALONE:
        if other.shown or other is stage:
            yield PhaseStep(f"{group}.{other.key}" if group else other.key, other.title)


def phase(state: WarGameState) -> Phase:
    """The step in play, in words."""
    stage, _ = parts(state.step)
    return gathered(
        Phase,
        stage,
        key=state.step,
        title=heading(state),
        turn=state.turn,
        turn_title=turn_title(state.turn),
        asked=asked(state),
        steps=tuple(strip(state)),
    )


def after_override(before: WarGameState, after: WarGameState) -> WarGameState:
    """Another turn or step awaits those whom it awaits as it is entered."""
    if (before.turn, before.step) == (after.turn, after.step):
        return after
    return entered(before, after)


def heading(state: WarGameState) -> str:
    """The heading of the step in play."""
    stage, group = parts(state.step)
    if not group:
        return stage.title
    return f"{stage.title}: {tables_of(state).turns.groups[group].title}"
