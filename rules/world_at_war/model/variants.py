"""The variant switches: where a group may read the rules otherwise."""

from rules.kernel import tables
from rules.kernel.setup import Switch, explained
from rules.world_at_war.model.citations import PACKAGE, R

SWITCHES = explained(
    (
        Switch(
            key="dp_cap",
            label="Points on one target",
            choices={
                "third_up": "At most a third of its faction's points, rounded up",
                "none": "No limit",
            },
            default="third_up",
            rule=R("49.31"),
        ),
        Switch(
            key="faction_sees_dps",
            label="Who sees a power's placements",
            choices={"true": "Its alliance faction", "false": "Only the power itself"},
            default="true",
            rule=R("49.21"),
        ),
        Switch(
            key="lesser_result",
            label="Taking a lesser result",
            choices={
                "standing": "By standing preference, without waiting",
                "ask": "Ask after the die",
            },
            default="standing",
            rule=R("49.53"),
        ),
        Switch(
            key="enemy_ally",
            label="A row that would cost the enemy an ally or associate",
            choices={
                "keep": "It may be taken as 3-4, no change",
                "end": "The country surrenders at least",
            },
            default="keep",
            rule=R("85.51A"),
        ),
        Switch(
            key="fact_check",
            label="A pause to check facts before the dice",
            choices={"none": "No pause", "step": "Both sides look once"},
            default="none",
            rule=R("Ruling 21"),
        ),
        Switch(
            key="intelligence",
            label="Covert operations",
            choices={"off": "None", "simple": "One card for each point placed on intelligence"},
            default="off",
            rule=R("47.22"),
        ),
        Switch(
            key="covert_order",
            label="Order of covert operations",
            choices={"sealed": "Both sides at once, sealed"},
            default="sealed",
            rule=R("47.22"),
        ),
        Switch(
            key="prelude_europe",
            label="What came before in Europe",
            choices={"classic": "The classic opening", "gathering_storm": "Gathering Storm"},
            default="classic",
            rule=R("RGT: starting level"),
        ),
        Switch(
            key="prelude_asia",
            label="What came before in Asia",
            choices={"classic": "The classic opening", "storm_over_asia": "Storm over Asia"},
            default="classic",
            rule=R("USJT: starting level"),
        ),
        Switch(
            key="pact_line",
            label="The Nazi-Soviet Pact line",
            choices={"historical": "Where it was", "moved": "Elsewhere; its sides are declared"},
            default="historical",
            rule=R("RGT: Pact line effects"),
        ),
        Switch(
            key="rumania_seven",
            label="A 7 when Russia demands Bessarabia",
            choices={"chooses": "Germany chooses, as on 3 to 6", "resists": "Rumania resists"},
            default="chooses",
            rule=R("Ruling 12"),
        ),
        Switch(
            key="rgt_drop",
            label="When Russo-German tension drops again",
            choices={
                "stays": "What a level allowed stays allowed",
                "lapses": "Only mobilizations stay; all else asks for the level",
            },
            default="stays",
            rule=R("Ruling 33"),
        ),
        Switch(
            key="prorating",
            label="Rounding of prorated BRPs",
            choices={
                "down": "Down, a loss like a gain",
                "nearest": "To the nearest, halves up",
                "up": "Up, a loss like a gain",
            },
            default="down",
            rule=R("Ruling 47"),
        ),
    ),
    tables.raw(PACKAGE, "switches.yaml"),
)
