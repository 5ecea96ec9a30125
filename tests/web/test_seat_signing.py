"""The browser asks to sign wherever a player does what their seat's key must sign."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

SCRIPT = Path(__file__).parents[2] / "frontend/static/frontend/js/seat-signing.js"

SIGNED = (
    *("orders", "standing", "standing-orders", "act", "facts", "agreements"),
    *("absences", "propose"),  # the first to name a deputy
    *(("answer", 3, "agree"), ("answer", 3, "take-back")),
    # Who asks the others agrees with that.
    *("rulings", "rollback", "fork", "overrides"),
    *(("moderator-act", act) for act in ("seat", "rules", "delay", "anonymity")),
)
"""Where something is handed in that bears a seat's signature: the names of the routes, with what else is in them."""
UNSIGNED = ("draft", "join", "seat-key", "notes", ("moderator-act", "pause"))


def pages() -> re.Pattern[str]:
    """The addresses that the script knows."""
    text = SCRIPT.read_text("utf-8")
    (asks,) = re.findall(r'^const ASKS = "(.*)";$', text, re.MULTILINE)
    (known,) = re.findall(r"^const PAGES = `(.*)\$\{ASKS\}`;$", text, re.MULTILINE)
    return re.compile(f"/c/[^/]+/({known}{asks})/$")


@pytest.mark.parametrize("route", [*SIGNED, *UNSIGNED])
def test_what_must_be_signed_is_asked_for_and_nothing_else(route: Any) -> None:
    name, *more = (route,) if isinstance(route, str) else route
    address = reverse(f"frontend:{name}", args=("abcd2345", *more))
    assert bool(pages().search(address)) is (route in SIGNED)


def test_a_plain_form_goes_where_its_own_attribute_says() -> None:
    """Without that attribute a button's ``formAction`` is the address of the page, which asks nothing."""
    text = SCRIPT.read_text("utf-8")
    assert not re.search(r"\.formAction\b", text)
    assert 'getAttribute("formaction")' in text
