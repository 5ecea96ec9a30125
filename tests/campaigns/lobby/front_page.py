"""The lobby as a person reads it."""

from typing import Any

from tests.support.accounts import signed_in


def lobby_of(person: Any) -> str:
    """All its words and marks in one line, signed in as somebody."""
    return " ".join(signed_in(person).get("/").text.split())
