"""The mappings of a campaign: how saved games of VASSAL are read there.

Those of its moderator stand in its log and nowhere else, so they travel wherever it goes: the last entry for
a module counts, and one without a text takes the mapping away. For some books mappings come with the
site; they serve as long as the campaign has none of its own, or to whoever chooses one.
"""

from datetime import datetime
from functools import cache
from pathlib import Path

import yaml
from msgspec import Struct

from campaigns.domain.entries.moderators import MappingChanged
from campaigns.models import Campaign
from campaigns.proofs import commitments

MOST = 6
"""How many a campaign has at once."""
_SHIPPED = Path(__file__).parents[2] / "vassal" / "shipped"
"""A folder for each book that mappings come for."""


class Kept(Struct, frozen=True, kw_only=True):
    """A mapping in force: its module's name (a glob), its text, since when and by whom."""

    module: str
    text: str
    reason: str
    at: datetime
    person_id: int | None

    @property
    def version(self) -> str:
        """To be sent back with a change of it."""
        return commitments.fingerprint([self.module, self.text])[:16]


def in_force(campaign: Campaign) -> dict[str, Kept]:
    """By the module that each is for, in the order in which they were first set."""
    result: dict[str, Kept] = {}
    entries = campaign.log.filter(kind=MappingChanged.tag, seq__lte=campaign.log_seq).order_by(
        "seq"
    )
    for entry in entries.only("campaign", "body", "at", "person_id"):
        said = MappingChanged.of(entry.body)
        kept = Kept(
            module=said.module,
            text=said.text,
            reason=said.reason,
            at=entry.at,
            person_id=entry.person_id,
        )
        # What was renamed keeps its place.
        result = {said.module if key == said.was else key: one for key, one in result.items()}
        result[said.module] = kept
        if not kept.text:
            del result[said.module]
    return result


class Shipped(Struct, frozen=True, kw_only=True):
    """A mapping that comes with the site: its module's name (a glob), and its text."""

    module: str
    text: str


@cache
def shipped(book: str) -> tuple[Shipped, ...]:
    """The mappings that come with the site for a book, by its key."""
    texts = (path.read_text("utf-8") for path in sorted((_SHIPPED / book).glob("*.yaml")))
    return tuple(Shipped(module=str(yaml.safe_load(text)["module"]), text=text) for text in texts)


def to_choose(campaign: Campaign) -> dict[str, str]:
    """The text of every mapping by which a save can be read here, by its module; the campaign's own first."""
    own = {module: kept.text for module, kept in in_force(campaign).items()}
    return own | {
        one.module: one.text for one in shipped(campaign.rulebook) if one.module not in own
    }


def by_themselves(campaign: Campaign) -> dict[str, str]:
    """The mappings among which the save's own module decides: the campaign's, or those of the site if it
    has none.
    """
    own = {module: kept.text for module, kept in in_force(campaign).items()}
    return own or to_choose(campaign)
