"""The variant switches: where a group may read the rules otherwise."""

from rules.days_of_decision.model.citations import PACKAGE, R
from rules.kernel import tables
from rules.kernel.setup import Switch, explained


def _switch(key: str, label: str, rule: str, choices: dict[str, str], default: str = "") -> Switch:
    """A switch that stands at its first choice, or at another ``default``."""
    default = default or next(iter(choices))
    return Switch(key=key, label=label, choices=choices, default=default, rule=R(rule))


def _optional(key: str, label: str, rule: str, *, on: bool = False) -> Switch:
    return _switch(key, label, rule, {"on": "Used", "off": "Not used"}, "on" if on else "off")


SWITCHES = explained(
    (
        _switch(
            "plays",
            "Option plays",
            "14.1",
            {"hidden": "Sealed, turned over by initiative", "open": "Open, one power at a time"},
        ),
        _switch(
            "yielding",
            "Democracies yield their places",
            "Ruling 51",
            {"bid": "With the bid", "step": "In a step of its own"},
        ),
        _switch(
            "activation",
            "Activating a minor",
            "Ruling 57",
            {
                "planned": "By the plan sealed with the option",
                "asked": "Asked after an option without a plan",
            },
        ),
        _switch(
            "map",
            "The war game's part of the turn",
            "Ruling 58",
            {"step": "A step to declare facts and spend build points", "none": "No step"},
        ),
        _optional("leaving", "Powers may leave and enter ideologies", "14.3", on=True),
        _optional("winter_roll", "January's chance of effectiveness", "8.6.1"),
        _optional("ussr_naval", "The naval treaty concerns the USSR", "8.7.1 IPO 15"),
        _optional("alternate", "A power of another ideology may activate", "14.12"),
        _optional("oil", "Oil is a resource of its own", "8.7.1 IPO 2"),
        _optional("africa_aflame", "The African expansion is in play", "8.7.1 IPO 14 Groups"),
        _optional("intelligence", "Intelligence", "14.15"),
        _optional("sanctions", "Sanctions by the United States", "14.17"),
        _optional("experimental", "Experimental American entry", "14.16"),
        _optional("force_vichy", "A Vichy surrender can be forced", "14.13", on=True),
        _optional("passages", "Passages are closed by option 4(b) alone", "14.14", on=True),
        _optional("burma_road", "Japan may close the Burma Road", "8.7.2 Japan Option 4(c)"),
        _optional("ships", "Single ships have counters", "8.7.2 US Option 4"),
        _optional("impulses", "Initiative and impulses by ideology", "15.6.1"),
        _optional("neutral_impulses", "Neutrals take combined impulses only", "15.6.2", on=True),
        _optional("house_isolated", "House rule: isolated hexes", "Isolated Control"),
        _optional("house_production", "House rule: Italian factories", "Italian Production"),
        _optional("house_italy", "House rule: early Italian surrender", "Italian Surrender: roll"),
        _optional(
            "house_japan", "House rule: early Japanese surrender", "Japanese Surrender: roll"
        ),
        _optional("bitter_end", "To the bitter end", "4 Bitter End"),
        _optional(
            "central_hold", "The central hex holds against negative values", "Ruling 2", on=True
        ),
        _optional("pe_per_six", "Every six of option 0(a) counts", "Ruling 13"),
        _optional("tie_by_pe", "Ties of initiative go by effectiveness", "Ruling 7"),
        _optional("floor_at_zero", "A score below zero counts as zero", "Ruling 8"),
        _switch(
            "pressure_by",
            "What pressure compares",
            "Ruling 10",
            {"position": "Places in the order of initiative", "pe": "Political effectiveness"},
        ),
        _switch(
            "us_whole",
            "The second American quarter",
            "Ruling 17",
            {"lasting": "As long as the wars last", "once": "In one turn"},
        ),
        _switch(
            "terms_waiting",
            "How long the terms of a surrender may bar a war",
            "Ruling 23",
            {"more": "Nine turns more than the ordinary waiting", "total": "Nine turns in all"},
        ),
        _switch(
            "war_purse",
            "What a war is paid in",
            "Ruling 120",
            {"money": "Money", "bp": "Build points"},
        ),
        _switch(
            "last",
            "The last turn",
            "Ruling 54",
            {"nd1945": "November/December 1945", "ja1945": "July/August 1945"},
        ),
    ),
    tables.raw(PACKAGE, "switches.yaml"),
)
