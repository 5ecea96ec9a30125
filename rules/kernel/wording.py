"""Events in words: each chapter of a rulebook declares what it words, and the rulebook joins them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.events import Event, Line
from rules.kernel.grammar import headline, news, spoken

Wording = Mapping[type[Event], Callable[[Any], Line]]
"""What a chapter words: for each kind of event the function that makes a line of it."""


class Words:
    """The words of a rulebook, joined from its chapters.

    ``articles`` and ``plurals`` are names that take an article, or the plural of a verb, in a
    sentence (:func:`rules.kernel.grammar.spoken`). Raises ``ValueError`` when two chapters word the
    same kind of event.
    """

    def __init__(
        self, *parts: Wording, articles: Iterable[str] = (), plurals: Iterable[str] = ()
    ) -> None:
        self._words: dict[type[Event], Callable[[Any], Line]] = {}
        for part in parts:
            twice = self._words.keys() & part.keys()
            if twice:
                raise ValueError(f"Worded twice: {', '.join(sorted(k.__name__ for k in twice))}.")
            self._words |= part
        self._articles, self._plurals = tuple(articles), tuple(plurals)

    @property
    def kinds(self) -> frozenset[type[Event]]:
        """The kinds of event that have words."""
        return frozenset(self._words)

    def line(self, event: Event) -> Line:
        """An event in words. Raises ``KeyError`` for a kind that no chapter words."""
        return spoken(self._words[type(event)](event), self._articles, self._plurals)


def by_weight(great: int, notable: int = 0) -> Callable[[Sequence[Line]], tuple[str, str]]:
    """How a phase gets its headline and lede from the weightiest of its lines.

    ``great`` is the weight from which an event makes a headline, ``notable`` that from which it may
    stand in for one; what is of less weight makes no lede.
    """
    least = notable or great

    def chosen(lines: Sequence[Line]) -> tuple[str, str]:
        ranked = sorted(lines, key=lambda line: -line.weight)
        rests = [line.rest for line in ranked if line.rest and line.weight >= least]
        weights = (great, notable) if notable else (great,)
        return headline(news(lines, *weights)), " ".join(rests[:2])

    return chosen
