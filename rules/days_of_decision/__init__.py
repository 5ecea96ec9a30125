"""Days of Decision II: the politics of the war, with the errata of 1997."""

from rules.days_of_decision.book import BOOK

__all__ = ["BOOK"]
