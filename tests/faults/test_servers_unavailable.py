"""PostgreSQL and Redis killed, restarted, emptied and away, under people who go on handing in."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from tests.faults.play import assert_all_is_well, hand_in, wait_until_resolved
from tests.faults.players import NoAnswer, Player, found
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long]


@contextmanager
def people_at_work(players: list[Player]) -> Iterator[None]:
    """Players who seal one order after another, in threads of their own, until the block ends."""
    over = threading.Event()

    def work(player: Player) -> None:
        while not over.is_set():
            try:
                desk = player.look()
                if desk.asked:
                    player.seal(desk, ready=False)
            except NoAnswer:
                time.sleep(0.1)

    threads = [threading.Thread(target=work, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def wait_for_receipts(site: Site, players: list[Player], more: int) -> None:
    """Wait until so many more seals have been acknowledged."""
    goal = sum(len(player.receipts) for player in players) + more
    wait_for(
        lambda: sum(len(player.receipts) for player in players) >= goal,
        f"{more} more seals to be accepted",
        60,
        site.explain,
    )


def several(site: Site, title: str, tables: int = 4) -> list[Player]:
    return [player for i in range(tables) for player in found(site, f"{title} {i}")[1]]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "restarted"])
def test_postgresql_ended_under_load_comes_back_with_every_order(
    site: Site, how: signal.Signals
) -> None:
    players = several(site, f"postgres {how.name}")
    with people_at_work(players):
        wait_for_receipts(site, players, 20)
        for _ in range(2):
            for process in site.expect("postgres"):
                process.send_signal(how)
            wait_for_receipts(site, players, 20)
    assert sum(player.unanswered for player in players) > 0
    assert_all_is_well(players)
    number = hand_in(players[:2])
    wait_until_resolved(site, players[0].slug, number)
    assert_all_is_well(players)


@pytest.mark.parametrize("how", ["killed", "flushed", "frozen"])
def test_redis_away_costs_nobody_an_order_and_no_deadline(site: Site, how: str) -> None:
    players = several(site, f"redis {how}", tables=2)
    with people_at_work(players):
        wait_for_receipts(site, players, 5)
        if how == "killed":
            for _ in range(2):
                site.kill("redis")
                wait_for_receipts(site, players, 10)
        elif how == "flushed":
            with redis.Redis.from_url(site.place.redis_url) as client:
                client.flushall()
            wait_for_receipts(site, players, 10)
        else:
            with site.frozen("redis"):
                wait_for_receipts(site, players, 5)
                time.sleep(5)
    assert_all_is_well(players)
    number = hand_in(players[:2])
    wait_until_resolved(site, players[0].slug, number)
    site.wait_until_it_answers()
    assert_all_is_well(players)
