"""Whether the whole log of a campaign stands in one chain, each entry with the hash of what it says."""

from typing import NamedTuple

from campaigns.models import Campaign


class Chain(NamedTuple):
    """How many entries were read, and the number of the first that does not fit; 0 where all do."""

    entries: int
    broken: int


def chain_of(campaign: Campaign) -> Chain:
    """Read the log through, up to what its reader may read."""
    found = campaign.log.filter(seq__lte=campaign.log_seq).order_by("seq")
    before = ""
    for n, entry in enumerate(found, 1):
        if entry.seq != n or entry.prev_hash != before or entry.digest() != entry.hash:
            return Chain(n, entry.seq)
        before = entry.hash
    return Chain(len(found), 0)
