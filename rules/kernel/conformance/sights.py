"""Who sees what: compares events and values of the state with what a viewer may know."""

from typing import Any

from rules.kernel.conformance.cases import Expect, Sight
from rules.kernel.conformance.event_check import fits, names, nearest, shown
from rules.kernel.conformance.matching import plain
from rules.kernel.conformance.paths import look
from rules.kernel.conformance.stage import Failure, Run, seen, who


def check_sights(expect: Expect, run: Run[Any]) -> list[Failure]:
    """What the named viewers must see, and must not."""
    failures = []
    for sights, wanted in ((expect.seen_by, True), (expect.unseen_by, False)):
        for sight in sights:
            for name in names(sight.who):
                failures += _sight(sight, name, wanted, run)
    return failures


def _sight(sight: Sight, name: str, wanted: bool, run: Run[Any]) -> list[Failure]:
    """One viewer and one thing. That the thing exists at all is part of what is checked."""
    what = f"{'seen' if wanted else 'unseen'}_by.{name}"
    failures: list[Failure] = []
    if sight.event is not None:
        hits = [event for event in run.events if fits(sight.event, event, run)]
        failures = [
            Failure(what, sight.event, shown(event))
            for event in hits
            if event.seen_by(who(name, run.book)) != wanted
        ]
        if not hits:
            found = nearest(sight.event, run.events)
            failures = [Failure(what, sight.event, found)]
    if sight.state is not None:
        true, seen_there = look(run.state, sight.state), look(seen(run, name), sight.state)
        nothing = look(type(run.state)(), sight.state)
        if plain(true) == plain(nothing):
            failures.append(
                Failure(f"{what}.{sight.state}", "something to be seen or hidden", plain(true))
            )
        elif (plain(seen_there) != plain(nothing)) != wanted:
            failures.append(
                Failure(f"{what}.{sight.state}", "seen" if wanted else "hidden", plain(seen_there))
            )
    return failures
