"""The players decide by votes on the page of the seats; one of them leaves, and a newcomer follows by the lobby."""

import pytest
from django.utils import timezone

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from campaigns.services.advance import phase_advance
from campaigns.services.press import press_messages
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.reader import PageReader

BOTS = ["italy", "united_states", "russia"]
VOTES = {"extend": "most", "pause": "most", "resume": "most", "seat": "all", "end": "all"}
ADVICE = "Sweden is for sale. Never trust the Quai d'Orsay."


@pytest.mark.long
def test_votes_replace_and_end_and_a_successor_takes_over_by_the_lobby(db: None) -> None:
    people = {name: person(name) for name in ("mona", "hugo", "gerd", "fanny", "nele")}
    players = {"britain": "hugo", "germany": "gerd", "france": "fanny"}
    slug = a_campaign(
        book="world_at_war",
        scenario="one-year",
        by=people["mona"],
        seats={power: people[name] for power, name in players.items()},
        title="Musical Chairs",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 48}, votes=VOTES),
    ).slug
    mona, hugo, gerd, fanny, nele = (PageReader(each, slug) for each in people.values())

    def agrees(somebody: PageReader, number: int) -> None:
        """The last one to agree."""
        somebody.open("seats/").press("I agree", f"#question-{number}")
        assert not somebody.page.select(f"#question-{number}")

    # More time, a pause and its end: asked by one, agreed to by another.
    due = Campaign.objects.get(slug=slug).phase.due_at
    gerd.open("seats/").press("Ask for more time", reason="As we said")
    asked = hugo.open("seats/").says("#question-1")
    assert "24 hours more for this phase?" in asked
    assert "1 of 2 needed have agreed" in asked
    assert "Not agreed so far: Britain and France." in asked
    agrees(hugo, 1)
    assert (Campaign.objects.get(slug=slug).phase.due_at - due).total_seconds() == 24 * 3600
    gerd.open("seats/").press("Ask to pause the clock", reason="As we said")
    agrees(hugo, 2)
    assert "Paused." in fanny.open().says("#strip")
    fanny.open("seats/").press("Ask to resume the clock", reason="As we said")
    agrees(hugo, 3)
    assert "Paused." not in fanny.open().says("#strip")

    # France is replaced: its player has no vote, and all the others must agree.
    gerd.open("seats/").press("Ask to replace them", power="france", reason="Gone to the country")
    asked = hugo.open("seats/").says("#question-4")
    assert "The autopilot plays France?" in asked
    assert "Or fanny alone agrees: it is their seat." in asked
    agrees(hugo, 4)
    assert "to you as to everybody" in fanny.open().says("#watched")

    # Hugo seals, hands over one of two threads with advice, and gives up Britain.
    for title in ("The straits", "Between us"):
        press_messages.begin(
            slug, by=people["hugo"], power="britain", to=["germany"], text=title, title=title
        )
    placed = {"points__turkey": "2", "points__norway": "2", "ready": None}
    assert "Fingerprint" in hugo.open().press("Seal", "#orders", **placed).says("#orders")
    hugo.open("seats/hand-over/")
    between, straits = (each["value"] for each in hugo.page.select("[name=threads]"))
    assert "The straits" in hugo.says(f"label:has([value='{straits}'])")
    hugo.press("Keep it", threads=[straits])
    hugo.open("seats/").press("Leave the seat", advice=ADVICE, sure="yes")
    assert "hugo (you)" not in hugo.says("main")
    assert "to you as to everybody" in hugo.open().says("#watched")

    # The moderator shows the open seat in the lobby, and Nele takes it from there.
    mona.open("desk/").press("Make a link", power="britain")
    mona.press("Revoke this link", reason="It should stand in the lobby")
    mona.press("Make a link", power="britain", listed="yes")
    nele.open("/")
    (wanted,) = nele.page.select(".lobby-card.wanted a[href^='/join/']")
    nele.open(wanted["href"]).press("Take Britain")

    # Her packet: the advice, who sat here, the one thread; the seal stays closed.
    packet = nele.open("seats/hand-over/").says("main")
    assert ADVICE in packet
    assert "Orders sealed before you came count for this phase." in packet
    assert len(nele.page.select("#came .thread-line")) == 1
    assert "Between us" not in nele.open("press/").says("main")
    assert "The straits" in nele.says("main")
    nele.open(f"press/{between}/", status=404)
    orders = nele.open().says("#orders")
    assert "you cannot read them" in orders
    placed = {"points__sweden": "2", "points__greece": "2"}
    assert nele.page.select_one("[name='points.turkey']")["value"] == "0"
    nele.press("Seal", "#orders", **placed)

    # What Nele sealed counted. The two who are left end it together.
    phase = Campaign.objects.get(slug=slug).phase
    Phase.objects.filter(pk=phase.pk).update(due_at=timezone.now())
    assert phase_advance.advance(phase.campaign_id, phase_id=phase.pk) == "resolved"
    board = nele.open()
    assert "2 of yours" in board.says("#country-sweden")
    assert "of yours" not in board.says("#country-norway")
    gerd.open("seats/").press("Ask to end it", reason="As we said")
    assert "This phase is resolved and the campaign ends?" in nele.open("seats/").says(
        "#question-5"
    )
    agrees(nele, 5)
    phase = Campaign.objects.get(slug=slug).phase
    phase_advance.advance(phase.campaign_id, phase_id=phase.pk)
    assert "Ended by vote of the players." in hugo.open().says("main")
