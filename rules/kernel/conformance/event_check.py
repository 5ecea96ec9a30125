"""Compares the events of a step with what a case expects of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.conformance.cases import Expect
from rules.kernel.conformance.matching import matches, plain, reach
from rules.kernel.conformance.stage import Failure, Run, who


def check_events(expect: Expect, run: Run[Any]) -> list[Failure]:
    """The events of the step: those that must be among them, their order, those that must not."""
    return [*_among(expect, run), *_in_order(expect, run), *_none_like(expect, run)]


def _among(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    left = list(run.events)
    for pattern in expect.events:
        hit = next((event for event in left if fits(pattern, event, run)), None)
        if hit is None:
            yield Failure("events", pattern, nearest(pattern, left))
        else:
            left.remove(hit)


def _in_order(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    left = list(run.events)
    for pattern in expect.events_in_order:
        at = next((index for index, event in enumerate(left) if fits(pattern, event, run)), None)
        if at is None:
            yield Failure("events_in_order", pattern, nearest(pattern, left))
            return
        left = left[at + 1 :]


def _none_like(expect: Expect, run: Run[Any]) -> Iterator[Failure]:
    for pattern in expect.no_events:
        for event in run.events:
            if fits(pattern, event, run):
                yield Failure("no_events", f"none like {pattern}", shown(event))


def fits(pattern: Mapping[str, Any], event: Any, run: Run[Any]) -> bool:
    """Whether an event fits; ``seen_by`` and ``unseen_by`` in a pattern ask about its audience."""
    own = {key: value for key, value in pattern.items() if key not in ("seen_by", "unseen_by")}
    if not matches(own, event):
        return False
    may = all(event.seen_by(who(name, run.book)) for name in names(pattern.get("seen_by")))
    return may and not any(
        event.seen_by(who(name, run.book)) for name in names(pattern.get("unseen_by"))
    )


def names(value: Any) -> list[str]:
    """One name or several, as a list."""
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def shown(event: Any) -> dict[str, Any]:
    """An event as plain data, without what it leaves empty; its audience in a word."""
    audience = event.audience
    known = "everybody" if audience.everybody else list(audience.powers) or "nobody"
    return {"audience": known} | {
        key: value
        for key, value in plain(event).items()
        if key != "audience" and value not in (None, "", [], {})
    }


def nearest(pattern: Mapping[str, Any], events: list[Any]) -> Any:
    """The events to show in a failure: those of the same kind, or else all kinds."""
    alike = [event for event in events if reach(event, "kind") == pattern.get("kind")]
    if alike:
        return [shown(event) for event in alike]
    return f"only {[reach(event, 'kind') for event in events]}"
