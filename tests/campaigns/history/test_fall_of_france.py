"""Six months in which France is attacked: reported on the sheet of a turn, and told with its rolls."""

import pytest

from campaigns.models import Campaign
from campaigns.services.advance import end_phase, phase_advance
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader

NATIONS = ["germany", "italy", "japan", "ussr", "uk", "france", "usa", "china"]


@pytest.mark.long
def test_the_history_tells_the_fall_of_france_with_each_roll(db: None) -> None:
    moderator = person("moderator")
    campaign = a_campaign(
        book="war_game_1939", by=moderator, seats=dict.fromkeys(NATIONS[:1], moderator)
    ).campaign
    germany = PageReader(moderator, campaign.slug)

    def on_to(key: str, turn: int) -> int:
        for _ in range(60):
            phase = Campaign.objects.get(pk=campaign.pk).phase
            if (phase.key, phase.turn) == (key, turn):
                return phase.number
            wish = {"phase": phase.number, "reason": "So agreed", "silent": "autopilot"}
            end_phase.force(campaign.slug, by=moderator, **wish)
            phase_advance.advance(campaign.pk, phase_id=phase.pk)
        raise AssertionError(f"{key} of turn {turn} never came.")

    on_to("axis.play", 2)
    reported = {"reports.0": "land:france", "reports.0.0.outcome": "taken"}
    germany.open().press("Seal", "#orders", **reported)
    number = on_to("west.status", 2)
    on_to("west.play", 2)
    assert "France fell in" in germany.open().says("#board")
    story = germany.open(f"history/{number}/")
    assert "France has fallen" in story.says(".story")
    rolled = story.says(".events li:-soup-contains('Algeria') .tally")
    assert "The territory's number" in rolled
