"""Named questions to a campaign's rulebook, answered from what the reader may know."""

from dataclasses import dataclass
from typing import Any

from campaigns.errors import NotNow
from campaigns.selectors.access import reading
from campaigns.selectors.phase_strip import head_of, reader_of
from campaigns.selectors.records import Head, Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers by question, with the head of the page they stand on."""

    head: Head
    reader: Reader
    answers: dict[str, Any]


def answered(
    slug: str, person: Any, power: str | None, questions: dict[str, dict[str, Any]]
) -> Answers:
    """Ask the reader's own view each question with its arguments. Raises ``NotNow`` before the
    campaign has begun.
    """
    at = reading(slug, person, power)
    if at.phase is None:
        raise NotNow("The campaign has not begun.", remedy="Its moderator starts it.")
    return Answers(
        head=head_of(at),
        reader=reader_of(at),
        answers={name: at.book.ask(at.view, name, given) for name, given in questions.items()},
    )
