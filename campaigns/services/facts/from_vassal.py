"""What a saved game of VASSAL says of the map: suggestions to the one who sends it, and nothing else.

The file is read by a process of its own and kept nowhere; nothing is declared, written or told to
anybody.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from campaigns.errors import NotNow, NotOnTheMenu, SignInFirst
from campaigns.rulebooks import dispatch_text
from campaigns.selectors.facts import mappings
from campaigns.selectors.facts.map_desk import draft_of
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.reader.access import Reading, reading
from campaigns.services.log.rate_limits import rate_limited
from campaigns.vassal import asking, compiling, mapping
from campaigns.vassal.plan import Count, CountedPieces, Plan

MOST_LINES = dispatch_text.MOST_LINES


class Suggested(Struct, frozen=True, kw_only=True):
    """One fact as the pieces say it: its line of text, what it changes in words, and the pieces."""

    line: str
    label: str
    before: str
    after: str
    pieces: tuple[tuple[str, int], ...]
    more: int

    @property
    def because(self) -> str:
        """The pieces that led to it, in words."""
        found = named(self.pieces) or "no such piece"
        return f"{found}, and {self.more} more" if self.more else found


class Against(Struct, frozen=True, kw_only=True):
    """A place in which pieces of several sides stand, so that nothing is suggested."""

    label: str
    sides: tuple[str, ...]


class FromVassal(Struct, frozen=True, kw_only=True):
    """What a saved game says, for one power. ``same`` counts facts that are so already, or written so;
    ``left`` those for which there was no room; ``others`` are facts that this power cannot declare.
    ``beyond`` are facts for which the pieces give a value that they cannot have, with why.
    ``wrong`` are lines of the mapping that the rules do not understand.
    """

    count: Count
    lines: tuple[Suggested, ...]
    against: tuple[Against, ...]
    same: int
    left: int
    others: tuple[str, ...]
    beyond: tuple[str, ...]
    wrong: tuple[mapping.Wrong, ...]

    @property
    def left_out(self) -> bool:
        """Whether anything was left out that its page names."""
        pieces = self.count.unknown or self.count.empty or self.count.without_value
        return bool(pieces or self.others or self.beyond or self.wrong)

    @property
    def strangers(self) -> str:
        """The pieces that the mapping does not know, in words."""
        return named(self.count.unknown)


def named(pieces: Iterable[tuple[str, int]]) -> str:
    """Names of pieces with how many there are of each."""
    return ", ".join(name if count == 1 else f"{name} ×{count}" for name, count in pieces)


@rate_limited("save")
def suggested(slug: str, *, by: Any, power: str, data: bytes, module: str = "") -> FromVassal:
    """What a saved game says of the map, as far as the power may declare it and its view does not say so.
    ``module`` chooses the mapping by which it is read, whatever module it names; else that decides.

    Raises ``NotYours``, ``NotNow`` where nothing is open or there is no mapping, and ``NotOnTheMenu``
    for a file that cannot be read.
    """
    if by is None:
        raise SignInFirst(_("Facts are declared by players."), remedy=_("Sign in first."))
    at = reading(slug, by, power)
    at.view_for(power)
    if at.phase is None:
        raise NotNow(_("Nothing is open to be declared in this campaign."))
    plans, wrong = _plans(at, module)
    count = asking.counted(data, plans)
    return _told(at, power, count, plans[count.plan], wrong[count.plan])


def _plans(
    at: Reading, module: str
) -> tuple[tuple[Plan, ...], tuple[tuple[mapping.Wrong, ...], ...]]:
    """The mappings that may read a save, as the campaign's rules understand them; of a chosen one every save.
    Raises ``NotNow`` where there is none, and ``NotOnTheMenu`` if there is none of that name.
    """
    if module:
        chosen = mappings.to_choose(at.campaign).get(module)
        if chosen is None:
            raise NotOnTheMenu(
                _("There is no mapping for “%(was)s”.") % {"was": module},
                field="module",
                remedy=_("Open the page again."),
            )
        texts = [chosen]
    else:
        texts = list(mappings.by_themselves(at.campaign).values())
    made = []
    for text in texts:
        found, wrong = mapping.read(text)
        if found is not None:
            plan, more = compiling.compiled(at.book, found)
            made.append((replace(plan, module="*") if module else plan, (*wrong, *more)))
    if not made:
        raise NotNow(
            _("This campaign has no mapping yet, so nothing is known of the pieces of any module."),
            remedy=_("Ask the moderator for one (docs/vassal.md)."),
        )
    plans, wrong_lines = zip(*made, strict=True)
    return plans, wrong_lines


def _told(
    at: Reading, power: str, count: Count, plan: Plan, wrong: tuple[mapping.Wrong, ...]
) -> FromVassal:
    view = at.view_for(power)
    mine = dispatch_text.declarable(at.book, view, power)
    written = draft_of(at, power).values
    lines: list[Suggested] = []
    others: list[str] = []
    beyond: list[str] = []
    same = 0
    for found in count.found:
        spec = at.book.facts[plan.rules[found.rule].fact]
        if found.value is None:
            continue
        now = view.facts.get(spec.key, spec.default)
        if written.get(spec.key, now) == found.value:
            same += 1
        elif spec.key not in mine:
            others.append(spec.label)
        elif problem := mine[spec.key].problem(found.value):
            beyond.append(problem)
        else:
            lines.append(
                Suggested(
                    line=dispatch_text.lexicon(at.book).line(spec.key, found.value),
                    label=spec.label,
                    before=value_in_words(spec, now, at),
                    after=value_in_words(spec, found.value, at),
                    pieces=found.pieces,
                    more=found.more,
                )
            )
    return FromVassal(
        count=count,
        lines=tuple(lines[:MOST_LINES]),
        against=tuple(_against(at, plan, count.found)),
        same=same,
        left=max(0, len(lines) - MOST_LINES),
        others=tuple(others),
        beyond=tuple(beyond),
        wrong=wrong,
    )


def _against(at: Reading, plan: Plan, found: Iterable[CountedPieces]) -> Iterator[Against]:
    for one in found:
        if one.value is None:
            label = at.book.facts[plan.rules[one.rule].fact].label
            yield Against(label=label, sides=one.sides)
