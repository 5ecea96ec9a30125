"""The moderator's desk: seats, invitation, clock. It shows no order that is not public."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy, words
from campaigns.errors import NotYours
from campaigns.models import Campaign, Status
from campaigns.selectors.export import public_part
from campaigns.selectors.history.phase_story import PastPhase, past_phases
from campaigns.selectors.log import rulings
from campaigns.selectors.log.rulings import Ruling
from campaigns.selectors.moderator.desk_acts import DeskAct, desk_acts
from campaigns.selectors.moderator.disputes import Dispute, disputes
from campaigns.selectors.moderator.outlook import Outlook, outlook
from campaigns.selectors.moderator.seat_rows import LATE, DeskRow, rows_of
from campaigns.selectors.moderator.secret_values_page import waiting_for
from campaigns.selectors.phase.clocks import to_come
from campaigns.selectors.phase.phase_strip import (
    head_of,
    phase_line,
    reader_of,
    readiness_of,
    sheets_of,
)
from campaigns.selectors.phase.records import BasePage, PhaseLine, Readiness
from campaigns.selectors.reader import record_versions
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from campaigns.selectors.rules.book_choices import families
from campaigns.selectors.seats.seats_page import Question, questions_of, who_knows
from campaigns.selectors.seats.tenures import TenureLine, tenures_of
from verifier.comparison import Comparison, compare

SHOWN_RULINGS = 3
"""So many rulings stand on the desk; their page has the rest."""


class InvitationLine(Struct, frozen=True, kw_only=True):
    """An invitation that still holds. Without a ``badge`` it is for any free seat; ``token`` is empty
    for one of which the site no longer knows the link; ``left`` is how often it can be used.
    """

    number: int
    badge: Badge | None
    token: str
    ends_at: datetime | None
    left: int | None
    used: int
    listed: bool = False


class ModeratorPage(BasePage, frozen=True, kw_only=True):
    """All that the desk shows. ``can`` names the services that would be accepted now:
    ``start``, ``pause``, ``resume``, ``extend``, ``force``, ``seats``, ``facts``, ``policy``,
    ``rules``. ``policy`` is the clock policy that was chosen last, ``in_force`` says in one sentence that of the phase
    in play, ``to_come`` what changes with the next (empty: nothing). ``outlook`` is what follows for who is missing,
    ``disputes`` what players do not agree about, ``acts`` what was done at the desk, ``rulings`` the latest of the group that
    hold, the newest first, ``phases`` those to which it can
    go back, the newest first. ``corrections`` of secret values
    wait for the desk. ``variants`` are the switches as they stand, ``newer`` revisions to move on to, ``compared`` what the campaign is under one of them.
    """

    phase: PhaseLine | None
    readiness: tuple[Readiness, ...]
    rows: tuple[DeskRow, ...]
    outlook: Outlook | None
    disputes: tuple[Dispute, ...]
    acts: tuple[DeskAct, ...]
    rulings: tuple[Ruling, ...]
    phases: tuple[PastPhase, ...]
    seats: tuple[SeatLine, ...]
    questions: tuple[Question, ...]
    corrections: int
    moderators: tuple[str, ...]
    who_knows: str
    successor: str
    tenures: tuple[TenureLine, ...]
    invitations: tuple[InvitationLine, ...]
    open_seats: tuple[SeatLine, ...]
    policy: ClockPolicy
    policy_version: str
    in_force: str
    to_come: str
    families: tuple[str, ...]
    can: frozenset[str]
    variants: tuple[tuple[str, str], ...]
    revision: str
    newer: tuple[str, ...]
    compared: Comparison | None
    compared_to: str
    now: datetime

    @property
    def unsealed(self) -> tuple[DeskRow, ...]:
        """The rows of those who have not sealed, and can be given more time than the others."""
        return _unsealed(self.rows)

    @property
    def sealed(self) -> tuple[DeskRow, ...]:
        """The rows of those who have sealed, people and autopilots."""
        return tuple(row for row in self.rows if row.readiness and row.readiness.state == "sealed")

    @property
    def by_autopilot(self) -> int:
        """How many of those the autopilot sealed for."""
        return sum(row.bot for row in self.sealed)

    @property
    def is_overdue(self) -> bool:
        """Whether the deadline has passed and orders are still missing."""
        return any(row.readiness and row.readiness.state == "overdue" for row in self.rows)

    @property
    def late(self) -> tuple[DeskRow, ...]:
        """The rows of those who can be reminded now."""
        return tuple(row for row in self.rows if row.may_nudge)


def moderator_page(slug: str, person: Any, *, compare_to: str = "") -> ModeratorPage:
    """The desk. ``compare_to`` is a newer revision under which to look at the campaign. Raises
    ``NotYours`` for anybody but a moderator of this campaign.
    """
    at = reading(slug, person)
    if not at.is_moderator:
        raise NotYours(
            _("The desk is its moderator's."), remedy=_("Read the campaign's page instead.")
        )
    policy = at.campaign.last_policy
    readiness = readiness_of(at, sheets_of(at))
    rows = rows_of(at, readiness)
    newer = rulebooks.newer(at.campaign.rulebook, at.campaign.revision)
    desk_people = at.people(at.moderators)
    successor = at.people([at.campaign.successor_id]).get(at.campaign.successor_id or 0)
    return ModeratorPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        readiness=readiness,
        rows=rows,
        outlook=outlook(at, (row.badge for row in _unsealed(rows))),
        disputes=disputes(at),
        acts=desk_acts(at),
        rulings=tuple(one for one in rulings.of(at)[::-1] if not one.withdrawn)[:SHOWN_RULINGS],
        phases=tuple(one for one in past_phases(at) if one.undone_at is None)[::-1]
        if at.phase
        else (),
        seats=_seats(at),
        questions=questions_of(at),
        corrections=sum(not power for power, _key in waiting_for(at)),
        moderators=tuple(sorted(one.name for one in desk_people.values())),
        who_knows=who_knows(at),
        successor=successor.username if successor else "",
        tenures=tenures_of(at),
        invitations=_invitations(at),
        open_seats=tuple(line for line in at.seat_lines() if line.free or line.bot),
        policy=policy,
        policy_version=record_versions.of_policy(policy),
        in_force=words(at.campaign.policy),
        to_come=to_come(at.campaign),
        families=families(at.book),
        can=_can(at.campaign),
        variants=tuple(sorted({**at.campaign.variants, **at.campaign.switched}.items())),
        revision=at.campaign.revision,
        newer=newer,
        compared=compare(public_part(at.campaign), rulebooks.load(at.book.key, compare_to))
        if compare_to in newer
        else None,
        compared_to=compare_to,
        now=at.now,
    )


def _unsealed(rows: tuple[DeskRow, ...]) -> tuple[DeskRow, ...]:
    return tuple(row for row in rows if row.readiness and row.readiness.state in LATE)


_ALWAYS = frozenset({"seats", "policy"})
_CAN = {
    Status.GATHERING: _ALWAYS | {"start"},
    Status.RUNNING: _ALWAYS | {"pause", "extend", "force", "facts", "rules"},
    Status.PAUSED: _ALWAYS | {"resume", "extend", "facts", "rules"},
    Status.WAITING: _ALWAYS | {"pause", "extend", "force", "facts", "rules"},
    Status.FINISHED: frozenset(),
}


def _can(campaign: Campaign) -> frozenset[str]:
    """What can be done at the desk now. A pause that holds can be given another end; what stands still for
    another reason cannot be paused.
    """
    can = _CAN[Status(campaign.status)]
    otherwise = (campaign.stumbled_at, campaign.lacks_rules, campaign.lacks_players)
    is_pause = campaign.status == Status.PAUSED and not any(otherwise)
    return can | {"pause"} if is_pause else can


def _invitations(at: Reading) -> tuple[InvitationLine, ...]:
    rows = at.campaign.invitations.filter(closed_at=None).order_by("number")
    return tuple(
        InvitationLine(
            number=row.number,
            badge=at.badge(row.power) if row.power else None,
            token=row.token,
            ends_at=row.ends_at,
            left=None if row.uses is None else row.uses - row.used,
            used=row.used,
            listed=row.listed,
        )
        for row in rows
        if row.is_good(at.now)
    )


def _seats(at: Reading) -> tuple[SeatLine, ...]:
    """The seats with who exactly has them and since when."""
    seated = {
        seat.power: seat.person_id
        for seat in at.seats
        if seat.person_id is not None and not at.players[seat.person_id].hidden
    }
    return tuple(
        structs.replace(
            line,
            since=at.since.get(line.badge.key),
            person_id=seated.get(line.badge.key),
            username=at.players[seated[line.badge.key]].username
            if line.badge.key in seated
            else "",
        )
        for line in at.seat_lines()
    )
