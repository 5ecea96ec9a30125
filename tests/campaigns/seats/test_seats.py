"""Who may sit where."""

import pytest

from campaigns.errors import NoSuchCampaign, NotYours, SeatTaken, SignInFirst
from campaigns.models import Campaign, Seat, Tenure
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.lobby import lobby_page
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import invitations, seats
from tests.support.accounts import person
from tests.support.campaigns import Found, Table, a_campaign
from tests.support.seats import heads


@pytest.fixture
def gathering(db: None) -> tuple[str, object]:
    """A campaign that gathers players, and its moderator."""
    table = a_campaign(by=person("host"), bots=(), at_phase=0, title="Open")
    return table.slug, table.moderator


def test_two_do_not_sit_in_one_seat(gathering: tuple[str, object]) -> None:
    slug, _ = gathering
    seats.join(slug, by=person("first"), powers=["north"])
    with pytest.raises(SeatTaken, match="Northland is taken"):
        seats.join(slug, by=person("second"), powers=["north"])


def test_one_person_may_hold_several_powers(gathering: tuple[str, object]) -> None:
    slug, moderator = gathering
    both = person("both")
    seats.join(slug, by=both, powers=["south", "isle"])
    campaigns.start(slug, by=moderator)
    assert [p.key for p in campaign_page.campaign_page(slug, both).reader.powers] == [
        "south",
        "isle",
    ]
    assert len(campaign_page.campaign_page(slug, both).mine) == 2


def test_a_private_campaign_is_joined_by_its_link(gathering: tuple[str, object]) -> None:
    slug, moderator = gathering
    Campaign.objects.update(private=True)
    guest = person("guest")
    with pytest.raises(NoSuchCampaign):
        seats.join(slug, by=guest, powers=["north"])
    token = Campaign.objects.get().invite_token
    assert lobby_page.invitation(token, guest).slug == slug
    seats.join(slug, by=guest, powers=["north"], token=token)
    invitations.revoke(slug, by=moderator, number=1)
    fresh = invitations.invite(slug, by=moderator)
    with pytest.raises(NoSuchCampaign):
        seats.join(slug, by=person("late"), powers=["south"], token=token)
    seats.join(slug, by=person("later"), powers=["south"], token=fresh)


def test_a_player_does_not_help_himself_to_an_enemys_secrets(found: Found) -> None:
    table = found(bots=("isle",))
    north = table.players["north"]
    token = invitations.invite(table.slug, by=table.moderator, power="isle", days=7, uses=1)
    with pytest.raises(NotYours, match="already held a seat"):
        seats.join(table.slug, by=north, powers=["isle"], token=token)
    seats.leave(table.slug, by=north, power="north")
    with pytest.raises(NotYours, match="already held a seat"):
        seats.join(table.slug, by=north, powers=["isle"], token=token)
    assert campaign_page.campaign_page(table.slug, north).mine == ()
    back = invitations.invite(table.slug, by=table.moderator, power="north", days=7, uses=1)
    seats.join(table.slug, by=north, powers=["north"], token=back)
    seats.join(table.slug, by=person("fresh"), powers=["isle"], token=token)
    assert len(campaign_page.campaign_page(table.slug, north).mine) == 1


def test_visitors_sign_in_first(gathering: tuple[str, object]) -> None:
    with pytest.raises(SignInFirst):
        seats.join(gathering[0], by=None, powers=["north"])


def test_who_leaves_a_running_campaign_leaves_it_to_the_autopilot(table: Table) -> None:
    seats.leave(table.slug, by=table.players["north"], power="north")
    seat = next(s for s in campaign_page.campaign_page(table.slug).seats if s.badge.key == "north")
    assert (seat.taken_by, seat.bot) == ("autopilot", True)
    assert (
        next(r for r in campaign_page.strip(table.slug).readiness if r.badge.key == "north").state
        == "sealed"
    )
    assert Tenure.objects.get(seat__power="north").left_at is not None


def test_a_deleted_account_leaves_its_seats_and_the_history_whole(table: Table) -> None:
    from accounts.services import delete_account

    table.seal("north", {"kind": "place", "points": {}})
    delete_account(table.players["north"].pk)
    seat = next(s for s in campaign_page.campaign_page(table.slug).seats if s.badge.key == "north")
    assert seat.bot
    assert "Northland sealed" in heads(table)


def test_a_deleted_account_does_not_unseat_its_successor(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat goes to somebody else while the deletion waits for the campaign's lock."""
    former, successor = table.players["north"], person("successor")
    locked = seats.locked

    def late(slug: str) -> Campaign:
        Seat.objects.filter(power="north").update(person=successor)
        return locked(slug)

    monkeypatch.setattr(seats, "locked", late)
    seats.give_up_all(former.pk)
    assert campaign_page.campaign_page(table.slug, successor).reader.plays
