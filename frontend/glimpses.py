"""A campaign at a glance: its chart or its board made small, and the sentence that stands beside it."""

import json

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.selectors.lobby.campaign_cards import CampaignCard
from campaigns.selectors.lobby.glimpses import Seen
from campaigns.selectors.lobby.worth_reading import News
from frontend.books import face_of
from frontend.charts import Chart, Line, Step, Threshold, Tick, draw, figure, spark
from frontend.charts.naming import without_common_word
from frontend.templatetags.language import in_words

MARKS = ("disc", "square", "triangle", "diamond", "ring")
IN_A_SPARK = 2
NOBODY = "none"


def lines_of(seen: Seen) -> tuple[Line, ...]:
    """The values as lines, in the hues and with the marks of their powers."""
    return tuple(
        Line(
            name=in_words(each.name),
            steps=tuple(Step(*pair) for pair in each.steps),
            hue=each.badge.hue if each.badge else NOBODY,
            mark=each.badge.mark if each.badge else MARKS[n % len(MARKS)],
        )
        for n, each in enumerate(seen.tracks)
    )


def chart_of(seen: Seen) -> SafeString:
    """The chart as large as the lead of the lobby has room for."""
    lines = sorted(lines_of(seen), key=lambda line: -line.steps[-1].value)
    names = without_common_word([line.name for line in lines])
    chart = Chart(
        title=in_words(seen.title),
        lines=tuple(line._replace(name=name) for line, name in zip(lines, names, strict=True)),
        first=seen.first,
        last=seen.last,
        ticks=tuple(Tick(at, year) for at, year in seen.years),
        thresholds=tuple(
            Threshold(in_words(words), tuple(Step(*pair) for pair in steps))
            for words, steps in seen.limits
        ),
    )
    return draw(chart, size="small")


def spark_of(seen: Seen) -> SafeString:
    """The two lines that are farthest from zero, with the level at which something happens, if it is one."""
    lines = lines_of(seen)[:IN_A_SPARK]
    level = seen.limits[0][1][-1][1] if len(seen.limits) == 1 else None
    return spark(lines, seen.first, seen.last, threshold=level) if lines else SafeString("")


def words_of(seen: Seen) -> str:
    """What a sparkline shows, in a sentence."""
    said = [f"{line.name} {figure(line.steps[-1].value)}" for line in lines_of(seen)[:IN_A_SPARK]]
    return _("%(chart)s: %(values)s.") % {
        "chart": in_words(seen.title),
        "values": ", ".join(said),
    }


def limit_of(seen: Seen) -> str:
    """What happens at the level that a sparkline shows."""
    if len(seen.limits) != 1:
        return ""
    words, steps = seen.limits[0]
    return _("Dashed, %(level)s: %(what)s.") % {"level": steps[-1][1], "what": in_words(words)}


def picture_of(news: News | CampaignCard) -> SafeString:
    """The board made small, where the book has such a picture, else the chart."""
    name = face_of(news.book_key).small
    if news.seen is None:
        return SafeString("")
    if not name or not news.seen.board:
        return chart_of(news.seen)
    given = {"data": json.loads(news.seen.board), "hues": news.hues}
    return SafeString(render_to_string(name, given))
