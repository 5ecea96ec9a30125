"""What a browser shows of a form before anybody touches it: nothing is chosen, in any rulebook."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from frontend.forms import orders as forms
from rules.kernel.audience import viewer
from rules.kernel.menus import Choice, Menu, Pick
from tests.support.books.playing import a_year, every_book

CITED = {"cited_book": ("world_at_war", "")}
"""Whose rules a form cites, as if it stood on a page."""


class Browser(HTMLParser):
    """What the controls of a form hold as the page is loaded, by the rules of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.posted: list[tuple[str, str]] = []
        self.begun: dict[str, str] = {}
        self._select, self._options, self._area = "", list[tuple[str, bool]](), ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        if tag == "select":
            self._select, self._options = given["name"], []
        elif tag == "option" and "disabled" not in given:
            self._options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self._area = given["name"]
        elif tag == "input" and given.get("type") in ("radio", "checkbox"):
            if "checked" in given:
                self._hold(given["name"], given["value"])
        elif tag == "input":
            self.posted.append((given["name"], given.get("value", "")))

    def handle_data(self, data: str) -> None:
        if self._area and data.strip():
            self._hold(self._area, data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            chosen = [value for value, selected in self._options if selected]
            self._hold(self._select, (chosen or [self._options[0][0]])[-1])
        elif tag == "textarea":
            self._area = ""

    def _hold(self, name: str, value: str) -> None:
        self.posted.append((name, value))
        if value:
            self.begun[name] = value


def menus_of(book: Any) -> Iterator[Menu]:
    """The first menus of each kind that short campaigns come to: orders, standing orders, acts."""
    shown: dict[str, int] = {}
    for seed in (1, 2):
        for turned in a_year(book, seed):
            for power in book.powers:
                seen = book.view(turned.before, viewer(power))
                asked = book.menu(seen, power) if book.phase(seen).awaits(power) else None
                for menu in (asked, book.standing_menu(seen, power), *book.acts(seen, power)):
                    if menu is not None and shown.get(menu.order, 0) < 12:
                        shown[menu.order] = shown.get(menu.order, 0) + 1
                        yield menu


def stands(menu: Menu) -> set[str]:
    return {value for field in menu.fields for value in getattr(field, "stands", ())}


@pytest.mark.long
@every_book
def test_a_form_that_nobody_touched_holds_nothing(book):
    count = 0
    for menu in menus_of(book):
        rows = forms.rows(menu, None)
        page = Browser(render_to_string("frontend/fields/_all.html", {"fields": rows, **CITED}))
        assert set(page.begun.values()) <= stands(menu), menu.title
        post = QueryDict(mutable=True)
        for name, value in page.posted:
            post.appendlist(name, value)
        blank = {name: list(v) if isinstance(v, tuple) else v for name, v in menu.blank().items()}
        assert forms.read(menu, post) == blank
        count += 1
    assert count > 20


def test_what_must_be_chosen_says_so_and_what_need_not_says_none():
    lands = tuple(Choice(value=f"land{n}", label=f"Land {n}") for n in range(9))
    must = Pick(key="must", label="Must", choices=lands, optional=False)
    may = Pick(key="may", label="May", choices=lands)
    menu = Menu(power="italy", order="x", title="X", fields=(must, may))
    html = render_to_string(
        "frontend/fields/_all.html", {"fields": forms.rows(menu, None), **CITED}
    )
    assert '<option value="">choose…</option>' in html
    assert '<option value="">none</option>' in html
