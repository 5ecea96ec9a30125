"""A site changes its keys while campaigns of every rulebook run, and loses nothing."""

import os
import pickle
from collections.abc import Iterator
from io import StringIO
from pprint import pformat
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.serializers import serialize
from django.db import connection, transaction
from django.db.models import BinaryField
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import (
    Act,
    Campaign,
    CampaignKey,
    EventRow,
    PendingAct,
    Phase,
    Sheet,
    StandingAnswer,
    StandingOrders,
)
from campaigns.models.sheet import SheetContent
from campaigns.models.standing_orders import AnswerContent
from campaigns.rulebooks import states
from campaigns.sealed import keys as campaign_keys
from campaigns.sealed import sealing
from campaigns.sealed.field import NoPlace, Sealed, SealedField, sealed_fields
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.export import export
from campaigns.selectors.history import phase_story
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle.import_campaign import import_campaign
from campaigns.services.notifications import pending, webhooks
from campaigns.services.orders import plans, what_ifs
from campaigns.services.press import notes, press_messages, press_settings
from campaigns.services.repair import fork
from campaigns.services.seats import dice_seeds, hand_over
from campaigns.services.site import seal_keys
from campaigns.services.voting import agree
from config.data.seal_key_check import require_seal_keys
from rules import registry
from tests.support import sealed as keys
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Found, Table, a_turn
from tests.support.exports.files import faults, file_of
from tests.support.sealed import key, name
from tests.support.worlds import undone
from verifier import verify

SOME = {"kind": "place", "points": {"east": 1}}


@pytest.fixture(autouse=True)
def first_key(settings: Any) -> Iterator[Any]:
    """The site begins with a key of its own, and nothing is remembered of another test's."""
    settings.SEAL_KEYS = key(1)
    campaign_keys.forget()
    yield settings
    campaign_keys.forget()


def run(*arguments: str, code: int = 0) -> str:
    """`manage.py seal-keys` in a process that knows no key yet; what it says."""
    keys.afresh()
    said = StringIO()
    if code:
        with pytest.raises(SystemExit) as end:
            call_command("seal-keys", *arguments, stdout=said)
        assert end.value.code == code
    else:
        call_command("seal-keys", *arguments, stdout=said)
    return said.getvalue()


def rotate(settings: Any, new: int, old: int) -> str:
    """Change the key as docs/running.md says, and let the old one go; what the command said."""
    settings.SEAL_KEYS = f"{key(new)},{key(old)}"
    keys.afresh()
    require_seal_keys()
    said = run()
    assert f"{name(old)}: nothing needs it" in said
    settings.SEAL_KEYS = key(new)
    keys.afresh()
    require_seal_keys()
    return said


# --- The list of fields -----------------------------------------------------------------------------


PLAIN = {
    "campaigns.CampaignKey.wrapped": "a key, wrapped by another",
    "campaigns.PendingDispatch.content": "declared for everybody to see",
}
"""Bytes that are not sealed, and why."""


def test_what_holds_bytes_is_sealed_or_plain_for_a_reason() -> None:
    assert PLAIN.keys() == {
        str(field)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, BinaryField) and not isinstance(field, SealedField)
    }
    kinds = [one.place.split("/")[0] for one in sealed_fields()]
    assert len(kinds) == len(set(kinds)), "two fields seal for the same places"


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("sheet/{phase.campaign.slug}/{powers}", "powers is no column"),
        ("sheet/{power}/{phase.campaign.slug}", "its second part is not the campaign's slug"),
        ("sheet/{phase.campaing.slug}", "phase.campaing.slug is no column"),
        ("sheet", "its second part is not the campaign's slug"),
    ],
)
def test_a_place_that_is_none_is_refused_by_check(place: str, fault: str) -> None:
    wrong = SealedField(bytes, place=place)
    wrong.set_attributes_from_name("content")
    wrong.model = Sheet
    call_command("check")
    assert any(fault in found.msg for found in wrong.check())


# --- The field --------------------------------------------------------------------------------------


def test_a_content_opens_when_it_is_looked_at_and_is_sealed_when_its_row_is_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.seal("north", SOME)
    field, opened, honest = Sheet.content.field, [], sealing.unseal

    def noting(sealed: Any, *, bound_to: str) -> bytes:
        opened.append(bound_to)
        return honest(sealed, bound_to=bound_to)

    def lies() -> Any:
        return Sheet.objects.values_list("content", flat=True).get()

    monkeypatch.setattr(sealing, "unseal", noting)
    row = Sheet.objects.select_related("phase__campaign").get(power="north")
    before = field.raw(row)
    row.save()
    assert (opened, lies()) == ([], before)
    assert row.content is row.content
    assert row.content.order == SOME
    row.save()
    place = f"sheet/{table.slug}/{row.phase.line}/{row.phase.number}/north"
    assert (opened, lies()) == ([place], before)
    row.content = SheetContent({"kind": "other"})
    row.save()
    after = Sheet.objects.defer("content").get()
    assert after.content.order == {"kind": "other"}
    assert field.raw(after) == field.raw(row) != before


def test_a_content_that_was_opened_goes_along_to_another_place(table: Table) -> None:
    table.seal("north", SOME)
    looked, unopened = Sheet.objects.get(), Sheet.objects.get()
    assert looked.content.order == SOME
    for row in (looked, unopened):
        row.power = "south"
        row.save()
        if row is looked:
            assert Sheet.objects.get().content.order == SOME
            Sheet.objects.update(power="north")
    with pytest.raises(sealing.CannotUnseal):
        _ = Sheet.objects.get().content


def test_nothing_is_written_without_a_place(table: Table) -> None:
    content, given = SheetContent(SOME), {"state": "draft", "at": timezone.now()}
    for without in ({"phase": table.phase}, {"power": "north"}):
        with pytest.raises(NoPlace), transaction.atomic():
            Sheet.objects.create(**given, **without, content=content)
    with pytest.raises(TypeError), transaction.atomic():
        Sheet.objects.update(content=content)
    with pytest.raises(TypeError), transaction.atomic():
        Sheet.objects.create(**given, phase=table.phase, power="north", content=b"{}")
    assert not Sheet.objects.exists()


def test_an_opened_content_shows_itself_to_nobody(table: Table) -> None:
    table.seal("north", SOME)
    row = Sheet.objects.get()
    row.content = SheetContent("whispered")
    row.save()
    assert row.content.order == "whispered"
    for shown in (
        repr(vars(row)),
        pformat(vars(row)),
        serialize("json", [row]),
        str(pickle.dumps(row)),
    ):
        assert "whispered" not in shown
    assert pickle.loads(pickle.dumps(row)).content == row.content  # noqa: S301 - our own
    row.content = SheetContent("whispered again")
    assert "whispered" not in repr(vars(row))
    with pytest.raises(TypeError):
        pickle.dumps(row)


@pytest.mark.long
def test_what_is_declared_sealed_is_and_opens_for_its_place(table: Table) -> None:
    seed = {"by": table.players["north"], "power": "north", "seed": "ab" * 32}
    dice_seeds.bring_seed(table.slug, **seed)
    a_turn(table)
    table.seal("north", SOME)
    browser = signed_in(table.players["isle"])
    put = {"order": {"kind": "answer", "valley": "west"}, "key": "once"}
    address = f"/api/campaigns/{table.slug}/standing/isle/"
    assert browser.post(address, put, content_type="application/json").status_code < 300
    boats = {"facts": {"boats": 7}}
    browser.force_login(table.players["north"])
    address = f"/api/campaigns/{table.slug}/dispatch/north/"
    assert browser.put(address, boats, content_type="application/json").status_code < 300
    mine = {"by": table.players["north"], "power": "north"}
    plans.keep(table.slug, **mine, phase=table.phase.number, order=SOME)
    what_ifs.ask(table.slug, **mine, phases=1)
    thread, message = press_messages.begin(table.slug, **mine, to=["south"], text="A word")
    told = {"by": table.players["south"], "thread": thread, "message": message}
    press_settings.report(table.slug, **told, reason="To see where it lies")
    notes.keep(table.slug, by=table.players["north"], subject="campaign", text="A thought")
    hand_over.advise(table.slug, **mine, text="Hold the west")
    by = table.players["north"]
    webhooks.make(table.slug, by=by, kind="json", address="https://example.org/")
    pending.note_told(table.campaign, table.players["north"], ["paper/north/1"])
    fork.propose(table.slug, by=table.players["north"], phase=1, reason="What if?")
    for player in table.players.values():
        if table.campaign.asking:
            agree.agree(table.slug, by=player, number=table.campaign.consents.get().number)
    spoke = StandingAnswer(
        standing=StandingOrders.objects.get(power="isle", live=True), phase=table.phase
    )
    spoke.content = AnswerContent(SOME, [])
    spoke.save()
    # As an act waits for its dice where those are thrown after the close.
    asked, now = table.phase, timezone.now()
    waits = PendingAct(campaign=asked.campaign, phase=asked, number=1, power="north", by=by)
    waits.content = SheetContent(SOME)
    waits.at = waits.until = now
    waits.save()
    found = {one for one, _, _, _ in keys.sealed_rows()}
    assert found == set(sealed_fields()), "the turn left a field without a row"
    assert len(keys.contents()) == len(keys.sealed_rows())


# --- Changing the key -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("book_key", sorted(registry.BOOKS))
def test_a_campaign_of_every_book_outlives_its_keys(db: None, settings: Any, book_key: str) -> None:
    """The site's key is changed twice; then it is played on."""
    slug = keys.campaign_of(book_key)
    before, phase = keys.contents(), keys.open_phase(slug)
    lie = [lies for _, _, _, lies in keys.sealed_rows()]
    assert "Wrapped 1 keys of campaigns anew" in rotate(settings, 2, 1)
    assert "Wrapped 1 keys of campaigns anew" in rotate(settings, 3, 2)
    assert [lies for _, _, _, lies in keys.sealed_rows()] == lie, "only keys are wrapped anew"
    assert keys.contents() == before

    keys.afresh()
    moderator = phase.campaign.moderators.get()
    end_phase.force(slug, by=moderator, phase=phase.number, reason="to see that it goes on")
    assert keys.open_phase(slug).number == phase.number + 1
    for past in phase_story.phases(slug, moderator):
        if not past.open:
            assert phase_story.story(slug, past.number, moderator).number == past.number
    for row in Phase.objects.filter(campaign__slug=slug).select_related("campaign"):
        assert states.at_opening(row)
        assert states.now(row)
    data = b"".join(export(slug, moderator))
    assert faults(data) == []
    for seat in phase.campaign.seats.exclude(person=None):
        assert campaign_page.campaign_page(slug, seat.person).mine


@pytest.mark.long
def test_a_campaign_is_finished_under_another_key_and_read_elsewhere(
    found: Found, settings: Any
) -> None:
    """Its dice, its secret events, acts and standing orders open at the end, and verify."""
    with undone():
        table = found()
        a_turn(table)
        table.seal("north", SOME)
        rotate(settings, 2, 1)
        table.seal_all(SOME, but="north")
        assert table.advance() == "resolved"
        table.play()
        assert table.campaign.status == "finished"
        data = file_of(table)
        checks = verify(data)
        assert [fault for check in checks for fault in check.faults] == []
        assert not any(check.left for check in checks if check.name == "replay")
    settings.SEAL_KEYS = key(3)
    slug = import_campaign(data, by=person("keeper"))
    [kept] = CampaignKey.objects.all()
    assert (kept.pk, kept.wrapped_by, kept.given_up) == (slug, name(3), False)
    assert faults(b"".join(export(slug))) == []


def campaigns_of(table: Table, count: int) -> None:
    """So many campaigns more, each with a key under which nothing lies."""
    fields: dict[str, Any] = dict(Campaign.objects.values().get())
    del fields["id"], fields["phase_id"], fields["slug"]
    fields |= {one.attname: Sealed() for one in sealed_fields() if one.model is Campaign}
    for number in range(count):
        row = Campaign.objects.create(**fields, slug=f"c{number}")
        with transaction.atomic():
            campaign_keys.to_seal(row.slug)


@pytest.mark.long
def test_it_is_broken_off_in_the_middle_and_goes_on_the_next_time(
    table: Table, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_turn(table)
    campaigns_of(table, 5)
    before = keys.contents()
    settings.SEAL_KEYS = f"{key(2)},{key(1)}"
    monkeypatch.setattr(seal_keys, "BATCH", 2)

    def stop(done: seal_keys.Done) -> None:
        if done.wrapped >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seal_keys.change(stop)
    assert {(one.name, one.wraps) for one in campaign_keys.needed()} == {(name(1), 4), (name(2), 2)}
    assert keys.contents() == before
    assert f"{name(1)}: it wraps the keys of 4 campaigns" in run("--dry-run")
    # The game goes on meanwhile.
    table.seal("north", SOME)
    assert "Wrapped 4 keys" in run()
    assert "Wrapped 0 keys" in run()
    assert [(one.name, one.wraps) for one in campaign_keys.needed()] == [(name(2), 6)]
    settings.SEAL_KEYS = key(2)
    assert before.items() <= keys.contents().items()


def test_looking_only_changes_nothing(table: Table, settings: Any) -> None:
    before = keys.sealed_rows(), list(CampaignKey.objects.values())
    settings.SEAL_KEYS = f"{key(2)},{key(1)}"
    said = run("--dry-run")
    assert (keys.sealed_rows(), list(CampaignKey.objects.values())) == before
    assert f"{name(2)}: seals from now on; keep it" in said
    assert f"{name(1)}: it wraps the key of 1 campaign" in said


@pytest.mark.long
def test_a_key_that_does_not_open_is_named_and_the_others_are_wrapped(
    table: Table, settings: Any
) -> None:
    campaigns_of(table, 1)
    CampaignKey.objects.filter(pk="c0").update(wrapped=b"something else entirely, and long enough")
    settings.SEAL_KEYS = f"{key(2)},{key(1)}"
    said = run(code=1)
    assert "Wrapped 1 keys" in said
    assert "The wrapped key of campaign c0 was changed or belongs elsewhere" in said
    with pytest.raises(CommandError, match="not lost"):
        run("--give-up", name(1))
    settings.SEAL_KEYS = key(2)
    with pytest.raises(ImproperlyConfigured, match=name(1)):
        require_seal_keys()
    run("--give-up", name(1))
    require_seal_keys()
    assert "Wrapped 0 keys" in run()


# --- The start ----------------------------------------------------------------------------------------


def test_a_start_without_a_needed_key_is_refused_with_names(found: Found, settings: Any) -> None:
    require_seal_keys()  # nothing is there yet
    table = found()
    settings.SEAL_KEYS = key(2)
    with CaptureQueriesContext(connection) as asked, pytest.raises(ImproperlyConfigured) as refusal:
        require_seal_keys()
    assert len(asked) == 2  # of campaigns, and of accounts
    assert asked[0]["sql"].count("campaigns_") == asked[0]["sql"].count("campaigns_campaignkey")
    said = str(refusal.value)
    assert f"- {name(1)}: it wraps the key of 1 campaign ({table.slug})" in said
    assert f"SEAL_KEYS has: {name(2)}" in said
    assert key(1) not in said
    assert key(2) not in said


def test_of_many_campaigns_some_are_named(table: Table, settings: Any) -> None:
    CampaignKey.objects.all().delete()
    campaigns_of(table, 5)
    settings.SEAL_KEYS = key(2)
    with pytest.raises(
        ImproperlyConfigured, match=r"keys of 5 campaigns \(c0, c1, c2 and 2 more\)"
    ):
        require_seal_keys()


def test_a_key_that_is_lost_can_be_given_up_and_found_again(table: Table, settings: Any) -> None:
    before = keys.contents()
    settings.SEAL_KEYS = key(2)
    with pytest.raises(CommandError, match="Nothing needs a key"):
        run("--give-up", name(3))
    assert f"{name(1)} is given up" in run("--give-up", name(1))
    require_seal_keys()
    keys.afresh()
    with pytest.raises(sealing.CannotUnseal, match=f"wrapped by key {name(1)}"):
        states.at_opening(table.phase)
    settings.SEAL_KEYS = f"{key(2)},{key(1)}"
    assert "Wrapped 1 keys" in run()
    settings.SEAL_KEYS = key(2)
    require_seal_keys()
    assert keys.contents() == before


# --- The keys that are kept ----------------------------------------------------------------------------


def about_keys(asked: CaptureQueriesContext) -> list[str]:
    return [one["sql"] for one in asked if "campaignkey" in one["sql"]]


def test_a_submission_asks_for_its_campaigns_key_once(table: Table) -> None:
    table.seal("north", SOME)
    keys.afresh()
    with CaptureQueriesContext(connection) as first:
        table.seal("south", SOME)
    assert len(about_keys(first)) <= 1
    with CaptureQueriesContext(connection) as again:
        table.seal("isle", SOME)
        assert table.advance() == "resolved"
    assert about_keys(again) == []


@pytest.mark.long
def test_taking_in_a_campaign_draws_its_key_once(found: Found) -> None:
    with undone():
        table = found()
        a_turn(table)
        a_turn(table)
        data = file_of(table)
    with CaptureQueriesContext(connection) as asked:
        import_campaign(data, by=person("keeper"))
    assert [sql.split()[0] for sql in about_keys(asked)] == ["SELECT", "INSERT"]


def test_a_key_that_is_rolled_back_is_not_kept(table: Table) -> None:
    CampaignKey.objects.all().delete()
    keys.afresh()
    place = Phase.state.field.place_of(table.phase)
    with undone():
        lost = sealing.seal(b"x", bound_to=place)
        assert sealing.unseal(lost, bound_to=place) == b"x"
    kept = sealing.seal(b"y", bound_to=place)
    assert sealing.unseal(kept, bound_to=place) == b"y"
    assert CampaignKey.objects.count() == 1
    with pytest.raises(sealing.CannotUnseal, match="no key of this campaign"):
        sealing.unseal(lost, bound_to=place)


@pytest.mark.django_db(transaction=True)
def test_a_key_is_kept_from_the_commit_on(table: Table) -> None:
    assert set(campaign_keys._kept) == {table.slug}
    campaign_keys.forget()
    with transaction.atomic():
        states.at_opening(table.phase)
        assert not campaign_keys._kept
    assert set(campaign_keys._kept) == {table.slug}


def test_a_campaign_that_took_the_slug_of_another_has_its_own_key(table: Table) -> None:
    place = Phase.state.field.place_of(table.phase)
    [old] = CampaignKey.objects.all()
    first = campaign_keys.to_seal(table.slug)
    keys.afresh()
    campaign_keys._kept[table.slug] = first
    wrapped, by, drawn = campaign_keys.drawn(table.slug)
    CampaignKey.objects.update(wrapped=wrapped, wrapped_by=by)
    iv = bytes(12)
    other = (
        b"\x01" + drawn.name + iv + drawn.cipher.encrypt(iv, sealing._packed(b"z"), place.encode())
    )
    assert sealing.unseal(other, bound_to=place) == b"z"
    assert campaign_keys.to_seal(table.slug).name == drawn.name
    assert bytes(old.wrapped) != wrapped


def test_what_is_kept_has_a_bound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_keys, "MOST_KEPT", 2)
    some = campaign_keys.to_seal(table.slug)
    for number in range(5):
        campaign_keys._Committed(f"c{number}", some)()
        assert 1 <= len(campaign_keys._kept) <= 2


def test_a_forked_process_opens_with_the_keys_it_was_born_with(table: Table) -> None:
    place = Phase.state.field.place_of(table.phase)
    sealed = sealing.seal(b"x", bound_to=place)
    campaign_keys._kept[table.slug] = campaign_keys.to_seal(table.slug)
    child = os.fork()
    if not child:
        code = 1
        try:
            code = 0 if sealing.unseal(sealed, bound_to=place) == b"x" else 2
            sealing.unseal(sealing.seal(b"y", bound_to=place), bound_to=place)
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_wrapped_key_serves_no_other_campaign(table: Table) -> None:
    [row] = CampaignKey.objects.all()
    with pytest.raises(sealing.CannotUnseal, match="changed or belongs elsewhere"):
        campaign_keys.rewrapped("other", row.wrapped, row.wrapped_by)
    assert bytes(row.wrapped) != campaign_keys.rewrapped(row.pk, row.wrapped, row.wrapped_by)[0]


@pytest.mark.long
def test_secret_acts_and_events_are_under_the_key_too(table: Table) -> None:
    a_turn(table)
    assert Act.objects.exists()
    secret = EventRow.objects.filter(public=False)
    assert secret.exists()
    assert all(body[:1] == sealing.FORM for body in secret.values_list("body", flat=True))
    assert all(row.body[:1] == b"{" for row in EventRow.objects.filter(public=True))
