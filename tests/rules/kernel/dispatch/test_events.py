"""Events of the map: what they fill in each book, and how a dispatch says them."""

import pytest

from rules.kernel.dice import NoDice
from rules.kernel.dispatch.checking import contradictions
from rules.kernel.dispatch.effects import effects
from rules.kernel.dispatch.events import asked, filled, offered, title
from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Happened
from rules.kernel.dispatch.text import read, write
from rules.kernel.errors import NotUnderstood
from rules.registry import BOOKS
from tests.support.dispatches import opening

LEXICONS = {key: Lexicon(book) for key, book in BOOKS.items()}
WAR, DECISION = BOOKS["world_at_war"], BOOKS["days_of_decision"]


def fills(book, text):
    """What the events of one line fill, together."""
    (line,) = read(LEXICONS[book.key], text)
    assert line.sort == "events", line
    found = {}
    for each in line.events:
        event = book.map_events[each.event]
        found |= filled(event, each.arguments, book.facts.defaults({}))
    return found


@pytest.mark.parametrize(
    ("book", "text", "facts"),
    [
        ("world_at_war", "France falls", {"france.fallen": True, "control.paris": "axis"}),
        ("world_at_war", "Conquered: Belgium by Germany",
         {"conquest.belgium.by": "germany", "control.brussels": "axis"}),
        ("world_at_war", "conquered: spain by britain",
         {"conquest.spain.by": "britain", "control.madrid": "western", "control.tangier": "western"}),
        ("world_at_war", "conquered: Norway, Denmark and Luxembourg by Germany",
         {"conquest.norway.by": "germany", "control.oslo": "axis", "conquest.denmark.by": "germany",
          "control.copenhagen": "axis", "conquest.luxembourg.by": "germany", "control.luxembourg": "axis"}),
        ("world_at_war", "Madrid falls to Germany", {"control.madrid": "axis"}),
        ("world_at_war", "attack on Norway by the Western Allies", {"declared.western.norway": True}),
        ("world_at_war", "Russia occupies Bessarabia",
         {"control.bessarabia": "russia", "conquest.bessarabia.by": "russia"}),
        ("days_of_decision", "Barbarossa", {"attacked.ussr": True, "soil.ussr": True}),
        ("days_of_decision", "Paris falls to Germany",
         {"control.capital.france": "germany", "soil.france": True}),
        ("days_of_decision", "conquered: Poland by the USSR",
         {"fate.poland": "conquered", "hosts.poland": "ussr"}),
        ("days_of_decision", "conquered: France by Germany",
         {"conquered.france": "complete", "control.capital.france": "germany"}),
        ("war_game_1939", "France falls", {"control.france": "germany"}),
        ("war_game_1939", "Norway falls to Germany", {"control.norway": "germany"}),
        ("world_in_flames", "Rome falls", {"italian_surrender.rome": "allied"}),
        ("world_in_flames", "Formosa falls to the Allies", {"japanese_surrender.taihoku": "allied"}),
        ("world_in_flames", "an atomic bomb on Japan", {"japanese_surrender.atomic": 1}),
    ],
)  # fmt: skip
def test_an_event_fills(book, text, facts):
    assert fills(BOOKS[book], text) == facts


@pytest.mark.parametrize("key", BOOKS)
def test_every_event_is_read_as_it_was_written(key):
    """Each event of each book, with each choice in each slot, and its fact by the same words."""
    book, lexicon = BOOKS[key], LEXICONS[key]
    for event in book.map_events.values():
        slots = list(event.slots)
        longest = max((len(choices) for choices in event.slots.values()), default=1)
        for at in range(longest):
            arguments = {
                slot: list(event.slots[slot])[at % len(event.slots[slot])] for slot in slots
            }
            happened = Happened(event=event.key, arguments=arguments)
            (line,) = read(lexicon, write(lexicon, [happened]))
            assert line.events, (event.key, arguments, line)
            facts = book.facts.defaults({})
            (again,) = line.events
            assert filled(book.map_events[again.event], again.arguments, facts) == filled(
                event, arguments, facts
            )


def test_what_belongs_beside_an_event_is_asked():
    event = WAR.map_events["france_falls"]
    assert "france.surrender_level" in asked(event, {})
    event = DECISION.map_events["capital_falls"]
    assert asked(event, {"capital": "france", "by": "germany"})[0] == "factories.taken.france"


def test_an_event_has_a_title_and_a_rule():
    event = WAR.map_events["conquered"]
    arguments = {"country": "belgium", "by": "germany"}
    assert title(event, arguments) == "Conquered: Belgium, by Germany"
    assert event.slots["country"]["belgium"].rule == "87.11"


def test_an_event_is_offered_only_as_long_as_it_can_happen():
    view = opening(WAR, "germany")
    assert "france_falls" in offered(WAR, view)
    act = WAR.orders["declare"](facts={"france.fallen": True})
    after = WAR.perform(view, "germany", act, NoDice()).state
    assert "france_falls" not in offered(WAR, after)


def test_what_cannot_stand_in_a_slot_is_refused_with_near_misses():
    event = WAR.map_events["conquered"]
    with pytest.raises(NotUnderstood, match="belgum"):
        filled(event, {"country": "belgum", "by": "germany"}, {})
    with pytest.raises(NotUnderstood, match="when"):
        filled(event, {"country": "belgium", "by": "germany", "when": "now"}, {})


@pytest.mark.parametrize(
    ("book", "power", "text"),
    [
        ("world_at_war", "germany", "France falls"),
        ("world_at_war", "germany", "Barbarossa"),
        ("world_at_war", "germany", "low countries: germany"),
        ("world_at_war", "russia", "Russia occupies the Baltic States"),
        ("days_of_decision", "germany", "Barbarossa"),
        ("days_of_decision", "germany", "France falls"),
        ("war_game_1939", "germany", "France falls"),
        ("world_in_flames", "allied", "the Allies land in Italy"),
    ],
)
def test_an_event_contradicts_nothing_at_the_start_and_can_be_declared(book, power, text):
    view = opening(BOOKS[book], power)
    values = fills(BOOKS[book], text)
    assert contradictions(BOOKS[book], view, values) == ()
    assert effects(BOOKS[book], view, power, values).unknown == ()


def test_the_fall_of_france_moves_what_it_should():
    view = opening(WAR, "germany")
    found = effects(WAR, view, "germany", fills(WAR, "France falls"))
    assert {"france.fallen_year"} <= {each.key for each in found.follows}
    assert {row.label for row in found.ledger} >= {"Russo-German tension", "U.S.-Axis tension"}
