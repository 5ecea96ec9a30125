"""The cards of a past phase on its page: every outcome is marked in words, not by look alone."""

from typing import Any

import pytest

from campaigns.selectors.log.played_cards import StoryLine
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Line
from rules.kernel.tally import Row, tally
from tests.web.support import a_card, cards_shown, words

GERMANY = Badge(key="germany", name="Germany", code="GE", mark="square", faction="fascist")
CHINA = Badge(key="china", name="China", code="CH", mark="disc", faction="democratic")
TEST = tally("Claim", [Row(key="card", amount=3, reason="The option", rule="8.7.1")], base=2)
ROLLED = StoryLine(
    badge=GERMANY, line=Line(head="The claim", rest="Die 3.", detail=TEST), kind="result"
)


def line(head: str, weight: int = 30) -> StoryLine:
    return StoryLine(badge=GERMANY, line=Line(head=head, weight=weight), kind="result")


def shown(**card: Any) -> str:
    return cards_shown(a_card(**card))


def test_a_card_shows_face_aim_price_and_seal() -> None:
    said = words(shown(told=(line("Austria is asked for"),), follows=(line("Values change", 5),)))
    for part in ("IPO 7", "Press a claim", "Austria", "4 money", "a07e", "Germany", "score 11"):
        assert part in said
    assert said.index("Austria is asked for.") < said.index("Values change.")


def test_a_test_shows_its_die_its_verdict_and_its_tally() -> None:
    html = shown(dice=(3,), sides=(6,), test=ROLLED, reasons=(ROLLED,), verdict="Passes.")
    assert 'aria-label="die 3"' in html
    ten = shown(dice=(3, 9), sides=(10, 10), test=ROLLED)
    assert "d10: 3" in ten
    assert "d10: 9" in ten
    assert "Passes." in words(html)
    assert "The option" in words(html)
    assert "Fails." in words(shown(dice=(6,), test=ROLLED, verdict="Fails."))
    assert "Passes" not in words(shown(dice=(3,), test=ROLLED))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({"state": "forced", "by": CHINA}, "Forced by China"),
        ({"state": "wasted", "why": "It is gone.", "rule": "6"}, "No effect It is gone. 6"),
        ({"state": "refused"}, "Refused"),
        ({"state": "lapsed"}, "No answer"),
        ({"state": "proposed"}, "Awaits an answer"),
        ({"state": "returned", "code": "", "title": "A card that was not turned"}, "Not turned"),
        ({"state": "idle", "code": "", "why": "No card lay.", "silent": True}, "Overdue"),
    ],
)
def test_what_became_of_a_card_is_said_in_words(card: dict[str, Any], said: str) -> None:
    assert said in words(shown(**card))


def test_a_card_that_was_not_turned_names_nothing() -> None:
    html = shown(state="returned", code="", title="A card that was not turned", price="")
    assert "a07e" not in html
    assert "money" not in html
