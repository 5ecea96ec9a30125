"""A campaign of the tiny book in each state that its clock can be in, brought there by services."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from campaigns.domain.breaks_policy import BreaksPolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Origin
from campaigns.proofs.dice_links import BEACON, PROMPT
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.services.advance import missing_revisions
from campaigns.services.advance import sweep as clock_sweep
from campaigns.services.deadlines import absences, moderation, power_extension
from campaigns.services.facts import dispatches
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.phases import dice_collection
from campaigns.services.press import press_messages
from campaigns.services.repair import fork, overrides, rollback, rulings, secret_overrides
from campaigns.services.seats import deputies, moderators, seats
from campaigns.services.voting import agree
from rules import registry
from rules.kernel.dispatch.statements import Statement
from rules.revisions import loading
from tests.support.accounts import person
from tests.support.books.tiny_book import BOOK, NAME, PLACE
from tests.support.campaigns import POWERS, Passing, Table, a_campaign
from tests.support.worlds import undone

HOUR = timedelta(hours=1)
ANSWER = {"kind": "answer", "valley": "west"}
WHY = "As agreed"
VOTES = ("extend", "pause", "resume", "resolve", "end", "seat", "rollback")
POLICY = ClockPolicy(
    hours={"default": 72},
    extensions=2,
    breaks=BreaksPolicy(pauses=2),
    votes=dict.fromkeys(VOTES, "all"),
    map_look="both",
)
ROUND = "00" * 48


@dataclass(kw_only=True)
class Scene:
    """A campaign in a state, with what there is to do something about."""

    table: Table
    people: Mapping[str, Any]
    #: The phase that a form in somebody's window was made for.
    phase: int = 1
    #: The phase to which one goes back.
    back: int = 2
    #: Numbers and keys: of an absence, of deputies who hold and who are asked, of a dispatch that waits, of
    #: an override, of corrections of secret values that were made and are proposed.
    absence: int = 0
    deputy: int = 0
    asked: int = 0
    dispatch: int = 0
    override: int = 0
    corrected: str = ""
    proposed: str = ""
    thread: str = ""
    invitation: str = ""
    #: Questions that were put to the players before, by their kind.
    questions: dict[str, int] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.table.slug

    @property
    def moderator(self) -> Any:
        return self.table.moderator

    @property
    def campaign(self) -> Campaign:
        return self.table.campaign

    def player(self, power: str) -> Any:
        return self.table.players[power]

    def who(self, name: str) -> Any:
        """The player of a power, or one of the others by name."""
        return self.table.players.get(name) or self.people[name]

    def seal(self, power: str, order: Any = None, **more: Any) -> None:
        orders.seal_orders(
            self.slug,
            by=self.player(power),
            power=power,
            order=order or NAME,
            phase=self.phase,
            **more,
        )

    def sweep(self) -> None:
        """Let the clock see to the campaign as it does after whatever is done."""
        campaign = self.campaign
        if campaign.phase_id is not None:
            clock_sweep.try_to_advance(campaign.pk, campaign.phase_id)

    def answer(self, number: int) -> None:
        """Let everybody who is asked agree, until it is carried out."""
        voices = self.campaign.consents.get(number=number).voices.order_by("pk")
        for voice in voices.filter(agreed_at=None) or voices[:1]:
            if agree.agree(self.slug, by=voice.person, number=number):
                return


# -- Before -----------------------------------------------------------------------------------


def _run(course: Any, orders: Any) -> None:
    BOOK.turn.run(course, orders)
    del course.events[-1:]


OTHER = replace(BOOK, revision="2", turn=replace(BOOK.turn, run=_run))
"""The book with a rule otherwise: less is told of what happened."""


class Rules:
    """The revisions of the tiny book that the site has."""

    gone: tuple[str, ...] = ()


@contextmanager
def revisions(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """The site has another revision, 2, which plays otherwise."""
    books = {"1": BOOK, "2": OTHER}
    found = registry.rulebook

    def rulebook(key: str, revision: str = "") -> Any:
        if key != BOOK.key:
            return found(key, revision)
        revision = revision or next(name for name in books if name not in Rules.gone)
        if revision in Rules.gone:
            raise loading.NotKept(
                f"This site does not have revision {revision} of {BOOK.title}.",
                remedy="Nothing is lost. Ask the site's administrator to run a release that keeps it.",
            )
        return books[revision]

    with patch.context() as then:
        then.setattr(registry, "rulebook", rulebook)
        then.setattr(Rules, "gone", ())
        yield


def everybody() -> dict[str, Any]:
    """Those who have something to do with the campaigns of the table."""
    names = ("moderator", *POWERS, "deputy", "asked", "newcomer", "successor", "staff")
    people = {name: person(name) for name in names}
    people["staff"].is_staff = True
    people["staff"].save()
    return people


def gathering(people: Mapping[str, Any], *, dice: str = PROMPT, **policy: Any) -> Scene:
    """A campaign before its start, with a player in each seat."""
    table = a_campaign(
        scenario="long",
        by=people["moderator"],
        seats={power: people[power] for power in POWERS},
        at_phase=0,
        policy=msgspec.structs.replace(POLICY, **policy),
        dice=dice,
        delay=2,
        anonymous=True,
    )
    return Scene(table=table, people=people)


def begun(people: Mapping[str, Any], **how: Any) -> Scene:
    """In its fourth phase, with all that one can do something about."""
    scene = gathering(people, **how)
    campaigns.start(scene.slug, by=scene.moderator)
    for order in (PLACE, NAME, PLACE):
        for power in POWERS:
            scene.table.seal(power, order)
        scene.sweep()
        roll(scene)
    return ready(scene)


def roll(scene: Scene) -> None:
    """Let the dice of a closed phase come, if it waits for them."""
    phase = scene.table.phase
    if phase.closed_at is not None:
        dice_collection.bring_beacon(scene.campaign.pk, number=phase.round, signature=ROUND)
        scene.sweep()


def ready(scene: Scene) -> Scene:
    """Six hours into a phase in which Northland has sealed, with what can be answered, ended and undone."""
    slug, table = scene.slug, scene.table
    scene.phase = table.phase.number
    number = overrides.override(
        slug,
        by=scene.moderator,
        changes=[{"path": ["caller"], "before": "", "after": "isle"}],
        rule="1.2",
        reason=WHY,
    )
    if number is not None:
        scene.answer(number)
    scene.override = 1
    south = scene.player("south")
    scene.corrected = secret_overrides.propose(
        slug, by=south, power="south", change=secret("east", 2, 1), reason=WHY
    )
    secret_overrides.decide(slug, by=scene.moderator, key=scene.corrected, accept=True)
    scene.proposed = secret_overrides.propose(
        slug, by=south, power="south", change=secret("west", 1, 2), reason=WHY
    )
    scene.seal("north")
    dispatches.put(slug, by=south, power="south", items=[Statement(key="boats", value=5)])
    dispatches.declare(slug, by=south, power="south")
    scene.dispatch = 1
    north = scene.player("north")
    dispatches.put(slug, by=north, power="north", items=[Statement(key="bridge", value=False)])
    scene.absence = absences.announce(
        slug,
        by=scene.player("isle"),
        begins=timezone.now() + timedelta(days=200),
        ends=timezone.now() + timedelta(days=210),
    )
    scene.deputy = deputies.name(slug, by=north, power="north", username="deputy", level="seal")
    deputies.accept(slug, by=scene.people["deputy"], key=scene.deputy)
    scene.asked = deputies.name(slug, by=south, power="south", username="asked", level="seal")
    scene.thread, _ = press_messages.begin(
        slug, by=north, power="north", to=["south"], text="Well?"
    )
    moderators.offer(slug, by=north, willing=True)
    standing_orders.set_standing(slug, by=north, power="north", order=ANSWER)
    rulings.make(slug, by=scene.moderator, text="It counts.", rule="1.2")
    Passing.by += 6 * HOUR
    return scene


def secret(valley: str, before: int, after: int, power: str = "south") -> ValueChange:
    """A change of what a power has placed."""
    return ValueChange(path=("purses", power, "points", valley), before=before, after=after)


# -- Into a state -----------------------------------------------------------------------------


def strike(scene: Scene) -> None:
    """The deadline comes."""
    scene.table.strike()
    scene.sweep()


def is_running(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    return scene


def past_its_deadline(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    strike(scene)
    return scene


def more_time_for_one(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    power_extension.extend_one(scene.slug, by=scene.moderator, power="south", hours=96, reason=WHY)
    strike(scene)
    return scene


def is_paused(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    moderation.pause(scene.slug, by=scene.moderator, reason=WHY)
    return later(scene)


def is_stuck(scene: Scene, patch: pytest.MonkeyPatch) -> Scene:
    """What broke is mended since, as far as one can see."""

    def breaks(*_: Any) -> Any:
        raise KeyError("broken")

    with patch.context() as then:
        then.setattr(type(BOOK), "resolve", breaks)
        strike(scene)
    return later(scene)


def rules_missing(scene: Scene, patch: pytest.MonkeyPatch) -> Scene:
    patch.setattr(Rules, "gone", ("1",))
    missing_revisions.stands_still(scene.campaign.pk)
    return later(scene)


def nobody_there(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    for power in POWERS:
        seats.leave(scene.slug, by=scene.player(power), power=power)
    return later(scene)


def is_closed(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    for power in ("south", "isle"):
        scene.seal(power)
    scene.sweep()
    return scene


def is_over(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    agree.propose(scene.slug, by=scene.player("north"), kind="end", reason=WHY, phase=scene.phase)
    scene.answer(scene.campaign.consents.get(kind="end").number)
    return scene


def is_undone(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    number = rollback.roll_back(scene.slug, by=scene.moderator, to=3, reason=WHY)
    assert number is not None
    scene.answer(number)
    scene.back = scene.phase
    return later(scene)


def is_a_fork(scene: Scene, _patch: pytest.MonkeyPatch) -> Scene:
    fork.propose(scene.slug, by=scene.moderator, phase=scene.phase, reason=WHY)
    scene.answer(scene.campaign.consents.get(kind="fork").number)
    made = Origin.objects.get(parent=scene.campaign).campaign
    table = Table(made.slug, scene.moderator, scene.table.players)
    return ready(Scene(table=table, people=scene.people, back=1))


def later(scene: Scene) -> Scene:
    """Two hours go by."""
    Passing.by += 2 * HOUR
    return scene


@dataclass(frozen=True, kw_only=True)
class State:
    """One state: its heading, what it is in words, and how a campaign comes into it."""

    title: str
    says: str
    enter: Callable[[Scene, pytest.MonkeyPatch], Scene] = is_running
    #: From where it begins: a campaign in its fourth phase, unless it is another one.
    begins: Callable[[Mapping[str, Any]], Scene] = begun


STATES: Mapping[str, State] = {
    "gathering": State(
        title="gathering",
        says="Players take seats. There is no phase and no deadline yet.",
        begins=gathering,
    ),
    "running": State(
        title="running",
        says="A phase is open, and its deadline is to come.",
    ),
    "grace": State(
        title="in grace",
        says="The deadline has passed. The policy gives the powers that sealed nothing some hours more.",
        begins=partial(begun, grace_hours=24),
        enter=past_its_deadline,
    ),
    "past": State(
        title="past deadline",
        says="The deadline has passed. The phase waits for one power that was given more time.",
        enter=more_time_for_one,
    ),
    "waiting": State(
        title="waiting",
        says="The deadline has passed, a power sealed nothing, and by the policy the moderator decides.",
        begins=partial(begun, missed="wait"),
        enter=past_its_deadline,
    ),
    "paused": State(
        title="paused",
        says="A moderator, a vote or a player stopped the clock. Resuming gives the lost time back.",
        enter=is_paused,
    ),
    "stuck": State(
        title="stuck",
        says="Something broke when the phase was resolved. The clock stands still until a moderator or a vote resumes it.",
        enter=is_stuck,
    ),
    "rules": State(
        title="rules missing",
        says="The site does not have the rules of the campaign. The clock runs again by itself when they are back.",
        enter=rules_missing,
    ),
    "nobody": State(
        title="nobody there",
        says="No person has a seat any more. The clock runs again when somebody takes one.",
        enter=nobody_there,
    ),
    "closed": State(
        title="closed",
        says="The phase takes no more orders and waits for its dice (only where dice are thrown after the close).",
        begins=partial(begun, dice=BEACON),
        enter=is_closed,
    ),
    "finished": State(
        title="finished",
        says="The campaign is over and everything is published.",
        enter=is_over,
    ),
    "undone": State(
        title="undone phase",
        says="The campaign runs. The form names a phase that was undone when the campaign went back.",
        enter=is_undone,
    ),
    "fork": State(
        title="fork",
        says="A campaign that was just forked off, in its first phase; the one that it comes from still runs.",
        enter=is_a_fork,
    ),
}
"""Every state, by its key, in the order of the table."""


Begin = Callable[[Mapping[str, Any]], Scene]
Put = Callable[[Scene], None]


@contextmanager
def begun_once(begins: Begin, people: Mapping[str, Any]) -> Iterator[Scene]:
    """A campaign as states begin with it; undone afterwards."""
    by = Passing.by
    with undone(numbered=False):
        yield begins(people)
    Passing.by = by


@contextmanager
def with_questions(begun: Scene, put: Put | None) -> Iterator[Scene]:
    """The campaign with questions that are ``put`` to the players; undone afterwards."""
    with undone(numbered=False):
        scene = replace(begun, questions={})
        if put is not None:
            put(scene)
        yield scene


@contextmanager
def in_state(key: str, begun: Scene, put: Put | None) -> Iterator[Scene]:
    """The campaign in this state; undone afterwards. What can be ``put`` only there is put there."""
    by = Passing.by
    with undone(numbered=False), pytest.MonkeyPatch.context() as patch:
        scene = STATES[key].enter(replace(begun, questions={**begun.questions}), patch)
        if put is not None:
            put(scene)
        yield scene
    Passing.by = by
