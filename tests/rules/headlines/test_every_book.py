"""How phases of any book are headed: what is told, in which order and how much of it."""

import pytest

from rules.kernel.events import Line, News
from rules.kernel.headlines import LEDE, QUIET, by_weight
from rules.registry import BOOKS


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
def test_a_phase_without_news_says_so(book):
    assert book.headline([]) == (QUIET, "")
    assert QUIET == "Nothing changed"


HEADED = by_weight(40, 20)


def line(head, weight, **more):
    return Line(head=head, weight=weight, **more)


def test_a_clause_that_has_no_room_is_the_first_of_the_lede():
    long = "the long road from the capital to the sea is opened again after the winter"
    assert HEADED([line("Rome falls to the Allies", 90), line(long, 60)]) == (
        "Rome falls to the Allies",
        f"{long.capitalize()}.",
    )


def test_a_lede_ends_with_a_sentence_and_never_within_one():
    sentences = [line(f"{'x' * 60} {n}", 30 - n) for n in range(9)]
    _, lede = HEADED([line("Rome falls", 90), *sentences])
    assert len(lede) <= LEDE + 10
    assert lede.count(".") == len(lede.split(". "))


def test_news_that_differ_in_two_places_stay_two():
    news = [
        News(one="{who} courts {place}", slots={"who": (who,), "place": (place,)})
        for who, place in (("Italy", "Spain"), ("France", "Brazil"), ("France", "Chile"))
    ]
    assert HEADED([line("x", 50, news=each) for each in news]) == (
        "Italy courts Spain; France courts Brazil and Chile",
        "",
    )


def does(message, *who, many="", **slots):
    slots = {"who": who, **{slot: (name,) for slot, name in slots.items()}}
    return line("x", 90, news=News(one=message, many=many, slots=slots))


def headed(*lines):
    return HEADED(lines)[0]


TAKES, TAKE = "{who} takes {place}", "{who} take {place}"
JOINS = "{who} joins the war"


def test_two_clauses_of_one_actor_name_it_once():
    russia = does("{who} conquers {place}", "Russia", place="Hungary")
    assert headed(russia, does(TAKES, "Russia", place="Poland")) == (
        "Russia conquers Hungary and takes Poland"
    )
    assert headed(russia, does("Russia begins to mobilize")) == (
        "Russia conquers Hungary and begins to mobilize"
    )
    allies = ("Britain", "France")
    assert headed(
        does("{who} lands in Norway", *allies, many="{who} land in Norway"),
        does(TAKES, *allies, many=TAKE, place="Narvik"),
    ) == ("Britain and France land in Norway and take Narvik")


def test_a_comma_stands_before_the_second_clause_where_the_first_has_a_list():
    taken = [does(TAKES, "Russia", place=place) for place in ("Hungary", "Poland")]
    assert headed(*taken, does(JOINS, "Russia")) == (
        "Russia takes Hungary and Poland, and joins the war"
    )


def test_clauses_of_two_actors_stay_two_though_one_is_an_actor_of_both():
    germany = does(TAKES, "Germany", place="Norway")
    assert headed(germany, does(JOINS, "Italy")) == "Germany takes Norway; Italy joins the war"
    both = does(JOINS, "Germany", "Italy", many="{who} join the war")
    assert headed(germany, both) == "Germany takes Norway; Germany and Italy join the war"
    shared = does("{who} and {other} share a border", "Germany", other="Russia")
    assert headed(shared, germany) == "Germany and Russia share a border; Germany takes Norway"


def test_a_lede_too_names_an_actor_once_and_joins_no_more_than_two():
    told = [line("The long war goes on for another year", 90)] + [
        line("x", 30, news=News(one=f"{{who}} {does}", slots={"who": ("Italy",)}))
        for does in ("takes Crete", "bombs Malta", "leaves Libya")
    ]
    assert HEADED(told)[1] == "Italy takes Crete and bombs Malta. Italy leaves Libya."


def test_an_event_told_elsewhere_is_told_where_nothing_else_is():
    seen = [line("The card turns", 22, news=News(one=""))]
    assert HEADED(seen) == ("The card turns", "")
    assert HEADED([*seen, line("Rome falls", 90)]) == ("Rome falls", "")


def test_the_clock_is_no_news():
    assert HEADED([line("May begins", 5, sort="clock")]) == (QUIET, "")


def test_routine_is_an_aside_under_a_quiet_headline_and_only_there():
    routine = [
        line("Japan collects", 20, news=News(one="", why="{who} has $9", slots={"who": (who,)}))
        for who in ("Japan", "Japan")
    ]
    assert HEADED(routine) == (QUIET, "Japan has $9.")
    assert HEADED([*routine, line("Rome falls", 90)]) == ("Rome falls", "")
    assert HEADED([*routine, line("A small step", 3)]) == ("A small step", "")


def test_no_sentence_of_a_lede_is_said_twice():
    news = [News(one=f"{who} falls", why="the winter was hard") for who in ("Rome", "Paris")]
    assert HEADED([line("x", 90, news=each) for each in news]) == (
        "Rome falls; Paris falls",
        "The winter was hard.",
    )


def test_more_than_six_names_are_counted_in_a_lede():
    def falling(names):
        each = [News(one="{who} falls", many="{who} fall", slots={"who": (n,)}) for n in names]
        return HEADED([line("The front breaks", 90), *(line("x", 30, news=one) for one in each)])[1]

    assert falling("ABCDEF") == "A, B, C, D, E and F fall."
    assert falling("ABCDEFG") == "A, B and five others fall."


def test_what_is_declared_of_the_map_is_no_news_by_itself():
    assert HEADED([line("Factors in Norway: 4", 11, sort="fact")]) == (QUIET, "")
