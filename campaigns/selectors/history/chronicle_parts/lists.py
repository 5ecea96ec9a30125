"""The lists of a chronicle: what is in force at the end, and the wars and treaties of the game."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from campaigns.chronicles import sampling, weighing, wording
from campaigns.chronicles.spec import ChronicleSpec, Listed
from campaigns.domain.wording import in_readers_words as say
from campaigns.selectors.history.chronicle_parts.records import ListedRows

GROUPS = {"wars": _lazy("Wars and attacks"), "treaties": _lazy("Treaties and loans")}
MOST_LISTED = 10
"""So many lines of a group stand in a chronicle: the first and the weightiest, in the order of time."""


def listed_at_end(board: Any, what: Listed) -> ListedRows:
    """What a board says is in force."""
    rows = []
    for part in sampling.parts_at(board, what.parts):
        whom = tuple(str(sampling.value_at(part, path)) for path in what.whom)
        if what.whom:
            word = sampling.filled(part, what.words)
            if what.names and word not in dict(what.names):
                continue
            rows.append((whom, say(dict(what.names).get(word, word))))
        else:
            rows.append(((), say(str(part))))
    return ListedRows(title=say(what.title), rows=tuple(rows[: what.most]), count=len(rows))


def _told_of_war(event: weighing.Event, told: ChronicleSpec) -> bool:
    """Whether news of another kind, as a fact that was declared or a card, tells of a war."""
    if not told.war_facts or not weighing.is_news(event, told.news):
        return False
    return re.search(told.war_facts, event.head) is not None


def _of(group: str, kinds: Sequence[str], event: weighing.Event, told: ChronicleSpec) -> bool:
    """Whether an event is of a group."""
    if group != "wars":
        return event.kind in kinds
    if told.no_war and re.search(told.no_war, event.head):
        return False
    return event.kind in kinds or _told_of_war(event, told)


def wars_and_treaties(
    events: Sequence[weighing.Event], told: ChronicleSpec
) -> Iterator[ListedRows]:
    """The wars and the treaties of a game with their turns, by the kinds of events that its book counts among them;
    a book that has none of a group has no such list, and a game in which none happened says so.
    """
    for group, kinds in told.pins:
        if group not in GROUPS:
            continue
        found = weighing.by_turn(
            weighing.told_once(event for event in events if _of(group, kinds, event, told))
        )
        first, later = found[:1], found[1:]
        chosen = (*first, *weighing.weightiest(later, MOST_LISTED - 1))
        most = {id(event) for event in chosen}
        rows = tuple(
            ((), f"{say(wording.upper(event.head))}, {say(event.turn)}")
            for event in found
            if id(event) in most
        )
        none = _("None in this game.")
        yield ListedRows(title=str(GROUPS[group]), rows=rows or (((), none),), count=len(found))
    if not any(group in GROUPS for group, _kinds in told.pins):
        none = _("These rules declare no wars and sign no treaties: both belong to the map.")
        yield ListedRows(title=_("Wars and treaties"), rows=(((), none),), count=0)
