"""What was done at the desk or by agreement of the players, as the log shows it, and what of it can be taken back by
which act of the desk.
"""

from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.domain.entries import read
from campaigns.domain.entries.campaign import SpectatorsDelayed
from campaigns.domain.entries.clock import Paused
from campaigns.domain.entries.moderators import SuccessorNamed
from campaigns.domain.entries.phases import PhaseForced
from campaigns.domain.entries.repair import StateOverridden
from campaigns.domain.entries.seats import InvitationMade
from campaigns.models import LogEntry, Phase, Status
from campaigns.selectors.log.log_lines import lines_of
from campaigns.selectors.reader.access import Reading
from rules.kernel.events import Line

SHOWN = 6
"""So many acts stand on the desk; the log has the rest."""


class Undo(Struct, frozen=True, kw_only=True):
    """How an act is taken back: the act of the desk that does it (``verb``) with what its form sends besides the
    reason, or the phase ``back_to`` which the table would go.
    """

    verb: str
    sends: tuple[tuple[str, str], ...] = ()
    back_to: int = 0


class DeskAct(Struct, frozen=True, kw_only=True):
    """One act: its entry of the log, its words, and how to take it back (``None``: it stays). Of one that resolved a
    phase early, ``phase`` is that phase.
    """

    seq: int
    at: datetime
    line: Line
    undo: Undo | None
    phase: Phase | None = None


def desk_acts(at: Reading) -> tuple[DeskAct, ...]:
    """The latest acts of all who moderate, and what the players have agreed to, the newest first."""
    rows = list(at.entries().filter(actor__in=("moderator", "people")).order_by("-seq")[:SHOWN])
    told = lines_of(at, [row.seq for row in rows])
    undoing = _Undoing(at, rows)
    return tuple(
        DeskAct(
            seq=row.seq,
            at=row.at,
            line=told[row.seq][0].line,
            undo=undoing.of(row),
            phase=undoing.forced.get(row.seq),
        )
        for row in rows
        if told.get(row.seq)
    )


class _Undoing:
    """What still can be taken back of these entries, the newest first."""

    def __init__(self, at: Reading, rows: list[LogEntry]) -> None:
        self.at, self.campaign = at, at.campaign
        self.newest: dict[str, int] = {}
        for row in rows:
            self.newest.setdefault(row.kind, row.seq)
        kinds = set(self.newest)
        self.invitations = (
            {one.number: one for one in self.campaign.invitations.all()}
            if InvitationMade.tag in kinds
            else {}
        )
        forced = {
            row.seq: PhaseForced.of(row.body).phase for row in rows if row.kind == PhaseForced.tag
        }
        phases = self.campaign.phases.filter(number__in=forced.values()) if forced else ()
        by_number = {phase.number: phase for phase in phases}
        self.forced = {seq: by_number[number] for seq, number in forced.items()}
        self.overridden = (
            {StateOverridden.of(row.body).undoes for row in at.entries(StateOverridden)}
            if StateOverridden.tag in kinds
            else set()
        )

    def of(self, row: LogEntry) -> Undo | None:
        """How this one is taken back, if it can be."""
        if self.campaign.status == Status.FINISHED:
            return None
        entry: Any = read(row.kind, row.body)
        is_newest = self.newest[row.kind] == row.seq
        match entry:
            case Paused() if is_newest and self._is_paused():
                return Undo(verb="resume")
            case InvitationMade(invitation=number) if self._is_good(number):
                return Undo(verb="revoke", sends=(("number", str(number)),))
            case SpectatorsDelayed(before=before, turns=turns) if is_newest:
                if self.campaign.delay == turns:
                    return Undo(verb="delay", sends=(("turns", str(before)),))
            case SuccessorNamed(named=True) if is_newest and self.campaign.successor_id:
                return Undo(verb="successor", sends=(("username", ""),))
            case StateOverridden(override=number) if number not in self.overridden:
                if self.at.phase is not None:
                    return Undo(verb="undo", sends=(("number", str(number)),))
            case PhaseForced(phase=number) if self._in_line(self.forced[row.seq]):
                return Undo(verb="", back_to=number)
        return None

    def _is_paused(self) -> bool:
        stands = (self.campaign.stumbled_at, self.campaign.lacks_rules, self.campaign.lacks_players)
        return self.campaign.status == Status.PAUSED and not any(stands)

    def _is_good(self, number: int) -> bool:
        found = self.invitations.get(number)
        return found is not None and found.is_good(self.at.now)

    def _in_line(self, one: Phase) -> bool:
        """Whether a phase still counts, and another is in play."""
        phase = self.at.phase
        return phase is not None and phase.number > one.number and one.undone_at is None
