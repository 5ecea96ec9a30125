"""People who hand in orders over HTTP while the site is being struck, and what they were told.

A `Player` keeps every receipt. An answer that never came is no receipt: the order may or may not
be there, and the player tries again.
"""

import http.client
import json
import secrets
import select
from dataclasses import dataclass, field
from typing import Any

from accounts import services as accounts
from campaigns.domain.clock_policy import ClockPolicy
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.menus import Menu
from rules.kernel.serial import shaped
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.programs.runner import LOOPBACK
from tests.support.programs.site import Site

PATIENCE = 20.0  # seconds that a player waits for an answer
BOOK, SCENARIO = "world_at_war", "fall-1939"


@dataclass(frozen=True)
class Receipt:
    """An acknowledged seal."""

    slug: str
    power: str
    phase: int
    commitment: str
    order: Any


@dataclass(frozen=True)
class Desk:
    """The phase in play, whether it asks anything of this power, and the menu if there is one."""

    phase: int
    asked: bool
    menu: Menu | None


class NoAnswer(Exception):
    """The connection broke, or the site said that it cannot (5xx)."""


@dataclass
class Player:
    """One player of one power."""

    port: int
    token: str
    slug: str
    power: str
    receipts: list[Receipt] = field(default_factory=list)
    unanswered: int = 0
    refused: int = 0
    patience: float = PATIENCE
    _line: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One request; raises `NoAnswer`."""
        line, self._line = self._line, None
        if line is None or _hung_up(line):
            line = http.client.HTTPConnection(LOOPBACK, self.port, timeout=self.patience)
        headers = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            # What is there when the answer is written may be the next phase already.
            "Prefer": "return=minimal",
        }
        try:
            line.request(method, f"/api/campaigns/{self.slug}/{path}", json.dumps(body), headers)
            answer = line.getresponse()
            raw = answer.read()
        except (OSError, http.client.HTTPException) as error:
            line.close()
            raise NoAnswer(repr(error)) from error
        self._line = line
        if answer.status >= 500:
            raise NoAnswer(f"{answer.status}: {raw[:300]!r}")
        return answer.status, json.loads(raw)

    def hang_up(self, *, patience: float = PATIENCE) -> None:
        """Begin a new connection, and wait so many seconds for each answer from now on."""
        if self._line is not None:
            self._line.close()
        self._line, self.patience = None, patience

    def look(self) -> Desk:
        """What is asked of this power now."""
        _, page = self.ask("GET", f"?power={self.power}")
        mine = next(one for one in page["mine"] if one["badge"]["key"] == self.power)
        menu = shaped(mine["menu"], Menu | None, strict=False)
        return Desk(page["phase"]["number"], bool(mine["manner"]), menu)

    def seal(self, desk: Desk, *, ready: bool = True) -> Receipt | None:
        """Seal an order drawn from the menu; the receipt, or `None` if it was refused."""
        # Another order each time, and the same ones in every run.
        times = len(self.receipts) + self.unanswered + self.refused
        dice = SealedDice(f"{self.power} {desk.phase} {times}".encode())
        return self.send(desk.phase, at_random(desk.menu, dice) if desk.menu else None, ready=ready)

    def send(self, phase: int, order: Any, *, ready: bool = True) -> Receipt | None:
        """Seal this order."""
        body = {"phase": phase, "order": order, "seal": True, "ready": ready}
        try:
            status, told = self.ask("POST", f"orders/{self.power}/", body)
        except NoAnswer:
            self.unanswered += 1
            raise
        if status != 200:
            self.refused += 1
            return None
        receipt = Receipt(self.slug, self.power, phase, told["commitment"], order)
        self.receipts.append(receipt)
        return receipt


def _hung_up(line: http.client.HTTPConnection) -> bool:
    """Whether the server has closed a connection on which nothing was said for a while."""
    return line.sock is None or bool(select.select([line.sock], [], [], 0)[0])


def found(
    site: Site,
    title: str,
    *,
    powers: tuple[str, ...] = ("britain", "germany"),
    scenario: str = SCENARIO,
    **policy: Any,
) -> tuple[str, list[Player]]:
    """A running campaign with people on these seats and autopilots on the others."""
    name = f"{title}-{secrets.token_hex(4)}"
    table = a_campaign(
        book=BOOK,
        scenario=scenario,
        by=person(f"{name}-m"),
        seats={power: person(f"{name}-{power}") for power in powers},
        bots=(),
        title=title,
        policy=ClockPolicy(**{"hours": {"default": 24}, **policy}),
    )
    players = []
    for power, who in table.players.items():
        _, token = accounts.make_token(who.pk, name="play", scopes=["read", "play"])
        players.append(Player(site.port, token, table.slug, power))
    return table.slug, players
