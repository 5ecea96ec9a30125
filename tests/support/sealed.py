"""Campaigns with something sealed in every way, and the keys it lies under."""

from base64 import urlsafe_b64encode
from contextlib import suppress
from typing import Any

from django.db import connection

from campaigns import rulebooks
from campaigns.errors import CampaignError
from campaigns.models import Phase, Sheet
from campaigns.rulebooks import states
from campaigns.sealed import keys, sealing
from campaigns.sealed.field import Sealed, SealedField, sealed_fields
from campaigns.services.advance import end_phase
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders, standing_orders
from core import seal_keys
from rules import registry
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from tests.support.accounts import person
from tests.support.campaigns import a_campaign

PLAYED = 3
"""Phases that are over before the one in which a campaign stands."""


def key(number: int) -> str:
    """A key of the site."""
    return urlsafe_b64encode(bytes([number]) * keys.KEY_BYTES).decode()


def name(number: int) -> str:
    """What it is called."""
    return seal_keys.name_of(bytes([number]) * keys.KEY_BYTES).hex()


def afresh() -> None:
    """Go on as another process, which knows no key of any campaign yet.

    In a test's transaction keys wait for a commit that never comes.
    """
    keys.forget()
    connection.run_on_commit = []


# --- Playing ------------------------------------------------------------------------------------


def campaign_of(book_key: str) -> str:
    """A campaign in the middle of its fourth phase, every other seat played by somebody."""
    book = registry.BOOKS[book_key]
    scenario = max(book.scenarios.values(), key=lambda each: each.turns)
    people = {power: person(f"{book_key}-{power}") for power in scenario.seats[::2]}
    moderator = person(f"{book_key}-moderator")
    slug = a_campaign(book=book_key, scenario=scenario.key, by=moderator, seats=people).slug
    for number in range(1, PLAYED + 1):
        for power, player in people.items():
            hand_in(slug, power, player, seed=number)
        end_phase.force(slug, by=moderator, phase=number, reason="to have a past")
    asked = [power for power in people if power in open_phase(slug).asked]
    for power in asked:
        hand_in(slug, power, people[power], seed=7, draft=power == asked[-1] != asked[0])
    assert Sheet.objects.filter(phase=open_phase(slug), by__isnull=False).exists()
    return slug


def open_phase(slug: str) -> Phase:
    return Phase.objects.select_related("campaign").get(campaign__slug=slug, resolved_at=None)


def hand_in(slug: str, power: str, player: Any, *, seed: int, draft: bool = False) -> None:
    """Do what a power may do now: an act, standing orders, a seal (not ready) or a draft.

    A random order need not be legal; then it is left out.
    """
    phase = open_phase(slug)
    book = states.book_of(phase.campaign)
    view = rulebooks.view_of(book, states.now(phase), power)
    dice = SealedDice(bytes([seed]) * 32)
    if done := book.acts(view, power):
        with suppress(CampaignError):
            perform_act.perform_act(slug, by=player, power=power, act=at_random(done[-1], dice))
    if menu := book.standing_menu(view, power):
        with suppress(CampaignError):
            order = at_random(menu, dice)
            standing_orders.set_standing(slug, by=player, power=power, order=order)
    with suppress(CampaignError):
        menu = book.menu(rulebooks.view_of(book, states.now(open_phase(slug)), power), power)
        given = {"by": player, "power": power, "phase": phase.number}
        order = at_random(menu, dice) if menu is not None else None
        if draft and order is not None:
            orders.save_draft(slug, order=order, **given)
        else:
            orders.seal_orders(slug, order=order, ready=False, **given)


# --- Looking --------------------------------------------------------------------------------------


def sealed_rows() -> list[tuple[SealedField, Any, str, Sealed]]:
    """Everything that is sealed: its field, its row, its place and its bytes."""
    found = []
    for one in sealed_fields():
        for row in one.model.objects.order_by("pk"):
            lies = one.raw(row)
            if lies and (place := one.place_of(row)):
                found.append((one, row, place, lies))
    return found


def contents() -> dict[tuple[str, int], bytes]:
    """Every content that is sealed, opened in a process that knows no key yet."""
    afresh()
    return {
        (f"{one.model.__name__}.{one.name}", row.pk): sealing.unseal(lies, bound_to=place)
        for one, row, place, lies in sealed_rows()
    }
