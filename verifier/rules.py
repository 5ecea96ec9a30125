"""Which rules a file was played by.

A phase carries the digest of its rules and is played again with exactly those. Where a revision was repaired
since, the repaired one stands for it: what then comes out the same is in order, and what comes out otherwise is
not checked.

A rulebook is code. Only what this release carries and what its index names is ever run, or what a
person hands over by name.
"""

from collections.abc import Mapping
from typing import NamedTuple

from campaigns import rulebooks
from campaigns.domain.export_file import Export
from campaigns.errors import CampaignError

Given = Mapping[str, rulebooks.Book]
"""Rules that a person hands over, by the digest of their source."""


REPAIRED = "its rules were repaired since, and those of then are not run any more"


class RulesUnknown(Exception):
    """The rules of a phase are not here; the message says so."""


class Played(NamedTuple):
    """The rules of a phase: their revision's name here, and why they are not those it was played by;
    empty where they are.
    """

    book: rulebooks.Book
    revision: str
    repaired: str = ""


class Rules:
    """The rules of the phases of a file."""

    def __init__(self, export: Export, given: Given | None = None) -> None:
        """Nothing is loaded yet."""
        self._export, self._given = export, given or {}

    def named(self, revision: str, digest: str) -> Played:
        """The rules of a digest, and of a name for a book from outside ``rules/``, which has no digest.
        Raises ``RulesUnknown``.
        """
        key = self._export.campaign.rulebook
        if digest in self._given:
            return Played(self._given[digest], revision)
        if not digest:
            return Played(_called(key, revision), revision)
        found = rulebooks.by_digest(key, digest)
        if found is None:
            raise RulesUnknown(
                f"the rules with digest {digest[:16]} (revision {revision} of {key}) are not here"
            )
        repaired = rulebooks.repaired_because(key, digest)
        return Played(found[1], found[0], repaired and f"{REPAIRED}: {repaired}")


def _called(key: str, revision: str) -> rulebooks.Book:
    try:
        return rulebooks.load(key, revision)
    except CampaignError as error:
        raise RulesUnknown(str(error)) from error


class Always(Rules):
    """One book for every phase, whatever the file says."""

    def __init__(self, export: Export, book: rulebooks.Book) -> None:
        """The book is loaded already."""
        super().__init__(export)
        self._book = book

    def named(self, revision: str, digest: str) -> Played:
        """That book."""
        return Played(self._book, self._export.campaign.revision)
