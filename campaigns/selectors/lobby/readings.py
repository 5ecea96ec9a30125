"""The readings of history as it happened, with what came of each."""

from msgspec import Struct

from campaigns.as_it_happened import files
from campaigns.as_it_happened.script import Script
from campaigns.models import Campaign
from campaigns.selectors.campaign import as_it_happened
from campaigns.selectors.campaign.spectator_column import A_MINUTE
from campaigns.selectors.lobby.glimpses import Seen, seen_of


class Offered(Struct, frozen=True, kw_only=True):
    """A reading in the list: its first and last turn, how often the rules went another way, and in how many minutes
    it is read. ``slug`` is its campaign, empty where it is not on this site, and ``seen`` that at a glance, once it is
    drawn.
    """

    key: str
    script: Script
    book_title: str
    first: str
    last: str
    otherwise: int
    minutes: int
    slug: str = ""
    seen: Seen | None = None


def offered() -> tuple[Offered, ...]:
    """Every reading there is."""
    slugs = [found.slug for found in as_it_happened.scripts().values()]
    rows = Campaign.objects.filter(slug__in=slugs, private=False, dice_given=True)
    here = {one.slug: one for one in rows if one.log_hash == files.last_of(one.slug)}
    seen = seen_of(here.values())
    return tuple(
        Offered(
            key=key,
            script=as_it_happened.in_language(found),
            book_title=as_it_happened.title_of(found),
            first=found.turns[0].turn,
            last=found.turns[-1].turn,
            otherwise=sum(len(turn.here) for turn in found.turns),
            minutes=_minutes(found),
            slug=found.slug if found.slug in here else "",
            seen=seen.get(here[found.slug].pk) if found.slug in here else None,
        )
        for key, found in as_it_happened.scripts().items()
    )


def _minutes(found: Script) -> int:
    """How long it takes to read the commentary on all turns."""
    told = (
        " ".join((t.history, *(f"{it.history} {it.here}" for it in t.here))) for t in found.turns
    )
    return max(1, round(sum(len(text.split()) for text in told) / A_MINUTE))
