"""The variant switches: where a group may read the rules otherwise."""

from rules.kernel import tables
from rules.kernel.setup import Switch, explained
from rules.world_at_war.model.citations import PACKAGE, R


def _switch(key: str, label: str, rule: str, choices: dict[str, str]) -> Switch:
    """A switch whose first choice is the default."""
    return Switch(key=key, label=label, choices=choices, default=next(iter(choices)), rule=rule)


SWITCHES = explained(
    (
        _switch(
            "dp_cap",
            "Points on one target",
            R("49.31"),
            {"third_up": "At most a third of its faction's points, rounded up", "none": "No limit"},
        ),
        _switch(
            "faction_sees_dps",
            "Who sees a power's placements",
            R("49.21"),
            {"true": "Its alliance faction", "false": "Only the power itself"},
        ),
        _switch(
            "lesser_result",
            "Taking a lesser result",
            R("49.53"),
            {"standing": "By standing preference, without waiting", "ask": "Ask after the die"},
        ),
        _switch(
            "enemy_ally",
            "A row that would cost the enemy an ally or associate",
            R("85.51A"),
            {"keep": "It may be taken as 3-4, no change", "end": "The country surrenders at least"},
        ),
        _switch(
            "fact_check",
            "A pause to check facts before the dice",
            R("Ruling 21"),
            {"none": "No pause", "step": "Both sides look once"},
        ),
        _switch(
            "intelligence",
            "Covert operations",
            R("47.22"),
            {"off": "None", "simple": "One card for each point placed on intelligence"},
        ),
        _switch(
            "covert_order",
            "Order of covert operations",
            R("47.22"),
            {"sealed": "Both sides at once, sealed"},
        ),
        _switch(
            "prelude_europe",
            "What came before in Europe",
            R("RGT: starting level"),
            {"classic": "The classic opening", "gathering_storm": "Gathering Storm"},
        ),
        _switch(
            "prelude_asia",
            "What came before in Asia",
            R("USJT: starting level"),
            {"classic": "The classic opening", "storm_over_asia": "Storm over Asia"},
        ),
        _switch(
            "pact_line",
            "The Nazi-Soviet Pact line",
            R("RGT: Pact line effects"),
            {"historical": "Where it was", "moved": "Elsewhere; its sides are declared"},
        ),
        _switch(
            "rumania_seven",
            "A 7 when Russia demands Bessarabia",
            R("Ruling 12"),
            {"chooses": "Germany chooses, as on 3 to 6", "resists": "Rumania resists"},
        ),
        _switch(
            "rgt_drop",
            "When Russo-German tension drops again",
            R("Ruling 33"),
            {
                "stays": "What a level allowed stays allowed",
                "lapses": "Only mobilizations stay; all else asks for the level",
            },
        ),
        _switch(
            "prorating",
            "Rounding of prorated BRPs",
            R("Ruling 47"),
            {
                "down": "Down, a loss like a gain",
                "nearest": "To the nearest, halves up",
                "up": "Up, a loss like a gain",
            },
        ),
    ),
    tables.raw(PACKAGE, "switches.yaml"),
)
