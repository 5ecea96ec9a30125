"""Campaigns to test with: a tiny rulebook, people, and verbs that read as sentences."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from campaigns.services.advance import phase_advance
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from rules import registry
from tests.campaigns.tiny_book import BOOK

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


def person(name: str) -> Any:
    """Somebody with an account."""
    return get_user_model().objects.create_user(username=name, password="a long enough pass phrase")


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


class Passing:
    """How much time has gone by in a test, besides what it took."""

    by = timedelta()


@pytest.fixture(autouse=True)
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that goes by when a test says so."""
    now, Passing.by = timezone.now, timedelta()
    monkeypatch.setattr(timezone, "now", lambda: now() + Passing.by)


@pytest.fixture
def found(db: None) -> Callable[..., Table]:
    """Found and start a campaign with three players and a moderator."""

    def make(
        *, start: bool = True, scenario: str = "short", bots: tuple[str, ...] = (), **policy: Any
    ) -> Table:
        moderator = person("moderator")
        players = {power: person(power) for power in POWERS if power not in bots}
        slug = campaigns.create_campaign(
            by=moderator,
            rulebook="tiny",
            scenario=scenario,
            title="A test",
            policy=ClockPolicy(**policy),
            bots=bots,
        )
        for power, player in players.items():
            seats.join(slug, by=player, powers=[power])
        if start:
            campaigns.start(slug, by=moderator)
        return Table(slug, moderator, players)

    return make


@pytest.fixture
def table(found: Callable[..., Table]) -> Table:
    """A running campaign with three players."""
    return found()
