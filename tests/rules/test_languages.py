"""What is found in a rulebook's source to be translated."""

import ast
from textwrap import dedent

import polib

from frontend.languages.extracting import KERNEL, merged, po_of
from frontend.languages.messages import written
from frontend.languages.reading_data import read as read_data
from frontend.languages.reading_python import read as read_python


def messages(source: str) -> list[str]:
    return [written(parts) for _, parts in read_python({"": ast.parse(dedent(source))})]


def test_a_text_is_found_once_for_every_way_it_can_be_put_together() -> None:
    source = '''
        HOW = {"ground": "attacked", "air": "bombed"}

        def line(v):
            """Not shown."""
            late = " after the roll" if v.late else ""
            head = f"{title(v.nation)} {HOW[v.how]} {place_name(v.place)}{late}"
            return Told(head, key=f"attack.{v.how}", rule=R("The Rule of Attacks"))
    '''
    assert messages(source) == [
        "{nation} attacked {place} after the roll",
        "{nation} attacked {place}",
        "{nation} bombed {place} after the roll",
        "{nation} bombed {place}",
    ]


def test_sentences_of_a_text_that_is_put_together_are_found_each_for_itself() -> None:
    source = """
        def rest(v):
            return f"Die {v.die}. {v.money} is lost." if v.made else "It never was. It never is."
    """
    assert messages(source) == ["Die {die}.", "{money} is lost.", "It never was.", "It never is."]


def test_a_name_with_a_capital_at_its_front_is_one_slot_and_what_is_taken_off_is_no_text() -> None:
    source = """
        def line(name, event):
            return f"{name[:1].upper()}{name[1:]} owes: {event.text.rstrip('.')}, of {0}"
    """
    assert messages(source) == ["{name} owes: {rstrip}, of 0"]


def test_data_gives_its_texts_and_neither_keys_nor_citations() -> None:
    data = """
    title: Tension
    rows:
      - {key: two_enemies, reason: "Two enemies of {name}", rule: The Rule, for: {italy: Italy}}
    """
    said = [written(parts) for parts in read_data("data/rows.yaml", data)]
    assert said == ["Tension", "Two enemies of {name}", "Italy"]


def test_data_gives_what_is_listed_in_headlines_and_why_something_is_worth_less() -> None:
    data = """
    levels: [{effect: Oil may be cut; bars on diplomacy fall}]
    less: {rumania: {amount: -5, reason: "Colony of {0}"}}
    """
    said = [written(parts) for parts in read_data("data/ledger.yaml", data)]
    assert said == [
        "Oil may be cut",
        "bars on diplomacy fall",
        "Oil may be cut; bars on diplomacy fall",
        "Colony of {0}",
    ]


def test_the_files_for_translators_hold_what_the_source_says() -> None:
    path = po_of(KERNEL, "de")
    assert str(merged(KERNEL, "de")) == str(polib.pofile(str(path), wrapwidth=100)), (
        "`manage.py translations --extract` was not run"
    )
