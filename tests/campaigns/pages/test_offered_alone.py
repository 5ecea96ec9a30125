"""Pages offer a deputy, and a moderator who plays, what they may do, and nothing that is refused."""

from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.errors import NotYours
from campaigns.models import Campaign
from campaigns.selectors.reader.access import reading
from campaigns.services.deadlines import moderation, player_extensions
from tests.support.campaigns import Table
from tests.support.pages.html import words_at
from tests.support.seats import deputize

DECLARE = "Declare what I changed"


@pytest.mark.parametrize("level", ["see", "draft", "seal"])
def test_a_deputy_is_offered_nothing_that_is_refused(
    found: Callable[..., Table], client: Client, level: str
) -> None:
    table = found(extensions=2, extension_hours=12)
    helper, _key = deputize(table, level)
    client.force_login(helper)
    page = words_at(client, f"/c/{table.slug}/")
    assert "More time" not in page
    assert "Keep as a plan" not in page
    assert f"/c/{table.slug}/what-if/" not in page
    assert client.get(f"/c/{table.slug}/what-if/").status_code == 403
    sheet = words_at(client, f"/c/{table.slug}/facts/")
    assert ("Say it:" in sheet) is (level != "see")
    assert (DECLARE in sheet) is (level == "seal")
    assert ('name="fact.' in sheet) is (level == "seal")
    with pytest.raises(NotYours, match="Only the player of this seat does this"):
        player_extensions.take(table.slug, by=helper, power="north", phase=1, reason="")


def test_their_player_is_offered_all_of_it(found: Callable[..., Table], client: Client) -> None:
    table = found(extensions=2, extension_hours=12)
    client.force_login(table.players["north"])
    page = words_at(client, f"/c/{table.slug}/")
    for one in ("More time", "Keep as a plan", f"/c/{table.slug}/what-if/"):
        assert one in page
    assert DECLARE in words_at(client, f"/c/{table.slug}/facts/")


def test_a_moderator_who_plays_corrects_what_is_not_theirs_to_declare(
    table: Table, client: Client
) -> None:
    isle = table.players["isle"]
    table.campaign.moderators.add(isle)
    address = f"/c/{table.slug}/facts/"
    client.force_login(isle)
    sheet = client.get(address)
    asked = {"fact.bridge": "false", "seen": sheet.context["seen"]}
    answer = client.post(address, asked)
    assert answer.status_code == 409
    told = " ".join(answer.text.split())
    assert "Not yours to declare" in told
    assert '<input type="hidden" name="fact.bridge" value="false">' in told
    assert '<input type="hidden" name="as" value="moderator">' in told
    client.post(address, {**asked, "as": "moderator", "reason": "It burnt."})
    assert reading(table.slug).view.facts["bridge"] is False


def test_where_nothing_is_open_the_sheet_offers_nothing(
    found: Callable[..., Table], client: Client
) -> None:
    table = found(start=False)
    for who in (table.moderator, table.players["north"]):
        client.force_login(who)
        sheet = words_at(client, f"/c/{table.slug}/facts/")
        assert DECLARE not in sheet
        assert "Correct what I changed" not in sheet
        assert 'name="fact.' not in sheet


def test_the_sheet_of_a_campaign_in_a_pause_can_be_corrected(table: Table, client: Client) -> None:
    moderation.pause(table.slug, by=table.moderator, reason="Feast day")
    assert Campaign.objects.get(slug=table.slug).status == "paused"
    client.force_login(table.moderator)
    assert "Correct what I changed" in words_at(client, f"/c/{table.slug}/facts/")
