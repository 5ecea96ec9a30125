"""A hand of cards becomes a form, and a posted form the plays it spells."""

import re
from dataclasses import replace

import msgspec
from django.http import QueryDict
from django.template.loader import render_to_string

from frontend.forms import orders as forms
from frontend.forms import posted_form
from rules.kernel.menus import Barred, Choice, Count, Menu, Option, Pick, PickMany, Plays

TURKEY = Choice(value="turkey", label="Turkey")
SPAIN = Choice(value="spain", label="Spain")
MINOR = Pick(key="minor", label="Minor country", choices=(TURKEY, SPAIN), optional=False)
AID = Option(
    value="ipo-3",
    label="IPO 3 Economic aid",
    group="International options",
    fields=(MINOR,),
    cost={"money": 2},
)
DICE = Option(
    value="0a",
    label="0(a) Buy effectiveness",
    group="Option 0",
    fields=(Count(key="dice", label="Dice", least=1, most=10),),
    per={"dice": {"money": 3}},
)
REPLY = Option(value="0f", label="0(f) Answer a proposal", group="Option 0", shared=False)
CLAIM = Option(
    value="ipo-7",
    label="IPO 7 Press a territorial claim",
    group="International options",
    barred=Barred("The claims table holds nothing for you.", "8.7.1 IPO 7"),
)
HAND = Plays(
    key="plays",
    label="Options",
    choices=(AID, CLAIM, DICE, REPLY),
    most=3,
    shared=(
        Pick(key="activate", label="Activate", choices=(TURKEY, SPAIN)),
        PickMany(
            key="order", label="Order of values", choices=(TURKEY, SPAIN), when={"activate": ("*",)}
        ),
        Pick(key="never", label="Not now", choices=(TURKEY, SPAIN), when={"activate": ()}),
    ),
    purses={"money": 9},
)
MENU = Menu(power="france", order="plays", title="Your options", fields=(HAND,))
POSTED = (
    "plays.0f=3&plays.0a=1&plays.0a.dice=2&plays.0a.activate=spain&plays.0a.order=turkey"
    "&plays.0a.order=spain&plays.ipo-3=2&plays.ipo-3.minor=turkey"
)
ORDER = {
    "kind": "plays",
    "plays": [
        {
            "option": "0a",
            "details": {"dice": 2, "activate": "spain", "order": ["turkey", "spain"], "never": ""},
        },
        {
            "option": "ipo-3",
            "details": {"minor": "turkey", "activate": "", "order": [], "never": ""},
        },
        {"option": "0f", "details": {}},
    ],
}


def hand(order: dict | None = None) -> forms.FieldRow:
    (row,) = forms.rows(MENU, order)
    return row


def cards(order: dict | None = None) -> dict[str, forms.Card]:
    return {card.option.value: card for group in hand(order).hands for card in group.choices}


def page(order: dict | None = None) -> str:
    row = hand(order)
    shown = {"row": row, "field": row.field, "value": row.value}
    html = render_to_string(row.template, {**shown, "cited_book": ("days_of_decision", "")})
    return " ".join(html.split())


def test_a_posted_hand_becomes_the_plays_it_spells_in_the_order_of_its_numbers():
    assert posted_form.read(MENU, QueryDict(POSTED)) == ORDER


def test_details_of_cards_that_were_not_chosen_are_left_out():
    assert posted_form.read(MENU, QueryDict("plays.ipo-3.minor=turkey"))["plays"] == []


def test_a_card_may_be_played_under_several_numbers():
    read = posted_form.read(MENU, QueryDict("plays.0a=2&plays.0a=1&plays.0a.dice=1"))
    assert [one["option"] for one in read["plays"]] == ["0a", "0a"]


def test_a_word_for_a_number_of_dice_is_left_for_the_rules_to_refuse():
    read = posted_form.read(MENU, QueryDict("plays.0a=1&plays.0a.dice=many"))
    assert read["plays"][0]["details"]["dice"] == "many"


def test_barred_cards_are_listed_with_the_reason_and_not_offered():
    assert "ipo-7" not in cards()
    assert [(one.value, one.barred.why) for one in hand().barred] == [
        ("ipo-7", "The claims table holds nothing for you.")
    ]
    shown = page()
    assert shown.count("The claims table holds nothing for you.") == 1
    assert re.findall(r"(now|barred|all) (\d)</label>", shown) == [
        ("now", "3"),
        ("barred", "1"),
        ("all", "4"),
    ]
    assert 'name="plays.ipo-7"' not in shown


def test_a_sealed_order_fills_the_form_again():
    filled = cards(ORDER)
    assert {key: card.position for key, card in filled.items()} == {"ipo-3": 2, "0a": 1, "0f": 3}
    assert [row.value for row in filled["0a"].rows] == [2, "spain", ["turkey", "spain"], ""]
    assert [row.value for row in filled["ipo-3"].rows] == ["turkey", "", [], ""]
    assert 'name="plays.0a" value="1" checked' in page(ORDER)


def test_what_is_worth_asking_beside_some_choice_alone_says_so_to_a_script():
    shown = page()
    assert 'data-when="{&quot;plays.ipo-3.activate&quot;: [&quot;*&quot;]}"' in shown
    assert 'name="plays.ipo-3.order"' in shown
    assert "plays.ipo-3.never" not in shown
    assert posted_form.read(MENU, QueryDict("plays.ipo-3=1&plays.ipo-3.never=turkey"))["plays"] == [
        {
            "option": "ipo-3",
            "details": {"minor": "", "activate": "", "order": [], "never": "turkey"},
        }
    ]


def test_a_row_says_what_its_card_does_in_one_sentence():
    card = cards()["ipo-3"]
    long = msgspec.structs.replace(card.option, note="+2 for you. The other must accept.")
    assert replace(card, option=long).short == "+2 for you."
    only = msgspec.structs.replace(card.option, note="+2 for you on the minor.")
    assert replace(card, option=only).short == "+2 for you on the minor."


def test_the_places_of_an_order_take_the_cards_that_are_chosen():
    assert [tuple(slot) for slot in hand().slots] == [(1, "", ""), (2, "", ""), (3, "", "")]
    assert [slot.card for slot in hand(ORDER).slots] == ["0a", "ipo-3", "0f"]
    assert page(ORDER).count('class="slot filled"') == 3


def test_an_empty_form_plays_nothing():
    assert posted_form.read(MENU, QueryDict("")) == {"kind": "plays", "plays": []}
    assert all(card.position == 0 for card in cards().values())


def test_a_card_says_its_price():
    prices = {key: card.price for key, card in cards().items()}
    assert prices == {"ipo-3": "2 money", "0a": "3 money each", "0f": "free"}


def test_a_table_keeps_what_is_chosen_and_can_be_played_no_more() -> None:
    """A barred attempt of a draft stands in the table with its reason, and is taken off by its player alone; so does a
    number that is too high by now.
    """

    def attempt(place: str, barred: Barred | None = None) -> Option:
        money = Count(key="money", label="Money", most=1, each=("1 in 12", "1 in 6"))
        return Option(value=place, label=place.title(), fields=(money,), barred=barred)

    shut = Barred("Germany holds it.")
    field = Plays(
        key="attempts",
        label="Attempts",
        choices=(attempt("turkey"), attempt("spain", shut), attempt("iran", shut)),
        most=3,
        lines=True,
    )
    menu = Menu(power="italy", order="influence", title="Influence", fields=(field,))
    chosen = [
        {"option": "spain", "details": {"money": 1}},
        {"option": "turkey", "details": {"money": 3}},
    ]
    (row,) = forms.rows(menu, {"kind": "influence", "attempts": chosen})
    assert [(one.label, one.number, one.cells) for one in row.table] == [
        ("Turkey", 3, [(0, "1 in 12"), (1, "1 in 6"), (3, "")]),
        ("Spain", 1, [(1, "")]),
    ]
    shown = render_to_string(row.template, {"row": row, "field": field, "ids": "f"})
    assert "Barred: Germany holds it. Take it off." in " ".join(shown.split())
    sent = QueryDict("attempts.turkey=3&attempts.spain=1")
    read = posted_form.read(menu, sent)["attempts"]
    assert sorted(read, key=lambda one: one["option"]) == chosen
    assert posted_form.read(menu, QueryDict("attempts.turkey=&attempts.spain="))["attempts"] == []
