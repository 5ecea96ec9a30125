"""The players decide by votes; one of them leaves, and a newcomer follows by the lobby and plays on."""

import pytest
from playwright.sync_api import expect

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import PressThread
from campaigns.services.press import press_messages
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.browser.story import Story, agrees, asks
from tests.browser.test_press import looked_at

BOTS = ["italy", "united_states", "russia"]
VOTES = {"extend": "most", "pause": "most", "resume": "most", "seat": "all", "end": "all"}
ADVICE = "Sweden is for sale. Never trust the Quai d'Orsay."


@pytest.mark.long
def test_votes_replace_and_end_and_a_successor_takes_over_by_the_lobby(story: Story) -> None:
    story.at(2027, 4, 5, 18, 0)
    mona, hugo, gerd, fanny, nele = story.enter("mona", "hugo", "gerd", "fanny", "nele")
    campaign = story.campaign(
        by="mona",
        seated={"britain": "hugo", "germany": "gerd", "france": "fanny"},
        rulebook="world_at_war",
        scenario="one-year",
        title="Musical Chairs",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 48}, votes=VOTES),
        bots=BOTS,
    )
    here = f"/c/{campaign.slug}"
    strip = fanny.open(f"{here}/").locator("#strip")
    expect(fanny.page.locator("html[data-live=on]")).to_have_count(1)
    expect(strip).to_contain_text("Due Wednesday 7 April 2027, 18:00 CEST")

    # More time, a pause and its end: asked by one, agreed to by another, seen by the third.
    asks(gerd, here, "More time", "Ask for more time", "#extend-reason")
    answering = hugo.open(f"{here}/seats/").locator("#question-1")
    expect(answering).to_contain_text("24 hours more for this phase?")
    expect(answering.locator(".tally")).to_have_text("1 of 2 needed have agreed")
    expect(answering).to_contain_text("Not agreed so far: Britain, France.")
    agrees(hugo, here, 1)
    expect(strip).to_contain_text("Due Thursday 8 April 2027, 18:00 CEST")
    asks(gerd, here, "Pause", "Ask to pause the clock", "#pause-reason")
    agrees(hugo, here, 2)
    expect(strip).to_contain_text("Paused.")
    story.at(2027, 4, 6, 6, 0)
    asks(fanny, here, "Resume", "Ask to resume the clock", "#resume-reason")
    agrees(hugo, here, 3)
    page = gerd.open(f"{here}/")
    expect(page.locator("#strip")).to_contain_text("Due Friday 9 April 2027")
    expect(page.locator("#strip")).to_contain_text("of pause")

    # France is replaced: its player has no vote, and all the others must agree.
    page = gerd.open(f"{here}/seats/")
    page.locator("#ask summary", has_text="Replace a player").click()
    page.locator("#vote-power").select_option("france")
    page.locator("#seat-reason").fill("She has moved to the country")
    page.get_by_role("button", name="Ask to replace them").click()
    replacing = hugo.at(f"{here}/seats/").page.locator("#question-4")
    expect(replacing).to_contain_text("The autopilot plays France?")
    expect(replacing).to_contain_text("Or fanny alone agrees: it is their seat.")
    looked_at(hugo.page, "seats-replace")
    agrees(hugo, here, 4)
    expect(hugo.page.locator("#seats li", has_text="France")).not_to_contain_text("fanny")
    fanny.open(f"{here}/")
    expect(fanny.orders).to_contain_text("You are watching as a spectator")

    # Hugo seals, leaves advice and a thread, and gives up Britain.
    users = {name: story.user(name) for name in ("hugo", "gerd")}
    for title in ("The straits", "Between us"):
        press_messages.begin(
            campaign.slug,
            by=users["hugo"],
            power="britain",
            to=["germany"],
            text=title,
            title=title,
        )
    hugo.open(f"{here}/")
    hugo.place(turkey=2, norway=2)
    hugo.orders.get_by_label("The phase may end early").uncheck()
    hugo.seal()
    expect(hugo.orders).to_contain_text("Fingerprint")
    page = hugo.open(f"{here}/seats/hand-over/")
    page.get_by_label("Germany The straits").check()
    page.get_by_role("button", name="Keep it").click()
    page = hugo.open(f"{here}/seats/")
    page.locator("summary", has_text="Leave Britain").click()
    page.get_by_label("Advice to your successor").fill(ADVICE)
    page.get_by_label("I give up Britain").check()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.locator("main")).not_to_contain_text("hugo (you)")
    hugo.open(f"{here}/")
    expect(hugo.orders).to_contain_text("You are watching as a spectator")

    # The moderator shows the open seat in the lobby, and Nele takes it from there.
    page = mona.open(f"{here}/desk/")
    page.locator("summary", has_text="New invitation").click()
    page.locator("#invite-power").select_option("britain")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Invitation to")).to_have_count(1)
    page.get_by_label("Reason to revoke it").fill("It should stand in the lobby")
    page.get_by_role("button", name="Revoke this link").click()
    expect(page.get_by_label("Invitation to")).to_have_count(0)
    page.locator("summary", has_text="New invitation").click()
    page.locator("#invite-power").select_option("britain")
    page.get_by_label("Show it in the lobby").check()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Invitation to")).to_have_count(1)
    page = nele.open("/")
    wanted = page.locator(".lobby-card.wanted", has_text="Musical Chairs")
    looked_at(page, "seats-wanted")
    wanted.get_by_role("link", name="Take Britain").click()
    page.get_by_label("Britain").check()
    page.get_by_role("button", name="Take the chosen seats").click()
    expect(page.locator(".who")).to_contain_text("Britain")

    # Her packet: the advice, who sat here, what is in force, the one thread; the seal stays closed.
    nele.open(f"{here}/seats/")
    page.get_by_role("link", name="Hand-over").click()
    main = page.locator("main")
    expect(main).to_contain_text(ADVICE)
    expect(main).to_contain_text("Orders sealed before you came count for this phase.")
    expect(main).to_contain_text("hugo")
    expect(page.locator("#came .thread-line")).to_have_count(1)
    looked_at(page, "seats-packet")
    page.locator("#came").get_by_role("link", name="The straits").click()
    expect(main).to_contain_text("The straits")
    nele.open(f"{here}/press/")
    expect(page.locator(".thread-line", has_text="The straits")).to_have_count(1)
    expect(page.locator(".thread-line", has_text="Between us")).to_have_count(0)
    other = PressThread.objects.get(campaign=campaign, key=thread_of(gerd, here, "Between us"))
    assert page.goto(f"{nele.site}{here}/press/{other.key}/").status == 404
    nele.open(f"{here}/")
    expect(nele.orders).to_contain_text("you cannot read them")
    for country in ("turkey", "norway"):
        expect(nele.orders.locator(f"[name='points.{country}']")).to_have_value("0")
    looked_at(page, "seats-sealed-before")
    nele.place(sweden=2, greece=2)
    nele.orders.locator("button[value=seal]").click()
    expect(nele.orders).not_to_contain_text("before you took the seat")

    # The deadline: what Nele sealed counted. The two who are left end it together.
    story.at(2027, 4, 9, 6, 5)
    expect(nele.heading).not_to_contain_text("Placement")
    nele.open(f"{here}/")
    expect(page.locator("#country-sweden")).to_contain_text("2 of yours")
    expect(page.locator("#country-norway")).not_to_contain_text("of yours")
    asks(gerd, here, "End the campaign", "Ask to end it", "#end-reason")
    ending = nele.at(f"{here}/seats/").page.locator("#question-5")
    expect(ending).to_contain_text("This phase is resolved and the campaign ends?")
    agrees(nele, here, 5)
    hugo.open(f"{here}/")
    expect(hugo.page.locator("main")).to_contain_text("Ended by vote of the players.")


@pytest.mark.long
def test_a_successor_reads_in_the_packet_what_binds_the_seat(story: Story) -> None:
    """In Days of Decision the USA has standing orders, and owes Japan oil by an agreement."""
    story.at(2027, 4, 12, 18, 0)
    mo, ursel, _gita, nat = story.enter("mo", "ursel", "gita", "nat")
    campaign = story.campaign(
        by="mo",
        seated={"usa": "ursel", "germany": "gita"},
        rulebook="days_of_decision",
        scenario="1936",
        title="What Binds the Seat",
        policy=ClockPolicy(zone="Europe/Berlin", hours={"default": 48}),
        bots=["italy", "commonwealth", "france", "ussr", "japan", "china"],
    )
    here = f"/c/{campaign.slug}"
    page = ursel.open(f"{here}/")
    standing = page.locator("[data-standing]")
    standing.locator("> summary").click()
    standing.locator("summary", has_text="Proposals to").click()
    standing.locator("[name='kinds.conference']").select_option("accept")
    standing.get_by_role("button", name="Save standing orders").click()
    expect(page.get_by_text("Standing orders, saved")).to_be_visible()
    page = ursel.open(f"{here}/seats/")
    page.locator("summary", has_text="Leave").click()
    page.get_by_label("I give up").check()
    page.get_by_role("button", name="Leave the seat").click()

    # Nat is known to nobody here, so the moderator names the account.
    page = mo.open(f"{here}/desk/")
    seats.assign_seat(
        campaign.slug, by=story.user("mo"), power="usa", username="nat", reason="Gone"
    )
    page = nat.open(f"{here}/seats/hand-over/")
    main = page.locator("main")
    expect(main).to_contain_text("Standing orders left before you came are in force.")
    expect(main).to_contain_text("Give Japan 2 oil and 2 resources")
    expect(main).to_contain_text("None. Those before you handed over no private thread.")

    # Once the phase is over they can be read.
    story.next_phase(campaign)
    nat.open(f"{here}/seats/hand-over/")
    expect(main).to_contain_text("Standing orders:")
    expect(main).not_to_contain_text("You can read them once this phase is resolved")
    looked_at(page, "seats-packet-binds")


def thread_of(somebody: Somebody, here: str, title: str) -> str:
    """The name of a thread, as one who may read it finds it."""
    page = somebody.open(f"{here}/press/")
    address = page.locator(".thread-line", has_text=title).first.get_attribute("href") or ""
    return address.partition("?")[0].rstrip("/").rpartition("/")[2]
