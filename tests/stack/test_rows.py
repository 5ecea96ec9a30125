"""Statements made once say what the ORM would have said."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import Session, User
from accounts.sessions import SessionStore, stored
from campaigns.models import Campaign, Phase, Seat, Sheet
from campaigns.sealed.field import Sealed
from core.sql import statements
from tests.support.campaigns import a_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    person = get_user_model().objects.create_user(
        username="x", password="a long pass phrase", time_zone="Europe/Warsaw"
    )
    return a_campaign(
        book="world_at_war", by=person, seats={"germany": person}, title="Rows"
    ).campaign


def _same(one: Any, other: Any) -> None:
    for field in type(one)._meta.concrete_fields:
        assert field.value_from_object(one) == field.value_from_object(other), field.name


@pytest.mark.parametrize("model", [Campaign, Phase, Seat, Sheet, User])
def test_a_row_is_read_as_the_orm_reads_it(model: Any, campaign: Campaign) -> None:
    expected = model.objects.order_by("pk").first()
    # Often enough to be prepared.
    for _ in range(4):
        _same(statements.Select(model, "id = %s").first(expected.pk), expected)
    assert statements.Select(model, "id = %s").first(0) is None


def test_a_column_left_out_is_read_when_somebody_looks(campaign: Campaign) -> None:
    expected = Phase.objects.get(campaign=campaign)
    phase = statements.Select(Phase, "id = %s", without=("opening", "state")).first(expected.pk)
    assert phase.get_deferred_fields() == {"opening", "state"}
    assert phase.opening == expected.opening


def test_rows_of_several_models_come_side_by_side(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    beside = statements.Joined(
        (statements.Part(Phase, "phase", without=("opening",)), statements.Part(Sheet, "sheet")),
        "FROM campaigns_phase AS phase LEFT JOIN campaigns_sheet AS sheet"
        " ON sheet.phase_id = phase.id AND sheet.power = %s WHERE phase.id = %s",
        more=("phase.number + 1",),
    )
    assert beside.first("x", 0) is None
    assert beside.first("x", phase.pk) == [phase, None, phase.number + 1]
    sheet = Sheet(phase=phase, power="x", state="draft", at=timezone.now())
    statements.insert(sheet)
    _, beside_it, _ = beside.first("x", phase.pk) or ()
    _same(beside_it, sheet)


def test_a_row_is_inserted_and_updated_as_the_orm_would(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    sheet = Sheet(
        phase=phase,
        power="germany",
        state="draft",
        content=Sealed(b"\x00\xff%s"),
        at=timezone.now(),
    )
    statements.insert(sheet)
    assert sheet.pk
    assert not sheet._state.adding
    _same(Sheet.objects.get(pk=sheet.pk), sheet)
    sheet.state, sheet.ready = "sealed", True
    statements.update(sheet, ("state",))
    stored = Sheet.objects.get(pk=sheet.pk)
    assert (stored.state, stored.ready) == ("sealed", False)


def test_what_the_database_forbids_is_refused_in_djangos_words(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    for expected in (None, IntegrityError):
        sheet = Sheet(phase=phase, power="x", state="draft", at=timezone.now())
        if expected is None:
            statements.insert(sheet)
            continue
        with pytest.raises(expected), transaction.atomic():
            statements.insert(sheet)
    with pytest.raises(DatabaseError), transaction.atomic():
        statements.Select(Sheet, "no_such_column = %s").all(1)


def test_a_broken_transaction_takes_no_further_statement(campaign: Campaign) -> None:
    with transaction.atomic():
        connection.needs_rollback = True
        with pytest.raises(transaction.TransactionManagementError):
            statements.Select(Seat, "id = %s").first(1)
        connection.needs_rollback = False


def test_a_session_ends_everywhere_when_it_is_ended_somewhere() -> None:
    store = SessionStore()
    store["a"] = 1
    store.save()
    assert SessionStore(store.session_key)["a"] == 1
    Session.objects.filter(session_key=stored(store.session_key)).delete()
    assert "a" not in SessionStore(store.session_key)
    late = SessionStore()
    late["a"] = 1
    late.set_expiry(-5)
    late.save()
    assert "a" not in SessionStore(late.session_key)


def test_rows_written_together_are_written_in_their_order(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    old, new, draft = (
        Sheet(phase=phase, power="x", state=state, at=timezone.now())
        for state in ("sealed", "sealed", "draft")
    )
    statements.insert(old)
    statements.insert(draft)
    old.state, campaign.title = "superseded", "Written together"
    with statements.together():
        # Two of one power cannot both count: the first has to give way before the second comes.
        statements.update(old, ("state",))
        with statements.together():
            statements.insert(new)
        statements.delete(draft)
        statements.update(campaign, ("title",))
        assert not new.pk
        assert not Sheet.objects.filter(power="x", state="superseded").exists()
    for row in (old, new, campaign):
        _same(type(row).objects.get(pk=row.pk), row)
    assert not Sheet.objects.filter(pk=draft.pk).exists()


def test_what_is_too_long_for_its_column_is_refused_and_not_cut(campaign: Campaign) -> None:
    campaign.title = "x" * 121
    with pytest.raises(DatabaseError), transaction.atomic():
        statements.update(campaign, ("title",))


def test_a_refusal_among_them_comes_out_at_the_end_and_nothing_stays(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    drafts = [Sheet(phase=phase, power="x", state="draft", at=timezone.now()) for _ in range(2)]

    def write() -> None:
        with transaction.atomic(), statements.together():
            for draft in drafts:
                statements.insert(draft)
            statements.update(campaign, ("title",))

    with pytest.raises(IntegrityError):
        write()
    assert not Sheet.objects.filter(power="x").exists()
    assert statements.Select(Phase, "id = %s").first(phase.pk) == phase


def test_what_is_raised_among_them_comes_out_and_nothing_stays(campaign: Campaign) -> None:
    phase = Phase.objects.get(campaign=campaign)
    draft = Sheet(phase=phase, power="x", state="draft", at=timezone.now())

    def stumble() -> None:
        with transaction.atomic(), statements.together():
            statements.insert(draft)
            raise KeyError("something else went wrong")

    with pytest.raises(KeyError):
        stumble()
    assert not Sheet.objects.filter(power="x").exists()
    assert statements.Select(Phase, "id = %s").first(phase.pk) == phase
