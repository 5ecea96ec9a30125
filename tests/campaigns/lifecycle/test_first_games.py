"""First games: begun without an account, kept by link, taken over on signing up, gone when nobody comes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone
from limits import parse_many

from accounts import guests, services
from accounts.models import Session, User
from campaigns import first_games as games
from campaigns import rulebooks
from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu, SignInFirst
from campaigns.models import Campaign, LogEntry
from campaigns.rulebooks import states
from campaigns.selectors.campaign import first_games as selector
from campaigns.selectors.export import export
from campaigns.selectors.lobby import lobby_page
from campaigns.services.advance import phase_advance
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns, first_games
from campaigns.services.notifications import feed_keys, webhooks
from campaigns.services.orders import orders
from campaigns.services.phases.phase_opening import autopilot_order
from campaigns.services.repair import fork
from campaigns.services.seats import seats
from tests.support.campaigns import a_campaign
from tests.support.exports.files import faults

pytestmark = pytest.mark.django_db
PASSWORD = "marches-and-isles-1939"


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as moved:
        yield moved


def guest() -> User:
    return guests.welcome()


def game_of(person: Any, key: str = "commerce") -> Campaign:
    return Campaign.objects.get(slug=first_games.begin(by=person, game=key))


def goes_on(campaign: Campaign) -> None:
    """The clock looks at it until it waits for its player."""
    while True:
        campaign.refresh_from_db()
        if campaign.wakes_at is None or campaign.status == "finished":
            return
        phase_advance.advance(campaign.pk, phase_id=campaign.phase_id)


def seals(campaign: Campaign, person: Any) -> None:
    """The player seals what an autopilot would."""
    game = games.game(campaign.first_game)
    page = campaign.phase
    book = rulebooks.load(campaign.rulebook, campaign.revision)
    order = autopilot_order(book, states.now(page), game.power)
    orders.seal_orders(campaign.slug, by=person, power=game.power, phase=page.number, order=order)
    goes_on(campaign)


# --- The files ------------------------------------------------------------------


@pytest.mark.parametrize("game", games.every(), ids=lambda one: one.key)
def test_each_game_fits_its_rulebook(game: games.FirstGame) -> None:
    book = rulebooks.load(game.rulebook)
    assert game.power in book.scenarios[game.scenario].seats
    kinds = {step.phase for step in game.steps}
    state = book.start(
        game.scenario, {key: one.bots or one.default for key, one in book.switches.items()}, {}
    ).state
    assert book.phase(state).key in kinds, "the guide has something to say at once"
    for step in game.steps:
        assert [step.say.count("."), step.say[-1]] == [1, "."], "one sentence"
        assert not step.rule or step.rule in book.index


def test_together_they_take_forty_minutes() -> None:
    assert sum(game.minutes for game in games.every()) == 40


# --- Playing ----------------------------------------------------------------------


def test_a_guest_plays_alone_and_the_others_wait_for_nobody_else() -> None:
    person = guest()
    campaign = game_of(person)
    assert (campaign.private, campaign.listed, campaign.status) == (True, False, "running")
    assert campaign.phase.due_at is None
    seat = campaign.seats.get(person=person)
    assert seat.power == "germany"
    assert campaign.seats.exclude(pk=seat.pk).filter(bot=False).count() == 0
    first = selector.next_step(campaign.slug, person)
    assert (first.state, first.number, first.read) == ("step", 1, "dice")
    assert selector.next_step(campaign.slug, person) == first, "it stands until it is read"
    first_games.read(campaign.slug, by=person, step="dice")
    first_games.read(campaign.slug, by=person, step="dice")
    assert selector.next_step(campaign.slug, person).number == 2
    seals(campaign, person)
    assert campaign.phase.key == "influence"
    assert selector.next_step(campaign.slug, person).read == "thrown"
    seals(campaign, person)
    assert selector.next_step(campaign.slug, person).state == "over"


def test_a_guest_has_one_game_at_a_time_however_often_it_is_begun_and_says_so_to_have_another() -> (
    None
):
    person = guest()
    assert game_of(person).slug == game_of(person).slug
    first = game_of(person)
    with pytest.raises(NotNow, match="another first game"):
        first_games.begin(by=person, game="options")
    second = first_games.begin(by=person, game="options", instead=first.slug)
    assert [one.slug for one in first_games.running(person)] == [second]
    assert not Campaign.objects.filter(slug=first.slug).exists()
    with pytest.raises(NotOnTheMenu, match="diplomacy, options, commerce"):
        first_games.begin(by=guest(), game="poker")


def test_somebody_with_an_account_may_have_several() -> None:
    person = User.objects.create_user(username="harriet")
    assert game_of(person).slug != game_of(person, "options").slug


def test_nobody_else_sees_it_and_its_log_verifies_as_any_other(client: Client) -> None:
    person = guest()
    campaign = game_of(person)
    stranger = User.objects.create_user(username="harriet")
    with pytest.raises(NoSuchCampaign):
        first_games.read(campaign.slug, by=stranger, step="dice")
    found = lobby_page.lobby(stranger)
    assert campaign.slug not in {card.slug for card in (*found.open, *found.running)}
    client.force_login(stranger)
    assert client.get(f"/c/{campaign.slug}/").status_code == 404
    assert client.get(f"/c/{campaign.slug}/first-game/").status_code == 404
    seals(campaign, person)
    assert not faults(b"".join(export(campaign.slug, person)))


# --- How many ----------------------------------------------------------------------


def _begins(visitor: Client, game: str, **more: str) -> Any:
    return visitor.post("/first-game/", {"game": game, **more})


def test_a_club_of_eight_begins_every_game_from_one_address_and_only_what_is_new_counts(
    settings: Any,
) -> None:
    rates = {rate.amount for rate in parse_many(settings.LIMITS["guest"])}
    assert min(rates) >= 8 * len(games.every()) + 8
    settings.LIMITS = settings.LIMITS | {"guest": "3 per hour"}
    visitor, other = Client(), Client()
    first = _begins(visitor, "commerce")["Location"]
    for _ in range(5):
        assert _begins(visitor, "commerce")["Location"] == first, "it is under way"
        assert _begins(visitor, "options").status_code == 409, "they play another one"
        assert _begins(visitor, "poker").status_code == 400
    slug = first.split("/")[2]
    assert _begins(visitor, "options", instead=slug).status_code == 302
    assert _begins(other, "commerce").status_code == 302
    answer = _begins(Client(), "commerce")
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    member = Client()
    member.force_login(User.objects.create_user(username="harriet"))
    assert _begins(member, "commerce").status_code == 302, "an account has a limit of its own"


def test_who_was_welcomed_counts_though_no_game_came_of_it(settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"guest": "3 per hour"}
    answers = [_begins(Client(), "commerce", key="two words").status_code for _ in range(5)]
    assert answers == [400, 400, 400, 429, 429]
    assert User.objects.filter(guest_seen_at__isnull=False).count() == 3


def test_a_site_has_room_for_so_many_games_of_guests(settings: Any) -> None:
    settings.GUEST_GAMES = 1
    settings.LIMITS = settings.LIMITS | {"guest": "3 per hour"}
    visitor = Client()
    first = _begins(visitor, "commerce")["Location"].split("/")[2]
    for _ in range(5):  # what is refused does not count either
        answer = Client().post("/first-game/", {"game": "commerce"}, follow=True)
        assert answer.status_code == 409
        assert "Sign up and begin yours" in answer.text
    assert User.objects.filter(guest_seen_at__isnull=False).count() == 1, "nobody was welcomed"
    assert _begins(visitor, "options", instead=first).status_code == 302, "one for the other"
    member = Client()
    member.force_login(User.objects.create_user(username="harriet"))
    assert _begins(member, "commerce").status_code == 302
    Campaign.objects.update(status="finished", wakes_at=None, finished_at=timezone.now())
    assert _begins(Client(), "commerce").status_code == 302


def test_a_full_site_forgets_first_who_only_looked(settings: Any, clock: Any) -> None:
    settings.GUEST_GAMES = 3
    played, looked, later = guest(), guest(), guest()
    seals(game_of(played), played)
    kept = [game_of(played), game_of(later)]
    gone = game_of(looked)
    clock.move_to(timezone.now() + timedelta(hours=23))
    with pytest.raises(NotNow, match="Too many first games"):
        first_games.require_room(None)
    guests.note_seen(later)
    clock.move_to(timezone.now() + timedelta(hours=3))
    first_games.require_room(None)
    assert not Campaign.objects.filter(pk=gone.pk).exists()
    assert not User.objects.filter(pk=looked.pk).exists()
    game_of(guest())
    assert Campaign.objects.filter(pk__in=[one.pk for one in kept]).count() == 2
    with pytest.raises(NotNow, match="Too many first games"):
        first_games.require_room(None)


@pytest.mark.parametrize("minutes", [30, 660], ids=["soon after", "hours later"])
def test_a_day_away_counts_from_the_last_visit(settings: Any, clock: Any, minutes: int) -> None:
    """A visit soon after the one that was noted is not noted, and counts all the same."""
    settings.GUEST_GAMES = 1
    person, begun = guest(), timezone.now()
    game_of(person)
    visit = begun + timedelta(minutes=minutes)
    clock.move_to(visit)
    guests.note_seen(person)
    clock.move_to(visit + timedelta(hours=23, minutes=59))
    with pytest.raises(NotNow, match="Too many first games"):
        first_games.require_room(None)
    clock.move_to(visit + timedelta(hours=25, minutes=1))
    first_games.require_room(None)
    assert not User.objects.filter(pk=person.pk).exists()


def test_who_threw_a_die_has_played_though_nothing_is_sealed(settings: Any, clock: Any) -> None:
    settings.GUEST_GAMES = 1
    person = guest()
    campaign = game_of(person)
    act = {"kind": "deal", "move": "roll", "dice": 1}
    perform_act.perform_act(campaign.slug, by=person, power="germany", act=act)
    clock.move_to(timezone.now() + timedelta(days=2))
    with pytest.raises(NotNow, match="Too many first games"):
        first_games.require_room(None)
    assert Campaign.objects.filter(pk=campaign.pk).exists()


# --- What a guest is not -----------------------------------------------------------


def test_a_guest_changes_nothing_but_their_own_game() -> None:
    person, host = guest(), User.objects.create_user(username="harriet")
    open_one = a_campaign(book="world_at_war", by=host, bots=(), at_phase=0).slug
    over = a_campaign(book="world_at_war", by=host).campaign
    for forbidden in (
        lambda: seats.join(open_one, by=person, powers=["germany"]),
        lambda: campaigns.create_campaign(
            by=person, rulebook="world_at_war", scenario="one-year", title="Mine"
        ),
        lambda: fork.propose(over.slug, by=person, phase=1, reason="What if?"),
        lambda: feed_keys.make_key(by=person),
        lambda: webhooks.make(over.slug, by=person, kind="json", address="https://example.org/"),
    ):
        with pytest.raises(SignInFirst, match="Sign up"):
            forbidden()


@pytest.mark.parametrize("path", ["me/", "me/password/", "me/email/", "me/tokens/", "me/delete/"])
def test_a_guest_has_no_account_pages(client: Client, path: str) -> None:
    client.force_login(guest())
    answer = client.get(f"/accounts/{path}")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/sign-up/")


def test_nobody_signs_up_as_a_guest(client: Client) -> None:
    fields = {"username": "Guest-1", "password1": PASSWORD, "password2": PASSWORD}
    html = client.post("/accounts/sign-up/", {**fields, "time_zone": "UTC"}).text
    assert "mark guests" in html
    assert not User.objects.filter(username="Guest-1").exists()


# --- Coming back ---------------------------------------------------------------------


@pytest.mark.long
def test_the_link_brings_a_guest_back_by_a_button(client: Client) -> None:
    person = guest()
    campaign = game_of(person)
    path = f"/first-game/back/{guests.key_of(person)}/"
    answer = client.get(path)
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert Session.objects.count() == 0, "nobody is signed in by a link alone"
    answer = client.post(path)
    assert answer["Location"] == f"/c/{campaign.slug}/"
    assert client.get(answer["Location"]).status_code == 200


def test_another_key_is_none(client: Client) -> None:
    person = guest()
    key = guests.key_of(person)
    assert guests.found_by(key) == person
    for wrong in ("", "1", f"{person.pk + 1}:{key.split(':')[1]}", key[:-1]):
        assert guests.found_by(wrong) is None
    assert client.get("/first-game/back/1:nothing/").status_code == 404


@pytest.mark.long
def test_whoever_signs_up_takes_the_game_over(client: Client) -> None:
    person = guest()
    campaign, key = game_of(person), guests.key_of(person)
    client.force_login(person)
    fields = {"username": "harriet", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/sign-up/", {**fields, "time_zone": "UTC"})
    assert answer.status_code == 302
    person.refresh_from_db()
    assert (person.username, person.is_guest) == ("harriet", False)
    assert campaign.seats.get(person=person).power == "germany"
    assert client.get(f"/c/{campaign.slug}/").status_code == 200
    assert guests.found_by(key) is None, "the link was the guest's"


# --- Being forgotten --------------------------------------------------------------------


def every_row() -> dict[str, int]:
    """How many rows there are of each thing that a campaign or a person has."""
    models = [
        model
        for label in ("campaigns", "accounts")
        for model in apps.get_app_config(label).get_models(include_auto_created=True)
    ]
    return {model.__name__: model._base_manager.count() for model in models}


@pytest.mark.long
def test_a_guest_who_stays_away_is_forgotten_with_all_they_played(clock: Any) -> None:
    host = User.objects.create_user(username="harriet")
    a_campaign(book="world_at_war", by=host)
    before = every_row()
    person = guest()
    campaign = game_of(person)
    seals(campaign, person)
    guests.note_seen(person)
    clock.move_to(timezone.now() + timedelta(days=29))
    assert guests.forget_idle() == 0
    clock.move_to(timezone.now() + timedelta(days=2))
    assert guests.forget_idle() == 1
    assert every_row() == before
    assert guests.forget_idle() == 0


def test_whoever_has_signed_up_is_never_forgotten(clock: Any) -> None:
    person = guest()
    campaign = game_of(person)
    services.register(guest=person.pk, username="harriet", password=PASSWORD)
    clock.move_to(timezone.now() + timedelta(days=400))
    assert guests.forget_idle() == 0
    assert Campaign.objects.filter(pk=campaign.pk).exists()


def test_coming_back_counts_from_anew(clock: Any, client: Client) -> None:
    person = guest()
    campaign = game_of(person)
    clock.move_to(timezone.now() + timedelta(days=20))
    client.force_login(person)
    client.get(f"/c/{campaign.slug}/")
    clock.move_to(timezone.now() + timedelta(days=20))
    assert guests.forget_idle() == 0


def test_no_line_of_any_other_log_can_go() -> None:
    """Neither by naming its campaign, nor by naming the first game of somebody else."""
    host = User.objects.create_user(username="harriet")
    campaign, other = a_campaign(book="world_at_war", by=host).campaign, game_of(guest())
    for named in (campaign.pk, other.pk):
        with pytest.raises(DatabaseError, match="append-only"):
            delete_log(campaign, named)
    with pytest.raises(DatabaseError, match="append-only"):
        delete_log(other, 0)


@transaction.atomic
def delete_log(campaign: Campaign, named: int) -> None:
    """As nobody does: take the lines of a log away, having named a campaign that may be forgotten."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('chancellery.forgets', %s, true)", [str(named)])
    LogEntry.objects.filter(campaign=campaign)._raw_delete("default")


# --- Only looking ------------------------------------------------------------------------


def test_one_turn_can_be_watched_of_each_rulebook_with_a_public_campaign_that_is_over() -> None:
    assert selector.watchable() == ()
    host = User.objects.create_user(username="harriet")
    campaign = a_campaign(book="world_at_war", by=host, at_phase=3).campaign
    assert selector.watchable() == (), "it is not over"
    Campaign.objects.filter(pk=campaign.pk).update(
        status="finished", wakes_at=None, finished_at=timezone.now()
    )
    # It opens where the greatest news is, by the headline; of equals where most happened.
    told = campaign.phases.filter(resolved_at__isnull=False)
    for number in (1, 2):
        told.update(weight=10, headline="Little happens")
        told.filter(number=number).update(weight=20, headline="Rumania joins the Axis")
        (turn,) = selector.watchable()
        assert (turn.slug, turn.number) == (campaign.slug, number)
        text = Client().get("/first-game/?watch=one").text
        assert f'href="/c/{campaign.slug}/reveal/{number}/"' in text
        assert "Rumania joins the Axis" in text
    shown = Client().get(f"/c/{campaign.slug}/reveal/2/").text
    assert shown.index("Then read:") < shown.index("The chronicle")
    Campaign.objects.filter(pk=campaign.pk).update(private=True)
    assert selector.watchable() == ()


def test_the_guide_says_something_at_every_seal_of_its_year() -> None:
    game = games.game("diplomacy")
    phases = [
        ("place", 1),
        *(("allied." + kind, turn) for turn in (1, 2, 3, 4) for kind in ("targets", "facts")),
    ]
    read = {step.key for step in game.steps if step.until == "read"}
    said = []
    for phase, turn in phases:
        drafted = False
        while True:
            index = game.step(phase, turn, read, drafted=drafted, sealed=False, again=turn > 1)
            assert index is not None, (phase, turn)
            said.append(index)
            if game.steps[index].until == "sealed":
                break
            drafted = True
        assert game.step(phase, turn, read, drafted=True, sealed=True, again=turn > 1) is None
    assert said == sorted(set(said)), "one after the other, none twice"
    assert said[-1] == len(game.steps) - 1
