"""What the conformance cases of Days of Decision must cover; they run with all the others."""

from pathlib import Path

import rules.days_of_decision as package
from rules.days_of_decision import BOOK
from rules.kernel.conformance.reading import read_cases

FOLDER = Path(__file__).parents[2] / "conformance" / "days_of_decision"
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
    numbers = [e.ref.removeprefix("Ruling ") for e in BOOK.index if e.ref.startswith("Ruling ")]
    assert [n for n in numbers if f"\n{n}. **" not in text] == []
