"""A campaign whose rules are not on this site: what can be told of it without them.

Everything here was written down for everybody when it happened: the entries of the log, the titles
and headlines of the phases, who sits where. What only the rules can read (the board, orders, the
events of each phase) waits until they are back.
"""

from typing import Any

from msgspec import Struct

from campaigns.selectors.history.phase_story import PastPhase, past_phases
from campaigns.selectors.log.entry_text import entry_line, written_in
from campaigns.selectors.log.log_lines import newest_entries
from campaigns.selectors.phase.records import LogLine
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import SeatLine
from campaigns.selectors.reader.titles import book_title, scenario_title

LIMIT = 200


class WithoutRules(Struct, frozen=True, kw_only=True):
    """What stands on every page of such a campaign. ``lacks_rules`` says that it was paused for
    that; ``earlier`` is the number of an entry before which the log goes on. A ``hidden`` one is not for search
    engines: it is read by whoever has its address, or by its players alone.
    """

    slug: str
    title: str
    book_title: str
    scenario_title: str
    revision: str
    status: str
    status_reason: str
    lacks_rules: bool
    hidden: bool
    is_moderator: bool
    plays: bool
    seats: tuple[SeatLine, ...]
    phases: tuple[PastPhase, ...]
    log: tuple[LogLine, ...]
    earlier: int | None


def without_rules(slug: str, person: Any = None, *, before: int | None = None) -> WithoutRules:
    """The campaign as far as it can be told. Raises ``NoSuchCampaign``."""
    at = reading(slug, person)
    campaign = at.campaign
    log = _log(at, before)
    return WithoutRules(
        slug=campaign.slug,
        title=campaign.title,
        book_title=book_title(campaign, at.names),
        scenario_title=scenario_title(campaign, at.names),
        revision=campaign.revision,
        status=campaign.status,
        status_reason=campaign.status_reason,
        lacks_rules=campaign.lacks_rules,
        hidden=campaign.private or not campaign.listed,
        is_moderator=at.is_moderator,
        plays=bool(at.powers),
        seats=at.seat_lines(),
        phases=tuple(reversed(past_phases(at))),
        log=log,
        earlier=log[-1].seq if log and log[-1].seq > 1 else None,
    )


def _log(at: Reading, before: int | None) -> tuple[LogLine, ...]:
    """The public entries in words, newest first, without the events that they brought."""
    entries = newest_entries(at, before, LIMIT)
    who = at.people(entry.person_id for entry in entries)
    told = ((entry, entry_line(entry, at, who)) for entry in entries)
    return tuple(
        LogLine(
            seq=entry.seq,
            at=entry.at,
            kind=line.sort,
            actor=at.badge(line.actor),
            line=line,
            new=False,
            phase_number=None,
            written=written_in(line, entry, who),
        )
        for entry, line in told
        if line is not None
    )
