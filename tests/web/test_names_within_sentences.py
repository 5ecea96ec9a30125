"""A name with an article has it, and small, within a sentence: the Axis, the Commonwealth."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override

import campaigns
import frontend
import rules
from campaigns.domain.wording import within
from campaigns.models import Campaign
from campaigns.selectors.phase.phase_strip import silence_in_words
from campaigns.selectors.phase.records import Badge
from rules.kernel.setup import CALLED_THE

BLOCK = re.compile(
    r"\{%\s*blocktranslate(?P<head>.*?)%\}(?P<body>.*?)\{%\s*endblocktranslate", re.DOTALL
)
NAME = re.compile(r"(?P<key>\w+)=(?P<of>\S*(?:badge|power|faction)\S*name(?:\|in_words)?)(?=\s|$)")


def _unsaid(template: str) -> list[str]:
    """Names in the middle of a translated sentence that are written as at its beginning."""
    found = []
    for block in BLOCK.finditer(template):
        words = " ".join(re.sub(r"<[^>]+>", "", block["body"]).split())
        for name in NAME.finditer(block["head"]):
            before = words.partition(f"{{{{ {name['key']} }}}}")[0].rstrip()
            if before and before != words.rstrip() and before[-1] not in ".:!?":
                found.append(words)
    return found


def _at_the_head(template: str) -> list[str]:
    """Sentences that begin with a name and go on with a verb, and leave its article out."""
    return [
        words
        for block in BLOCK.finditer(template)
        for name in re.finditer(
            r"(\w+)=\S*\.(?:badge|by|to)\.name\|in_words(?=\s|$)", block["head"]
        )
        for words in [" ".join(re.sub(r"<[^>]+>", "", block["body"]).split())]
        if re.search(rf"(^|[.:!?] )\{{\{{ {name[1]} \}}\}} [a-z]+", words)
        and not words.endswith("}} alone")
    ]


def test_a_sentence_that_begins_with_a_name_begins_with_its_article() -> None:
    folder = Path(frontend.__file__).parent
    found = {path.name: _at_the_head(path.read_text()) for path in folder.rglob("*.html")}
    assert {name: words for name, words in found.items() if words} == {}
    without = "{% blocktranslate with power=said.by.name|in_words %}{{ power }} waits.{% endblocktranslate %}"
    assert _at_the_head(without) == ["{{ power }} waits."]


def test_every_template_writes_names_within_a_sentence_small() -> None:
    folder = Path(frontend.__file__).parent
    found = {path.name: _unsaid(path.read_text()) for path in folder.rglob("*.html")}
    assert len(found) > 100
    assert {name: words for name, words in found.items() if words} == {}


def test_a_name_that_is_not_small_is_found() -> None:
    block = "{% blocktranslate with power=badge.name|in_words %}The seal of {{ power }}{% endblocktranslate %}"
    assert _unsaid(block) == ["The seal of {{ power }}"]
    assert _unsaid(block.replace("in_words", "in_words|within")) == []
    assert _unsaid(block.replace("The seal of ", "")) == []


BARE = re.compile(r"\b(?:of|by|to|on|from|with|for|against|in|and|at) \{POWERS\[\w+\]\.name\}")


def test_no_rulebook_writes_a_power_without_its_article_within_a_sentence() -> None:
    folder = Path(rules.__file__).parent
    found = {
        str(path.relative_to(folder)): BARE.findall(path.read_text())
        for path in folder.rglob("*.py")
    }
    assert len(found) > 400
    assert {name: words for name, words in found.items() if words} == {}


def test_several_names_are_small_as_well() -> None:
    badges = [_badge("The Axis"), _badge("The Allies")]
    page = Template("You play {{ badges|names_of }}.")
    assert page.render(Context({"badges": badges})) == "You play the Axis and the Allies."


def _badge(name: str) -> Badge:
    return Badge(key=name, name=name, code="X", faction="", hue="", mark="")


def test_what_comes_of_silence_names_a_side_within_its_sentence() -> None:
    campaign = Campaign(rulebook="world_in_flames", clock={"missed": "autopilot"})
    assert silence_in_words(campaign, "The Axis", "") == (
        "If you send nothing, the autopilot plays for the Axis."
    )


@pytest.mark.parametrize("name", sorted(CALLED_THE))
def test_a_power_that_wants_an_article_has_it(name: str) -> None:
    campaign = Campaign(rulebook="days_of_decision", clock={"missed": "autopilot"})
    assert silence_in_words(campaign, name, "") == (
        f"If you send nothing, the autopilot plays for the {name}."
    )
    page = Template("To {{ badges|names_of }} alone; waits for {{ badge.name|within }}.")
    said = page.render(Context({"badges": [_badge(name)], "badge": _badge(name)}))
    assert said == f"To the {name} alone; waits for the {name}."


def test_no_english_article_stands_in_another_language() -> None:
    with override("de"):
        assert within("Commonwealth") == "Commonwealth"


KERNELS_OWN = {
    "chronicles/clauses.py",
    "selectors/history/chronicle.py",
    "selectors/lobby/glimpses.py",
}
"""Modules that put clauses together in English, which is found in the reader's language as a whole."""


def test_the_site_says_names_with_their_articles() -> None:
    folder = Path(campaigns.__file__).parent
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if re.search(r"rules\.kernel\.\w+ import .*\b(named_)?within\b", path.read_text())
    }
    assert found == KERNELS_OWN
