"""The page of a past phase: its time line, and links that stay."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.selectors.history.phase_story import PastPhase
from campaigns.selectors.log.played_cards import (
    StoryLine,
    anchored,
    in_order,
    story_line,
    told_once,
)
from frontend.phase_pages import heading_of
from frontend.templatetags.history import (
    GLANCE,
    MOST_TOLD,
    at_length,
    briefly,
    how_given,
    orders_told,
    told_and_folded,
)
from frontend.timeline import LONGEST, ROWS, blocks_of, drawn, year_of, zoomed
from rules.kernel.events import FactDeclared, Line, News
from rules.kernel.headlines import QUIET
from rules.registry import BOOKS
from rules.war_game_1939.model.events import InfluenceOpposed

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def given(how, words=""):
    return SimpleNamespace(how=how, words=words, badge=how, order={}, commitment="")


def orders_of(*given_by, script=False):
    return SimpleNamespace(orders=given_by, check=SimpleNamespace(given=script))


def test_what_autopilots_ordered_is_told_and_the_rest_in_one_sentence():
    player, bot, idle = given("player", "IPO 18"), given("bot", "IPO 4"), given("bot")
    silent = given("autopilot")
    assert orders_told(orders_of(player, bot, idle, silent)) == ([player, bot, silent], True)
    assert orders_told(orders_of(player, bot)) == ([player, bot], False)
    assert orders_told(orders_of(silent)) == ([silent], False)
    assert how_given(silent, orders_of(silent)) == "silent; the autopilot played"


def test_where_a_script_plays_nobody_was_silent():
    silent, placed = given("autopilot"), given("autopilot", "points: Spain 2")
    story = orders_of(silent, placed, script=True)
    assert orders_told(story) == ([placed], True)
    assert how_given(placed, story) == "autopilot"


@pytest.mark.parametrize(
    ("changes", "lede", "kind", "said"),
    [
        ((), "", "lede quiet", "Nothing changed."),
        ((1,), "", "lede quiet", "Only figures moved."),
        ((), "The nations court Romania.", "lede", "The nations court Romania."),
    ],
)
def test_a_quiet_phase_says_what_was_routine_or_whether_figures_moved(changes, lede, kind, said):
    story = SimpleNamespace(
        quiet=True,
        changes=changes,
        lede=lede,
        number=1,
        turn_title="Fall 1939",
        resolved_at=NOON,
        **vars(orders_of()),
    )
    html = render_to_string(
        "frontend/history/_story.html",
        {"story": story, "head": SimpleNamespace(slug="a", status="finished"), "heading": "Bid"},
    )
    assert re.findall(rf'class="{kind}">\s*(.*?)\s*</p>', html) == [said]


def past(number, turn_title, title="Select", weight=10, headline="Nothing changed", **more):
    known = {
        "number": number, "turn": number, "turn_title": turn_title, "key": "select", "title": title, "weight": weight,
        "opened_at": NOON, "resolved_at": NOON, "headline": headline, "pin": "", "open": False, "undone_at": None,
        "again": 0,
    }  # fmt: skip
    return PastPhase(**{**known, **more})


def names(pins):
    return re.findall(r"<text[^>]*>([^<]*)</text>", pins)


def spans(pins):
    """Where each name of a row begins and ends, in pixels of the width that the line reckons with."""
    found = []
    for end, x, y, words in re.findall(
        r'<text( class="end")? x="([\d.]+)%" dx="-?7" y="(\d+)">([^<]*)</text>', pins
    ):
        at = float(x) * 12.8
        long = len(words) * 7
        found.append((y, *((at - long, at) if end else (at, at + long))))
    return found


def test_a_turn_belongs_to_the_year_that_names_it():
    assert year_of("January/February 1936") == "1936"
    assert year_of("Fall 1939") == "1939"
    assert year_of("Day 3") == "Day 3"


def test_every_phase_is_a_plain_link_and_its_own_is_marked():
    line = drawn([past(n, f"Fall {1939 + n // 4}") for n in range(1, 9)], "abc")
    html = blocks_of(line, 3)
    assert re.findall(r'href="(/c/abc/history/\d/)"', html) == [
        f"/c/abc/history/{n}/" for n in range(1, 9)
    ]
    assert html.count('aria-current="page"') == 1
    assert html.index('aria-current="page"') > html.index("/history/3/")
    assert html.count('<li class="turn">') == 3


def test_a_phase_is_told_with_its_turn_unless_its_title_names_the_year():
    line = drawn([past(1, "Fall 1939"), past(2, "Fall 1939", title="Facts, Fall 1939")], "abc")
    said = re.findall(r'hidden-text">([^<]+)<', blocks_of(line, 1))
    assert said == ["Select, Fall 1939", "Facts, Fall 1939"]


def test_what_is_too_much_for_a_page_is_folded_the_lesser_events_first():
    def event(weight, rest="", kind="result", news=None):
        line = SimpleNamespace(weight=weight, head="It is so", rest=rest, news=news)
        return SimpleNamespace(kind=kind, line=line)

    great, small = event(40), event(5)
    few = SimpleNamespace(cards=(), lines=(small, great, small))
    assert told_and_folded(few) == ([small, great, small], [])
    plain, news = event(30, kind="fact"), event(30, kind="fact", news=SimpleNamespace(one="x"))
    declared = SimpleNamespace(cards=(), lines=(plain, news, small))
    assert told_and_folded(declared) == ([news, small], [plain]), "it stands under what changed"
    assert told_and_folded(SimpleNamespace(cards=(), lines=(plain, plain))) == ([plain], [plain])
    many = SimpleNamespace(cards=(), lines=(*[small] * MOST_TOLD, great))
    told, folded = told_and_folded(many)
    assert told[-1] is great
    assert len(folded) == 3
    long = event(40, rest="x" * 64 * MOST_TOLD)
    assert told_and_folded(SimpleNamespace(cards=(), lines=(long,))) == ([long], [])


def test_a_lede_is_cut_between_sentences():
    short = "Finland joins Germany. Tension was 35."
    assert briefly(short) == short
    assert briefly(f"{short} {'Armor moves. ' * 40}").endswith("Armor moves.")
    assert len(briefly(f"{short} {'Armor moves. ' * 40}")) <= GLANCE


def test_a_war_stands_tall_and_the_open_phase_leads_to_the_campaign():
    line = drawn([past(1, "Fall 1939", weight=95), past(2, "Fall 1939", open=True)], "abc")
    first, second = line.blocks
    assert 'class="tall"' in first.html
    assert 'class="open" hx-boost="false" href="/c/abc/"' in second.html


def test_the_line_leads_to_the_next_phase_in_which_something_happened():
    told = {2: "Finland joins Germany", 5: "Germany takes Paris", 7: "It went back"}
    phases = [
        past(n, "Fall 1939", headline=told.get(n, "Nothing changed" if n % 2 else ""))
        for n in range(1, 9)
    ]
    phases[6] = past(7, "Fall 1939", headline=told[7], undone_at=NOON)
    line = drawn([*phases, past(9, "Fall 1939", headline="", open=True)], "abc")
    assert (line.last_loud(2), line.next_loud(2), line.next_loud(5)) == (None, 5, None)
    assert line.last_loud(9) == 5
    assert [block.number for block in line.blocks if 'class="quiet"' in block.html] == [
        1,
        3,
        4,
        6,
        8,
    ]
    assert "Nothing changed" not in blocks_of(line, 1)


def test_a_phase_in_which_nothing_happened_is_headed_by_its_own_name():
    def heading(headline, title="Map", turn="May/June 1937"):
        quiet = headline in ("", QUIET)
        return heading_of(
            SimpleNamespace(quiet=quiet, headline=headline, title=title, turn_title=turn)
        )

    assert heading("Nothing changed") == "Map, May/June 1937"
    assert heading("", title="Facts, May/June 1937") == "Facts, May/June 1937"
    assert heading("Albania is conquered") == "Albania is conquered"


def test_one_event_is_one_line_and_the_links_to_all_of_it_stay():
    def line(head, weight, anchor, topic="war of italy on albania", **more):
        told = Line(head=head, weight=weight, topic=topic, **more)
        return StoryLine(badge=None, line=told, kind="result", anchor=anchor)

    says = line("Italy announces war on Albania", 70, "event-1")
    war = line("Italy declares war on Albania", 95, "event-4")
    other = line("Italy pays 5 money", 4, "event-3", topic="")
    counted = line("War chart", 10, "event-5", detail=object())
    [first, second, third] = told_once([says, other, war, counted])
    assert (first, third) == (other, counted)
    assert (second.line, second.anchor, second.also) == (war.line, "event-4", ("event-1",))
    assert second.earlier == ()


def test_many_small_events_of_one_message_are_one_line_with_a_list():
    opposed = [
        InfluenceOpposed(nation=by, place=place, against="uk", money=1, rule="")
        for by, place in (("germany", "iran"), ("italy", "iran"), ("japan", "iran"), ("italy", "eire"))
    ]  # fmt: skip
    lines = [
        StoryLine(badge=None, line=BOOKS["war_game_1939"].tell(event), kind="", anchor=f"event-{n}")
        for n, event in enumerate(opposed, 1)
    ]
    [told] = told_once(lines)
    assert told.line.head == "Germany, Italy and Japan pay against the influence of others"
    assert told.line.rest == (
        "Germany $1 against Britain in Iran; Italy $1 against Britain in Iran; "
        "Japan $1 against Britain in Iran; Italy $1 against Britain in Eire."
    )
    assert (told.anchor, told.also) == ("event-1", ("event-2", "event-3", "event-4"))
    assert len(told_once(lines[:3])) == 3, "a few are told each by itself"


def test_of_a_track_that_moved_several_times_every_step_is_told_with_its_reason():
    def step(head, rest, anchor):
        told = Line(head=head, rest=rest, weight=10, sort="track", topic="track rgt")
        return StoryLine(badge=None, line=told, kind="track", anchor=anchor)

    finland = step("Tension +1, to 35", "The Axis hold a hex of Finland.", "event-1")
    war = step("Tension +15, to 50", "Germany and Russia are at war.", "event-2")
    [told] = told_once([finland, war])
    assert (told.line, told.also, told.earlier) == (war.line, ("event-1",), (finland.line,))
    html = render_to_string("frontend/history/_event.html", {"item": told, "story": None})
    assert "Before it:" in html
    assert "Tension +1, to 35. The Axis hold a hex of Finland." in html


def test_zoom_holds_the_turns_of_the_year_of_the_phase():
    phases = [past(n, f"Spring {1939 + n // 4}") for n in range(1, 9)]
    turns = list(zoomed(drawn(phases, "abc"), 5))
    assert [title for title, *_ in turns] == ["Spring 1940"]
    assert [own for _, own, _ in turns] == [True]
    assert turns[0][2].count("<a ") == 4


def test_names_of_great_events_never_lie_on_each_other():
    phases = [
        past(n, f"Fall {1936 + n // 18}", weight=60 + n % 37, headline=f"Power {n} declares war")
        for n in range(1, 180)
    ]
    found = spans(drawn(phases, "abc").pins)
    assert len(found) > 8
    for row in map(str, ROWS):
        ordered = sorted((a, b) for y, a, b in found if y == row)
        assert all(b < c for (_, b), (c, _) in pairwise(ordered))
        assert all(a >= 0 and b <= 1280 for a, b in ordered)


def test_the_name_of_a_great_event_leads_to_its_phase_and_says_so_as_its_block_does():
    line = drawn(
        [past(7, "Fall 1939", weight=95, headline="War"), past(8, "Fall 1939", weight=95)], "abc"
    )
    assert re.search(
        r'<a tabindex="-1" href="/c/abc/history/7/"><text[^>]*>War</text></a>', line.pins
    )
    # Where phases are chosen and not read, a name is no link.
    assert (
        "<a" not in drawn([past(7, "Fall 1939", weight=95, headline="War")], "abc", ask="?to=").pins
    )


def test_a_name_without_room_keeps_its_point():
    long = "x" * (LONGEST + 1)
    pins = drawn([past(1, "Fall 1939", weight=95, headline=long)], "abc").pins
    assert names(pins) == []
    assert pins.count("<circle") == 1


def test_the_greatest_of_crowded_years_have_a_name_at_the_cost_of_lesser_ones():
    told = {
        58: (94, "Italy declares war on Albania"),
        67: (94, "Germany declares war on Poland"),
        70: (96, "The Commonwealth and France declare war on Germany; the USSR declares war on Finland"),
        76: (94, "Germany declares war on Denmark and Norway"),
        79: (96, "Italy declares war on France"),
        82: (98, "France surrenders to Germany"),
        85: (94, "Italy declares war on Greece"),
        94: (94, "Germany declares war on Yugoslavia and Greece"),
        97: (96, "Germany declares war on the USSR"),
        106: (96, "Japan declares war on the United States"),
    }  # fmt: skip
    phases = [
        past(n, f"Fall {1936 + n // 18}", weight=told[n][0], headline=told[n][1])
        if n in told
        else past(n, f"Fall {1936 + n // 18}")
        for n in range(1, 108)
    ]
    named = names(drawn(phases, "abc").pins)
    for weight, headline in told.values():
        whole = headline.partition(";")[0]
        if weight > 94:
            assert {whole, re.sub(r" declares? war\b", "", whole)} & set(named), whole


def test_names_are_in_the_language_of_the_page_and_a_war_is_called_shorter_where_room_is_short():
    war = "Germany declares war on the USSR"
    phases = [
        past(n, "Fall 1939", weight=95 if n == 40 else 10, headline=war) for n in range(1, 81)
    ]
    assert names(drawn(phases, "abc").pins) == [war]
    assert names(drawn(phases[38:42], "abc").pins) == ["Germany on the USSR"]
    with translation.override("de"):
        assert names(drawn(phases, "abc").pins) == ["Deutschland erklärt der UdSSR den Krieg"]
        assert names(drawn(phases[38:52], "abc").pins) == ["Deutschland gegen die UdSSR"]


def test_a_war_is_called_shorter_without_what_else_was_done_in_it():
    war = "Japan declares war on Britain and the United States, and takes Manila and Hong Kong"
    phases = [past(n, "Winter 1941", weight=95 if n == 2 else 10, headline=war) for n in range(20)]
    assert names(drawn(phases, "abc").pins) == ["Japan on Britain and the United States"]


def test_as_one_power_knew_it_every_step_stays_so():
    line = drawn([past(1, "Fall 1939"), past(2, "Fall 1939", open=True)], "abc")
    assert 'href="/c/abc/history/1/?as=italy"' in blocks_of(line, 1, "?as=italy")
    assert 'href="/c/abc/"' in blocks_of(line, 1, "?as=italy")
    [(_, _, links)] = zoomed(line, 1, "?as=italy")
    assert 'href="/c/abc/history/1/?as=italy"' in links


def test_headlines_are_escaped_on_the_line():
    line = drawn([past(1, "Fall 1939", weight=95, headline="<b>&</b>")], "abc")
    assert "<b>" not in line.pins + blocks_of(line, 1)


def test_anchors_count_what_everybody_may_know():
    """So that no reader can tell from a link how much was kept from them."""
    assert anchored([True, False, True]) == ["event-1", "", "event-2"]
    assert anchored([True, True]) == ["event-1", "event-2"]


def test_zoomed_to_a_year_or_a_turn_the_line_has_its_phases_alone():
    phases = [past(n, f"{('Spring', 'Fall')[n % 2]} {1939 + n // 4}") for n in range(1, 9)]
    line = drawn(phases, "abc", year="1940")
    assert [block.number for block in line.blocks] == [4, 5, 6, 7]
    assert re.findall(r">(\d+)</text>", line.years) == ["1940"]
    line = drawn(phases, "abc", turn="Fall 1940")
    assert [block.number for block in line.blocks] == [5, 7]


def test_zoomed_to_a_year_it_says_what_weighed_most_in_it():
    phases = [
        past(1, "Fall 1939", weight=90, headline="Poland falls"),
        past(2, "Spring 1940", weight=50, headline="The Axis takes Oslo; Denmark yields"),
        past(3, "Spring 1940", weight=95, headline="Paris falls", undone_at=NOON),
        past(4, "Fall 1940", weight=70, headline="The Baltic States yield"),
        past(5, "Fall 1940", weight=20, headline="Turkey is courted in vain"),
        past(6, "Spring 1941"),
    ]
    line = drawn(phases, "abc", year="1940")
    assert line.head == "The Axis takes Oslo; the Baltic States yield"
    assert drawn(phases, "abc", turn="Spring 1940").head == "The Axis takes Oslo"
    assert drawn(phases, "abc", year="1941").head == "Nothing changed"
    assert drawn(phases, "abc").head == ""


def test_on_a_phone_no_year_lies_on_another_or_runs_over_the_end():
    years = [1939, *[1940] * 20, 1941, *[1942] * 30]
    line = drawn([past(n, f"Fall {year}") for n, year in enumerate(years, 1)], "abc")
    assert re.findall(r">(\d+)</text>", line.years) == ["1939", "1941"]
    years = [*[1939] * 8, *[1940] * 20, *[1941] * 60, *[1942] * 12]
    line = drawn([past(n, f"Fall {year}") for n, year in enumerate(years, 1)], "abc")
    spare = re.findall(r'<a class="spare" [^>]*><text[^>]*>(\d+)', line.years)
    assert spare == ["1940", "1942"]


def test_a_pin_without_room_for_all_says_the_war_or_the_first_that_is_taken():
    headlines = (
        "Germany takes Denmark, Norway, the Low Countries and the French homeland",
        "Japan attacks the United States and takes Guam and Hong Kong",
    )
    phases = [
        past(n, "Fall 1939", weight=90 if n in (20, 40) else 1, headline=headlines[n // 40])
        for n in range(1, 61)
    ]
    said = names(drawn(phases, "abc").pins)
    assert said == [
        "Germany takes the French homeland and more",
        "Japan attacks the United States",
    ]


def test_pins_can_be_those_of_chosen_phases_whatever_they_weigh():
    weights = (90, 20, 20, 20)
    phases = [
        past(n, "Fall 1939", weight=w, headline=f"Event {n}") for n, w in enumerate(weights, 1)
    ]
    assert names(drawn(phases, "abc").pins) == ["Event 1"]
    assert names(drawn(phases, "abc", pinned={2, 4}).pins) == ["Event 2", "Event 4"]
    assert drawn(phases, "abc", pinned=set()).pins == ""


def test_a_declared_fact_is_told_as_the_news_that_it_is():
    book = BOOKS["world_at_war"]
    at = SimpleNamespace(book=book, badge=lambda _key: None)

    def told(key):
        event = FactDeclared(
            key=key, label=book.facts[key].label, before=False, after=True, by="britain"
        )
        line = story_line(at, book.tell(event)).line
        return line.head, line.rest

    assert told("germany.surrendered") == ("Germany surrenders", "")
    plain = next(
        each for each in book.facts if each.type == "yes" and not book.facts.news.get(each.key)
    )
    assert told(plain.key) == (plain.label, "")


def test_a_rule_of_several_sentences_is_folded_behind_its_first():
    assert at_length("Short. And to the point.") == ("Short. And to the point.", "")
    first, more = at_length("Tension was 34. " + "Armor moves two. " * 40)
    assert first == "Tension was 34."
    assert more.startswith("Armor moves two. Armor")


def test_what_is_declared_is_told_by_its_weight_and_all_else_in_its_order():
    def line(head, weight, kind="fact"):
        told = Line(head=head, weight=weight, sort=kind, news=News(one=head))
        return StoryLine(badge=None, line=told, kind=kind)

    given = [
        line("Vichy France is set up", 48),
        line("France falls", 96),
        line("Tension +2", 10, "track"),
        line("Italy enters the war", 93),
        line("Ties are cut", 30, "result"),
        line("Norway is conquered", 72, "result"),
    ]
    assert [n for n, _line in in_order(given)] == [1, 0, 2, 3, 4, 5]


def test_news_of_a_fact_has_the_mark_of_whom_it_names_and_not_of_who_declared_it():
    book = BOOKS["world_at_war"]
    names = {key: SimpleNamespace(key=key, name=power.name) for key, power in book.powers.items()}
    event = FactDeclared(
        key="germany.surrendered",
        label=book.facts["germany.surrendered"].label,
        before=False,
        after=True,
        by="russia",
    )
    at = SimpleNamespace(book=book, badge=names.get)
    assert story_line(at, book.tell(event)).badge.key == "germany"
