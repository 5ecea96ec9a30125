"""What the WebSocket of a page tells: to whom, after which loss, and to whom no more."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels_redis.pubsub import RedisSingleShardConnection as Connection
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from websockets.frames import Frame, Opcode

from campaigns.domain.entries.moderators import ModeratorAdded
from campaigns.models import Campaign, Seat
from campaigns.selectors.log import read_marks
from campaigns.services.lifecycle import campaigns, spectator_delay
from campaigns.services.log import entries, push
from campaigns.services.seats import seats
from core import publisher
from core.websockets import MOST_UNSENT, SocketProtocol, text_frame
from frontend import feed
from tests.support.accounts import person
from tests.support.campaigns import a_campaign
from tests.support.pages.socket import PATIENCE, Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clean_redis")]

EVERYTHING = list(push.EVERYTHING)


@pytest.fixture(autouse=True)
def patient_patrol(monkeypatch: pytest.MonkeyPatch) -> None:
    """No patrol comes by itself."""
    monkeypatch.setattr(feed, "PATROL_SECONDS", 3600.0)


@pytest.fixture
def moderator() -> Any:
    return person("moderator")


@pytest.fixture
def player() -> Any:
    return person("player")


def _found(moderator: Any, player: Any, *, private: bool = False) -> str:
    players = {"germany": player}
    slug = a_campaign(
        book="world_at_war", by=moderator, seats=players, bots=(), at_phase=0, private=private
    ).slug
    assert publisher.current.flush(PATIENCE)
    return slug


@pytest.fixture
def slug(moderator: Any, player: Any) -> str:
    return _found(moderator, player)


@pytest.fixture
def private(moderator: Any, player: Any) -> str:
    return _found(moderator, player, private=True)


def news(slug: str, what: list[str], power: str = "") -> None:
    """As if a service had committed something."""
    push._send(slug, {"type": "changed", "what": what, "power": power})
    assert publisher.current.flush(PATIENCE)


async def tell(slug: str, what: list[str], power: str = "") -> None:
    await sync_to_async(news)(slug, what, power)


_OPEN: list[Page] = []


async def opened(slug: str, who: Any, seen: str = "") -> Page:
    """A page that is let in, and left when its scene is over."""
    page = Page(slug, who, seen)
    assert await page.open()
    _OPEN.append(page)
    return page


def scene(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that lets a scene happen, beside which the database is asked in its own thread. Nothing is left of it."""

    async def whole(**fixtures: Any) -> None:
        _OPEN.clear()
        await test(**fixtures)
        for page in _OPEN:
            await page.leave()
        assert not feed.feed().rooms

    @wraps(test)
    def happens(**fixtures: Any) -> None:
        async_to_sync(whole)(**fixtures)

    return happens


@scene
async def test_everybody_is_told_and_a_seat_is_told_what_is_its_own(slug: str, player: Any) -> None:
    page, visitor = await opened(slug, player), await opened(slug, None)
    await tell(slug, ["board", "log"])
    await tell(slug, ["orders"], "germany")
    assert await page.told(2) == [["board", "log"], ["orders"]]
    assert await visitor.told(1) == [["board", "log"]]


@scene
async def test_who_lost_a_seat_hears_of_its_orders_no_more(
    slug: str, moderator: Any, player: Any
) -> None:
    page = await opened(slug, player)
    await tell(slug, ["orders"], "germany")
    assert await page.told(1) == [["orders"]]
    await sync_to_async(seats.free_seat)(slug, by=moderator, power="germany", reason="Gone")
    assert "seats" in (await page.told(1))[0]
    await tell(slug, ["orders"], "germany")
    await tell(slug, ["log"])
    assert await page.told(1) == [["log"]]


@scene
async def test_a_seat_lost_without_a_word_is_told_nothing_either(slug: str, player: Any) -> None:
    """The news of the seat was lost, or comes later than the heir's first draft."""
    page = await opened(slug, player)
    await sync_to_async(Seat.objects.filter(campaign__slug=slug).update)(person=None)
    await tell(slug, ["orders"], "germany")
    assert await page.told() == []


@scene
async def test_a_new_player_hears_of_the_orders_of_his_seat_at_once(
    slug: str, moderator: Any
) -> None:
    page = await opened(slug, await sync_to_async(person)("heir"))
    await tell(slug, ["orders"], "germany")
    assert await page.told() == []
    await sync_to_async(seats.assign_seat)(
        slug, by=moderator, power="germany", username="heir", reason="New"
    )
    await page.told()
    await tell(slug, ["orders"], "germany")
    assert await page.told(1) == [["orders"]]


@scene
async def test_who_lost_his_seat_in_a_private_campaign_is_shut_out(
    private: str, moderator: Any, player: Any
) -> None:
    page, keeper = await opened(private, player), await opened(private, moderator)
    assert not await Page(private, None).open()
    assert not await Page(private, await sync_to_async(person)("stranger")).open()
    await sync_to_async(seats.free_seat)(private, by=moderator, power="germany", reason="Gone")
    await tell(private, ["log"])
    assert await page.told() == []
    assert await page.hung_up() == 4404
    assert (await keeper.told(2))[-1] == ["log"]


@scene
async def test_news_that_comes_while_it_is_looked_who_may_listen_waits_for_the_answer(
    private: str, moderator: Any, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened(private, player)
    look = asyncio.Event()
    real = feed._standing

    async def slow(slug: str) -> Any:
        await look.wait()
        return await real(slug)

    monkeypatch.setattr(feed, "_standing", slow)
    await sync_to_async(seats.free_seat)(private, by=moderator, power="germany", reason="Gone")
    await tell(private, ["board"])
    assert await page.told() == []
    assert page.closed_with is None
    look.set()
    assert await page.told() == []
    assert await page.hung_up() == 4404


# --- Nothing is missed --------------------------------------------------------------------------


@scene
async def test_a_page_made_before_the_last_entry_is_told_to_catch_up(slug: str) -> None:
    newest = (await Campaign.objects.aget(slug=slug)).log_seq
    for seen, told in ((newest, []), (newest - 1, [EVERYTHING]), ("", []), ("x", [])):
        page = await opened(slug, None, str(seen))
        assert await page.told(len(told)) == told, seen


@pytest.mark.long
@scene
async def test_after_a_lost_subscription_everybody_catches_up_and_hears_again(
    slug: str, player: Any, clean_redis: Any
) -> None:
    page = await opened(slug, player)
    assert clean_redis.client_kill_filter(_type="pubsub") >= 1
    told = await _until(page, EVERYTHING)
    assert told.count(EVERYTHING) == 1
    await tell(slug, ["board"])
    await tell(slug, ["orders"], "germany")
    assert await page.told(2) == [["board"], ["orders"]]


@pytest.mark.long
@scene
async def test_a_connection_that_says_nothing_any_more_is_given_up_and_everybody_catches_up(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "SILENCE_SECONDS", 2.0)
    monkeypatch.setattr(feed, "PATROL_SECONDS", 0.1)
    given_up = asyncio.Event()
    flush = Connection.flush

    async def give_up(self: Any) -> None:
        await flush(self)
        given_up.set()

    page = await opened(slug, player)
    with monkeypatch.context() as deaf:
        deaf.setattr(Connection, "_receive_message", lambda *_: None)
        deaf.setattr(Connection, "flush", give_up)
        await tell(slug, ["readiness"])
        await asyncio.wait_for(given_up.wait(), PATIENCE)
        assert await page.told() == []
    assert EVERYTHING in await _until(page, EVERYTHING)
    await tell(slug, ["readiness"])
    assert ["readiness"] in await _until(page, ["readiness"])


@scene
async def test_who_comes_while_redis_is_away_is_let_in_when_it_is_back(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def away(*_: Any) -> None:
        asked.set()
        raise ConnectionError("Redis is away")

    page = Page(slug, player)
    with monkeypatch.context() as patch:
        patch.setattr(Connection, "subscribe", away)
        opening = asyncio.create_task(page.open())
        await asyncio.wait_for(asked.wait(), PATIENCE)
        assert not opening.done()
    assert await opening
    await tell(slug, ["board"])
    assert await page.told(1) == [["board"]]
    await page.leave()


@scene
async def test_a_page_is_let_in_only_when_its_news_comes_for_sure(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis has not taken the subscription yet: a state that is read now may be over before it has."""
    looked: list[str] = []
    said: asyncio.Queue[str] = asyncio.Queue()
    listener, publish = read_marks.listener, Connection.publish

    def look(name: str) -> Any:
        looked.append(name)
        return listener(name)

    async def say(self: Any, channel: str, message: Any) -> None:
        await publish(self, channel, message)
        said.put_nowait(channel)

    monkeypatch.setattr(read_marks, "listener", look)
    monkeypatch.setattr(Connection, "publish", say)
    page = Page(slug, player)
    with monkeypatch.context() as patch:
        patch.setattr(Connection, "_receive_message", lambda *_: None)
        opening = asyncio.create_task(page.open())
        for _ in range(3):
            await asyncio.wait_for(said.get(), PATIENCE)
        assert not looked
    assert await opening
    assert looked == [slug]
    await page.leave()


@scene
async def test_when_nobody_can_say_who_may_listen_nobody_does_and_the_readers_come_back(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, visitor = await opened(slug, player), await opened(slug, None)

    async def broken(_: str) -> Any:
        raise ConnectionError("the database is away")

    monkeypatch.setattr(feed, "_standing", broken)
    await tell(slug, ["orders"], "germany")
    assert await page.hung_up() == 4404
    await tell(slug, ["log"])
    assert await visitor.told(1) == [["log"]]
    await tell(slug, ["seats"])
    assert await visitor.told() == []
    assert await visitor.hung_up() == 4404


@scene
async def test_what_a_power_is_told_while_its_player_comes_is_not_missed(
    slug: str, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    listener = read_marks.listener

    def look(name: str) -> Any:
        """The news comes after the look at who comes, and before they are let in."""
        found = listener(name)
        if not told.is_set():
            told.set()
            news(name, ["orders"], "germany")
        return found

    monkeypatch.setattr(read_marks, "listener", look)
    page = await opened(slug, player)
    assert len(await page.told(1)) == 1


async def _until(page: Page, wanted: list[str]) -> list[list[str]]:
    told: list[list[str]] = []
    for _ in range(40):
        told += await page.told()
        if wanted in told:
            break
    return told


@scene
async def test_a_seat_lost_while_redis_was_away_is_noticed_when_it_is_back(
    private: str, player: Any, clean_redis: Any
) -> None:
    page = await opened(private, player)
    await sync_to_async(Seat.objects.filter(campaign__slug=private).update)(person=None)
    clean_redis.client_kill_filter(_type="pubsub")
    for _ in range(40):
        assert await page.told() == []
        if page.closed_with:
            break
    assert await page.hung_up() == 4404


@pytest.mark.long
@scene
async def test_a_log_that_moved_in_silence_is_noticed_by_the_patrol(slug: str) -> None:
    page = await opened(slug, None)
    patrol = feed.feed()._compare
    await patrol()
    assert await page.told() == []
    # One change of which news came, one of which none did, and one more.
    await sync_to_async(_log)(slug)
    await tell(slug, ["log"])
    assert await page.told(1) == [["log"]]
    await patrol()
    assert await page.told() == []
    await sync_to_async(_log)(slug)
    await patrol()
    assert await page.told(1) == [EVERYTHING]
    await sync_to_async(_log)(slug)
    await tell(slug, ["log"])
    assert await page.told(1) == [["log"]]
    await patrol()
    assert await page.told() == []


@pytest.mark.long
@scene
async def test_news_that_comes_shortly_after_its_commit_is_no_silence(slug: str) -> None:
    page = await opened(slug, None)
    patrol = feed.feed()._compare
    await patrol()
    await sync_to_async(_log)(slug)
    looking = asyncio.create_task(patrol())
    await asyncio.sleep(feed.GRACE_SECONDS / 3)
    await tell(slug, ["log"])
    await looking
    assert await page.told(1) == [["log"]]
    # It has been counted once: what is lost from here on is noticed.
    await sync_to_async(_log)(slug)
    await patrol()
    assert await page.told(1) == [EVERYTHING]


@scene
async def test_a_log_that_moved_in_silence_before_the_first_patrol_is_noticed(slug: str) -> None:
    page = await opened(slug, None)
    await sync_to_async(_log)(slug)
    await feed.feed()._compare()
    assert await page.told(1) == [EVERYTHING]


def _log(slug: str) -> None:
    now = timezone.now()
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(slug=slug)
        for _ in range(2):
            entries.append(campaign, ModeratorAdded(), at=now, actor="moderator")
        campaign.save()


def test_it_takes_as_many_queries_to_let_a_reader_in_whoever_plays(
    moderator: Any, player: Any
) -> None:
    counts = set()
    for private in (False, True):
        slug = _found(moderator, player, private=private)
        with CaptureQueriesContext(connection) as asked:
            read_marks.listener(slug)
        counts.add(len(asked))
    # The campaign, its seats, its deputies, and of a private one its moderators.
    assert max(counts) <= 4


# --- Frames -------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 125, 126, 4000])
def test_a_ready_frame_is_what_the_library_would_have_written(length: int) -> None:
    text = "x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class _Transport:
    def __init__(self, unsent: int = 0) -> None:
        self.unsent, self.written, self.aborted, self.closing = unsent, [], False, False

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = self.closing = True

    def write(self, data: bytes) -> None:
        self.written.append(data)


def _protocol(transport: Any) -> SocketProtocol:
    protocol = SocketProtocol.__new__(SocketProtocol)
    protocol.close_sent = protocol.disconnected = False
    protocol.transport = transport
    return protocol


def test_a_frame_is_one_write() -> None:
    transport = _Transport()
    assert _protocol(transport).write_frame(b"frame")
    assert transport.written == [b"frame"]


def test_who_does_not_take_his_frames_away_is_hung_up_on() -> None:
    transport = _Transport(unsent=MOST_UNSENT + 1)
    protocol = _protocol(transport)
    assert not protocol.write_frame(b"frame")
    assert transport.aborted
    assert not transport.written
    assert not protocol.write_frame(b"another")


@scene
async def test_who_follows_with_a_delay_is_told_only_that_they_may_read_on(
    slug: str, moderator: Any, player: Any
) -> None:
    """No frame, and no number of frames, says that anything happens in the turns that are hidden."""
    await sync_to_async(campaigns.start)(slug, by=moderator)
    await sync_to_async(spectator_delay.set_delay)(slug, by=moderator, turns=1, reason="Watched")
    assert await sync_to_async(publisher.current.flush)(PATIENCE)
    visitor, seated = await opened(slug, None), await opened(slug, player)
    await tell(slug, ["strip", "log"])
    await tell(slug, EVERYTHING)
    assert await seated.told(2) == [["strip", "log"], EVERYTHING]
    assert await visitor.told() == []
    await sync_to_async(_disclose)(slug)
    assert await visitor.told(1) == [EVERYTHING]
    assert await seated.told() == []
    await sync_to_async(_disclose)(slug)
    assert await visitor.told() == []


def _disclose(slug: str) -> None:
    """As if a turn had begun: they may read up to the newest entry. A second time nothing is new."""
    campaign = Campaign.objects.get(slug=slug)
    start = campaign.disclosed
    assert start is not None
    if start.seq < campaign.log_seq:
        start.pk, start.seq = None, campaign.log_seq
        start.save(force_insert=True)
        Campaign.objects.filter(slug=slug).update(disclosed=start)
    push.spectators_may_read_on(slug)
    assert publisher.current.flush(PATIENCE)
