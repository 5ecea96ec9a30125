"""What the people of a campaign can be asked to agree to, and how many of them must.

Pure. One :class:`Kind` for each kind of question says what it is called, how it reads, which entry of
the log carries it out, and how many must agree unless the campaign's policy says otherwise. How it is
put and what carries it out stands beside the services (:mod:`campaigns.services.kinds`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from campaigns.lengths import duration

Threshold = Literal["most", "two_thirds", "all"]
"""How many of those who are asked must agree."""

THRESHOLD_WORDS: Mapping[str, str] = {
    "most": "more than half",
    "two_thirds": "two thirds",
    "all": "all",
}
_ORDER: tuple[Threshold, ...] = ("most", "two_thirds", "all")


def needed(threshold: Threshold, people: int) -> int:
    """How many of so many people must agree: at least one, where there is anybody."""
    match threshold:
        case "most":
            return people // 2 + 1 if people else 0
        case "two_thirds":
            return -(-2 * people // 3)
        case "all":
            return people


def is_lower(threshold: Threshold, than: Threshold) -> bool:
    """Whether fewer people need agree than by the other."""
    return _ORDER.index(threshold) < _ORDER.index(than)


def changes_in_words(changes: Sequence[Mapping[str, Any]]) -> str:
    """What an override changes, value by value."""
    said = [
        f"{path_in_words(one['path'])} is {_shown(one['after'])} instead of {_shown(one['before'])}"
        for one in changes[:MOST_TOLD]
    ]
    more = [f"{len(changes) - MOST_TOLD} more"] if len(changes) > MOST_TOLD else []
    return "; ".join((*said, *more))


MOST_TOLD = 4
"""So many values of an override one sentence names."""


def path_in_words(path: Sequence[str]) -> str:
    """Where a value stands: *Holders, east*."""
    said = ", ".join(part.replace("_", " ") for part in path)
    return said[:1].upper() + said[1:]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value) or "empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of question.

    ``title`` names it in a form, ``says`` makes half a sentence of what it is about and of the names of
    the power and the person concerned. ``carried`` are the kinds of log entries that carry it out.
    ``threshold`` holds where the campaign's policy names none. ``votable``: the players may put it
    themselves, where nobody moderates or the policy names it; else it is put in a way of its own, and
    the policy may only say how many must agree (``chosen``). ``guarded``: once play has begun, no
    moderator lets fewer decide than before.
    """

    key: str
    title: str
    says: Callable[[Mapping[str, Any], str, str], str]
    carried: frozenset[str]
    threshold: Threshold = "most"
    votable: bool = False
    chosen: bool = False
    guarded: bool = False


def _seat(about: Mapping[str, Any], power: str, person: str) -> str:
    match about.get("to"):
        case "bot":
            return f"the autopilot plays {power}"
        case "free":
            return f"the seat of {power} is freed"
    return f"{power} goes to {person}"


def _more(about: Mapping[str, Any], _power: str, _person: str) -> str:
    return f"{duration(timedelta(hours=about['hours']))} more for this phase"


def turns_behind(turns: int) -> str:
    """How far behind those follow who have no seat."""
    if not turns:
        return "without a delay"
    return f"{turns} turn{'' if turns == 1 else 's'} behind"


def _override(about: Mapping[str, Any], _power: str, _person: str) -> str:
    undoes = f"override {about['undoes']} is undone: " if "undoes" in about else ""
    return f"{undoes}{changes_in_words(about['changes'])}, by rule {about['rule']}"


_EVERY = (
    Kind(
        key="extend",
        title="More time for the phase",
        says=_more,
        carried=frozenset({"clock.extended"}),
        votable=True,
    ),
    Kind(
        key="pause",
        title="Pause the clock",
        says=lambda *_: "the clock is stopped",
        carried=frozenset({"clock.paused"}),
        votable=True,
    ),
    Kind(
        key="resume",
        title="Resume the clock",
        says=lambda *_: "the clock runs again",
        carried=frozenset({"clock.resumed"}),
        votable=True,
    ),
    Kind(
        key="resolve",
        title="Resolve the phase now",
        says=lambda *_: "this phase is resolved now",
        carried=frozenset({"consent.resolved"}),
        votable=True,
    ),
    Kind(
        key="end",
        title="End the campaign",
        says=lambda *_: "this phase is resolved and the campaign ends",
        carried=frozenset({"consent.ended"}),
        threshold="all",
        votable=True,
        guarded=True,
    ),
    Kind(
        key="seat",
        title="Replace a player",
        says=_seat,
        carried=frozenset({"seat.assigned", "seat.freed", "seat.bot"}),
        threshold="all",
        votable=True,
        guarded=True,
    ),
    Kind(
        key="rules",
        title="Move on to other rules",
        says=lambda about, *_: (
            f"the campaign moves on to revision {about['revision']} of its rules"
        ),
        carried=frozenset({"rules.moved"}),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="rollback",
        title="Go back to an earlier phase",
        says=lambda about, *_: (
            f"the campaign goes back to phase {about['to']}, {about['turn']}: {about['title']}"
        ),
        carried=frozenset({"line.rolled_back"}),
        threshold="all",
        chosen=True,
        guarded=True,
    ),
    Kind(
        key="fork",
        title="Fork the campaign",
        says=lambda about, *_: (
            f"a fork, {about['name']}, begins with phase {about['from']}, {about['turn']}: {about['title']}, "
            "in the same seats"
        ),
        carried=frozenset({"campaign.forked"}),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="delay",
        title="Show the campaign sooner",
        says=lambda about, *_: f"spectators follow {turns_behind(about['turns'])}",
        carried=frozenset({"spectators.delayed"}),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="override",
        title="Override a value of the game",
        says=_override,
        carried=frozenset({"state.overridden"}),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="ruling",
        title="Make a ruling of the group",
        says=lambda about, *_: f"it is ruled on {about['rule']}: {about['text']}",
        carried=frozenset({"ruling.made"}),
    ),
)

KINDS: Mapping[str, Kind] = {kind.key: kind for kind in _EVERY}
"""Every kind of question, by its key."""


def votable() -> tuple[Kind, ...]:
    """The kinds that a campaign's policy may put into the players' hands."""
    return tuple(kind for kind in _EVERY if kind.votable)


def named() -> tuple[Kind, ...]:
    """The kinds that a policy may name, with how many must agree."""
    return tuple(kind for kind in _EVERY if kind.votable or kind.chosen)
