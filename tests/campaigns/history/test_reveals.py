"""The reveal that an open page is sent, and the page of one: the weightiest phase of the newest turn, once, and only
where there is anything to watch.
"""

import pytest
from django.test import Client

from campaigns.models import Phase
from campaigns.selectors.history.event_kinds import newest_reveals
from campaigns.selectors.history.phase_story import past_page
from frontend import phase_pages
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table, a_campaign

pytestmark = pytest.mark.django_db


def resolved(table: Table, weight: int) -> int:
    """A phase that is over, so weighty; its number."""
    phase = table.phase
    table.pass_deadline()
    Phase.objects.filter(pk=phase.pk).update(weight=weight, headline="Something", turn=1)
    return phase.number


def test_the_weightiest_of_the_newest_is_watched(table: Table) -> None:
    before = table.campaign.log_seq
    assert newest_reveals(table.slug, since=before) == ()
    great, small = resolved(table, 60), resolved(table, 5)
    assert newest_reveals(table.slug, since=before) == (great, small)
    assert newest_reveals(table.slug, since=before, had=great) == (small,)
    assert newest_reveals(table.slug, since=table.campaign.log_seq) == ()


def test_a_phase_of_an_earlier_turn_is_not(table: Table) -> None:
    great, small = resolved(table, 60), resolved(table, 5)
    Phase.objects.filter(number=small).update(turn=2)
    assert newest_reveals(table.slug) == (small,)
    Phase.objects.filter(number=small).update(headline="")
    assert newest_reveals(table.slug) == (great,)


def test_nonsense_is_answered(table: Table) -> None:
    resolved(table, 60)
    for nonsense in ("", "x", "-1", "9" * 40):
        answer = Client().get(f"/c/{table.slug}/history/?turned={nonsense}&had={nonsense}")
        assert answer.status_code in (204, 302)


def test_each_player_is_told_of_their_own_seal_alone(table: Table) -> None:
    table.play(2)
    for power, player in table.players.items():
        own = past_page(table.slug, 2, player).story().own
        assert [seal.badge.key for seal in own] == [power]
        assert all(seal.at is not None for seal in own)
    for nobody in (None, table.moderator):
        assert past_page(table.slug, 2, nobody).story().own == ()
    assert past_page(table.slug, 1, table.players["south"]).story().own != ()


def test_no_seal_is_told_of_before_it_is_public(table: Table) -> None:
    table.play()
    assert past_page(table.slug, 1, table.players["south"]).story().own == ()


@pytest.mark.long
def test_an_open_page_is_sent_the_cards_alone_and_not_those_that_it_has(db: None) -> None:
    reader = person("reader")
    table = a_campaign(
        book="days_of_decision", scenario="first-year", by=reader, seats={"germany": reader}
    )
    while not (number := _with_cards(table.slug)):
        table.end(silent="autopilot")
    address = f"/c/{table.slug}/history/"
    cards = f"{address}?turned=0&part=cards"
    for who in (None, reader):
        client = signed_in(who)
        part = client.get(cards).text.strip()
        assert part.startswith('<section class="section turned" id="cards-turned"')
        assert part.endswith("</section>")
        assert f'data-turned="{number}"' in part
        page = client.get(f"/c/{table.slug}/reveal/{number}/").text
        assert part in page
        packed = client.get(cards, headers={"Accept-Encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert client.get(f"{cards}&had={number}").status_code == 204
        assert client.get(f"{address}?turned=0")["Location"].endswith(f"/reveal/{number}/")


def _with_cards(slug: str) -> int:
    """The number of the newest reveal, if it is one of cards."""
    for number in newest_reveals(slug):
        if past_page(slug, number).story().cards:
            return number
    return 0


def test_what_changed_stands_once_beside_a_brief_story_and_else_below_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_campaign(book="world_at_war", scenario="fall-1939")
    table.advance()
    assert past_page(table.slug, 1).story().changes
    monkeypatch.setattr(phase_pages, "BRIEF", 1000)

    def where() -> tuple[int, bool]:
        phase_pages._stories.forget()
        html = Client().get(f"/c/{table.slug}/history/1/").text
        beside = html.partition('class="story-side"')[2].partition("<h2>Orders</h2>")[0]
        return html.count('id="changes"'), 'id="changes"' in beside

    assert where() == (1, True)
    monkeypatch.setattr(phase_pages, "BRIEF", -1)
    assert where() == (1, False)
