"""The variant switches: which of the four rules are used, and how they are read."""

from rules.kernel import tables
from rules.kernel.setup import Switch
from rules.world_in_flames.model.citations import PACKAGE, R

SAID = tables.raw(PACKAGE, "switches.yaml")
"""What each switch changes, in one sentence."""


def _switch(key: str, label: str, rule: str, choices: dict[str, str]) -> Switch:
    return Switch(
        key=key,
        label=label,
        choices=choices,
        default=next(iter(choices)),
        rule=R(rule),
        help=SAID[key],
    )


def _used(key: str, rule: str) -> Switch:
    return _switch(key, rule, rule, {"on": "Used", "off": "Not used"})


RULES = {
    switch.key: switch
    for switch in (
        _used("isolated_control", "Isolated Control"),
        _used("italian_production", "Italian Production"),
        _used("italian_surrender", "Italian Surrender"),
        _used("japanese_surrender", "Japanese Surrender"),
    )
}
"""One for each house rule."""

READINGS = {
    switch.key: switch
    for switch in (
        _switch(
            "lakes",
            "Lakes beside a set",
            "F-01",
            {"block": "Block like the sea", "enclosed": "No harm when no third party reaches them"},
        ),
        _switch(
            "nested",
            "Sets inside sets",
            "F-05",
            {
                "outside_first": "From the outside in",
                "inside_first": "From the inside out",
                "at_once": "All by the same position",
            },
        ),
        _switch(
            "sets",
            "Whose hexes form a set",
            "F-06",
            {"side": "Those of a side", "power": "Those of one major power"},
        ),
        _switch(
            "tie",
            "Equal enemies around a set",
            "F-08",
            {"set": "One draw for the set", "hex": "A draw for each hex"},
        ),
        _switch(
            "sardinia",
            "Sardinia",
            "F-11",
            {"mainland": "Counts as declared", "left_out": "Never counts"},
        ),
        _switch(
            "retaken",
            "Japanese factories captured and held again",
            "F-13",
            {"not_lost": "Are not lost", "lost": "Stay lost"},
        ),
    )
}
"""How the rules are read; the choices of the first four are those of a map's own switches."""

SWITCHES = {
    **RULES,
    **READINGS,
    "fact_check": _switch(
        "fact_check",
        "A look at the facts before the dice",
        "F-21",
        {"step": "A step for both sides", "none": "No step"},
    ),
}
