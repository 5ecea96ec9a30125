"""What an answer says, as a reader meets it."""

import html
import json
import re
from typing import Any

from django.test import Client


def answer_of(
    client: Client, method: str, address: str, body: Any = None, status: int = 200
) -> Any:
    answer = client.generic(
        method, address, json.dumps(body) if body is not None else "", "application/json"
    )
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def words_at(client: Client, address: str, **more: Any) -> str:
    """A page in one line, wherever its template breaks lines."""
    return " ".join(html.unescape(client.get(address, **more).text).split())


KEY = re.compile(r"\b[a-z][a-z0-9_]+(?:\.[a-z0-9_]+)+\b")

NOT_SHOWN = re.compile(r"<(script|style|title)\b.*?</\1>|<[^>]*>", re.S)

COMMANDS = {"manage.py"}


def dotted(page: str) -> set[str]:
    """Every dotted key that a reader sees on a page."""
    return set(KEY.findall(html.unescape(NOT_SHOWN.sub(" ", page)))) - COMMANDS
