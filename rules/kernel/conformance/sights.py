"""Who sees what: compares events and values of the state with what a viewer may know."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.conformance.cases import Expect, Sight
from rules.kernel.conformance.event_check import fits, names, nearest, shown
from rules.kernel.conformance.matching import plain
from rules.kernel.conformance.paths import look
from rules.kernel.conformance.stage import Failure, Run, seen, who


def check_sights(expect: Expect, run: Run[Any]) -> list[Failure]:
    """What the named viewers must see, and must not."""
    return [
        failure
        for sights, wanted in ((expect.seen_by, True), (expect.unseen_by, False))
        for sight in sights
        for name in names(sight.who)
        for failure in _sight(sight, name, wanted, run)
    ]


def _sight(sight: Sight, name: str, wanted: bool, run: Run[Any]) -> Iterator[Failure]:
    """One viewer and one thing. That the thing exists at all is part of what is checked."""
    what = f"{'seen' if wanted else 'unseen'}_by.{name}"
    if sight.event is not None:
        hits = [event for event in run.events if fits(sight.event, event, run)]
        if not hits:
            yield Failure(what, sight.event, nearest(sight.event, run.events))
        for event in hits:
            if event.seen_by(who(name, run.book)) != wanted:
                yield Failure(what, sight.event, shown(event))
    if sight.state is not None:
        true, seen_there = look(run.state, sight.state), look(seen(run, name), sight.state)
        nothing = look(type(run.state)(), sight.state)
        what += f".{sight.state}"
        if plain(true) == plain(nothing):
            yield Failure(what, "something to be seen or hidden", plain(true))
        elif (plain(seen_there) != plain(nothing)) != wanted:
            yield Failure(what, "seen" if wanted else "hidden", plain(seen_there))
