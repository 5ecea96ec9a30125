"""A scripted campaign among the others: nobody but its script moves it, and its mark is kept and shown."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from campaigns.as_it_happened import files, script
from campaigns.chronicles.weighing import NOTABLE
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase
from campaigns.selectors import export
from campaigns.selectors.campaign import as_it_happened as selector
from campaigns.selectors.campaign import campaign_page as pages
from campaigns.selectors.history import phase_story
from campaigns.selectors.lobby.readings import offered
from campaigns.services.advance import end_phase, phase_advance
from campaigns.services.advance.phase_advance import Outcome
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.site import glimpses
from tests.as_it_happened import scripted_campaign
from tests.as_it_happened.small import small

BOOK = "world_in_flames"


@pytest.fixture
def by(db: None) -> Any:
    return get_user_model().objects.create_user(username="keeper", password="x" * 16)


@pytest.fixture
def taken_in(by: Any) -> Campaign:
    return Campaign.objects.get(slug=import_campaign(files.data(BOOK), by=by))


def _the_mark_is_kept_and_exported(
    taken_in: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taken_in.dice_given
    file = tmp_path / "again.json"
    file.write_bytes(b"".join(export.export(taken_in.slug, None)))
    with pytest.raises(SystemExit) as end:
        call_command("verify", str(file))
    assert end.value.code == 3
    said = capsys.readouterr().out.splitlines()[-1]
    assert said.endswith(", 0 faults, 0 not checked; dice given by the script, not checked")


def _its_pages_tell_of_given_dice_and_of_history(taken_in: Campaign) -> None:
    rolled = Phase.objects.get(
        campaign=taken_in, turn_title="September/October 1943", key="roll"
    ).number
    assert phase_story.story(taken_in.slug, rolled, None).check.given
    text = Client().get(f"/c/{taken_in.slug}/history/{rolled}/").text
    assert "Dice given by the script, not checked." in text
    assert "(given by the script)" in text
    assert "worked out again" not in text
    assert "In history: September/October 1943" in text
    assert "as-it-happened.css" in text
    folded = '<details class="section as-it-happened"'
    assert folded not in text
    assert folded in Client().get(f"/c/{taken_in.slug}/history/{rolled}/?as=allied").text
    chronicle = Client().get(f"/c/{taken_in.slug}/").text
    assert "Dice given by the script, not checked." in chronicle
    assert "dice links follow" not in chronicle
    assert f'href="/as-it-happened/{BOOK}/?from=departures"' in chronicle
    reading = Client().get(f"/as-it-happened/{BOOK}/").text
    assert f"/c/{taken_in.slug}/history/1/" in reading


def _the_readings_say_what_came_of_it(taken_in: Campaign) -> None:
    phases = taken_in.phases.filter(weight__gte=NOTABLE).exclude(headline="")
    great = phases.order_by("-weight", "number")[0]
    told = {
        turn.turn.turn: (turn.headline, turn.told)
        for chapter in selector.reading(BOOK).chapters
        for turn in chapter.turns
    }
    assert told[great.turn_title] == (great.headline, great.number)
    assert {turn for turn, (headline, _told) in told.items() if headline} == set(
        phases.values_list("turn_title", flat=True)
    )
    (it,) = (it for it in offered() if it.slug)
    assert (it.key, it.seen) == (BOOK, None)
    assert glimpses.draw_due() == 1
    (it,) = (it for it in offered() if it.seen)
    assert it.seen is not None
    listed = Client().get("/as-it-happened/").text
    assert it.seen.headline
    assert it.seen.headline in listed
    assert f'href="/c/{taken_in.slug}/"' in listed


def _another_campaign_of_that_name_gets_no_commentary(taken_in: Campaign) -> None:
    Campaign.objects.filter(pk=taken_in.pk).update(log_hash="0" * 64)
    assert "In history: " not in Client().get(f"/c/{taken_in.slug}/history/1/").text
    assert "not on this site" in Client().get(f"/as-it-happened/{BOOK}/").text


def test_a_campaign_that_is_taken_in_tells_where_its_dice_come_from(
    taken_in: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One test, for taking it in takes longest."""
    _the_mark_is_kept_and_exported(taken_in, tmp_path, capsys)
    _its_pages_tell_of_given_dice_and_of_history(taken_in)
    _the_readings_say_what_came_of_it(taken_in)
    _another_campaign_of_that_name_gets_no_commentary(taken_in)


@pytest.mark.long
def test_the_readings_stand_without_any_campaign(db: None) -> None:
    listed = Client().get("/as-it-happened/").text
    for book in script.books():
        found = script.of(book)
        assert f"/as-it-happened/{book}/" in listed
        first = Client().get(f"/as-it-happened/{book}/").text
        assert "not on this site" in first
        chapters = selector.reading(book).chapters
        told = [turn.turn.turn for chapter in chapters[:-1] for turn in chapter.turns]
        assert told == [turn.turn for turn in found.turns]
        departures = [turn.turn.turn for turn in chapters[-1].turns]
        assert departures == [turn.turn for turn in found.turns if turn.here]
        for chapter in chapters:
            text = Client().get(f"/as-it-happened/{book}/", {"from": chapter.key}).text
            assert all(turn.turn.turn in text for turn in chapter.turns)
            assert chapter is chapters[0] or f"?from={chapter.key}" in first
    only = Client().get(f"/as-it-happened/{BOOK}/", {"from": selector.DEPARTURES}).text
    assert 'class="otherwise"' in only
    assert 'class="as-told"' not in only.partition('class="reading"')[2]
    assert Client().get(f"/as-it-happened/{BOOK}/", {"from": "1066"}).status_code == 400
    assert Client().get("/as-it-happened/chess/").status_code == 400


def test_a_script_is_played_through_the_services(by: Any) -> None:
    found = small(at="declare", acts=({"allied": "Tripoli falls to the Allies"},))
    slug = scripted_campaign.play_script(found, by=by)
    campaign = Campaign.objects.get(slug=slug)
    assert (campaign.status, campaign.dice_given, campaign.dice_used) == ("finished", True, 0)
    assert campaign.status_reason.endswith(found.end)
    assert campaign.phase is not None
    assert pages.campaign_page(slug, None).head.status == "finished"


def test_its_pages_say_that_a_script_played(by: Any) -> None:
    found = small(at="declare", acts=({"allied": "Tripoli falls to the Allies"},))
    slug = scripted_campaign.play_script(found, by=by)
    here = f"/c/{slug}"
    whole = _words(f"{here}/end/")
    assert f'href="{here}/press/"' not in whole
    ended = whole.partition('class="orders ended"')[2].partition("</section>")[0]
    assert "vote of the players" not in ended
    assert found.end in ended
    assert "A script of ours that follows the war gave the orders" in ended
    assert ">nobody<" not in ended
    facts = _words(f"{here}/facts/")
    assert "the other side confirmed it" not in facts
    assert "Not confirmed at the end" not in facts
    assert "A script declared it" in facts
    assert "What the script declared" in facts
    for number in Phase.objects.filter(campaign__slug=slug).values_list("number", flat=True):
        story = _words(f"{here}/history/{number}/")
        assert "silent" not in story
        assert "Resolved " not in story
        assert "0 of 0 seals" not in story
        assert "autopilots played" not in story


def _words(address: str) -> str:
    return " ".join(Client().get(address).text.split())


def test_nobody_else_moves_it_on(by: Any) -> None:
    found = small(at="declare")
    scripted_campaign.found(found, by=by)
    campaign = Campaign.objects.get(slug=found.slug)
    assert campaign.phase_id is not None
    outcome = phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
    assert outcome is Outcome.STANDS_STILL
    with pytest.raises(NotNow, match="Only its script"):
        end_phase.force(found.slug, by=by, phase=1, reason="now")
