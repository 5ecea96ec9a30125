"""Processes that stand still in the middle of a step, past their lease, and then go on.

PostgreSQL takes a lock back from whoever sits on it in silence (`LEASE_SECONDS`, three here). The
others go on; who wakes up finds nothing done, and does nothing twice.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import psutil
import pytest

from campaigns.models import Sheet
from tests.faults.play import assert_all_is_well, hand_in, strike, wait_until_resolved
from tests.faults.players import NoAnswer, found
from tests.support.programs.runner import wait_for
from tests.support.programs.site import Site

pytestmark = [pytest.mark.faults, pytest.mark.long]


@contextmanager
def woken_at_the_end(site: Site, name: str) -> Iterator[None]:
    """Whoever of a part stands still goes on after the block."""
    try:
        yield
    finally:
        for process in site.family(name):
            with suppress(psutil.Error):
                process.resume()
        wait_for(lambda: not _stopped(site, name), f"all of the {name} to go on")


def _stopped(site: Site, name: str) -> list[psutil.Process]:
    return [one for one in site.family(name) if one.status() == psutil.STATUS_STOPPED]


def test_a_worker_process_frozen_past_its_lease_is_overtaken_and_wakes_to_nothing(
    site: Site,
) -> None:
    slug, players = found(site, "one frozen")
    struck = site.arm("advance.after_resolve", "freeze")
    with woken_at_the_end(site, "worker"):
        number = hand_in(players)
        site.wait_for_strike(struck)
        wait_until_resolved(site, slug, number)
        assert_all_is_well(players)
    number = hand_in(players)
    wait_until_resolved(site, slug, number)
    assert_all_is_well(players)


def test_a_whole_worker_frozen_before_its_commit_resolves_nothing_twice(site: Site) -> None:
    slug, players = found(site, "all frozen")
    struck = site.arm("advance.before_commit", "freeze program")
    with woken_at_the_end(site, "worker"):
        number = hand_in(players)
        site.wait_for_strike(struck)
        # The campaign is free again for everybody else, and what was sealed stays.
        assert players[0].look().phase == number
        assert players[0].send(number + 1, None) is None
        assert_all_is_well(players)
    wait_until_resolved(site, slug, number)
    assert_all_is_well(players)


def test_a_web_process_frozen_over_a_seal_holds_nobody_up_and_promises_nothing(site: Site) -> None:
    slug, (britain, germany) = found(site, "web frozen")
    struck = site.arm("seal.before_commit", "freeze")
    britains, germanys = britain.look(), germany.look()
    answers: list[object] = []

    def seal() -> None:
        try:
            answers.append(britain.seal(britains))
        except NoAnswer as error:
            answers.append(error)

    sealing = Thread(target=seal)
    with woken_at_the_end(site, "web"):
        sealing.start()
        site.wait_for_strike(struck)
        germany.hang_up(patience=5.0)
        for _ in range(20):  # a connection may be handed to the frozen process: then another one
            with suppress(NoAnswer):
                if germany.seal(germanys):
                    break
        assert len(germany.receipts) == 1
        strike(slug)
        wait_until_resolved(site, slug, 1)
    sealing.join(120)
    assert isinstance(answers[0], NoAnswer), answers
    assert not Sheet.objects.filter(
        phase__campaign__slug=slug, phase__number=1, power="britain", how=Sheet.How.PLAYER
    ).exists()
    assert_all_is_well([britain, germany])
