"""Somebody with the admin site, and even with all its rights, who would like to know more."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from accounts import services
from accounts.models import User
from campaigns.models import Campaign, PressReport
from campaigns.services.press import press_messages, press_settings
from tests.support.accounts import person, signed_in
from tests.support.campaigns import Table

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["a clerk", "a superuser"])
def staff(request: pytest.FixtureRequest, db: None) -> User:
    if request.param == "a superuser":
        return get_user_model().objects.create_superuser(username="boss", password="a long phrase")
    clerk = get_user_model().objects.create_user(
        username="clerk", password="a long phrase", is_staff=True
    )
    clerk.user_permissions.set(Permission.objects.all())
    return clerk


@pytest.mark.parametrize(
    "narrowed",
    [
        "password__startswith={start}",
        "password__gt={start}",
        "password__regex=^.",
        "id__in=1,2",
        "email__startswith=n",
        "last_login__isnull=0",
        "sessions__gt=0",
        "sessions__isnull=0",
        "tokens__digest__startswith=0",
        "known_addresses__digest__gt=0",
        "seats__power=north",
        "moderated_campaigns__title__startswith=A",
        "moderated_campaigns__log_key__gt=0",
    ],
)
def test_a_list_cannot_be_asked_what_no_page_shows(staff: User, narrowed: str) -> None:
    """Else a password's hash comes out letter by letter: whoever it starts with is in the list."""
    north = person("north")
    client = signed_in(staff)
    assert client.get("/admin/accounts/user/").status_code == 200
    start = north.password[:20]
    answer = client.get("/admin/accounts/user/?" + narrowed.format(start=start))
    # Refused outright, or sent back to the whole list: the same whoever is in it.
    assert answer.status_code in (302, 400)
    assert answer.headers.get("Location", "?e=1").endswith("?e=1")


def test_the_search_looks_at_names_and_addresses_alone(staff: User) -> None:
    north = person("north")
    services.make_token(north.pk, name="mine", scopes=["read"])
    client = signed_in(staff)
    assert "north" in client.get("/admin/accounts/user/?q=nort").content.decode()
    for secret in (north.password[:20], north.password[-10:], north.tokens.get().digest[:12]):
        page = client.get("/admin/accounts/user/", {"q": secret}).content.decode()
        assert "0 users" in page or "0 results" in page


def test_the_other_pages_of_the_admin_site_tell_nothing_more(staff: User) -> None:
    """Orders of columns that are not there, popups, fields to refer to, search as one types."""
    north = person("north")
    client = signed_in(staff)
    for path in (
        "?o=99",
        "?o=-99.1",
        "?_to_field=password",
        "?_popup=1",
        f"{north.pk}/change/?_to_field=password",
        "../../autocomplete/?app_label=accounts&model_name=token&field_name=person&term=n",
        "../../autocomplete/?app_label=campaigns&model_name=seat&field_name=person&term=n",
        f"../../r/6/{north.pk}/",
    ):
        answer = client.get(f"/admin/accounts/user/{path}")
        assert answer.status_code < 500
        assert north.password[:24] not in answer.content.decode()


def test_staff_are_strangers_to_campaigns(table: Table, staff: User) -> None:
    """No page, no answer of the API, no export, and nothing of a private one."""
    client = signed_in(staff)
    here = f"/api/campaigns/{table.slug}/"
    table.seal("north", {"kind": "place", "points": {"east": 3}})
    for door in ("menu/north/", "orders/north/"):
        assert client.get(f"{here}{door}").status_code == 403
    assert client.get(f"/c/{table.slug}/desk/").status_code == 403
    Campaign.objects.update(private=True)
    for door in (here, f"{here}log/", f"{here}export/", f"/c/{table.slug}/"):
        assert client.get(door).status_code == 404
    for app in ("campaigns/campaign", "campaigns/sheet", "campaigns/seat", "campaigns/logentry"):
        assert client.get(f"/admin/{app}/").status_code == 404


def test_they_read_a_reported_message_and_nothing_else_of_its_thread(
    table: Table, staff: User
) -> None:
    """The moderator, who plays nobody, gets no report; staff get that one message."""
    north, south = table.players["north"], table.players["south"]
    here = {"to": ["south"], "by": north, "power": "north"}
    press_messages.begin(table.slug, **here, text="A word between us")
    thread, message = press_messages.begin(table.slug, **here, text="A vile word")
    press_settings.report(
        table.slug, by=south, thread=thread, message=message, reason="Nobody should read that"
    )
    number = PressReport.objects.get().pk
    one = f"/admin/campaigns/pressreport/{number}/change/"
    listed = signed_in(staff).get("/admin/campaigns/pressreport/").content.decode()
    assert "vile" not in listed
    shown = signed_in(staff).get(one).content.decode()
    for said in ("A vile word", "Nobody should read that", "north"):
        assert said in shown
    assert "between us" not in shown
    assert "between us" not in listed
    assert signed_in(staff).post(one, {"number": 9}).status_code == 403
    for address in (one, "/admin/campaigns/pressreport/"):
        assert signed_in(table.moderator).get(address).status_code in (302, 403)
    assert signed_in(staff).get(f"/c/{table.slug}/").status_code == 200
