"""Campaigns that are played by a revision."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from campaigns.models import Campaign
from campaigns.services.advance import phase_advance
from rules import registry
from rules.kernel.rulebook import Rulebook
from rules.registry import BOOKS
from tests.support.campaigns import a_campaign


def advance(slug: str) -> None:
    campaign = Campaign.objects.get(slug=slug)
    assert campaign.phase_id is not None
    assert phase_advance.advance(campaign.pk, phase_id=campaign.phase_id) == "resolved"


class SourceTouched(Exception):
    """Today's source was asked to play for a campaign that began with an older revision."""


class _Refusing(Rulebook[Any]):
    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise SourceTouched(self.key)

    resolve = perform = corrected = phase = menu = autopilot = _refuse


def refusing(book: Rulebook[Any]) -> Rulebook[Any]:
    """The source of a book in a later revision, which refuses to play at all."""

    def refuse(*_: Any) -> Any:
        raise SourceTouched(book.key)

    parts = {part.name: getattr(book, part.name) for part in fields(book)}
    return _Refusing(**{**parts, "revision": "later", "board": refuse, "tell": refuse})


def begin(key: str, title: str, *, by: Any, player: Any = None) -> str:
    """A campaign one phase old, with this player in one seat and autopilots on the others."""
    first = min(BOOKS[key].scenarios.values(), key=lambda each: each.turns).seats[0]
    seats = {} if player is None else {first: player}
    return a_campaign(book=key, by=by, seats=seats, title=title, at_phase=2).slug


def called(monkeypatch: pytest.MonkeyPatch, key: str, revision: str) -> None:
    """Let today's source of a book bear another revision's name."""
    book = replace(registry.BOOKS[key], revision=revision)
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, key: book})


Revise = Callable[[str, Mapping[str, str]], str]
"""Of a book and what stands otherwise in its source the name of the revision."""
