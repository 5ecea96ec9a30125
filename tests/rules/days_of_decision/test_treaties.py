"""Treaties over whole games: what is secret stays so, and what they move is accounted for."""

import itertools

import pytest
from msgspec.structs import replace

from rules.days_of_decision import BOOK
from rules.days_of_decision.economy.deliveries import FAULTS
from rules.days_of_decision.economy.production import (
    build_points,
    own_resources,
    resources,
    running,
)
from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.events.political import DebtPaid, EntryMoved, Produced, TurnBegan
from rules.days_of_decision.model.events.treaties import PointsLent
from rules.days_of_decision.model.orders import Agree, Decline, Offer, Plays
from rules.days_of_decision.model.state import Treaty, War
from rules.days_of_decision.model.state.treaties import Terms
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.war.calls import war_begins
from rules.kernel.agreements import Agreements
from rules.kernel.audience import SPECTATOR, viewer
from rules.kernel.autopilot import at_random
from rules.kernel.dice import NoDice, SealedDice
from rules.kernel.orders import Chosen, understand
from rules.kernel.serial import canonical
from tests.support.books.days_of_decision import key, mixed, orders_for, piloted, play, thrown

OPENED = BOOK.start("1936", {"oil": "on"}, {}).state


def offer(to, **details):
    return Offer(texts=(Chosen(option=f"{to}:raise", details=details),))


def seen(state, power):
    """All that one reader can be shown of a state."""
    view = BOOK.view(state, viewer(power) if power else SPECTATOR)
    menus = (BOOK.menu(view, power), BOOK.acts(view, power)) if power else ()
    return canonical([view, BOOK.board(view, power), BOOK.agreements(view, power), menus])


def acted(state, power, act):
    made = BOOK.perform(state, power, act, NoDice())
    return made.state, made.events


def test_what_two_powers_put_on_the_table_nobody_else_sees():
    one, events = acted(OPENED, "germany", offer("ussr", give_works={"bp": 1}))
    other, _ = acted(OPENED, "germany", offer("ussr", take_goods={"oil": 3}))
    for power in (None, *BOOK.powers):
        same = seen(one, power) == seen(other, power) == seen(OPENED, power)
        assert same == (power not in ("germany", "ussr"))
    for event in events:
        assert not event.audience.everybody


def test_a_declined_text_stays_and_only_its_two_powers_know():
    table, _ = acted(OPENED, "germany", offer("ussr", give_works={"bp": 1}))
    declined, events = acted(table, "ussr", Decline(power="germany"))
    for power in (None, "usa", "italy"):
        assert seen(declined, power) == seen(OPENED, power)
    for power in ("germany", "ussr"):
        (paper,) = BOOK.agreements(BOOK.view(declined, viewer(power)), power).papers
        assert (paper.state, paper.title) == ("declined", "Treaty of level 1: pact and trade.")
    assert [event.audience.powers for event in events] == [("germany", "ussr")]
    again, _ = acted(declined, "ussr", Agree(power="germany"))
    assert [(text.agreed, text.declined) for text in again.texts] == [(True, False)]


def test_a_text_says_what_its_signature_moves():
    table, _ = acted(OPENED, "germany", offer("ussr", give_works={"bp": 1}))
    (paper,) = BOOK.agreements(BOOK.view(table, viewer("ussr")), "ussr").papers
    plays = Plays(plays=(Chosen(option="3", details={"agreement": "agreed:ussr"}),))
    agreed, _ = acted(table, "ussr", Agree(power="germany"))
    made = BOOK.resolve(agreed, {"germany": plays}, {}, SealedDice(b"t"))
    [moved] = [event for event in made.events if isinstance(event, EntryMoved)]
    said = [clause.text for clause in paper.moves]
    assert f"If Germany plays it, American entry on it: +{moved.tally.net}." in said
    spent = OPENED.nations["germany"].money - made.state.nations["germany"].money
    assert paper.costs[0].text.startswith(f"{spent} money")


def test_that_two_agreed_is_seen_by_nobody_else_before_the_card():
    table, _ = acted(OPENED, "germany", offer("ussr", give_works={"bp": 1}))
    agreed, _ = acted(table, "ussr", Agree(power="germany"))
    for power in (None, "usa", "italy"):
        assert seen(agreed, power) == seen(OPENED, power)
    plays = Plays(plays=(Chosen(option="3", details={"agreement": "agreed:ussr"}),))
    made = BOOK.resolve(agreed, {"germany": plays}, {}, SealedDice(b"t"))
    spectator = BOOK.view(made.state, SPECTATOR)
    assert [treaty.kind for treaty in spectator.treaties] == ["treaty", "pact"]
    assert spectator.treaties[0].terms.gives == {"germany": {"bp": 1}}


def test_a_refused_text_is_never_told():
    table, _ = acted(OPENED, "germany", offer("italy", take_works={"bp": 2}))
    plays = Plays(plays=(Chosen(option="3", details={"agreement": "mine:italy"}),))
    waiting = BOOK.resolve(table, {"germany": plays}, {}, SealedDice(b"t")).state
    assert waiting.step == "answer"
    done = BOOK.resolve(waiting, {}, {}, SealedDice(b"t"))
    for state in (waiting, done.state):
        for stranger in (viewer("usa"), SPECTATOR):
            assert BOOK.view(state, stranger).texts == ()
    told = [event for event in done.events if event.seen_by(SPECTATOR)]
    assert all(getattr(event, "terms", None) is None for event in told)


def test_the_page_survives_json_and_tells_bots_and_people_the_same():
    def watch(state, orders, result, number):
        for power in (None, "germany", "usa"):
            who = viewer(power) if power else SPECTATOR
            page = BOOK.agreements(BOOK.view(result.state, who), power)
            assert isinstance(page, Agreements)
            canonical(page)

    play(mixed, seed=21, turns=8, watch=watch)


def invariants(state):
    """No power both at war and bound by treaty, one treaty and one pact for two powers at most."""
    pairs = [(frozenset(t.powers), t.kind == "pact") for t in state.treaties]
    assert len(pairs) == len(set(pairs))
    for treaty in state.treaties:
        assert not state.at_war(*treaty.powers)
        assert 1 <= treaty.level <= 3
    for text in state.texts:
        assert not state.at_war(*text.powers)


@pytest.mark.long
@pytest.mark.parametrize("choose", [piloted, thrown])
def test_no_power_is_at_war_with_one_it_has_signed_with(choose):
    play(choose, seed=8, turns=20, watch=lambda s, o, result, n: invariants(result.state))


@pytest.mark.long
def test_the_autopilot_signs_treaties():
    state, _ = play(piloted, turns=14)
    assert any(treaty.kind == "treaty" for treaty in state.treaties)
    assert state.chronicle


def with_trade(state, **facts):
    """Everybody trades everything with everybody next to it."""
    seats = state.powers
    gives = ({"resources": 2}, {"oil": 1, "bp": 1}, {"factories": 1}, {"bp": 2})
    treaties = tuple(
        Treaty(
            powers=(one, other),
            kind="treaty",
            level=3,
            terms=Terms(gives={one: gives[n % 4], other: gives[(n + 1) % 4]}),
        )
        for n, (one, other) in enumerate(itertools.pairwise(seats))
    )
    return replace(state, treaties=treaties, facts={**state.facts, **facts})


@pytest.mark.parametrize("poor", [(), ("italy",), ("germany", "france"), tuple(BOOK.powers)])
def test_what_one_gives_the_other_receives_and_nothing_else(poor):
    state = with_trade(OPENED, **{f"resources.{power}": 1 for power in poor})
    tables = tables_of(state)
    made = running(state, tables)
    raw = sum(resources(state, tables, p) - own_resources(state, tables, p) for p in state.powers)
    assert raw == 0
    rows = [
        row
        for power in state.powers
        for row in build_points(state, tables, power).rows
        if row.key in ("given", "received")
    ]
    assert sum(row.amount for row in rows) == 0
    for each in made:
        if each.why == "released":
            back = [m for m in made if m.part.pair == each.part.pair and m.why in FAULTS]
            assert back, "a part is held back although its partner delivers"


def accounted(before, made):
    """Every build point of a production: made or saved before, then spent, owed, lent or saved."""
    begun = next((n for n, e in enumerate(made.events) if isinstance(e, TurnBegan)), None)
    lent = [event for event in made.events if isinstance(event, PointsLent)]
    for each in (event for event in made.events if isinstance(event, Produced)):
        had, earned = before.nation(each.power), max(0, each.points.net)
        held = 0 if had.owed > earned else max(0, had.bp + earned - had.owed)
        assert each.spent + each.saved == held
        after = each.saved
        after += sum(e.amount for e in lent if e.to == each.power)
        after -= sum(e.amount for e in lent if e.power == each.power)
        after -= sum(
            e.converted
            for e in made.events[begun:]
            if isinstance(e, DebtPaid) and e.power == each.power
        )
        assert made.state.nation(each.power).bp == after, each.power
    return len(lent)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_every_build_point_is_accounted_for(seed):
    """Under full alliances with trade in every pair, with powers too weak to pay among them."""
    weak = {"italy": -3, "china": -6}
    nations = {
        power: replace(nation, pe=weak.get(power, nation.pe), money=-4 if power in weak else 5)
        for power, nation in OPENED.nations.items()
    }
    state, lent, productions = replace(with_trade(OPENED), nations=nations), 0, 0
    for number in range(30):
        orders = orders_for(state, thrown, number, seed)
        made = BOOK.resolve(state, orders, {}, SealedDice(key("points", seed, number)))
        if state.step == "map":
            lent += accounted(state, made)
            productions += 1
        state = made.state
    assert productions >= 6
    assert lent


def test_war_ends_everything_between_two_powers_and_calls_full_allies():
    bound = with_trade(OPENED)
    course = Adjudication(bound, NoDice())
    war_begins(course, "italy", "commonwealth")
    assert War(attacker="italy", target="commonwealth", since=1) in course.state.wars
    invariants(course.state)
    called = {(call.power, call.ally, call.aggressor) for call in course.state.calls}
    assert called == {("france", "commonwealth", "italy")}


ACTS = BOOK.agreement_acts | {"join_war"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_acts_thrown_by_dice_never_break_it(seed):
    """Texts offered, countered, agreed and withdrawn at random between the phases."""

    def watch(state, orders, result, number):
        now, dice = result.state, SealedDice(key("acts", seed, number))
        for power in 3 * now.powers:
            for menu in BOOK.acts(BOOK.view(now, viewer(power)), power):
                if menu.order not in ACTS or dice.roll("act", 3) < 3:
                    continue
                act = understand(at_random(menu, dice), BOOK.orders[menu.order])
                if menu.problems(act):
                    assert menu.order in ("join_war", "intern")
                    continue
                made = BOOK.perform(now, power, act, dice)
                now = made.state
                invariants(now)
                assert BOOK.read_state(canonical(now)) == now
                for event in made.events:
                    assert BOOK.tell(event).head
                break

    play(mixed, seed=seed, turns=3, watch=watch)
