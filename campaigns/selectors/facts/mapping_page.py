"""How saved games of VASSAL are read in a campaign: for everybody who may read it."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.models import Campaign, Status
from campaigns.selectors.facts import mappings
from campaigns.selectors.facts.mappings import Shipped
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import reading
from campaigns.vassal import compiling, mapping
from campaigns.vassal.mapping import Wrong
from core.records import like


class MappingLine(Struct, frozen=True, kw_only=True):
    """One mapping. ``wrong`` are lines that the campaign's rules do not understand, as they are now."""

    module: str
    text: str
    version: str
    reason: str
    at: datetime
    by: str
    wrong: tuple[Wrong, ...]


class Mappings(BasePage, frozen=True, kw_only=True):
    """The page. ``shipped`` are those that come with the site. ``may_change`` for moderators while the campaign is not over; ``may_add`` one more."""

    mappings: tuple[MappingLine, ...]
    shipped: tuple[Shipped, ...]
    may_change: bool
    may_add: bool


def page(slug: str, person: Any = None) -> Mappings:
    """The mappings of a campaign. Raises ``NoSuchCampaign``."""
    at = reading(slug, person)
    kept = mappings.in_force(at.campaign)
    names = at.people(one.person_id for one in kept.values())
    may_change = at.is_moderator and at.campaign.status != Status.FINISHED
    lines = []
    for one in kept.values():
        found, wrong = mapping.read(one.text)
        if found is not None:
            wrong = (*wrong, *compiling.compiled(at.book, found)[1])
        lines.append(
            like(MappingLine, one, by=names.of_seat(one.person_id, ""), wrong=tuple(wrong))
        )
    return Mappings(
        head=head_of(at),
        reader=reader_of(at),
        mappings=tuple(lines),
        shipped=tuple(
            one for one in mappings.shipped(at.campaign.rulebook) if one.module not in kept
        ),
        may_change=may_change,
        may_add=may_change and len(kept) < mappings.MOST,
    )


def modules(slug: str) -> tuple[str, ...]:
    """The modules whose saved games are read in a campaign, for one who may read it."""
    campaign = Campaign.objects.only("pk", "rulebook", "log_seq").get(slug=slug)
    return tuple(mappings.to_choose(campaign))
