"""Books that keep what they did."""

from typing import Any


class Watched:
    """A book that keeps the states it comes to; all else it leaves to the book itself."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.states: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        """Everything that does not play."""
        return getattr(self.book, name)

    def _kept(self, result: Any) -> Any:
        self.states.append(result.state)
        return result

    def start(self, *given: Any) -> Any:
        return self._kept(self.book.start(*given))

    def resolve(self, *given: Any) -> Any:
        return self._kept(self.book.resolve(*given))

    def perform(self, *given: Any) -> Any:
        return self._kept(self.book.perform(*given))

    def corrected(self, *given: Any) -> Any:
        return self._kept(self.book.corrected(*given))


class Heard(Watched):
    """A book that also keeps what happened in each step."""

    events: tuple[Any, ...] = ()

    def _kept(self, result: Any) -> Any:
        self.events = result.events
        return super()._kept(result)
