"""Players who bring chains of dice, and a beacon of the tests' own."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import py_arkworks_bls12381 as bls
import pytest

from campaigns.crypto import dice_chain
from campaigns.models import LogEntry, SeatChain
from campaigns.proofs import beacon_rounds, dice_links
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders
from campaigns.services.phases import dice_collection
from campaigns.services.seats import dice_seeds
from rules.kernel.dice import chain_link
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import POWERS, Table, a_campaign
from tests.support.seat_keys import Keyholder, derived


class KeptTable(Table):
    """A campaign whose players keep their chains themselves."""

    def __init__(self, slug: str, moderator: Any, players: dict[str, Any]) -> None:
        super().__init__(slug, moderator, players)
        self.keys = {
            power: Keyholder(slug, power, power.encode().ljust(16)[:16]) for power in players
        }

    def seed(self, power: str) -> bytes:
        return derived(self.keys[power].secret, self.slug, power, "dice|1")

    def link(self, power: str) -> str:
        """The next link of a seat's chain, as its player's browser reckons it."""
        row = SeatChain.objects.get(campaign=self.campaign, power=power, live=True)
        return chain_link(self.seed(power), row.length, row.used + 1).hex()

    def hand_over(self, *powers: str) -> None:
        for power in powers:
            dice_collection.hand_link_over(
                self.slug, by=self.players[power], power=power, link=self.link(power)
            )

    def sealed(self) -> None:
        """Everybody seals, and the phase closes."""
        order = PLACE if self.phase.key == "place" else NAME
        for power, player in self.players.items():
            self.keys[power].does(
                lambda power=power, player=player: orders.seal_orders(
                    self.slug, by=player, power=power, order=order, phase=self.phase.number
                )
            )
        self.advance()


def kept_table(dice: str, **more: Any) -> KeptTable:
    table = a_campaign(seats=POWERS, at_phase=0, dice=dice, **more)
    return KeptTable(table.slug, table.moderator, table.players)


@pytest.fixture
def kept(db: None) -> KeptTable:
    """North and South keep a chain each; the Isle has none."""
    table = kept_table(dice_links.AFTER_CLOSE)
    for power, key in table.keys.items():
        key.bring(table.players[power])
        if power != "isle":
            head = chain_link(table.seed(power), dice_chain.LENGTH, 0).hex()
            dice_seeds.bring_head(table.slug, by=table.players[power], power=power, head=head)
    campaigns.start(table.slug, by=table.moderator)
    return table


SECRET = bls.Scalar.from_be_bytes((123456789).to_bytes(32, "big"))


def signed(number: int) -> str:
    """A round of the tests' own beacon."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    point = bls.G1Point.hash_to_curve(message, beacon_rounds.TAG) * SECRET
    return bytes(point.to_compressed_bytes()).hex()


class _Rounds(BaseHTTPRequestHandler):
    lies = False

    def do_GET(self) -> None:
        number = int(self.path.rsplit("/", 1)[1])
        signature = signed(number + 1 if self.lies else number)
        said = json.dumps({"round": number, "signature": signature}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def own_beacon(settings: Any) -> Iterator[type[_Rounds]]:
    """A beacon of the tests' own, on loopback."""
    server = HTTPServer(("127.0.0.1", 0), _Rounds)
    Thread(target=server.serve_forever, daemon=True).start()
    settings.BEACON_URL = f"http://127.0.0.1:{server.server_port}"
    settings.OUTBOUND_ALLOW = ("127.0.0.1",)
    settings.BEACON_PUBLIC_KEY = bytes((bls.G2Point() * SECRET).to_compressed_bytes()).hex()
    settings.BEACON_GENESIS = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp())
    settings.BEACON_PERIOD = 1
    _Rounds.lies = False
    yield _Rounds
    server.shutdown()
    server.server_close()


SEEDS = {power: f"{number:064x}" for number, power in enumerate(POWERS, 1)}


def bring(table: Table, power: str, seed: str = "") -> str:
    """The player of a power brings the seed of a chain."""
    given = seed or SEEDS[power]
    return dice_seeds.bring_seed(table.slug, by=table.players[power], power=power, seed=given)


def entries(table: Table, kind: str) -> list[dict[str, Any]]:
    rows = LogEntry.objects.filter(campaign=table.campaign, kind=kind).order_by("seq")
    return [json.loads(row.body) for row in rows]
