"""What the people of a campaign can be asked to agree to, and how many of them must.

Pure. One :class:`Kind` for each kind of question says what it is called, how it reads, which entry of
the log carries it out, and how many must agree unless the campaign's policy says otherwise. How it is
put and what carries it out stands beside the services (:mod:`campaigns.services.voting.effects`).
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec import Struct

from campaigns.domain.wording import within
from core.gettext import LazyText, ngettext
from core.gettext import gettext as _
from core.gettext import gettext_lazy as _lazy
from core.text.durations import duration
from core.text.moments import day_and_time

Threshold = Literal["most", "two_thirds", "all"]
"""How many of those who are asked must agree."""

THRESHOLD_WORDS: Mapping[str, Any] = {
    "most": _lazy("more than half"),
    "two_thirds": _lazy("two thirds"),
    "all": _lazy("all"),
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


class Kind(Struct, frozen=True, kw_only=True):
    """One kind of question.

    ``title`` names it in a form, ``inside`` within a sentence, ``says`` makes half a sentence of what it is about and of the names of
    the power and the person concerned; what an override changes is given to it in words.
    ``threshold`` holds where the campaign's policy names none. ``votable``: the players may put it
    themselves, where nobody moderates or the policy names it; else it is put in a way of its own, and
    the policy may only say how many must agree (``chosen``). ``guarded``: once play has begun, no
    moderator lets fewer decide than before.
    """

    key: str
    title: str | LazyText
    inside: str | LazyText
    says: Callable[[Mapping[str, Any], str, str], str]
    threshold: Threshold = "most"
    votable: bool = False
    chosen: bool = False
    guarded: bool = False


def _seat(about: Mapping[str, Any], power: str, person: str) -> str:
    match about.get("to"):
        case "bot":
            return _("the autopilot plays %(power)s") % {"power": within(power)}
        case "free":
            return _("the seat of %(power)s is freed") % {"power": within(power)}
    return _("%(power)s goes to %(person)s") % {"power": power, "person": person}


def _more(about: Mapping[str, Any], _power: str, _person: str) -> str:
    return _("%(length)s more for this phase") % {
        "length": duration(timedelta(hours=about["hours"]))
    }


def _pause(about: Mapping[str, Any], _power: str, _person: str) -> str:
    if until := about.get("until"):
        moment = day_and_time(datetime.fromisoformat(until))
        return _("the clock is stopped until %(moment)s") % {"moment": moment}
    return _("the clock is stopped")


def turns_behind(turns: int) -> str:
    """How far behind those follow who have no seat."""
    if not turns:
        return _("without a delay")
    return ngettext("%(count)d turn behind", "%(count)d turns behind", turns) % {"count": turns}


def _override(about: Mapping[str, Any], _power: str, _person: str) -> str:
    said = {"changes": about["changes"], "rule": about["rule"]}
    if "undoes" in about:
        return _("override %(number)s is undone: %(changes)s, by rule %(rule)s") % {
            "number": about["undoes"],
            **said,
        }
    return _("%(changes)s, by rule %(rule)s") % said


_EVERY = (
    Kind(
        key="extend",
        title=_lazy("More time for the phase"),
        inside=_lazy("more time for the phase"),
        says=_more,
        votable=True,
    ),
    Kind(
        key="pause",
        title=_lazy("Pause the clock"),
        inside=_lazy("pause the clock"),
        says=_pause,
        votable=True,
    ),
    Kind(
        key="resume",
        title=_lazy("Resume the clock"),
        inside=_lazy("resume the clock"),
        says=lambda *_about: _("the clock runs again"),
        votable=True,
    ),
    Kind(
        key="resolve",
        title=_lazy("Resolve the phase now"),
        inside=_lazy("resolve the phase now"),
        says=lambda *_about: _("this phase is resolved now"),
        votable=True,
    ),
    Kind(
        key="end",
        title=_lazy("End the campaign"),
        inside=_lazy("end the campaign"),
        says=lambda *_about: _("this phase is resolved and the campaign ends"),
        threshold="all",
        votable=True,
        guarded=True,
    ),
    Kind(
        key="seat",
        title=_lazy("Replace a player"),
        inside=_lazy("replace a player"),
        says=_seat,
        threshold="all",
        votable=True,
        guarded=True,
    ),
    Kind(
        key="rules",
        title=_lazy("Move on to other rules"),
        inside=_lazy("move on to other rules"),
        says=lambda about, *_names: (
            _("the campaign moves on to revision %(revision)s of its rules") % about
        ),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="rollback",
        title=_lazy("Go back to an earlier phase"),
        inside=_lazy("go back to an earlier phase"),
        says=lambda about, *_names: (
            _("the campaign goes back to phase %(to)s, %(turn)s: %(title)s") % about
        ),
        threshold="all",
        chosen=True,
        guarded=True,
    ),
    Kind(
        key="fork",
        title=_lazy("Fork the campaign"),
        inside=_lazy("fork the campaign"),
        says=lambda about, *_names: (
            _("a fork begins with phase %(from)s, %(turn)s: %(title)s, in the same seats") % about
        ),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="delay",
        title=_lazy("Show the campaign sooner"),
        inside=_lazy("show the campaign sooner"),
        says=lambda about, *_names: (
            _("spectators follow %(how_far)s") % {"how_far": turns_behind(about["turns"])}
        ),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="anonymity",
        title=_lazy("Hide or name the players"),
        inside=_lazy("hide or name the players"),
        says=lambda about, *_names: (
            _("the players are anonymous until the end")
            if about["anonymous"]
            else _("the players are named from now on")
        ),
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="override",
        title=_lazy("Override a value of the game"),
        inside=_lazy("override a value of the game"),
        says=_override,
        threshold="all",
        guarded=True,
    ),
    Kind(
        key="ruling",
        title=_lazy("Make a ruling of the group"),
        inside=_lazy("make a ruling of the group"),
        says=lambda about, *_names: _("it is ruled on %(rule)s: %(text)s") % about,
    ),
)

KINDS: Mapping[str, Kind] = {kind.key: kind for kind in _EVERY}
"""Every kind of question, by its key."""


def named() -> tuple[Kind, ...]:
    """The kinds that a policy may name, with how many must agree."""
    return tuple(kind for kind in _EVERY if kind.votable or kind.chosen)
