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
    secret,
    votes,
)
from campaigns.domain.entries.entry import KINDS, Entry, Telling, read, tags
from campaigns.domain.entries.secret import SECRET_KINDS, SecretKind

__all__ = [
    "KINDS",
    "SECRET_KINDS",
    "Entry",
    "SecretKind",
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
    "secret",
    "tags",
    "votes",
]
