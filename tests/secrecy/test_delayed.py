"""Who follows with a delay gets the same bytes whatever happens in the turns that are not shown.

One campaign lives on in two ways: in the first nothing is done, in the second everything that one can
do within the turn in play. Whoever has no seat and does not moderate is told the same at every door,
and by no frame that anything happened. Each planted leak spoils one door and is noticed there.
"""

import json
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, FactClaim, LogEntry, Phase
from campaigns.selectors import export as exporting
from campaigns.selectors.campaign import campaign_page as pages
from campaigns.selectors.history import phase_story
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.log import log_lines, read_marks
from campaigns.selectors.press import public_press
from campaigns.selectors.press import seen as press_selector
from campaigns.selectors.press.thread import thread_page
from campaigns.selectors.press.threads import press_page
from campaigns.selectors.reader import spectator_delay
from campaigns.selectors.seats import seats_page as seats_pages
from campaigns.services.deadlines import moderation
from campaigns.services.notifications import webhooks
from campaigns.services.press import press_messages, press_settings
from campaigns.services.seats import deputies, moderators, seats
from rules import registry
from tests.secrecy import doors, frames
from tests.secrecy import sent as leaving
from tests.secrecy.harness import _difference
from tests.secrecy.planted import spoil
from tests.secrecy.table import Reader
from tests.support import addresses
from tests.support.accounts import person
from tests.support.books.tiny_book import BOOK
from tests.support.campaigns import POWERS, a_campaign
from tests.support.suite.sample import one_in
from tests.support.worlds import empty_caches, undone

pytestmark = pytest.mark.django_db

DELAY = 2
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=9)


@dataclass
class Scene:
    """Two turns of the tiny book, the third in play; one of them is shown, and both once the fourth
    begins. It stands in for the table that the doors ask about.
    """

    patch: pytest.MonkeyPatch
    slug: str = ""
    people: dict[str, Any] = field(default_factory=dict)
    book: Any = BOOK
    state: Any = None
    hider: str = "north"
    minutes: int = 0

    def __post_init__(self) -> None:
        self.people = {
            name: person(name) for name in (*POWERS, "host", "heir", "guest", "left", "reader")
        }
        self.tick()
        self.table = a_campaign(
            scenario="long",
            by=self.people["host"],
            seats={power: self.people["left" if power == "isle" else power] for power in POWERS},
            title="Two turns ago",
            policy=ClockPolicy(hours={"default": 24}),
            delay=DELAY,
        )
        self.slug = self.table.slug
        seats.leave(self.slug, by=self.people["left"], power="isle")
        webhooks.make(
            self.slug, by=self.people["host"], kind="discord", address="https://93.184.216.34/told"
        )
        self.tick()
        self.letter = press_messages.write(self.slug, **self.public, text="The valleys are quiet.")
        self.declare("bridge", value=False)
        for _ in range(4):
            self.go_on()
        self.readers = [Reader("left", self.people["left"]), Reader("visitor", None)]

    #: What the doors fill into addresses: the first phase that is hidden, and the last one shown.
    phase = SimpleNamespace(number=5)
    campaign = SimpleNamespace(invite_token="")

    @property
    def slugs(self) -> tuple[str, ...]:
        return (self.slug,)

    @property
    def public(self) -> dict[str, Any]:
        """Northland in the public press."""
        return {"by": self.people["north"], "power": "north", "thread": "public"}

    def tick(self) -> None:
        """A minute passes."""
        self.minutes += 1
        moment = NOON + timedelta(minutes=self.minutes)
        self.patch.setattr(timezone, "now", lambda: moment)

    def declare(self, key: str, *, value: Any) -> None:
        self.tick()
        self.table.act("north", {"kind": "declare", "facts": {key: value}})

    def go_on(self) -> None:
        """The deadline comes, and the phase is resolved."""
        self.tick()
        Phase.objects.filter(pk=self.table.phase.pk).update(due_at=NOON)
        assert self.table.advance() == "resolved"

    def seal(self, order: dict[str, Any]) -> None:
        """Northland seals."""
        self.tick()
        self.table.seal("north", order)

    def little_happens(self) -> None:
        """The third turn passes in silence."""
        for _ in range(2):
            self.go_on()

    def much_happens(self) -> None:
        """The third turn is played, and everything is done that one can do within the fourth."""
        host = self.people["host"]
        for order in ({"kind": "place", "points": {"east": 2}}, {"kind": "name", "valley": "east"}):
            self.seal(order)
            self.go_on()
        self.seal({"kind": "place", "points": {"west": 1}})
        helper = self.people["reader"]
        named = {"power": "north", "username": "reader", "level": "seal"}
        key = deputies.name(self.slug, by=self.people["north"], **named)
        deputies.accept(self.slug, by=helper, key=key)
        press_messages.write(self.slug, **self.public, text="We march.")
        given = {"by": self.people["north"], "thread": "public", "message": self.letter}
        press_messages.edit(self.slug, **given, text="The valleys were quiet.")
        press_settings.set_policy(
            self.slug, by=host, allowed="none", anonymous=True, opens=False, reason="Silence"
        )
        self.declare("boats", value=5)
        self.tick()
        self.table.act("south", {"kind": "confirm", "facts": ["bridge"]})
        moderation.extend(self.slug, by=host, hours=5, reason="A train is late")
        policy = msgspec.structs.replace(self.table.campaign.policy, missed="hold", map_look="both")
        moderation.change_policy(self.slug, by=host, policy=policy, reason="Summer")
        # A policy holds from the next phase on.
        self.go_on()
        self.tick()
        moderators.add_moderator(self.slug, by=host, username="heir")
        seats.assign_seat(
            self.slug, by=host, power="isle", username="guest", reason="They asked for it"
        )
        moderation.correct_facts(self.slug, by=host, facts={"boats": 7}, reason="We counted again")
        policy = msgspec.structs.replace(self.table.campaign.policy, zone="Asia/Tokyo")
        moderation.change_policy(self.slug, by=host, policy=policy, reason="We have moved")
        seats.free_seat(self.slug, by=host, power="south", reason="He is away")
        moderation.pause(self.slug, by=host, reason="The site moves")


@pytest.fixture(scope="module")
def scene(still: pytest.MonkeyPatch) -> Iterator[Scene]:
    with pytest.MonkeyPatch.context() as patch, undone():
        patch.setattr(registry, "BOOKS", {**registry.BOOKS, BOOK.key: BOOK})
        used = addresses.asked_with("frontend:rule-used", "?ref=1.1", "?ref=1.2")
        patch.setitem(addresses.ROWS, "frontend:rule-used", used)
        yield Scene(patch)


def told(scene: Scene, only: Container[str] | None, *, much: bool) -> dict[tuple[str, str], bytes]:
    """All that those who follow with a delay get in one of the two worlds."""
    with undone():
        empty_caches()
        minutes = scene.minutes
        with frames.recorded() as sent:
            (scene.much_happens if much else scene.little_happens)()
        scene.minutes = minutes
        scene.patch.setattr(timezone, "now", lambda: LATER)
        found: dict[tuple[str, str], bytes] = {}
        left = leaving.Sent(scene)
        for reader in scene.readers if only is None else scene.readers[-1:]:
            for door, answer in doors.told_at_the_doors(scene, reader, left, only):
                found[reader.name, door] = answer
            if only is None or "press" in only:
                read = [press_page(scene.slug, reader.person, words="valleys")]
                read.append(thread_page(scene.slug, "public", reader.person))
                found[reader.name, "press"] = repr(read).encode()
            if only is None or "frames" in only:
                told = sent.frames_of(scene.slug, reader.person)
                found[reader.name, "frames"] = b"\n".join(told)
        return found


def differences(
    scene: Scene, only: Container[str] | None = None
) -> set[tuple[str, str, bytes, bytes]]:
    quiet, busy = (told(scene, only, much=much) for much in (False, True))
    assert quiet.keys() == busy.keys()
    return {
        (*place, *_difference(answer, busy[place]))
        for place, answer in quiet.items()
        if answer != busy[place]
    }


def test_nothing_that_happens_in_the_hidden_turns_is_told_at_any_door(scene: Scene) -> None:
    assert differences(scene) == set()


def test_what_is_shown_is_the_campaign_as_it_stood_two_turns_ago(scene: Scene) -> None:
    empty_caches()
    for who in (None, scene.people["reader"], scene.people["left"]):
        page = pages.campaign_page(scene.slug, who)
        assert (page.head.behind, page.head.ended, page.phase) == (True, "Turn 1", None)
        assert [past.number for past in phase_story.phases(scene.slug, who)] == [1, 2]
        entries = [line.seq for line in pages.log(scene.slug, who, limit=500)]
        assert max(entries) <= page.log_seq < scene.table.campaign.log_seq
        assert page.seen == str(page.log_seq)
    for at_the_table in ("host", "north"):
        page = pages.campaign_page(scene.slug, scene.people[at_the_table])
        assert (page.head.behind, page.log_seq) == (False, scene.table.campaign.log_seq)
        assert page.phase is not None


def test_each_reader_gets_the_head_of_the_last_entry_they_may_see(scene: Scene) -> None:
    file = json.loads(b"".join(exporting.export(scene.slug, None)))
    last = LogEntry.objects.get(campaign__slug=scene.slug, seq=file["through"]["seq"])
    assert file["through"]["hash"] == last.hash == file["log"][-1]["hash"]
    assert last.seq == pages.campaign_page(scene.slug, None).log_seq


Spoil = Callable[[pytest.MonkeyPatch], None]


def _shows_all(patch: pytest.MonkeyPatch) -> None:
    """The one place forgets that there is a delay."""
    patch.setattr(spectator_delay, "is_behind", lambda *_, **__: False)


def _keeps(*names: str) -> Spoil:
    """Fields of the campaign are told as they are now."""

    def kept(then: Any, campaign: Any, _start: Any) -> Any:
        for name in names:
            setattr(then, name, getattr(campaign, name))
        return then

    return lambda patch: spoil(patch, spectator_delay, "as_it_stood", kept)


def _now(name: str, now: Callable[..., Any]) -> Spoil:
    """What belongs to the campaign is told as it is now."""

    def spoilt(campaign: Campaign, _start: Any, *part: str) -> Any:
        return now(campaign, *part)

    return lambda patch: patch.setattr(spectator_delay, name, spoilt)


def _all_phases(patch: pytest.MonkeyPatch) -> None:
    """The last phase that is shown is the last there is."""
    honest = spectator_delay.Shown
    patch.setattr(
        spectator_delay, "Shown", lambda _, *given: honest(spectator_delay.BIGGEST, *given)
    )


def _frames_for_all(patch: pytest.MonkeyPatch) -> None:
    """The socket takes nobody for one who follows with a delay."""
    patch.setattr(read_marks.Listener, "behind", lambda *_: None)


def _lobby_now(patch: pytest.MonkeyPatch) -> None:
    """The lobby shows every campaign as it is now."""
    patch.setattr(lobby_page.Deck, "_starts", lambda *_: {})


def _read_now(owner: Any, name: str) -> Spoil:
    """What is read of the campaign is read as it is now."""
    honest = getattr(owner, name)

    def read(at: Any, *rest: Any) -> Any:
        return honest(replace(at, campaign=Campaign.objects.get(pk=at.campaign.pk)), *rest)

    return lambda patch: patch.setattr(owner, name, read)


def _all_letters(patch: pytest.MonkeyPatch) -> None:
    """Every message of the public press is shown."""
    patch.setattr(press_selector, "is_shown", lambda *_: True)
    patch.setattr(public_press, "is_shown", lambda *_: True)


def _posted_at_once(patch: pytest.MonkeyPatch) -> None:
    """A webhook hears at once what spectators read later."""
    patch.setattr(webhooks, "_is_open", lambda _: True)


_newest_entry = _keeps("log_seq", "log_hash")

PLANTS: dict[str, tuple[Spoil, str]] = {
    "webhooks": (_posted_at_once, "webhooks"),
    "everything": (_shows_all, "frontend:campaign"),
    "the newest entry, on the page": (_newest_entry, "frontend:campaign"),
    "the newest entry, in the export": (_newest_entry, "api:export"),
    "the newest entry, in the log": (_newest_entry, "frontend:log"),
    "the newest entry, in the news": (_newest_entry, "frontend:news"),
    "rules used": (_newest_entry, "frontend:rule-used"),
    "the status": (_keeps("status"), "api:campaign"),
    "why it is paused": (_keeps("status", "status_reason"), "api:campaign"),
    "the clock": (_keeps("clock"), "frontend:seats"),
    "the clock from the next phase on": (_keeps("clock_to_come"), "frontend:seats"),
    "seats": (_now("seats_then", lambda one: list(one.seats.order_by("order"))), "frontend:seats"),
    "moderators": (
        _now("people_of", lambda one, part: list(getattr(one, part).values_list("pk", flat=True))),
        "frontend:seats",
    ),
    "claims": (
        _now("claims_of", lambda one: FactClaim.objects.filter(campaign=one)),
        "api:facts",
    ),
    "phases": (_all_phases, "api:phases"),
    "a phase": (_all_phases, "frontend:phase"),
    "the history": (_all_phases, "frontend:history"),
    "the lobby": (_lobby_now, "frontend:lobby"),
    "the lobby of programs": (_lobby_now, "api:campaigns"),
    "the log": (_read_now(log_lines, "newest_entries"), "api:log"),
    "questions": (_read_now(seats_pages, "questions_of"), "api:questions"),
    "press": (_newest_entry, "press"),
    "letters of press": (_all_letters, "press"),
    "press in the feed": (_all_letters, "frontend:feed"),
    "phases in the feed": (_newest_entry, "frontend:feed"),
    "frames": (_frames_for_all, "frames"),
}


@pytest.mark.parametrize("name", one_in(7, PLANTS))
def test_a_planted_leak_is_noticed(scene: Scene, name: str, monkeypatch: Any) -> None:
    sow, noticed = PLANTS[name]
    sow(monkeypatch)
    found = differences(scene, only={noticed})
    assert {door.split(" ")[0] for _, door, *_ in found} == {noticed}, found
