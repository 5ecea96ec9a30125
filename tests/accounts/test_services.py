"""Every change to an account."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import guests, services
from accounts.addresses import require_sendable
from accounts.models import User
from accounts.signals import account_deleting

pytestmark = pytest.mark.django_db
PASSWORD = "marches-and-isles-1939"


@pytest.fixture
def aurelia() -> User:
    return services.register(username="aurelia", password=PASSWORD, email="Aurelia@Example.org")


def test_a_person_needs_a_name_and_a_password_and_nothing_else() -> None:
    person = services.register(username="borealis", password=PASSWORD)

    assert person.name == "borealis"
    assert person.email == ""
    assert person.check_password(PASSWORD)
    assert str(person.time_zone) == "UTC"


@pytest.mark.parametrize("name", ["aurelia", "Aurelia", "AURELIA"])
def test_no_two_names_differ_only_in_capitals(aurelia: User, name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        services.register(username=name, password=PASSWORD)

    assert "Choose another one" in str(refusal.value) or "already exists" in str(refusal.value)


def test_an_address_belongs_to_one_person_and_many_may_have_none(aurelia: User) -> None:
    services.register(username="borealis", password=PASSWORD)
    services.register(username="fenland", password=PASSWORD)

    with pytest.raises(ValidationError, match="reset your password"):
        services.register(username="lowmark", password=PASSWORD, email="aurelia@example.org")


def test_an_address_can_be_taken_away_again(aurelia: User) -> None:
    services.change_email(aurelia.pk, email="")

    aurelia.refresh_from_db()
    assert aurelia.email == ""


def test_a_zone_that_does_not_exist_is_refused(aurelia: User) -> None:
    with pytest.raises(ValidationError):
        services.change_profile(aurelia.pk, display_name="", time_zone="Europe/Atlantis")


def test_deleting_forgets_the_person_and_keeps_the_row(aurelia: User) -> None:
    services.change_profile(aurelia.pk, display_name="Empress", time_zone="Europe/Berlin")

    services.delete_account(aurelia.pk)

    left = User.objects.get(pk=aurelia.pk)
    assert left.name == "a former player"
    assert left.deleted_at is not None
    assert not left.is_active
    assert not left.has_usable_password()
    written = " ".join(str(value) for value in vars(left).values()).lower()
    for trace in ("aurelia", "empress", "example.org", "berlin"):
        assert trace not in written


def test_a_deleted_address_is_free_again(aurelia: User) -> None:
    services.delete_account(aurelia.pk)

    again = services.register(username="borealis", password=PASSWORD, email="aurelia@example.org")
    assert again.pk != aurelia.pk


def test_deleting_twice_is_harmless_and_told_once(aurelia: User) -> None:
    told: list[int] = []

    def listen(sender: type[User], user_id: int, **_: object) -> None:
        told.append(user_id)

    account_deleting.connect(listen)
    try:
        services.delete_account(aurelia.pk)
        services.delete_account(aurelia.pk)
    finally:
        account_deleting.disconnect(listen)

    assert told == [aurelia.pk]


def test_deleting_ends_every_open_session(aurelia: User, client: Client) -> None:
    client.force_login(aurelia)
    assert client.get("/accounts/me/").status_code == 200

    services.delete_account(aurelia.pk)

    assert client.get("/accounts/me/").status_code == 302


UNSENDABLE = [
    '"=?utf-8?q?a=0aBcc:x@y.zz?="@example.org',
    "=?utf-8?q?x?=@example.org",
    "=?utf-8?b?YQ==?=@example.org",
    "a@example.org, b@example.org",
    "a@example.org\nBcc: b@example.org",
]


@pytest.mark.parametrize("address", UNSENDABLE)
def test_an_address_to_which_no_letter_can_be_sent_is_refused_at_every_door(
    aurelia: User, client: Client, address: str
) -> None:
    with pytest.raises(ValidationError):
        services.register(username="borealis", password=PASSWORD, email=address)
    with pytest.raises(ValidationError):
        services.change_email(aurelia.pk, email=address)
    form = {
        "username": "borealis",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "email": address,
        "time_zone": "UTC",
    }
    assert client.post("/accounts/sign-up/", form).status_code == 200
    client.force_login(aurelia)
    client.post("/accounts/me/email/", {"email": address, "password": PASSWORD})
    assert [one.email for one in User.objects.all()] == ["Aurelia@example.org"]


@pytest.mark.parametrize(
    "address", ["a@example.org", "a.b+c@example.org", '"a b"@example.org', "o'neil@example.org"]
)
def test_an_address_that_people_have_is_taken(aurelia: User, address: str) -> None:
    require_sendable(address)


@pytest.mark.parametrize(
    "name", ["deleted-97", "DELETED-97", "ｄｅｌｅｔｅｄ-97", "ｇｕｅｓｔ-x", "guest-x"]
)
def test_a_name_is_judged_as_it_is_kept(client: Client, name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        services.register(username=name, password=PASSWORD)
    assert "username" in refusal.value.message_dict
    guest = guests.welcome()
    with pytest.raises(ValidationError):
        services.register(guest=guest.pk, username=name, password=PASSWORD)
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "time_zone": "UTC"}
    assert "Choose another one." in client.post("/accounts/sign-up/", form).text
    assert User.objects.count() == 1


def test_nobody_keeps_another_from_deleting_their_account(aurelia: User) -> None:
    # As a command can: no form gives anybody such a name.
    User.objects.create_user(username=f"Deleted-{aurelia.pk}", password=PASSWORD)
    services.delete_account(aurelia.pk)
    aurelia.refresh_from_db()
    assert aurelia.username.startswith(f"deleted-{aurelia.pk}-")
    assert aurelia.deleted_at is not None
