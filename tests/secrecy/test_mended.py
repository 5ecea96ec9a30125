"""What lay sealed before a campaign was mended stays sealed through every door.

A power lives two secret lives; then its seat changes hands, the table goes back to an earlier phase,
or all agree to a fork. Nobody can tell which life it was: neither the others, nor who sits in the seat
now, nor anybody in the fork. Then a leak is planted in each, and must be noticed.
"""

import hashlib
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator
from datetime import timedelta
from functools import cached_property
from typing import Any

import pytest
from django.db.models import F
from msgspec.structs import replace

from campaigns import rulebooks
from campaigns.domain.entries.phases import OrderVoided
from campaigns.errors import NoSuchPhase
from campaigns.models import Note, Origin, PressMessage, Sheet, StandingOrders
from campaigns.rulebooks import order_sheets
from campaigns.selectors.history import phase_story
from campaigns.selectors.orders import own_orders
from campaigns.selectors.orders import plans_page as plan_pages
from campaigns.selectors.press import notes_page as note_pages
from campaigns.selectors.press import threads as press_pages
from campaigns.selectors.reader import press_access as press_contents
from campaigns.selectors.seats import hand_over as hand_over_packet
from campaigns.services.advance import phase_advance
from campaigns.services.orders import orders, plans
from campaigns.services.press import notes, press_messages
from campaigns.services.repair import fork as campaign_fork
from campaigns.services.repair import rollback
from campaigns.services.seats import seat_changes, seats
from campaigns.services.voting import agree
from tests.secrecy.harness import Leak, leaks
from tests.secrecy.kept import TableWithSecrets
from tests.secrecy.planted import more_in_entries, spoil
from tests.secrecy.scenes import scripts
from tests.secrecy.table import Reader
from tests.support.accounts import person
from tests.support.books.playing import asked_powers
from tests.support.suite.sample import one_in
from tests.support.worlds import undone

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("leaks days_of_decision")]

BOOK = "days_of_decision"
DOORS = """
    frontend:campaign frontend:orders frontend:log frontend:history frontend:phase frontend:rollback
    frontend:fork frontend:hand-over frontend:standing-orders frontend:plans frontend:notes
    frontend:press frontend:feed frontend:calendar
    api:campaign api:orders api:phases api:phase api:log api:export
    letters devices webhooks
"""
"""Where what was sealed before could show afterwards, or a number that hangs on it."""


class Mended(TableWithSecrets):
    """A table at which something is mended after a secret life; ``lived`` is which it was."""

    lived = 0
    fork = ""

    def __init__(self, mended: str) -> None:
        after_another = mended == "roll-back"  # so that a phase that is over is undone too
        found = (one for one in scripts(BOOK) if one.seals and not one.lives)
        super().__init__(next(one for one in found if one.scene is not None or not after_another))
        self.mended = mended
        self.readers["heir"] = Reader("heir", person("heir"))

    @property
    def slugs(self) -> tuple[str, ...]:
        return (self.slug, self.fork) if self.fork else (self.slug,)

    @property
    def committed(self) -> tuple[str, ...]:
        """Who has the seat is told that standing orders were left, and the commitment to them."""
        left = StandingOrders.objects.filter(campaign__slug=self.slug, power=self.hider)
        return (*super().committed, *left.values_list("commitment", flat=True))

    @cached_property
    def in_the_fork(self) -> dict[str, Any]:
        """What all seal in the fork, the same in both lives."""
        powers = asked_powers(self.book, self.state)
        return {power: self.autopilot(self.state, power) for power in powers}

    def live(self, life: int) -> None:
        """Live, and mend."""
        assert self.in_the_fork
        self.lived, self.fork = life, ""
        MENDED[self.mended](self, life)

    def strangers(self) -> list[Reader]:
        """Everybody but who lived: of the heir's own power too what was sealed before stays closed."""
        return [reader for reader in super().strangers() if reader.name != "former deputy"]

    def all_agree(self) -> None:
        """Everybody who is asked agrees."""
        question = self.campaign.consents.latest("number")
        for voice in question.voices.order_by("person"):
            if self.campaign.asking:
                agree.agree(self.slug, by=voice.person, number=question.number)


def _changes_hands(table: Mended, life: int) -> None:
    """The player drafts, plans, notes, leaves standing orders and seals; then an heir has the seat.

    Nothing here becomes something that the seat knows, as a proposal would.
    """
    power, hides = table.hider, table.hides
    by = {"by": table.readers[power].person, "power": power}
    choice = hides.orders or (table.autopilot(table.state, power),) * 2
    if hides.standing:
        table.leave(power, hides.standing[life])
    for _ in range(1 + life):
        table.draft(power, choice[1 - life])
        order = rulebooks.as_data(choice[life])
        plans.keep(table.slug, **by, phase=table.phase.number, order=order)
    notes.keep(table.slug, by=by["by"], subject="campaign", text="Never again. " * (1 + life))
    other = next(one.power for one in table.readers.values() if one.power not in ("", power))
    press_messages.begin(table.slug, **by, to=[other], text="Between us two. " * (1 + life))
    # The clock stands still, and an heir reads what is said from the moment at which they sit down.
    said = PressMessage.objects.filter(thread__campaign__slug=table.slug)
    said.update(at=F("at") - timedelta(minutes=1))
    table.seal(power, choice[life])
    table.draft(power, choice[1 - life])  # begun again, and left
    seats.leave(table.slug, **by)
    seats.assign_seat(
        table.slug,
        by=table.readers["moderator"].person,
        power=power,
        username=table.readers["heir"].person.username,
        reason="They have left",
    )


def _goes_back(table: Mended, life: int) -> None:
    """All go back to the phase before."""
    TableWithSecrets.live(table, life)
    moderator = table.readers["moderator"].person
    rollback.roll_back(
        table.slug, by=moderator, to=max(1, table.phase.number - 1), reason="The map was misread"
    )
    table.all_agree()
    assert (table.phase.line, table.phase.number) == (2, 3)


def _forks(table: Mended, life: int) -> None:
    """All fork it from the phase in which the secret is kept, and play that phase there: then its orders are open,
    and whatever of the first campaign had come along with it.
    """
    TableWithSecrets.live(table, life)
    with pytest.MonkeyPatch.context() as patch:
        drawn_alike(patch)
        moderator = table.readers["moderator"].person
        campaign_fork.propose(table.slug, by=moderator, phase=table.phase.number, reason="What if?")
        table.all_agree()
        made = Origin.objects.get(parent=table.campaign).campaign
        table.fork = made.slug
        phase = made.phase
        for power in asked_powers(table.book, table.state):
            by = table.readers[power].person
            order = rulebooks.as_data(table.in_the_fork[power])
            given = {"by": by, "power": power, "order": order, "phase": phase.number}
            orders.seal_orders(made.slug, **given, nonce="ab" * 32)
        assert phase_advance.advance(made.pk, phase_id=phase.pk) == "resolved"


def drawn_alike(patch: pytest.MonkeyPatch) -> None:
    """Names and seeds of a campaign that is made in two worlds are the same in both: what each function
    draws hangs on nothing but how often it has drawn before.
    """
    draws = Counter[str]()

    def drawn(size: int = 32) -> bytes:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, "secrets"):
            frame = frame.f_back
        who = f"{frame.f_globals.get('__name__')} {frame.f_code.co_name}"
        draws[who] += 1
        return hashlib.shake_128(f"{who} {draws[who]}".encode()).digest(size)

    patch.setattr(secrets, "token_bytes", drawn)
    patch.setattr(secrets, "token_hex", lambda size=32: drawn(size).hex())
    patch.setattr(secrets, "token_urlsafe", lambda size=32: drawn(size).hex())
    patch.setattr(secrets, "choice", lambda of: of[int.from_bytes(drawn(4)) % len(of)])


MENDED: dict[str, Callable[[Mended, int], None]] = {
    "hand-over": _changes_hands,
    "roll-back": _goes_back,
    "fork": _forks,
}


@pytest.fixture(scope="module", params=one_in(len(MENDED), MENDED))
def stage(still: object, request: pytest.FixtureRequest) -> Iterator[Mended]:
    """A table at which it happens; as it is, nothing leaks."""
    with undone():
        table = Mended(request.param)
        assert leaks_of(table, set(DOORS.split())) == []
        yield table


def readers(table: Mended) -> set[str]:
    """Who sits in the seat now and the moderator; else another player and a visitor."""
    if table.mended == "hand-over":
        return {"heir", "moderator"}
    players = [reader for reader in table.strangers() if reader.power]
    asked = [reader for reader in players if reader.power in table.phase.asked]
    return {(asked or players)[0].name, "visitor"}


def leaks_of(table: Mended, only: Container[str]) -> list[Leak]:
    """What can be told at these doors. The frames of a seat went to who had it then, not to the heir."""
    found = leaks(table, readers(table), only=only)
    return [leak for leak in found if (leak.reader, leak.door) != ("heir", "frames")]


@pytest.mark.long
def test_what_was_sealed_before_is_told_to_nobody_at_any_door(stage: Mended) -> None:
    """The fixture has asked at every door; of a fork it has asked there too."""
    assert bool(stage.fork) == (stage.mended == "fork")


# --- Planted ------------------------------------------------------------------------------------------


def _unlocked(patch: pytest.MonkeyPatch, _table: Mended) -> None:
    """Who sits down reads the standing orders that were left before."""
    patch.setattr(own_orders, "is_unread", lambda *_: False)


def _packed(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The packet quotes what is sealed."""

    def quoting(packet: Any, *_: Any) -> Any:
        return replace(packet, written=f"Life {table.lived}")

    spoil(patch, hand_over_packet, "hand_over", quoting)


def _drafts_of_before(patch: pytest.MonkeyPatch, _table: Mended) -> None:
    """A draft is not thrown away with its seat, and is shown to whoever has that now."""
    honest = seat_changes._hand_over

    def hand_over(campaign: Any, seat: Any, at: Any) -> None:
        mine = Sheet.objects.filter(phase=campaign.phase_id, power=seat.power)
        drafts = list(mine.filter(state=Sheet.State.DRAFT))
        honest(campaign, seat, at)
        for row in drafts:
            row.save(force_insert=True)

    patch.setattr(seat_changes, "_hand_over", hand_over)

    def anybodys(_at: Any, found: Any, power: str) -> Sheet | None:
        draft: Sheet | None = found.get(power, {}).get(Sheet.State.DRAFT)
        return draft

    patch.setattr(own_orders, "own_draft", anybodys)


def _notes_of_before(patch: pytest.MonkeyPatch, _table: Mended) -> None:
    """Whoever has the seat reads every note in the campaign."""

    def telling(mine: Any, at: Any) -> Any:
        rows = list(Note.objects.filter(campaign=at.campaign).exclude(by=at.person))
        for row in rows:
            row.campaign = at.campaign
        return (*(replace(mine[0], text=row.content.text) for row in rows), *mine)

    spoil(patch, note_pages, "notes_of", telling)


def _plans_of_before(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """Whoever has the seat is shown how much was planned there before."""

    def telling(lines: Any, at: Any, _menu: Any) -> Any:
        line = plan_pages.PlanLine(
            number=1, name=f"Life {table.lived}", at=at.now, order=None, words="", problems=(),
            panels=(), warnings=(),
        )  # fmt: skip
        return (line, *lines)

    spoil(patch, plan_pages, "_lines", telling)


def _threads_of_before(patch: pytest.MonkeyPatch, _table: Mended) -> None:
    """Whoever has the seat reads its threads from the beginning, handed over or not."""
    patch.setattr(press_contents, "may_read", lambda *_, **__: True)


def _press_in_the_fork(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The press of a fork holds a letter of the campaign that it comes from."""

    def quoting(page: Any, at: Any, *_: Any) -> Any:
        if at.campaign.slug != table.fork:
            return page
        return replace(page, closed=f"Life {table.lived}")

    spoil(patch, press_pages, "list_of", quoting)


def _voided(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The log says of a seal that was voided how much lay in it."""
    more_in_entries(patch, OrderVoided, lambda _campaign: table.lived)


def _undone(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The page of a phase that was undone says what lay sealed when that was done."""

    def telling(story: Any, *_: Any, **__: Any) -> Any:
        if story.undone_at is None:
            return story
        return replace(story, headline=f"{story.headline} Life {table.lived}")

    spoil(patch, phase_story, "_story", telling)


def _still_there(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """That a phase has no page, for it was undone while it was open, is said with what lay sealed in it."""
    honest = phase_story._row

    def telling(at: Any, number: int) -> Any:
        try:
            return honest(at, number)
        except NoSuchPhase as refusal:
            refusal.message += f" Life {table.lived}"
            raise

    patch.setattr(phase_story, "_row", telling)


def _brought_along(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The fork takes what is sealed in the first campaign for the orders in it."""
    honest = order_sheets.counting

    def counting(found: dict[str, Sheet], phase: Any) -> dict[str, Sheet]:
        if phase.campaign.pk == table.campaign.pk or table.hider not in found:
            return found
        mine = honest(table.phase)[table.hider]
        mine.phase.campaign = table.campaign
        return {**found, table.hider: mine}

    spoil(patch, order_sheets, "counting", counting)


def _carried(patch: pytest.MonkeyPatch, table: Mended) -> None:
    """The first entry of the fork says of its position what everybody may not know."""
    spoil(
        patch,
        campaign_fork.fork_origin,
        "told",
        lambda told, *_: {**told, "turn": f"Life {table.lived}"},
    )


PLANTS: dict[str, dict[str, tuple[Callable[[pytest.MonkeyPatch, Mended], None], str]]] = {
    "hand-over": {
        "standing orders": (_unlocked, "frontend:hand-over"),
        "packet": (_packed, "frontend:hand-over"),
        "drafts of before": (_drafts_of_before, "frontend:orders"),
        "notes of before": (_notes_of_before, "frontend:notes"),
        "plans of before": (_plans_of_before, "frontend:plans"),
        "a thread that was not handed over": (_threads_of_before, "frontend:press"),
    },
    "roll-back": {
        "voided seal": (_voided, "api:export"),
        "page of an undone phase": (_undone, "frontend:phase"),
        "undone phase for programs": (_undone, "api:phase"),
        "phase undone while it was open": (_still_there, "frontend:phase"),
    },
    "fork": {
        "log of a fork": (_carried, "api:log"),
        "orders in a fork": (_brought_along, "api:phase"),
        "press in a fork": (_press_in_the_fork, "frontend:press"),
    },
}
"""A leak by its name, where it is planted: and the door at which it must be noticed."""


@pytest.mark.long
def test_each_planted_leak_is_noticed(stage: Mended) -> None:
    for name, (sow, noticed) in PLANTS[stage.mended].items():
        with pytest.MonkeyPatch.context() as patch:
            sow(patch, stage)
            found = leaks_of(stage, {noticed})
        assert [leak for leak in found if leak.door.split(" ")[0] == noticed], (name, found)
