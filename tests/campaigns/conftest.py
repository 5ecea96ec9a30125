"""Campaigns to test with: a tiny rulebook, people, and verbs that read as sentences."""

from tests.support.campaigns import (
    delayed,
    found,
    north,
    passing,
    salon,
    sent,
    south,
    table,
    tiny_book,
)
from tests.support.dice import kept, own_beacon
from tests.support.exports.files import whole
from tests.support.notifications import told

__all__ = [
    "delayed",
    "found",
    "kept",
    "north",
    "own_beacon",
    "passing",
    "salon",
    "sent",
    "south",
    "table",
    "tiny_book",
    "told",
    "whole",
]
