"""The variant switches: where a group may read the rules otherwise."""

from rules.kernel import tables
from rules.kernel.setup import Switch, explained
from rules.war_game_1939.model.citations import PACKAGE, R


def _switch(key: str, label: str, rule: str, choices: dict[str, str], default: str = "") -> Switch:
    """A switch that stands at its first choice, or at another ``default``."""
    default = default or next(iter(choices))
    return Switch(key=key, label=label, choices=choices, default=default, rule=R(rule))


def _yes(key: str, label: str, rule: str, *, yes: bool) -> Switch:
    return _switch(key, label, rule, {"yes": "Yes", "no": "No"}, "yes" if yes else "no")


SWITCHES = explained(
    (
        _switch(
            "commerce",
            "Who throws commerce dice when",
            "Military Commerce",
            {"together": "All nations in one phase", "in_turn": "One nation after another"},
        ),
        _switch(
            "counter",
            "How influence is opposed",
            "W-45",
            {
                "step": "In a step of its own",
                "standing": "By standing orders; who left none may pay late",
            },
        ),
        Switch(
            key="map",
            label="What autopilots do on the map",
            choices={
                "table": "Nothing; people report, buy and lend",
                "sketch": "Conquests in the order of history, also for silent players",
            },
            default="table",
            bots="sketch",
            rule=R("W-02"),
        ),
        _switch(
            "balkan_tally",
            "What counts for the Balkan roll",
            "W-04",
            {
                "prose": "Occupied land, and Total, Sworn and Economic control",
                "total_only": "Total control alone",
            },
        ),
        _yes("defensive_attacks_provoke", "A lawful defence counts as having attacked first", "W-08", yes=True),
        _yes("indo_china_provokes", "Japan's attack on Indo-China is one on original Allied land", "W-09", yes=False),
        _yes("lift_applies_to_banked", "A lifted restriction frees saved commerce money", "W-11", yes=True),
        _yes("full_war_frees_banked", "Full War frees saved hardware money", "W-17", yes=False),
        _switch(
            "first_in_by",
            "Who may retake a neutral as a defence",
            "W-18",
            {"side": "The side that controlled it first", "nation": "The nation that did"},
        ),
        _yes("other_units_count", "Units beyond the four kinds count for Vichy rolls", "W-20", yes=False),
        _switch(
            "vichy_units",
            "Whose attacked Vichy units become",
            "W-21",
            {"ally": "Those of the land's new ally", "german": "German everywhere"},
        ),
        _switch(
            "marching_in",
            "When marching in without a fight is an attack",
            "W-54",
            {
                "held": "Where the other side holds the land",
                "colonies": "There, and for the Axis in the nine colonies",
                "never": "Never",
            },
        ),
        _switch(
            "retaken_french",
            "Whose French land is that another Ally retakes",
            "W-55",
            {"france": "French again", "taker": "Whoever takes it"},
        ),
        _switch(
            "factory_money",
            "What pays for factories",
            "W-56",
            {"cash": "Money for any use alone", "hardware": "Commerce money as well"},
        ),
        _yes("france_lends", "France may lend", "W-33", yes=True),
    ),
    tables.raw(PACKAGE, "switches.yaml"),
)  # fmt: skip
