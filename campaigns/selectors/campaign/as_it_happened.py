"""The commentary of the campaigns that follow history, beside their turns and as a reading of its own.

All of it stands in the scripts that come with the site, and is the same for everybody.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.as_it_happened import files, script
from campaigns.as_it_happened.script import Script, Turn
from campaigns.chronicles.weighing import NOTABLE
from campaigns.errors import NotOnTheMenu
from campaigns.messages import paragraph
from campaigns.models import Campaign, Phase


class ToldTurn(Struct, frozen=True, kw_only=True):
    """A turn as the reading tells it; ``phase`` is the number of its first phase on this site (0: the
    campaign is not here). ``headline`` is the greatest news that the rules made of it, in the phase ``told``; empty
    where nothing was news.
    """

    number: int
    turn: Turn
    phase: int
    headline: str = ""
    told: int = 0


class Chapter(Struct, frozen=True, kw_only=True):
    """Some whole years of a reading, short enough for a page; ``key`` is its first year. The last chapter,
    whose key is ``DEPARTURES``, has every turn again that went another way than history.
    """

    key: str
    title: str
    turns: Sequence[ToldTurn]


class Reading(Struct, frozen=True, kw_only=True):
    """The reading of a book and the chapter of it that is open, with the ones before and after it.
    ``slug`` is its campaign, empty where it is not on this site.
    """

    script: Script
    book_title: str
    slug: str
    chapters: Sequence[Chapter]
    chapter: Chapter
    before: Chapter | None
    after: Chapter | None


MOST_TURNS = 10
"""About how many turns make a chapter."""

DEPARTURES = "departures"
"""The chapter that has nothing but what is otherwise than it was in the war."""


def reading(book: str, year: str = "") -> Reading:
    """The reading of a book, open at the chapter that begins with ``year`` (empty: the first), with the way
    to each turn where its campaign is on this site. Raises ``NotOnTheMenu`` for what there is not.
    """
    found = scripts().get(book)
    if found is None:
        raise NotOnTheMenu(
            _("There is no history as it happened of %(book)r.") % {"book": book},
            remedy=_("Choose one of the list."),
        )
    slug = found.slug if _is_here(found.slug) else ""
    played = _played(slug) if slug else {}
    turns = tuple(
        ToldTurn(number=number, turn=_turn_in_language(turn), **played.get(turn.turn, {"phase": 0}))
        for number, turn in enumerate(found.turns, 1)
    )
    chapters = (*_chapters(turns), _departures(turns))
    at = next((n for n, each in enumerate(chapters) if year in ("", each.key)), None)
    if at is None:
        raise NotOnTheMenu(
            _("No chapter of this reading begins with %(year)r.") % {"year": year},
            remedy=_("Choose one of its chapters."),
        )
    return Reading(
        script=in_language(found),
        book_title=title_of(found),
        slug=slug,
        chapters=chapters,
        chapter=chapters[at],
        before=chapters[at - 1] if at else None,
        after=chapters[at + 1] if at + 1 < len(chapters) else None,
    )


def _played(slug: str) -> dict[str, dict[str, Any]]:
    """Of each turn of a campaign, by its title: its first phase, and the greatest news with the phase that it was in."""
    rows = Phase.objects.filter(campaign__slug=slug, undone_at__isnull=True).order_by("number")
    result: dict[str, dict[str, Any]] = {}
    weights: dict[str, int] = {}
    for turn, number, headline, weight in rows.values_list(
        "turn_title", "number", "headline", "weight"
    ):
        own = result.setdefault(turn, {"phase": number})
        if headline and weight > max(weights.get(turn, 0), NOTABLE - 1):
            weights[turn] = weight
            own |= {"headline": headline, "told": number}
    return result


def _chapters(turns: Sequence[ToldTurn]) -> tuple[Chapter, ...]:
    """The turns by whole years, in parts of about the same length."""
    enough = len(turns) / math.ceil(len(turns) / MOST_TURNS)
    parts: list[list[ToldTurn]] = [[]]
    for _year_of, told in groupby(turns, lambda told: _year(told.turn)):
        if len(parts[-1]) >= enough:
            parts.append([])
        parts[-1] += told
    return tuple(
        Chapter(
            key=first,
            title=first
            if first == last
            else _("%(first)s to %(last)s") % {"first": first, "last": last},
            turns=part,
        )
        for part in parts
        for first, last in [(_year(part[0].turn), _year(part[-1].turn))]
    )


def _departures(turns: Sequence[ToldTurn]) -> Chapter:
    """The turns in which the rules did not let history do as it did."""
    title = _("Where it departs from the war, and why")
    return Chapter(key=DEPARTURES, title=title, turns=[told for told in turns if told.turn.here])


def _year(turn: Turn) -> str:
    match = re.search(r"\d{4}", turn.turn)
    assert match, "every turn of a script is named by its year"
    return match[0]


def commentary_on(slug: str, turn_title: str) -> tuple[Script, Turn] | None:
    """The commentary on one turn of a campaign, if it is one that follows history. No question to the
    database for any other.
    """
    if not is_told(slug) or not _is_here(slug):
        return None
    found = scripts()[_slugs()[slug]]
    turn = next((turn for turn in found.turns if turn.turn == turn_title), None)
    return (in_language(found), _turn_in_language(turn)) if turn else None


def is_told(slug: str) -> bool:
    """Whether there is a commentary under this slug, by its name alone."""
    return slug in _slugs()


def _is_here(slug: str) -> bool:
    """Whether the campaign under this slug is the very one that came of the script."""
    last = Campaign.objects.filter(slug=slug, private=False, dice_given=True)
    return last.values_list("log_hash", flat=True).first() == files.last_of(slug)


@cache
def scripts() -> Mapping[str, Script]:
    """Every script, by the key of its book."""
    return {book: script.of(book) for book in script.books()}


@cache
def _slugs() -> Mapping[str, str]:
    return {found.slug: book for book, found in scripts().items()}


def in_language(found: Script) -> Script:
    """What a script says of itself, in the language of its reader. Its turns are told one by one."""
    return structs.replace(found, title=paragraph(found.title), about=paragraph(found.about))


def _turn_in_language(turn: Turn) -> Turn:
    here = tuple(
        structs.replace(one, history=paragraph(one.history), here=paragraph(one.here))
        for one in turn.here
    )
    return structs.replace(turn, history=paragraph(turn.history), here=here)


def title_of(found: Script) -> str:
    """What the book of a script is called, in the revision by which it is played."""
    return rulebooks.load(found.rulebook, found.revision).title
