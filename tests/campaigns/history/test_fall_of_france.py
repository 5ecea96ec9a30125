"""Six months in which France is attacked: reported on the sheet of a turn, and told with its rolls."""

import pytest

from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader


@pytest.mark.long
def test_the_history_tells_the_fall_of_france_with_each_roll(db: None) -> None:
    host = person("host")
    table = a_campaign(book="war_game_1939", by=host, seats={"germany": host})
    germany = PageReader(host, table.slug)
    table.on_to("axis.play", 2, silent="autopilot")
    reported = {"reports.0": "land:france", "reports.0.0.outcome": "taken"}
    germany.open().press("Seal", "#orders", **reported)
    number = table.on_to("west.status", 2, silent="autopilot")
    table.on_to("west.play", 2, silent="autopilot")
    assert "France fell in" in germany.open().says("#board")
    story = germany.open(f"history/{number}/")
    assert "France has fallen" in story.says(".story")
    rolled = story.says(".events li:-soup-contains('Algeria') .tally")
    assert "The territory's number" in rolled
