"""The steps of a reveal: each roll, judgement and conquest one step with all that belongs to it."""

from typing import Any

from campaigns import rulebooks
from campaigns.selectors.log.dice_sides import Sides
from campaigns.selectors.log.played_cards import StoryLine
from campaigns.selectors.log.reveal_steps import (
    MOST_STEPS,
    RevealStep,
    opens_by_itself,
    steps_of,
)
from campaigns.selectors.reader.power_badges import Badge
from rules.kernel.events import Line, PublicEvent
from rules.kernel.tally import Row, tally

BOOK = rulebooks.load("world_at_war", "")
NAMES = {"germany": "Germany", "italy": "Italy", "": ""}
SUM = tally("Turkey", [Row(key="points", amount=2, reason="Points")])


class Happened(PublicEvent, frozen=True, kw_only=True, tag="happened"):
    """Something."""

    area: str = ""
    die: int = 0


def line(head: str, actor: str = "", weight: int = 10, *, was: int = 0, **more: Any) -> StoryLine:
    badge = Badge(key=actor, name=NAMES[actor]) if actor else None
    return StoryLine(
        badge=badge,
        line=Line(head=head, actor=actor, weight=weight, **more),
        kind=more.get("sort", "result"),
        was=was,
    )


def steps(*lines: StoryLine, areas: tuple[str, ...] = ()) -> tuple[RevealStep, ...]:
    events = [Happened(area=areas[n] if areas else "") for n in range(len(lines))]
    thrown = frozenset((12, each.line.die) for each in lines if each.line.die)
    return steps_of(BOOK, (), (), lines, events, Sides(thrown))


def test_a_roll_is_one_step_with_its_target_and_its_points() -> None:
    topic = "result in turkey"
    found = steps(
        line("Italy names Turkey", "italy", 15, topic=topic),
        line("Points in Turkey: Italy 2", weight=14, topic=topic),
        line("Turkey: 7", "italy", 22, topic=topic, die=5, detail=SUM),
        line("Italy names Spain", "italy", 15, topic="result in spain"),
        line("Spain: 3", "italy", 22, topic="result in spain", die=1, detail=SUM),
    )
    assert [(step.title, step.dice, step.sides) for step in found] == [
        ("Turkey: 7", (5,), (12,)),
        ("Spain: 3", (1,), (12,)),
    ]
    heads = [one.line.head for one in found[0].follows]
    assert heads == ["Italy names Turkey", "Points in Turkey: Italy 2"]
    assert found[0].test is not None


def test_a_die_that_the_event_alone_knows_is_thrown_too() -> None:
    scored = line("Italy scores 7", "italy", 10, detail=SUM)
    (step,) = steps_of(BOOK, (), (), (scored,), (Happened(die=5),), Sides(frozenset({(6, 5)})))
    assert (step.dice, step.sides, step.test) == ((5,), (6,), scored)


def test_a_face_has_no_dice_of_others_whose_results_are_told_with_it() -> None:
    (step,) = steps(
        line("Italy threw 3", "italy", 2, die=3),
        line("Italy collected $3", "italy", 14, detail=SUM, topic="commerce"),
        line("Germany threw 8", "germany", 2, die=8),
        line("Germany collected $8", "germany", 19, detail=SUM, topic="commerce"),
    )
    assert (step.title, step.dice) == ("Germany collected $8", (8,))
    assert [one.line.head for one in step.follows] == ["Italy collected $3"]


def test_dice_wait_for_what_comes_of_them_and_keep_what_they_showed_first() -> None:
    found = steps(
        line("Germany threw 8", "germany", 2, die=8),
        line("Germany threw 1", "germany", 2, die=1),
        line("Germany threw die 2 again: 12", "germany", 4, die=12, was=1),
        line("Germany collected $20", "germany", 19, detail=SUM),
        line("Italy threw 3", "italy", 2, die=3),
        line("Italy collected $3", "italy", 14, detail=SUM),
    )
    assert [step.title for step in found] == ["Germany collected $20", "Italy collected $3"]
    assert found[0].fallen == ((8, 12, 0), (12, 12, 1))


def test_what_is_paid_for_a_place_stands_with_that_place() -> None:
    found = steps(
        line("Germany attacks Belgium", "germany", 58),
        line("Germany loses 10 BRPs", "germany", 16),
        line("Germany attacks Denmark", "germany", 58),
        areas=("belgium", "denmark", "denmark"),
    )
    heads = [[one.line.head for one in step.follows] for step in found]
    assert heads == [[], ["Germany loses 10 BRPs"]]


def test_facts_and_the_clock_are_no_steps() -> None:
    found = steps(
        line("Who holds Paris: Germany", "germany", 11, sort="fact"),
        line("Winter begins", weight=5, sort="clock"),
        line("The placements are sealed", weight=31, sort="seal"),
    )
    assert found == ()


def test_routine_opens_nothing_by_itself() -> None:
    assert not opens_by_itself(steps(line("Germany collected $41", "germany", 12, detail=SUM)))
    assert opens_by_itself(steps(line("Germany conquers Poland", "germany", 72)))
    assert opens_by_itself(steps(line("Romania did not follow", "germany", 6, die=9, detail=SUM)))


def test_there_are_never_more_than_two_minutes_hold() -> None:
    found = steps(*(line(f"Thing {n}", "germany", 20 + n) for n in range(MOST_STEPS + 9)))
    assert len(found) == MOST_STEPS
    assert sum(1 + len(step.told) + len(step.follows) for step in found) == MOST_STEPS + 9
