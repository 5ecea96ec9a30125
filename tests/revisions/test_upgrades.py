"""An upgrade to a release with newer rules leaves every page of a campaign as it was, to the byte."""

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.selectors.campaign import campaign_page
from campaigns.services.advance import phase_advance
from campaigns.services.orders.orders import save_draft, seal_orders
from frontend import cites
from rules import registry
from rules.registry import BOOKS
from rules.revisions import loading, source
from tests.revisions.playing import begin, refusing
from tests.support.accounts import person
from tests.support.pages.routes import Route, routes

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.usefixtures("quiet")]

READERS = ("moderator", "player", "passer-by", "")
"""Who looks; the last is not signed in."""

DRAWN_ANEW = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")[^"]+|(?<=name="key" value=")[^"]+'
    rb'|(?<="X-CSRFToken": ")\w+'
)
"""What is another one each time that a page is asked for."""

OFFER = re.compile(rb'<section class="section" id="rules">.*?</section>', re.DOTALL)
"""What the desk has more since: the newer rules, to which the moderator can move on."""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing that was worked out by the later release is left to other tests."""
    yield
    started_anew()


@pytest.fixture(params=sorted(BOOKS))
def slug(
    request: pytest.FixtureRequest,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> str:
    """A campaign with a past, in whose open phase a player has sealed and drafted something."""
    monkeypatch.setattr(loading, "HERE", folder)
    # Every page is asked for within a minute, for each reader twice.
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
    moment = datetime(2026, 11, 23, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    moderator, player = person("moderator"), person("player")
    person("passer-by")
    slug = begin(request.param, "A test", by=moderator, player=player)
    for _ in range(8):
        campaign = Campaign.objects.get(slug=slug)
        power = campaign.seats.get(person=player).power
        found = campaign_page.orders(slug, player, power)
        number = campaign.phase.number
        if found.order is not None:
            given: dict[str, Any] = {"by": player, "power": power, "phase": number}
            seal_orders(slug, order=found.order, ready=number < 4, **given)
            if number >= 4:
                save_draft(slug, order=found.order, **given)
                break
        assert campaign.phase_id is not None
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)
    return slug


def of_campaigns() -> Iterator[Route]:
    """Every address of a campaign that is not its export in the making, and the lobby."""
    for route in routes():
        if {part for part, _ in route.parts} <= {"slug", "number", "area", "power", "thread"}:
            own = route.pattern.startswith(("c/<", "api/campaigns/<"))
            if own or route.name in ("frontend:lobby", "accounts:me"):
                yield route


def asked(slug: str) -> list[str]:
    """All addresses of a campaign."""
    campaign = Campaign.objects.get(slug=slug)
    book = rulebooks.load(campaign.rulebook)
    of_others = tuple(f"{key}:" for key in BOOKS if key != book.key)
    numbers = range(1, campaign.phase.number + 1)
    areas = sorted(getattr(book.index, "areas", ())) or ["france", "poland", "spain"]
    found = []
    for route in of_campaigns():
        if route.name.startswith(of_others):
            continue
        for number in numbers if "number" in dict(route.parts) else (0,):
            for area in areas if "area" in dict(route.parts) else ("",):
                power = campaign.seats.order_by("order")[0].power
                values = {"slug": slug, "number": number, "area": area, "power": power}
                values["thread"] = "public"
                found.append(route.address(values))
    return [*found, f"/c/{slug}/log/?before=10", f"/c/{slug}/history/?from=1"]


def seen(slug: str) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Every page as each reader gets it, without what is another one each time."""
    found = {}
    for reader in READERS:
        client = Client()
        if reader:
            client.force_login(person_named(reader))
        for address in asked(slug):
            answer = client.get(address)
            content = b"".join(answer) if answer.streaming else answer.content
            found[reader, address] = answer.status_code, DRAWN_ANEW.sub(b"", content)
    return found


def difference(before: bytes, after: bytes) -> tuple[bytes, bytes]:
    """Where two pages first differ, and how."""
    pairs = enumerate(zip(before, after, strict=False))
    at = next((n for n, (one, other) in pairs if one != other), min(len(before), len(after)))
    return before[max(at - 60, 0) : at + 60], after[max(at - 60, 0) : at + 60]


def person_named(name: str) -> Any:
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(username=name)


def newer_release(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The source is a later revision, which refuses to play for anybody who did not begin with it."""
    book, digest = BOOKS[key], source.digest
    monkeypatch.setattr(source, "digest", lambda one: 64 * "0" if one == key else digest(one))
    monkeypatch.setattr(registry, "BOOKS", {**registry.BOOKS, key: refusing(book)})
    started_anew()


def started_anew() -> None:
    """Processes that have been started anew remember nothing."""
    # Not asked of the garbage collector, which tells nothing of what it leaves alone (``gc.freeze``).
    modules = [vars(module) for module in list(sys.modules.values())]
    for kept in [one for names in modules for one in list(names.values()) if type(one) is Cache]:
        kept.forget()
    cites.book_address.cache_clear()
    cites.campaign_address.cache_clear()


def test_every_page_is_what_it_was(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen(slug)  # From now on nothing is new to anybody.
    before = seen(slug)
    campaign = Campaign.objects.get(slug=slug)
    newer_release(campaign.rulebook, monkeypatch)
    assert type(states.now(campaign.phase)).__module__.startswith("frozen_")
    after = seen(slug)
    desk = ("moderator", f"/c/{slug}/desk/")
    assert OFFER.search(after[desk][1])
    for pages in (before, after):
        status, content = pages[desk]
        pages[desk] = status, re.sub(rb"\n+", b"\n", OFFER.sub(b"", content))
    differing = {
        place: difference(before[place][1], after[place][1])
        for place in before
        if before[place] != after[place]
    }
    assert differing == {}
    # It was looked at: pages, not refusals.
    assert sum(status == 200 for status, _ in before.values()) > 80
