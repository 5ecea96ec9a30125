"""Worlds that differ in one power's secrets alone: parts of a test that leave no trace."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client

from campaigns.cache import Cache
from campaigns.selectors.campaign import campaign_page, news
from campaigns.selectors.export import export
from campaigns.selectors.facts import fact_sheet
from campaigns.selectors.history import phase_story
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.moderator import moderator_page
from campaigns.selectors.rules import questions
from rules.kernel.serial import canonical
from tests.support.campaigns import Table


@contextmanager
def undone(*, numbered: bool = True) -> Iterator[None]:
    """A part of a test that leaves no trace, so that the next begins from the same rows.

    ``numbered`` lets every run give out the same row numbers too.
    """
    block = transaction.atomic()
    block._from_testcase = True  # services may commit into it, as into a test's own
    with block:
        if numbered:
            restart_sequences()
        yield
        transaction.set_rollback(True)


def restart_sequences() -> None:
    """Let every run give out the same row numbers."""
    models = [
        *apps.get_app_config("campaigns").get_models(),
        *apps.get_app_config("accounts").get_models(),
    ]
    with connection.cursor() as cursor:
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), models)))


def empty_caches() -> None:
    """Empty every store of what was worked out, so that each world works everything out."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("campaigns", "frontend"):
            for found in vars(module).values():
                if isinstance(found, Cache):
                    found.forget()


# The version of a seal is the beginning of its fingerprint.
HEX = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{16}(?=\.)|[0-9a-f]{4} [0-9a-f]{4})\b")


def _bytes(value: Any) -> bytes:
    """An answer as bytes, with fingerprints blotted out."""
    return HEX.sub(b"#", canonical(msgspec.to_builtins(value)))


def everything_seen(table: Table, who: Any) -> dict[str, bytes]:
    """All that somebody can get of a campaign, by name."""
    slug = table.slug
    seen: dict[str, Any] = {
        "lobby": lobby_page.lobby(who),
        "page": campaign_page.campaign_page(slug, who),
        "strip": campaign_page.strip(slug, who),
        "readiness": campaign_page.strip(slug, who).readiness,
        "board": campaign_page.board_part(slug, who).board(),
        "log": campaign_page.log(slug, who),
        "phases": phase_story.phases(slug, who),
        "facts": fact_sheet.fact_sheet(slug, who),
        "news": news.news_part(slug, who),
    }
    if who == table.moderator:
        seen["desk"] = moderator_page.moderator_page(slug, who)
    book = campaign_page.strip(slug, who).head.book_key
    if book == "world_at_war":
        for question, given in (("countries", {}), ("ledgers", {}), ("country", {"of": "turkey"})):
            acting = "power" if question == "country" else ""
            told = questions.page_of(slug, who, None, question, given, book=book, acting=acting)
            seen[question] = told.part()
    for past in seen["phases"]:
        if not past.open:
            seen[f"story {past.number}"] = phase_story.story(slug, past.number, who)
    answers = {name: _bytes(value) for name, value in seen.items()}
    client = Client()
    if who is not None:
        client.force_login(who)
    for path in ("", "log/", "phases/", "facts/", "export/"):
        answer = client.get(f"/api/campaigns/{slug}/{path}")
        assert answer.status_code == 200, path
        answers[f"api {path}"] = HEX.sub(b"#", b"".join(answer))
    answers["export"] = HEX.sub(b"#", b"".join(export(slug, who)))
    return answers
