"""Campaigns to test with: their people, and verbs that read as sentences."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from campaigns.services.advance import end_phase, phase_advance
from campaigns.services.deadlines import moderation
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import standing_orders
from campaigns.services.seats import seats as seat_services
from rules import registry
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import BOOK, NAME, PLACE

POWERS = ("north", "south", "isle")


@pytest.fixture(autouse=True)
def tiny_book(monkeypatch: pytest.MonkeyPatch) -> rulebooks.Book:
    """The tiny rulebook, registered beside the real ones."""
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, BOOK.key: BOOK})
    return BOOK


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Every push and every task that would have gone out, instead of sending it."""
    from campaigns.services.log import push
    from core import after_commit

    gone: list[tuple[Any, ...]] = []
    monkeypatch.setattr(push, "_send", lambda slug, message: gone.append(("push", slug, message)))
    monkeypatch.setattr(
        after_commit,
        "_send",
        lambda task, arguments, at: gone.append(("task", task, arguments, at)),
    )
    return gone


class Table:
    """A campaign of the tiny book with its people, for tests that read as sentences."""

    def __init__(self, slug: str, moderator: Any, players: dict[str, Any]) -> None:
        self.slug, self.moderator, self.players = slug, moderator, players

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(slug=self.slug)

    @property
    def phase(self) -> Phase:
        phase = self.campaign.phase
        assert phase is not None
        return phase

    def seal(self, power: str, order: dict[str, Any], **more: Any) -> Any:
        from campaigns.services.orders import orders

        return orders.seal_orders(
            self.slug,
            by=self.players[power],
            power=power,
            order=order,
            phase=self.phase.number,
            **more,
        )

    def seal_all(self, order: dict[str, Any] = PLACE, *, but: str = "", **more: Any) -> None:
        """Every player but one, if somebody is named, seals the same."""
        for power in self.players:
            if power != but:
                self.seal(power, order, **more)

    def act(self, power: str, act: dict[str, Any], **more: Any) -> Any:
        by = self.players[power]
        return perform_act.perform_act(self.slug, by=by, power=power, act=act, **more)

    def save_draft(self, power: str, order: dict[str, Any], **more: Any) -> bool:
        from campaigns.services.orders import orders

        by, phase = self.players[power], self.phase.number
        return orders.save_draft(self.slug, by=by, power=power, order=order, phase=phase, **more)

    def leave_orders(self, power: str, order: dict[str, Any] | None, **more: Any) -> None:
        """Leave standing orders, or take them back."""
        by = self.players[power]
        standing_orders.set_standing(self.slug, by=by, power=power, order=order, **more)

    def play(self, phases: int = 1, place: Mapping[str, Any] = PLACE, **nonces: str) -> Phase:
        """All seal and the phase is resolved, so many times; the last of them."""
        for _ in range(phases):
            over, order = self.phase, place if self.phase.key == "place" else NAME
            for power in self.players:
                if power in over.asked:
                    self.seal(power, order, nonce=nonces.get(power, ""))
            assert self.advance() == "resolved"
        return over

    def play_out(self, most: int = 1000, place: Mapping[str, Any] = PLACE) -> None:
        """All seal, phase after phase, to the end or until so many are over; autopilots do by themselves."""
        while (campaign := self.campaign).status == "running" and most:
            if self.players:
                self.play(place=place)
            else:  # a site that runs may be before us
                phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
            most -= 1

    def let_go(self) -> None:
        """All are silent to the end."""
        while self.campaign.status == "running":
            self.pass_deadline()

    def pass_deadline(self) -> phase_advance.Outcome:
        """Let the deadline pass; what comes of it."""
        self.strike()
        return self.advance()

    def end(self, **more: Any) -> None:
        """The moderator ends the phase in play."""
        given = {"phase": self.phase.number, "reason": "We have talked it over", **more}
        end_phase.force(self.slug, by=self.moderator, **given)

    def on_to(self, key: str, turn: int, *, silent: str = "hold") -> int:
        """The moderator ends phase after phase until this one of that turn is in play; its number."""
        for _ in range(60):
            phase = self.phase
            if (phase.key, phase.turn) == (key, turn):
                return phase.number
            self.end(silent=silent)
        raise AssertionError(f"{key} of turn {turn} never came.")

    def advance(self) -> phase_advance.Outcome:
        campaign = self.campaign
        assert campaign.phase_id is not None
        return phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)

    def strike(self) -> None:
        """Let time go by until the deadline of the phase is over."""
        closes_at = self.phase.closes_at
        assert closes_at is not None
        went = max(timedelta(), closes_at + timedelta(seconds=1) - timezone.now())
        Passing.by += went
        if timezone.now() <= closes_at:
            # The test has a clock of its own, which stands still: then it is the deadline that moves, as
            # no honest site moves it.
            phase, closes_at = self.phase, timezone.now() - timedelta(seconds=1)
            name = "due_at" if phase.grace_until is None else "grace_until"
            Phase.objects.filter(pk=phase.pk).update(**{name: closes_at})
        Campaign.objects.filter(slug=self.slug).update(wakes_at=closes_at)


Found = Callable[..., Table]
"""What the fixture ``found`` is."""


class Passing:
    """How much time has gone by in a test, besides what it took."""

    by = timedelta()


@pytest.fixture(autouse=True)
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that goes by when a test says so."""
    now, Passing.by = timezone.now, timedelta()
    monkeypatch.setattr(timezone, "now", lambda: now() + Passing.by)


@pytest.fixture
def found(db: None) -> Found:
    """Found and start a campaign with three players and a moderator."""

    def make(
        *, start: bool = True, scenario: str = "short", bots: tuple[str, ...] = (), **policy: Any
    ) -> Table:
        return a_campaign(
            scenario=scenario,
            seats=[power for power in POWERS if power not in bots],
            at_phase=int(start),
            policy=ClockPolicy(**policy),
        )

    return make


@pytest.fixture
def table(found: Found) -> Table:
    """A running campaign with three players."""
    return found()


@pytest.fixture
def north(table: Table) -> Client:
    """The browser of the northern player, or a program of theirs."""
    return signed_in(table.players["north"])


@pytest.fixture
def south(table: Table) -> Client:
    return signed_in(table.players["south"])


def a_campaign(
    *,
    book: str = "tiny",
    scenario: str = "",
    by: Any = None,
    seats: Mapping[str, Any] | Sequence[str] = (),
    bots: Sequence[str] | None = None,
    at_phase: int = 1,
    **given: Any,
) -> Table:
    """A campaign with its people.

    ``scenario`` is the shortest where none is named, and ``by`` a new person called moderator. ``seats`` says who
    plays which power; for powers alone people are made who are called so. ``bots`` are all other seats; where
    ``()`` is given they stay free until it starts. ``at_phase`` is the phase in play: before it autopilots have
    sealed for everybody; 0 gathers players. All else goes to :func:`create_campaign`.
    """
    scenarios = registry.BOOKS[book].scenarios
    chosen = (
        scenarios[scenario] if scenario else min(scenarios.values(), key=lambda each: each.turns)
    )
    moderator = by or person("moderator")
    players = seats if isinstance(seats, Mapping) else {power: person(power) for power in seats}
    own = [power for power, player in players.items() if player == moderator]
    if bots is None:
        bots = [power for power in chosen.seats if power not in players]
    slug = campaigns.create_campaign(
        by=moderator,
        rulebook=book,
        scenario=chosen.key,
        take=own,
        bots=bots,
        **{"title": "A test", **given},
    )
    table = Table(slug, moderator, dict(players))
    token = table.campaign.invite_token if given.get("private") else ""
    for power, player in players.items():
        if power not in own:
            seat_services.join(slug, by=player, powers=[power], token=token)
    if at_phase:
        campaigns.start(slug, by=moderator)
    for _ in range(1, at_phase):
        if players:
            table.end(silent="autopilot", reason="To have a past")
        else:
            table.advance()
    return table


def corrected(table: Table, **facts: Any) -> None:
    moderation.correct_facts(
        table.slug, by=table.moderator, facts=facts, reason="The map was misread"
    )


def a_turn(table: Table) -> None:
    """North seals twice, South's order becomes void by a fact, the Isle is silent."""
    corrected(table, bridge=True)
    facts = {"kind": "declare", "facts": {"boats": 3}}
    table.act("south", facts)
    table.act("north", {"kind": "confirm", "facts": ["boats"]})
    table.act("isle", {"kind": "spy"})
    answer = {"kind": "answer", "valley": "west"}
    for order in (answer, {**answer, "valley": "east"}):
        table.leave_orders("isle", order)
    table.seal("north", {"kind": "place", "points": {"west": 1}})
    table.seal("north", {"kind": "place", "points": {"east": 2}})
    table.seal("south", PLACE)
    corrected(table, bridge=False)
    table.pass_deadline()
    table.seal_all(NAME)
    table.advance()


PLACES = {
    "north": {"kind": "place", "points": {"east": 2}},
    "south": {"kind": "place", "points": {"west": 3}},
}


def play_on(table: Table, phases: int) -> Table:
    for number in range(phases):
        if number % 2 == 0:
            for power, order in PLACES.items():
                table.seal(power, order)
        assert table.pass_deadline() == "resolved"
    return table


def watched(**more: Any) -> Table:
    return a_campaign(scenario="long", by=person("host"), seats=POWERS, at_phase=0, **more)


@pytest.fixture
def delayed(db: None) -> Table:
    """A campaign that spectators follow one turn behind, in its second turn."""
    table = watched(delay=1)
    campaigns.start(table.slug, by=table.moderator)
    return next_turn(table)


def next_turn(table: Table) -> Table:
    for _ in range(2):
        assert table.pass_deadline() == "resolved"
    return table


@pytest.fixture
def salon(db: None) -> Table:
    """A running campaign of Days of Decision in which three people play and the others are bots."""
    people = {power: person(power) for power in ("germany", "ussr", "usa")}
    return a_campaign(book="days_of_decision", by=people["germany"], seats=people)
