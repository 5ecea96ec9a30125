"""The page of a past phase vouches for what was checked, and says plainly what does not fit."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from msgspec.structs import replace

from campaigns.models import EventRow, LogEntry, Phase
from campaigns.sealed.field import Sealed
from campaigns.selectors.history import phase_story
from rules.kernel.audience import PUBLIC
from tests.support.books import tiny_book
from tests.support.campaigns import Table
from tests.support.exports.tampering import unguarded
from tests.support.suite.sample import one_in


@pytest.fixture
def played(table: Table) -> Table:
    """A turn with dice of its own and of an act."""
    table.play()
    table.act("north", {"kind": "declare", "facts": {"boats": 3}})
    table.act("isle", {"kind": "spy"})
    table.play()
    return table


def rewrite(kind: str, change: Callable[[dict[str, Any]], None], *, rehash: bool = False) -> None:
    rewrite_entry(LogEntry.objects.get(kind=kind, body__contains='"phase":2'), change, rehash)


def rewrite_entry(
    entry: LogEntry, change: Callable[[dict[str, Any]], None], rehash: bool = True
) -> None:
    body = json.loads(entry.body)
    change(body)
    entry.body = json.dumps(body, sort_keys=True, separators=(",", ":"))
    digest = entry.digest() if rehash else entry.hash
    unguarded(lambda: LogEntry.objects.filter(pk=entry.pk).update(body=entry.body, hash=digest))


def a_die(body: dict[str, Any]) -> None:
    roll = body["rolls"][0]
    roll["value"] = roll["value"] % 6 + 1


def an_order(body: dict[str, Any]) -> None:
    body["orders"][0]["order"]["valley"] = "west"


def naught(part: str, within: str = "") -> Callable[[dict[str, Any]], None]:
    """Nothing but noughts in this part of a body."""
    return lambda body: (body[within] if within else body).update({part: 64 * "0"})


def gone() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "DELETE FROM campaigns_logentry WHERE kind = 'phase.resolved' AND body LIKE '%%\"phase\":2%%'"
        )


def an_event() -> None:
    row = EventRow.objects.get(kind="held")
    event = json.loads(bytes(row.body))
    event["die"] = event["die"] % 6 + 1
    text = json.dumps(event, sort_keys=True, separators=(",", ":")).encode()
    EventRow.objects.filter(pk=row.pk).update(body=Sealed(text))


TAMPERINGS: dict[str, tuple[Callable[[], object], str]] = {
    "a die": (lambda: rewrite("orders.released", a_die), "Log entry"),
    "a die, with a hash that fits": (
        lambda: rewrite("orders.released", a_die, rehash=True),
        "roll 1 (naming east) is",
    ),
    "an order, with a hash that fits": (
        lambda: rewrite("orders.released", an_order, rehash=True),
        "1 of 3 seals were opened to something else",
    ),
    "a link, with a hash that fits": (
        lambda: rewrite("phase.resolved", naught("link"), rehash=True),
        "The dice link of this phase is not the one in the log",
    ),
    "a link in the phase": (
        lambda: Phase.objects.filter(number=2).update(link=64 * "0"),
        "The dice link of this phase is not the one in the log",
    ),
    "the autopilots' seed, with a hash that fits": (
        lambda: rewrite("orders.released", naught("autopilots"), rehash=True),
        "seed of this phase is not the one that was committed to",
    ),
    "the commitment to the autopilots' seed, with a hash that fits": (
        lambda: rewrite("phase.opened", naught("seed", "autopilots"), rehash=True),
        "seed of this phase is not the one that was committed to",
    ),
    "the entry of the resolution is taken away": (
        lambda: unguarded(gone),
        "does not say how this phase was resolved",
    ),
    "the die of an event": (an_event, "What happened is not what was told then"),
}


def test_what_fits_is_said_with_what_was_checked(played: Table) -> None:
    check = phase_story.story(played.slug, 2).check
    assert check.told
    assert (check.wrong, check.dice, check.seals_match, check.link_follows) == ((), 1, 3, True)
    assert check.seeded
    kept_back = phase_story.story(played.slug, 1).check
    assert (kept_back.wrong, kept_back.dice, kept_back.seals_match) == ((), 0, 3)


@pytest.mark.parametrize("what", one_in(5, TAMPERINGS))
@pytest.mark.parametrize("who", [None, "isle"])
def test_what_does_not_fit_is_said_plainly(played: Table, what: str, who: str | None) -> None:
    change, expected = TAMPERINGS[what]
    change()
    told = phase_story.story(played.slug, 2, played.players.get(who or ""))
    assert any(expected in said for said in told.check.wrong), told.check.wrong
    shown = {"story": replace(told, board=None), "head": told.head, "reader": told.reader}
    page = render_to_string("frontend/history/_check.html", shown)
    for said in told.check.wrong:
        assert said.split("(")[0] in page
    assert "the same" not in page
    assert "told then, by the log" not in page


@pytest.mark.long
def test_the_dice_of_acts_are_checked_too(found: Callable[..., Table], monkeypatch: Any) -> None:
    monkeypatch.setattr(tiny_book, "only", lambda *powers: PUBLIC)
    table = found()
    table.act("isle", {"kind": "spy"})
    table.play(2)
    assert phase_story.story(table.slug, 1).check.dice == 1
    rewrite_entry(LogEntry.objects.get(kind="act"), a_die)
    (said,) = phase_story.story(table.slug, 1).check.wrong
    assert said.startswith("Act 1: roll 1 (spy of isle) is")
