"""Every revision that this release keeps is played and shown by it, as its campaigns need it."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign, Phase
from campaigns.selectors.export import export
from campaigns.services.lifecycle import campaigns as founding
from rules import registry
from rules.revisions import loading
from tests.revisions.playing import advance
from tests.support.accounts import person
from tests.support.suite.sample import of_the_newest
from verifier import verify

KEPT = [(key, one.revision) for key, kept in loading.read_index().items() for one in kept]
PAGES = ("", "facts/", "history/", "history/1/", "history/2/", "log/", "seats/", "desk/")
OF_BOOKS = {
    "world_at_war": ("tensions/", "countries/", "ledgers/"),
    "world_in_flames": ("hexes/",),
    "days_of_decision": ("agreements/",),
}

pytestmark = [
    pytest.mark.usefixtures("quiet"),
    pytest.mark.parametrize(("key", "revision"), of_the_newest(KEPT)),
]


@pytest.fixture
def slug(key: str, revision: str, db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A campaign that began with a kept revision, under its own name, with its moderator in a seat."""
    book: Any = loading.load(key, revision)
    scenario = min(book.scenarios.values(), key=lambda each: each.turns)
    moderator = person("moderator")
    with monkeypatch.context() as then:
        then.setattr(registry, "BOOKS", {**registry.BOOKS, key: book})
        slug = founding.create_campaign(
            by=moderator,
            rulebook=key,
            scenario=scenario.key,
            title="A test",
            bots=scenario.seats,
        )
    Campaign.objects.update(revision=revision)
    founding.start(slug, by=moderator)
    return slug


def test_it_is_played_and_every_page_shows(slug: str, client: Client) -> None:
    for _ in range(3):
        advance(slug)
    campaign = Campaign.objects.get(slug=slug)
    kept = loading.find_entry(campaign.rulebook, campaign.revision)
    assert kept is not None
    assert set(Phase.objects.values_list("revision", "rules")) == {
        (campaign.revision, kept.closure)
    }
    client.force_login(campaign.moderators.get())
    for page in (*PAGES, *OF_BOOKS.get(campaign.rulebook, ())):
        answer = client.get(f"/c/{slug}/{page}", follow=True)
        assert answer.status_code == 200, page
        assert "rules of this campaign are missing" not in answer.content.decode(), page
    checks = {check.name: check for check in verify(b"".join(export(slug)))}
    assert checks["replay"].faults == []


@pytest.mark.long
def test_a_seated_player_has_orders_and_seals_them(slug: str, client: Client) -> None:
    from campaigns.rulebooks import states
    from campaigns.selectors.campaign import campaign_page
    from campaigns.services.orders import orders
    from campaigns.services.phases import phase_opening
    from campaigns.services.seats import seats

    campaign = Campaign.objects.get(slug=slug)
    player = person("player")
    for seat in campaign.seats.order_by("order"):
        seats.assign_seat(
            slug,
            by=campaign.moderators.get(),
            power=seat.power,
            username=player.username,
            reason="To play",
        )
    client.force_login(player)
    assert client.get(f"/c/{slug}/").status_code == 200
    phase = Campaign.objects.get(slug=slug).phase
    assert phase is not None
    for power in phase.asked:
        mine = campaign_page.orders(slug, player, power)
        assert mine.menu is not None
        wish = phase_opening.autopilot_order(states.book_of(campaign), states.now(phase), power)
        wish = wish or mine.order
        campaign_page.preview(slug, player, power, wish)
        orders.seal_orders(slug, by=player, power=power, order=wish, phase=phase.number, ready=True)
    before = phase.number
    advance(slug)
    assert (
        Campaign.objects.get(slug=slug).phase.number > before
        or Campaign.objects.get(slug=slug).status == "finished"
    )
