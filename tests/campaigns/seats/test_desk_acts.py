"""What the desk shows of what was done at it, and how each act is taken back; what is missing and what follows."""

from datetime import timedelta

import pytest

from campaigns.models import Campaign, Invitation, Phase
from campaigns.selectors.moderator.desk_acts import SHOWN, DeskAct
from campaigns.selectors.moderator.moderator_page import ModeratorPage, moderator_page
from campaigns.services.advance import end_phase
from campaigns.services.deadlines import moderation, power_extension
from campaigns.services.lifecycle import spectator_delay
from campaigns.services.seats import invitations, moderators
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Found, Table, a_campaign
from tests.support.pages.reader import PageReader
from tests.support.repair import all_agree, back, override


def desk(table: Table) -> ModeratorPage:
    return moderator_page(table.slug, table.moderator)


def newest(table: Table) -> DeskAct:
    return desk(table).acts[0]


def taken_back(table: Table, act: DeskAct) -> None:
    """Send the form that stands beside an act."""
    fields = {**dict(act.undo.sends), "reason": "A slip."}
    client = signed_in(table.moderator)
    page = client.get(f"/c/{table.slug}/desk/").text
    assert f'action="/c/{table.slug}/desk/{act.undo.verb}/"' in page
    answer = client.post(f"/c/{table.slug}/desk/{act.undo.verb}/", fields, follow=True)
    assert answer.status_code == 200


def test_the_latest_acts_stand_in_the_words_of_the_log_newest_first(table: Table) -> None:
    for hours in range(1, SHOWN + 2):
        moderation.extend(table.slug, by=table.moderator, hours=hours, reason=f"Day {hours}.")
    acts = desk(table).acts
    assert len(acts) == SHOWN
    assert [act.line.rest for act in acts[:2]] == [f"Day {SHOWN + 1}.", f"Day {SHOWN}."]
    assert all(act.undo is None for act in acts), "time that was given stays given"
    page = signed_in(table.moderator).get(f"/c/{table.slug}/desk/").text
    assert f'href="/c/{table.slug}/log/?kind=moderator"' in page
    assert f'href="/c/{table.slug}/log/{acts[0].seq}/"' in page


def test_a_pause_is_taken_back_once_and_only_while_it_holds(table: Table) -> None:
    moderation.pause(table.slug, by=table.moderator, reason="A holiday.")
    taken_back(table, newest(table))
    assert table.campaign.status == "running"
    assert [act.undo for act in desk(table).acts[:2]] == [None, None]


def test_an_invitation_is_taken_back_while_its_link_works(found: Found) -> None:
    table = found(bots=("isle",))
    invitations.invite(table.slug, by=table.moderator, power="isle", days=7, uses=1, reason="One.")
    taken_back(table, newest(table))
    assert Invitation.objects.get(campaign=table.campaign, power="isle").closed_at
    assert not any(act.undo for act in desk(table).acts)


def test_a_delay_goes_back_to_what_it_was(table: Table) -> None:
    spectator_delay.set_delay(table.slug, by=table.moderator, turns=2, reason="Spies.")
    act = newest(table)
    assert (act.undo.verb, act.undo.sends) == ("delay", (("turns", "0"),))


def test_a_successor_is_named_no_more(table: Table) -> None:
    person("heir")
    moderators.name_successor(table.slug, by=table.moderator, username="heir", reason="In case.")
    taken_back(table, newest(table))
    assert Campaign.objects.get(slug=table.slug).successor_id is None


def test_an_override_is_taken_back_by_its_number(db: None) -> None:
    table = a_campaign()
    override(table, "north")
    taken_back(table, newest(table))
    first, second = desk(table).acts[:2]
    assert "undoes override 1" in first.line.head
    assert (first.undo is not None, second.undo) == (True, None)


def test_a_phase_that_was_resolved_early_leads_to_going_back_to_it(table: Table) -> None:
    end_phase.force(table.slug, by=table.moderator, phase=1, reason="All agree.", silent="hold")
    undo = newest(table).undo
    assert undo.back_to == 1
    page = signed_in(table.moderator).get(f"/c/{table.slug}/desk/").text
    assert f'href="/c/{table.slug}/undo/?to=1"' in page


def test_what_the_players_agreed_to_stands_among_the_acts_and_what_it_undid_is_marked(
    table: Table,
) -> None:
    for number in (1, 2):
        given = {"phase": number, "reason": "All agree.", "silent": "hold"}
        end_phase.force(table.slug, by=table.moderator, **given)
    back(table, 2)
    asked = PageReader(table.moderator).open(f"/c/{table.slug}/desk/")
    assert "Withdraw the question" in asked.says("#questions")
    assert asked.page.select_one("#seats[open]") is None, "what is asked stands above the table"
    all_agree(table)
    first = newest(table)
    assert "by agreement of the players" in first.line.head
    undone = {act.phase.number: act.phase.undone_at for act in desk(table).acts if act.phase}
    assert undone.keys() == {1, 2}
    assert undone[1] is None
    assert undone[2] is not None
    reader = PageReader(table.moderator).open(f"/c/{table.slug}/desk/")
    assert reader.says("#acts").count("(undone)") == 1
    assert reader.page.select_one("#questions") is None


def said(table: Table) -> str:
    """What stands beside the countdown."""
    page = signed_in(table.moderator).get(f"/c/{table.slug}/desk/").text
    return " ".join(page.split('id="desk-now"')[1].split('class="desk-acts"')[0].split())


@pytest.mark.parametrize(
    ("missed", "then"),
    [
        ("autopilot", "At the deadline the autopilot plays for those who have not sealed."),
        ("hold", "At the deadline those who have not sealed do nothing, as the rules say."),
        ("wait", "At the deadline the campaign waits for you."),
    ],
)
def test_it_names_who_is_missing_and_what_the_deadline_brings(
    found: Found, missed: str, then: str
) -> None:
    table = found(missed=missed)
    table.seal("north", PLACE)
    words = said(table)
    assert "<b>Southland and the Isle are missing.</b>" in words
    assert then in words
    assert "east" not in words.casefold().replace("at least", "")


def test_with_grace_it_says_until_when_and_what_its_end_brings(found: Found) -> None:
    table = found(grace_hours=24)
    assert "After the deadline there is grace of 24 hours, until" in said(table)
    assert "Then the autopilot plays for those who have not sealed." in said(table)
    Phase.objects.filter(pk=table.phase.pk).update(
        grace_until=table.phase.due_at + timedelta(hours=24)
    )
    words = said(table)
    assert "Grace ends" in words
    assert "After the deadline" not in words
    assert " was due " in words


def test_who_has_more_time_alone_is_named_with_it(table: Table) -> None:
    power_extension.extend_one(
        table.slug, by=table.moderator, power="isle", hours=5, reason="A train."
    )
    assert "The Isle alone has until" in said(table)


def test_in_a_pause_nothing_is_said_to_follow(table: Table) -> None:
    moderation.pause(table.slug, by=table.moderator, reason="A holiday.")
    words = said(table)
    assert "<b>Paused.</b> A holiday." in words
    assert "are missing" in words
    assert "autopilot plays" not in words


def test_autopilots_count_among_those_who_sealed_and_their_seats_want_a_player(
    found: Found,
) -> None:
    table = found(bots=("isle",))
    table.seal("north", PLACE)
    seen = desk(table)
    assert (len(seen.sealed), len(seen.unsealed), seen.by_autopilot) == (2, 1, 1)
    client = signed_in(table.moderator)
    page = client.get(f"/c/{table.slug}/desk/").text
    assert "2 sealed (1 by autopilot) · 1 missing" in " ".join(page.split())
    link = f"/c/{table.slug}/desk/?seat=isle"
    assert f'href="{link}#invite"' in page
    folded, opened = page, client.get(link).text
    assert 'id="invite" open' not in " ".join(folded.split())
    assert 'id="invite" open' in " ".join(opened.split())
    assert 'value="isle" selected' in " ".join(opened.split())
