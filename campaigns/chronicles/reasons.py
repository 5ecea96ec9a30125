"""Why an event is a turning point, in whole sentences for a reader who does not know the game.

First what the rules make of such an event, as its book says it; then what moved with it, with the numbers, and where
that stood a year later. Nothing is said that neither the log nor the charts show.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.chronicles.sampling import LITERAL
from campaigns.chronicles.spec import ChronicleSpec
from campaigns.chronicles.turns import LEAST_AFTER, Step, Turns
from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import signed, upper
from campaigns.domain.wording import in_readers_words as say
from core.text.lists import listed
from rules.kernel.grammar import within

GLANCE = 160
"""Letters of what came of an event, beyond its first sentence."""
SENTENCE = re.compile(r"(?<=[.!?])\s+")
SEASON = re.compile(r"^(?:Spring|Summer|Fall|Autumn|Winter)(?= \d)")


def whys(
    events: Iterable[Event], turns: Turns, told: ChronicleSpec, names: Mapping[str, str]
) -> Iterator[str]:
    """Why each of these events is a turning point, in their order: what a chart measures is explained once. ``names`` are
    what powers and sides are called within an English sentence.
    """
    measures = {chart.key: chart.measures for chart in told.charts}
    for event in events:
        yield " ".join(filter(None, _reasons(event, turns, told, names, measures)))


def _reasons(
    event: Event,
    turns: Turns,
    told: ChronicleSpec,
    names: Mapping[str, str],
    measures: dict[str, str],
) -> Iterator[str]:
    meant = means(event, told)
    if meant:
        yield say(meant)
    says = {(chart.key, chart.name.partition(LITERAL)[2]): chart.says for chart in told.charts}

    def said(step: Step) -> str:
        name, key = names.get(step.track.key, step.track.name), step.chart.key
        return step_said(step, says.get((key, step.track.name)) or says.get((key, ""), ()), name)

    steps, later = turns.told_by(event), turns.step(event, 1)
    since, until = turns.span(event, 0)
    stands, after = (
        (_("A year later it stands at %(value)s."), _("In the year after: %(sentence)s"))
        if turns.has_year_after(event)
        else (_("At the end it stands at %(value)s."), _("Until the end: %(sentence)s"))
    )
    for step in steps:
        yield said(step)
        if alike := [say(names.get(each.key, each.name)) for each in turns.alike(step, event)]:
            yield _("The same holds for %(names)s.") % {"names": listed(alike)}
        yield say(measures.pop(step.chart.key, ""))
        if level := step.passed(since, until):
            yield passed_said(step, level)
        if turns.largest(step):
            yield _("It is the largest such step of the game.")
        if later and (later.chart.key, later.track) == (step.chart.key, step.track):
            yield stands % {"value": signed(later.after)}
            later = None
    if later and later.part >= LEAST_AFTER:
        yield after % {"sentence": said(later)}
        yield say(measures.pop(later.chart.key, ""))
    elif not steps and not meant:
        yield _("No number of this game moved with it.")


def means(event: Event, told: ChronicleSpec) -> str:
    """What the rules make of an event, as its book says it; empty where it says nothing."""
    found = (
        each.means
        for each in told.news
        if each.means
        and each.kind == event.kind
        and re.search(each.words if event.lines or not each.heads else each.heads, event.head)
    )
    return next(found, "")


def step_said(step: Step, says: Sequence[str], name: str) -> str:
    """What moved on a chart, in a sentence of its book (``says``: that it rises, and that it falls), or else by the
    chart's title; ``name`` is whose it is.
    """
    if not says:
        return _("%(chart)s: %(name)s from %(before)s to %(after)s.") % {
            "chart": say(step.chart.title),
            "name": say(name),
            "before": signed(step.before),
            "after": signed(step.after),
        }
    # Put together first: a sentence is known in another language with what stands in it.
    said = says[0 if step.after > step.before else -1].format(
        name=name, before=signed(step.before), after=signed(step.after)
    )
    return say(upper(said))


def passed_said(step: Step, level: tuple[int, str]) -> str:
    """That a value came to a level, and what happens there."""
    told = {"level": signed(level[0]), "what": say(level[1])}
    if step.after == level[0]:
        return _("With that it reaches the mark of %(level)s: %(what)s.") % told
    return _("With that it passes the mark of %(level)s: %(what)s.") % told


def came_of(event: Event, headline: str, lede: str) -> str:
    """What came of an event at once, in the words that stand below the headline of its phase; of what else happened in
    that phase it begins with what the headline tells beside it. Empty where neither tells the event.
    """
    head = within(event.head).lower()
    beside = [each for each in headline.split("; ") if head not in within(each).lower()]
    below = SENTENCE.split(lede) if lede else []
    if len(beside) == len(headline.split("; ")) and f"{head}." not in (s.lower() for s in below):
        return ""
    found = [f"{upper(each)}." for each in beside]
    found += [each for each in below if f"{head}." != within(each).lower()]
    kept = found[:1]
    for each in found[1:]:
        if len(" ".join((*kept, each))) > GLANCE:
            break
        kept.append(each)
    return " ".join(kept)


def in_turn(turn: str) -> str:
    """A turn by its name within a sentence of its reader: English writes seasons small."""
    said = say(turn)
    if (get_language() or "en").startswith("en"):
        return SEASON.sub(lambda found: found[0].lower(), said)
    return said


def clauses(events: Iterable[Event], *, dated: bool = False) -> str:
    """Events as clauses of one sentence, each with its turn where they are ``dated``; empty of none."""
    heads = []
    for event in events:
        head = say(within(event.head))
        given = {"event": head, "turn": in_turn(event.turn)}
        heads.append(_("%(event)s, in %(turn)s") % given if dated else head)
    return "; ".join(heads)
