"""Numbers with their reasons."""

from rules.kernel.conditions import FactCount, FactIs, Number, Per
from rules.kernel.tally import Modifier, Row, Tally, tally, weigh


class At:
    def __init__(self, **facts):
        self.subject = {"country": "turkey"}
        self.facts = facts

    def fact(self, key):
        return self.facts.get(key, 0)


def row(key, amount):
    return Row(key=key, amount=amount, reason=key)


def test_the_net_is_the_base_and_every_row():
    assert tally("t", [row("a", 2), row("b", -3)], base=4).net == 3


def test_rows_of_nothing_are_left_out():
    assert tally("t", [row("a", 0), row("b", 1)]).rows == (row("b", 1),)


def test_a_floor_is_a_row_of_its_own_so_that_the_sum_still_adds_up():
    found = tally("t", [row("a", -5)], base=2, least=0, least_row=row("floor", 0))
    assert found.net == 0
    assert found.rows[-1].key == "floor"
    assert found.base + sum(each.amount for each in found.rows) == found.net


def test_a_floor_that_is_not_reached_adds_no_row():
    assert tally("t", [row("a", 1)], least=0, least_row=row("floor", 0)).row("floor") is None


def test_a_floor_without_a_row_of_its_own_still_holds():
    found = tally("t", [row("a", -5)], least=0)
    assert found.net == 0
    assert found.base + sum(each.amount for each in found.rows) == found.net


def test_rows_are_found_by_key():
    found = tally("t", [row("a", 1)])
    assert found.row("a") == row("a", 1)
    assert found.row("b") is None


def test_a_tally_reads_the_facts_of_rows_met_and_unmet_once():
    met = Row(key="a", amount=1, reason="", reads=("x", "y"))
    unmet = Row(key="b", amount=1, reason="", reads=("y", "z"))
    assert tally("t", [met], passed=[unmet]).reads() == ("x", "y", "z")


def test_a_modifier_that_holds_is_a_row_and_one_that_does_not_is_passed():
    modifiers = [
        Modifier("yes", 2, "r", "1", when=FactIs("a")),
        Modifier("no", -1, "r", "1", when=FactIs("b")),
    ]
    rows, passed = weigh(modifiers, At(a=True))
    assert [(each.key, each.amount) for each in rows] == [("yes", 2)]
    assert [(each.key, each.amount) for each in passed] == [("no", -1)]
    assert passed[0].reads == ("b",)


def test_a_modifier_counts_once_for_each_of_its_times():
    (found,), _ = weigh([Modifier("five", -1, "r", "1", times=Per(FactCount("n"), 5))], At(n=17))
    assert found.amount == -3
    assert found.reads == ("n",)


def test_a_modifier_that_counts_nothing_is_passed_with_what_one_would_add():
    rows, (passed,) = weigh([Modifier("five", -1, "r", "1", times=Per(FactCount("n"), 5))], At(n=4))
    assert rows == []
    assert passed.amount == -1


def test_a_cap_bounds_the_amount_on_either_side():
    up = Modifier("up", 1, "r", "1", times=Number(9), most=3)
    down = Modifier("down", -2, "r", "1", times=Number(9), most=3)
    rows, _ = weigh([up, down], At())
    assert [each.amount for each in rows] == [3, -3]


def test_of_degrees_of_one_thing_only_the_first_that_holds_counts():
    degrees = [
        Modifier("ally", 3, "r", "1", when=FactIs("ally"), instead="status"),
        Modifier("associate", 2, "r", "1", when=FactIs("associate"), instead="status"),
        Modifier("hexes", 1, "r", "1", when=FactIs("hexes"), instead="status"),
        Modifier("other", 1, "r", "1", when=FactIs("hexes"), instead="else"),
    ]
    rows, passed = weigh(degrees, At(associate=True, hexes=True))
    assert [each.key for each in rows] == ["associate", "other"]
    assert [each.key for each in passed] == ["ally", "hexes"]


def test_a_reason_names_its_subject():
    (found,), _ = weigh([Modifier("a", 1, "Units in {country}", "1")], At())
    assert found.reason == "Units in turkey"


def test_a_tally_without_rows_is_its_base():
    assert tally("t", [], base=3) == Tally(title="t", base=3, net=3)
