"""The tables of a campaign's rules: what its book ships, what the group has otherwise, and what another value
would change.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns import rulebooks
from campaigns.cache import Cache, fingerprint
from campaigns.catalogue.cutting import Table
from campaigns.catalogue.effects import effects, fewer
from campaigns.catalogue.lookup import Catalogue, catalogue_of
from campaigns.catalogue.proposing import Proposed, proposed, proposed_switches
from campaigns.catalogue.table_lines import RuleTable, TableLine, line_of, row_of, shown
from campaigns.domain.wording import in_readers_words
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, NotYours, SignInFirst
from campaigns.rulebooks.values import overrides as value_overrides
from campaigns.rulebooks.values.overrides import TABLES, VARIANTS, ValueChange
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.rules.book_choices import SwitchLine, switch_lines
from core.records import like
from rules.kernel.serial import canonical, plain


class SwitchNow(Struct, frozen=True, kw_only=True):
    """A variant switch in play: what it is now, and why a choice cannot be taken in play, by choice."""

    number: int
    line: SwitchLine
    now: str
    barred: dict[str, str]
    text: str

    @property
    def may(self) -> bool:
        """Whether any other choice can be taken in play."""
        return len(self.barred) < len(self.line.choices) - 1


class Before(Struct, frozen=True, kw_only=True):
    """One value that would be changed."""

    label: str
    before: str
    after: str
    rule: str


class Seen(Struct, frozen=True, kw_only=True):
    """One thing that players see and that would differ; no ``powers``: all see it."""

    powers: tuple[Badge, ...]
    label: str
    before: str
    after: str
    rule: str


class TablesQuery(Struct, frozen=True, kw_only=True):
    """What would change: the values, what players see of it, how much more of that there is, what is wrong,
    and the changes as an override takes them.
    """

    values: tuple[Before, ...]
    seen: tuple[Seen, ...]
    more: int
    problem: str
    changes: str
    rule: str


class RuleTables(BasePage, frozen=True, kw_only=True):
    """The page: the tables by chapter, or one of them, or the switches. ``may`` says that the reader may
    propose other values.
    """

    may: bool
    words: str
    chapters: tuple[tuple[str, tuple[TableLine, ...]], ...]
    table: RuleTable | None
    switches: tuple[SwitchNow, ...]
    look: TablesQuery | None


SWITCHES = "switches"
"""What the variant switches are asked for by, as if they were a table."""


def rule_tables(
    slug: str,
    person: Any = None,
    *,
    words: str = "",
    table: str = "",
    rows: str = "",
    page: int = 1,
) -> RuleTables:
    """The page of tables: those in which all these words stand, or one of them. Raises ``NotOnTheMenu``."""
    at = reading(slug, person)
    return _page(at, words=words, table=table, rows=rows, page=page)


def looked(
    slug: str,
    person: Any,
    *,
    table: str,
    given: Mapping[int, str],
    rows: str = "",
    page: int = 1,
) -> RuleTables:
    """The page of one table with what was written there for its values, by their numbers, and what would
    come of it. Only for who may override. Raises ``NotYours``, ``NotNow`` and ``NotOnTheMenu``.
    """
    at = reading(slug, person)
    if not _may(at):
        _refuse(at)
    cat, view = catalogue_of(at.book), at.public_view
    if table == SWITCHES:
        wanted = proposed_switches(list(at.book.switches), view.variants, given)
    else:
        _table_of(cat, table)
        wanted = proposed(cat, table, _overrides(view), given)
    look = _look(at, cat, wanted)
    return _page(at, table=table, rows=rows, page=page, given=given, wanted=wanted, look=look)


def list_of(slug: str, person: Any = None) -> tuple[TableLine, ...]:
    """Every table of a campaign's rules, for programs."""
    at = reading(slug, person)
    cat = catalogue_of(at.book)
    return tuple(line_of(cat, one, _overrides(at.public_view)) for one in cat.tables.values())


def one_of(slug: str, person: Any, table: str) -> RuleTable:
    """One table with all its rows, for programs. Raises ``NotOnTheMenu``."""
    at = reading(slug, person)
    cat = catalogue_of(at.book)
    return shown(cat, _table_of(cat, table), _overrides(at.public_view), most=10_000)


def _may(at: Reading) -> bool:
    return at.is_moderator and at.phase is not None


def _refuse(at: Reading) -> None:
    if at.person is None:
        raise SignInFirst(_("Sign in first."))
    if not at.is_moderator:
        raise NotYours(_("Only a moderator of this campaign can propose other values."))
    raise NotNow(_("No phase is open."), remedy=_("Values are changed while a phase is open."))


def _overrides(view: Any) -> dict[str, Any]:
    return dict(getattr(view, TABLES, {}))


def _table_of(cat: Catalogue, key: str) -> Table:
    if key not in cat.tables:
        raise NotOnTheMenu(
            _("There is no such table."), field="table", remedy=_("Choose one from the list.")
        )
    return cat.tables[key]


def _page(
    at: Reading,
    *,
    words: str = "",
    table: str = "",
    rows: str = "",
    page: int = 1,
    given: Mapping[int, str] | None = None,
    wanted: Proposed | None = None,
    look: TablesQuery | None = None,
) -> RuleTables:
    cat, view, may = catalogue_of(at.book), at.public_view, _may(at)
    overrides, words = _overrides(view), words.strip()[:100]
    found = None
    if table and table != SWITCHES:
        problems = wanted.problems if wanted else {}
        one = _table_of(cat, table)
        found = shown(cat, one, overrides, rows=rows, page=page, given=given, problems=problems)
    return RuleTables(
        head=head_of(at),
        reader=reader_of(at),
        may=may,
        words=words,
        chapters=() if table else _chapters(cat, overrides, words),
        table=found,
        switches=_switches(at, view, given or {}) if table == SWITCHES else (),
        look=look,
    )


def _chapters(
    cat: Catalogue, overrides: Mapping[str, Any], words: str
) -> tuple[tuple[str, tuple[TableLine, ...]], ...]:
    """The tables in whose words, or in those of whose rows, all these stand; by chapter."""
    sought = words.casefold().split()
    found: dict[str, list[TableLine]] = {}
    for table in cat.tables.values():
        said = " ".join((table.chapter, table.title, *(row.title for row in table.rows))).casefold()
        if all(word in said for word in sought):
            found.setdefault(table.chapter, []).append(line_of(cat, table, overrides))
    return tuple((chapter, tuple(lines)) for chapter, lines in found.items())


def _switches(at: Reading, view: Any, given: Mapping[int, str]) -> tuple[SwitchNow, ...]:
    may = _may(at)
    state = fingerprint(rulebooks.package_of(at.book), canonical(view))
    return tuple(
        SwitchNow(
            number=number,
            line=line,
            now=view.variants.get(line.key, line.default),
            barred=_barred.get((state, line.key), partial(_barred_of, at, view, line))
            if may
            else {},
            text=given.get(number, view.variants.get(line.key, line.default)),
        )
        for number, line in enumerate(switch_lines(at.book))
    )


_barred = Cache(100_000)
"""What cannot be chosen, by switch, revision and public view: a page that is looked at again asks no rulebook."""


def _barred_of(at: Reading, view: Any, line: SwitchLine) -> dict[str, str]:
    """Why choices cannot be taken in play: the rulebook is asked to go on from each."""
    now, barred = view.variants.get(line.key), {}
    for choice in line.choices:
        if choice != now:
            change = ValueChange(path=(VARIANTS, line.key), before=now, after=choice)
            try:
                value_overrides.applied(at.book, view, [change])
            except CampaignError as error:
                barred[choice] = error.message
    return barred


def _look(at: Reading, cat: Catalogue, wanted: Proposed) -> TablesQuery | None:
    if wanted.problems:
        return None
    changes = wanted.changes
    if not changes:
        return TablesQuery(
            values=(), seen=(), more=0, problem=_("Nothing is changed."), changes="", rule=""
        )
    view, seen, problem = at.public_view, list[Seen](), ""
    more = 0
    try:
        after = value_overrides.applied(at.book, view, changes)
    except CampaignError as error:
        problem = in_readers_words(cat.said(str(error)), at.campaign.rulebook)
    else:
        listed, more = fewer(effects(at.book, view, after))
        seen = [like(Seen, one, powers=at.badges(one.powers)) for one in listed]
    rules = [cat.rule(one.path[1]) for one in changes if one.path[0] == TABLES]
    rules += [at.book.switches[o.path[1]].rule for o in changes if o.path[0] == VARIANTS]
    return TablesQuery(
        values=_befores(at, changes),
        seen=tuple(seen),
        more=more,
        problem=problem,
        changes=json.dumps(plain(list(changes))),
        rule=next((rule for rule in rules if rule in at.book.index), ""),
    )


def _befores(at: Reading, changes: Sequence[ValueChange]) -> tuple[Before, ...]:
    cat, found = catalogue_of(at.book), []
    for change in changes:
        if change.path[0] == VARIANTS:
            switch = at.book.switches[change.path[1]]
            label, rule = (
                _("Variant: %(label)s")
                % {"label": in_readers_words(switch.label, at.campaign.rulebook)},
                switch.rule,
            )
            before, after = (switch.choices.get(v, str(v)) for v in (change.before, change.after))
        else:
            label, before, after = row_of(cat, change)
            rule = cat.rule(change.path[1])
        found.append(Before(label=label, before=before, after=after, rule=rule))
    return tuple(found)
