"""The house rules for anybody to use: pure functions of declared facts and switches.

A campaign of another game takes them into its own conquest step through this module alone::

    at = At(host_facts, switches)           # keys of ``fact_specs`` among the facts
    if italian_criteria(at).may_roll and allies_want_it:
        rolled = roll_italy(at, dice)       # dice of the host, logged by it
    if japanese_roll_due(at):
        rolled = roll_japan(at, dice)
    answer = isolated_control(text, switches, dice)

*Facts* are plain values by key; a key that is not given has its default. ``fact_groups`` and
``fact_specs(declares)`` go into the registry of the host, ``RULES`` (the rule index) into its
index, since every row of a tally cites a rule of it. *Switches* are those of ``SWITCHES``; a key
that is not given has its default, and whether a rule is used at all is the host's own question.
*Tables* may be left out; ``tables_with(changes)`` gives them with a moderator's changes.

| rule | may or must it? | the number | exact chance | the die |
|---|---|---|---|---|
| Italian Surrender | ``italian_criteria`` | ``italian_garrison`` | ``italian_chance`` | ``roll_italy`` |
| Japanese Surrender | ``japanese_roll_due`` | ``japanese_modifiers`` | ``japanese_chance`` | ``roll_japan`` |
| Italian Production | ``italian_may_build`` | ``italian_production`` | | |
| Isolated Control | | ``isolated_control`` | | ties, by the dice handed in |
"""

from collections.abc import Mapping

from rules.kernel.dice import Dice
from rules.kernel.errors import NotUnderstood
from rules.world_in_flames.isolation.documents import CAMPAIGN, Limits, judged, read
from rules.world_in_flames.isolation.engine import Draw
from rules.world_in_flames.isolation.explanations import Answer, explained
from rules.world_in_flames.model.citations import ENTRIES as RULES
from rules.world_in_flames.model.conditions import At
from rules.world_in_flames.model.facts import GROUPS as fact_groups  # noqa: N811 (a value of the module)
from rules.world_in_flames.model.facts import NEWS as fact_news  # noqa: N811 (a value of the module)
from rules.world_in_flames.model.facts import specs as fact_specs
from rules.world_in_flames.model.tables import Tables
from rules.world_in_flames.model.tables import build as tables_with
from rules.world_in_flames.model.variants import SWITCHES
from rules.world_in_flames.surrender.italy import Criteria, Criterion, Factory
from rules.world_in_flames.surrender.italy import Rolled as ItalianRoll
from rules.world_in_flames.surrender.italy import chance as italian_chance
from rules.world_in_flames.surrender.italy import chances as italian_chances
from rules.world_in_flames.surrender.italy import criteria as italian_criteria
from rules.world_in_flames.surrender.italy import exact_garrison as italian_exact_garrison
from rules.world_in_flames.surrender.italy import factories as italian_factories
from rules.world_in_flames.surrender.italy import garrison as italian_garrison
from rules.world_in_flames.surrender.italy import may_build as italian_may_build
from rules.world_in_flames.surrender.italy import production as italian_production
from rules.world_in_flames.surrender.italy import roll as roll_italy
from rules.world_in_flames.surrender.japan import Rolled as JapaneseRoll
from rules.world_in_flames.surrender.japan import chance as japanese_chance
from rules.world_in_flames.surrender.japan import chances as japanese_chances
from rules.world_in_flames.surrender.japan import city as japanese_city
from rules.world_in_flames.surrender.japan import factories_lost as japanese_factories_lost
from rules.world_in_flames.surrender.japan import modifiers as japanese_modifiers
from rules.world_in_flames.surrender.japan import must_roll as japanese_roll_due
from rules.world_in_flames.surrender.japan import needed as japanese_needed
from rules.world_in_flames.surrender.japan import roll as roll_japan

__all__ = [
    "RULES", "SWITCHES", "Answer", "At", "Criteria", "Criterion", "Factory", "ItalianRoll",
    "JapaneseRoll", "Tables", "draw_with", "fact_groups", "fact_news", "fact_specs", "isolated_control",
    "italian_chance", "italian_chances", "italian_criteria", "italian_exact_garrison",
    "italian_factories", "italian_garrison", "italian_may_build", "italian_production",
    "japanese_chance", "japanese_chances", "japanese_city", "japanese_factories_lost",
    "japanese_modifiers", "japanese_needed", "japanese_roll_due", "roll_italy", "roll_japan",
    "table_die", "tables_with",
]  # fmt: skip


def draw_with(dice: Dice) -> Draw:
    """Ties drawn by these dice: one die with as many sides as powers draw (F-08)."""

    def draw(tied: tuple[str, ...], where: str) -> str:
        return tied[dice.roll(f"isolated hexes at {where}", len(tied)) - 1]

    return draw


def isolated_control(
    text: str, switches: Mapping[str, str], dice: Dice | None = None, limits: Limits = CAMPAIGN
) -> Answer:
    """Judge a map in either form of :mod:`rules.world_in_flames.isolation.documents`.

    Ties are drawn by ``dice``, or stay open without them (F-22). Raises ``NotUnderstood``.
    """
    draw = draw_with(dice) if dice is not None else None
    return explained(judged(read(text, limits), switches, draw))


def table_die(shown: int, sides: int = 10) -> int:
    """What a die thrown at a table counts: nought is its highest face (F-17)."""
    if not 0 <= shown <= sides:
        raise NotUnderstood(
            f"A die of {sides} sides cannot show {shown}.",
            remedy=f"It shows 0 to {sides}.",
            rule="F-17",
        )
    return shown or sides
