"""Who stands best when a campaign is over, by the measure of its book, and what brought it about."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from campaigns.chronicles import conquests, sampling, weighing, wording
from campaigns.chronicles.clauses import clauses, in_turn
from campaigns.chronicles.spec import ChronicleSpec, Measure
from campaigns.chronicles.turns import Turns
from campaigns.domain.wording import in_readers_words as say
from campaigns.selectors.history.chronicle_parts.phases import Gathered
from rules.kernel.grammar import joined

MOST_TAKEN = 5
"""So many conquests are named of who stood best."""
FEW_TAKEN = 3
"""So many at least, where there are so many."""
FEW_HELD = 2
"""Of fewer powers it is not told that they were held back together."""
MOST_DONE = 2
"""So many deeds tell of the turn in which somebody rose most."""


@dataclass(frozen=True)
class FinalStanding:
    """Who stands where (``rows``, never empty) by a measure, and in ``goals`` who won what. ``names`` are what powers
    and sides are called in a sentence of the reader, ``within`` those in an English one; ``begun`` is where the first
    turn ended, ``turns`` has all that moved and ``gathered`` all that happened.
    """

    rows: tuple[wording.Stood, ...]
    goals: tuple[wording.Stood, ...]
    by: Measure
    turns: Turns
    gathered: Gathered
    told: ChronicleSpec
    names: Mapping[str, str]
    within: Mapping[str, str]
    begun: int

    @cached_property
    def best(self) -> wording.Stood | None:
        """Who stands best; nobody where several do."""
        best, *others = sorted(self.rows, key=lambda row: -row.rank)
        return None if any(row.rank == best.rank for row in others) else best

    @cached_property
    def news(self) -> list[weighing.Event]:
        """All that is news of this book."""
        return [each for each in self.gathered.events if weighing.is_news(each, self.told.news)]

    @cached_property
    def taken(self) -> list[conquests.Taken]:
        """What who stands best took, and those of their side."""
        if self.best is None:
            return []
        return [each for each in conquests.taken(self.news, self.of) if each.who == self.best.key]

    @cached_property
    def named(self) -> list[conquests.Taken]:
        """The weightiest of what was taken; where not all that weigh the same find room, none of them is named if
        others are.
        """
        ranked = sorted(self.taken, key=lambda each: -each.weight)
        chosen, rest = ranked[:MOST_TAKEN], ranked[MOST_TAKEN:]
        above = [each for each in chosen if not rest or each.weight > rest[0].weight]
        return above if len(above) >= FEW_TAKEN else chosen

    def of(self, name: str) -> str:
        """The key of a name, of all on the side of who stands best that of the side; empty of an unknown one."""
        keys = (key for key, its in self.within.items() if name and its.endswith(name))
        best = self.best.key if self.best else ""
        return next((best if self._side(key) == best else key for key in keys), "")

    def _side(self, key: str) -> str:
        badge = self.gathered.at.badge(key)
        return badge.faction if badge else ""

    @property
    def _measured(self) -> sampling.Series | None:
        return next((each for each in self.turns.series if each.key == self.by.chart), None)

    def sentences(self) -> list[str]:
        """Who stood best and by which measure, what sides hold together, and who won what; some may be empty."""
        chart = self._measured
        gained = {t.key: (t.value_at(self.begun), t.last) for t in chart.tracks} if chart else {}
        rose = self.best and gained.get(self.best.key, (0, 0))
        return [
            wording.measured(self.rows, self.by, self.told.plurals),
            self._together(),
            wording.won(self.goals, self.by.goals.unit) if self.by.goals else "",
            ""
            if rose and rose[1] > rose[0]
            else wording.gained(
                {self.names[key]: each for key, each in gained.items() if key in self.names},
                self.by,
            ),
        ]

    def causes(self, turnings: Iterable[weighing.Turning] = ()) -> list[str]:
        """Why who stands best does: what they did, when they rose most, and what held others back; some may be empty."""
        if self.best is None:
            return ["", "", "", ""]
        return [
            self._deeds(self.best, turnings),
            self._steps(self.best),
            self._held_back(self.best),
            self._stayed_out(self.best),
        ]

    def _deeds(self, best: wording.Stood, turnings: Iterable[weighing.Turning]) -> str:
        """What they and those of their side took, the weightiest in the order of time, and who came to them. What is a
        turning point is told there.
        """
        chart = self._measured
        values = [
            value
            for track in (chart.tracks if chart else ())
            if track.key == best.key
            for _place, value in track.steps
        ]
        taken = wording.took(
            best,
            [say(each.what) for each in self.taken if each in self.named],
            len(self.taken) - len(self.named),
            self.told.plurals,
            all_kept=bool(values) and values == sorted(values),
            counted=bool(self.by.value or self.by.stakes),  # else the measure counts such places
        )
        points = [turning.event.head for turning in turnings]
        in_turns = [each for each in weighing.by_turn(self.news) if each.head not in points]
        events = [each for each in self.news if not any(each.head in head for head in points)]
        deeds = conquests.deeds(events, self.of, best.key)
        lost, back = conquests.fell_later(events, self.of, best.key, deeds.get("joined", ()))
        deeds |= {kind: names for kind, names in (("lost", lost), ("regained", back)) if names}
        powers = {name for name, key in self._powers().items() if key != best.key}
        wars = (
            ()
            if self.by.stayed_out
            else conquests.wars_between(in_turns, self.of, best.key, powers)
        )
        done = wording.done(self.within[best.key], deeds), wording.fought(wars)
        return " ".join(filter(None, (taken, *done)))

    def _steps(self, best: wording.Stood) -> str:
        """When they rose most, with what they did then, and who rose and fell again."""
        found = []
        if rise := self.turns.rise(best.key):
            turn, step = rise
            news = weighing.by_turn(weighing.told_once(self.news))
            own = [
                each for each in news if each.turn == turn and best.key in self.turns.sided(each)
            ]
            own.sort(key=lambda each: (each.actor != best.key, -each.weight))
            if own:
                began, last = step.track.value_at(self.begun), step.track.last
                found.append(
                    wording.rose(
                        self.names[best.key],
                        (began, last, step.before, step.after),
                        self.by,
                        (
                            in_turn(turn),
                            clauses(weighing.by_turn(own[:MOST_DONE])),
                        ),
                    )
                )
        if fall := self.turns.fall():
            turn, track, most = fall
            told = {
                "name": wording.upper(self.names.get(track.key, say(track.name))),
                "most": wording.signed(most),
                "turn": say(turn),
                "last": wording.signed(track.last),
            }
            found.append(_("%(name)s rose to %(most)s (%(turn)s) and fell to %(last)s.") % told)
        return " ".join(found)

    def _together(self) -> str:
        """What the powers of each side hold together, where the book wants it told."""
        sums: Counter[str] = Counter()
        for row in self.rows if self.by.sides else ():
            if side := self._side(row.key):
                sums[self.names.get(side, side)] += row.value
        return wording.together(sums, self.by)

    def _held_back(self, best: wording.Stood) -> str:
        """What held others back from who stands best, as the log's numbers show it; empty where nothing did."""
        held = self.by.held_back
        chart = next((c for c in self.turns.series if held and c.key == held.chart), None)
        if held is None or chart is None:
            return ""
        came: dict[str, list[tuple[str, int]]] = {}
        for track in chart.tracks:
            at = next((place for place, value in track.steps if value >= held.full), None)
            if at is None or at <= track.steps[0][0] or track.key not in self.within:
                continue
            if track.key == best.key:
                return ""  # it was held back itself
            turn = next(turn for turn in self.turns.turns if at <= self.turns.ends[turn])
            came.setdefault(turn, []).append((self.within[track.key], track.value_at(at - 1)))
        turn = max(came, key=lambda each: len(came[each]), default="")
        if len(came.get(turn, ())) < FEW_HELD:
            return ""
        said = held.says.format(
            turn=turn,
            who=joined(name for name, _value in came[turn]),
            most=max(value for _name, value in came[turn]),
            best=self.within[best.key],
        )
        return say(wording.upper(said))

    def _stayed_out(self, best: wording.Stood) -> str:
        """Which powers of other sides came to war with another only after who stands best did, and when."""
        if not self.by.stayed_out:
            return ""
        powers = self._powers()
        since = conquests.at_war_since(self.gathered.events, lambda name: powers.get(name, ""))
        first = since.get(best.key)
        late = [
            (say(self.within[key]), in_turn(event.turn))
            for key, event in since.items()
            if first and event.phase > first.phase and self._side(key) != self._side(best.key)
        ]
        return wording.upper(wording.stayed_out(late))

    def _powers(self) -> dict[str, str]:
        powers = self.gathered.at.book.powers
        return {self.within[key].removeprefix("the "): key for key in powers}
