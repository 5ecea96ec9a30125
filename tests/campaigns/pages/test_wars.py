"""A war, an ally who joins, and a surrender, as the pages of their players and of everybody else tell them."""

from typing import Any

import pytest

from campaigns.models import Campaign, Phase
from campaigns.services.advance import phase_advance
from campaigns.services.deadlines import moderation
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import seats
from tests.support.accounts import person
from tests.support.pages.reader import PageReader

PLAYERS = ("germany", "commonwealth", "france")
ASIDE = ("italy", "ussr", "japan", "usa", "china")
"""Held by the moderator, so that no die decides what they do: nothing."""
LOST = {
    "capital.france": False,
    "capital_held.france": "germany",
    "factories.taken.france": 8,
    "factories.isolated.france": 1,
}
NOTICE = {"option": "4", "details": {"notice": "france"}}


class War:
    """A campaign of three players; in its fourth turn Germany may attack, and France has a full ally."""

    def __init__(self) -> None:
        self.moderator = person("moderator")
        self.people = {power: person(power) for power in PLAYERS}
        self.slug = campaigns.create_campaign(
            by=self.moderator,
            rulebook="days_of_decision",
            scenario="1936",
            title="The Sixth Week",
            take=ASIDE,
        )
        token = Campaign.objects.get(slug=self.slug).invite_token
        for power, player in self.people.items():
            seats.join(self.slug, by=player, powers=[power], token=token)
        campaigns.start(self.slug, by=self.moderator)
        self.readers = {power: PageReader(who, self.slug) for power, who in self.people.items()}
        self.readers[""] = PageReader(campaign=self.slug)
        self.notice_is_given_and_an_alliance_made()

    def notice_is_given_and_an_alliance_made(self) -> None:
        """Who proposes acts before who answers: by the printed order, by bids, by yielding one's place. The
        third level is France's to propose, in the turn of the war.
        """
        for power, partner in (("france", "commonwealth"), ("commonwealth", "france")):
            answers = {"powers": {partner: "accept"}}
            standing_orders.set_standing(
                self.slug, by=self.people[power], power=power, order=answers
            )
        self.all_seal(germany=[NOTICE], commonwealth=[treaty_with("france")])
        self.all_seal()
        self.all_bid(commonwealth={"options": 1, "points": 5})
        self.all_seal(commonwealth=[treaty_with("france")])
        self.all_seal()
        self.all_bid(commonwealth={"options": 1, "yield_to": "france"})

    @property
    def phase(self) -> Phase:
        return Phase.objects.get(campaign__slug=self.slug, resolved_at=None)

    def all_seal(self, **plays: list[dict[str, Any]]) -> None:
        """Everybody asked seals these options, or nothing; then comes what follows."""
        kind = {"select": "plays", "bid": "bid", "map": "produce"}[self.phase.key]
        written = {"plays": []} if kind == "plays" else {}
        sealed = {power: {"plays": chosen} for power, chosen in plays.items()}
        self.seal(
            {
                power: {"kind": kind, **written, **sealed.get(power, {})}
                for power in self.phase.asked
            }
        )

    def all_bid(self, **bids: dict[str, Any]) -> None:
        assert self.phase.key == "bid"
        self.seal({power: {"kind": "bid", **bids.get(power, {})} for power in self.phase.asked})

    def seal(self, written: dict[str, Any]) -> None:
        phase = self.phase
        for power, order in written.items():
            by = self.people.get(power, self.moderator)
            orders.seal_orders(self.slug, by=by, power=power, order=order, phase=phase.number)
        assert phase_advance.advance(phase.campaign_id, phase_id=phase.pk) == "resolved"

    def reader(self, power: str) -> PageReader:
        """A power's player, or with none a visitor."""
        return self.readers[power].open()

    def told(self, path: str = "", power: str = "") -> str:
        """A page as somebody reads it."""
        return self.readers[power].open(path).says()

    def acts(self, power: str, kind: str, button: str, **fields: str) -> None:
        """An act at once through its form, which says first what would come of it."""
        named = {f"{kind}-{name}": value for name, value in fields.items()}
        reader = self.reader(power).press(button, f"[data-act='{kind}']", **named)
        assert reader.page.select("[aria-label='What would come of it']")
        reader.press("Do it now")


def treaty_with(partner: str) -> dict[str, Any]:
    return {"option": "3", "details": {"agreement": f"plain:{partner}"}}


@pytest.mark.long
def test_an_ally_joins_and_france_surrenders(db: None) -> None:
    war = War()

    # The war is prepared face down, declared at once, and read by everybody.
    war.all_seal(germany=[{"option": "4", "details": {}}], france=[treaty_with("commonwealth")])
    assert "declares war" not in war.told("log/")
    war.acts("germany", "declare_war", "Declare war", target="france")
    for reader in ("", *PLAYERS):
        assert "Germany against France" in war.told(power=reader)

    # Only the full ally is asked, and its word is enough.
    asked = [power for power in PLAYERS if war.reader(power).page.select("[data-act='join_war']")]
    assert asked == ["commonwealth"]
    war.acts("commonwealth", "join_war", "Germany")
    log = war.told("log/")
    assert "Germany declares war on France" in log
    assert "The Commonwealth declares war on Germany, as it stands by France" in log

    # Paris is lost. France gives up to Germany, and fights on with nobody.
    moderation.correct_facts(war.slug, by=war.moderator, facts=LOST, reason="The west")
    war.all_seal()
    war.all_bid()
    gives_up = {"surrender": "vichy:germany", "isolated": True}
    number = war.phase.number
    war.all_seal(france=[{"option": "5", "details": gives_up}])
    for reader in ("", *PLAYERS):
        board = war.told(power=reader)
        assert "France to Germany, in the manner of Vichy" in board
        assert "The Commonwealth against Germany" in board
        assert "against France" not in board
    card = war.told(f"history/{number}/")
    for reason in ("Held by the conquerors", "In isolated cities", "Saved", "Half of them"):
        assert reason in card

    # What binds Vichy, until when, and where its borders are.
    pacts = war.told("agreements/", "france")
    assert "Play only your option 0, others by leave of Germany." in pacts
    assert "until you fight Germany" in pacts
    assert "not before May/June 1938" in pacts
    war.acts("germany", "settle", "Settle", of="france", historical="true")
    assert "divided by the borders of 1940: 9 factories work for Germany" in war.told()

    # In the next turn Germany acts first, so there is no leave to ask for.
    war.all_seal()
    war.all_bid(germany={"options": 1, "points": 6})
    hand = war.reader("france")
    assert hand.page.select("[name='plays.0g']")
    assert not hand.page.select("[name='plays.ipo-3']")
    assert "plays only its option 0 unless Germany acts after it" in hand.says("#orders")
