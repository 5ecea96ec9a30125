"""A reveal step by step: columns, what each step moves, its dice, and nothing lost without a script."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from campaigns.selectors.log.played_cards import PlayedCard, StoryLine
from campaigns.selectors.reader.power_badges import Badge
from frontend.board_diff import elements_of
from frontend.books import face_of
from frontend.books.face import Watched
from frontend.change_markers import Moved, changed_parts
from frontend.reveal_layout import begins_with, chart_of, laid, moved_by
from frontend.templatetags.figures import die
from frontend.templatetags.reveal import fallen_die
from rules.days_of_decision.model.events.political import EntryMoved
from rules.kernel.events import Line, News
from rules.kernel.tally import Row, tally
from tests.web.support import a_card, cards_shown

FRONTEND = Path(__file__).parents[2] / "frontend"
SCRIPT = (FRONTEND / "static/frontend/js/reveal.js").read_text()
NAMES = {"germany": ("Germany", "axis", "square"), "ussr": ("USSR", "russia", "triangle")}


def card(power: str, place: int, *moved: EntryMoved, **more: Any) -> PlayedCard:
    name, hue, mark = NAMES[power]
    badge = Badge(key=power, name=name, code=power[:2].upper(), hue=hue, mark=mark)
    return a_card(badge=badge, place=place, happened=moved, **more)


def entry(against: str, by: int, after: int) -> EntryMoved:
    sum_ = tally("American entry", [Row(key="card", amount=by, reason="The option")])
    return EntryMoved(
        power="germany", against=against, option="option-4", tally=sum_, after=after, rule=""
    )


def test_each_power_has_a_column_and_its_cards_stand_in_it() -> None:
    found = laid([card("germany", 1), card("ussr", 2), card("ussr", 2, again=True)])
    places = [(each.column, each.row, each.step) for each in found]
    assert places == [(1, 1, 1), (2, 1, 2), (2, 2, 3)]
    assert found[1].said == "Position 2: USSR"


def test_american_entry_moves_card_by_card() -> None:
    turned = face_of("days_of_decision").turned
    assert turned is not None
    cards = [
        card("germany", 1, entry("germany", 16, 44)),
        card("ussr", 2),
        card("ussr", 2, entry("germany", -1, 43), entry("ussr", 2, 33)),
    ]
    chart = chart_of(cards, turned)
    assert chart is not None
    assert [(line.name, line.steps) for line in chart.lines] == [
        ("Germany", ((0, 28), (1, 44), (3, 43))),
        ("USSR", ((0, 31), (3, 33))),
    ]
    assert chart_of([card("germany", 1)], turned) is None


def test_without_a_script_every_card_lies_face_up_and_no_button_is_offered() -> None:
    html = cards_shown(card("germany", 1), card("ussr", 2))
    assert html.count("Press a claim") == 2
    assert "hidden>" not in html
    section = (FRONTEND / "templates/frontend/history/_turned.html").read_text()
    assert 'type="button" hidden data-turn="begin"' in section
    assert 'class="turn-steps" hidden' in section


def test_the_script_writes_no_markup_and_goes_by_keyboard() -> None:
    for sink in ("innerHTML", "outerHTML", "insertAdjacentHTML", "DOMParser", "eval(", "style."):
        assert sink not in SCRIPT
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", "Escape"):
        assert f"{key}:" in SCRIPT


def test_only_one_sum_is_open_at_a_time() -> None:
    for name in (
        "templates/frontend/history/_cards.html",
        "templates/frontend/history/_steps.html",
        "templates/frontend/history/_detail.html",
        "books/war_game_1939/templates/war_game_1939/_commerce.html",
        "books/world_in_flames/templates/world_in_flames/board.html",
        "books/world_at_war/templates/world_at_war/_purses.html",
        "books/world_at_war/templates/world_at_war/_dossier.html",
    ):
        text = (FRONTEND / name).read_text()
        named = text.count('" name="') + text.count('<details name="')
        assert text.count("<details") == named, name


class Board(msgspec.Struct, frozen=True):
    """A board with two tracks."""

    tracks: tuple[dict[str, Any], ...]


def board(**levels: int) -> Board:
    return Board(tuple({"key": key, "title": key.upper(), "level": n} for key, n in levels.items()))


TRACKS = Watched(
    parts="tracks", key="key", values=("level",), anchor="track", anchor_of=("key",), name="title"
)


def test_a_part_of_the_board_is_moved_by_the_first_step_that_names_it() -> None:
    steps = [card("germany", 1), card("ussr", 2, entry("ussr", 2, 33)), card("ussr", 2)]
    before, after = board(ussr=31, italy=4), board(ussr=33, italy=6)
    moved = moved_by(steps, (TRACKS,), before, after)
    assert moved == ((), (Moved("track-ussr", "USSR", "", "31", "33", "ussr"),), ())
    assert laid(steps, moved)[1].anchors == "track-ussr"


def test_a_part_of_a_power_waits_for_the_last_step_of_that_power_that_names_it() -> None:
    steps = [card("germany", 1, entry("ussr", 2, 33)), card("ussr", 2, entry("ussr", 2, 35))]
    steps += [card("ussr", 2, entry("ussr", 1, 36)), card("germany", 3, entry("ussr", 0, 36))]
    moved = moved_by(steps, (TRACKS,), board(ussr=31), board(ussr=36))
    assert [len(parts) for parts in moved] == [0, 0, 1, 0]


def test_a_part_of_a_power_waits_for_the_card_of_another_that_brings_it_to_where_it_ends() -> None:
    steps = [card("germany", 1, entry("ussr", 1, 32)), card("ussr", 2, entry("ussr", 1, 33))]
    steps += [card("germany", 3, entry("ussr", 2, 35)), card("germany", 4, entry("ussr", 0, 35))]
    moved = moved_by(steps, (TRACKS,), board(ussr=31), board(ussr=35))
    assert [len(parts) for parts in moved] == [0, 0, 1, 0]


def test_a_figure_is_told_with_its_words() -> None:
    watched = replace(TRACKS, words=("entry",))
    ((_kind, part),) = changed_parts((watched,), board(ussr=2), board(ussr=-1))
    assert part.moved == Moved("track-ussr", "USSR", "entry", "2", "\N{MINUS SIGN}1", "ussr")


def test_a_die_stands_in_the_outline_of_its_sides() -> None:
    assert 'aria-label="die 9 of 12 sides"' in fallen_die(9, 12)
    assert "<s>" in fallen_die(9, 12, 4)
    assert fallen_die(3, 6) == f'<span class="fallen">{die(3, 6)}</span>'
    assert len({fallen_die(9, sides) for sides in (10, 12, 20)}) == 3


def test_before_the_first_step_a_reveal_says_what_is_to_come_and_not_how_it_went() -> None:
    cards = [card("germany", 1), card("ussr", 2), card("ussr", 2, again=True)]
    assert begins_with(laid(cards), cards=True) == "Two powers turn their cards"
    assert begins_with(laid(cards[:1]), cards=True) == "One power turns its cards"
    assert begins_with(laid([card("ussr", 1, state="idle")]), cards=True) == "No card is turned"
    said = begins_with(laid(cards), cards=False)
    assert said == "Three things happened, one after another"
    assert begins_with((), cards=True) == ""
    page = (FRONTEND / "templates/frontend/history/reveal.html").read_text()
    assert page.count("shown.headline|") == 2
    assert '<span class="went">{{ shown.headline' in page
    title = page.partition("block title")[2].partition("{% else %}")[0]
    assert "shown.begins" in title
    assert "shown.headline" not in title


def test_elements_of_a_board_are_found_by_their_ids_and_none_in_a_picture() -> None:
    html = '<p id="a">1</p>\n<ul><li\n id="b"><b>2</b></li></ul><svg><g id="c"></g></svg>'
    assert elements_of(html, {"b", "c"}) == {"b": '<li\n id="b"><b>2</b></li>'}
    assert elements_of("<p>", {"a"}) == {}


def bonus(power: str, place: int, **more: Any) -> PlayedCard:
    """A card that did no more than what comes every turn; its event is the one of its place."""
    one, many = "{who} takes the bonus", "{who} take the bonus"
    name = NAMES[power][0]
    line = StoryLine(
        badge=None,
        line=Line(head=f"{name} takes the bonus"),
        kind="result",
        anchor=f"event-{place}",
    )
    news = News(one=one, many=many, slots={"who": (name,)})
    return card(power, place, follows=(line,), routine=news, **more)


def test_cards_that_did_what_comes_every_turn_are_one_sentence_that_keeps_their_anchors() -> None:
    html = cards_shown(bonus("germany", 1, also=("event-7",)), bonus("ussr", 2), card("germany", 3))
    said, listed = html[html.index('<p class="alike">') :], html[: html.index('<p class="alike">')]
    assert "Germany and USSR take the bonus." in said
    assert listed.count("routine") == 2
    for anchor in ("event-7", "event-1", "event-2"):
        assert html.count(f'id="{anchor}"') == said.count(f'id="{anchor}"') == 1


def test_one_card_alone_is_told_by_itself_with_its_anchors() -> None:
    html = cards_shown(bonus("germany", 1, also=("event-7",)), card("ussr", 2))
    assert "alike" not in html
    assert "routine" not in html
    assert html.count('id="event-7"') == html.count('id="event-1"') == 1
