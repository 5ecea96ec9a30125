"""Names that people can tell apart."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import guests, services
from accounts.lookalikes import looks_of
from accounts.models import TakenLook, User
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.reader.acquaintances import account_called
from campaigns.services.lifecycle.founding import require_title
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def aurelia() -> User:
    return services.register(username="aurelia", password=PASSWORD, display_name="Ian Paul")


def show(person: User, name: str) -> str:
    """What this person is called after asking to be called so. Raises ValidationError."""
    return services.change_profile(person.pk, display_name=name, time_zone="UTC").display_name


UNREADABLE = [
    "\u202enhoj",
    "john\u202e",
    "\u2066john\u2069",
    "\u200b\u200b",
    "an\u200bna",
    "an\u00adna",
    "an\u200dna",
    "\u3164",
    "\u2800",
    "\u2800x",
    "\u0301",
    "anna\ufeff",
    "an\nna",
    "a" + "\u0338" * 3,
    "...",
    "?!",
    "+ − =",
    "🐻",
    "👩\u200d🌾",
]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_name_that_cannot_be_read_is_refused_at_every_door(aurelia: User, name: str) -> None:
    guest = guests.welcome()
    for act in (
        lambda: services.register(username="b", password=PASSWORD, display_name=name),
        lambda: services.register(
            guest=guest.pk, username="b", password=PASSWORD, display_name=name
        ),
        lambda: show(aurelia, name),
    ):
        with pytest.raises(ValidationError):
            act()
    if "\n" not in name:
        with pytest.raises(NotOnTheMenu):
            require_title(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ångström",
        "محمد علی",
        "علی\u200cرضا",
        "ไทย",
        "Nguyễn Thị",
        "山田 太郎",
        "Anna 👩\u200d🌾",
        "O'Neil",
        "№ 5",
    ],
)
def test_names_that_people_have_are_taken(aurelia: User, name: str) -> None:
    assert show(aurelia, name) == show(aurelia, name)
    assert require_title(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "aurelia",
        "Aurelia",
        "АURELIA",
        "aureliа",
        "aure1ia",
        "aureIia",
        "ａｕｒｅｌｉａ",
        "Ian  Paul",
        "lan Paul",
        "Іаn Pаul",
    ],
)
def test_nobody_is_called_like_somebody_else(aurelia: User, client: Client, name: str) -> None:
    other = services.register(username="borealis", password=PASSWORD)
    with pytest.raises(ValidationError):
        show(other, name)
    client.force_login(other)
    page = client.post("/accounts/me/", {"display_name": name, "time_zone": "UTC"})
    assert "looks like it" in page.content.decode()
    assert "looks like it" in sign_up(Client(), "third", display_name=name).content.decode()
    if " " not in name:
        with pytest.raises(ValidationError):
            services.register(username=name, password=PASSWORD)


@pytest.mark.parametrize(
    "name",
    [
        "Moderator",
        "The Moderator",
        "mоderator",
        "Auto-Pilot",
        "AUT0PILOT",
        "Spielleiter",
        "a former player",
        "Admin.",
        "Der Autopilot",
        "Тhe autopilot",
        "Ein Zuschauer",
        "Niemand",
        "Britain",
        "Gеrmany",
        "Großbritannien",
        "the player of Germany",
        "der Spieler für Deutschland",
    ],
)
def test_nobody_is_called_like_a_role(aurelia: User, name: str) -> None:
    with pytest.raises(ValidationError, match="by what they do"):
        show(aurelia, name)


@pytest.mark.parametrize("name", ["deleted-7", "guest-k3", "Guеst-k3"])
def test_no_shown_name_looks_like_that_of_a_guest(aurelia: User, name: str) -> None:
    with pytest.raises(ValidationError, match="mark"):
        show(aurelia, name)


@pytest.mark.parametrize(
    "name", ["aurelia\ufe0f", "aure\U000e0100lia", "aurelia\ufe00", "Ian\ufe0f Paul"]
)
def test_a_sign_that_shows_nothing_tells_nobody_apart(aurelia: User, name: str) -> None:
    other = services.register(username="borealis", password=PASSWORD)
    with pytest.raises(ValidationError, match="looks like it"):
        show(other, name)


def test_a_name_has_forty_letters_at_most(aurelia: User, client: Client) -> None:
    assert show(aurelia, "Ä" * 40) == "Ä" * 40
    with pytest.raises(ValidationError, match="at most 40 letters, not 41"):
        show(aurelia, "Ö" * 41)
    with pytest.raises(ValidationError, match="at most 40 letters"):
        services.register(username="b" * 41, password=PASSWORD)
    page = Client().get("/accounts/sign-up/").text
    assert page.count('maxlength="40"') == 2
    client.force_login(aurelia)
    assert 'maxlength="40"' in client.get("/accounts/me/").text


def test_a_name_is_ones_own_and_is_given_back_with_another_one(aurelia: User) -> None:
    assert show(aurelia, "Aurelia") == "Aurelia"
    other = services.register(username="borealis", password=PASSWORD)
    assert show(other, "Ian Paul") == "Ian Paul"


def test_who_shares_the_look_of_a_name_keeps_it_and_changes_the_rest(aurelia: User) -> None:
    other = User.objects.create_user("borealis", password=PASSWORD)
    User.objects.filter(pk=other.pk).update(display_name="Ian Paul")
    zone = services.change_profile(other.pk, display_name="Ian Paul", time_zone="Europe/Berlin")
    assert str(zone.time_zone) == "Europe/Berlin"


def test_names_of_deleted_accounts_stay_taken_and_cannot_be_read(aurelia: User, settings) -> None:
    services.delete_account(aurelia.pk)
    assert "aurelia" not in str(list(TakenLook.objects.values_list()))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    for name in ("aurelia", "Aureliа"):
        with pytest.raises(ValidationError):
            services.register(username=name, password=PASSWORD)
    other = services.register(username="borealis", password=PASSWORD)
    with pytest.raises(ValidationError):
        show(other, "Ian Paul")


def test_of_two_who_take_a_look_at_once_one_gets_it(aurelia: User, monkeypatch) -> None:
    free = TakenLook.objects.require_distinct
    monkeypatch.setattr(TakenLook.objects, "require_distinct", lambda *_: None)
    late = User(username="aureliа")
    late.set_unusable_password()
    late.save()
    monkeypatch.setattr(TakenLook.objects, "require_distinct", free)
    with pytest.raises(ValidationError):
        TakenLook.objects.require_claimed(late)


def test_a_name_is_found_however_it_is_written(aurelia: User, client: Client) -> None:
    wide = " ａｕｒｅｌｉａ "
    answer = client.post("/accounts/sign-in/", {"username": wide, "password": PASSWORD})
    assert answer.status_code == 302
    assert account_called(wide, aurelia) == aurelia


def test_a_sign_of_many_letters_is_not_too_long_for_the_database(aurelia: User) -> None:
    with pytest.raises(ValidationError):
        show(aurelia, "\ufdfa" * 10)


def test_letters_that_look_alike_have_one_look() -> None:
    assert looks_of("paypal") & looks_of("раураl")
    assert looks_of("modern") & looks_of("rnodem")
    assert not looks_of("anna") & looks_of("änna")
