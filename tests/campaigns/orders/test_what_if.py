"""Playing on in thought: for one player alone, from what they may know, without a trace."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import rulebooks
from campaigns.errors import NotNow, NotOnTheMenu, NotYours, OrderRefused
from campaigns.models import LogEntry, WhatIf
from campaigns.rulebooks import states
from campaigns.rulebooks.whatif import simulate, subprocess
from campaigns.selectors.campaign import what_if_page as selector
from campaigns.selectors.orders import what_if_contents
from campaigns.services.log import push
from campaigns.services.orders import plans
from campaigns.services.orders import what_ifs as service
from campaigns.services.seats import seats
from rules.kernel.odds import distribution
from rules.kernel.serial import canonical
from rules.registry import BOOKS
from rules.world_at_war.model.tables.campaign import tables_of
from tests.support.accounts import signed_in
from tests.support.campaigns import Table, a_campaign
from tests.support.pages.html import answer_of
from tests.support.worlds import empty_caches, undone

TURKEY, SPAIN = (
    {"kind": "place", "points": {each: 2, "sweden": 2}} for each in ("turkey", "norway")
)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in this process, with a die that is always the same; the process apart has its own test."""
    monkeypatch.setattr(subprocess, "simulated", simulate.simulate)
    monkeypatch.setattr(service.secrets, "token_hex", lambda size: "5e" * size)


@pytest.fixture
def world(db: None) -> Table:
    """A World at War, in which two people play Germany and Britain, before the first placement."""
    return a_campaign(book="world_at_war", seats=("germany", "britain"))


def ask(table: Table, power: str = "germany", **more: Any) -> int:
    return service.ask(table.slug, by=table.players[power], power=power, **more)


def played(table: Table, number: int, power: str = "germany") -> what_if_contents.WhatIfContent:
    row = WhatIf.objects.get(campaign__slug=table.slug, power=power, number=number)
    assert service.play(row.pk)
    row.refresh_from_db()
    return what_if_contents.opened(row)


def client(table: Table, power: str = "germany") -> Client:
    return signed_in(table.players[power])


def test_a_story_tells_each_phase_with_the_exact_odds_of_its_rolls(world) -> None:
    number = ask(world, phases=4)
    story = played(world, number).story
    assert len(story.phases) == 4
    told = [line for phase in story.phases for line in phase.lines if line.odds]
    assert told
    for line in told:
        assert (
            sum(one.parts / one.whole for one in line.odds) == pytest.approx(1)
            or line.odds[0].outcome == "each face alike"
        )
        assert [one.fell for one in line.odds].count(True) == 1
        assert line.line["die"]
        assert line.line["detail"]["rows"] is not None
    page = selector.what_if_page(world.slug, world.players["germany"], "germany")
    assert page.story.phases[1].headline


@pytest.mark.long
def test_the_odds_are_those_of_the_books_own_table(world) -> None:
    """What is counted by trying every face is what the table of the country says of them."""
    minors = tables_of(states.now(world.phase)).minors
    by_name = {minor.name: minor for minor in minors.values()}
    looked = 0
    for seed in range(4):
        story = simulate.simulate(a_wish("world_at_war", phases=4, seed=f"{seed}"))
        for line in (line for phase in story.phases for line in phase.lines if line.odds):
            minor = by_name.get(line.line["head"].split(":")[0])
            if minor is None:
                continue
            chances = distribution(
                lambda die, m=minor, n=line.line["detail"]["net"]: m.row_for(die + n).key, 6
            )
            assert sorted(chances.values()) == sorted(Fraction(o.parts, o.whole) for o in line.odds)
            looked += 1
    assert looked


def test_ones_own_plan_is_tried(world) -> None:
    germany, state, book = world.players["germany"], states.now(world.phase), BOOKS["world_at_war"]
    menu = book.menu(rulebooks.view_of(book, state, "germany"), "germany")
    target = next(c.value for c in menu.fields[0].choices if c.barred is None)
    bad = {"phase": 1, "order": {"kind": "place", "points": {target: 99}}}
    number = plans.keep(world.slug, by=germany, power="germany", name="Too much", **bad)
    with pytest.raises(OrderRefused):
        ask(world, plan=number)
    world.save_draft("germany", rulebooks.as_data(book.autopilot(state, "germany")))
    content = played(world, ask(world, phases=1, draft=True))
    assert content.name == "Your draft"
    assert dict(content.story.phases[0].orders)["germany"]
    with pytest.raises(NotOnTheMenu):
        ask(world, plan=77)


WORLDS = ("turkey", "norway")


def hidden_worlds(world: Table) -> Iterator[Any]:
    """The same position twice, but for what Britain has placed, and sealed for the phase in play."""
    for target in WORLDS:
        with undone():
            empty_caches()
            order = {"kind": "place", "points": {target: 2, "sweden": 2}}
            world.seal("britain", order)
            world.end()
            number = ask(world, phases=4)
            wish = what_if_contents.opened(WhatIf.objects.get(power="germany")).wish
            yield canonical(states.now(world.phase)), wish, played(world, number).story


@pytest.mark.long
def test_what_others_hide_changes_nothing_in_it(world) -> None:
    (state, wish, story), (other_state, other_wish, other_story) = hidden_worlds(world)
    assert state != other_state
    assert canonical(wish) == canonical(other_wish)
    assert canonical(story) == canonical(other_story)
    assert any("Britain" in guess for guess in story.guesses)


@pytest.mark.long
def test_a_planted_leak_is_noticed(world, monkeypatch) -> None:
    """Were the whole state taken instead of the view, the test above would fail."""
    monkeypatch.setattr(rulebooks, "view_of", lambda book, state, *powers: state)
    (_, wish, _), (_, other, _) = hidden_worlds(world)
    assert canonical(wish) != canonical(other)


def test_it_reads_no_seal_no_seed_and_no_link(world, monkeypatch) -> None:
    from campaigns.crypto import dice_chain
    from campaigns.sealed import sealing

    opened: list[str] = []
    honest = sealing.unseal

    def noting(sealed: Any, *, bound_to: str) -> bytes:
        opened.append(bound_to.split("/", maxsplit=1)[0])
        return honest(sealed, bound_to=bound_to)

    world.seal("britain", {"kind": "place", "points": {"turkey": 2, "sweden": 2}})
    empty_caches()
    monkeypatch.setattr(sealing, "unseal", noting)
    for name in ("links", "dice", "use"):
        monkeypatch.setattr(dice_chain, name, None)
    played(world, ask(world, phases=2))
    # The state is opened to make the view of it, and the what-if itself.
    assert set(opened) <= {"state", "what-if", "log"}
    assert "what-if" in opened


def test_others_hear_of_nothing(world, monkeypatch) -> None:
    frames: list[Any] = []
    monkeypatch.setattr(push, "_send", lambda slug, message: frames.append(message))
    entries = LogEntry.objects.count()
    number = ask(world)
    played(world, number)
    service.delete(world.slug, by=world.players["germany"], power="germany", number=number)
    assert frames == []
    assert LogEntry.objects.count() == entries


def test_it_is_its_owners_alone_and_lies_sealed(world) -> None:
    number = ask(world)
    with pytest.raises(NotYours):
        selector.what_if_page(world.slug, world.players["britain"], "germany")
    assert selector.what_if_page(world.slug, world.players["britain"], "britain").tried == ()
    with pytest.raises(NotOnTheMenu):
        service.again(world.slug, by=world.players["britain"], power="britain", number=number)
    assert b"Placement" not in WhatIf.objects.values_list("content", flat=True).get()


def test_a_successor_finds_none(world) -> None:
    ask(world)
    seats.leave(world.slug, by=world.players["germany"], power="germany")
    assert not WhatIf.objects.exists()


@pytest.mark.long
def test_they_go_with_the_campaign(world) -> None:
    ask(world, "britain")
    row = WhatIf.objects.get()
    while world.campaign.status != "finished":
        world.end()
    assert not WhatIf.objects.exists()
    assert service.play(row.pk)
    assert not WhatIf.objects.exists()


def test_there_is_a_limit_of_those_under_way_kept_and_long(world) -> None:
    with pytest.raises(NotOnTheMenu):
        ask(world, phases=simulate.MOST_PHASES + 1)
    number = ask(world, phases=1)
    with pytest.raises(NotNow):
        ask(world, phases=1)
    assert played(world, number).story
    for _ in range(what_if_contents.MOST_KEPT - 1):
        ask(world, phases=1)
        WhatIf.objects.update(state=WhatIf.State.DONE)
    with pytest.raises(NotNow):
        ask(world, phases=1)


def test_one_is_played_at_a_time_and_each_once(world) -> None:
    ask(world, "germany", phases=1)
    ask(world, "britain", phases=1)
    first, second = WhatIf.objects.order_by("pk")
    WhatIf.objects.filter(pk=first.pk).update(state=WhatIf.State.RUNNING, begun_at=timezone.now())
    assert not service.play(second.pk)
    WhatIf.objects.filter(pk=first.pk).update(begun_at=timezone.now() - timedelta(hours=1))
    assert service.play(second.pk)
    assert service.play(second.pk)
    assert WhatIf.objects.get(pk=second.pk).state == WhatIf.State.DONE


def test_what_takes_too_much_is_told(world, monkeypatch) -> None:
    def too_much(wish: Any) -> Any:
        raise subprocess.TooMuch("killed")

    monkeypatch.setattr(subprocess, "simulated", too_much)
    number = ask(world)
    assert played(world, number).story is None
    html = client(world).get(reverse("frontend:what-if", args=[world.slug, number]))
    assert "could not be played" in html.text


@pytest.mark.long
def test_the_page_does_all_of_it(world) -> None:
    germany, address = client(world), reverse("frontend:what-ifs", args=[world.slug])
    assert "Nothing tried yet" in germany.get(address).text
    sent = germany.post(address, {"action": "play", "orders": "", "phases": 2})
    assert sent.status_code == 302
    waiting = germany.get(sent["Location"]).text
    assert "It is being played" in waiting
    played(world, 1)
    html = germany.get(sent["Location"]).text
    assert "What is supposed" in html
    assert "in 6" in html
    again = germany.post(address, {"action": "again", "number": 1})
    assert again["Location"].split("?")[0].endswith("/what-if/2/")
    played(world, 2)
    germany.post(address, {"action": "delete", "number": 1})
    assert germany.get(reverse("frontend:what-if", args=[world.slug, 1])).status_code == 404
    assert [each.number for each in WhatIf.objects.all()] == [2]


def a_wish(key: str, **more: Any) -> simulate.SimulationRequest:
    """The first power's, at the beginning of a book's shortest scenario."""
    book = BOOKS[key]
    scenario = min(book.scenarios.values(), key=lambda each: each.turns)
    state = book.start(scenario.key, {}, {}).state
    power = book.phase(state).asked[0].power
    view = canonical(rulebooks.view_of(book, state, power)).decode()
    common = {"book": key, "revision": book.revision, "power": power, "view": view, "order": None}
    return simulate.SimulationRequest(**{**common, "phases": 2, "seed": "0f", **more})


@pytest.mark.long
@pytest.mark.parametrize("key", sorted(BOOKS))
def test_every_book_is_played_on_in_a_process_of_its_own(key: str, monkeypatch) -> None:
    monkeypatch.undo()
    wish = a_wish(key)
    apart = subprocess.simulated(wish)
    assert canonical(apart) == canonical(simulate.simulate(wish))
    assert len(apart.phases) == 2


@pytest.mark.long
def test_the_process_apart_is_held_to_its_share(monkeypatch) -> None:
    monkeypatch.undo()
    with pytest.raises(subprocess.TooMuch):
        subprocess.simulated(a_wish("world_in_flames", view="{", phases=1))


def test_a_program_has_one_played_reads_it_and_forgets_it(world) -> None:
    mine, here = client(world), reverse("api:what-ifs", args=[world.slug, "germany"])
    asked = answer_of(mine, "POST", here, {"phases": 2})
    number = asked["line"]["number"]
    assert (asked["line"]["state"], asked["story"]) == ("waiting", None)
    played(world, number)
    (line,) = mine.get(here).json()
    assert (line["number"], line["state"], line["phases"]) == (number, "done", 2)
    one = reverse("api:what-if", args=[world.slug, "germany", number])
    story = mine.get(one).json()["story"]
    assert len(story["phases"]) == 2
    assert "guesses" in story
    assert client(world, "britain").get(one).json()["code"] == "not_yours"
    again = answer_of(mine, "POST", one, {})
    assert again["line"]["number"] == number + 1
    assert [each["number"] for each in mine.delete(one).json()] == [number + 1]
    assert mine.get(one).status_code == 404


def test_a_program_is_told_what_it_asked_wrongly(world) -> None:
    here = reverse("api:what-ifs", args=[world.slug, "germany"])
    for field, wrong in (("phases", 99), ("plan", 9)):
        assert answer_of(client(world), "POST", here, {field: wrong}, 400)["field"] == field
