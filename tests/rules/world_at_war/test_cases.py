"""What the conformance cases of A World at War must cover; they run with all the others."""

from pathlib import Path

import rules.world_at_war as package
from rules.kernel.conformance.reading import read_cases
from rules.world_at_war import BOOK

FOLDER = Path(__file__).parents[2] / "conformance" / "world_at_war"
CASES = [
    case
    for file in sorted(FOLDER.glob("*.yaml"))
    for case in read_cases(file.read_text("utf-8"), file.name)
]


def test_every_rule_is_named_by_a_case():
    named = {ref for case in CASES for ref in case.rule}
    assert [entry.ref for entry in BOOK.index if entry.ref not in named] == []


def test_every_ruling_has_an_answer_under_its_number():
    text = (Path(package.__path__[0]) / "rulings.md").read_text("utf-8")
    rulings = [entry.ref for entry in BOOK.index if entry.part == "rulings"]
    numbers = [ref.removeprefix("Ruling ") for ref in rulings]
    assert len(numbers) >= 79
    assert [number for number in numbers if f"\n**{number}. " not in text] == []
