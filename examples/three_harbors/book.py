"""Three Harbors as one record."""

from examples.three_harbors.model.adjudication import Adjudication
from examples.three_harbors.model.citations import R
from examples.three_harbors.model.consistency import FACT_CONSISTENCY
from examples.three_harbors.model.events import Happening
from examples.three_harbors.model.facts import FACTS
from examples.three_harbors.model.orders import ORDERS
from examples.three_harbors.model.powers import FACTIONS, POWERS
from examples.three_harbors.model.scenarios import SCENARIOS
from examples.three_harbors.model.state import HarborState
from examples.three_harbors.model.tables import VALLEYS
from examples.three_harbors.model.variants import SWITCHES
from examples.three_harbors.pages import (
    board,
    log,
    previews,
    queries,
    reference,
    relevant_facts,
)
from examples.three_harbors.turn import acts, autopilot, menus, setup, steps, supposing
from rules.kernel.contract import Turn
from rules.kernel.rulebook import Rulebook

CHAPTERS = ("valleys",)

BOOK = Rulebook[HarborState](
    key="three_harbors",
    title="Three Harbors",
    revision="1",
    summary="Three harbors place points in two valleys, in secret.",
    state_type=HarborState,
    powers=POWERS,
    factions=FACTIONS,
    switches=SWITCHES,
    scenarios=SCENARIOS,
    facts=FACTS,
    index=R,
    orders=ORDERS,
    event_types=Happening,
    fact_consistency=FACT_CONSISTENCY,
    keys_of={"holders": VALLEYS, "purses": POWERS},
    families=("place", "name"),
    seeded=True,
    turn=Turn(
        adjudication=Adjudication,
        opening=setup.opening,
        begin=steps.begin,
        run=steps.run,
        asked=steps.asked,
        phase=steps.phase,
        menu=menus.menu,
        autopilot=autopilot.order,
        supposed=supposing.supposed,
        acts=acts.menus,
        perform=acts.perform,
    ),
    board=board.build,
    tell=log.line,
    names=log.name,
    preview=previews.build,
    tables=reference.tables,
    questions=queries.QUESTIONS,
    relevant_facts=relevant_facts.relevant_facts,
)
