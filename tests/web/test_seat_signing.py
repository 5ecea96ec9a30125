"""The browser asks to sign wherever a player does what their seat's key must sign."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

SCRIPT = Path(__file__).parents[2] / "frontend/static/frontend/js/seat-signing.js"

SIGNED = (
    ("orders", ()),
    ("standing", ()),
    ("standing-orders", ()),
    ("act", ()),
    ("facts", ()),
    ("agreements", ()),
    ("absences", ()),  # naming a deputy
    ("propose", ()),
    ("answer", (3, "agree")),
    ("answer", (3, "take-back")),
    # Who asks the others agrees with that.
    ("rulings", ()),
    ("rollback", ()),
    ("fork", ()),
    ("overrides", ()),
    ("moderator-act", ("seat",)),
    ("moderator-act", ("rules",)),
    ("moderator-act", ("delay",)),
    ("moderator-act", ("anonymity",)),
)
"""Where something is handed in that bears a seat's signature: the names of the routes, with what else is in them."""
UNSIGNED = (
    ("draft", ()),
    ("join", ()),
    ("seat-key", ()),
    ("notes", ()),
    ("moderator-act", ("pause",)),
)


def pages() -> re.Pattern[str]:
    """The addresses that the script knows."""
    text = SCRIPT.read_text("utf-8")
    (asks,) = re.findall(r'^const ASKS = "(.*)";$', text, re.MULTILINE)
    (known,) = re.findall(r"^const PAGES = `(.*)\$\{ASKS\}`;$", text, re.MULTILINE)
    return re.compile(f"/c/[^/]+/({known}{asks})/$")


@pytest.mark.parametrize(("name", "more"), SIGNED)
def test_what_must_be_signed_is_asked_for(name: str, more: tuple[object, ...]) -> None:
    assert pages().search(reverse(f"frontend:{name}", args=("abcd2345", *more)))


@pytest.mark.parametrize(("name", "more"), UNSIGNED)
def test_nothing_else_is(name: str, more: tuple[object, ...]) -> None:
    assert not pages().search(reverse(f"frontend:{name}", args=("abcd2345", *more)))


def test_a_plain_form_goes_where_its_own_attribute_says() -> None:
    """Without that attribute a button's ``formAction`` is the address of the page, which asks nothing."""
    text = SCRIPT.read_text("utf-8")
    assert not re.search(r"\.formAction\b", text)
    assert 'getAttribute("formaction")' in text
