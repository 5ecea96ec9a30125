"""The lobby: what is asked of me, a row for each of my tables."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Phase, Sheet
from campaigns.selectors.lobby.lobby_page import lobby
from campaigns.services.orders import orders
from campaigns.services.seats import deputies
from campaigns.services.voting import agree
from tests.campaigns.lobby.front_page import lobby_of
from tests.support.accounts import person
from tests.support.campaigns import Table, a_campaign
from tests.support.seats import deputize

pytestmark = pytest.mark.django_db


def test_each_of_my_tables_has_a_row_and_says_who_has_sealed(told: Campaign, lena: Any) -> None:
    (card,) = lobby(lena).at_play
    asked = told.phase.asked
    assert (card.asked_of_me, card.awaited) == ("germany" in asked, len(asked))
    text = lobby_of(lena)
    assert f"{card.sealed} of {card.awaited} ha" in text
    assert "Nine Letters" in text


@pytest.fixture
def asked(lena: Any) -> Campaign:
    """A campaign that asks Lena to place Germany's points; she is alone."""
    return a_campaign(
        book="world_at_war", by=lena, seats={"germany": lena}, title="Nine Letters"
    ).campaign


def test_a_row_says_what_to_do_what_silence_does_and_what_is_due_until_it_is_sealed(
    asked: Campaign, lena: Any
) -> None:
    (asks,) = lobby(lena).asks
    assert asks.verb.startswith("Place ")
    assert asks.silence == "If you send nothing, the autopilot plays for Germany."
    assert (asks.what, asks.mine, asks.sealed) == ("orders", "waiting", 5)
    text = lobby_of(lena)
    assert asks.verb in text
    assert asks.silence in text
    assert "due today" not in text
    assert lobby().asks == ()
    asked.phase.due_at = timezone.now()
    asked.phase.save(update_fields=["due_at"])
    assert "due today" in lobby_of(lena)
    Sheet.objects.create(phase=asked.phase, power="germany", state="sealed", at=timezone.now())
    assert lobby(lena).asks == ()
    assert "not your move" in lobby_of(lena)


def test_the_button_of_a_row_is_its_verb(asked: Campaign, lena: Any) -> None:
    row = re.compile(r'<li class="asked-row.*?</li>', re.DOTALL)
    (shown,) = row.findall(lobby_of(lena))
    assert re.search(r'<a class="button primary"[^>]*> Place </a>', shown)
    sheet = {"power": "germany", "state": "draft", "at": timezone.now()}
    draft = Sheet.objects.create(phase=asked.phase, **sheet)
    (shown,) = row.findall(lobby_of(lena))
    # Whoever wrote it, it was another: a player before, or a deputy.
    assert re.search(r'<a class="button primary"[^>]*> Place </a>', shown)
    Sheet.objects.filter(pk=draft.pk).update(by=lena)
    (shown,) = row.findall(lobby_of(lena))
    assert re.search(r'<a class="button primary"[^>]*> Go on </a>', shown)


@pytest.mark.parametrize(
    ("book", "power", "drafts"),
    [
        (
            "world_at_war",
            "germany",
            {
                r"3 of \d placed": {"kind": "place", "points": {"belux": 2, "greece": 1}},
                r"1 of \d placed": {"kind": "place", "points": {"greece": 1}},
            },
        ),
        (
            "days_of_decision",
            "france",
            {
                r"1 of \d chosen": {
                    "kind": "plays",
                    "plays": [{"option": "ipo-18", "details": {}}],
                },
                r"0 of \d chosen": {"kind": "plays", "plays": []},
            },
        ),
    ],
    ids=["points", "cards"],
)
def test_a_row_says_what_its_own_readers_draft_has_of_what_there_is(
    lena: Any, book: str, power: str, drafts: dict[str, Any]
) -> None:
    ben = person("ben")
    table = a_campaign(book=book, by=lena, seats={power: lena})
    assert [one.placed for one in lobby(lena).asks] == [""]
    for said, order in drafts.items():
        table.save_draft(power, order)
        (row,) = lobby(lena).asks
        assert re.fullmatch(said, row.placed)
        assert f"your draft: {row.placed}" in lobby_of(lena)
    # Whoever has the seat now learns nothing of what another wrote there.
    table.campaign.seats.filter(power=power).update(person=ben)
    (row,) = lobby(ben).asks
    assert (row.mine, row.placed) == ("waiting", "")
    assert "your draft" not in lobby_of(ben)


def test_a_deputys_draft_is_theirs_in_their_lobby_and_their_rows_stand_by_deadline(
    table: Table,
) -> None:
    helper, _key = deputize(table, "seal")
    place, player = {"kind": "place", "points": {"east": 1}}, table.players["north"]
    table.save_draft("north", place)
    (row,) = lobby(helper).asks
    assert (row.what, row.mine, row.placed) == ("orders", "waiting", "")
    orders.save_draft(table.slug, by=helper, power="north", order=place, phase=1)
    (row,) = lobby(helper).asks
    assert row.mine == "draft"
    assert re.fullmatch(r"1 of \d placed", row.placed)
    own = next(one for one in lobby(player).asks if one.what == "orders")
    assert (row.deputy, own.deputy) == (True, False)
    assert "as a deputy ·" in lobby_of(helper)
    assert "as a deputy ·" not in lobby_of(player)
    assert (own.mine, own.placed) == ("draft", row.placed), "it lies under the player's name"
    # Asked for a seat from tomorrow on, they answer before what is due later, and after what is due today.
    other = a_campaign(book="world_at_war", by=player, seats={"germany": player}).campaign
    tomorrow = timezone.now() + timedelta(days=1)
    named = {"power": "germany", "username": helper.username, "level": "see"}
    deputies.name(other.slug, by=player, begins=tomorrow, **named)
    for due, stand in (
        (timedelta(hours=1), ["orders", "deputy"]),
        (timedelta(days=3), ["deputy", "orders"]),
    ):
        Phase.objects.filter(pk=table.phase.pk).update(due_at=timezone.now() + due)
        rows = lobby(helper).asks
        assert [one.what for one in rows] == stand
        assert tomorrow in [one.due_at for one in rows]
    assert f"{player.name} asks you to see." in lobby_of(helper)


def test_where_it_is_not_your_move_the_row_says_whose_it_is_and_what_comes(
    asked: Campaign, lena: Any
) -> None:
    phase = asked.phase
    assert phase
    Sheet.objects.filter(phase=phase, power__in=("italy", "france")).delete()
    Sheet.objects.create(phase=phase, power="germany", state="sealed", at=timezone.now())
    text = lobby_of(lena)
    assert "Waiting for Italy and France" in text
    assert f"Then: {phase.about['then'][:20]}" in text
    Sheet.objects.filter(phase=phase, power="britain").delete()
    Sheet.objects.filter(phase=phase, power="russia").delete()
    assert "Waiting for 4 powers" in lobby_of(lena)
    phase.asked = [power for power in phase.asked if power != "germany"]
    phase.save(update_fields=["asked"])
    assert "Nothing is asked of Germany now." in lobby_of(lena)


def test_who_only_moderates_reads_whom_the_table_waits_for(lena: Any) -> None:
    mara = person("mara")
    a_campaign(book="world_at_war", by=mara, seats={"germany": lena}, title="Nine Letters")
    text = lobby_of(mara)
    assert "Waiting for Germany" in text
    assert "5 of 6 have sealed." in text
    assert "Waiting for" not in lobby_of(person("stranger"))


def test_questions_and_facts_that_wait_have_rows_of_their_own(asked: Campaign, lena: Any) -> None:
    Campaign.objects.filter(pk=asked.pk).update(unattended=True)
    asked.moderators.clear()
    ben = person("ben")
    asked.seats.filter(power="britain").update(person=ben, bot=False)
    assert asked.phase
    agree.propose(asked.slug, by=ben, kind="extend", hours=24, reason="Away", phase=1)
    rows = {asks.what: asks for asks in lobby(lena).asks}
    assert set(rows) == {"orders", "question"}
    assert rows["question"].verb == "Answer a question to the players"
    assert rows["question"].about
    assert f'href="/c/{asked.slug}/seats/"' in lobby_of(lena)
    assert "question" not in {asks.what for asks in lobby(ben).asks}  # his yes went with it


def test_a_proposal_that_waits_names_who_made_it(lena: Any) -> None:
    ben = person("ben")
    table = a_campaign(book="days_of_decision", by=ben, seats={"germany": ben})
    table.campaign.seats.filter(power="ussr").update(person=lena, bot=False)
    assert "proposal" not in {asks.what for asks in lobby(lena).asks}
    text = {"option": "ussr:raise", "details": {"give_works": {"bp": 1}}}
    table.act("germany", {"kind": "offer", "texts": [text]})
    (row,) = (asks for asks in lobby(lena).asks if asks.what == "proposal")
    assert row.verb == "Answer a proposal of Germany"
    assert row.due_at is None
    assert [badge.key for badge in row.powers] == ["ussr"]
    assert "when you like" in lobby_of(lena)
    assert "proposal" not in {asks.what for asks in lobby(ben).asks}
