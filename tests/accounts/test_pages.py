"""The account pages, as somebody without JavaScript uses them."""

import re

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.middleware import TimeZoneMiddleware
from accounts.models import User
from accounts.urls import urlpatterns
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


def sign_in(client: Client, username: str, password: str, **more: str):
    return client.post("/accounts/sign-in/", {"username": username, "password": password, **more})


def without_tokens(answer) -> str:
    """A page without the form tokens, which differ each time it is made."""
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", answer.content.decode())


def test_whoever_signs_up_is_signed_in_and_goes_where_they_wanted(client: Client) -> None:
    answer = sign_up(client, time_zone="Australia/Sydney", next="/accounts/me/")

    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/me/"
    page = client.get("/accounts/me/").content.decode()
    assert "borealis" in page
    assert str(User.objects.get(username="borealis").time_zone) == "Australia/Sydney"


def test_signing_up_asks_first_for_what_it_needs_and_says_what_comes_then(client: Client) -> None:
    text = client.get("/accounts/sign-up/?next=/c/x/%23seat-south").text
    places = [text.index(f'name="{name}"') for name in ("username", "password2", "email")]
    assert places == sorted(places)
    assert text.count("(optional)") == 2
    assert "At least 8 characters" in text
    assert "take your seat" in text
    assert "take your seat" not in client.get("/accounts/sign-up/").text


def test_each_page_of_an_account_leads_to_the_others_and_marks_itself(
    client: Client, aurelia: User
) -> None:
    def pages(address: str) -> list[tuple[str, bool]]:
        """Where its list of settings leads, and whether that is where one is."""
        listed = BeautifulSoup(client.get(address).text, "html.parser").select(
            'nav[aria-label="Settings"] a'
        )
        return [(link["href"], link.get("aria-current") == "page") for link in listed]

    assert pages("/accounts/sign-in/") == []
    client.force_login(aurelia)
    listed = [address for address, _ in pages("/accounts/me/")]
    assert len(listed) == 9
    for address in listed:
        if address.startswith("/accounts/"):
            assert pages(address) == [(other, other == address) for other in listed]


def test_signing_up_leads_nobody_to_another_site(client: Client) -> None:
    assert sign_up(client, next="https://elsewhere.example/")["Location"] == "/"


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("username", "Aurelia", "already"),
        ("username", "deleted-7", "mark deleted accounts"),
        ("email", "=?utf-8?q?a?=@example.org", "No letter can be sent"),
        ("password2", "something else", "match"),
        ("time_zone", "Europe/Atlantis", "not one of the available choices"),
    ],
)
def test_signing_up_says_what_cannot_be_used(
    client: Client, aurelia: User, field: str, value: str, complaint: str
) -> None:
    answer = sign_up(client, **{field: value})

    assert answer.status_code == 200
    assert complaint in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("field", ["username", "password2", "email"])
def test_whoever_is_refused_goes_on_at_the_first_field_that_is_wrong(
    client: Client, field: str
) -> None:
    answer = sign_up(client, **{field: "no good"})

    [focused] = re.findall(r"<[^>]* autofocus[^>]*>", answer.content.decode())
    assert f'name="{field}"' in focused


def test_signing_in_ignores_capitals_in_the_name(client: Client, aurelia: User) -> None:
    assert sign_in(client, "AURELIA", PASSWORD, next="/accounts/me/")["Location"] == "/accounts/me/"


def test_signing_out_needs_a_form_and_not_a_link(signed_in: Client) -> None:
    assert signed_in.get("/accounts/sign-out/").status_code == 405
    assert signed_in.post("/accounts/sign-out/").status_code == 302
    assert signed_in.get("/accounts/me/").status_code == 302


def test_a_forgotten_password_is_replaced_by_mail(client: Client, aurelia: User) -> None:
    client.post("/accounts/password-reset/", {"email": "aurelia@example.org"})
    [letter] = mail.outbox
    assert letter.subject == "A new password for Chancellery"
    assert letter.to == ["aurelia@example.org"]
    link = re.search(r"http://testserver(/\S+)", letter.body).group(1)

    form = client.get(link, follow=True)
    done = client.post(
        form.request["PATH_INFO"],
        {"new_password1": "another-1940-word", "new_password2": "another-1940-word"},
        follow=True,
    )
    assert done.redirect_chain[-1][0] == "/accounts/sign-in/"
    assert sign_in(Client(), "aurelia", "another-1940-word").status_code == 302
    assert "used already" in Client().get(link, follow=True).content.decode()


def test_asking_for_an_unknown_address_looks_the_same_and_sends_nothing(
    client: Client, aurelia: User
) -> None:
    known = client.post("/accounts/password-reset/", {"email": "aurelia@example.org"}, follow=True)
    unknown = client.post("/accounts/password-reset/", {"email": "nobody@example.org"}, follow=True)

    assert without_tokens(known) == without_tokens(unknown)
    assert len(mail.outbox) == 1


def test_changing_the_address_asks_for_the_password(signed_in: Client, aurelia: User) -> None:
    wrong = {"email": "new@example.org", "password": "a guess"}
    assert "Nothing was changed" in signed_in.post("/accounts/me/email/", wrong).content.decode()
    right = {"email": "new@example.org", "password": PASSWORD}
    assert signed_in.post("/accounts/me/email/", right).status_code == 302

    aurelia.refresh_from_db()
    assert (aurelia.email, aurelia.new_email) == ("aurelia@example.org", "new@example.org")


def test_an_address_is_taken_away_at_once(signed_in: Client, aurelia: User) -> None:
    services.ask_for_email(aurelia.pk, email="new@example.org")
    signed_in.post("/accounts/me/email/", {"email": "", "password": PASSWORD})

    aurelia.refresh_from_db()
    assert (aurelia.email, aurelia.new_email) == ("", "")


def test_deleting_asks_for_the_password_and_signs_out(signed_in: Client, aurelia: User) -> None:
    assert "a former player" in signed_in.get("/accounts/me/delete/").content.decode()
    signed_in.post("/accounts/me/delete/", {"password": "a guess"})
    aurelia.refresh_from_db()
    assert aurelia.is_active

    signed_in.post("/accounts/me/delete/", {"password": PASSWORD})
    aurelia.refresh_from_db()
    assert aurelia.deleted_at is not None
    assert sign_in(Client(), "aurelia", PASSWORD).status_code == 200


def test_a_refused_change_of_profile_does_not_show_as_if_it_were_made(signed_in: Client) -> None:
    answer = signed_in.post("/accounts/me/", {"display_name": "x" * 61, "time_zone": "UTC"})

    assert answer.status_code == 200
    assert answer.context["user"].name == "aurelia"


def test_times_are_read_in_ones_own_zone_and_the_next_reader_is_not_affected(
    rf, aurelia: User
) -> None:
    services.change_profile(aurelia.pk, display_name="", time_zone="Pacific/Auckland")
    middleware = TimeZoneMiddleware(lambda request: HttpResponse())
    request = rf.get("/")
    request.user = User.objects.get(pk=aurelia.pk)

    middleware.process_request(request)
    assert str(timezone.get_current_timezone()) == "Pacific/Auckland"

    request.user = AnonymousUser()
    middleware.process_request(request)
    assert str(timezone.get_current_timezone()) == "UTC"


@pytest.mark.parametrize("name", [page.name for page in urlpatterns])
def test_no_page_of_an_account_is_kept_by_anything(
    signed_in: Client, aurelia: User, name: str
) -> None:
    named: dict[str, dict[str, object]] = {
        "password-reset-confirm": {"uidb64": "MQ", "token": "a-token"},
        "revoke-token": {"number": 1},
        "confirm-email": {"key": "a-key"},
    }
    address = reverse(f"accounts:{name}", kwargs=named.get(name))

    for answer in (signed_in.get(address), Client().get(address)):
        assert "no-store" in answer.headers["Cache-Control"], name


@pytest.mark.parametrize("host", ["testserver:4443", "localhost", "127.0.0.1:99"])
def test_the_mailed_link_leads_to_the_site_and_not_to_the_host_of_the_request(
    client: Client, aurelia: User, settings, host: str
) -> None:
    settings.SITE_ADDRESS = "https://chancellery.example.org/"
    asked = {"email": "aurelia@example.org"}
    client.post("/accounts/password-reset/", asked, headers={"host": host})

    [letter] = mail.outbox
    assert "\nhttps://chancellery.example.org/accounts/password-reset/" in letter.body
    assert host not in letter.body


def test_the_page_behind_a_mailed_link_tells_no_other_site_its_address(
    client: Client, aurelia: User
) -> None:
    client.post("/accounts/password-reset/", {"email": "aurelia@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body).group(1)

    first = client.get(link)
    assert first.headers["Referrer-Policy"] == "strict-origin"
    assert client.get(first["Location"]).headers["Referrer-Policy"] == "strict-origin"
    assert client.get("/join/a-key/").headers["Referrer-Policy"] == "strict-origin"


def test_signing_in_goes_through_the_library_and_keeps_nothing_in_clear(
    client: Client, aurelia: User
) -> None:
    assert sign_in(client, "aurelia", PASSWORD).status_code == 302
    assert client.session["account_authentication_methods"][-1]["method"] == "password"
    assert client.session["_auth_user_backend"] == "accounts.backends.PeopleBackend"
    key = client.session.session_key
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        for (table,) in cursor.fetchall():
            cursor.execute(
                f'SELECT count(*) FROM "{table}" AS t WHERE t::text LIKE %s', [f"%{key}%"]
            )
            assert cursor.fetchone() == (0,), table
        cursor.execute("SELECT count(*) FROM account_emailaddress")
        assert cursor.fetchone() == (0,)
    for app in ("usersessions", "socialaccount"):
        assert f"allauth.{app}" not in settings.INSTALLED_APPS


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "/nowhere"]
)
def test_signing_in_and_out_lead_nobody_to_another_site(
    client: Client, aurelia: User, target: str
) -> None:
    assert sign_in(client, "aurelia", PASSWORD, next=target)["Location"] == "/"
    assert client.get(f"/accounts/sign-in/?next={target}")["Location"] == "/"
    assert client.post(f"/accounts/sign-out/?next={target}")["Location"] == "/"
    assert client.post("/accounts/sign-out/", {"next": target})["Location"] == "/"


def test_a_wrong_password_is_said_on_the_page_and_keeps_the_name(
    client: Client, aurelia: User
) -> None:
    page = sign_in(client, "aurelia", "a guess", next="/accounts/me/")
    assert page.status_code == 200
    html = page.content.decode()
    assert "Username or password is wrong. Try again." in html
    assert 'name="username" value="aurelia"' in html
    assert 'name="next" value="/accounts/me/"' in html
    assert "a guess" not in html
