"""Four players, four bots, a moderator and a spectator play a political turn, card by card.

The bids are such that no die changes who acts before whom: Germany first, the Commonwealth before
Japan, and China so late that Germany can force it. Between its two cards and their reveal lies an
answer that Japan is asked for; until then nobody but China is told of them in any way.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from campaigns.models import Campaign, Phase, Sheet
from campaigns.rulebooks import states
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.options.base import code
from tests.browser.people import LIVE, Somebody
from tests.stack_runner import wait_for

pytestmark = pytest.mark.long

PEOPLE = {
    "germany": "Germany",
    "commonwealth": "Commonwealth",
    "japan": "Japan",
    "china": "China",
}
BIDS = {"germany": (1, 6), "commonwealth": (2, 5), "japan": (3, 4), "china": (3, 0)}
"""Options and points: whatever the dice show, the order of play among these is the same."""
FACE_DOWN = ("china-8", "CH 8", "United front", "china-6", "CH 6", "Mobilize the land")
"""What gives away the two cards of China, which are in no other hand."""
NAMES = {key: (key, code(key), card.row.title) for key, card in build({}).cards.items()}
"""What a card is called: in data, on its face, in words."""
CALLED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(re.escape(name) for names in NAMES.values() for name in names)})(?![\w-])"
)
UNMARKED = """() => {
  const board = document.querySelector("#board").cloneNode(true);
  for (const part of board.querySelectorAll("[class]")) {
    part.classList.remove("changed");
    if (!part.className.length) part.removeAttribute("class");
  }
  return board.innerHTML;
}"""
"""The board without the marks of what is new to its reader, which come with the band of news."""

Told = dict[Somebody, list[str]]
"""Of each person every text that reached him."""


def test_a_political_turn_of_eight_powers(live_site, open_session) -> None:
    moderator = open_session("moderator")
    players = {power: open_session(f"player-{power}") for power in PEOPLE}
    spectator = open_session("")
    everybody = [moderator, spectator, *players.values()]
    germany, commonwealth, japan, china = players.values()
    onlookers = [somebody for somebody in everybody if somebody is not china]

    campaign = found()
    for somebody in everybody:
        somebody.open(f"/c/{campaign.slug}/")

    # The first turn: the Commonwealth speaks ill of Germany, the others save their strength.
    everybody_sees("Select", everybody)
    leave_standing_orders(china)
    play(commonwealth, "ipo-4", 1, target="germany", minors=["afghanistan"])
    everybody_seals(campaign, players)
    everybody_sees("Map", everybody)
    everybody_seals(campaign, players)

    # Bids. Only a later turn has them.
    everybody_sees("Bid, March/April 1936", everybody)
    known = {who: cards_named(told) for who, told in all_told(everybody, campaign).items()}
    for power, (options, points) in BIDS.items():
        players[power].orders.locator("[name=options]").fill(str(options))
        players[power].orders.locator("[name=points]").fill(str(points))
    everybody_seals(campaign, players)
    everybody_sees("Select, March/April 1936", everybody)

    # The cards, face down. China's change nothing that anybody else can get.
    selection = campaign_phase(campaign)
    play(china, "china-8", 1)
    play(china, "china-6", 2)
    before = {somebody: public_parts(somebody, campaign) for somebody in onlookers}
    china.seal()
    expect(china.orders.locator(".card-back")).to_have_count(2, timeout=LIVE)
    for somebody in onlookers:
        expect(somebody.readiness("China")).to_contain_text("sealed", timeout=LIVE)
        assert public_parts(somebody, campaign) == before[somebody]
    nobody_is_told_of_the_cards_of_china(all_told(onlookers, campaign))
    others_are_turned_away(onlookers, campaign)
    assert "Mobilize the land" in "".join(everything_told(china, campaign))

    play(germany, "ipo-9", 1, target="china", demand="move", direction="toward:democratic")
    play(commonwealth, "ipo-4", 1, target="germany", minors=["afghanistan"])
    play(commonwealth, "ipo-16", 2, guest="japan", second="china", minor="turkey", theirs="siam")
    play(japan, "ipo-3", 1, minor="afghanistan", activate="afghanistan")
    seal_all_but_one(players, last="japan", already="china", everybody=everybody)
    told = all_told(everybody, campaign)
    for somebody in (moderator, spectator):
        assert "Pressure a major power" not in "".join(told[somebody])
    nobody_is_told_of_a_card_that_lies_face_down(told, campaign, known)
    japan.seal()

    # Japan is asked: what stands before it in the order of play is turned over, nothing else.
    everybody_sees("Answer of Japan", everybody)
    for somebody in everybody:
        turned = somebody.page.locator("#board .turned-cards")
        expect(turned.locator("li", has_text="Germany")).to_contain_text("IPO 9", timeout=LIVE)
        expect(turned.locator("li", has_text="Commonwealth")).to_have_count(2)
        expect(turned.locator("li", has_text="China")).to_have_count(0)
        expect(standing(somebody, "China")).to_contain_text("2 face down")
    afghanistan_went_both_ways(spectator, campaign)
    told = all_told(everybody, campaign)
    nobody_is_told_of_the_cards_of_china({each: told[each] for each in onlookers})
    nobody_is_told_of_a_card_that_lies_face_down(told, campaign, known)
    cards_that_lie_face_down_are_in_no_answer(onlookers, campaign, selection)

    # Japan accepts; then China is forced, turns its card, and answers by its standing order.
    japan.orders.get_by_role("radio", name="Accept").check(force=True)
    japan.seal()
    everybody_sees("Map, March/April 1936", everybody)
    for somebody in everybody:
        cards = somebody.page.locator("#board .turned-cards li", has_text="China")
        expect(cards.first).to_contain_text("IPO 1", timeout=LIVE)
        expect(cards.first).to_contain_text("forced")
        expect(cards.last).to_contain_text("CH 8")
        expect(cards).to_have_count(2)
        expect(somebody.page.locator("#board .turned-cards", has_text="IPO 16")).to_contain_text(
            "International conference done"
        )
    the_history_tells_all(spectator, campaign)
    every_seal_can_be_checked(spectator, campaign, selection)

    everybody_seals(campaign, players)
    everybody_sees("Bid, May/June 1936", everybody)


def found() -> Campaign:
    """A public campaign of one year with its players in their seats, started."""
    people = {user.username: user for user in User.objects.all()}
    slug = campaigns.create_campaign(
        by=people["moderator"],
        rulebook="days_of_decision",
        scenario="first-year",
        title="The Round Table",
    )
    for power in PEOPLE:
        seats.join(slug, by=people[f"player-{power}"], powers=[power])
    campaigns.start(slug, by=people["moderator"])
    return Campaign.objects.get(slug=slug)


def campaign_phase(campaign: Campaign) -> Phase:
    """The phase in play now."""
    campaign.refresh_from_db()
    assert campaign.phase is not None
    return campaign.phase


def everybody_sees(heading: str, everybody: list[Somebody]) -> None:
    """Every page has come to this phase by itself, and so has the form of everybody asked."""
    for somebody in everybody:
        expect(somebody.heading).to_contain_text(heading, timeout=LIVE)
    phase = Phase.objects.get(resolved_at=None)
    for somebody in everybody:
        if somebody.name.removeprefix("player-") in phase.asked:
            somebody.is_asked_in(phase, LIVE)


def play(player: Somebody, option: str, number: int, **details: str | list[str]) -> None:
    """Choose a card of the hand, as this number, and fill in what it asks for."""
    name = f"plays.{option}"
    player.orders.locator(f"[name='{name}'][value='{number}']").check(force=True)
    for key, value in details.items():
        control = player.orders.locator(f"[name='{name}.{key}']")
        if control.first.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            for one in [value] if isinstance(value, str) else value:
                player.orders.locator(f"[name='{name}.{key}'][value='{one}']").check(force=True)


def everybody_seals(campaign: Campaign, players: dict[str, Somebody]) -> None:
    """All seal what their forms hold; the bots have done so already."""
    phase = campaign_phase(campaign)
    for player in players.values():
        player.seal()
    wait_for(
        lambda: Phase.objects.get(pk=phase.pk).resolved_at is not None,
        f"phase {phase.number} ({phase.title}) to be resolved",
    )


def seal_all_but_one(
    players: dict[str, Somebody], *, last: str, already: str, everybody: list[Somebody]
) -> None:
    """Everybody else seals; all see that they did, and that bots have."""
    for power, player in players.items():
        if power not in (last, already):
            player.seal()
    for somebody in everybody:
        expect(somebody.page.locator(".readiness caption")).to_contain_text(
            "7 of 8 sealed", timeout=LIVE
        )


def leave_standing_orders(player: Somebody) -> None:
    """Accept every conference beforehand."""
    player.orders.locator("summary", has_text="Standing orders").click()
    player.orders.locator("summary", has_text="Proposals to").click()
    player.orders.locator("[name='kinds.conference']").select_option("accept")
    player.orders.get_by_role("button", name="Save standing orders").click()
    expect(player.orders.get_by_text("Standing orders, saved")).to_be_visible(timeout=LIVE)


def standing(somebody: Somebody, power: str) -> Any:
    """A power's line in the table of the standing."""
    return somebody.page.locator("#board table.standing tr", has_text=power).first


def public_parts(somebody: Somebody, campaign: Campaign) -> Any:
    """What the page and its API give apart from who is ready, the log, and how much of it is new."""
    page = fetched(somebody, f"/api/campaigns/{campaign.slug}/").json()
    facts = fetched(somebody, f"/api/campaigns/{campaign.slug}/facts/").json()
    phases = fetched(somebody, f"/api/campaigns/{campaign.slug}/phases/").json()
    for part in (page, facts):
        # The head of the log is that of the entry which they read as well: that somebody sealed.
        of_the_log = ("new", "looked", "log_seq", "log_hash")
        part["reader"] = {key: it for key, it in part["reader"].items() if key not in of_the_log}
    board = somebody.page.evaluate(UNMARKED)
    return [page["board"], page["mine"], page["phase"], page["seats"], facts, phases, board]


def fetched(somebody: Somebody, path: str) -> Any:
    """An answer to this person's browser."""
    return somebody.session.request.get(f"{somebody.site}{path}")


def everything_told(somebody: Somebody, campaign: Campaign) -> Iterator[str]:
    """Page and pushes, and whatever other pages and answers there are for this person."""
    yield somebody.everything()
    here, api = f"/c/{campaign.slug}/", f"/api/campaigns/{campaign.slug}/"
    now = campaign_phase(campaign).number
    past = [f"{here}history/{number}/" for number in range(1, now)]
    stories = [f"{api}phases/{number}/" for number in range(1, now)]
    pages = [here, f"{here}strip/", f"{here}board/", f"{here}log/", f"{here}facts/", "/"]
    answers = [api, f"{api}log/", f"{api}phases/", f"{api}facts/", "/api/campaigns/"]
    answers += [f"{api}export/", f"{here}export/"]
    for path in (*pages, *past, *answers, *stories):
        answer = fetched(somebody, path)
        assert answer.status == 200, path
        yield answer.text()
    if somebody.name == "moderator":
        yield fetched(somebody, f"{here}desk/").text()


def all_told(people: list[Somebody], campaign: Campaign) -> Told:
    """What each of them is told anywhere, at this moment."""
    return {somebody: list(everything_told(somebody, campaign)) for somebody in people}


def nobody_is_told_of_the_cards_of_china(all_of_it: Told) -> None:
    """No page, no answer and no push that anybody else gets gives them away."""
    for somebody, texts in all_of_it.items():
        for told in texts:
            for word in FACE_DOWN:
                at = told.find(word)
                assert at < 0, (
                    f"{somebody.name or 'a spectator'}: {told[max(0, at - 90) : at + 90]}"
                )
        assert all({"what"} <= set(frame) <= {"what", "missed"} for frame in somebody.frames)


def cards_named(texts: list[str]) -> set[str]:
    """Every name of a card that is found anywhere in them."""
    return {name for told in texts for name in CALLED.findall(told)}


def face_down(campaign: Campaign) -> dict[str, list[str]]:
    """The cards that are sealed and not turned over yet, by power; bots' too."""
    phase = campaign_phase(campaign)
    phase.campaign = campaign
    state = states.now(phase)
    lying: dict[str, list[str]] = {}
    for card in state.sealed:
        lying.setdefault(card.power, []).append(card.option)
    for sheet in Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED):
        sheet.phase = phase
        order = sheet.content.order or {}
        lying.setdefault(sheet.power, []).extend(one["option"] for one in order.get("plays", ()))
    return lying


def nobody_is_told_of_a_card_that_lies_face_down(
    all_of_it: Told, campaign: Campaign, known: dict[Somebody, set[str]]
) -> None:
    """Of no power's card, a bot's neither, does anybody else find a name that he did not know.

    A name is no proof where he knew it before the cards were laid, holds the card himself, or saw
    another one of that name turned over.
    """
    lying = face_down(campaign)
    turned = {each.option for each in states.now(campaign_phase(campaign)).turned}
    for somebody, texts in all_of_it.items():
        mine = lying.get(somebody.name.removeprefix("player-"), [])
        open_to_him = known[somebody] | {n for key in (*mine, *turned) for n in NAMES[key]}
        hidden = {
            name
            for power, keys in lying.items()
            if power != somebody.name.removeprefix("player-")
            for key in keys
            for name in NAMES[key]
        } - open_to_him
        assert hidden or somebody.name.startswith("player-")
        assert not cards_named(texts) & hidden, somebody.name or "a spectator"


def others_are_turned_away(onlookers: list[Somebody], campaign: Campaign) -> None:
    """China's menu and orders are answered to nobody else."""
    for somebody in onlookers:
        for part in ("menu", "orders"):
            answer = fetched(somebody, f"/api/campaigns/{campaign.slug}/{part}/china/")
            assert answer.status in (401, 403), answer.text()


def cards_that_lie_face_down_are_in_no_answer(
    onlookers: list[Somebody], campaign: Campaign, selection: Phase
) -> None:
    """Neither a person's nor a bot's: what is counted as face down is nowhere named."""
    api = f"/api/campaigns/{campaign.slug}/"
    for somebody in onlookers:
        page = fetched(somebody, api).json()
        mine = page["reader"]["acting"]
        assert mine or page["board"]["sealed"] == []
        story = fetched(somebody, f"{api}phases/{selection.number}/").json()
        assert story["orders"] == []
        assert story["orders_note"]
        assert page["board"]["told"] == story["board"]["told"] == []


def afghanistan_went_both_ways(spectator: Somebody, campaign: Campaign) -> None:
    """Away from Germany by the values of two speeches, then toward Japan by its aid."""
    page = fetched(spectator, f"/api/campaigns/{campaign.slug}/").json()
    arrows = [a for a in page["board"]["arrows"] if a["counter"] == "afghanistan"]
    ways = [(arrow["value"], arrow["path"]) for arrow in arrows]
    assert ways == [(-2, [[-1, 0], [-2, 1]]), (3, [[-2, 1], [-1, 1]])]
    moved = spectator.page.locator("#board li", has_text="Afghanistan 1 hex")
    expect(moved).to_have_text(["Afghanistan 1 hex, 2 of 2", "Afghanistan 1 hex, 2 of 3"])


def the_history_tells_all(spectator: Somebody, campaign: Campaign) -> None:
    """The log says who was forced and that China answered by standing order."""
    log = spectator.open(f"/c/{campaign.slug}/log/?power=china")
    expect(log.get_by_text("China is forced by Germany: IPO 1")).to_be_visible()
    answer = log.locator(".entry", has_text="China accepts: IPO 16")
    expect(answer).to_contain_text("By standing order.")
    expect(log.get_by_text("A card of China goes back unturned")).to_be_visible()
    cards = spectator.open(f"/c/{campaign.slug}/history/{resolved(campaign)}/").locator(".play")
    china = cards.filter(has=cards.page.get_by_role("heading", name="China"))
    expect(china.first).to_contain_text("A card that was not turned")
    expect(china.nth(1)).to_contain_text("Forced by Germany")
    expect(china.nth(1)).to_contain_text("IPO 1")
    expect(china.nth(2)).to_contain_text("United front")
    spectator.open(f"/c/{campaign.slug}/")


def resolved(campaign: Campaign) -> int:
    """The number of the last phase that is over."""
    return campaign_phase(campaign).number - 1


def every_seal_can_be_checked(spectator: Somebody, campaign: Campaign, selection: Phase) -> None:
    """After the last card every seal can be checked, that of the card not turned over too."""
    reader = spectator.session.new_page()
    reader.goto(f"{spectator.site}/c/{campaign.slug}/history/{selection.number}/")
    expect(reader.get_by_text("8 of 8 seals match their fingerprints")).to_be_visible()
    given = reader.locator("li").filter(has=reader.locator("b", has_text="China"))
    expect(given.filter(has_text="plays:")).to_contain_text("Mobilize the land")
    reader.close()
