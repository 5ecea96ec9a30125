"""What a browser shows of a form before anybody touches it: nothing is chosen, in any rulebook."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup
from django.http import QueryDict
from django.template.loader import render_to_string

from frontend.forms import orders as forms
from frontend.forms import posted_form
from rules.kernel.audience import viewer
from rules.kernel.menus import Choice, Menu, Pick
from tests.support.books.playing import a_year, every_book
from tests.support.pages.reader import filled

CHOSEN = "select, textarea, [type=radio], [type=checkbox]"
"""The controls that hold a choice; what is typed or hidden is none."""


def shown(menu: Menu) -> str:
    """A form as it stands on a page that cites the rules of a book."""
    fields = forms.rows(menu, None)
    cited = ("world_at_war", "")
    return render_to_string("frontend/fields/_all.html", {"fields": fields, "cited_book": cited})


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
        page = BeautifulSoup(shown(menu), "html.parser")
        posted = filled(page)
        # Which cards of a hand are shown is no part of an order.
        chosen = [each for each in page.select(CHOSEN) if not each.find_parent(class_="views")]
        names = {str(control["name"]) for control in chosen} & posted.keys()
        begun = {value for name in names for value in posted[name] if value.strip()}
        assert begun <= stands(menu), menu.title
        post = QueryDict(urlencode(posted, doseq=True))
        blank = {name: list(v) if isinstance(v, tuple) else v for name, v in menu.blank().items()}
        assert posted_form.read(menu, post) == blank
        count += 1
    assert count > 20


def test_what_must_be_chosen_says_so_and_what_need_not_says_none():
    lands = tuple(Choice(value=f"land{n}", label=f"Land {n}") for n in range(9))
    must = Pick(key="must", label="Must", choices=lands, optional=False)
    may = Pick(key="may", label="May", choices=lands)
    menu = Menu(power="italy", order="x", title="X", fields=(must, may))
    html = shown(menu)
    assert '<option value="">choose…</option>' in html
    assert '<option value="">none</option>' in html
