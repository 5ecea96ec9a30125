"""The clock of the open phase as the log tells of it: the same value that a site keeps (:mod:`campaigns.domain.clock`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from campaigns.domain.clock import Clock
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.deadline_steps import Step, moment_of
from campaigns.domain.export_file import EntryRecord
from rules.kernel.serial import shaped

ROUNDED: Final = timedelta(seconds=2)
"""So much the log's seconds may differ, each time a deadline is moved by some of them."""
STOPS: Final = ("clock.paused", "clock.stumbled", "clock.rules_missing", "clock.nobody")
_NOWHERE: Final = Clock(opened_at=moment_of("2000-01-01T00:00:00+00:00"))


@dataclass
class ToldClock:
    """What the entries so far have told: the policy in force and the one for the next phase, and the clock of the
    phase in play, to the second but for ``slack``.
    """

    policy: ClockPolicy | None = None
    to_come: ClockPolicy | None = None
    phase: int = 0
    times: Clock = field(default_factory=lambda: _NOWHERE)
    slack: timedelta = ROUNDED

    def take(self, entry: EntryRecord) -> None:
        """What an entry makes of it."""
        body, kind = entry.body, entry.kind
        if kind in ("campaign.founded", "moderator.policy"):
            self._choose(body)
        elif kind == "phase.opened":
            self._open(entry)
        elif kind in STOPS:
            self.times = self.times.stopped(moment_of(entry.at))
        elif kind.startswith("clock."):
            self._move(entry)

    def _choose(self, body: Mapping[str, Any]) -> None:
        policy = policy_of(body["policy"])
        if "from" in body:
            self.to_come = policy
        else:
            self.policy, self.to_come = policy, None

    def _open(self, entry: EntryRecord) -> None:
        """Another phase. Where the clock stands still, it shows from now on the time at which this one opened."""
        at, due = moment_of(entry.at), entry.body["due"]
        if self.to_come is not None:
            self.policy, self.to_come = self.to_come, None
        stopped_at = at if self.times.stopped_at is not None else None
        self.times = Clock(
            opened_at=at, due_at=moment_of(due) if due else None, stopped_at=stopped_at
        )
        self.phase, self.slack = entry.body["phase"], ROUNDED

    def _move(self, entry: EntryRecord) -> None:
        body, times, kind = entry.body, self.times, entry.kind
        told = moment_of(body["due"]) if body.get("due") else None
        seconds = timedelta(seconds=body.get("seconds", 0))
        if kind in ("clock.extended", "clock.takeover"):
            self.times = times if told is None else times.due_anew(told, Step(kind="said"))
        elif kind == "clock.stretched":
            self.times = replace(times, due_at=told or times.due_at)
        elif kind == "clock.longer" and told is not None:
            graces = {one: until for one, until in times.graces.items() if one != entry.power}
            longer = {**times.longer, entry.power: told}
            self.times = replace(times, longer=longer, graces=graces)
        elif kind == "clock.grace":
            until = moment_of(body["until"])
            graces = {**times.graces, **dict.fromkeys(body["missing"], until)}
            of_all = times.grace_until if body.get("alone") else until
            self.times = replace(times, graces=graces, grace_until=of_all)
        elif kind == "clock.added":
            self._add(told, seconds)
        elif kind in ("clock.given_back", "clock.resumed"):
            self.slack += ROUNDED
            how = "outage" if kind == "clock.given_back" else "pause"
            self.times = times.moved(seconds, how)
            if kind == "clock.resumed":
                self.times = replace(self.times, stopped_at=None)

    def _add(self, told: datetime | None, seconds: timedelta) -> None:
        moved = self.times.added(seconds, self.times.opened_at)
        if told is not None and moved.grace_until is not None:
            moved = replace(moved, grace_until=told)
        elif told is not None:
            moved = replace(moved, due_at=told)
        self.times = moved


def policy_of(told: Any) -> ClockPolicy | None:
    """A policy that the log tells of; ``None`` where it tells of none that can be read."""
    try:
        return shaped(told, ClockPolicy, strict=False)
    except msgspec.ValidationError:
        return None
