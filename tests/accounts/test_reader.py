"""An open page and the site tell each other who reads: sessions that are over, and those that last on."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Session, User
from accounts.sessions import PUT_OFF_EVERY, SessionStore, put_off, stored

pytestmark = pytest.mark.django_db
READER = "/about/"
SAID = {"reason": "The line is down there, and nobody knows for how long.", "power": "north"}


def end_of(client: Client) -> Any:
    return Session.objects.get(pk=stored(client.cookies["sessionid"].value)).expire_date


class TestWhoReads:
    """Scripts say for whom their page was made."""

    def test_the_same_reader_goes_on(self, aurelia: User, signed_in: Client) -> None:
        page = signed_in.get("/").content.decode()
        assert f'data-reader="{aurelia.pk}"' in page
        assert signed_in.get(READER, headers={"Reader": str(aurelia.pk)}).status_code == 200

    def test_whoever_was_signed_out_is_told_so_and_nothing_is_done(
        self, aurelia: User, signed_in: Client
    ) -> None:
        signed_in.logout()
        answer = signed_in.post("/new/", SAID, headers={"Reader": str(aurelia.pk)})
        assert answer.status_code == 401
        assert answer.headers["Reader"] == ""
        assert answer.content == b""

    def test_a_page_of_somebody_else_does_nothing_in_ones_name(self, signed_in: Client) -> None:
        other = User.objects.create_user(username="other")
        answer = signed_in.get("/", headers={"Reader": str(other.pk)})
        assert answer.status_code == 401
        assert answer.headers["Reader"] != str(other.pk)

    def test_a_visitors_page_is_told_that_somebody_signed_in(self, signed_in: Client) -> None:
        assert signed_in.get(READER, headers={"Reader": ""}).status_code == 401
        assert Client().get(READER, headers={"Reader": ""}).status_code == 200


class TestASessionThatIsUsed:
    """It lasts on, with its cookie, and no more often than daily."""

    def test_it_lasts_as_long_again(self, signed_in: Client) -> None:
        first = end_of(signed_in)
        signed_in.get("/")
        assert end_of(signed_in) == first
        with time_machine.travel(timezone.now() + PUT_OFF_EVERY * 3, tick=False):
            answer = signed_in.get("/")
            assert end_of(signed_in) >= first + PUT_OFF_EVERY * 2
            cookie = answer.cookies["sessionid"]
            left = end_of(signed_in) - timezone.now()
            assert abs(left - timedelta(seconds=cookie["max-age"])) < timedelta(minutes=1)
            assert cookie["httponly"]
            assert cookie["samesite"] == "Lax"
            assert "sessionid" not in signed_in.get("/").cookies

    def test_one_that_has_ended_meanwhile_stays_ended(self, signed_in: Client) -> None:
        session = SessionStore(signed_in.cookies["sessionid"].value)
        session.load()
        with time_machine.travel(timezone.now() + PUT_OFF_EVERY * 3, tick=False):
            Session.objects.all().delete()
            assert not put_off(session)
        assert not Session.objects.exists()

    def test_one_that_nobody_uses_ends(self, signed_in: Client, aurelia: User) -> None:
        with time_machine.travel(end_of(signed_in) + timedelta(minutes=1), tick=False):
            answer = signed_in.get(READER, headers={"Reader": str(aurelia.pk)})
            assert answer.status_code == 401


class TestAFormThatComesTooLate:
    """What it held is shown, and can be sent again."""

    def test_by_somebody_who_was_signed_out(self, client: Client) -> None:
        answer = client.post("/new/", SAID)
        assert answer.status_code == 401
        page = answer.content.decode()
        assert SAID["reason"] in page
        assert 'name="power" value="north"' in page
        assert 'action="/new/"' in page
        assert answer.headers["Cache-Control"] == "no-store"

    def test_who_signs_in_first_goes_on_where_the_form_stood(self, client: Client) -> None:
        stood_on = "http://testserver/campaigns/?page=2"
        answer = client.post("/c/somewhere/desk/extend/", SAID, headers={"Referer": stood_on})
        page = answer.content.decode()
        assert 'href="/accounts/sign-in/?next=/campaigns/%3Fpage%3D2"' in page
        assert "next=/c/somewhere/desk/extend/" not in page

    def test_by_somebody_who_has_signed_in_since(self, aurelia: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(aurelia)
        answer = client.post(
            "/new/",
            SAID | {"csrfmiddlewaretoken": "of-before"},
            headers={"Origin": "http://testserver"},
        )
        assert answer.status_code == 403
        page = answer.content.decode()
        assert SAID["reason"] in page
        assert "of-before" not in page
        assert "signed in since" in page

    def test_of_another_site_nothing_is_shown(self, aurelia: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(aurelia)
        for origin in ({"Origin": "https://elsewhere.example"}, {}):
            answer = client.post("/new/", SAID, headers=origin)
            assert answer.status_code == 403
            assert SAID["reason"] not in answer.content.decode()

    def test_a_secret_is_not_kept(self) -> None:
        client = Client(enforce_csrf_checks=True)
        form = {"username": "aurelia", "password": "a long pass phrase"}
        answer = client.post("/accounts/sign-in/", form, headers={"Origin": "http://testserver"})
        assert answer.status_code == 403
        assert form["password"] not in answer.content.decode()

    def test_a_secret_is_not_kept_either_where_one_has_to_sign_in(self, client: Client) -> None:
        form = {"kind": "matrix", "token": "syt_of-somebody"}
        answer = client.post("/news/settings/", form)
        assert answer.status_code == 401
        assert form["token"] not in answer.content.decode()
        assert "secret" in answer.content.decode()

    def test_what_a_browser_signed_is_no_word_of_anybodys(self, client: Client) -> None:
        page = client.post("/new/", SAID | {"seat_nonce": "0a" * 32}).content.decode()
        assert page.count("0a" * 32) == 1, "in the form alone"

    def test_an_invitation_is_taken_afterwards(self, client: Client) -> None:
        form = {
            "powers": ["north", "south"],
            "invitation": "of-the-link",
            "next": "/join/of-the-link/",
        }
        answer = client.post("/c/a-table/join/", form)
        assert answer.status_code == 401
        page = answer.content.decode()
        assert 'action="/c/a-table/join/"' in page
        for value in ("north", "south", "of-the-link"):
            assert f'value="{value}"' in page


class TestAFormOfSomebodyElse:
    """In one browser two people sign in, and a page of the first is still open."""

    def test_it_does_nothing_and_shows_nothing(self, aurelia: User, signed_in: Client) -> None:
        other = User.objects.create_user(username="other")
        form = SAID | {"for_reader": str(other.pk), "name": "Aurelia the Second"}
        answer = signed_in.post("/accounts/me/", form)
        assert answer.status_code == 401
        assert SAID["reason"] not in answer.content.decode()
        assert "somebody else" in answer.content.decode()

    def test_ones_own_is_done(self, aurelia: User, signed_in: Client) -> None:
        form = {"title": "", "for_reader": str(aurelia.pk)}
        assert signed_in.post("/new/", form).status_code == 422

    def test_one_that_is_sent_again_is_still_theirs(self, aurelia: User, client: Client) -> None:
        form = SAID | {"for_reader": "77"}
        page = client.post("/new/", form).content.decode()
        assert 'name="for_reader" value="77"' in page
        assert page.count("for_reader") == 1
