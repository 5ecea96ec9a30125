"""What a power supposes of things that it may not know, so that it can play on in thought.

A view leaves out what is hidden. To play on from it, a book fills the gaps by **one documented guess**
for each kind of hidden thing, worked out from the view alone, and names the guesses in sentences for the
player. What the power knows stays just as it is: the view of the supposed state is the view it came from.
"""

from typing import Generic, TypeVar

import msgspec

from rules.kernel.state import State

S = TypeVar("S", bound=State)


class Supposed(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A whole state as a power may suppose it, and what of it was guessed, one sentence each."""

    state: S
    guesses: tuple[str, ...] = ()


def as_seen(view: S, power: str) -> Supposed[S]:
    """For a book in which nothing of the state is hidden."""
    return Supposed(state=view)
