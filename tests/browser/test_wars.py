"""Germany attacks France, a full ally joins, and France surrenders in the manner of Vichy.

What lies before is brought about by ordinary services: notice of the war is given and a treaty rises
to its third level. The map's news, that Paris is lost, are facts of the moderator, who also holds the
powers that play no part. The war, the ally's declaration, the surrender and the line through France go
through the pages of those whose word it is, and everybody else reads them.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, Phase
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import seats
from tests.browser.people import LIVE, Somebody, has_sealed
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

PLAYERS = ("germany", "commonwealth", "france")
ASIDE = ("italy", "ussr", "japan", "usa", "china")
"""Held by the moderator, so that no die decides what they do: nothing."""
LOST = {
    "capital.france": False,
    "capital_held.france": "germany",
    "factories.taken.france": 8,
    "factories.isolated.france": 1,
}


@pytest.fixture
def people(live_site, new_browser) -> dict[str, Somebody]:
    """The moderator and three players, each at a browser of his own."""
    return {
        key: Somebody(live_site.url, new_browser(), f"player-{key}")
        for key in ("moderator", *PLAYERS)
    }


def test_an_ally_joins_and_france_surrenders(live_site, new_browser, people) -> None:
    germany, commonwealth, france = (people[power] for power in PLAYERS)
    spectator = Somebody(live_site.url, new_browser())
    campaign = found(people)
    notice_is_given_and_an_alliance_made(campaign)
    for somebody in (*people.values(), spectator):
        somebody.open(f"/c/{campaign.slug}/")

    # The war is prepared face down, and declared on the map.
    play(germany, campaign, "4")
    seal(germany, campaign)
    the_rest_seals(campaign, france=[treaty_with("commonwealth")])
    everybody_is_at("Map", people, spectator)
    assert "declares war" not in log_of(spectator, campaign)
    act(germany, campaign, "declare_war", target="france")
    for somebody in (commonwealth, france, spectator):
        expect(wars(somebody)).to_contain_text("Germany against France", timeout=LIVE)
        expect(wars(somebody)).not_to_contain_text("Commonwealth")

    # Only the full ally is asked, and its word is enough.
    for somebody in (germany, france):
        expect(act_form(somebody, "join_war")).to_have_count(0)
    act(commonwealth, campaign, "join_war", against="germany")
    for somebody in (*people.values(), spectator):
        expect(wars(somebody)).to_contain_text("The Commonwealth against Germany", timeout=LIVE)
    told = log_of(spectator, campaign)
    assert "Germany declares war on France" in told
    assert "The Commonwealth declares war on Germany, as it stands by France" in told

    # Paris is lost. France gives up to Germany, and fights on with nobody.
    by = User.objects.get(username="player-moderator")
    moderation.correct_facts(campaign.slug, by=by, facts=LOST, reason="The campaign in the west")
    the_rest_seals(campaign)
    bids_are_made(campaign, turn=4)
    everybody_is_at("Select", people, spectator)
    play(france, campaign, "5", surrender="vichy:germany", isolated="true")
    seal(france, campaign)
    assert "surrender" not in log_of(spectator, campaign).lower()
    the_rest_seals(campaign)
    everybody_is_at("Map", people, spectator)
    for somebody in (germany, commonwealth, spectator):
        expect(chapter(somebody, "Surrenders")).to_contain_text(
            "France to Germany, in the manner of Vichy", timeout=LIVE
        )
        expect(chapter(somebody, "Surrenders")).to_contain_text("France has a Vichy government")
        expect(wars(somebody)).not_to_contain_text("against France")
        expect(wars(somebody)).to_contain_text("The Commonwealth against Germany")

    the_surrender_has_its_reasons(spectator, campaign)
    what_binds_vichy_is_shown(france, campaign)
    germany.open(f"/c/{campaign.slug}/")
    act(germany, campaign, "settle", of="france", historical="true")
    for somebody in (france, spectator):
        expect(chapter(somebody, "Surrenders")).to_contain_text(
            "divided by the borders of 1940: 9 factories work for Germany", timeout=LIVE
        )
    vichy_plays_its_option_0_alone(france, campaign)


# -- what lies before ------------------------------------------------------------------------


def found(people: dict[str, Somebody]) -> Campaign:
    """A campaign in which the moderator holds all seats but three."""
    users = {key: User.objects.get(username=each.name) for key, each in people.items()}
    slug = campaigns.create_campaign(
        by=users["moderator"],
        rulebook="days_of_decision",
        scenario="1936",
        title="The Sixth Week",
        take=ASIDE,
    )
    token = Campaign.objects.get(slug=slug).invite_token
    for power in PLAYERS:
        seats.join(slug, by=users[power], powers=[power], token=token)
    campaigns.start(slug, by=users["moderator"])
    return Campaign.objects.get(slug=slug)


def notice_is_given_and_an_alliance_made(campaign: Campaign) -> None:
    """Two turns by services: Germany gives notice, and the Commonwealth and France become allies.

    Who proposes acts before who answers: by the printed order, by bids, by yielding one's place. The
    third level is France's to propose, sealed in the turn of the war.
    """
    for power, partner in (("france", "commonwealth"), ("commonwealth", "france")):
        answers = {"powers": {partner: "accept"}}
        standing_orders.set_standing(campaign.slug, by=person(power), power=power, order=answers)
    notice = {"option": "4", "details": {"notice": "france"}}
    the_rest_seals(campaign, germany=[notice], commonwealth=[treaty_with("france")])
    the_rest_seals(campaign)
    bids_are_made(campaign, turn=2, commonwealth={"options": 1, "points": 5})
    the_rest_seals(campaign, commonwealth=[treaty_with("france")])
    the_rest_seals(campaign)
    bids_are_made(campaign, turn=3, commonwealth={"options": 1, "yield_to": "france"})


def treaty_with(partner: str) -> dict[str, Any]:
    return {"option": "3", "details": {"agreement": f"plain:{partner}"}}


def person(power: str) -> User:
    """Who plays a power."""
    return User.objects.get(username=f"player-{power if power in PLAYERS else 'moderator'}")


def the_rest_seals(campaign: Campaign, **plays: list[dict[str, Any]]) -> None:
    """Everybody asked who has not sealed does so: these options, or nothing; then comes what follows."""
    phase = phase_of(campaign)
    written = {"select": "plays", "bid": "bid", "map": "produce"}[phase.key]
    for power in phase.asked:
        if has_sealed(phase, power):
            continue
        order: dict[str, Any] = {"kind": written}
        if written == "plays":
            order["plays"] = plays.get(power, [])
        orders.seal_orders(
            campaign.slug, by=person(power), power=power, order=order, phase=phase.number
        )
    resolved(phase)


def bids_are_made(campaign: Campaign, *, turn: int, **bids: dict[str, Any]) -> None:
    """The bids of a turn, one option for no points where nothing is said."""
    phase = phase_of(campaign)
    assert (phase.key, phase.turn) == ("bid", turn)
    for power, bid in bids.items():
        order = {"kind": "bid", **bid}
        orders.seal_orders(
            campaign.slug, by=person(power), power=power, order=order, phase=phase.number
        )
    the_rest_seals(campaign)


def phase_of(campaign: Campaign) -> Phase:
    return Phase.objects.get(campaign=campaign, resolved_at=None)


def resolved(phase: Phase) -> None:
    wait_for(
        lambda: Phase.objects.get(pk=phase.pk).resolved_at is not None,
        f"{phase.title} to be resolved",
    )


# -- what is read afterwards ------------------------------------------------------------------


def the_surrender_has_its_reasons(spectator: Somebody, campaign: Campaign) -> None:
    """The history tells the card and what came of it, each number with its tally."""
    page = spectator.session.new_page()
    number = Phase.objects.get(campaign=campaign, turn=4, key="select").number
    page.goto(f"{spectator.site}/c/{campaign.slug}/history/{number}/")
    card = page.locator(".play", has_text="France surrenders to Germany in the manner of Vichy")
    expect(card).to_contain_text("The conquering power is Germany")
    for reason in ("Held by the conquerors", "In isolated cities", "Saved", "Half of them"):
        expect(card).to_contain_text(reason)
    page.close()


def what_binds_vichy_is_shown(france: Somebody, campaign: Campaign) -> None:
    """On the page of treaties stand the pact, the restrictions, and until when they last."""
    page = france.session.new_page()
    page.goto(f"{france.site}/c/{campaign.slug}/agreements/")
    expect(page.locator("#agreement-pact-germany-france")).to_have_count(1)
    told = page.locator("main")
    expect(told).to_contain_text("Play only your option 0, others by leave of Germany.")
    expect(told).to_contain_text("until you fight Germany")
    expect(told).to_contain_text("not before May/June 1938")
    page.close()


def vichy_plays_its_option_0_alone(france: Somebody, campaign: Campaign) -> None:
    """In the next turn Germany acts first, so there is no leave to ask for."""
    the_rest_seals(campaign)
    bids_are_made(campaign, turn=5, germany={"options": 1, "points": 6})
    expect(france.heading).to_contain_text("Select", timeout=LIVE)
    france.is_asked_in(phase_of(campaign), LIVE)
    expect(france.orders.locator("[name='plays.0g']").first).to_be_attached()
    expect(france.orders.locator("[name='plays.ipo-3']")).to_have_count(0)
    barred = france.orders.locator(".why-not li", has_text="Economic aid")
    expect(barred).to_contain_text("plays only its option 0 unless Germany acts after it")


# -- at the pages ----------------------------------------------------------------------------


def play(somebody: Somebody, campaign: Campaign, option: str, **details: str) -> None:
    """Choose a card of the hand and fill it in; it is sealed with the phase."""
    # On a page of one's own making: a renewal that is under way would undo what is chosen meanwhile.
    somebody.open(f"/c/{campaign.slug}/")
    somebody.is_asked_in(phase_of(campaign), LIVE)
    name = f"plays.{option}"
    somebody.orders.locator(f"[name='{name}'][value='1']").check(force=True)
    for key, value in details.items():
        _fill(somebody.orders.locator(f"[name='{name}.{key}']"), value)


def act_form(somebody: Somebody, kind: str) -> Any:
    """The form of what a person may do at once."""
    return somebody.page.locator(f"#orders [data-act={kind}]")


def act(somebody: Somebody, campaign: Campaign, kind: str, **details: str) -> None:
    """Do something at once through its form; where one choice is all, each is a button."""
    somebody.is_asked_in(phase_of(campaign), LIVE)
    form = act_form(somebody, kind)
    expect(form).to_have_count(1, timeout=LIVE)
    form.evaluate("details => { details.open = true }")
    press = form.get_by_role("button").last
    for key, value in details.items():
        name = f"{kind}-{key}"
        choice = form.locator(f"button[name='{name}'][value='{value}']")
        if choice.count():
            press = choice
        else:
            _fill(form.locator(f"[name='{name}']"), value)
    press.click()
    somebody.is_sure()


def _fill(control: Any, value: str) -> None:
    if control.first.evaluate("control => control.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.and_(control.page.locator(f"[value='{value}']")).check(force=True)


def seal(somebody: Somebody, campaign: Campaign) -> None:
    """Seal what the form holds, and wait until the seal is kept."""
    phase, power = phase_of(campaign), somebody.name.removeprefix("player-")
    somebody.is_asked_in(phase, LIVE)
    somebody.seal_and_wait(phase, power)


def everybody_is_at(heading: str, people: dict[str, Somebody], spectator: Somebody) -> None:
    for somebody in (*people.values(), spectator):
        expect(somebody.heading).to_contain_text(heading, timeout=LIVE)


def chapter(somebody: Somebody, heading: str) -> Any:
    """What the board says of war and peace under a heading."""
    named = somebody.page.get_by_role("heading", name=heading, exact=True)
    return somebody.page.locator("#board .under-display > div", has=named)


def wars(somebody: Somebody) -> Any:
    return chapter(somebody, "Wars")


def log_of(somebody: Somebody, campaign: Campaign) -> str:
    """The log, in a page of its own, so that the campaign's stays open."""
    page = somebody.session.new_page()
    page.goto(f"{somebody.site}/c/{campaign.slug}/log/")
    text = page.locator("main").inner_text()
    while (earlier := page.locator("a[rel=prev]")).count():
        earlier.click()
        text = page.locator("main").inner_text() + text
    page.close()
    return text
