"""Each variant switch says in one sentence what it changes."""

import pytest

from rules.kernel.errors import TableError
from rules.kernel.setup import Switch, explained
from rules.registry import BOOKS

SWITCH = Switch(key="oil", label="Oil", choices={"on": "Used", "off": "Not used"}, default="off")


@pytest.mark.parametrize("key", BOOKS)
def test_every_switch_has_one_sentence_and_a_rule(key: str) -> None:
    for switch in BOOKS[key].switches.values():
        assert switch.help.count(".") >= 1, switch.key
        assert switch.help.endswith("."), switch.key
        assert ". " not in switch.help.replace("vs. ", ""), switch.key
        assert switch.rule in BOOKS[key].index, switch.key


def test_a_switch_without_a_sentence_and_a_sentence_without_a_switch_are_named() -> None:
    with pytest.raises(TableError, match="coal, oil"):
        explained([SWITCH], {"coal": "Coal is counted."})
    assert explained([SWITCH], {"oil": "Oil is counted."})["oil"].help == "Oil is counted."
