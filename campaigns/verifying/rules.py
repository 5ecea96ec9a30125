"""Which rules a file was played by, and how surely that is known.

A phase that carries the digest of its rules is played again with exactly those. A file from before there were
digests carries a name alone, and such a name could stand for more than one state of the rules: what
then comes out the same is in order, and what comes out otherwise is not checked.

A rulebook is code. Only what this release carries and what its index names is ever run, or what a
person hands over by name.
"""

from collections.abc import Mapping
from typing import NamedTuple

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.exportfile import Export

Given = Mapping[str, rulebooks.Book]
"""Rules that a person hands over, by the digest of their source."""


REPAIRED = "its rules were repaired since, and those of then are not run any more"


class RulesUnknown(Exception):
    """The rules of a phase are not here, or nobody knows which they were; the message says so."""


class Played(NamedTuple):
    """The rules of a phase: their revision's name here, and whether they are surely those it was
    played by; ``why`` not, where there is more to say than that nobody knows.
    """

    book: rulebooks.Book
    revision: str
    sure: bool
    why: str = ""


class Rules:
    """The rules of the phases of a file."""

    def __init__(self, export: Export, given: Given | None = None) -> None:
        """Nothing is loaded yet."""
        self._export, self._given = export, given or {}
        self._named = {phase.number: phase for phase in export.phases}

    def of(self, number: int) -> Played:
        """The rules of a phase. Raises ``RulesUnknown``."""
        phase = self._named.get(number)
        return self.named(phase.revision if phase else "", phase.rules if phase else "")

    def named(self, revision: str, digest: str) -> Played:
        """The rules of a revision and a digest, either of which may be empty. Raises ``RulesUnknown``."""
        about = self._export.campaign
        revision = revision or about.revision
        if digest in self._given:
            return Played(self._given[digest], revision, True)
        if digest:
            found = rulebooks.by_digest(about.rulebook, digest)
            if found is None:
                raise RulesUnknown(
                    f"the rules with digest {digest[:16]} (revision {revision} of {about.rulebook}) "
                    "are not here"
                )
            repaired = rulebooks.repaired_because(about.rulebook, digest)
            return Played(found[1], found[0], not repaired, repaired and f"{REPAIRED}: {repaired}")
        if self._given:
            return Played(next(iter(self._given.values())), revision, False)
        try:
            book = rulebooks.load(about.rulebook, revision)
        except CampaignError as error:
            raise RulesUnknown(str(error)) from error
        return Played(book, revision, rulebooks.is_exact(about.rulebook, revision))


class Always(Rules):
    """One book for every phase, whatever the file says."""

    def __init__(self, export: Export, book: rulebooks.Book) -> None:
        """The book is loaded already."""
        super().__init__(export)
        self._book = book

    def named(self, revision: str, digest: str) -> Played:
        """That book."""
        return Played(self._book, self._export.campaign.revision, True)
