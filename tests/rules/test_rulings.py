"""Every ruling of a book has a dated answer in its ``rulings.md``, under its number."""

from pathlib import Path

import pytest

import rules
from rules.registry import BOOKS

ANSWERS = {
    "world_at_war": ("Ruling ", 79, "\n**{}. "),
    "days_of_decision": ("Ruling ", 1, "\n{}. **"),
    "war_game_1939": ("W-", 41, "\n- **W-{}. "),
    "world_in_flames": ("F-", 1, "\n**F-{}. "),
}
"""How references to rulings begin, how many there are at the least, and how an answer begins."""


def answers(key: str) -> str:
    return (Path(rules.__path__[0]) / key / "data" / "rulings.md").read_text("utf-8")


@pytest.mark.parametrize("key", BOOKS)
def test_every_ruling_has_an_answer_under_its_number(key: str) -> None:
    begins, least, answer = ANSWERS[key]
    refs = [entry.ref for entry in BOOKS[key].index if entry.ref.startswith(begins)]
    assert len(refs) >= least
    text = answers(key)
    assert [ref for ref in refs if answer.format(ref.removeprefix(begins)) not in text] == []


def test_every_switch_of_a_reading_of_the_house_rules_stands_in_its_answer() -> None:
    paragraphs = answers("world_in_flames").split("\n\n")
    found = {part[2:6]: part for part in paragraphs if part.startswith("**F-")}
    for switch in BOOKS["world_in_flames"].switches.values():
        if switch.rule.startswith("F-"):
            assert f"`{switch.key}`" in found[switch.rule], switch.key


@pytest.mark.parametrize("key", BOOKS)
def test_the_index_has_the_whole_answer_of_every_ruling(key: str) -> None:
    begins, _, answer = ANSWERS[key]
    refs = [entry.ref for entry in BOOKS[key].index if entry.ref.startswith(begins)]
    text = " ".join(answers(key).replace("**", "").replace("`", "").split())
    for ref in refs:
        about = BOOKS[key].index[ref].about
        assert len(about) > 20, ref
        assert all(" ".join(part.split()) in text for part in about.split("\n\n")), ref
        start = answer.format(ref.removeprefix(begins)).replace("**", "").lstrip("\n -")
        assert f"{start}{about.split(chr(10))[0]}" in text, ref
