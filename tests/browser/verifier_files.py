"""Files for the page that checks exports: campaigns that were played with keys, and what a forger makes of them."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import py_arkworks_bls12381 as bls
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from campaigns.crypto import beacon, dice_chain
from campaigns.models import Campaign, PendingAct, SeatKey
from campaigns.proofs import dice_links, secret_heads
from campaigns.rulebooks import states
from campaigns.selectors.log import receipts as selector
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.phases import dice_collection, phase_opening
from campaigns.services.seats import dice_seeds, seats
from rules import registry
from rules.kernel.dice import chain_link
from rules.kernel.serial import canonical
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE, SPY
from tests.support.campaigns import a_campaign
from tests.support.dice import SECRET, KeptTable, kept_table, signed
from tests.support.exports.files import file_of
from tests.support.exports.tampering import forged, rehash
from tests.support.seat_keys import derived
from tests.support.worlds import undone

Content = dict[str, Any]
MOST = 10_000
"""More phases than any campaign has."""
BEACON_KEY = bytes((bls.G2Point() * SECRET).to_compressed_bytes()).hex()
"""The public key of the tests' own beacon."""


class Kept(NamedTuple):
    """The file of a campaign that is over; one of its first phase, the site's heads of then, and receipts."""

    whole: bytes
    older: bytes
    heads: bytes
    receipts: bytes


def with_seat_keys() -> Kept:
    """Each seat has a key, two keep a chain, an act threw dice, and the Isle has left standing orders in secret."""
    with undone():
        table = kept_table(dice_links.AFTER_CLOSE)
        for power, key in table.keys.items():
            key.bring(table.players[power])
            if power != "isle":
                head = chain_link(table.seed(power), dice_chain.LENGTH, 0).hex()
                by = table.players[power]
                dice_seeds.bring_head(table.slug, by=by, power=power, head=head)
        campaigns.start(table.slug, by=table.moderator)
        _done_besides(table)
        older, heads = file_of(table), canonical(selector.public_heads())
        while table.campaign.status != "finished":
            table.sealed()
            table.hand_over("north", "south")
            table.advance()
        kept = canonical(selector.receipts_of(table.slug, table.players["isle"]))
        return Kept(file_of(table), older, heads, kept)


def ten_years(book: str) -> bytes:
    """The longest scenario of a book, by autopilots alone, to its end."""
    scenario = max(registry.BOOKS[book].scenarios.values(), key=lambda each: each.turns)
    with undone():
        table = a_campaign(book=book, scenario=scenario.key)
        table.play_out(most=MOST)
        return file_of(table)


def ten_years_with_seat_keys() -> bytes:
    """Ten years of A World at War, to the end: Britain and Germany have seat keys, keep a chain each, and seal what an
    autopilot would; Britain's key is lost on the way. Autopilots have the other seats.
    """
    book = registry.BOOKS["world_at_war"]
    scenario = max(book.scenarios.values(), key=lambda each: each.turns)
    players = {power: person(power) for power in ("britain", "germany")}
    open_doors = override_settings(LIMITS=dict.fromkeys(settings.LIMITS, "1000000 per minute"))
    with open_doors, undone():
        slug = campaigns.create_campaign(
            by=person("keeper"),
            rulebook=book.key,
            scenario=scenario.key,
            title="Ten years, signed",
            bots=tuple(power for power in scenario.seats if power not in players),
            dice=dice_links.AFTER_CLOSE,
        )
        table = LongTable(slug, Campaign.objects.get(slug=slug).moderators.get(), players)
        for power, by in players.items():
            seats.join(slug, by=by, powers=[power])
            table.bring(power)
        campaigns.start(slug, by=table.moderator)
        lost = False
        while table.campaign.status != "finished":
            late = table.phase.number > 40 and "britain" in table.phase.asked
            if late and not lost and table.phase.closed_at is None:
                table.keys["britain"].secret = b"a second secret!"
                table.bring("britain")
                lost = True
            table.one_phase()
        return file_of(table)


class LongTable(KeptTable):
    """A campaign whose players seal what their autopilots would."""

    def __init__(self, slug: str, moderator: Any, players: dict[str, Any]) -> None:
        super().__init__(slug, moderator, players)
        self.seeds: dict[str, bytes] = {}

    def bring(self, power: str) -> None:
        """A key for a seat, and the chain that follows from it; the first, or one in its place."""
        number = 1 + SeatKey.objects.filter(campaign=self.campaign, power=power).count()
        by = self.players[power]
        self.keys[power].bring(by, number=number, replace=number > 1)
        self.seeds[power] = derived(self.keys[power].secret, self.slug, power, f"dice|{number}")
        head = chain_link(self.seeds[power], dice_chain.LENGTH, 0).hex()
        dice_seeds.bring_head(self.slug, by=by, power=power, head=head)

    def seed(self, power: str) -> bytes:
        return self.seeds[power]

    def one_phase(self) -> None:
        """Whoever is asked seals, and the links are handed over when it closes."""
        phase = self.phase
        book, state = states.book_of(phase.campaign), states.now(phase)
        asked = {one.power for one in book.phase(state).asked}
        for power in asked & self.players.keys():
            order, by = phase_opening.autopilot_order(book, state, power), self.players[power]
            seal = partial(
                orders.seal_orders, self.slug, by=by, power=power, order=order, phase=phase.number
            )
            self.keys[power].does(seal)
        self.advance()
        self.hand_over(*self.players)
        self.advance()


def _done_besides(table: KeptTable) -> None:
    north, isle = table.players["north"], table.players["isle"]
    table.keys["north"].does(
        lambda: perform_act.perform_act(table.slug, by=north, power="north", act=SPY)
    )
    table.hand_over("north", "south")
    assert perform_act.carry_out_asked(PendingAct.objects.get().pk)
    answer = {"kind": "answer", "valley": "west"}
    table.keys["isle"].does(
        lambda: standing_orders.set_standing(table.slug, by=isle, power="isle", order=answer)
    )


def with_a_beacon(settings: Any, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A campaign of one phase whose dice took a round of the tests' own beacon."""
    settings.BEACON_URL = "http://127.0.0.1:1"
    settings.BEACON_PUBLIC_KEY = BEACON_KEY
    settings.BEACON_GENESIS = 1577836800
    settings.BEACON_PERIOD = 1
    monkeypatch.setattr(beacon, "fetched", lambda _beacon, number: signed(number))
    with undone():
        table = kept_table(dice_links.BEACON)
        campaigns.start(table.slug, by=table.moderator)
        for power in table.phase.asked:
            table.seal(power, PLACE)
        assert table.advance() == "not yet"
        later = timezone.now() + timedelta(seconds=5)
        monkeypatch.setattr("django.utils.timezone.now", lambda: later)
        assert dice_collection.fetch(table.campaign.pk) is None
        table.advance()
        return file_of(table)


# -- forging --------------------------------------------------------------------------------------


def rewritten(data: bytes, change: Callable[[Content], Any]) -> bytes:
    """The file after a change by who makes all hashes anew."""

    def again(content: Content) -> None:
        change(content)
        rehash(content)

    return forged(data, again)


def entry_of(content: Content, kind: str, power: str = "") -> Content:
    """The first entry of a kind."""
    return next(
        one for one in content["log"] if one["kind"] == kind and power in ("", one["power"])
    )


# -- the site's key -------------------------------------------------------------------------------

SITE, NEW_SITE = (Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (7, 8))


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def with_site_keys(data: bytes) -> bytes:
    """The file as of a site that named a key at the founding, and another one after the end."""

    def named(content: Content) -> None:
        content["log"][0]["body"]["site_key"] = public(SITE)
        last, seq = content["log"][-1], len(content["log"]) + 1
        body = {"key": public(NEW_SITE), "before": public(SITE)}
        slug = content["campaign"]["slug"]
        text = b"chancellery site key 1\n" + canonical({"campaign": slug, **body})
        secret = bytes.fromhex(entry_of(content, "secrets.opened")["body"]["key"])
        content["log"].append(
            {
                **last,
                "kind": "site.key",
                "actor": "site",
                "power": "",
                "commitment": "",
                "body": {
                    **body,
                    "proof": NEW_SITE.sign(text).hex(),
                    "by_before": SITE.sign(text).hex(),
                },
                "held": secret_heads.commitment(secret, seq, []),
            }
        )

    return rewritten(data, named)


def receipt(content: Content, of: int, key: Ed25519PrivateKey = SITE, **more: Any) -> Content:
    """What the site signs of an entry."""
    entry = content["log"][of - 1]
    parts = ("seq", "hash", "kind", "power", "commitment", "at")
    said = {part: entry[part] for part in parts} | {
        "campaign": content["campaign"]["slug"],
        "phase": entry["body"].get("phase", 0),
        "key": public(key),
        **more,
    }
    text = b"chancellery receipt 1\n" + canonical(said)
    return {**said, "signature": key.sign(text).hex()}


def receipt_of_secret(content: Content, **more: Any) -> Content:
    """What the site signs of the first thing that was done in secret."""
    one = entry_of(content, "secrets.opened")["body"]["secrets"][0]
    said = {part: one[part] for part in ("after", "kind", "power", "phase", "commitment", "at")} | {
        "campaign": content["campaign"]["slug"],
        "hash": content["log"][one["after"] - 1]["hash"],
        "key": public(SITE),
        **more,
    }
    text = b"chancellery receipt 1\n" + canonical(said)
    return {**said, "signature": SITE.sign(text).hex()}


def receipts_file(data: bytes, *receipts: Content, **heads: str) -> bytes:
    """A player's file of receipts; ``heads`` are hashes by ``e`` and the number of the entry."""
    return canonical(
        {
            "format": "chancellery-receipts",
            "version": 1,
            "campaign": json.loads(data)["campaign"]["slug"],
            "key": public(SITE),
            "receipts": list(receipts),
            "heads": [{"seq": int(seq[1:]), "hash": of} for seq, of in heads.items()],
        }
    )
