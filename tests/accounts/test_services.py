"""Every change to an account."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import guests, services
from accounts.addresses import require_sendable
from accounts.models import User
from accounts.signals import account_deleting
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def aurelia() -> User:
    return services.register(username="aurelia", password=PASSWORD, email="Aurelia@Example.org")


def test_a_person_needs_a_name_and_a_password_and_nothing_else() -> None:
    person = services.register(username="borealis", password=PASSWORD)

    assert person.name == "borealis"
    assert person.email == ""
    assert person.check_password(PASSWORD)
    assert str(person.time_zone) == "UTC"


def test_an_address_belongs_to_one_person_and_many_may_have_none(aurelia: User) -> None:
    services.register(username="borealis", password=PASSWORD)
    services.register(username="fenland", password=PASSWORD)

    with pytest.raises(ValidationError, match="reset your password"):
        services.register(username="lowmark", password=PASSWORD, email="aurelia@example.org")


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
    for act in (
        lambda: services.register(username="borealis", password=PASSWORD, email=address),
        lambda: services.register(username="borealis", password=PASSWORD, new_email=address),
        lambda: services.change_email(aurelia.pk, email=address),
        lambda: services.ask_for_email(aurelia.pk, email=address),
    ):
        with pytest.raises(ValidationError):
            act()
    assert sign_up(client, email=address).status_code == 200
    client.force_login(aurelia)
    client.post("/accounts/me/email/", {"email": address, "password": PASSWORD})
    assert [one.email for one in User.objects.all()] == ["Aurelia@example.org"]


@pytest.mark.parametrize(
    "address", ["a@example.org", "a.b+c@example.org", '"a b"@example.org', "o'neil@example.org"]
)
def test_an_address_that_people_have_is_taken(aurelia: User, address: str) -> None:
    require_sendable(address)


@pytest.mark.parametrize(
    "name",
    [
        "deleted-97",
        "DELETED-97",
        "ｄｅｌｅｔｅｄ-97",
        "dеleted-7",
        "ｇｕｅｓｔ-x",
        "guest-x",
        "guеst-7",
    ],
)
def test_a_name_is_judged_as_it_is_kept(client: Client, name: str) -> None:
    with pytest.raises(ValidationError, match="mark") as refusal:
        services.register(username=name, password=PASSWORD)
    assert "username" in refusal.value.message_dict
    guest = guests.welcome()
    with pytest.raises(ValidationError):
        services.register(guest=guest.pk, username=name, password=PASSWORD)
    assert "Choose another one." in sign_up(client, name).text
    assert User.objects.count() == 1


def test_nobody_keeps_another_from_deleting_their_account(aurelia: User) -> None:
    # As a command can: no form gives anybody such a name.
    User.objects.create_user(username=f"Deleted-{aurelia.pk}", password=PASSWORD)
    services.delete_account(aurelia.pk)
    aurelia.refresh_from_db()
    assert aurelia.username.startswith(f"deleted-{aurelia.pk}-")
    assert aurelia.deleted_at is not None
