"""The turning points of the real war in A World at War and in World in Flames, told by the rules alone."""

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from campaigns import rulebooks
from campaigns.as_it_happened import script
from campaigns.chronicles import sampling, weighing, wording
from campaigns.chronicles.spec import ChronicleSpec, told_of
from campaigns.chronicles.turns import Tide, Turns
from campaigns.rulebooks import registry
from campaigns.selectors.history import chronicle
from campaigns.selectors.history.chronicle_parts.final_standing import FinalStanding
from campaigns.selectors.history.chronicle_parts.phases import Gathered, year_of
from campaigns.selectors.history.chronicle_parts.records import TurningPoint
from campaigns.selectors.history.chronicle_parts.turning_points import turning_points, turnings_of
from campaigns.selectors.reader.access import badge_of
from tests.as_it_happened import playing


class Story(NamedTuple):
    """What a chronicle tells of a scripted war: its turning points by the beginnings of their heads, and why who stands
    best does.
    """

    points: tuple[TurningPoint, ...]
    cause: str
    standing: str
    years: dict[str, str]

    def of(self, head: str) -> TurningPoint:
        return next(each for each in self.points if each.head.startswith(head))


@cache
def story(key: str) -> Story:
    """A scripted war by today's rules, as its chronicle tells it to everybody."""
    book, told, war = registry.BOOKS[key], told_of(key), script.of(key)
    at: Any = SimpleNamespace(
        book=book, viewer=rulebooks.viewer(), acting=None, badge=lambda of: badge_of(book, of)
    )
    gathered, phases, lines = Gathered(at, told), [], []
    table = playing._Table(war, book)
    gathered._sample(at, 1, table.state)
    for step in table.play():
        lines += [
            (book.tell(each), str(type(each).__struct_config__.tag))
            for each in step.events
            if each.audience.everybody
        ]
        if step.what == "act":
            continue
        head, lede = book.headline([line for line, _ in lines]) if lines else ("", "")
        phase: Any = SimpleNamespace(
            number=len(phases) + 1, turn_title=step.turn, headline=head, lede=lede
        )
        phases.append(phase)
        found = (gathered._event(at, phase, line, kind) for line, kind in lines)
        gathered.events += [each for each in found if each is not None]
        gathered._sample(at, phase.number, step.state)
        lines = []
    return _told(at, told, gathered, phases)


def _told(at: Any, told: ChronicleSpec, gathered: Gathered, phases: list[Any]) -> Story:
    names = {key: chronicle._name(at, key) for key in (*at.book.powers, *at.book.factions)}
    called = {key: badge.name for key in names if (badge := at.badge(key))}
    begun = chronicle.end_of_first_turn(phases)
    drawn = sampling.series(told.charts, gathered.samples, called, begun)
    news = weighing.told_once(e for e in gathered.events if weighing.is_news(e, told.news))
    by_turn = weighing.by_turn(news)
    sides = {key: badge.faction for key in at.book.powers if (badge := at.badge(key))}
    beside = {chart.key for chart in told.charts if chart.turns}
    numbered = [(each.number, each.turn_title) for each in phases]
    telling = {chart.key for chart in told.charts if chart.tells}
    turns = Turns(numbered, drawn, year_of, told.measure.chart, sides, beside, called, telling)
    turnings = turnings_of(turns, by_turn, news, told)
    by_number = {each.number: each for each in phases}
    points = turning_points(turnings, by_turn, turns, by_number, told, names, (), None)
    rows = sampling.stood(gathered.board, told.measure, names)
    standing = FinalStanding(rows, (), told.measure, turns, gathered, told, names, names, begun)
    years = chronicle._years(phases, news, gathered, drawn, [])
    return Story(
        points,
        standing.causes()[0],
        wording.measured(rows, told.measure, told.plurals),
        {each.year: f"{each.headline}. {each.text}".removeprefix(". ") for each in years},
    )


def test_the_turn_of_the_tide_is_told_with_what_turned_it() -> None:
    told = story("world_at_war")
    tide = told.of("Britain takes Libya")
    assert tide.turn == "Winter 1942"
    assert tide.head == "Britain takes Libya; Russia retakes Maikop and Rostov"
    assert tide.why.startswith(
        "Here the tide turns. The peak is 28 places held by the European Axis; at the end of the "
        "turn 25 are left, a year later 23, and in the end 0. Nobody loses more."
    )
    assert tide.later == "Italy surrenders, in fall 1943"
    assert len(told.points) == 7
    for head in ("France falls", "Germany declares war on Russia", "Japan declares war"):
        assert told.of(head).phase < tide.phase
    assert told.of("Allied troops land in France").phase > tide.phase


def test_each_turning_point_of_a_world_at_war_has_a_reason_of_its_own() -> None:
    told = story("world_at_war")
    firsts = [each.why.split(". ")[0] for each in told.points]
    assert len(set(firsts)) == len(firsts)
    assert not any("great power is out" in each.why for each in told.points)
    assert "France has from minor countries and colonies fall from 30 to 0." in (
        told.of("France falls").why
    )
    assert told.of("France falls").later == "", "a tension that America reached is not its doing"
    war = told.of("Germany declares war on Russia")
    assert (
        "Russo-German tension rises from 34 to 50 points. In the whole turn it goes from 34 to 55."
        in war.why
    )
    assert "may declare war" not in war.why, "they are at war"
    assert war.later == "Germany takes the Ukraine, in fall 1941"
    assert (
        "It ends a war. How that began: Japan declares war on Britain and the United States, "
        "in winter 1941."
    ) in told.of("Japan surrenders").why


def test_what_was_taken_adds_up_and_who_came_back_is_told() -> None:
    cause = story("world_at_war").cause
    assert "The Western Allies took Sicily, Paris, Rome and others." in cause
    assert "Norway and Greece fell to others and came back later." in cause


def test_the_atomic_bombs_are_a_turning_point_beside_the_surrender_of_the_same_turn() -> None:
    told = story("world_in_flames")
    assert [each.head for each in told.points] == [
        "The Allies conquer Sicily",
        "Italy surrenders",
        "Bombing brings Japan's ruined factories to six",
        "Atomic bombs fall on Japan",
        "Japan surrenders",
    ]
    assert told.of("Bombing").beside == "Japan fights on", "the roll of that turn"
    bombs = told.of("Atomic bombs")
    assert bombs.phase == 72
    chance = "the chance that a roll brings the surrender of Japan rises from 2 to 8 in ten."
    assert chance in bombs.why
    assert told.of("Japan surrenders").beside == "", "it is told of its own"


def test_a_surrender_is_told_with_its_chance_and_the_conditions_that_were_met() -> None:
    why = story("world_in_flames").of("Italy surrenders").why
    assert "Italy met 2 of the four conditions." in why
    assert (
        "On the way: the Allies take Tripoli, in January/February 1943; "
        "the Allies conquer Sicily, in July/August 1943."
    ) in why
    assert "The chance of it was 6 in ten." in why


def test_who_stands_best_is_not_said_to_have_surrendered() -> None:
    standing = story("world_in_flames").standing
    assert standing.endswith("the Allies stand best, with two outcomes in their favour.")


def test_pockets_are_told_each_as_a_place() -> None:
    told = story("world_in_flames").years
    assert told["1940"] == "Nothing happened under these rules."
    assert "Minsk and west" not in told["1941"]


def test_where_there_are_too_many_what_follows_the_tide_soon_gives_way_to_it() -> None:
    def at(turn: str, weight: int, phase: int) -> weighing.Event:
        return weighing.Event(phase, turn, turn, "war", "", f"{turn} is told", weight)

    events = [at("1941", 90, 1), at("1942", 30, 2), at("1943", 88, 3), at("1944", 85, 4)]

    def found(most: int, soon: tuple[str, ...], tide: weighing.Event = events[1]) -> list[str]:
        moved = weighing.turning_points(
            events, lambda each, years: 0, most=most, tide=tide, soon=soon
        )
        return [each.event.turn for each in moved]

    assert found(3, ("1943",)) == ["1941", "1942", "1944"]
    assert found(3, ()) == ["1941", "1942", "1943"], "else the smallest"
    assert found(4, ("1943",)) == ["1941", "1942", "1943", "1944"]
    assert found(3, (), events[2]) == ["1941", "1943", "1944"], "its turn has one"


def tide_of(*lines: tuple[int, ...]) -> Tide | None:
    """The tide of a game of four turns in two years, with these values of Germany and others at their ends."""
    tracks = tuple(
        sampling.Track(key, key, tuple(enumerate(values, 1)))
        for key, values in zip(("germany", "france"), lines, strict=False)
    )
    chart = sampling.Series("land", "Land", "", 5, tracks, ())
    turns = ["Spring 1940", "Fall 1940", "Spring 1941", "Fall 1941"]
    return Turns(enumerate(turns, 1), (chart,), year_of, "land").tide()


def test_the_tide_turns_where_who_rose_begins_to_lose_half_of_it_or_more() -> None:
    tide = tide_of((5, 20, 12, 9))
    assert tide
    assert (tide.turn, tide.phase, tide.step.before, tide.step.after) == ("Spring 1941", 3, 20, 12)
    assert tide.later is None, "the game ends before a year is over"
    assert tide.farthest
    assert tide_of((5, 20, 12, 11)) is None, "less than half is lost"
    assert tide_of((20, 12, 5, 0)) is None, "they never rose"
    more = tide_of((5, 20, 12, 9), (30, 10, 5, 0))
    assert more
    assert not more.farthest, "France lost more, and rose never"
