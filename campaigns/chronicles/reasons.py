"""Why an event is a turning point, in whole sentences for a reader who does not know the game.

First what the rules make of such an event, as its book says it; then what moved with it, with the numbers, and where
that stood a year later. Nothing is said that neither the log nor the charts show.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from campaigns.chronicles.clauses import clauses, in_turn, inside
from campaigns.chronicles.conquests import ATTACKED, GAVE_UP, parties_of
from campaigns.chronicles.sampling import LITERAL, Track
from campaigns.chronicles.spec import ChronicleSpec
from campaigns.chronicles.turns import LEAST_AFTER, LEAST_TOLD, Step, Tide, Turns
from campaigns.chronicles.weighing import GREAT, Event, alike
from campaigns.chronicles.wording import signed, upper
from campaigns.domain.wording import in_readers_words as say
from core.text.lists import listed

WORDY = 480
"""Of so many letters a reason is long enough without the year after."""


@dataclass(frozen=True)
class Reasons:
    """Why events of one game are turning points. ``turns`` has what moved in it, ``told`` how its book tells it;
    ``names`` are what powers and sides are called within an English sentence, ``news`` are all that is told of the
    game.
    """

    turns: Turns
    told: ChronicleSpec
    names: Mapping[str, str]
    news: Sequence[Event] = ()

    def of(self, events: Sequence[Event]) -> Iterator[str]:
        """Why each of these is one, in their order: what a chart measures is explained once."""
        tide = self.turns.tide()
        measures = {chart.key: chart.measures for chart in self.told.charts}
        points = {event.head for event in events}
        for event in events:
            here = tide is not None and tide.turn == event.turn and tide.phase <= event.phase
            turned = tide if here else None
            found: list[str] = []
            if turned:
                found += [turned_said(turned, self.told, self.names), _once(measures, turned.step)]
            found += self._by_the_rules(event, points)
            # What is told of the tide is not told again.
            steps = [
                step
                for step in self.turns.told_by(event)
                if turned is None or step.chart.key != turned.step.chart.key
            ]
            found += self._moved(event, steps, measures)
            said = [each for each in found if each]
            if len(" ".join(said)) < WORDY:
                said += filter(None, self._followed(event, steps, measures))
            yield " ".join(said or [_("No number of this game moved with it.")])

    def _by_the_rules(self, event: Event, points: Collection[str]) -> Iterator[str]:
        """What the rules make of an event, which war it ends, and what came to its end with it, and by what."""
        yield say(means(event, self.told))
        if wars := clauses(_ended_wars(event, self.news)[:1], dated=True):
            yield _("It ends a war. How that began: %(wars)s.") % {"wars": wars}
        for chart, track in self.turns.ended(event):
            yield _ended_said(chart.key, track, self.told, self.names)
            large = chart in self.turns.series[:1]
            way = _on_the_way(track, event, self.news, self.told) if large else []
            if any(each.head not in points for each in way):
                yield _("On the way: %(events)s.") % {"events": clauses(way, dated=True)}

    def _moved(
        self, event: Event, steps: Iterable[Step], measures: dict[str, str]
    ) -> Iterator[str]:
        """What moved with an event, with the numbers."""
        turns, later = self.turns, self.turns.step(event, 1)
        since, until = turns.span(event, 0)
        stands = (
            _("A year later it stands at %(value)s.")
            if turns.has_year_after(event)
            else _("At the end it stands at %(value)s.")
        )
        before = {chart.key: chart.before for chart in self.told.charts}
        span, largest = "", False
        for step in steps:
            now, moved, whole = _spanned(step, event, turns)
            said = self._said(moved)
            yield said if now == span else now % {"sentence": inside(said)}
            yield _whole_said(whole, before[step.chart.key]) if whole != moved else ""
            span = now
            alike = [say(self.names.get(each.key, each.name)) for each in turns.alike(step, event)]
            if alike:
                yield _("The same holds for %(names)s.") % {"names": listed(alike)}
            yield _once(measures, step)
            if not _at_war(step, event, turns) and (level := step.passed(since, until)):
                yield passed_said(step, (level[0], _of_track(step, level[1], self.told)))
                yield needed_said(step, level[1], self.told, self.news)
            if turns.largest(whole) and not largest:
                largest = True
                yield _("No other turn of the game brought so large a step.")
            if later and _same_line(later, step):
                yield stands % {"value": f"{before[step.chart.key]}{signed(later.after)}"}

    def _followed(
        self, event: Event, steps: Iterable[Step], measures: dict[str, str]
    ) -> Iterator[str]:
        """What moved in the year after an event, where it is much and those ``steps`` do not tell where it stood."""
        later = self.turns.step(event, 1)
        if later is None or later.part < LEAST_AFTER:
            return
        if not any(_same_line(later, step) for step in steps):
            turn = in_turn((*self.turns.year_after(event.turn), "")[0])
            given = {"turn": turn, "sentence": inside(self._said(later))}
            yield _after(event, self.turns) % given
            yield _once(measures, later)

    def _said(self, step: Step) -> str:
        """A step in a sentence of its book."""
        charts = self.told.charts
        says = {(chart.key, chart.name.partition(LITERAL)[2]): chart.says for chart in charts}
        key, track = step.chart.key, step.track
        words = says.get((key, track.name)) or says.get((key, ""), ())
        return step_said(step, words, self.names.get(track.key, track.name))


def _once(measures: dict[str, str], step: Step) -> str:
    """What a chart measures, the first time."""
    return say(measures.pop(step.chart.key, ""))


def _same_line(one: Step, other: Step) -> bool:
    return (one.chart.key, one.track) == (other.chart.key, other.track)


def _spanned(step: Step, event: Event, turns: Turns) -> tuple[str, Step, Step]:
    """In what time a step is told, with the step in that time, and that of the whole turn: in the phase of the event,
    where a reader finds it, if it made a step worth telling there.
    """
    phase, whole = turns.in_phase(step, event), turns.in_turn(step, event)
    if phase.part >= LEAST_TOLD:
        return _("With this phase, %(sentence)s"), phase, whole
    if (step.before, step.after) == (whole.before, whole.after):
        return _("In this turn, %(sentence)s"), whole, whole
    return _("From here to the end of the turn, %(sentence)s"), step, whole


def _whole_said(whole: Step, before: str) -> str:
    """What moved in the whole turn, with what stands ``before`` a number."""
    return _("In the whole turn it goes from %(before)s to %(after)s.") % {
        "before": f"{before}{signed(whole.before)}",
        "after": f"{before}{signed(whole.after)}",
    }


def _after(event: Event, turns: Turns) -> str:
    """In what time after its turn something followed."""
    if len(turns.year_after(event.turn)) == 1:
        return _("In the next turn, %(turn)s, %(sentence)s")
    if turns.has_year_after(event):
        return _("In the year after, %(sentence)s")
    return _("Until the end, %(sentence)s")


def needed_said(step: Step, words: str, told: ChronicleSpec, news: Sequence[Event]) -> str:
    """What else the rules ask where a value came to a level, and that it was never done, where it was not; empty
    where the book says nothing of it.
    """
    levels = (
        level
        for chart in told.charts
        if chart.key == step.chart.key
        for level in chart.levels
        if level.words == words and level.needs
    )
    level = next(levels, None)
    if level is None:
        return ""
    done = level.done.format(name=re.escape(step.track.name))
    never = level.never if done and not any(re.search(done, each.head) for each in news) else ""
    return " ".join(filter(None, (say(level.needs), say(never))))


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


def turned_said(tide: Tide, told: ChronicleSpec, names: Mapping[str, str]) -> str:
    """That a tide turns, with the most that somebody had, and what was left of it."""
    step = tide.step
    called = next((c.called for c in told.charts if c.key == step.chart.key and c.called), ())
    name = names.get(step.track.key, step.track.name)
    what = say(called[0].format(name=name)) if called else f"{say(step.chart.title)}: {say(name)}"
    given = {
        "most": signed(step.before),
        "what": what,
        "after": signed(step.after),
        "later": signed(tide.later or 0),
        "last": signed(step.track.last),
    }
    if tide.later is None:
        said = _(
            "Here the tide turns. The peak is %(most)s %(what)s; at the end of the turn %(after)s are "
            "left, and in the end %(last)s."
        )
    else:
        said = _(
            "Here the tide turns. The peak is %(most)s %(what)s; at the end of the turn %(after)s are "
            "left, a year later %(later)s, and in the end %(last)s."
        )
    return " ".join(filter(None, (said % given, _("Nobody loses more.") if tide.farthest else "")))


def _ended_wars(event: Event, news: Iterable[Event]) -> list[Event]:
    """The great wars that end with who gives up: those they declared before, else those declared on them alone."""
    out = {
        name
        for each in GAVE_UP
        if (f := re.search(each, event.head))
        for name in parties_of(f["what"])
    }
    before = [each for each in news if each.phase < event.phase and each.weight >= GREAT]
    wars = [(each, found) for each in before if (found := re.search(ATTACKED, each.head))]
    own = [each for each, found in wars if out & parties_of(found["who"])]
    return own or [each for each, found in wars if out and parties_of(found["what"]) <= out]


def _ended_said(key: str, track: Track, told: ChronicleSpec, names: Mapping[str, str]) -> str:
    """Where a line stood when that came to which it leads, in the sentence of its book; empty where it has none."""
    found = (
        each.ended
        for each in told.charts
        if each.key == key and each.name.partition(LITERAL)[2] in ("", track.name)
    )
    name = names.get(track.key, track.name)
    said = next(found, "").format(name=name, value=signed(track.last))
    return say(upper(said))


def _on_the_way(
    track: Track, event: Event, news: Iterable[Event], told: ChronicleSpec
) -> list[Event]:
    """By which events of its book's own reasons a line rose before another event, one of each step."""
    earlier = [each for each in news if each.phase < event.phase and means(each, told)]
    found: list[Event] = []
    for (_at, before), (at, value) in pairwise(track.steps):
        if value > before and (here := [each for each in earlier if each.phase == at]):
            found += alike(here)[:1]
    return found


def _of_track(step: Step, words: str, told: ChronicleSpec) -> str:
    """What happens at a level, of the line that came to it."""
    levels = (each for chart in told.charts if chart.key == step.chart.key for each in chart.levels)
    return next(
        (each.tracks.get(step.track.name, words) for each in levels if each.words == words), words
    )


def _at_war(step: Step, event: Event, turns: Turns) -> bool:
    """Whether an event is the war of those between whom a line is: its levels decide nothing any more."""
    war = re.search(ATTACKED, event.head)
    return bool(war and step.track.between and step.track.is_about(turns.parties(event)))


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
