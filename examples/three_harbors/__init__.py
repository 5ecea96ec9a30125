"""Three Harbors, a game of this page's own."""

from examples.three_harbors.book import BOOK

__all__ = ["BOOK"]
