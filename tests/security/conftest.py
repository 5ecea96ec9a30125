"""Campaigns and people for the adversary; the same as for the tests of campaigns."""

from tests.support.campaigns import found, passing, sent, table, tiny_book

__all__ = ["found", "passing", "sent", "table", "tiny_book"]
