"""Forms are made from menus, and read back into what the menu asked for."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client

from frontend.forms import orders as forms
from frontend.forms import posted_form
from frontend.forms.backs import backs, spent
from frontend.forms.odds import arranged
from rules.kernel.field_odds import Beside
from rules.kernel.menus import (
    Allot,
    Barred,
    Choice,
    Count,
    Each,
    Flag,
    Menu,
    Option,
    Pick,
    PickMany,
    Plays,
)
from tests.support.accounts import person
from tests.web.support import first_of

TURKEY = Choice(value="turkey", label="Turkey")
SPAIN = Choice(value="spain", label="Spain", barred=Barred("France stands.", "Spain"))
MENU = Menu(
    power="britain",
    order="targets",
    title="Name a country",
    fields=(
        Pick(key="country", label="Country", choices=(TURKEY, SPAIN)),
        PickMany(key="free", label="Free rolls", choices=(TURKEY,)),
        Count(key="usat", label="United States", most=3),
        Flag(key="bound", label="Bound"),
        Allot(key="points", label="Points", choices=(TURKEY, SPAIN), total=3, cap=2),
        Each(
            key="lesser",
            label="Rows",
            rows=(Pick(key="turkey", label="Turkey", choices=(TURKEY,)),),
        ),
    ),
)


def menu_of(field: Any) -> Menu:
    return Menu(power="germany", order="order", title="Order", fields=(field,))


def row(key: str, order: dict | None = None) -> forms.FieldRow:
    return next(row for row in forms.rows(MENU, order) if row.field.key == key)


def test_the_only_roll_of_one_choice_stands_open():
    """Not beside points, whose rows stay as high as their buttons, nor where there are two."""

    def alone(*paths: str) -> str:
        rolls = [SimpleNamespace(key=path) for path in paths]
        notes = [Beside(path=path, text="", panels=(path,)) for path in paths]
        return arranged(rolls, notes, (), MENU).alone

    assert alone("country.turkey") == "country.turkey"
    assert alone("points.turkey") == alone("country.turkey", "free.turkey") == alone() == ""


def test_a_posted_form_becomes_the_order_it_spells():
    post = QueryDict(
        "country=turkey&free=turkey&usat=2&bound=true&points.turkey=2&points.spain=0&lesser.turkey=turkey"
    )
    assert posted_form.read(MENU, post) == {
        "kind": "targets",
        "country": "turkey",
        "free": ["turkey"],
        "usat": 2,
        "bound": True,
        "points": {"turkey": 2},
        "lesser": {"turkey": "turkey"},
    }


def test_an_empty_form_asks_for_nothing():
    blank = MENU.blank()
    assert posted_form.read(MENU, QueryDict("")) == {**blank, "free": []}


def test_a_word_for_a_number_is_left_for_the_rules_to_refuse():
    assert posted_form.read(MENU, QueryDict("usat=many"))["usat"] == "many"


def test_what_is_barred_is_listed_with_its_reason_and_not_offered():
    points = row("points")
    assert [option.value for group in points.groups for option in group.choices] == ["turkey"]
    assert [choice.barred.why for choice in points.barred] == ["France stands."]


def test_a_form_starts_from_the_order_it_is_given():
    points = row("points", {"points": {"turkey": 2}})
    assert points.placed == 2
    assert points.groups[0].choices[0].points == 2


def test_what_is_chosen_in_order_stands_first_in_its_order():
    names = ("germany", "italy", "france")
    choices = tuple(Choice(value=name, label=name.title()) for name in names)
    field = PickMany(key="order", label="Order", choices=choices)
    (shown,) = forms.rows(menu_of(field), {"order": ["france", "germany"]})
    assert [choice.value for choice in shown.choices] == ["france", "germany", "italy"]


def shown(field: Any, order: dict | None) -> str:
    """A field as a form has it."""
    (row,) = forms.rows(menu_of(field), order)
    context = {"row": row, "field": row.field, "value": row.value, "ids": "x"}
    return render_to_string(row.template, context)


def deal(*countries: str) -> str:
    choices = tuple(
        Choice(value=f"{name}:{number}", label=label, group=name)
        for name in countries
        for number, label in enumerate(("one red factory", "two resources"))
    )
    return shown(Pick(key="deal", label="Deal", choices=choices), {"deal": f"{countries[0]}:1"})


def test_choices_that_are_called_alike_say_what_they_belong_to():
    """A trade deal names its country, in a list that is open, in one that is closed, and among buttons."""
    few, many = deal("Rumania", "Spain"), deal("Rumania", "Spain", "Turkey", "Sweden")
    assert "<optgroup" not in few
    assert "Rumania: two resources" in few
    assert "Spain: two resources" in few
    assert many.count("<optgroup") == 4
    assert '<optgroup label="Turkey">' in many
    chosen = many[many.index("selected") :]
    assert "Rumania: two resources" in " ".join(chosen[: chosen.index("</option>")].split())


def test_choices_with_names_of_their_own_stand_under_their_heading_alone():
    names = ("Italy", "Japan", "Turkey", "Spain", "Sweden", "Greece", "Persia", "Iraq")
    choices = tuple(
        Choice(value=name, label=name, group="Major powers" if at < 2 else "Minor countries")
        for at, name in enumerate(names)
    )
    page = shown(Pick(key="on", label="On", choices=choices), None)
    assert page.count("Major powers") == page.count("Minor countries") == 1


def test_what_lies_face_down_has_its_target_in_words():
    order = {
        "kind": "targets",
        "country": "turkey",
        "free": [],
        "usat": 0,
        "bound": True,
        "points": {"turkey": 1},
        "lesser": {"turkey": "turkey"},
    }
    assert backs(MENU, order) == [
        ("Country", "Turkey"),
        ("Bound", ""),
        ("Turkey", "1 point"),
        ("Rows", "Turkey: Turkey"),
    ]
    assert backs(MENU, {**order, "points": {"turkey": 2}})[2].target == "2 points"
    assert backs(MENU, MENU.blank()) == []
    assert backs(MENU, None) == []


def test_a_deal_that_lies_face_down_names_its_country_and_what_is_paid():
    deals = tuple(
        Choice(value=f"{name}:{number}", label=label, group=name)
        for name in ("Rumania", "Spain")
        for number, label in enumerate(("one red factory", "two resources"))
    )
    card = Option(
        value="ipo-2",
        label="IPO 2 Trade deal",
        cost={"money": 3},
        fields=(Pick(key="deal", label="Deal", choices=deals, optional=False),),
    )
    menu = menu_of(
        Plays(key="plays", label="Options", choices=(card,), most=1, purses={"money": 15})
    )
    order = {"plays": [{"option": "ipo-2", "details": {"deal": "Spain:1"}}]}
    assert backs(menu, order) == [("IPO 2 Trade deal", "Spain: two resources")]
    assert spent(menu, order) == ["Money: 3 of 15 spent, 12 left."]
    assert spent(menu, {"plays": []}) == spent(menu, None) == []


def test_it_is_said_that_the_likeliest_comes_first_only_where_that_moves_a_row():
    names = ("turkey", "spain")
    choices = tuple(Choice(value=name, label=name.title()) for name in names)
    [found] = forms.rows(
        menu_of(Allot(key="money", label="Dollars", choices=choices, total=4)), None
    )

    def page(*told: str) -> str:
        notes = [Beside(path=f"money.{name}", text="gain 1 in 6") for name in told]
        context = {"field": found.field, "row": found, "beside": arranged((), notes, ())}
        return render_to_string("frontend/fields/allot.html", context)

    assert "The likeliest gain comes first" in page("spain", "turkey")
    assert "A click on a name opens its chances." in page("turkey", "spain")
    silent = page()
    assert "chances" not in silent
    assert "allots" not in silent


def test_a_problem_leads_to_the_control_of_its_card():
    asks = (Pick(key="deal", label="Deal", choices=(TURKEY,), optional=False),)
    cards = tuple(Option(value=key, label=key.upper(), fields=asks) for key in ("ipo-2", "ipo-3"))
    fields = forms.rows(
        menu_of(Plays(key="plays", label="Options", choices=cards, most=2)),
        {"plays": [{"option": "ipo-3", "details": {}}, {"option": "ipo-2", "details": {}}]},
    )
    first, second = (forms.spot_of(fields, f"plays.{number}.deal") for number in (0, 1))
    assert (first.name, first.card and first.card.option.label) == ("plays.ipo-3.deal", "IPO-3")
    assert second.name == "plays.ipo-2.deal"
    assert forms.spot_of(fields, "plays.0").name == "plays.ipo-3"
    assert forms.spot_of(fields, "plays") == ("plays", None)
    assert forms.spot_of(fields, "plays.7.deal") == ("plays.7.deal", None)


def test_points_are_drawn_where_a_row_holds_them():
    def page(total: int) -> str:
        field = Allot(key="money", label="Dollars", choices=(TURKEY,), total=total)
        [found] = forms.rows(menu_of(field), None)
        return render_to_string("frontend/fields/allot.html", {"field": field, "row": found})

    assert page(4).count('class="pip free"') == 4
    assert "pip" not in page(85)
    assert "0 placed, 85 left" in " ".join(page(85).split())


@pytest.mark.django_db
def test_what_can_be_done_at_once_follows_what_is_sealed(client: Client) -> None:
    player = person("germany")
    table = first_of("world_at_war", player)
    (power,) = table.players
    client.force_login(player)
    while power not in table.phase.asked or "facts" not in table.phase.title:
        table.strike()
        table.advance()

    def before(first: str, second: str) -> bool:
        html = client.get(f"/c/{table.slug}/").content.decode()
        return html.index(first) < html.index(second)

    assert before('aria-label="At once"', 'id="orders-form"')
    table.seal(power, {"kind": "done"})
    assert before('id="change-orders"', 'aria-label="At once"')
