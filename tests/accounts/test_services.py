"""Every change to an account."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import services
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


def test_a_deleted_name_and_address_are_free_again(aurelia: User) -> None:
    services.delete_account(aurelia.pk)

    again = services.register(username="aurelia", password=PASSWORD, email="aurelia@example.org")
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
