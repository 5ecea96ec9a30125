"""How phases ended: none before its announced deadline but for a reason that the log gives, and no entry of
the log earlier than the one before it.

What only the rules know, whether everybody who was asked was ready, is looked at where the campaign is
played again (:mod:`verifier.replay`). Campaigns that follow a script have no such claim to be held
to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from campaigns.domain.deadline_steps import earliest, moment_of
from campaigns.domain.export_file import EntryRecord, Export
from verifier.clock_of_log import ToldClock
from verifier.dice import is_given
from verifier.report import SITE, Check, counted

BEFORE_TIME: Final = ("moderator.forced", "consent.resolved", "consent.ended")
"""The entries after which a phase may end at any time."""


@dataclass
class Ended:
    """The open phase as far as the log has told of it, and who was away."""

    clock: ToldClock = field(default_factory=ToldClock)
    reason: str = ""
    #: What a moderator who ended it said that silence means.
    forced_silence: str = ""
    #: What all this was when the phase closed, and the moment, where its dice are thrown after the close.
    closed: tuple["Ended", datetime] | None = None
    #: Who has a seal that counts in it, and how they have: ``sealed`` or ``bot``.
    sealed: dict[str, str] = field(default_factory=dict)
    #: Absences by number, that have not ended.
    absences: dict[int, Mapping[str, Any]] = field(default_factory=dict)

    def take(self, entry: EntryRecord) -> None:
        """What an entry makes of it."""
        body, kind = entry.body, entry.kind
        self.clock.take(entry)
        if kind == "phase.opened":
            self.reason, self.sealed = "", {}
            self.forced_silence, self.closed = "", None
        elif kind in BEFORE_TIME and body.get("phase") == self.clock.phase:
            self.reason, self.forced_silence = kind, body.get("silent", "")
        elif kind == "phase.closed":
            then = replace(
                self,
                clock=replace(self.clock),
                sealed=dict(self.sealed),
                absences=dict(self.absences),
            )
            self.closed = (then, moment_of(entry.at))
        elif kind.startswith("order."):
            self._seal(entry)
        elif kind == "absence.announced":
            self.absences[body["number"]] = body
        elif kind == "absence.ended":
            self.absences.pop(body["number"], None)

    def _seal(self, entry: EntryRecord) -> None:
        """Who has sealed, as an entry leaves it."""
        if entry.kind == "order.sealed" and entry.body["phase"] == self.clock.phase:
            self.sealed[entry.power] = entry.body["how"]
        elif entry.kind in ("order.withdrawn", "order.voided"):
            self.sealed.pop(entry.power, None)

    @property
    def silence(self) -> str:
        """What silence means as the phase ends now: ``autopilot``, ``hold`` or ``wait``; empty where the log
        does not say.
        """
        policy = self.clock.policy
        return self.forced_silence or (policy.missed if policy is not None else "")

    def as_closed(self, entry: EntryRecord) -> tuple["Ended", datetime]:
        """The phase as it was when it was over for its players, and the moment: when it closed, where its
        dice were thrown later, else with ``entry``, which resolves it.
        """
        return self.closed or (self, moment_of(entry.at))

    def is_excused(self, power: str, at: datetime) -> bool:
        """Whether a phase may end without a power, because its player is away and the policy says so."""
        policy = self.clock.policy
        if policy is None or policy.absence.does != "standing":
            return False
        return any(
            power in body["powers"] and moment_of(body["from"]) <= at < moment_of(body["until"])
            for body in self.absences.values()
        )


def check_endings(export: Export) -> Check:
    """Every phase that ended, and the order of all moments."""
    check = Check(name="times")
    ended, looked_at = Ended(), 0
    scripted, before = is_given(export), ""
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if entry.at < before:
            check.fault(f"{where} is earlier than the entry before it", who=SITE)
        before = max(before, entry.at)
        if entry.kind == "phase.resolved" and not scripted:
            looked_at += 1
            _ended(check, *ended.as_closed(entry), entry, where)
        elif entry.kind == "clock.grace" and not scripted:
            _too_early(check, ended, moment_of(entry.at), f"{where}: grace began")
        ended.take(entry)
    check.said = (
        f"{counted(looked_at, 'phase')} ended when they might, {len(export.log)} moments in order"
    )
    if scripted:
        check.said = f"{len(export.log)} moments in order; phases end when the script says"
    return check


def _ended(check: Check, ended: Ended, at: datetime, entry: EntryRecord, where: str) -> None:
    """Why it was over at that moment: for its players, that is; its dice may have been thrown later."""
    how, silent = entry.body["how"], entry.body["silent"]
    waited_for = [power for power in silent if not ended.is_excused(power, at)]
    match how:
        case "deadline":
            if ended.clock.times.due_at is None and ended.clock.policy is not None:
                check.fault(f"{where}: there was no deadline at which it could end", who=SITE)
            _too_early(check, ended, at, f"{where}: phase {ended.clock.phase} ended")
            _before_their_close(check, ended, at, waited_for, where)
        case "grace":
            if not ended.clock.times.graces:
                check.fault(f"{where}: no time of grace had begun", who=SITE)
            if waited_for:
                said = ", ".join(waited_for)
                check.fault(f"{where}: the time of grace was not over for {said}", who=SITE)
        case "ready":
            if waited_for:
                said = ", ".join(waited_for)
                check.fault(f"{where}: it ended early, though {said} had sealed nothing", who=SITE)
            _before_its_least_time(check, ended, at, where)
        case "forced" | "agreed":
            wanted = BEFORE_TIME[:1] if how == "forced" else BEFORE_TIME[1:]
            if ended.reason not in wanted:
                check.fault(f"{where}: nothing in the log ended it before its time", who=SITE)
        case _:
            check.fault(f"{where}: no phase ends by {how!r}", who=SITE)


def _too_early(check: Check, ended: Ended, at: datetime, what: str) -> None:
    closes_at = ended.clock.times.closes_at
    if closes_at is not None and at < closes_at - ended.clock.slack:
        check.fault(f"{what} at {at.isoformat()}, before {closes_at.isoformat()}", who=SITE)


def _before_their_close(
    check: Check, ended: Ended, at: datetime, silent: Sequence[str], where: str
) -> None:
    """A power that was given more time alone, and had sealed nothing, had it."""
    clock = ended.clock
    for power in sorted({*silent} & {*clock.times.of_their_own}):
        closes_at = clock.times.closes_for(power)
        if closes_at is not None and at < closes_at - clock.slack:
            said = f"{where}: the time of {power} was over at {closes_at.isoformat()} only"
            check.fault(said, who=SITE)


def _before_its_least_time(check: Check, ended: Ended, at: datetime, where: str) -> None:
    policy, times = ended.clock.policy, ended.clock.times
    least = earliest(policy, times.opened_at) if policy is not None else None
    if least is None:
        return
    least = min(least, times.closes_at or least)
    if at < least - ended.clock.slack:
        check.fault(f"{where}: by the policy it ends no earlier than {least.isoformat()}", who=SITE)
