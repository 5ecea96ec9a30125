"""Anonymous seats through every door: another person sits behind a seat, and nobody who may not know can tell.

In the two lives of this table the same is done by other people: they take the seat, take the desk too, stand in,
go away, declare, ask, rule, correct and write. Everything that others get is compared. Then the name is told
in one place after another, and must be noticed.
"""

import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from msgspec.structs import replace

from campaigns.models import Seat
from campaigns.proofs import commitments
from campaigns.selectors.notifications import feeds, inbox
from campaigns.selectors.reader import names as reader_names
from campaigns.selectors.reader import press_access as contents
from campaigns.services.deadlines import absences, moderation, nudges
from campaigns.services.facts import mappings, perform_act
from campaigns.services.log import push
from campaigns.services.notifications import templates, webhooks
from campaigns.services.press import press_messages, press_settings
from campaigns.services.repair import overrides, rollback, rulings
from campaigns.services.seats import deputies, moderators, seats
from campaigns.services.voting import agree
from tests.secrecy import doors
from tests.secrecy.harness import EVERYBODY, leaks
from tests.secrecy.planted import a_deadline, say_more, spoil
from tests.secrecy.scenes import Script, scripts
from tests.secrecy.table import Reader, Table
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("leaks of names")]

BOOK = "days_of_decision"
WHY = "As we agreed"
NAMES = (("Ann", "Zed"), ("Bartholomew of the Mountains", "Aaron"))
"""Of each life who sits there, and who stands in for them."""


class MaskedTable(Table):
    """A table at which it varies who sits in one seat."""

    def __init__(self, script: Script) -> None:
        super().__init__(script, anonymous=True)
        people = get_user_model().objects
        self.lives = [
            [
                people.create_user(
                    username=f"{name.split()[0].lower()}-{people.count()}",
                    display_name=name,
                    email=f"{name.split()[0].lower()}@example.org",
                )
                for name in names
            ]
            for names in NAMES
        ]
        #: Another player, who moderates too.
        self.both = next(r for r in self.readers.values() if r.power not in ("", self.hider))
        self._desk(self.both.person)

    def _desk(self, person: Any) -> None:
        host = self.readers["moderator"].person
        moderators.add_moderator(self.slug, by=host, username=person.username)

    def live(self, life: int) -> None:
        """Sit down, and do all by which a name comes into some row; what is drawn is the same."""
        drawn = count(1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(contents, "new_key", lambda: f"thread-{next(drawn)}")
            patch.setattr(commitments, "new_nonce", lambda: next(drawn).to_bytes(32, "big"))
            self._live(life)

    def _live(self, life: int) -> None:
        who, helper = self.lives[life]
        power, host = self.hider, self.readers["moderator"].person
        seats.leave(self.slug, by=self.readers[power].person, power=power)
        seats.assign_seat(self.slug, by=host, power=power, username=who.username, reason=WHY)
        as_player = {"by": who, "power": power}
        more = {"username": helper.username, "level": "seal"}
        key = deputies.name(self.slug, **as_player, **more)
        deputies.accept(self.slug, by=helper, key=key)
        day = timezone.now() + timedelta(days=1)
        absences.announce(self.slug, by=who, begins=day, ends=day + timedelta(days=1))
        moderators.offer(self.slug, by=who, willing=True)
        number = overrides.override(self.slug, by=host, **self._switch())
        assert number is not None
        for voice in self.campaign.consents.get(number=number).voices.all():
            agree.agree(self.slug, by=voice.person, number=number)
        overrides.answer(self.slug, by=who, number=1, answer="disputed", reason=WHY)
        for one in self.sayable(power)[:2]:
            act = {"kind": "declare", "facts": {one.key: one.value}}
            perform_act.perform_act(self.slug, **as_player, act=act)
        press_messages.write(self.slug, **as_player, thread="public", text="Who am I?")
        self._desk(who)
        press_messages.write(self.slug, by=who, thread="announcements", text="The desk speaks")
        self._moderate(who)

    def _switch(self) -> dict[str, Any]:
        """An override of a switch of variants."""
        switch = next(iter(self.book.switches.values()))
        before = self.state.variants.get(switch.key, switch.default)
        after = next(choice for choice in switch.choices if choice != before)
        change = {"path": ["variants", switch.key], "before": before, "after": after}
        return {"changes": [change], "rule": next(iter(self.book.index)).ref, "reason": WHY}

    def _moderate(self, who: Any) -> None:
        """What one does as a moderator who plays."""
        as_moderator, why = {"by": who}, {"reason": WHY}
        (fact, *_) = self.sayable(self.both.power)
        moderation.correct_facts(self.slug, **as_moderator, facts={fact.key: fact.value}, **why)
        rulings.make(
            self.slug, **as_moderator, text="So be it", rule=next(iter(self.book.index)).ref
        )
        mappings.change(self.slug, **as_moderator, text="module: The Toy War", **why)
        press_settings.set_policy(
            self.slug, **as_moderator, allowed="full", anonymous=True, opens=False, **why
        )
        nudges.nudge(self.slug, **as_moderator, **why)
        moderation.pause(self.slug, **as_moderator, **why)
        moderation.resume(self.slug, **as_moderator)
        rollback.roll_back(self.slug, **as_moderator, to=1, **why)
        number = seats.assign_seat(
            self.slug,
            by=self.readers["moderator"].person,
            power=self.both.power,
            username=who.username,
            **why,
        )
        assert number is not None

    def strangers(self) -> list[Reader]:
        """Everybody but who sat down, and the moderator who does not play."""
        return [r for r in self.readers.values() if r.name != "moderator"]


@pytest.fixture(scope="module")
def stage(still: object) -> Iterator[MaskedTable]:
    """A table of hidden players."""
    script = next(one for one in scripts(BOOK) if one.seals and not (one.lives or one.waits))
    with undone():
        yield MaskedTable(script)


def readers(stage: MaskedTable) -> set[str]:
    """A player who moderates too; if all are asked for, who had the seat before and everybody else as well."""
    return {r.name for r in stage.strangers()} if EVERYBODY else {stage.both.name}


@pytest.mark.parametrize("only", doors.SOME_OR_ALL)
def test_who_sits_behind_a_seat_is_told_at_no_door(
    stage: MaskedTable, only: frozenset[str] | None
) -> None:
    found = leaks(stage, readers(stage), only=only)
    assert not found, "\n".join(map(str, found))


def test_a_moderator_who_does_not_play_reads_it(
    stage: MaskedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "strangers", lambda: [stage.readers["moderator"]])
    assert leaks(stage, {"moderator"}, only={"frontend:seats"})


# --- Planted ------------------------------------------------------------------------------------------

TELLERS: tuple[dict[str, tuple[str, ...]], ...] = (
    {
        "seats/absences_page": ("api:absences", "api:deputies"),
        "log/log_lines": ("api:log",),
        "export": ("api:export",),
        "facts/fact_sheet": ("api:facts",),
        "lobby/lobby_page": ("api:campaigns",),
        "facts/mapping_page": ("frontend:mapping",),
        "moderator/overrides_page": ("frontend:overrides",),
        "campaign/campaign_page": ("api:campaign",),
        "log/rulings": ("frontend:rulings",),
    },
    {
        "moderator/moderator_page": ("frontend:moderator",),
        "seats/tenures": ("frontend:seats",),
    },
    {"seats/seats_page": ("frontend:seats", "api:questions")},
)
"""Selectors in which a name could be told, with the doors at which that must be noticed, which no other of
the same group tells anything.
"""


@pytest.mark.parametrize("told", one_in(5, TELLERS, ids=lambda told: next(iter(told))))
def test_a_name_told_in_one_place_is_noticed(
    stage: MaskedTable, told: dict[str, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, hides = reader_names.is_anonymous, reader_names.hides_its_players
    files = tuple(f"campaigns/selectors/{module}.py" for module in told)

    def asked_there() -> bool:
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename.endswith(files):
                return True
            frame = frame.f_back
        return False

    monkeypatch.setattr(reader_names, "is_anonymous", lambda one: honest(one) and not asked_there())
    monkeypatch.setattr(
        reader_names, "hides_its_players", lambda one: hides(one) and not asked_there()
    )
    wanted = {door for several in told.values() for door in several}
    found = leaks(stage, {stage.both.name}, only=wanted)
    assert {leak.door.split(" ")[0] for leak in found} >= wanted


def sits_there(table: MaskedTable) -> str:
    """The name of who sits in the seat."""
    seat = Seat.objects.get(campaign__slug=table.slug, power=table.hider)
    return reader_names.known_to_the_site([seat.person_id])[seat.person_id].name


Plant = Callable[[pytest.MonkeyPatch, MaskedTable], None]


def _mailed(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A letter is signed by somebody."""

    def message(mail: Any, *_: Any, **__: Any) -> Any:
        mail.body += sits_there(table)
        return mail

    spoil(patch, templates, "message", message)


def _pushed(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A browser that is told of news is told whose."""
    say_more(patch, templates, "subject_and_text", lambda: sits_there(table))


def _posted(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A channel elsewhere is told who wrote."""
    spoil(patch, webhooks, "text_of", lambda text, _: f"{sits_there(table)}: {text}")


def _fed(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A message in the feed has its author."""
    spoil(
        patch,
        feeds,
        "_said",
        lambda posts, _: (replace(one, title=f"{one.title}, {sits_there(table)}") for one in posts),
    )


def _dated(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A calendar says who is waited for."""
    patch.setattr(
        feeds,
        "deadlines",
        lambda _: (a_deadline(table, sentence=f"For {sits_there(table)}"),),
    )


def _framed(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """A frame says who did what has changed."""
    honest = push._send

    def send(slug: str, message: dict[str, Any]) -> None:
        honest(slug, {**message, "what": [*message["what"], sits_there(table)]})

    patch.setattr(push, "_send", send)


def _rung(patch: pytest.MonkeyPatch, table: MaskedTable) -> None:
    """The bell names a player."""
    spoil(patch, inbox, "_asked", lambda found, _: (f"{found[0]}, {sits_there(table)}", found[1]))


SENT: dict[tuple[str, ...], Plant] = {
    ("letters",): _mailed,
    ("devices",): _pushed,
    ("webhooks",): _posted,
    ("frontend:feed", "frontend:feed-by-key"): _fed,
    ("frontend:calendar",): _dated,
    ("frames",): _framed,
    ("frontend:inbox",): _rung,
}
"""Leaks of a name in what leaves the site or is told by itself, with the doors at which each must be noticed.
None of them reaches another door, so that all are planted together.
"""


@pytest.mark.long
def test_a_name_told_by_mail_push_webhook_feed_or_frame_is_noticed(
    stage: MaskedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sow in SENT.values():
        sow(monkeypatch, stage)
    wanted = {door for several in SENT for door in several}
    found = leaks(stage, {stage.both.name}, only=wanted)
    assert {leak.door.split(" ")[0] for leak in found} == wanted


# --- One place ------------------------------------------------------------------------------------------

TOLD_APART = {
    "campaigns/selectors/reader/names.py": "the one place",
    "campaigns/admin.py": "a report hands a letter to the staff of the site, with its author",
    "campaigns/selectors/moderator/moderator_page.py": "the successor, for a form, to those who may know them",
    "campaigns/selectors/site/staff_page.py": "the names of the staff themselves",
    "campaigns/selectors/phase/phase_strip.py": "the reader's own name",
    "campaigns/services/seats/deputies.py": "whom one named oneself, or oneself",
    "campaigns/management/commands/demo.py": "the people of the demo, for who runs it",
}


def test_names_are_told_in_one_place_alone() -> None:
    """Nothing else in campaigns or pages reads a name from an account."""
    root = Path(__file__).parents[2]
    telling = (".username", ".display_name", "shown_name", "person.name")
    for folder in ("campaigns", "frontend"):
        for path in sorted((root / folder).rglob("*.py")):
            name = str(path.relative_to(root))
            text = path.read_text()
            if name in TOLD_APART or "migrations" in name:
                continue
            lines = [line for line in text.splitlines() if any(word in line for word in telling)]
            lines = [line for line in lines if not any(word in line for word in ALLOWED)]
            assert lines == [], f"{name}: {lines}"


ALLOWED = ("given.username", "badge", "names[", "told.by.name", "Player")
