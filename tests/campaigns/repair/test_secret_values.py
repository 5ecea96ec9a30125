"""Correcting a value that only some may know: proposed by one of them, accepted by a desk that is not told it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from campaigns import rulebooks
from campaigns.domain import export_file
from campaigns.domain.entries.secret import ValueAccepted, ValueProposed, ValueRefused
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu, NotYours
from campaigns.models import LogEntry, Notification, SecretEntry
from campaigns.proofs import commitments
from campaigns.rulebooks import states
from campaigns.rulebooks.values import overrides, secret_values
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.moderator import secret_values_page as selector
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.repair import secret_overrides as service
from rules.kernel.audience import only
from tests.support.accounts import person, reachable, signed_in
from tests.support.books.tiny_book import NAME, NORTH
from tests.support.campaigns import Found, Table, a_turn
from tests.support.exports.files import faults, file_of, named
from tests.support.exports.tampering import faults_after
from tests.support.pages.html import answer_of as programs
from tests.support.repair import forget
from tests.support.secret_values import WHY, accept, propose, value
from tests.support.worlds import everything_seen

MINE = ("purses", "north", "points", "east")


@pytest.fixture
def table(found: Found) -> Table:
    """Everybody has placed points, for their own eyes."""
    playing = found()
    playing.play(place=NORTH)
    return playing


def lines(table: Table, person: Any) -> tuple[selector.Line, ...]:
    return selector.correction_lines(table.slug, person)


def shared(table: Table) -> None:
    """Southland may look into the purse of Northland."""
    state = states.now(table.phase)
    purse = state.purses["north"]
    both = type(purse)(audience=only("north", "south"), points=purse.points)
    phase = table.phase
    states.keep(phase, state.__class__(**{
        **{name: getattr(state, name) for name in state.__struct_fields__},
        "purses": {**state.purses, "north": both},
    }))  # fmt: skip
    phase.save()


def test_the_desk_accepts_it_without_being_told_the_value(table: Table) -> None:
    key = propose(table, rule="1.1")
    assert value(table) == 2
    (mine,) = lines(table, table.players["north"])
    assert (mine.known, mine.before, mine.after, mine.may) == (True, "2", "3", ("withdraw",))
    (desk,) = lines(table, table.moderator)
    assert (desk.reason, desk.rule, desk.may) == (WHY, "1.1", ("accept", "decline"))
    assert (desk.known, desk.label, desk.about, desk.before, desk.after) == (False, *[""] * 4)
    assert desk.audience == desk.agreed == ()
    assert lines(table, table.players["isle"]) == lines(table, None) == ()
    for _ in range(2):
        accept(table, key)
    assert value(table) == 3
    assert [line.state for line in lines(table, table.moderator)] == ["accepted"]
    assert faults(file_of(table)) == []


def test_a_second_time_and_what_is_so_already_change_nothing(table: Table) -> None:
    assert propose(table) == propose(table)
    assert SecretEntry.objects.count() == 1
    with pytest.raises(NotOnTheMenu, match="so already"):
        propose(table, after=2)


def test_what_it_cannot_name_says_why(table: Table) -> None:
    with pytest.raises(NotOnTheMenu, match="Everybody may know"):
        propose(table, path=("caller",), before="", after="isle")
    with pytest.raises(NotOnTheMenu, match="no rule"):
        propose(table, rule="9.9")
    with pytest.raises(NotNow, match="reason"):
        propose(table, reason=" ")
    with pytest.raises(NotNow, match="is not 7"):
        propose(table, before=7)
    with pytest.raises(NotOnTheMenu, match="does not fit"):
        propose(table, after="many")
    with pytest.raises(NotYours):
        propose(table, by=table.players["south"])
    said = set()
    for whose in ("south", "nobody"):
        with pytest.raises(NotOnTheMenu, match="no public value") as refused:
            propose(table, path=("purses", whose, "points", "east"))
        said.add(str(refused.value).replace(whose, ""))
    assert len(said) == 1, "the answer is the same whatever others hide"


def test_all_who_know_the_value_agree_before_the_desk_hears_of_it(table: Table) -> None:
    shared(table)
    south = table.players["south"]
    key = propose(table)
    assert lines(table, table.moderator) == ()
    with pytest.raises(NotNow, match="no such proposal"):
        accept(table, key)
    (told,) = lines(table, south)
    assert (told.before, told.after, told.may) == ("2", "3", ("agree", "refuse"))
    assert [badge.key for badge in told.audience] == ["north", "south"]
    with pytest.raises(NotNow, match="no such proposal"):
        service.answer(table.slug, by=table.players["isle"], power="isle", key=key, answer="agree")
    with pytest.raises(NotYours):
        service.answer(table.slug, by=south, power="south", key=key, answer="withdraw")
    for _ in range(2):
        service.answer(table.slug, by=south, power="south", key=key, answer="agree")
    accept(table, key)
    assert value(table) == 3
    again = service.undo(table.slug, by=south, power="south", key=key, reason="It was right")
    north = table.players["north"]
    service.answer(table.slug, by=north, power="north", key=again, answer="refuse", reason="No")
    with pytest.raises(NotNow, match="over"):
        accept(table, again)
    assert value(table) == 3
    assert lines(table, north)[0].why == "No"


def test_it_is_undone_on_the_same_terms(table: Table) -> None:
    north, key = table.players["north"], propose(table)
    accept(table, key)
    assert lines(table, north)[0].may == ("undo",)
    back = service.undo(table.slug, by=north, power="north", key=key, reason="It was right")
    accept(table, back)
    assert value(table) == 2
    assert [(line.undoes, line.undone) for line in lines(table, north)] == [
        (True, False),
        (False, True),
    ]
    with pytest.raises(NotNow, match="nothing to take back"):
        service.undo(table.slug, by=north, power="north", key=key, reason="Again")


def test_it_is_withdrawn_declined_and_lapses_with_its_phase(table: Table) -> None:
    north = table.players["north"]
    first = propose(table)
    service.answer(table.slug, by=north, power="north", key=first, answer="withdraw")
    second = propose(table)
    service.decide(table.slug, by=table.moderator, key=second, accept=False, reason="Show it")
    third = propose(table)
    assert lines(table, north)[1].why == "Show it"
    table.seal_all(NAME)
    table.advance()
    assert [line.state for line in lines(table, north)] == ["lapsed", "refused", "withdrawn"]
    with pytest.raises(NotNow, match="over"):
        accept(table, third)


def test_who_has_sealed_takes_the_seal_back_first(table: Table) -> None:
    key = propose(table)
    table.seal("north", NAME)
    with pytest.raises(NotNow, match="has sealed orders meanwhile"):
        accept(table, key)
    with pytest.raises(NotNow, match="You have sealed"):
        propose(table, after=1)


def test_nobody_accepts_their_own_and_a_reason_is_not_found_out(table: Table) -> None:
    key = propose(table)
    table.campaign.moderators.add(table.players["north"])
    with pytest.raises(NotYours, match="yourself"):
        accept(table, key, by=table.players["north"])
    # Something hidden changed meanwhile: the desk is told no more than that it cannot be.
    state = states.now(table.phase)
    state.purses["north"].points["east"] = 1
    phase = table.phase
    states.keep(phase, state)
    phase.save()
    with pytest.raises(NotNow) as refused:
        accept(table, key)
    assert "purses" not in str(refused.value) + str(refused.value.remedy)


@pytest.mark.long
def test_others_get_the_same_as_if_nothing_had_been_done(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    sent: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    reachable(table.moderator)

    def look() -> dict[tuple[str, str], bytes]:
        others = {"isle": table.players["isle"], "visitor": None}
        return {
            (who, name): told
            for who, someone in others.items()
            for name, told in everything_seen(table, someone).items()
        }

    before, entries = look(), LogEntry.objects.count()
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        accept(table, propose(table))
    assert look() == before
    assert LogEntry.objects.count() == entries
    told = {message["power"] for kind, _, message, *_ in sent if kind == "push"}
    assert told == {"north"}
    kinds = Notification.objects.filter(person=table.moderator).values_list("kind", flat=True)
    assert "secretly" in kinds


def test_in_real_books_it_is_the_audience_alone_that_sees_a_difference() -> None:
    book = rulebooks.load("world_at_war")
    state = book.start(next(iter(book.scenarios)), {}, {}).state
    from rules.world_at_war.model.state import Points

    points = Points(power="germany", target="hungary", amount=3, year=1940,
                    audience=only("germany", "italy"))  # fmt: skip
    state = type(state)(**{
        **{name: getattr(state, name) for name in state.__struct_fields__},
        "points": (points,),
    })  # fmt: skip
    view = rulebooks.view_of(book, state, "germany")
    found = dict(secret_values.values(view, "germany"))
    assert found["points", "0", "amount"] == 3
    change = ValueChange(path=("points", "0", "amount"), before=3, after=2)
    what = secret_values.correction(book, view, "germany", change, reason=WHY)
    assert what.audience == ("germany", "italy")
    after = secret_values.corrected(book, state, "germany", what)
    assert after.points[0].amount == 2
    with pytest.raises(CampaignError):
        secret_values.corrected(book, after, "germany", what)
    with pytest.raises(NotOnTheMenu):
        overrides.applied(book, state, [change])


@pytest.fixture
def over(table: Table) -> Table:
    """A campaign in which a secret value was corrected, taken back, corrected again, and that is over."""
    key = propose(table, rule="1.1")
    accept(table, key)
    north = table.players["north"]
    back = service.undo(table.slug, by=north, power="north", key=key, reason="It was right")
    accept(table, back)
    accept(table, propose(table, after=0))
    table.seal_all(NAME)
    table.advance()
    a_turn(table)
    assert table.campaign.status == "finished"
    return table


def test_it_is_opened_at_the_end_exported_played_again_and_taken_in(over: Table) -> None:
    data = file_of(over)
    checks = named(data)
    assert [line for one in checks.values() for line in (*one.faults, *one.left)] == []
    told = lines(over, None)
    assert [(line.known, line.before, line.after) for line in told] == [
        (True, "2", "0"),
        (True, "3", "2"),
        (True, "2", "3"),
    ]
    forget(over.campaign)
    import_campaign(data, by=person("keeper"))
    again, first = export_file.read(file_of(over)), export_file.read(data)
    assert (again.log, again.phases, again.state) == (first.log, first.phases, first.state)
    assert lines(over, None) == told


def _opened(content: dict[str, Any], kind: str) -> dict[str, Any]:
    body = next(one["body"] for one in content["log"] if one["kind"] == "secrets.opened")
    return next(one for one in body["secrets"] if one["kind"] == kind)


def _order(kind: str, **parts: Any) -> Callable[[dict[str, Any]], None]:
    """Another order, with a commitment that fits it."""

    def change(content: dict[str, Any]) -> None:

        one = _opened(content, kind)
        one["order"] |= parts
        one["commitment"] = commitments.commitment(bytes.fromhex(one["nonce"]), one["order"])

    return change


def _value(content: dict[str, Any]) -> None:
    _opened(content, ValueProposed.tag)["order"]["change"]["after"] = 9


def _kind(content: dict[str, Any]) -> None:
    _opened(content, ValueAccepted.tag)["kind"] = ValueRefused.tag


def _nobody(content: dict[str, Any]) -> None:
    _opened(content, ValueAccepted.tag)["power"] = "north"


ANOTHER = {"path": list(MINE), "before": 2, "after": 9}
FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "what it is then": (_value, "is not what it was committed to"),
    "what it is then, committed to": (
        _order(ValueProposed.tag, change=ANOTHER),
        "did not hold",
    ),
    "who knew it": (_order(ValueProposed.tag, audience=["north", "isle"]), "did not hold"),
    "that it was accepted": (_kind, "did not hold"),
    "who accepted it": (_nobody, "did not hold"),
    "which it was": (_order(ValueAccepted.tag, proposal="ab" * 32), "did not hold"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_whatever_is_changed_of_a_correction_is_named(whole: bytes, name: str) -> None:
    change, expected = FORGERIES[name]
    found = faults_after(whole, change)
    assert any(expected in fault for fault in found), found
    if name == "who knew it":
        assert any("replay" in fault for fault in found), found


@pytest.mark.long
def test_the_page_leads_through_it(table: Table) -> None:
    here = f"/c/{table.slug}/overrides/"
    north, desk, isle = (
        signed_in(someone)
        for someone in (table.players["north"], table.moderator, table.players["isle"])
    )

    def page(of: Any, query: dict[str, str] | None = None) -> str:
        answer = of.get(here, query or {})
        assert answer.status_code == 200
        return " ".join(answer.text.split())

    assert "Purses, Northland, points, east" in page(north, {"own": "east"})
    asked = {"own_path": json.dumps(MINE), "own_power": "north", "own_value": "3"}
    looked = page(north, asked)
    assert "What would change" in looked
    sent = {"action": "propose", "path": asked["own_path"], "power": "north", "before": "2"}
    answer = north.post(here, {**sent, "value": "3", "rule": "", "reason": WHY})
    assert answer.status_code == 302, answer.content
    (line,) = lines(table, table.moderator)
    seen = page(desk)
    assert WHY in seen
    assert "Purses" not in seen
    assert WHY not in page(isle)
    assert "1 correction of a secret value" in " ".join(
        desk.get(f"/c/{table.slug}/desk/").text.split()
    )
    desk.post(here, {"action": "decide", "key_of": line.key, "answer": "accept"})
    assert value(table) == 3
    north.post(
        here, {"action": "undo-secret", "key_of": line.key, "power": "north", "reason": "No"}
    )
    (newest, _first) = lines(table, table.players["north"])
    north.post(
        here,
        {"action": "answer-secret", "key_of": newest.key, "power": "north", "answer": "withdraw"},
    )
    assert lines(table, table.players["north"])[0].state == "withdrawn"


@pytest.mark.long
def test_programs_do_it_by_the_same_services(table: Table) -> None:
    here = f"/api/campaigns/{table.slug}/secret-values/"
    north, desk, isle = (
        signed_in(someone)
        for someone in (table.players["north"], table.moderator, table.players["isle"])
    )
    body = {
        "power": "north", "path": list(MINE), "before": 2, "after": 3, "reason": WHY, "key": "once",
    }  # fmt: skip
    first, again = (programs(north, "POST", here, body) for _ in range(2))
    assert first == again
    key = first[0]["key"]
    assert programs(isle, "GET", here) == []
    assert programs(desk, "GET", here)[0]["after"] == ""
    programs(isle, "POST", f"{here}{key}/decide/", {"accept": True}, status=403)
    programs(north, "POST", f"{here}{key}/decide/", {"accept": True}, status=403)
    (told,) = programs(desk, "POST", f"{here}{key}/decide/", {"accept": True})
    assert told["state"] == "accepted"
    assert value(table) == 3
    back = programs(
        north, "POST", f"{here}{key}/", {"do": "undo", "power": "north", "reason": "No"}
    )
    found = {"do": "withdraw", "power": "north"}
    (told, _first) = programs(north, "POST", f"{here}{back[0]['key']}/", found)
    assert told["state"] == "withdrawn"
