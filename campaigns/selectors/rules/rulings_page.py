"""The page of the rulings of a group: all of them, and what a new one can name."""

from typing import Any

from campaigns.selectors.history import phase_story
from campaigns.selectors.history.phase_story import PastPhase, PhaseStory
from campaigns.selectors.log import rulings
from campaigns.selectors.log.rulings import Ruling
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import reading


class Rulings(BasePage, frozen=True, kw_only=True):
    """The page. ``may`` says that the reader makes rulings at once, ``may_ask`` that they ask the others.

    ``phases`` are those that a new ruling can name, the newest first; ``near`` is the one whose dice and events
    can be chosen, if one was asked for.
    """

    rulings: tuple[Ruling, ...]
    may: bool
    may_ask: bool
    phases: tuple[PastPhase, ...]
    near: PhaseStory | None


def page(slug: str, person: Any = None, *, phase: int = 0) -> Rulings:
    """All rulings of a campaign, the newest first. ``phase`` is the one whose rolls a new one can name."""
    at = reading(slug, person)
    phases = tuple(one for one in phase_story.past_phases(at) if one.resolved_at is not None)[::-1]
    there = any(one.number == phase for one in phases)
    return Rulings(
        head=head_of(at),
        reader=reader_of(at),
        rulings=rulings.of(at)[::-1],
        may=at.is_moderator and at.phase is not None,
        may_ask=bool(at.own_powers) and at.phase is not None,
        phases=phases,
        near=phase_story.story(slug, phase, person) if there else None,
    )
