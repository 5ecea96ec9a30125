"""The switches that a campaign is founded with."""

from examples.three_harbors.model.citations import R
from rules.kernel.setup import Switch

SWITCHES = {
    "purse": Switch(
        key="purse",
        label="Coins at the start",
        choices={"three": "Three", "five": "Five"},
        default="three",
        rule=R("3"),
    )
}
COINS = {"three": 3, "five": 5}
