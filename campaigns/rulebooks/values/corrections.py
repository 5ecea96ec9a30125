"""Correcting declared facts: the one place where it is said what that does to a state."""

from collections.abc import Mapping
from typing import Any

import msgspec

from campaigns import rulebooks
from rules.kernel.contract import Resolution
from rules.kernel.events import Event, FactDeclared
from rules.kernel.facts import Claim

BY = "moderator"


def differing(book: rulebooks.Book, state: Any, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Those of these facts that do not have the value yet, by the keys of today."""
    now = book.named_now(state, facts)
    return {key: value for key, value in now.items() if _value(book, state, key) != value}


def correct(book: rulebooks.Book, state: Any, facts: Mapping[str, Any]) -> Resolution[Any]:
    """The state with these facts corrected by a moderator, all that follows by rule included, and
    the events of both in their order.
    """
    facts = book.named_now(state, facts)
    events: list[Event] = [
        FactDeclared(
            key=key,
            label=book.facts[key].label,
            before=_value(book, state, key),
            after=value,
            by=BY,
        )
        for key, value in sorted(facts.items())
    ]
    claim = Claim(by=BY, turn=state.turn)
    corrected = msgspec.structs.replace(
        state,
        facts={**state.facts, **facts},
        claims={**state.claims, **dict.fromkeys(facts, claim)},
    )
    followed = book.corrected(state, corrected)
    return Resolution(state=followed.state, events=(*events, *followed.events))


def _value(book: rulebooks.Book, state: Any, key: str) -> Any:
    """What a fact says; its default where it came to the book after the campaign began."""
    return state.facts.get(key, book.facts[key].default)
