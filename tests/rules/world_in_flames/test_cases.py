"""What the conformance cases of the house rules must cover; they run with all the others."""

from pathlib import Path

import rules.world_in_flames as package
from rules.kernel.conformance.reading import read_cases
from rules.world_in_flames import BOOK

FOLDER = Path(__file__).parents[2] / "conformance" / "world_in_flames"
CASES = [
    case
    for file in sorted(FOLDER.glob("*.yaml"))
    for case in read_cases(file.read_text("utf-8"), file.name)
]


def test_every_rule_and_every_reading_is_named_by_a_case():
    named = {ref for case in CASES for ref in case.rule}
    assert [entry.ref for entry in BOOK.index if entry.ref not in named] == []


def test_every_reading_has_an_answer_under_its_number():
    text = (Path(package.__path__[0]) / "rulings.md").read_text("utf-8")
    numbers = [entry.ref for entry in BOOK.index if entry.part == "readings"]
    assert [number for number in numbers if f"\n**{number}. " not in text] == []


def test_every_switch_of_a_reading_stands_in_its_answer():
    text = (Path(package.__path__[0]) / "rulings.md").read_text("utf-8")
    paragraphs = {part[2:6]: part for part in text.split("\n\n") if part.startswith("**F-")}
    for switch in BOOK.switches.values():
        if switch.rule.startswith("F-"):
            assert f"`{switch.key}`" in paragraphs[switch.rule], switch.key
