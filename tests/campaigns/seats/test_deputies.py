"""Deputies: asked by a player, holding once accepted, bearing their own name, gone with their end."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, Deputy, LogEntry, Plan, Seat, Sheet, StandingOrders
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.log import read_marks
from campaigns.selectors.notifications import inbox
from campaigns.selectors.press.threads import press_page as letters
from campaigns.selectors.reader import acquaintances
from campaigns.selectors.seats import absences_page
from campaigns.selectors.seats.missed_deadlines import missed_deadlines
from campaigns.services.advance import sweep
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders, plans, standing_orders, what_ifs
from campaigns.services.press import press_messages
from campaigns.services.seats import deputies, invitations, moderators, seats
from campaigns.services.votes import vote_record
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import NAME, PLACE
from tests.support.campaigns import Table, a_campaign
from tests.support.clock import follows
from tests.support.exports.files import faults, file_of
from tests.support.exports.tampering import body_with, must_be_named
from tests.support.pages.reader import PageReader
from tests.support.seats import deputize, give

ANSWER = {"kind": "answer", "valley": "west"}


def write(table: Table, who: Any, order: Any = PLACE) -> None:
    number = table.phase.number
    orders.save_draft(table.slug, by=who, power="north", order=order, phase=number)


def seal(table: Table, who: Any, order: Any = PLACE, **more: Any) -> Any:
    number = table.phase.number
    return orders.seal_orders(table.slug, by=who, power="north", order=order, phase=number, **more)


def test_who_is_only_asked_sees_nothing_and_nobody_else_hears_of_it(table: Table) -> None:
    helper = person("helper")
    before = LogEntry.objects.count()
    key = deputies.name(
        table.slug, by=table.players["north"], power="north", username="helper", level="seal"
    )
    assert campaign_page.campaign_page(table.slug, helper).mine == ()
    with pytest.raises(NotYours):
        seal(table, helper)
    norths, souths = (
        absences_page.away(table.slug, table.players[power]).deputies
        for power in ("north", "south")
    )
    assert ([line.asked for line in norths], souths) == ([True], ())
    assert [each.line.asked for each in absences_page.requests(helper)] == [True]
    # Their own lobby and their news ask them to answer.
    shown = lobby_page.lobby(helper)
    assert (shown.stand_ins, [one.what for one in shown.asks]) == (0, ["deputy"])
    assert inbox.count(helper) == 1
    text = " ".join(signed_in(helper).get("/").text.split())
    assert "Answer whether you stand in for Northland" in text
    assert "You hold no seat yet" not in text
    deputies.end(table.slug, by=helper, key=key)
    assert not Deputy.objects.exists()
    assert LogEntry.objects.count() == before


@pytest.mark.long
def test_each_level_comes_with_those_before_it(table: Table) -> None:
    write(table, table.players["north"])
    sees, key = deputize(table, "see")
    mine = campaign_page.campaign_page(table.slug, sees).mine[0]
    assert mine.draft == PLACE
    assert "not change" in mine.locked
    for forbidden in (write, seal):
        with pytest.raises(NotYours, match="You stand in here to see, not to"):
            forbidden(table, sees)
    deputies.end(table.slug, by=sees, key=key)
    drafts, key = deputize(table, "draft")
    write(table, drafts, {"kind": "place", "points": {"west": 1}})
    own = campaign_page.campaign_page(table.slug, table.players["north"]).mine[0]
    assert (own.draft["points"], own.drafted_by) == ({"west": 1}, drafts.name)
    assert not campaign_page.campaign_page(table.slug, drafts).mine[0].may_seal
    with pytest.raises(NotYours, match="see and draft, not to seal"):
        seal(table, drafts)
    with pytest.raises(NotYours):
        perform_act.perform_act(table.slug, by=drafts, power="north", act={"kind": "spy"})
    with pytest.raises(NotYours):
        standing_orders.set_standing(table.slug, by=drafts, power="north", order=ANSWER)
    deputies.end(table.slug, by=table.players["north"], key=key)
    seals, _ = deputize(table, "seal")
    seal(table, seals)
    standing_orders.set_standing(table.slug, by=seals, power="north", order=ANSWER)
    assert StandingOrders.objects.get().via == seals
    own = campaign_page.campaign_page(table.slug, table.players["north"]).mine[0]
    assert (own.sealed, own.sealed_by, own.standing) == (PLACE, seals.name, ANSWER)
    assert Sheet.objects.get(state="sealed").by == table.players["north"]


def test_everything_a_deputy_does_bears_their_name(table: Table) -> None:
    helper, _ = deputize(table, "seal")
    seal(table, helper)
    facts = {"kind": "declare", "facts": {"boats": 3}}
    perform_act.perform_act(table.slug, by=helper, power="north", act=facts)
    orders.unseal(table.slug, by=helper, power="north", phase=1)
    entries = LogEntry.objects.filter(person=helper, power="north").order_by("seq")
    told = [(one.kind, json.loads(one.body).get("deputy")) for one in entries]
    assert told == [
        ("deputy.accepted", None), ("order.sealed", 1), ("act", 1), ("order.withdrawn", 1),
    ]  # fmt: skip
    lines = [one.line for one in campaign_page.log(table.slug)]
    seal_line = next(line for line in lines if line.head.endswith("sealed"))
    assert f"By {helper.name}, who stands in for Northland's player." in seal_line.rest
    table.seal("south", PLACE)
    last = LogEntry.objects.filter(kind="order.sealed").latest("seq")
    assert "deputy" not in json.loads(last.body)


def test_plans_thoughts_votes_and_letters_stay_the_players_own(table: Table) -> None:
    helper, _ = deputize(table, "seal")
    north = table.players["north"]
    press_messages.begin(table.slug, by=north, power="north", to=["south"], text="Between us")
    plans.keep(table.slug, by=north, power="north", phase=1, order=PLACE)
    assert campaign_page.campaign_page(table.slug, helper).mine[0].plans == ()
    for forbidden in (
        lambda: plans.keep(table.slug, by=helper, power="north", phase=1, order=PLACE),
        lambda: what_ifs.ask(table.slug, by=helper, power="north", phases=1),
        lambda: seats.leave(table.slug, by=helper, power="north"),
        lambda: deputies.name(table.slug, by=helper, power="north", username="south", level="see"),
    ):
        with pytest.raises(NotYours):
            forbidden()
    assert helper.pk not in vote_record.seated(table.campaign)
    assert letters(table.slug, helper).private == ()
    with pytest.raises(NotYours):
        press_messages.begin(table.slug, by=helper, power="north", to=["south"], text="From me")
    Deputy.objects.update(press=True)
    assert [line.last.text for line in letters(table.slug, helper).private] == ["Between us"]
    with pytest.raises(NotYours):
        press_messages.begin(table.slug, by=helper, power="north", to=["south"], text="From me")
    Deputy.objects.update(ended_at=timezone.now())
    assert letters(table.slug, helper).private == ()
    Deputy.objects.update(ended_at=None)
    assert Plan.objects.count() == 1


@pytest.mark.parametrize("who", ["player", "past player", "moderator", "past moderator", "deputy"])
def test_nobody_with_a_part_here_stands_in(table: Table, who: str) -> None:
    chosen = {"player": table.players["south"], "moderator": table.moderator}.get(who)
    if who == "past player":
        chosen = table.players["isle"]
        seats.leave(table.slug, by=chosen, power="isle")
    elif who == "past moderator":
        chosen = person("past")
        moderators.add_moderator(table.slug, by=table.moderator, username="past")
        moderators.leave_desk(table.slug, by=chosen)
    elif who == "deputy":
        chosen, _ = deputize(table, "see", "south")
    with pytest.raises(NotOnTheMenu, match="plays, has played or moderates"):
        deputies.name(
            table.slug,
            by=table.players["north"],
            power="north",
            username=chosen.username,
            level="see",
        )


def test_whoever_got_a_part_meanwhile_cannot_accept(table: Table) -> None:
    helper = person("helper")
    north = table.players["north"]
    key = deputies.name(table.slug, by=north, power="north", username="helper", level="see")
    moderators.add_moderator(table.slug, by=table.moderator, username="helper")
    with pytest.raises(NotYours):
        deputies.accept(table.slug, by=helper, key=key)


ENDINGS: dict[str, Callable[[Table, Any, int], object]] = {
    "taken back": lambda t, who, key: deputies.end(t.slug, by=t.players["north"], key=key),
    "laid down": lambda t, who, key: deputies.end(t.slug, by=who, key=key),
    "the seat changed hands": lambda t, who, key: seats.leave(
        t.slug, by=t.players["north"], power="north"
    ),
    "they have another part here": lambda t, who, key: moderators.add_moderator(
        t.slug, by=t.moderator, username=who.username
    ),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_with_its_end_everything_ends(table: Table, how: str) -> None:
    helper, key = deputize(table, "seal")
    write(table, helper)
    ENDINGS[how](table, helper, key)
    ENDINGS[how](table, helper, key) if how in ("taken back", "laid down") else None
    assert campaign_page.campaign_page(table.slug, helper).mine == ()
    assert read_marks.listener(table.slug).powers_of(helper.pk) == ()
    with pytest.raises(NotYours):
        seal(table, helper)
    entry = LogEntry.objects.get(kind="deputy.ended")
    assert json.loads(entry.body) == {"number": 1, "how": how}


def test_its_end_comes_by_itself_and_is_written_down(table: Table) -> None:
    until = timezone.now() + timedelta(days=2)
    helper, _ = deputize(table, "seal", until=until)
    Campaign.objects.update(private=True)
    assert read_marks.listener(table.slug).powers_of(helper.pk) == ("north",)
    with time_machine.travel(until, tick=False):
        with pytest.raises(NoSuchCampaign):
            campaign_page.campaign_page(table.slug, helper)
        with pytest.raises(NoSuchCampaign):
            seal(table, helper)
        assert read_marks.listener(table.slug).powers_of(helper.pk) is None
        assert list(deputies.due(until).values()) == [table.slug]
        assert deputies.end_due(table.slug, until) == 1
        assert deputies.end_due(table.slug, until) == 0
        assert not deputies.due(until)
    assert json.loads(LogEntry.objects.get(kind="deputy.ended").body)["how"] == "its end came"


def test_the_sweep_ends_what_is_over(table: Table) -> None:
    until = timezone.now() + timedelta(days=2)
    deputize(table, "see", until=until)
    with time_machine.travel(until + timedelta(seconds=1), tick=False):
        sweep.sweep()
    assert Deputy.objects.get().ended_at is not None


@pytest.mark.long
def test_afterwards_they_count_as_having_had_the_seat(table: Table) -> None:
    helper, key = deputize(table, "see")
    deputies.end(table.slug, by=helper, key=key)
    seats.leave(table.slug, by=table.players["isle"], power="isle")
    token = invitations.invite(table.slug, by=table.moderator, power="isle", days=7, uses=1)
    with pytest.raises(NotYours, match="already held a seat"):
        seats.join(table.slug, by=helper, powers=["isle"], token=token)
    assert give(table, "isle", helper.username) is not None


def test_a_deputys_order_is_no_missed_one(table: Table) -> None:
    helper, _ = deputize(table, "seal")
    with time_machine.travel(timezone.now() + timedelta(days=3, hours=1), tick=False):
        table.advance()
        assert missed_deadlines(table.campaign, Seat.objects.get(power="north")) == 1
        seal(table, helper, NAME)
    assert missed_deadlines(table.campaign, Seat.objects.get(power="north")) == 0


def test_a_successor_gets_no_draft_of_a_former_deputy(table: Table) -> None:
    helper, _ = deputize(table, "seal")
    seal(table, helper, ready=False)
    heir = follows(table)
    mine = campaign_page.campaign_page(table.slug, heir).mine[0]
    assert (mine.sealed, mine.draft, mine.sealed_by) == (None, None, "")
    assert mine.unread_seal


def test_named_twice_in_the_same_words_is_named_once_and_other_terms_need_a_new_yes(
    table: Table,
) -> None:
    helper, key = deputize(table, "see")
    ask = {"by": table.players["north"], "power": "north", "username": helper.username}
    assert deputies.name(table.slug, **ask, level="see") == key
    with pytest.raises(NotNow, match="on other terms"):
        deputies.name(table.slug, **ask, level="seal")
    with pytest.raises(NotOnTheMenu, match="lies in the past"):
        deputies.name(table.slug, **ask, level="seal", until=timezone.now() - timedelta(hours=1))
    for number in range(deputies.MOST - 1):
        person(f"more-{number}")
        deputies.name(table.slug, **{**ask, "username": f"more-{number}"}, level="see")
    person("one-too-many")
    with pytest.raises(NotNow, match="At most"):
        deputies.name(table.slug, **{**ask, "username": "one-too-many"}, level="see")


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a deputy who was none": (body_with("order.sealed", "deputy", 2), "deputy 2 did not stand in"),
    "one who could not seal": (body_with("deputy.accepted", "level", "draft"), "could not do this"),
    "an end that was earlier": (
        body_with("deputy.accepted", "until", "2020-01-01T00:00:00.000000+00:00"),
        "did not stand in then",
    ),
    "a level that there is not": (
        body_with("deputy.accepted", "level", "all"),
        "no right of a deputy",
    ),
    "another number": (body_with("deputy.accepted", "number", 5), "its number"),
    "an end of another": (body_with("deputy.ended", "number", 3), "stands in for nobody"),
}


def test_a_file_with_a_deputy_is_in_order_and_what_is_changed_of_it_is_named(table: Table) -> None:
    helper, key = deputize(table, "seal", until=timezone.now() + timedelta(days=5))
    seal(table, helper)
    deputies.end(table.slug, by=helper, key=key)
    file = file_of(table)
    assert faults(file) == []
    for change, said in FORGERIES.values():
        must_be_named(file, change, "deputies: ", said)


@pytest.mark.long
def test_somebody_one_has_played_with_is_found_by_the_name_that_they_show(
    table: Table, client: Any
) -> None:
    """Who plays in a campaign whose players are hidden is on no list on account of it."""
    friend = person("friend")
    friend.display_name = "Old Friend"
    friend.save()
    north = {"north": table.players["north"]}
    then = a_campaign(by=friend, seats=north, bots=(), at_phase=0).campaign
    before, token = then.slug, then.invite_token
    client.force_login(table.players["north"])
    address = f"/c/{table.slug}/seats/deputies/"
    assert '<option value="Old Friend">' in client.get(address).text
    assert "friend" not in acquaintances.names_known(table.players["north"])
    named = {"by": table.players["north"], "power": "north", "level": "see"}
    deputies.name(table.slug, username="old friend", **named)
    assert Deputy.objects.get().person == friend
    assert acquaintances.names_known(table.players["south"]) == ("isle", "moderator", "north")
    with pytest.raises(NotOnTheMenu, match="no account named 'Old Friend'"):
        deputies.name(
            table.slug, by=table.players["south"], power="south", username="Old Friend", level="see"
        )
    twin = person("twin")
    twin.display_name = "Old Friend"
    twin.save()
    seats.join(before, by=twin, powers=["south"], token=token)
    with pytest.raises(NotOnTheMenu, match="2 people whom you know are called Old Friend"):
        deputies.name(table.slug, username="Old Friend", **named)
    Campaign.objects.filter(slug=before).update(anonymous=True)
    assert "Old Friend" not in acquaintances.names_known(table.players["north"])


@pytest.mark.long
def test_who_sat_down_after_somebody_had_left_is_a_stranger_to_them(table: Table) -> None:
    north = table.players["north"]
    follows(table)
    assert acquaintances.names_known(north) == ("isle", "south")
    assert "heir-north" in acquaintances.names_known(table.players["south"])


def test_a_deputy_is_asked_and_plays_by_the_forms_of_the_pages(table: Table) -> None:
    north, deputy = (
        PageReader(table.players["north"], table.slug),
        PageReader(person("helper"), table.slug),
    )
    until = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    north.open("seats/deputies/").press("Ask them", username="helper", level="seal", until=until)
    assert "helper is asked to" in north.says("#deputies")
    deputy.open("/standing-in/")
    assert "you would be able to see, draft and seal" in deputy.says("main")
    deputy.press("Accept")
    assert "you may see, draft and seal" in deputy.says("main")
    placed = {"points.east": "1"}
    assert "You look after this seat for north" in deputy.open().says("#orders")
    deputy.press("Save draft", "#orders", **placed)
    assert "The draft is by helper, a deputy." in north.open().says("#orders")
    deputy.open().press("Seal", "#orders", ready=None, **{"points.east": "2"})
    assert "Sealed by helper, a deputy." in north.open().says("#orders")
    assert "helper" in PageReader(campaign=table.slug).open("log/").says("main")
    north.open("seats/deputies/").press("End it", "#deputies")
    assert "Nobody stands in for anybody." in north.says("#deputies")
    assert "to you as to everybody" in deputy.open().says("#watched")
