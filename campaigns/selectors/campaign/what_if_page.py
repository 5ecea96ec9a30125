"""A reader's own what-ifs: what can be tried, what was tried, and the story of one of them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from campaigns.errors import NoSuchPage
from campaigns.models import WhatIf
from campaigns.rulebooks import menus
from campaigns.rulebooks.whatif.simulate import MOST_PHASES, Odds, SimulatedPhase, Simulation
from campaigns.sealed import sealing
from campaigns.selectors.history.phase_story import LedgerChange
from campaigns.selectors.log.played_cards import StoryLine, story_line
from campaigns.selectors.orders import what_if_contents
from campaigns.selectors.orders.own_orders import plan_names
from campaigns.selectors.phase.phase_strip import (
    head_of,
    own_draft,
    phase_line,
    reader_of,
    sheets_of,
)
from campaigns.selectors.phase.records import BasePage, PhaseLine, PlanName
from campaigns.selectors.reader.access import Reading, power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Line
from rules.kernel.serial import shaped
from rules.kernel.tally import Tally


class TriedLine(msgspec.Struct, frozen=True, kw_only=True):
    """One what-if in the list. ``state`` is waiting, done or failed; ``name`` that of the orders that
    were tried (the autopilot's without one).
    """

    number: int
    at: datetime
    state: str
    title: str
    phases: int
    name: str
    current: bool


class ToldLine(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened in thought, with the odds of the dice that decided it, if any did."""

    said: StoryLine
    odds: tuple[Odds, ...]


class ToldPhase(msgspec.Struct, frozen=True, kw_only=True):
    """One phase in thought: what happened, what changed, and what everybody had handed in."""

    title: str
    turn_title: str
    headline: str
    lede: str
    lines: tuple[ToldLine, ...]
    changes: tuple[LedgerChange, ...]
    orders: tuple[tuple[Badge, str], ...]


class ToldStory(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one."""

    number: int
    guesses: tuple[str, ...]
    phases: tuple[ToldPhase, ...]
    ended: str
    counted_all: bool


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """One what-if; ``story`` is ``None`` until it was played, and where that failed."""

    line: TriedLine
    story: ToldStory | None


class WhatIfPage(BasePage, frozen=True, kw_only=True):
    """The page of one power. ``possible`` says whether the campaign's rules can be played on from a
    view; else ``newer`` names rules that can, or is empty. ``asked`` says whether the phase awaits an
    order of the power.
    """

    phase: PhaseLine | None
    asked: bool
    has_draft: bool
    plans: tuple[PlanName, ...]
    most_phases: int
    most_kept: int
    tried: tuple[TriedLine, ...]
    shown: TriedLine | None
    story: ToldStory | None


def what_if_page(
    slug: str, person: Any, power: str | None = None, number: int | None = None
) -> WhatIfPage:
    """The page, with the story of one what-if: that of this ``number``, else the newest.

    Raises ``NoSuchPage`` where there is none of this number.
    """
    at = reading(slug, person, power)
    rows = _rows(at)
    row = _numbered(rows, number) if number is not None else next(iter(rows), None)
    acting = at.acting
    sheets = sheets_of(at)
    return WhatIfPage(
        head=head_of(at),
        reader=reader_of(at),
        phase=phase_line(at),
        asked=_asked(at),
        has_draft=acting is not None and own_draft(at, sheets, acting) is not None,
        plans=plan_names(at, acting) if at.phase and acting and at.person else (),
        most_phases=MOST_PHASES,
        most_kept=what_if_contents.MOST_KEPT,
        tried=tuple(_line(at, each) for each in rows),
        shown=_line(at, row) if row is not None else None,
        story=_story(at, row) if row is not None else None,
    )


def tried(slug: str, person: Any, power: str) -> tuple[TriedLine, ...]:
    """What the reader tried for one of their powers, newest first. Raises ``NotYours`` for another's."""
    at = reading(slug, person, power)
    at.view_for(power)
    return tuple(_line(at, row) for row in _rows(at))


def tried_one(slug: str, person: Any, power: str, number: int) -> Tried:
    """One of them with its story. Raises ``NoSuchPage`` where there is none of this number."""
    at = reading(slug, person, power)
    at.view_for(power)
    row = _numbered(_rows(at), number)
    return Tried(line=_line(at, row), story=_story(at, row))


def _rows(at: Reading) -> list[WhatIf]:
    if at.acting is None or at.person is None:
        return []
    return list(at.campaign.what_ifs.filter(power=at.acting, by=at.person).order_by("-number"))


def _numbered(rows: Iterable[WhatIf], number: int) -> WhatIf:
    for row in rows:
        if row.number == number:
            return row
    raise NoSuchPage(_("There is no such what-if."), remedy=_("Choose one from the list."))


def _asked(at: Reading) -> bool:
    if at.phase is None or at.acting is None:
        return False
    menu = menus.power_menu(at.phase, at.acting).menu
    return menu is not None and bool(menu.fields)


def _content(row: WhatIf) -> what_if_contents.WhatIfContent | None:
    try:
        return what_if_contents.opened(row)
    except (sealing.CannotUnseal, ValueError):
        return None


def _line(at: Reading, row: WhatIf) -> TriedLine:
    content = _content(row)
    state = "waiting" if row.state in (WhatIf.State.WAITING, WhatIf.State.RUNNING) else row.state
    late = at.now - row.at > timedelta(seconds=what_if_contents.STALE)
    return TriedLine(
        number=row.number,
        at=row.at,
        state="failed" if content is None or (state == "waiting" and late) else str(state),
        title=content.title if content else "",
        phases=content.phases if content else 0,
        name=content.name if content else "",
        current=content is not None
        and at.phase is not None
        and (content.phase == at.phase.number or content.order is None),
    )


def _story(at: Reading, row: WhatIf) -> ToldStory | None:
    content = _content(row)
    story: Simulation | None = content.story if content else None
    if story is None:
        return None
    return ToldStory(
        number=row.number,
        guesses=story.guesses,
        phases=tuple(_phase(at, phase) for phase in story.phases),
        ended=story.ended,
        counted_all=story.counted_all,
    )


def _phase(at: Reading, phase: SimulatedPhase) -> ToldPhase:
    return ToldPhase(
        title=phase.title,
        turn_title=phase.turn_title,
        headline=phase.headline,
        lede=phase.lede,
        lines=tuple(
            ToldLine(said=story_line(at, _read(each.line)), odds=each.odds) for each in phase.lines
        ),
        changes=tuple(
            LedgerChange(
                label=row["label"],
                before=row["before"],
                after=row["after"],
                change=row["change"],
                by=at.badge(row.get("actor", "")),
            )
            for row in phase.changes
        ),
        orders=tuple((power_badge(at.book, power), words) for power, words in phase.orders),
    )


def _read(data: Any) -> Line:
    """A line from plain data, with its tally."""
    line = shaped(data, Line)
    detail = line.detail
    if isinstance(detail, dict) and "rows" in detail:
        return msgspec.structs.replace(line, detail=shaped(detail, Tally))
    return msgspec.structs.replace(line, detail=None)
