"""The admin site shows people and changes nothing but who may come in, through a service."""

import pytest
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.test import Client
from structlog.testing import capture_logs

from accounts import services
from accounts.adminsite import Shown, Site
from accounts.models import User
from campaigns.models import PressReport
from tests.support.accounts import PASSWORD

pytestmark = pytest.mark.django_db
RIGHTS = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser(username="boss", password=PASSWORD)


@pytest.fixture
def office(client: Client, boss: User) -> Client:
    client.force_login(boss)
    return client


def test_only_what_was_made_for_it_is_shown(office: Client) -> None:
    assert isinstance(admin.site._wrapped, Site)
    assert {model._meta.label: type(shown) for model, shown in admin.site._registry.items()} == {
        "accounts.User": type(admin.site._registry[User]),
        "campaigns.PressReport": type(admin.site._registry[PressReport]),
    }
    for shown in admin.site._registry.values():
        assert isinstance(shown, Shown)
        assert shown.actions is None
    for gone in ("auth/group/", "authtoken/tokenproxy/", "account/emailaddress/", "sessions/"):
        assert office.get(f"/admin/{gone}").status_code == 404


def test_nobody_is_added_or_deleted_there(office: Client, aurelia: User) -> None:
    assert office.get("/admin/accounts/user/add/").status_code == 403
    assert office.post(f"/admin/accounts/user/{aurelia.pk}/delete/").status_code == 403
    every = {"action": "delete_selected", "_selected_action": [aurelia.pk], "post": "yes"}
    office.post("/admin/accounts/user/", every)
    assert User.objects.filter(pk=aurelia.pk).exists()


def test_it_shows_no_password_and_no_key(office: Client, aurelia: User) -> None:
    client = Client()
    client.force_login(aurelia)
    token, key = services.make_token(aurelia.pk, name="mine", scopes=["read"])
    page = "".join(
        office.get(f"/admin/accounts/user/{path}").content.decode()
        for path in ("", f"{aurelia.pk}/change/", f"{aurelia.pk}/history/")
    )
    assert "aurelia@example.org" in page
    session = client.cookies["sessionid"].value
    for secret in (aurelia.password, token.digest, key, session):
        assert secret not in page


def test_rights_are_changed_by_the_service_alone_and_logged(office: Client, aurelia: User) -> None:
    signed_in = Client()
    signed_in.force_login(aurelia)
    services.make_token(aurelia.pk, name="mine", scopes=["read"])
    forged = {"username": "thief", "email": "thief@example.org", "password": "x", "is_staff": "on"}
    with capture_logs() as said:
        office.post(f"/admin/accounts/user/{aurelia.pk}/change/", forged)
    aurelia.refresh_from_db()
    assert (aurelia.username, aurelia.email) == ("aurelia", "aurelia@example.org")
    assert aurelia.check_password(PASSWORD)
    assert (aurelia.is_active, aurelia.is_staff, aurelia.is_superuser) == (False, True, False)
    assert [line["event"] for line in said] == ["rights changed"]
    assert signed_in.get("/accounts/me/").status_code == 302
    assert not aurelia.tokens.exists()


def test_staff_look_and_cannot_raise_anybody(client: Client, boss: User, aurelia: User) -> None:
    clerk = User.objects.create_user(username="clerk", password=PASSWORD, is_staff=True)
    from django.contrib.auth.models import Permission

    clerk.user_permissions.set(Permission.objects.all())
    client.force_login(clerk)
    for person in (clerk, aurelia, boss):
        assert client.get(f"/admin/accounts/user/{person.pk}/change/").status_code == 200
        answer = client.post(f"/admin/accounts/user/{person.pk}/change/", RIGHTS)
        assert answer.status_code == 403
    assert User.objects.filter(is_superuser=True).count() == 1
    with pytest.raises(PermissionDenied):
        services.set_rights(clerk.pk, by=clerk, active=True, staff=True, superuser=True)


def test_nobody_locks_himself_out_or_brings_the_deleted_back(
    office: Client, boss: User, aurelia: User
) -> None:
    services.delete_account(aurelia.pk)
    for person in (boss, aurelia):
        assert office.post(f"/admin/accounts/user/{person.pk}/change/", RIGHTS).status_code == 403
    with pytest.raises(PermissionDenied):
        services.set_rights(boss.pk, by=boss, active=False, staff=True, superuser=True)
    with pytest.raises(PermissionDenied):
        services.set_rights(aurelia.pk, by=boss, active=True, staff=False, superuser=False)


def test_a_password_is_changed_where_everybody_changes_it(office: Client) -> None:
    assert office.get("/admin/password_change/")["Location"] == "/accounts/me/password/"
