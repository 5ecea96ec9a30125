"""Campaigns of the real books, and what the wire carries of their pages."""

import gzip
from typing import Any

from django.test import Client

from campaigns import rulebooks
from campaigns.models import Phase
from campaigns.rulebooks import states
from campaigns.services.orders import orders
from rules.kernel.autopilot import at_random
from rules.kernel.dice import SealedDice
from tests.support.campaigns import a_campaign

BOOKS = ("world_at_war", "days_of_decision", "war_game_1939", "world_in_flames")


def found(book: str, scenario: str, players: dict[str, Any], moderator: Any) -> str:
    return a_campaign(book=book, scenario=scenario, by=moderator, seats=players).slug


def seal_at_random(slug: str, who: Any, power: str) -> None:
    phase = Phase.objects.select_related("campaign").get(campaign__slug=slug, resolved_at=None)
    book = states.book_of(phase.campaign)
    menu = book.menu(rulebooks.view_of(book, states.now(phase), power), power)
    if menu is not None:
        order = at_random(menu, SealedDice(b"a key of thirty-two bytes, fixed."))
        orders.seal_orders(slug, by=who, power=power, order=order, phase=phase.number, ready=False)


def wire(client: Client, path: str, **headers: str) -> Any:
    return client.get(path, headers={"Accept-Encoding": "gzip, deflate, br", **headers})


def unpacked(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    packed_so = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(body) if packed_so else body).decode()
