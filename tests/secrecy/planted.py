"""Leaks to plant: for each door a mistake that somebody could make, told what a power keeps secret.

Each takes a patch and a table and spoils the code of one door, for the campaigns of the table's book
alone. What leaks is what `secrets_of` reads: the orders that lie sealed, from behind every guard.
"""

import zlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaigns.domain.entries.entry import Entry
from campaigns.domain.entries.phases import OrderSealed
from campaigns.errors import NotNow
from campaigns.models import Advice, Deputy, Plan, Sheet, WhatIf
from campaigns.selectors import export
from campaigns.selectors.campaign import what_if_page
from campaigns.selectors.history import charts, forks, rollback
from campaigns.selectors.history import chronicle as chronicle_page
from campaigns.selectors.log import log_lines, rulings
from campaigns.selectors.moderator import overrides_page
from campaigns.selectors.notifications import feeds, inbox, pending, posts
from campaigns.selectors.notifications.kinds.pending_items import SecretItemsWaiting
from campaigns.selectors.orders import plan_contents
from campaigns.selectors.reader import access, deputies
from campaigns.selectors.rules import rule_tables
from campaigns.selectors.seats import advice
from campaigns.services.log import push
from campaigns.services.notifications import enqueue
from campaigns.services.phases import phase_opening
from frontend.views.campaign import campaign as pages
from frontend.views.orders import orders as order_pages
from rules.kernel.serial import canonical
from tests.secrecy.table import Table

Plant = Callable[[pytest.MonkeyPatch, Table], None]

PLANTS: dict[str, tuple[Plant, str]] = {}
"""A leak by its name, with the door at which it must be noticed: an address, or the frames."""


ASKED_TOO = {"deputy": {"former deputy"}}
"""Who would notice a leak beside one player and one other."""


def plant(name: str, *, noticed: str) -> Callable[[Plant], Plant]:
    """Register a leak."""

    def register(sow: Plant) -> Plant:
        PLANTS[name] = sow, noticed
        return sow

    return register


def secrets_of(table: Table) -> str:
    """What the power has sealed or drafted in the phase in play."""
    rows = Sheet.objects.filter(phase=table.phase, power=table.hider).order_by("pk")
    told = []
    for row in rows:
        row.phase.campaign = table.campaign
        told.append(row.content.order)
    return canonical(told).decode()


def loosened(record: Any, secret: str) -> Any:
    """A record with a secret at the end of the first text that it holds, however deep."""
    done, changed = _loosened(record, secret)
    assert done, f"no text in {type(record).__name__}"
    return changed


def _loosened(value: Any, secret: str) -> tuple[bool, Any]:
    if isinstance(value, str):
        return True, value + secret
    for key, part in _parts(value):
        done, changed = _loosened(part, secret)
        if done:
            return True, _with(value, key, changed)
    return False, value


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, msgspec.Struct):
        return [(name, getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, tuple) else ()


def _with(value: Any, key: Any, part: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{key: part})
    if isinstance(value, dict):
        return {**value, key: part}
    return (*value[:key], part, *value[key + 1 :])


def _of_this_book(table: Table, campaign: Any) -> bool:
    return bool(campaign.rulebook == table.script.book)


@plant("board", noticed="api:campaign")
def _board(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The book's board builder looks at what is sealed."""
    honest = table.book.board

    def loose(view: Any, power: str | None) -> Any:
        return loosened(honest(view, power), secrets_of(table))

    patch.setitem(vars(table.book), "board", loose)


@plant("menu", noticed="api:orders")
def _menu(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What others may do has a count in its title that depends on what is sealed."""
    kind = type(table.book)

    def counted(menu: Any, power: str) -> Any:
        if menu is None or power == table.hider:
            return menu
        return msgspec.structs.replace(menu, title=f"{menu.title} ({_count(table)})")

    for name in ("menu", "standing_menu"):
        honest = getattr(kind, name)
        patch.setattr(
            kind, name, lambda self, view, power, f=honest: counted(f(self, view, power), power)
        )
    acts = kind.acts
    patch.setattr(
        kind,
        "acts",
        lambda self, view, power: tuple(counted(menu, power) for menu in acts(self, view, power)),
    )


def _count(table: Table) -> int:
    """A number that follows from what is sealed."""
    return zlib.crc32(secrets_of(table).encode()) % 997


@plant("log line", noticed="api:log")
def _log_line(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A line of the log says what was sealed."""
    honest = log_lines.entry_line

    def telling(entry: Any, at: Any, who: Any) -> Any:
        line = honest(entry, at, who)
        if line and entry.kind == OrderSealed.tag and _of_this_book(table, at.campaign):
            line = msgspec.structs.replace(line, head=line.head + secrets_of(table))
        return line

    patch.setattr(log_lines, "entry_line", telling)


def more_in_entries(
    patch: pytest.MonkeyPatch, kind: type[Entry], letters: Callable[[Any], int]
) -> None:
    """Let the bodies of a kind of entry hold a number more, where there is one for their campaign."""
    entries = phase_opening.entries
    honest, honest_text = entries.append, entries.canonical

    def append(campaign: Any, entry: Any, **more: Any) -> Any:
        number = letters(campaign) if isinstance(entry, kind) else 0
        if not number:
            return honest(campaign, entry, **more)
        body = {**msgspec.to_builtins(entry), "letters": number}
        with patch.context() as inner:
            inner.setattr(entries, "canonical", lambda each: honest_text(body))
            return honest(campaign, entry, **more)

    patch.setattr(entries, "append", append)


@plant("log entry", noticed="api:export")
def _log_entry(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The body of a public entry holds a part of the sealed order."""
    more_in_entries(patch, OrderSealed, lambda at: _of_this_book(table, at) and _count(table))


@plant("push content", noticed="frames")
def _push_content(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A frame for everybody carries the secret."""
    honest = push._send

    def send(slug: str, message: dict[str, Any]) -> None:
        if slug == table.slug and not message["power"]:
            message = {**message, "what": [*message["what"], secrets_of(table)]}
        honest(slug, message)

    patch.setattr(push, "_send", send)


@plant("push number", noticed="frames")
def _push_number(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A draft is told to everybody: the frame says nothing, but it is one more."""
    honest = push.changed

    def changed(slug: str, what: Any, *, power: str = "") -> None:
        honest(slug, what, power=power)
        if slug == table.slug and power and "orders" in what:
            honest(slug, ("readiness",))

    patch.setattr(push, "changed", changed)


@plant("export", noticed="api:export")
def _export(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The file holds the sealed orders of the open phase."""
    honest = export._phase

    def phase(at: Any, row: Any, *given: Any, **named: Any) -> Any:
        record = honest(at, row, *given, **named)
        if row.resolved_at is None and _of_this_book(table, at.campaign):
            order = export.OrderRecord(
                power="", order=secrets_of(table), nonce="", commitment="", how="sealed"
            )
            record = msgspec.structs.replace(record, orders=(order,))
        return record

    patch.setattr(export, "_phase", phase)


@plant("page", noticed="frontend:campaign")
def _page(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The page prints, in its head, what is sealed."""
    honest = pages.strip_context

    def context(part: Any) -> dict[str, Any]:
        made = honest(part)
        if part.head.slug == table.slug:
            made["turn_ordinal"] = secrets_of(table)
        return made

    patch.setattr(pages, "strip_context", context)


@plant("undo", noticed="frontend:rollback")
def _undo(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what would be undone says of the open phase what is sealed."""
    honest = rollback.past_phases

    def telling(at: Any) -> Any:
        found = honest(at)
        if not _of_this_book(table, at.campaign):
            return found
        return tuple(replace(one, title=secrets_of(table)) if one.open else one for one in found)

    patch.setattr(rollback, "past_phases", telling)


@plant("fork", noticed="frontend:fork")
def _fork(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what can be forked says of the open phase what is sealed."""
    honest = forks.past_phases

    def telling(at: Any) -> Any:
        found = honest(at)
        if not _of_this_book(table, at.campaign):
            return found
        return tuple(replace(one, title=secrets_of(table)) if one.open else one for one in found)

    patch.setattr(forks, "past_phases", telling)


@plant("chronicle", noticed="frontend:charts")
def _chronicle(patch: pytest.MonkeyPatch, table: Table) -> None:
    """That there is no chronicle yet is said with what is sealed."""
    honest = chronicle_page._seen

    def telling(at: Any, eyes: str) -> Any:
        if not _of_this_book(table, at.campaign):
            return honest(at, eyes)
        raise NotNow(secrets_of(table), remedy="Read its history so far.")

    patch.setattr(chronicle_page, "_seen", telling)


@plant("charts", noticed="frontend:charts")
def _charts(patch: pytest.MonkeyPatch, table: Table) -> None:
    """That nothing can be charted yet is said with what is sealed."""
    honest = charts.phases_of

    def telling(at: Any) -> Any:
        if not _of_this_book(table, at.campaign):
            return honest(at)
        raise NotNow(secrets_of(table), remedy="Read its page instead.")

    patch.setattr(charts, "phases_of", telling)


@plant("overrides", noticed="frontend:overrides")
def _overrides(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The reason of an override quotes what is sealed."""
    honest = overrides_page._made

    def telling(at: Any) -> Any:
        if not _of_this_book(table, at.campaign):
            return honest(at)
        made = overrides_page.Override(
            number=1, at=at.now, by="", agreed=False, phase=1, rows=(), rule="1",
            reason=secrets_of(table), undoes=0, undone_by=0, said=(), mine="", entry=1,
        )  # fmt: skip
        return (made, *honest(at))

    patch.setattr(overrides_page, "_made", telling)


@plant("rule_tables", noticed="frontend:rule-tables")
def _rule_tables(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The page of tables says what is sealed."""
    honest = rule_tables._page

    def telling(at: Any, **asked: Any) -> Any:
        page = honest(at, **asked)
        return replace(page, words=secrets_of(table)) if _of_this_book(table, at.campaign) else page

    patch.setattr(rule_tables, "_page", telling)


@plant("rulings", noticed="frontend:rulings")
def _rulings(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A ruling quotes what is sealed."""
    honest = rulings.of

    def telling(at: Any) -> Any:
        if not _of_this_book(table, at.campaign):
            return honest(at)
        made = rulings.Ruling(
            number=1, text=secrets_of(table), rule="", at=at.now, by="", agreed=False, phases=(),
            rolls=(), withdrawn="", entry=1,
        )  # fmt: skip
        return (made, *honest(at))

    patch.setattr(rulings, "of", telling)


@plant("plans", noticed="api:plans")
def _plans(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of plans forgets to ask whose they are."""
    honest = plan_contents.own

    def everybodys(phase: Any, power: str, person: Any) -> list[Plan]:
        if phase.campaign.rulebook != table.script.book:
            return honest(phase, power, person)
        found = list(Plan.objects.filter(phase=phase).order_by("pk"))
        for plan in found:
            plan.phase = phase
        return found

    patch.setattr(plan_contents, "own", everybodys)


@plant("what-ifs", noticed="api:what-ifs")
def _what_ifs(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The list of what-ifs forgets to ask whose they are."""
    honest = what_if_page._rows

    def everybodys(at: Any) -> list[WhatIf]:
        if not _of_this_book(table, at.campaign):
            return honest(at)
        found = list(WhatIf.objects.filter(campaign=at.campaign).order_by("-pk"))
        for row in found:
            row.campaign = at.campaign
        return found

    patch.setattr(what_if_page, "_rows", everybodys)


@plant("letter", noticed="letters")
def _letter(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What a letter says hangs on what another power has sealed."""
    _somebody_is_written_to(patch, table, lambda: 1)
    honest = SecretItemsWaiting.text

    def text(kind: SecretItemsWaiting) -> tuple[str, str]:
        subject, text = honest(kind)
        return subject, f"{text} {_count(table)}"

    patch.setattr(SecretItemsWaiting, "text", text)


@plant("number of letters", noticed="letters")
def _number_of_letters(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Whoever plays is told how much waits, whomever it concerns."""
    _somebody_is_written_to(patch, table, lambda: _count(table) % 97)


def _somebody_is_written_to(
    patch: pytest.MonkeyPatch, table: Table, how_much: Callable[[], int]
) -> None:
    """Let everybody find something that waits for them."""
    honest = pending.keys_for

    def found(campaign: Any, person: Any) -> dict[str, str]:
        if not _of_this_book(table, campaign):
            return honest(campaign, person)
        return dict.fromkeys((f"paper/{number}" for number in range(how_much())), "proposal")

    patch.setattr(pending, "keys_for", found)
    enqueue.of_secret(table.campaign, table.phase, at=table.phase.opened_at)


@plant("feed", noticed="frontend:feed")
def _feed(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The feed tells what is sealed in the phase that has opened."""
    honest = posts._named

    def named(phase: Any) -> str:
        more = secrets_of(table) if _of_this_book(table, phase.campaign) else ""
        return honest(phase) + more

    patch.setattr(posts, "_named", named)


@plant("calendar", noticed="frontend:calendar")
def _calendar(patch: pytest.MonkeyPatch, table: Table) -> None:
    """A calendar tells everybody of a deadline how much another power has sealed for it."""

    def deadlines(person: Any) -> tuple[feeds.Deadline, ...]:
        phase = table.phase
        moment = phase.opened_at
        return (
            feeds.Deadline(
                slug=table.slug,
                campaign="",
                number=_count(table),
                phase="",
                sentence="",
                due=moment,
                opened=moment,
                sealed=True,
            ),
        )

    patch.setattr(feeds, "deadlines", deadlines)


@plant("bell", noticed="frontend:inbox")
def _bell(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The bell names the phase that waits, with what another power has sealed in it."""
    honest = inbox._asked

    def asked(at: Any) -> str:
        return honest(at) + (secrets_of(table) if _of_this_book(table, at.campaign) else "")

    patch.setattr(inbox, "_asked", asked)


@plant("advice", noticed="frontend:hand-over")
def _advice(patch: pytest.MonkeyPatch, table: Table) -> None:
    """The packet of a seat shows what others left for those who follow in theirs."""

    def everybodys(campaign: Any, power: str, person: Any) -> list[Advice]:
        found = list(Advice.objects.filter(campaign=campaign).exclude(by=person))
        return found if _of_this_book(table, campaign) else []

    patch.setattr(advice, "inherited", everybodys)


@plant("deputy", noticed="frontend:orders")
def _deputy(patch: pytest.MonkeyPatch, table: Table) -> None:
    """Somebody who stood in for the power is let in although that is over."""

    def ever(campaign: Any, person: int | None, now: Any, power: str = "") -> list[Deputy]:
        return list(Deputy.objects.filter(campaign=campaign, person=person))

    patch.setattr(deputies, "of", ever)
    honest = access._OPENED

    class Asked:
        def first(self, *given: Any) -> Any:
            found = honest.first(*given)
            return (*found[:-1], True) if found is not None else None

    patch.setattr(access, "_OPENED", Asked())


@plant("size", noticed="frontend:orders")
def _size(patch: pytest.MonkeyPatch, table: Table) -> None:
    """An answer to somebody else is longer when more is sealed: nothing of it can be read."""
    honest = order_pages.render

    def padded(request: Any, template: str, context: Any, **more: Any) -> Any:
        answer = honest(request, template, context, **more)
        if context["head"].slug == table.slug:
            answer.content += b" " * _count(table)
        return answer

    patch.setattr(order_pages, "render", padded)


def reads_the_full_state(patch: pytest.MonkeyPatch, table: Table) -> None:
    """What is made for a reader is made from the full state instead of from a view of it."""
    patch.setattr(type(table.book), "view", lambda self, state, who: state)
