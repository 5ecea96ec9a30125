"""Tables as data: reading them, and overriding them for one campaign."""

import msgspec
import pytest

from rules.kernel.errors import TableError
from rules.kernel.tables import overridden, read_yaml, typed


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    amount: int = 0


def table():
    return {
        "turkey": {"base": 0, "rows": [{"amount": 1}, {"amount": 2}]},
        "open": True,
        "note": None,
        -3: "x",
    }


def test_words_stay_words_and_dates_stay_text():
    assert read_yaml("{a: yes, b: no, c: on, d: off, e: true, f: 1940-06-14}", "t") == {
        "a": "yes",
        "b": "no",
        "c": "on",
        "d": "off",
        "e": True,
        "f": "1940-06-14",
    }


def test_a_key_that_stands_twice_is_named():
    with pytest.raises(TableError, match=r"t\.yaml.*base stands twice"):
        read_yaml("turkey:\n  base: 1\n  base: 2\n", "t.yaml")


def test_a_row_can_be_built_upon_another():
    found = read_yaml("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}", "t")
    assert found["b"] == {"x": 1, "y": 3}


@pytest.mark.parametrize("text", ["a: [", "? [x]\n: 1", "!!python/object/apply:os.getcwd []", "\t"])
def test_text_that_cannot_be_read_names_the_file(text):
    with pytest.raises(TableError, match=r"t\.yaml"):
        read_yaml(text, "t.yaml")


def test_data_of_the_wrong_type_names_file_and_key():
    with pytest.raises(TableError, match=r"rows\.yaml.*amount"):
        typed({"name": "a", "amount": "2"}, Line, "rows.yaml")


def test_an_unknown_key_is_named():
    with pytest.raises(TableError, match="amuont"):
        typed({"name": "a", "amuont": 2}, Line, "rows.yaml")


def test_an_override_replaces_a_value_by_its_path():
    found = overridden(table(), {"turkey.base": 2, "turkey.rows.1.amount": 5, "open": False}, "t")
    assert found["turkey"] == {"base": 2, "rows": [{"amount": 1}, {"amount": 5}]}
    assert found["open"] is False


def test_a_row_known_by_number_can_be_overridden():
    assert overridden(table(), {"-3": "y"}, "t")[-3] == "y"


def test_an_empty_value_can_be_filled():
    assert overridden(table(), {"note": "filled"}, "t")["note"] == "filled"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("turkey.bass", 1, "there is no turkey.bass"),
        ("greece.base", 1, "there is no greece.base"),
        ("turkey.rows.7.amount", 1, "there is no turkey.rows.7.amount"),
        ("turkey.rows.7", 1, "there is no turkey.rows.7"),
        ("turkey.rows.first", {}, "there is no turkey.rows.first"),
        ("turkey.base.deeper", 1, "there is no turkey.base.deeper"),
        ("turkey.base", "two", "is a int, not a str"),
        ("turkey.base", True, "is a int, not a bool"),
        ("turkey", 3, "is a dict, not a int"),
    ],
)
def test_an_override_that_does_not_fit_is_told(path, value, words):
    with pytest.raises(TableError, match=words):
        overridden(table(), {path: value}, "t")


def test_a_path_goes_through_keys_with_dots_and_rows_by_their_key() -> None:
    table = {
        "rows": [{"key": "navy", "least": {"49.1": [1, 2]}}],
        "by": {7: {"a.b": 1, "a": {"b": 2}}},
    }
    changed = overridden(
        table, {"rows.navy.least.49.1.1": 5, "rows.0.key": "fleet", "by.7.a.b": 9}, "here"
    )
    assert changed == {
        "rows": [{"key": "fleet", "least": {"49.1": [1, 5]}}],
        "by": {7: {"a.b": 9, "a": {"b": 2}}},
    }
