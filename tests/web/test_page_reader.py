"""The reader of pages sends what a browser would, and nothing that the page does not offer."""

import pytest
from bs4 import BeautifulSoup, Tag

from tests.support.pages.reader import fill, filled

PAGE = """<form><input type="hidden" name="kind" value="extend"><input name="hours" value="24">
<textarea name="reason">So</textarea><input name="gone" value="1" disabled>
<input type="checkbox" name="days" value="mon" checked><input type="checkbox" name="days" value="sun">
<input type="radio" name="ready" value="yes"><select name="power"><option value="axis">Axis</option>
<option selected>Allies</option></select><button name="do" value="ask">Ask</button></form>"""


@pytest.fixture
def form() -> Tag:
    found = BeautifulSoup(PAGE, "html.parser").form
    assert found is not None
    return found


def test_a_form_is_sent_as_it_stands(form: Tag) -> None:
    assert filled(form) == {
        "kind": ["extend"],
        "hours": ["24"],
        "reason": ["So"],
        "days": ["mon"],
        "power": ["Allies"],
    }


def test_what_is_filled_in_takes_the_place_of_what_stood_there(form: Tag) -> None:
    data = filled(form)
    for name, value in {
        "hours": "5",
        "days": ["mon", "sun"],
        "ready": "yes",
        "power": "axis",
    }.items():
        fill(form, data, name, value)
    assert (data["hours"], data["days"], data["power"]) == (["5"], ["mon", "sun"], ["axis"])


@pytest.mark.parametrize(("name", "value"), [("phase", "1"), ("days", "tue"), ("power", "usa")])
def test_what_the_page_does_not_offer_is_an_error(form: Tag, name: str, value: str) -> None:
    with pytest.raises(AssertionError):
        fill(form, filled(form), name, value)
