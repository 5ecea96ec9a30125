"""The switches that a campaign is founded with."""

from examples.three_harbors.model.citations import R
from rules.kernel.setup import Switch

SWITCHES = {
    "fog": Switch(
        key="fog",
        label="Fog",
        choices={"on": "On", "off": "Off"},
        default="off",
        rule=R("2.4"),
    )
}
