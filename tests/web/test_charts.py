"""Charts: what is drawn, what is said beside it, and the numbers as a table."""

import json
import re
from html import unescape
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.chronicles.sampling import Series, Track
from frontend import chronicle_pages
from frontend.charts import (
    Chart,
    Line,
    Ring,
    Step,
    Threshold,
    Tick,
    bar,
    draw,
    luck_row,
    numbers,
    spark,
)
from frontend.charts.placing import box_is_free, columns_of, spread
from frontend.charts.records import Scale, scale_of


def line(name: str, *values: int, hue: str = "axis", mark: str = "square") -> Line:
    return Line(name, tuple(Step(n + 1, value) for n, value in enumerate(values)), hue, mark)


def chart(*lines: Line, last: int = 10, **more: object) -> Chart:
    return Chart("American entry", lines, 1, last, **more)


def test_a_value_holds_until_it_changes() -> None:
    one = Line("Germany", (Step(1, 0), Step(6, 10)))
    assert [one.value(at) for at in (0, 1, 5, 6, 10)] == [None, 0, 0, 10, 10]
    path = re.search(r'class="line[^>]* d="([^"]+)"', draw(chart(one)))
    assert path is not None
    assert path[1] == "M0 258H556V8H1000", "level, up at a right angle, level to the end"


def test_the_end_of_a_line_says_its_name_and_value() -> None:
    drawn = draw(chart(line("Germany", 3, -22)))
    assert ">Germany \N{MINUS SIGN}22</text>" in drawn


@pytest.mark.parametrize("size", ["large", "small"])
def test_a_long_name_takes_more_lines_and_is_never_cut(size: str) -> None:
    names = [
        f"{which} Italian criteria of surrender, met so far"
        for which in ("First", "Second", "Third")
    ]
    drawn = unescape(draw(chart(*(line(name, 1, 3) for name in names)), size=size))
    ends = re.findall(r'<text class="side-axis" x="16" y="([\d.]+)">(.*?)</text>', drawn)
    assert [re.sub(r"<tspan[^>]*>", " ", end).replace("</tspan>", "") for _, end in ends] == [
        f"{name} 3" for name in names
    ]
    lines = 1 + ends[0][1].count("<tspan")
    assert lines > 1
    tops = sorted(float(y) for y, _ in ends)
    assert all(low + 14 * lines <= high for low, high in pairwise(tops)), "names lie on each other"
    room = re.search(r'class="room-(\d+)', drawn)
    assert room is not None
    parts = [part for _, end in ends for part in re.sub(r"<[^>]*>", "|", end).split("|")]
    assert max(map(len, parts)) * 6.6 + 22 <= int(room[1])


def test_names_at_the_ends_do_not_meet_and_keep_their_order() -> None:
    wanted = [100.0, 101, 40, 103, 258, 257, 20]
    placed = spread(wanted, 16, 10, 266)
    ordered = [placed[n] for n in sorted(range(len(wanted)), key=lambda n: wanted[n])]
    assert all(low + 15.99 <= high for low, high in pairwise(ordered))
    assert min(placed) >= 10
    assert max(placed) <= 266
    assert placed[2] == 40, "a name with room stays where it is"


def test_names_that_do_not_all_fit_stay_between_the_ends() -> None:
    placed = spread([50.0] * 20, 16, 0, 100)
    assert min(placed) == 0
    assert max(placed) == pytest.approx(100)


def test_a_place_near_the_end_of_a_small_chart_ends_where_the_names_begin() -> None:
    drawn = chart(line("Germany", 3, 0), last=100, ticks=(Tick(1, "1944"), Tick(95, "1945")))
    assert re.findall(r'<text( class="scale")? x="([\d.]+)%"', draw(drawn, size="small")) == [
        ("", "0"),
        (' class="scale"', "100"),
    ]
    assert 'class="scale" x="100%"' not in draw(drawn)


def test_a_first_year_of_few_phases_has_no_name_in_a_small_chart() -> None:
    drawn = chart(line("Germany", 3, 0), last=100, ticks=(Tick(1, "1939"), Tick(19, "1940")))
    assert "1939</text>" not in draw(drawn, size="small")
    assert "1939</text>" in draw(drawn)


def test_lines_of_one_hue_differ_by_their_dashes() -> None:
    drawn = draw(chart(line("Germany", 1), line("Japan", 2), line("USSR", 3, hue="russia")))
    assert re.findall(r'class="line side-(\w+) dash-(\d)"', drawn) == [
        ("axis", "0"),
        ("axis", "1"),
        ("russia", "0"),
    ]


@pytest.mark.parametrize(
    ("values", "grid"),
    [
        ((206, -22), (0, 50, 100, 150, 200)),
        ((6,), (0, 2, 4, 6)),
        ((0,), (0, 1)),
        ((-7, -1), (-6, -4, -2, 0)),
        ((133,), (0, 50, 100)),
    ],
)
def test_there_are_at_most_five_grid_lines_and_zero_is_one(
    values: tuple[int, ...], grid: tuple[int, ...]
) -> None:
    assert scale_of(values, 0, 100).grid() == grid


def test_a_threshold_is_dashed_and_its_sentence_meets_no_line() -> None:
    crossing = line("Germany", *range(0, 100, 10))
    limit = Threshold("from here war may be declared", (Step(1, 50),))
    whole = chart(crossing, thresholds=(limit,))
    drawn = draw(whole)
    assert 'class="threshold"' in drawn
    found = re.search(r'class="said" x="([\d.]+)%" y="([\d.]+)"', drawn)
    assert found is not None
    x, y = float(found[1]) / 100, float(found[2])
    columns = columns_of(whole, [crossing], Scale(0, 90, 8, 258))
    assert box_is_free(columns, x, x + len(limit.words) * 6.6 / 720, y - 13, y + 2)


def test_a_sentence_without_free_ground_stands_under_the_chart_alone() -> None:
    wild = Line("Germany", tuple(Step(n, 100 * (n % 2)) for n in range(1, 200)))
    drawn = draw(chart(wild, last=199, thresholds=(Threshold("the limit", (Step(1, 50),)),)))
    assert 'class="said"' not in drawn
    assert "</i>the limit</p>" in drawn


def test_turning_points_are_numbered_rings_that_do_not_meet() -> None:
    rings = (Ring(1, 50), Ring(2, 52), Ring(3, 90))
    drawn = draw(chart(line("Germany", 0, 5), last=100, rings=rings))
    heights = re.findall(r'class="ring" cx="[\d.]+%" cy="(\d+)"', drawn)
    assert heights[0] != heights[1]
    assert heights[0] == heights[2]


def test_a_line_that_ends_has_its_name_at_its_end() -> None:
    italy = Line("Italy", (Step(1, 0), Step(3, 2)), ends=6)
    drawn = draw(chart(italy, line("Japan", 0, 8), last=11))
    assert '<svg x="50%" class="ends">' in drawn
    assert ">Italy 2</text>" in drawn
    assert re.search(r'd="M0 [\d.]+H200V[\d.]+H500"', drawn), "it is drawn up to there"
    assert italy.value(6) == 2
    assert italy.value(7) is None
    assert ">Italy 2</text>" in draw(chart(italy, last=11)), "also where no other goes on"


def test_no_line_runs_through_the_name_of_one_that_ends() -> None:
    italy = Line("Italy", (Step(1, 4), Step(3, 1)), ends=6)

    def name_and_mark(*others: Line) -> tuple[float, float]:
        drawn = draw(chart(italy, *others, last=11), size="small")
        end = re.search(r'.*translate\([\d.-]+ ([\d.]+)\).*?y="([\d.]+)">Italy 1', drawn)
        assert end is not None
        return float(end[2]), float(end[1]) + 4.5

    name, mark = name_and_mark(line("Japan", 11))
    assert mark - name == 7
    # A line that goes on just above its end.
    above = Line("Germany", (Step(1, 11), Step(5, 2)))
    crossed, mark = name_and_mark(above)
    at = re.search(r'd="[^"]*V([\d.]+)H1000"', draw(chart(italy, above, last=11), size="small"))
    assert at is not None
    assert crossed < float(at[1]) < mark


def test_a_cursor_says_what_every_line_was_there() -> None:
    places = tuple(f"phase {n}" for n in range(1, 11))
    drawn = draw(chart(line("Germany", 0, 5), line("Japan", 3), places=places), cursor=2)
    assert '<line class="cursor" x1="11.1%"' in drawn
    assert "<b>phase 2:</b> <span>Germany 5, Japan 3</span></p>" in drawn


def test_a_cursor_that_moves_brings_the_values_along() -> None:
    late = Line("<Japan>", (Step(5, 3),))
    one = chart(line("Germany", 0, 5), late)
    given = re.search(r"data-lines='([^']*)'", draw(one, cursor=2, moves=True))
    assert given is not None
    told = json.loads(unescape(given[1]))
    assert told["reach"] == [1, 10]
    assert told["lines"] == [["Germany", [[1, 0], [2, 5]]], ["<Japan>", [[5, 3]]]]
    low, high, top, bottom = told["scale"]
    assert (low, high) == (0, 5)
    assert top < bottom
    marks = draw(one, cursor=2, moves=True).split('class="ends then"')[1].split("</svg>")[0]
    assert marks.count("<g") == 2
    assert marks.count('visibility="hidden"') == 1, "where a line has not begun its mark waits"
    assert "data-lines" not in draw(one, cursor=2)


def test_a_cursor_before_a_line_begins_says_nothing_of_it() -> None:
    late = Line("Japan", (Step(5, 3),))
    drawn = draw(chart(line("Germany", 0, 5), late), cursor=2)
    assert "<b>2:</b> <span>Germany 5</span></p>" in drawn


def test_who_does_not_see_it_is_told_the_whole_in_a_sentence() -> None:
    places = ("January 1936", "March 1936")
    drawn = draw(chart(line("Germany", 0, 94, 60), last=2, places=places))
    assert (
        'aria-label="American entry, January 1936 – March 1936: Germany from 0 to 60, lowest 0,'
        ' highest 94."'
    ) in drawn


def test_the_numbers_have_a_row_for_each_place_that_changed_any() -> None:
    places = ("1936", "1936", "1937", "1938", "1939")
    lines = (Line("Germany", (Step(1, 0), Step(2, 4), Step(4, -2))), Line("Japan", (Step(4, 1),)))
    table = numbers(chart(*lines, last=5, places=places))
    assert table.heads == ("", "Germany", "Japan")
    assert table.rows == (
        ("1936", "4", ""),
        ("1938", "\N{MINUS SIGN}2", "1"),
        ("1939", "\N{MINUS SIGN}2", "1"),
    )


def test_nothing_is_inline_and_names_are_escaped() -> None:
    bad = Line('<b>"x"', (Step(1, 0), Step(3, 4)))
    drawn = draw(
        chart(
            bad,
            ticks=(Tick(1, "<i>"),),
            thresholds=(Threshold("<u>", (Step(1, 1),)),),
            places=("<s>",),
        ),
        cursor=1,
    )
    assert not re.search(
        r"<(b>\"|i>|u>|s>)|style=|<style|<script|onload", drawn.replace("<i aria", "")
    )


def test_a_chart_of_ten_years_is_light() -> None:
    lines = [
        Line(name, tuple(Step(n, (n * n * k) % 211) for n in range(1, 180)))
        for k, name in enumerate(["Germany", "Japan", "Italy", "USSR", "China"], 1)
    ]
    assert len(draw(chart(*lines, last=179))) < 14_000, "pygal: 251,000, leather: 18,600"


def test_lines_without_values_draw_nothing() -> None:
    assert draw(chart(Line("Germany", ()))) == ""


def test_a_sparkline_has_two_lines_at_most_and_is_never_alone() -> None:
    level = (Step(1, 60), Step(3, 30))
    drawn = spark([line("Germany", 1, 2), line("Japan", 3)], 1, 5, threshold=level)
    flat = spark([line("Germany", 1, 2), line("Japan", 3)], 1, 5, threshold=level[:1])
    assert drawn.count('class="threshold"') == flat.count('class="threshold"') == 1
    assert drawn.split('class="threshold"')[1] != flat.split('class="threshold"')[1], "it falls"
    assert 'aria-hidden="true"' in drawn
    assert drawn.count('class="line') == 2
    with pytest.raises(ValueError, match="two lines"):
        spark([line("a", 1), line("b", 1), line("c", 1)], 1, 5)


def test_a_bar_is_drawn_against_the_longest() -> None:
    assert 'width="43.8%"' in bar(7, 16, hue="axis")
    assert 'width="0%"' in bar(0, 0)


def test_luck_is_a_mark_in_its_band() -> None:
    drawn = luck_row(3.99, (3.1, 3.9), 3.5, (3.0, 4.0), hue="axis", mark="square")
    assert '<rect x="10%" y="4" width="80%"' in drawn
    assert '<svg x="99%"' in drawn


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        (("Russo-German tension", "U.S.-Axis tension"), ["Russo-German", "U.S.-Axis"]),
        (
            ("Deutsch-russische Spannung", "Spannung USA–Achse"),
            ["Deutsch-russische", "USA–Achse"],
        ),
        (("Minors of Germany", "Minors of Italy"), ["Minors of Germany", "Minors of Italy"]),
        (("Money", "Money of Italy"), ["Money", "Money of Italy"]),
        (("Russo-German tension",), ["Russo-German tension"]),
    ],
)
def test_a_word_that_all_lines_have_is_left_out_wherever_it_stands(
    names: tuple[str, ...], lines: list[str]
) -> None:
    tracks = tuple(Track("", name, ((1, 9 - n),)) for n, name in enumerate(names))
    story: Any = SimpleNamespace(badges={}, first=1, last=2, axis=(), places=(), turnings=())
    drawn = chronicle_pages.chart_of(story, Series("k", "Tensions", "", 6, tracks, ()))
    assert [line.name for line in drawn.lines] == lines
