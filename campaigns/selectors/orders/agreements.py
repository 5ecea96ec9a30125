"""The page of agreements between powers: what is in force, on the table, owed and past.

The rulebook fills it from the reader's view; here the powers in it get their badges, and what is
the reader's own comes first.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.errors import NoSuchPage
from campaigns.selectors.log.log_lines import deeds_between
from campaigns.selectors.orders.own_orders import orders_of, standing_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of, sheets_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader import record_versions
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.agreements import Agreement, Agreements, Counterpart, Obligation, Paper, Past
from rules.kernel.menus import Menu
from rules.kernel.orders import Problem

OFFER = "offer"
"""The order of an act that puts a text on the table: a proposal, which costs nothing and binds nobody."""
TO_ANSWER, TO_TAKE_BACK = ("agree", "decline"), ("withdraw",)
"""The orders of acts that stand on a proposal itself: of another power, and of one's own or an agreed one. Like
:data:`OFFER` they bind nobody: each can be taken back, so they are done at once.
"""


class Between(Struct, frozen=True, kw_only=True):
    """Something between powers with their badges: an agreement, a paper or a line of history.

    Of a paper ``to`` is to whom it was put, ``other`` is who else concerns it, as the acting power sees it, ``acts`` what that power can do
    about it at once, ``answers`` whether it can put another text in answer, and ``version`` that of what is
    proposed between the two. ``answered`` says that another text was put in answer to it, ``declined_at`` when
    it was declined, where that is known.
    """

    what: Agreement | Paper | Past
    parties: tuple[Badge, ...]
    by: Badge | None
    mine: bool
    to: Badge | None = None
    other: Badge | None = None
    acts: tuple[Menu, ...] = ()
    answers: bool = False
    version: str = ""
    answered: bool = False
    declined_at: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether it waits for an answer of the acting power."""
        declined = getattr(self.what, "state", "") == "declined"
        return self.answers and not self.answered and not declined


class Owed(Struct, frozen=True, kw_only=True):
    """What one power owes, or may do; or several that all owe just the same."""

    badges: tuple[Badge, ...]
    mine: bool
    lines: tuple[Obligation, ...]


class Partner(Struct, frozen=True, kw_only=True):
    """Another power as the acting one's partner; ``chosen`` is the one whose forms are open.

    ``version`` is that of what is proposed between the two.
    """

    badge: Badge
    chosen: bool
    what: Counterpart
    version: str


class AgreementsPage(BasePage, frozen=True, kw_only=True):
    """The whole page. ``acts`` concern no single partner; ``warnings`` are what the acting power's
    own orders, sealed or drafted, would spoil.
    """

    phase_number: int | None
    in_force: tuple[Between, ...]
    papers: tuple[Between, ...]
    obligations: tuple[Owed, ...]
    rights: tuple[Owed, ...]
    history: tuple[Between, ...]
    partners: tuple[Partner, ...]
    acts: tuple[Menu, ...]
    warnings: tuple[Problem, ...] = ()


def agreements_page(
    slug: str, person: Any = None, power: str | None = None, partner: str = ""
) -> AgreementsPage:
    """The page as this reader sees it. ``partner`` chooses whose forms are open.

    Raises ``NoSuchCampaign``, ``NotYours`` for a power that is not his, and ``NoSuchPage`` in a
    book without agreements.
    """
    at = reading(slug, person, power)
    if not at.book.agreements_title:
        raise NoSuchPage(
            _("%(title)s knows no agreements between powers.") % {"title": at.book.title},
            remedy=_("Its other pages are linked above."),
        )
    acting = at.acting if at.phase is not None else None
    view = at.view_for(acting) if acting else at.view
    found: Agreements = at.book.agreements(view, acting)
    return AgreementsPage(
        head=head_of(at),
        reader=reader_of(at),
        phase_number=at.phase.number if at.phase is not None else None,
        in_force=_between(at, found.in_force),
        papers=_on_the_table(at, found, acting),
        obligations=_owed(at, found.obligations),
        rights=_owed(at, found.rights),
        history=_between(at, found.history, keep_order=True),
        partners=_partners(at, found, acting or "", partner),
        acts=found.acts,
        warnings=warnings_of(at, acting) if acting else (),
    )


def in_force_of(at: Reading, power: str) -> tuple[Between, ...]:
    """What is in force and binds one of the reader's own powers, as that power knows it."""
    if not at.book.agreements_title or at.phase is None:
        return ()
    found: Agreements = at.book.agreements(at.view_for(power), power)
    return _between(at, [one for one in found.in_force if power in one.parties])


def papers_to_answer(at: Reading, power: str) -> tuple[Paper, ...]:
    """The proposals of others to one of the reader's powers."""
    if not at.book.agreements_title:
        return ()
    papers = at.book.agreements(at.view_for(power), power).papers
    return tuple(
        paper
        for paper in papers
        if paper.state in ("offered", "proposed")
        and paper.by != power
        and power in paper.parties
        and not _answered(papers, paper)
    )


def papers_declined(at: Reading, power: str) -> tuple[Paper, ...]:
    """The proposals of one of the reader's powers that lie there declined, since its player has the seat."""
    if not at.book.agreements_title:
        return ()
    papers = at.book.agreements(at.view_for(power), power).papers
    mine = [paper for paper in papers if paper.state == "declined" and paper.by == power]
    since = at.since.get(power) if mine else None
    return tuple(paper for paper in mine if not _was_declined_before(at, paper, since))


def agreements_between(at: Reading, parties: frozenset[str]) -> tuple[Between, ...]:
    """What is on the table, in force and past between just these powers, as this reader may know it."""
    if not at.book.agreements_title:
        return ()
    acting = at.acting if at.phase is not None else None
    found: Agreements = at.book.agreements(at.view_for(acting) if acting else at.view, acting)
    theirs = [one for one in found.papers if frozenset(one.parties) == parties]
    rest = [
        row
        for items in (found.in_force, found.history)
        for row in _between(
            at, [one for one in items if frozenset(one.parties) == parties], keep_order=True
        )
    ]
    return (*_on_the_table(at, structs.replace(found, papers=tuple(theirs)), acting), *rest)


def warnings_of(at: Reading, power: str) -> tuple[Problem, ...]:
    """What a power's own orders, sealed or drafted, would spoil."""
    return orders_of(at, power, sheets_of(at), standing_of(at)).warnings


def _on_the_table(at: Reading, found: Agreements, acting: str | None) -> tuple[Between, ...]:
    """What is proposed, with what the acting power can do about it where it lies: what waits for its answer first,
    then its own.
    """
    rows = [_with_acts(at, row, found, acting) for row in _between(at, found.papers)]
    return tuple(sorted(rows, key=lambda row: not row.waits))


def _with_acts(at: Reading, row: Between, found: Agreements, acting: str | None) -> Between:
    paper: Any = row.what
    answered = _answered(found.papers, paper)
    declined = _declined_at(at, paper) if paper.state == "declined" else None
    to = next((badge for badge in row.parties if row.by and badge.key != paper.by), None)
    row = structs.replace(row, to=to, answered=answered, declined_at=declined)
    if not acting or not paper.secret or acting not in paper.parties:
        return row
    [other] = [power for power in paper.parties if power != acting]
    menus = {
        menu.order: menu for item in found.counterparts if item.power == other for menu in item.acts
    }
    theirs = paper.state != "agreed" and paper.by != acting
    wanted = TO_ANSWER if theirs else TO_TAKE_BACK
    return structs.replace(
        row,
        other=at.badge(other),
        acts=tuple(menus[kind] for kind in wanted if kind in menus),
        answers=theirs and OFFER in menus and bool(paper.answer),
        version=record_versions.of_papers(found.papers, acting, other),
    )


def _answered(papers: Iterable[Paper], paper: Paper) -> bool:
    """Whether another text lies there in answer to this one."""
    return any(one.answers == paper.by and set(one.parties) == set(paper.parties) for one in papers)


def _was_declined_before(at: Reading, paper: Paper, since: datetime | None) -> bool:
    declined = _declined_at(at, paper) if since is not None else None
    return since is not None and declined is not None and declined < since


def _declined_at(at: Reading, paper: Paper) -> datetime | None:
    """When a text was last said something about by the power to which it was put."""
    deeds = deeds_between(at, paper.parties, at.campaign.created_at)
    return next((deed.at for deed in reversed(deeds) if deed.by != paper.by), None)


def _between(
    at: Reading, items: Iterable[Agreement | Paper | Past], *, keep_order: bool = False
) -> tuple[Between, ...]:
    """Each with its badges; the reader's own first, unless the order tells something."""
    rows = [
        Between(
            what=item,
            parties=at.badges(item.parties),
            by=at.badge(item.by) if rulebooks.is_a(item, Paper) else None,
            mine=bool(set(item.parties) & set(at.powers)),
        )
        for item in items
    ]
    return tuple(rows if keep_order else sorted(rows, key=lambda row: not row.mine))


def _owed(at: Reading, lines: Iterable[Obligation]) -> tuple[Owed, ...]:
    by_power: dict[str, list[Obligation]] = {}
    for line in lines:
        by_power.setdefault(line.power, []).append(line)
    alike: dict[tuple[bool, tuple[Obligation, ...]], list[str]] = {}
    for power, found in by_power.items():
        said = tuple(structs.replace(line, power="") for line in found)
        alike.setdefault((power in at.powers, said), []).append(power)
    rows = [
        Owed(badges=badges, mine=mine, lines=said)
        for (mine, said), powers in alike.items()
        if (badges := at.badges(powers))
    ]
    return tuple(sorted(rows, key=lambda row: not row.mine))


def _partners(at: Reading, found: Agreements, acting: str, chosen: str) -> tuple[Partner, ...]:
    """The other powers; the one asked for is open, else the first with something on the table."""
    items = found.counterparts
    keys = [item.power for item in items]
    busy = next((item.power for item in items if item.notes), "")
    open_one = chosen if chosen in keys else busy or next(iter(keys), "")
    return tuple(
        Partner(
            badge=badge,
            chosen=item.power == open_one,
            what=item,
            version=record_versions.of_papers(found.papers, acting, item.power),
        )
        for item in items
        if (badge := at.badge(item.power)) is not None
    )
