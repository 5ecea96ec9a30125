"""Filling the database: campaigns that are really played, and the weight of many others.

What is measured is made by the services themselves. The rest is there to be in the way: copies
of those rows under other names, made inside PostgreSQL. Their sealed contents are the copied
bytes, of the right size, which nobody ever opens.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db import connection
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SessionStore, stored
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, EventRow, LogEntry, Phase, Seat, Sheet
from campaigns.rulebooks import states
from campaigns.services.lifecycle import campaigns as founding
from rules.kernel.audience import viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice, phase_key

BOOK, SCENARIO = "world_at_war", "fall-1939"
BACKEND = "accounts.backends.PeopleBackend"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat with a player who is signed in: what he would send along."""

    slug: str
    power: str
    cookie: str
    csrf: str


def moderator() -> Any:
    """Who founds everything here."""
    people = get_user_model().objects
    return people.filter(username="bench-moderator").first() or people.create_user(
        username="bench-moderator"
    )


def found(title: str, **policy: Any) -> str:
    """A campaign that moves on when we say so, and only then; its seats are still free."""
    return founding.create_campaign(
        by=moderator(),
        rulebook=BOOK,
        scenario=SCENARIO,
        title=title,
        policy=ClockPolicy(**{"hours": {"default": 2000}, "advance": "deadline_only", **policy}),
    )


def tables(count: int) -> list[Chair]:
    """So many running campaigns with a signed-in player of his own on every seat that is asked."""
    chairs = []
    for number in range(count):
        slug = found(f"Table {number}")
        seats = list(Seat.objects.filter(campaign__slug=slug))
        people = _people(f"t{number}", len(seats))
        for seat, person in zip(seats, people, strict=True):
            seat.person = person
        Seat.objects.bulk_update(seats, ["person"])
        founding.start(slug, by=moderator())
        asked = Phase.objects.values_list("asked", flat=True).get(
            campaign__slug=slug, resolved_at=None
        )
        chairs += [
            Chair(slug, seat.power, *signed_in(seat.person))
            for seat in seats
            if seat.power in asked
        ]
    return chairs


def orders_of(chair: Chair, variants: int) -> list[dict[str, Any]]:
    """Different legal orders of a seat for the phase in play."""
    phase = Phase.objects.select_related("campaign").get(
        campaign__slug=chair.slug, resolved_at=None
    )
    book, state = states.book_of(phase.campaign), states.now(phase)
    menu = book.menu(book.view(state, viewer(chair.power)), chair.power)
    if menu is None:
        raise RuntimeError(f"Nothing is asked of {chair.power}.")
    found: list[dict[str, Any]] = []
    for number in range(1000):
        dice = SealedDice(phase_key(number.to_bytes(32), []))
        order = at_random(menu, dice)
        if order not in found:
            found.append(order)
        if len(found) == variants:
            return found
    raise RuntimeError(f"{chair.power} has fewer than {variants} different orders.")


def _people(prefix: str, count: int) -> list[Any]:
    people = get_user_model()
    return people.objects.bulk_create(
        people(username=f"{prefix}-{number}", password=f"!{secrets.token_hex(16)}")
        for number in range(count)
    )


def signed_in(person: Any) -> tuple[str, str]:
    """The cookies of one who has signed in: session and CSRF secret."""
    store = SessionStore()
    content = {
        SESSION_KEY: str(person.pk),
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: person.get_session_auth_hash(),
    }
    key = secrets.token_hex(16)
    Session.objects.create(
        session_key=stored(key),
        session_data=store.encode(content),
        person=person,
        expire_date=timezone.now() + timedelta(days=14),
        seen_at=timezone.now(),
    )
    return key, secrets.token_hex(16)


# --- Weight -------------------------------------------------------------------------------------


def grow(slugs: Sequence[str], *, campaigns: int, phases: int, light: bool = False) -> None:
    """Let there be so many campaigns in all, and so many phases in each of ``slugs``.

    ``light`` copies hold no old events and no contents of any size: enough for the lobby.
    """
    template = Campaign.objects.get(slug=slugs[0])
    have = Campaign.objects.count()
    if campaigns > have:
        _copy_campaigns(template, have, campaigns - have, light=light)
    if phases > 1:
        for slug in slugs:
            _age(slug, phases)
    with connection.cursor() as cursor:
        # A database of this size has grown over months: PostgreSQL is not busy with cleaning up
        # after it all at once.
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")


def _copy_campaigns(template: Campaign, first: int, count: int, *, light: bool) -> None:
    """Copies of a running campaign with people, seats, its phase, sheets, log and events."""
    span = f"generate_series({first}, {first + count - 1}) AS n"
    with connection.cursor() as cursor:
        # Keys are right by construction; checking each would take most of the time.
        cursor.execute("SET session_replication_role = replica")
        seats = template.seats.count()
        user = Seat.objects.filter(campaign=template).values_list("person", flat=True)[0]
        _copy(
            cursor,
            "accounts_user",
            f"s.id = {user}",
            f"generate_series({first * seats}, {(first + count) * seats - 1}) AS n",
            {"username": "'copy-' || n", "email": "''"},
        )
        _copy(
            cursor,
            "campaigns_campaign",
            f"s.id = {template.pk}",
            span,
            {
                "slug": "'copy' || n",
                "title": "'Copy ' || n",
                "phase_id": "NULL::bigint",
                "created_at": "s.created_at - n * interval '1 second'",
            },
        )
        new = f"(SELECT id, substr(slug, 5)::bigint AS n FROM campaigns_campaign WHERE slug ~ '^copy[0-9]+$' AND substr(slug, 5)::bigint BETWEEN {first} AND {first + count - 1}) AS c"
        small = {"opening": r"'\x00'::bytea", "state": r"'\x00'::bytea"} if light else {}
        _copy(
            cursor,
            "campaigns_seat",
            f"s.campaign_id = {template.pk}",
            new,
            {
                "campaign_id": "c.id",
                "person_id": f"(SELECT id FROM accounts_user WHERE lower(username) = 'copy-' || c.n * {seats} + s.order)",
            },
        )
        _copy(
            cursor,
            "campaigns_phase",
            f"s.campaign_id = {template.pk} AND s.resolved_at IS NULL",
            new,
            {"campaign_id": "c.id", **small},
        )
        cursor.execute(
            "UPDATE campaigns_campaign c SET phase_id = p.id FROM campaigns_phase p"
            " WHERE p.campaign_id = c.id AND c.phase_id IS NULL AND c.slug LIKE 'copy%%'"
        )
        if not light:
            _copy_contents(cursor, template, new)
        cursor.execute("SET session_replication_role = DEFAULT")


def _copy_contents(cursor: Any, template: Campaign, new: str) -> None:
    """The sheets, the log and the events of one campaign, for each of the new ones."""
    phase = f"s.phase_id = {template.phase_id}"
    open_phase = "(SELECT p.id FROM campaigns_phase p WHERE p.campaign_id = c.id)"
    _copy(cursor, "campaigns_sheet", phase, new, {"phase_id": open_phase})
    _copy(
        cursor,
        "campaigns_logentry",
        f"s.campaign_id = {template.pk}",
        new,
        {"campaign_id": "c.id", "phase_id": open_phase},
    )
    # Not ``max(id)``: of so many new rows the planner knows nothing, and looks for that from the end of all.
    newest = "(SELECT e.id FROM campaigns_logentry e WHERE e.campaign_id = c.id ORDER BY e.seq DESC LIMIT 1)"
    _copy(cursor, "campaigns_eventrow", phase, new, {"phase_id": open_phase, "entry_id": newest})


def _age(slug: str, phases: int) -> None:
    """Make the phase in play the last of so many, with a past that has its rows."""
    campaign = Campaign.objects.get(slug=slug)
    phase = Phase.objects.get(campaign=campaign, resolved_at=None)
    phase.campaign = campaign
    opening, state, had = states.at_opening(phase), states.now(phase), phase.number
    template = phase.pk
    Sheet.objects.filter(phase=phase).delete()  # bound to the number that changes
    phase.number = phases
    states.keep_opening(phase, opening)
    states.keep(phase, state)
    phase.save()
    span = f"generate_series({had}, {phases - 1}) AS n"
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        _copy(
            cursor,
            "campaigns_phase",
            f"s.id = {template}",
            span,
            {"number": "n", "resolved_at": "s.opened_at", "released": "true"},
        )
        old = f"(SELECT id, number AS n FROM campaigns_phase WHERE campaign_id = {campaign.pk} AND number >= {had} AND number < {phases}) AS c"
        entries = f"s.campaign_id = {campaign.pk} AND s.phase_id = {template} AND s.seq <= 12"
        _copy(
            cursor,
            "campaigns_logentry",
            entries,
            old,
            {"phase_id": "c.id", "seq": f"{campaign.log_seq} + (c.n - {had}) * 12 + s.seq"},
        )
        newest = "(SELECT max(e.id + 0) FROM campaigns_logentry e WHERE e.phase_id = c.id)"
        _copy(
            cursor,
            "campaigns_eventrow",
            f"s.phase_id = {template} AND s.seq <= 12",
            old,
            {"phase_id": "c.id", "entry_id": newest},
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    Campaign.objects.filter(pk=campaign.pk).update(
        log_seq=campaign.log_seq + (phases - had + 1) * 12
    )


def lengthen(slug: str, *, to: int) -> None:
    """Make the phase in play number ``to + 1``, its past repeated until it is so long.

    Each copy is sealed for its own place and has its public events and its published orders, so
    that every one of these phases can be read.
    """
    campaign = Campaign.objects.get(slug=slug)
    now = Phase.objects.get(campaign=campaign, resolved_at=None)
    now.campaign = campaign
    opening, state, first = states.at_opening(now), states.now(now), now.number
    Sheet.objects.filter(phase=now).delete()
    now.number = to + 1
    states.keep_opening(now, opening)
    states.keep(now, state)
    now.save()
    past = list(Phase.objects.filter(campaign=campaign, resolved_at__isnull=False))
    for number in range(first, to + 1):
        _copy_phase(campaign, past[(number - 1) % len(past)], number, number // len(past))


TOLD = ("phase.opened", "phase.resolved", "orders.released")
"""What the log says of a phase that has been played, as its page checks it."""


def _copy_phase(campaign: Campaign, old: Phase, number: int, times: int) -> None:
    old.campaign = campaign
    copy = Phase.objects.get(pk=old.pk)
    copy.campaign = campaign
    copy.pk, copy.number = None, number
    copy.turn_title = f"{old.turn_title}, once more ({times})" if times else old.turn_title
    states.keep_opening(copy, states.at_opening(old))
    states.keep(copy, states.now(old))
    copy.rolls = old.rolls
    copy.save()
    told = {}
    for entry in LogEntry.objects.filter(phase=old, kind__in=TOLD).order_by("seq"):
        campaign.log_seq += 1
        entry.pk, entry.phase, entry.seq = None, copy, campaign.log_seq
        LogEntry.objects.bulk_create([entry])
        told[entry.kind] = entry
    events = EventRow.objects.filter(phase=old, public=True)
    for event in events:
        event.pk, event.phase, event.entry = None, copy, told["phase.resolved"]
    EventRow.objects.bulk_create(events)
    campaign.save(update_fields=["log_seq"])


def _copy(cursor: Any, table: str, where: str, source: str, changed: Mapping[str, str]) -> None:
    """Insert a copy of the rows ``s`` of a table for each row of ``source``, some columns changed."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_name = %s AND column_name <> 'id' ORDER BY ordinal_position",
        [table],
    )
    columns = [row[0] for row in cursor.fetchall()]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(changed.get(name, f's."{name}"') for name in columns)
    cursor.execute(
        f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} s, {source} WHERE {where}"
    )
