"""The kinds of log entries, one frozen struct each: what the log calls it, its fields, its words.

``entry`` has what they share and reads them back; the other modules have the kinds, by noun.
"""

from campaigns.domain.entries import (
    campaign,
    clock,
    dice,
    facts,
    moderators,
    phases,
    repair,
    seats,
    votes,
)
from campaigns.domain.entries.entry import KINDS, Entry, Telling, read, tags

__all__ = [
    "KINDS",
    "Entry",
    "Telling",
    "campaign",
    "clock",
    "dice",
    "facts",
    "moderators",
    "phases",
    "read",
    "repair",
    "seats",
    "tags",
    "votes",
]
