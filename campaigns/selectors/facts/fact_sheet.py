"""The fact sheet: what the map says, who said so, and who agreed."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Window
from django.db.models.functions import RowNumber
from msgspec import Struct

from campaigns import rulebooks
from campaigns.rulebooks.states import HEAVY
from campaigns.selectors.facts import fact_versions
from campaigns.selectors.log.entry_text import value_in_words
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import BasePage
from campaigns.selectors.reader.access import Reading, reading
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.facts import FactSpec
from rules.kernel.menus import Declare, Menu, PickMany
from rules.kernel.serial import canonical


class Claimed(Struct, frozen=True, kw_only=True):
    """That a fact was declared or corrected. ``by`` is ``None`` for the moderator."""

    before: Any
    value: Any
    words: str
    by: Badge | None
    by_name: str
    at: datetime
    phase_number: int | None
    confirmed_by: Badge | None
    confirmed_at: datetime | None


class ObjectionLine(Struct, frozen=True, kw_only=True):
    """Who does not agree to what was declared: what it is ``instead``, in words (empty where that was
    not said), and why.
    """

    by: Badge | None
    instead: str
    reason: str


class Waits(Struct, frozen=True, kw_only=True):
    """What somebody declared a fact to be, which waits for a look, in words."""

    by: Badge | None
    words: str


class FactLine(Struct, frozen=True, kw_only=True):
    """One fact: its value now (``words`` for people), the values to choose
    from with their words, its latest claim if any, who disputes that, what waits, how many ``claims`` there
    are of it, and what this reader may do about it (for which of his powers). ``version`` is
    sent back with a change, so that nothing is overwritten that was not seen. ``history`` are all its
    claims, newest first, where this fact alone was asked for.
    """

    spec: FactSpec
    value: Any
    version: str
    words: str
    choices: tuple[tuple[str, str], ...]
    claim: Claimed | None
    disputed: ObjectionLine | None
    waits: Waits | None
    claims: int
    history: tuple[Claimed, ...]
    may_declare: tuple[str, ...]
    unconfirmed: bool
    may_confirm: tuple[str, ...]
    may_dispute: tuple[str, ...]

    @property
    def seen(self) -> str:
        """The version of this fact alone, as a form sends it back."""
        return canonical({self.spec.key: self.version}).decode()

    def said(self, value: Any) -> str:
        """Any value that this fact may have, for people."""
        if self.spec.type == "yes":
            return "yes" if value else "no"
        return dict(self.choices).get(value, str(value))


class FactSection(Struct, frozen=True, kw_only=True):
    """A heading of the sheet with its facts."""

    key: str
    title: str
    facts: tuple[FactLine, ...]


class FactSheet(BasePage, frozen=True, kw_only=True):
    """The whole sheet. ``acts`` are the menus by which the acting power declares and confirms, ``map_look``
    says when what is declared takes effect (``at_once``, ``both``, ``deadline``). ``corrects``: the reader may
    correct facts now, as a moderator.
    """

    sections: tuple[FactSection, ...]
    acts: tuple[Menu, ...]
    map_look: str
    corrects: bool = False

    @property
    def declares(self) -> bool:
        """Whether the acting power may declare any fact now."""
        return any(rulebooks.is_a(field, Declare) for menu in self.acts for field in menu.fields)

    def seen(self) -> dict[str, str]:
        """The versions on this sheet, but for those of facts that never changed."""
        lines = (line for section in self.sections for line in section.facts)
        return {
            line.spec.key: line.version
            for line in lines
            if line.version != fact_versions.first(line.spec)
        }


def fact_sheet(
    slug: str, person: Any = None, power: str | None = None, fact: str = ""
) -> FactSheet:
    """The fact sheet as this reader sees it; of one ``fact`` alone with all that was ever said of it, where
    one is asked for by its key.
    """
    at = reading(slug, person, power)
    acts = {mine: _acts(at, mine) for mine in at.powers}
    claims, times = _claims(at, fact)
    declare = {mine: _declarable(menus) for mine, menus in acts.items()}
    confirm = {mine: _named_in(at, menus, "confirm") for mine, menus in acts.items()}
    waits = _waits(at)
    dispute = {mine: _named_in(at, menus, "dispute") for mine, menus in acts.items()}
    return FactSheet(
        head=head_of(at),
        reader=reader_of(at),
        sections=tuple(
            FactSection(
                key=group.key,
                title=group.title,
                facts=tuple(
                    FactLine(
                        spec=spec,
                        value=at.view.facts.get(spec.key, spec.default),
                        version=fact_versions.version(
                            times.get(spec.key, 0),
                            at.view.facts.get(spec.key, spec.default),
                        ),
                        words=value_in_words(spec, at.view.facts.get(spec.key, spec.default), at),
                        choices=tuple(
                            (option, value_in_words(spec, option, at)) for option in spec.options
                        ),
                        claim=next(iter(claims.get(spec.key, ())), None),
                        disputed=_objection(at, spec),
                        waits=waits.get(spec.key),
                        claims=times.get(spec.key, 0),
                        history=tuple(claims.get(spec.key, ())) if fact else (),
                        may_declare=tuple(mine for mine in at.powers if spec.key in declare[mine]),
                        unconfirmed=spec.key in at.declared_facts,
                        may_confirm=tuple(mine for mine in at.powers if spec.key in confirm[mine]),
                        may_dispute=tuple(mine for mine in at.powers if spec.key in dispute[mine]),
                    )
                    for spec in at.book.facts
                    if spec.group == group.key and fact in ("", spec.key)
                ),
            )
            for group in at.book.facts.groups
            if not fact or (fact in at.book.facts and at.book.facts[fact].group == group.key)
        ),
        acts=acts.get(at.acting or "", ()),
        map_look=at.campaign.policy.map_look,
        corrects=at.is_moderator and at.phase is not None,
    )


def _acts(at: Reading, power: str) -> tuple[Menu, ...]:
    if at.phase is None or not at.may(power, "seal"):
        return ()
    return at.book.acts(at.view_for(power), power)


def _declarable(menus: tuple[Menu, ...]) -> frozenset[str]:
    """The facts that these menus let a power declare."""
    fields = [field for menu in menus for field in menu.fields if rulebooks.is_a(field, Declare)]
    return frozenset(spec.key for field in fields for spec in field.facts)


def _named_in(at: Reading, menus: tuple[Menu, ...], order: str) -> frozenset[str]:
    """The facts that a power may choose in its act of this kind: to confirm, or to dispute them. Those that the
    site's dice or its rules entered are not put to anybody.
    """
    asked = [field for menu in menus if menu.order == order for field in menu.fields]
    fields = [field for field in asked if rulebooks.is_a(field, PickMany)]
    choices = [choice for field in fields for choice in field.choices if choice.barred is None]
    named = frozenset(choice.value for choice in choices if choice.value in at.book.facts)
    return named & at.declared_facts if named else named


def _objection(at: Reading, spec: FactSpec) -> ObjectionLine | None:
    """Who disputes what a fact says now."""
    claim = at.view.claims.get(spec.key)
    if claim is None or not (said := claim.disputed):
        return None
    instead = "" if said.instead is None else value_in_words(spec, said.instead, at)
    return ObjectionLine(by=at.badge(said.by), instead=instead, reason=said.reason)


def _waits(at: Reading) -> dict[str, Waits]:
    """What waits for a look, by fact."""
    if at.is_behind:
        return {}
    return {
        key: Waits(
            by=at.badge(what.power), words=value_in_words(at.book.facts[key], line.value, at)
        )
        for what in at.pending
        for key, line in what.lines.items()
        if key in at.book.facts
    }


def _claims(at: Reading, fact: str) -> tuple[dict[str, list[Claimed]], dict[str, int]]:
    """The newest claim of each fact, or all those of one, newest first, and how many there are of each; but for
    what was undone.
    """
    found: dict[str, list[Claimed]] = {}
    times: dict[str, int] = {}
    asked = at.claims_in_line.annotate(times=Window(Count("pk"), partition_by="key"))
    if fact:
        asked = asked.filter(key=fact)
    else:
        place = Window(RowNumber(), partition_by="key", order_by="-pk")
        asked = asked.annotate(place=place).filter(place=1)
    heavy = (f"phase__{each}" for each in HEAVY)
    rows = list(asked.select_related("phase").defer(*heavy).order_by("-pk"))
    known = at.people(row.person_id for row in rows)
    for row in rows:
        if row.key not in at.book.facts:
            continue
        spec = at.book.facts[row.key]
        # The newest claim shown may have been confirmed after the end of what is shown.
        hidden = at.is_behind and row.key not in found and not _is_confirmed(at, row.key)
        times[row.key] = row.times
        found.setdefault(row.key, []).append(
            Claimed(
                before=row.before,
                value=row.value,
                words=value_in_words(spec, row.value, at),
                by=at.badge(row.power),
                by_name=known.of_seat(row.person_id, row.power),
                at=row.at,
                phase_number=row.phase.number,
                confirmed_by=None if hidden else at.badge(row.confirmed_power),
                confirmed_at=None if hidden else row.confirmed_at,
            )
        )
    return found, times


def _is_confirmed(at: Reading, key: str) -> bool:
    claim = at.view.claims.get(key)
    return claim is not None and bool(claim.confirmed_by)
