"""Forks of a campaign: from which phases it can be forked by whom, and what was forked from it."""

from typing import Any

from msgspec import Struct

from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign, Origin, Phase, Status
from campaigns.rulebooks import fork_origin
from campaigns.selectors.history.phase_story import PastPhase, past_phases
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge


class Related(Struct, frozen=True, kw_only=True):
    """A campaign that this one comes from, or that comes from it; ``number`` is the phase of the first."""

    slug: str
    title: str
    number: int
    phase: str
    turn: str


class Forks(BasePage, frozen=True, kw_only=True):
    """The page. ``open``: the campaign is over, and whoever reads it may fork it, with whom they like; else
    its ``asked`` people may agree to do so. ``unplayed`` are the powers that nobody plays, which hinders
    that. ``may``: this reader may fork it, or ask. ``phases``, the newest first, are those to begin
    with, ``to`` the one that was chosen.
    """

    phases: tuple[PastPhase, ...]
    to: PastPhase | None
    open: bool
    may: bool
    asked: int
    unplayed: tuple[Badge, ...]
    seats: tuple[Badge, ...]
    origin: Related | None
    forks: tuple[Related, ...]


def forks(slug: str, person: Any = None, *, phase: int = 0) -> Forks:
    """The page of forks. ``phase`` is the one to begin with; 0 for none yet."""
    at = reading(slug, person)
    phases = past_phases(at)
    open_ = fork_origin.is_open(at.campaign)
    me = at.person.pk if at.person is not None else None
    seated = {seat.person_id for seat in at.seats if seat.person_id is not None}
    running = at.campaign.status not in (Status.GATHERING, Status.FINISHED)
    return Forks(
        head=head_of(at),
        reader=reader_of(at),
        phases=phases[::-1],
        to=next((one for one in phases if one.number == phase), None),
        open=open_,
        may=me is not None if open_ else running and (at.is_moderator or me in seated),
        asked=len(seated),
        unplayed=tuple(power_badge(at.book, s.power) for s in at.seats if s.person_id is None),
        seats=tuple(power_badge(at.book, seat.power) for seat in at.seats),
        origin=_origin(at),
        forks=_forks(at),
    )


def _may_read(campaign: Campaign, at: Reading) -> bool:
    try:
        reading(campaign.slug, at.person)
    except NoSuchCampaign:
        return False
    return True


def _related(origin: Origin, campaign: Campaign) -> Related:
    """The one of the two campaigns, with the phase of the first."""
    number, title, turn = Phase.objects.values_list("number", "title", "turn_title").get(
        campaign=origin.parent, number=origin.number
    )
    return Related(slug=campaign.slug, title=campaign.title, number=number, phase=title, turn=turn)


def _origin(at: Reading) -> Related | None:
    origin = fork_origin.of(at.campaign)
    if origin is None or origin.parent is None or not _may_read(origin.parent, at):
        return None
    return _related(origin, origin.parent)


def _forks(at: Reading) -> tuple[Related, ...]:
    """Those that the reader may read. One that follows with a delay is told of none: they are later."""
    if at.is_behind:
        return ()
    rows = Origin.objects.filter(parent=at.campaign).select_related("campaign", "parent")
    return tuple(
        _related(row, row.campaign)
        for row in rows.order_by("-pk")
        if _may_read(row.campaign, at) and (row.campaign.listed or row.campaign.private)
    )
