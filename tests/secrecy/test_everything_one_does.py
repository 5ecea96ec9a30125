"""Every act, draft and seal of every rulebook: what others may not know of gives them nothing.

Others are a player whom it does not concern and a visitor. What they get is compared byte for byte,
commitments aside, with the frames that their sockets would have been sent.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone

from campaigns.models import Act, Campaign, Dispatch, SecretEntry, WhatIf
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import dispatches as dispatch_service
from campaigns.services.facts import perform_act
from campaigns.services.log import push, read_marks
from campaigns.services.orders import orders, plans, standing_orders, what_ifs
from rules import registry
from rules.kernel.audience import viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from rules.kernel.dispatch.statements import Statement
from rules.kernel.facts import FactSpec, FactValue
from rules.kernel.menus import Declare, Menu, Plays
from tests.support.accounts import person
from tests.support.books.playing import facts_at_random
from tests.support.campaigns import a_campaign
from tests.support.suite.sample import one_in
from tests.support.worlds import everything_seen, undone

SEEDS = 2
MOST_TRIES = 100


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """What sockets would be sent: for which power (none: everybody), and which parts changed."""
    sent: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(
        push, "_send", lambda slug, message: sent.append((message["power"], tuple(message["what"])))
    )
    return sent


class Sitting:
    """A campaign in which somebody acts and somebody else looks on."""

    def __init__(self, book_key: str, frames: list[tuple[str, tuple[str, ...]]]) -> None:
        self.book, self.frames = registry.BOOKS[book_key], frames
        scenario = min(self.book.scenarios.values(), key=lambda each: each.turns)
        self.actor, *others = scenario.seats
        self.other = others[-1]
        self.people = {power: person(power) for power in (self.actor, self.other)}
        self.table = a_campaign(book=book_key, seats=self.people)
        self.slug = self.table.slug
        self._leave_something_waiting()

    def _leave_something_waiting(self) -> None:
        """The other player has a fact to confirm and has seen all there is: what comes in secret after
        that may not bring what waits to his notice again.
        """
        view = reading(self.slug, self.people[self.actor]).view_for(self.actor)
        spec, *_ = dispatch_text.declarable(self.book, view, self.actor).values()
        fact = {spec.key: next(_values(view, spec))}
        perform_act.perform_act(self.slug, act={"kind": "declare", "facts": fact}, **self.me)
        read_marks.mark_seen(self.slug, by=self.people[self.other])
        assert news.waiting_of(reading(self.slug, self.people[self.other])).confirm

    @property
    def me(self) -> dict[str, Any]:
        return {"by": self.people[self.actor], "power": self.actor}

    def seen(self, *, other: bool = True) -> dict[tuple[str, str], bytes]:
        """All that others get; without the other player if it concerns him."""
        watchers = {"visitor": None} | ({"other": self.people[self.other]} if other else {})
        return {
            (name, place): told
            for name, who in watchers.items()
            for place, told in everything_seen(self.table, who).items()
        }

    def told(self, service: Any, **given: Any) -> list[tuple[str, tuple[str, ...]]]:
        """What others are sent when the player calls a service."""
        self.frames.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            service(self.slug, **given, **self.me)
        return [frame for frame in self.frames if frame[0] in ("", self.other)]

    def orders(self, menu: Menu) -> Iterator[dict[str, Any]]:
        """Orders of this menu by chance."""
        for seed in range(SEEDS):
            for attempt in range(MOST_TRIES):
                dice = SealedDice(bytes([seed + 1, attempt]) * 16)
                raw = at_random(menu, dice)
                # Nothing played is nothing done.
                if all(raw[f.key] or not _plays_something(f) for f in menu.fields):
                    break
            for field in menu.fields:
                if isinstance(field, Declare):
                    raw[field.key] = facts_at_random(field, dice)
            yield raw


def _values(view: Any, spec: FactSpec) -> Iterator[FactValue]:
    """What could be declared of a fact, other than what is so."""
    for one in (True, False, *spec.options, 1, 2):
        if spec.problem(one) is None and one != view.facts.get(spec.key, spec.default):
            yield one


def _plays_something(field: Any) -> bool:
    """Whether a field is one of options of which one is open."""
    return (
        isinstance(field, Plays)
        and field.most > 0
        and any(option.barred is None for option in field.choices)
    )


@pytest.fixture(params=one_in(4, sorted(registry.BOOKS)))
def sitting(
    request: pytest.FixtureRequest, db: None, frames: list[tuple[str, tuple[str, ...]]]
) -> Sitting:
    return Sitting(request.param, frames)


def test_an_act_that_only_some_may_know_of_gives_others_nothing(sitting: Sitting) -> None:
    from campaigns.rulebooks import states

    phase = sitting.table.phase
    phase.campaign = sitting.table.campaign
    view = sitting.book.view(states.now(phase), viewer(sitting.actor))
    menus = sitting.book.acts(view, sitting.actor)
    before, secrets, done = sitting.seen(), 0, Act.objects.count()
    for menu in menus:
        for order in sitting.orders(menu):
            with undone():
                told = sitting.told(perform_act.perform_act, act=order)
                public, held = Act.objects.count() - done, SecretEntry.objects.count()
                assert public + held <= 1
                if public:
                    assert told, order
                    continue
                secrets += held
                concerned = any(power == sitting.other for power, _ in told)
                assert concerned or not told, (order, told)
                seen = sitting.seen(other=not concerned)
                for key, answer in seen.items():
                    assert answer == before[key], (menu.order, order, key)
    # Proposals are secret there, so that this cannot come out empty.
    if sitting.book.key == "days_of_decision":
        assert secrets


def test_drafts_standing_orders_and_what_is_thrown_away_give_others_nothing(
    sitting: Sitting,
) -> None:
    number = sitting.table.phase.number
    mine = campaign_page.orders(sitting.slug, sitting.people[sitting.actor], sitting.actor)
    before = sitting.seen()
    if mine.menu is not None:
        for order in sitting.orders(mine.menu):
            for service in (orders.save_draft, _think):
                assert not sitting.told(service, order=order, phase=number)
                assert sitting.seen() == before
            assert not sitting.told(orders.discard_draft, phase=number)
    if mine.standing_menu is not None:
        for order in (*sitting.orders(mine.standing_menu), None):
            assert not sitting.told(standing_orders.set_standing, order=order)
        assert SecretEntry.objects.exists()
    assert sitting.seen() == before


def _think(slug: str, *, order: Any, phase: int, **me: Any) -> None:
    """Keep a plan, play on in thought, forget both."""
    plans.keep(slug, order=order, name="A secret", phase=phase, **me)
    number = what_ifs.ask(slug, phases=1, **me)
    WhatIf.objects.update(state=WhatIf.State.DONE)
    if number > 1:
        what_ifs.delete(slug, number=number, **me)
        plans.delete(slug, number=2, phase=phase, **me)


def test_a_dispatch_that_is_being_written_gives_others_nothing(sitting: Sitting) -> None:
    view = reading(sitting.slug, sitting.people[sitting.actor]).view_for(sitting.actor)
    mine = list(dispatch_text.declarable(sitting.book, view, sitting.actor).values())
    before = sitting.seen()
    for spec in (mine[0], mine[-1]):
        items = [Statement(key=spec.key, value=next(_values(view, spec)))]
        for change in ({"items": items}, {"drop": [spec.key]}, {"items": items}):
            assert not sitting.told(dispatch_service.put, **change)
            assert sitting.seen() == before
    assert Dispatch.objects.exists()
    assert not sitting.told(dispatch_service.clear)
    assert sitting.seen() == before


def test_seals_look_the_same_whatever_is_in_them(sitting: Sitting) -> None:
    """Another order, the same again, and one with secrets done between: the same for others."""
    number = sitting.table.phase.number
    mine = campaign_page.orders(sitting.slug, sitting.people[sitting.actor], sitting.actor)
    if mine.menu is None:
        pytest.fail(f"{sitting.actor} is asked for nothing in the first phase; choose another")
    one, other = sitting.orders(mine.menu)
    seen, told = [], []
    for first, second, between in ((one, one, False), (one, other, False), (other, one, True)):
        with undone():
            kept = Campaign.objects.get(slug=sitting.slug).log_seq
            seal = {"phase": number, "ready": False}
            frames = sitting.told(orders.seal_orders, order=first, **seal)
            if between and mine.standing_menu is not None:
                left = next(sitting.orders(mine.standing_menu))
                standing_orders.set_standing(sitting.slug, order=left, **sitting.me)
            frames += sitting.told(orders.seal_orders, order=second, **seal)
            assert Campaign.objects.get(slug=sitting.slug).log_seq == kept + 2
            told.append(frames)
            seen.append(sitting.seen())
    assert told[0] == told[1] == told[2]
    for later in seen[1:]:
        assert later.keys() == seen[0].keys()
        for key, answer in later.items():
            assert answer == seen[0][key], key
