"""What lines of a log say in whole sentences, in every book that tells the like."""

import pytest

from rules.days_of_decision.model.events.political import BidsOpened
from rules.kernel.events import Event, FactDeclared
from rules.kernel.tally import Row, tally
from rules.registry import BOOKS
from rules.world_at_war.model.events.tensions import ObligationArose, ObligationEnded
from rules.world_in_flames.model.events import MapJudged


def fact(key: str, label: str, before: object, *, after: object, by: str) -> FactDeclared:
    return FactDeclared(key=key, label=label, before=before, after=after, by=by, rule="")


def bids(options: int) -> BidsOpened:
    row = Row(key="pe", amount=2, reason="Political effectiveness", rule="6")
    score = tally("Bid", [row], 4, "The die", "6")
    return BidsOpened(
        power="italy", options=options, points=0, die=4, tally=score, score="6", rule="6"
    )


DUTY = {"key": "set-up", "power": "britain", "text": "Set up the forces of Poland.", "rule": "1"}
CONQUERED, AT_WAR = "Poland is conquered", "The USSR is at war with Japan"
SAID = [
    ("days_of_decision", bids(1), "The die 4, political effectiveness +2: 6."),
    ("days_of_decision", bids(2), "+2: 6. Divided by 2 options."),
    (
        "days_of_decision",
        fact("x.y", "Objective cities", 22, after=16, by="ussr"),
        "Declared by the USSR. Before: 22.",
    ),
    (
        "days_of_decision",
        fact("x.y", "Objective cities", 0, after=16, by="ussr"),
        "Declared by the USSR.",
    ),
    ("world_at_war", fact("x", CONQUERED, False, after=True, by="germany"), f"{CONQUERED}|"),
    ("world_at_war", fact("x", CONQUERED, True, after=False, by="germany"), f"{CONQUERED}: no|"),
    ("world_at_war", ObligationArose(**DUTY, due=0), "Britain has an obligation: set up the"),
    ("world_at_war", ObligationEnded(**DUTY, how="settled"), "Britain has met an obligation|Set"),
    ("world_at_war", ObligationEnded(**DUTY, how="lapsed"), "Britain is rid of an obligation|Set"),
    ("world_in_flames", fact("x", AT_WAR, False, after=True, by="allied"), f"{AT_WAR}|"),
    (
        "world_in_flames",
        MapJudged(title="Izyum", sets=1, hexes=1, rule="1"),
        "1 hex changes hands|",
    ),
    ("world_in_flames", MapJudged(title="Izyum", sets=2, hexes=3, rule="1"), "change hands, in 2"),
]


@pytest.mark.parametrize(("book", "event", "said"), SAID)
def test_a_line_of_the_log_is_said_in_words(book: str, event: Event, said: str) -> None:
    line = BOOKS[book].tell(event)
    assert said in f"{line.head}|{line.rest}"
