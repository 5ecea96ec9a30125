"""Lines of events, and how a headline tells them."""

from typing import Any

from rules.kernel.events import Event, Line, News, line_of


def line(event: Event, head: str, rest: str = "", **more: Any) -> Line:
    """An event as a line; what its ``power`` did, unless another is named as its actor."""
    more.setdefault("actor", getattr(event, "power", ""))
    return line_of(event, head, rest, **more)


def report(one: str, many: str = "", *, why: str = "", **slots: str | tuple[str, ...]) -> News:
    """An event as a headline tells it, of one or of several, with what stands in its slots."""
    return News(one=one, many=many, why=why, slots=slots)


def aside(why: str, **slots: str | tuple[str, ...]) -> News:
    """An event of routine: what the lede of a phase without news says."""
    return News(one="", why=why, slots=slots)
