"""A campaign at a glance: its chart or its board made small, and the sentence that stands beside it."""

import json
from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.selectors.lobby.glimpses import Drawn, Seen
from campaigns.selectors.lobby.worth_reading import News
from frontend.books import face_of
from frontend.charts import Chart, Line, Step, Threshold, Tick, draw, spark
from frontend.charts.naming import without_common_word
from frontend.chronicle_pages import MARKS, NOBODY
from frontend.templatetags.figures import minus
from frontend.templatetags.language import in_words

IN_A_SPARK = 2


def lines_of(drawn: Drawn) -> tuple[Line, ...]:
    """The values as lines, in the hues and with the marks of their powers."""
    return tuple(
        Line(
            name=in_words(each.name),
            steps=tuple(Step(*pair) for pair in each.steps),
            hue=each.badge.hue if each.badge else NOBODY,
            mark=each.badge.mark if each.badge else MARKS[n % len(MARKS)],
        )
        for n, each in enumerate(drawn.tracks)
    )


def chart_of(seen: Seen) -> SafeString:
    """The large chart as large as the lead of the lobby has room for."""
    if not seen.charts:
        return SafeString("")
    drawn = seen.charts[0]
    lines = sorted(lines_of(drawn), key=lambda line: -line.steps[-1].value)
    # A single line is what the title says.
    names = without_common_word([line.name for line in lines]) if len(lines) > 1 else [""]
    chart = Chart(
        title=in_words(drawn.title),
        lines=tuple(line._replace(name=name) for line, name in zip(lines, names, strict=True)),
        first=drawn.first,
        last=drawn.last,
        ticks=tuple(Tick(at, year) for at, year in seen.years),
        thresholds=tuple(
            Threshold(in_words(words), tuple(Step(*pair) for pair in steps))
            for words, steps in drawn.limits
        ),
    )
    return draw(chart, size="small")


def spark_of(drawn: Drawn) -> SafeString:
    """The two lines that are farthest from zero, with the level at which something happens, if it is one."""
    lines = lines_of(drawn)[:IN_A_SPARK]
    level = drawn.limits[0][1] if len(drawn.limits) == 1 else ()
    limit = [Step(*pair) for pair in level]
    return spark(lines, drawn.first, drawn.last, threshold=limit) if lines else SafeString("")


def number_of(drawn: Drawn) -> str:
    """Where the line ends that is farthest from zero."""
    return f"{drawn.before}{minus(drawn.tracks[0].steps[-1][1])}"


def words_of(drawn: Drawn) -> str:
    """What that number is, and where the other line of a sparkline ends, in a sentence without the number."""
    first, *others = drawn.tracks[:IN_A_SPARK]
    name = in_words(first.name)
    if drawn.called:
        large, small = drawn.called
        # Put together first: a phrase is known in another language with what stands in it.
        second = [
            in_words(
                small.format(
                    name=each.within or each.name,
                    value=f"{drawn.before}{minus(each.steps[-1][1])}",
                )
            )
            for each in others
        ]
        whole = in_words(large.format(name=first.within or first.name))
        return f"{', '.join((whole, *second))}."
    what = (
        _("%(chart)s: %(name)s") % {"chart": in_words(drawn.title), "name": name}
        if first.badge
        else name
    )
    said = [f"{in_words(each.name)} {minus(each.steps[-1][1])}" for each in others]
    return f"{'; '.join((what, *said))}."


def limit_of(drawn: Drawn, years: Sequence[tuple[int, str]] = ()) -> str:
    """What happens at the level that a sparkline shows; of several each with the year from which it holds."""
    if len(drawn.limits) != 1:
        return ""
    words, steps = drawn.limits[0]
    said = in_words(words)
    # A level that a phase brought about holds from the next one on.
    since = {
        minus(value): _year_at(at + (at > drawn.first), years)
        for at, value in reversed(steps)
        if at < drawn.last
    }
    if len(since) > 1 and all(since.values()):
        levels = [
            _("%(level)s from %(year)s") % {"level": level, "year": year}
            for level, year in reversed(since.items())
        ]
        return _("Dashed, %(level)s: %(what)s.") % {"level": ", ".join(levels), "what": said}
    level = ", ".join(dict.fromkeys(minus(value) for _at, value in steps))
    if level in said.split():
        return _("Dashed: %(what)s.") % {"what": said}
    return _("Dashed, %(level)s: %(what)s.") % {"level": level, "what": said}


def _year_at(at: int, years: Sequence[tuple[int, str]]) -> str:
    """The year in which a phase was played."""
    return next(
        (year for begun, year in reversed(years) if begun <= at), years[0][1] if years else ""
    )


def board_of(news: News) -> SafeString:
    """The board made small, where the book has such a picture."""
    name = face_of(news.book_key).small
    if not name or news.seen is None or not news.seen.board:
        return SafeString("")
    given = {"data": json.loads(news.seen.board), "hues": news.hues}
    return SafeString(render_to_string(name, given))
