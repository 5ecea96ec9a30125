"""What was done in a phase counts for what stands over it, as far as it holds when the phase ends."""

from collections.abc import Callable, Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.domain.entries.facts import ActCarriedOut, FactsCorrected
from campaigns.models import Phase
from campaigns.selectors.history import phase_story
from campaigns.services.phases import headings
from campaigns.services.phases.headings import Done
from examples.three_harbors.model.events import Held
from rules.kernel.events import Event, FactConfirmed, FactDeclared, FactDisputed
from rules.kernel.headlines import QUIET
from rules.kernel.serial import canonical
from rules.kernel.tally import tally
from rules.registry import BOOKS
from rules.war_game_1939.model import events as war
from rules.world_in_flames.model import events as hexes
from tests.support.books.tiny_book import BOOK, BridgeChanged
from tests.support.campaigns import Table, corrected
from tests.support.repair import all_agree, back

EAST = Held(valley="east", holder="north", die=3, tally=tally("Naming", ()))


def boats(after: int, before: int = 2, key: str = "boats") -> FactDeclared:
    return FactDeclared(key=key, label=key.title(), before=before, after=after, by="south")


def headed(
    *entries: tuple[str, Sequence[Event]], end: Sequence[Event] = (), book: str = ""
) -> tuple[str, str, int]:
    """Headline, lede and weight of a phase in which these entries brought these events."""
    done = [
        Done(0, one.audience.everybody, number, kind, canonical(one))
        for number, (kind, events) in enumerate(entries, 1)
        for one in events
    ]
    phase = Phase()
    numbered = [one._replace(seq=n) for n, one in enumerate(done, 1)]
    headings.head(phase, BOOKS[book] if book else BOOK, numbered, end)
    return phase.headline, phase.lede, phase.weight


def act(*events: Event) -> tuple[str, Sequence[Event]]:
    return ActCarriedOut.tag, events


def by_moderator(*events: Event) -> tuple[str, Sequence[Event]]:
    return FactsCorrected.tag, events


def test_what_was_done_is_told_with_what_the_end_brings() -> None:
    assert headed(act(boats(3))) == ("Boats: 3", "", 10)
    assert headed(act(boats(3)), end=[EAST]) == ("East: Northland", "", 60)
    assert headed(act(EAST), end=[boats(3)])[::2] == ("East: Northland", 60)


def test_a_fact_declared_twice_is_what_it_was_declared_last() -> None:
    assert headed(act(boats(3)), act(boats(4, 3)))[0] == "Boats: 4"


@pytest.mark.parametrize("again", [act, by_moderator])
def test_a_fact_that_is_again_what_it_was_is_no_news(again: Callable[..., object]) -> None:
    assert headed(act(boats(3)), again(boats(2, 3))) == ("", "", 0)


def test_a_correction_is_no_news_nor_is_what_it_corrects() -> None:
    assert headed(act(boats(3)), by_moderator(boats(4, 3))) == ("", "", 0)
    assert headed(by_moderator(boats(4))) == ("", "", 0)


def test_what_followed_from_a_fact_goes_with_it_and_another_of_the_same_act_stays() -> None:
    gone = act(boats(3), BridgeChanged(stands=False))
    assert headed(gone, by_moderator(boats(2, 3))) == ("", "", 0)
    stays = act(boats(3), boats(1, 0, key="carts"))
    assert headed(stays, by_moderator(boats(2, 3)))[0] == "Carts: 1"


def test_to_agree_and_to_dispute_are_no_news() -> None:
    about = {"key": "boats", "label": "Boats", "value": 3, "by": "north"}
    assert headed(act(FactConfirmed(**about)), act(FactDisputed(**about))) == ("", "", 0)


def test_what_other_entries_brought_does_not_count() -> None:
    assert headed(("started", [EAST]), ("override", [EAST])) == ("", "", 0)


def test_a_report_that_was_taken_back_is_not_told() -> None:
    def report(number: int, what: str) -> war.AttackLodged:
        return war.AttackLodged(
            number=number, nation="germany", sort="land", what=what, how="ground", won=True
        )

    back = war.AttackWithdrawn(number=1, nation="germany", what="denmark")
    both = act(report(1, "denmark"), report(2, "norway"))
    told = headed(both, act(back), book="war_game_1939")
    assert told[0] == "Germany takes Norway"
    assert headed(act(report(1, "denmark")), act(back), book="war_game_1939") == ("", "", 0)


def test_a_map_that_was_taken_back_is_not_told_and_one_declared_again_is() -> None:
    declared = hexes.MapDeclared(title="Tobruk", hexes=18, by="allied")
    back = hexes.MapWithdrawn(title="Tobruk", by="allied")
    assert headed(act(declared), act(back), book="world_in_flames") == ("", "", 0)
    again = headed(act(declared), act(back), act(declared), book="world_in_flames")
    assert "Tobruk" in again[1]


def test_a_played_phase_is_headed_by_its_acts(table: Table) -> None:
    table.act("south", {"kind": "declare", "facts": {"boats": 3}})
    table.act("north", {"kind": "confirm", "facts": ["boats"]})
    table.act("isle", {"kind": "spy"})
    over = table.play()
    over.refresh_from_db()
    assert (over.headline, over.weight) == ("Boats: 3", 10)
    story = phase_story.story(table.slug, over.number)
    assert (story.headline, story.lede) == (over.headline, over.lede)
    assert [one.line.head for one in story.lines] == ["Boats: 3", "Boats confirmed"]


def test_what_only_some_may_know_is_not_told(table: Table) -> None:
    table.act("isle", {"kind": "spy"})
    over = table.play()
    over.refresh_from_db()
    assert (over.headline, over.weight) == ("", 0)
    assert phase_story.story(table.slug, over.number).headline == QUIET


def test_a_phase_played_again_does_not_tell_what_was_done_the_first_time(table: Table) -> None:
    table.act("south", {"kind": "declare", "facts": {"boats": 3}})
    table.play()
    assert back(table, to=1)
    all_agree(table)
    over = table.play()
    over.refresh_from_db()
    assert (over.again, over.headline, over.weight) == (1, "", 0)


def test_what_was_done_costs_no_query_more(table: Table) -> None:
    counts = []
    for done in (False, True):
        if done:
            table.act("south", {"kind": "declare", "facts": {"boats": 3}})
            corrected(table, boats=4)
        table.seal_all()
        with CaptureQueriesContext(connection) as queries:
            assert table.advance() == "resolved"
        events = [each["sql"] for each in queries if '"campaigns_eventrow"' in each["sql"]]
        assert sum(sql.startswith("SELECT") for sql in events) == 1
        counts.append(len(queries))
        table.play()
    assert counts[0] == counts[1]


def test_a_blow_that_begins_a_war_weighs_as_the_chronicle_counts_it() -> None:
    fleet = war.AttackLodged(
        number=1, nation="japan", sort="sea", what="hawaiian_waters", how="ground", won=False,
        against=("usa",), losses=("usa",),
    )  # fmt: skip

    def counted(what: str, effect: str) -> Event:
        return war.AttackCounted(number=1, nation="japan", what=what, effect=effect, against="usa")

    attack = counted("hawaiian_waters", "naval_aggression"), counted("guam", "full_war")
    alone = headed(act(fleet), book="war_game_1939")
    assert alone[0] == "Japan sinks American ships in Hawaiian Waters"
    assert alone[2] < 60, "a blow at ships alone is no great event"
    begun = headed(act(fleet), end=attack, book="war_game_1939")
    assert begun[0].startswith("Japan attacks the United States and ")
    assert begun[2] == 90
