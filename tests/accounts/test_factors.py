"""Passkeys, authenticator apps and recovery codes, as somebody at a browser uses them."""

import re
import time
from base64 import urlsafe_b64encode
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.management import call_command
from django.test import Client

from accounts import alerts, factors, guests, page_access, sealed, services
from accounts.models import Session, User
from config.data.seal_key_check import require_seal_keys
from tests.accounts.soft_key import SoftKey
from tests.support.accounts import PASSWORD

pytestmark = pytest.mark.django_db
KEY = urlsafe_b64encode(b"k" * 32).decode()
ME = "/accounts/me/security/"


@pytest.fixture
def at_home(client: Client, aurelia: User) -> Client:
    """Signed in, and has just shown that it is her."""
    client.force_login(aurelia)
    confirm(client)
    return client


def post(client: Client, path: str, data: dict[str, str] | None = None, **more: Any) -> Any:
    return client.post(path, data or {}, secure=True, **more)


def confirm(client: Client, password: str = PASSWORD) -> Any:
    return post(client, "/accounts/me/confirm/", {"password": password})


def sign_in(client: Client, password: str = PASSWORD, **more: str) -> Any:
    return post(client, "/accounts/sign-in/", {"username": "aurelia", "password": password, **more})


def is_in(client: Client) -> bool:
    return client.get("/accounts/me/").status_code == 200


def code_of(secret: str, later: int = 0) -> str:
    return format_hotp_value(hotp_value(secret.replace(" ", ""), int(time.time()) // 30 + later))


def set_up_app(client: Client) -> tuple[str, list[str]]:
    """An app, set up through the page: its secret, and the recovery codes that came with it."""
    secret = post(client, f"{ME}app/").context["secret"]
    done = post(client, f"{ME}app/", {"code": code_of(secret)})
    return secret.replace(" ", ""), done.context["made"]


def options(client: Client, **asked: str) -> dict[str, Any]:
    answer = post(client, "/accounts/sign-in/passkey/options/", asked)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def set_up_passkey(client: Client, name: str = "My phone", **how: Any) -> SoftKey:
    key = SoftKey(**how)
    made = key.made(options(client, add="yes"))
    post(client, f"{ME}passkeys/", {"name": name, "credential": made})
    return key


# --- An app -----------------------------------------------------------------------------------------


def test_signing_in_asks_for_the_code_of_the_app_after_the_password(at_home: Client) -> None:
    secret, _codes = set_up_app(at_home)
    elsewhere = Client()
    asked = sign_in(elsewhere, next="/accounts/me/tokens/")
    assert asked["Location"] == "/accounts/sign-in/code/"
    assert not is_in(elsewhere)

    assert post(elsewhere, asked["Location"], {"code": "000000"}).status_code == 200
    assert not is_in(elsewhere)
    done = post(elsewhere, asked["Location"], {"code": code_of(secret, later=1)})
    assert done["Location"] == "/accounts/me/tokens/"
    assert is_in(elsewhere)


def test_a_code_counts_once(at_home: Client) -> None:
    secret, _codes = set_up_app(at_home)
    code = code_of(secret, later=1)
    for place, wanted in enumerate((302, 200)):
        elsewhere = Client()
        sign_in(elsewhere)
        answer = post(elsewhere, "/accounts/sign-in/code/", {"code": code})
        assert answer.status_code == wanted, place
        assert is_in(elsewhere) is (wanted == 302)


def test_codes_are_not_guessed_without_end(at_home: Client, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "code": "2 per hour"}
    secret, _codes = set_up_app(at_home)
    elsewhere = Client()
    sign_in(elsewhere)
    for wanted in (200, 200, 429):
        assert post(elsewhere, "/accounts/sign-in/code/", {"code": "1"}).status_code == wanted
    answer = post(elsewhere, "/accounts/sign-in/code/", {"code": code_of(secret, later=1)})
    assert answer.status_code == 429
    assert not is_in(elsewhere)


def test_codes_guessed_elsewhere_lock_nobody_out_where_they_have_been(
    at_home: Client, aurelia: User, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "code-person": "1 per hour"}
    secret, _codes = set_up_app(at_home)
    home = Client()
    sign_in(home)
    post(home, "/accounts/sign-in/code/", {"code": code_of(secret, later=1)})
    for wanted in (200, 429):
        guessing = Client(REMOTE_ADDR="192.0.2.7")
        sign_in(guessing)
        assert post(guessing, "/accounts/sign-in/code/", {"code": "1"}).status_code == wanted
    again = Client()
    sign_in(again)
    assert post(again, "/accounts/sign-in/code/", {"code": "1"}).status_code == 200


def test_a_recovery_code_signs_in_once_and_is_told_of(at_home: Client, aurelia: User) -> None:
    _secret, codes = set_up_app(at_home)
    assert len(set(codes)) == 10
    for wanted in (True, False):
        elsewhere = Client()
        sign_in(elsewhere)
        post(elsewhere, "/accounts/sign-in/code/", {"code": f"{codes[0][:4]} {codes[0][4:]}"})
        assert is_in(elsewhere) is wanted
    assert factors.of(aurelia.pk).codes == 9
    assert "code-used" in aurelia.alerts.values_list("kind", flat=True)


def test_recovery_codes_are_shown_once_and_new_ones_end_the_old(
    at_home: Client, aurelia: User
) -> None:
    _secret, codes = set_up_app(at_home)
    assert codes[0] not in at_home.get(f"{ME}codes/").content.decode()
    fresh = post(at_home, f"{ME}codes/").context["made"]
    assert not set(fresh) & set(codes)
    assert factors.use_code(aurelia.pk, codes[0]) is None
    assert factors.use_code(aurelia.pk, fresh[0]) is not None


def test_switching_the_app_off_ends_the_second_step_and_its_codes(
    at_home: Client, aurelia: User
) -> None:
    set_up_app(at_home)
    post(at_home, f"{ME}app/", {"off": "1"})
    assert not Authenticator.objects.exists()
    elsewhere = Client()
    sign_in(elsewhere)
    assert is_in(elsewhere)


def test_starting_over_forgets_the_password_that_was_given(at_home: Client) -> None:
    set_up_app(at_home)
    elsewhere = Client()
    sign_in(elsewhere)
    assert elsewhere.get("/accounts/sign-in/").status_code == 302
    post(elsewhere, "/accounts/sign-in/code/", {"cancel": "1"})
    assert elsewhere.get("/accounts/sign-in/").status_code == 200
    assert post(elsewhere, "/accounts/sign-in/code/", {"code": "1"}).status_code == 302


def test_the_picture_has_nothing_inline_and_says_what_an_app_has_to_know(at_home: Client) -> None:
    page = post(at_home, f"{ME}app/")
    text = page.content.decode()
    assert re.search(r'<svg class="qr"[^>]*>\s*<rect [^>]*/>\s*<path d="M[^"]+" fill="#000"', text)
    assert " style=" not in text
    assert page.context["address"].startswith("otpauth://totp/aurelia?secret=")
    assert "example.org" not in page.context["address"]


# --- Passkeys ---------------------------------------------------------------------------------------


def test_a_passkey_signs_in_without_a_password(at_home: Client, aurelia: User) -> None:
    key = set_up_passkey(at_home)
    assert [one.name for one in factors.of(aurelia.pk).passkeys] == ["My phone"]

    elsewhere = Client()
    shown = key.shown(options(elsewhere))
    done = post(
        elsewhere,
        "/accounts/sign-in/passkey/",
        {"credential": shown, "next": "/accounts/me/tokens/"},
    )
    assert done["Location"] == "/accounts/me/tokens/"
    assert is_in(elsewhere)
    # The same answer to a challenge that is over signs nobody in.
    again = Client()
    options(again)
    post(again, "/accounts/sign-in/passkey/", {"credential": shown})
    assert not is_in(again)


def test_no_name_of_a_passkey_is_cut_off(at_home: Client, aurelia: User) -> None:
    with pytest.raises(ValidationError, match="at most 60 letters"):
        factors.add_passkey(aurelia.pk, name="a" * 61, credential={})
    page = post(at_home, f"{ME}passkeys/", {"name": "b" * 61, "credential": "{}"})
    assert "b" * 61 in page.content.decode()
    assert page.context["form"].errors["name"]


def test_with_a_passkey_the_password_alone_signs_nobody_in(at_home: Client) -> None:
    key = set_up_passkey(at_home)
    elsewhere = Client()
    assert sign_in(elsewhere)["Location"] == "/accounts/sign-in/code/"
    assert not is_in(elsewhere)
    post(elsewhere, "/accounts/sign-in/code/", {"credential": key.shown(options(elsewhere))})
    assert is_in(elsewhere)


@pytest.mark.parametrize(
    "what", ["of another", "of another site", "unlooked", "nonsense", "{}", "[]", ""]
)
def test_what_is_no_passkey_of_this_account_signs_nobody_in(at_home: Client, what: str) -> None:
    key = set_up_passkey(at_home)
    elsewhere = Client()
    asked = options(elsewhere)
    other = SoftKey()
    other.user, other.id = key.user, key.id
    unlooked = SoftKey(looks=False)
    unlooked.user, unlooked.id, unlooked.key = key.user, key.id, key.key
    sent = {
        "of another": lambda: other.shown(asked),
        "of another site": lambda: key.shown(asked, origin="https://elsewhere.example"),
        "unlooked": lambda: unlooked.shown(asked),
    }.get(what, lambda: what)()
    answer = post(elsewhere, "/accounts/sign-in/passkey/", {"credential": sent})
    assert answer["Location"] == "/accounts/sign-in/"
    assert not is_in(elsewhere)


def test_a_passkey_that_asks_for_nothing_is_not_kept(at_home: Client, aurelia: User) -> None:
    set_up_passkey(at_home, looks=False)
    assert not factors.of(aurelia.pk).passkeys


def test_a_passkey_is_removed_by_its_owner_alone(at_home: Client, aurelia: User) -> None:
    key = set_up_passkey(at_home)
    [passkey] = factors.of(aurelia.pk).passkeys
    other = services.register(username="borealis", password=PASSWORD)
    assert not factors.remove_passkey(other.pk, passkey.number)
    post(at_home, f"{ME}passkeys/", {"remove": str(passkey.number)})
    elsewhere = Client()
    post(elsewhere, "/accounts/sign-in/passkey/", {"credential": key.shown(options(elsewhere))})
    assert not is_in(elsewhere)
    assert not Authenticator.objects.exists()


def test_a_passkey_of_a_closed_account_signs_nobody_in(at_home: Client, aurelia: User) -> None:
    key = set_up_passkey(at_home)
    User.objects.filter(pk=aurelia.pk).update(is_active=False)
    elsewhere = Client()
    answer = post(
        elsewhere, "/accounts/sign-in/passkey/", {"credential": key.shown(options(elsewhere))}
    )
    assert answer["Location"] == "/accounts/sign-in/"
    assert not is_in(elsewhere)


# --- Who may change it ------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["passkeys/", "app/", "codes/"])
def test_an_open_browser_is_not_enough_to_change_how_one_signs_in(
    client: Client, aurelia: User, page: str
) -> None:
    client.force_login(aurelia)
    for method in ("get", "post"):
        answer = getattr(client, method)(ME + page)
        assert answer["Location"] == page_access.confirming(ME + page)
    assert confirm(client, "a wrong one").status_code == 200
    assert client.get(ME + page).status_code == 302
    confirm(client)
    assert client.get(ME + page).status_code == 200


def test_a_wrong_password_counts_there_as_everywhere(
    client: Client, aurelia: User, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "password": "1 per hour"}
    client.force_login(aurelia)
    assert [confirm(client, "wrong").status_code for _ in range(2)] == [200, 429]


def test_nothing_that_was_sent_waits_in_the_session(client: Client, aurelia: User) -> None:
    client.force_login(aurelia)
    post(client, f"{ME}app/", {"code": "123456", "password": PASSWORD})
    assert PASSWORD not in str(client.session.load())


def test_a_guest_signs_up_first(client: Client) -> None:
    client.force_login(guests.welcome())
    for page in ("", "passkeys/", "app/", "codes/"):
        assert client.get(ME + page)["Location"] == "/accounts/sign-up/"
    assert post(client, "/accounts/sign-in/passkey/options/").status_code == 403


# --- What is kept -----------------------------------------------------------------------------------


def test_nothing_kept_of_apps_and_codes_signs_anybody_in(at_home: Client, aurelia: User) -> None:
    """Neither the tables nor the session, which lies there in the clear, hold a secret or a code."""
    secret = post(at_home, f"{ME}app/").context["secret"].replace(" ", "")
    kept = [SessionStore().decode(one.session_data) for one in Session.objects.all()]
    assert secret not in str(kept)
    done = post(at_home, f"{ME}app/", {"code": code_of(secret)})
    kept = [SessionStore().decode(one.session_data) for one in Session.objects.all()]
    told = str([one.data for one in Authenticator.objects.all()]) + str(kept)
    assert secret not in told
    assert not [code for code in done.context["made"] if code in told]


def test_every_change_is_told_by_letter_and_a_letter_tells_no_secret(
    at_home: Client, aurelia: User
) -> None:
    secret, codes = set_up_app(at_home)
    set_up_passkey(at_home)
    post(at_home, f"{ME}codes/")
    [passkey] = factors.of(aurelia.pk).passkeys
    post(at_home, f"{ME}passkeys/", {"remove": str(passkey.number)})
    post(at_home, f"{ME}app/", {"off": "1"})
    aurelia.set_password("another-1940-word")
    aurelia.save()
    kinds = set(aurelia.alerts.values_list("kind", flat=True))
    assert kinds >= {"app-on", "passkey-added", "codes", "passkey-removed", "app-off", "password"}

    assert alerts.send_due() == len(mail.outbox) > 5
    assert not aurelia.alerts.exists()
    for letter in mail.outbox:
        assert letter.to == ["aurelia@example.org"]
        assert not [word for word in (secret, PASSWORD, *codes) if word in letter.body]


def test_the_library_that_keeps_clear_session_keys_is_not_there(settings: Any) -> None:
    assert "allauth.usersessions" not in settings.INSTALLED_APPS
    with pytest.raises(ImproperlyConfigured):
        import_module("allauth.usersessions.models")


# --- Changing the keys of the site ------------------------------------------------------------------


def test_secrets_move_to_a_new_key_of_the_site(
    at_home: Client, aurelia: User, settings: Any
) -> None:
    old = settings.SEAL_KEYS
    secret, codes = set_up_app(at_home)
    [before] = sealed.needed()
    settings.SEAL_KEYS = f"{KEY},{old}"
    assert "Sealed 2 sign-in secrets" in seal_keys()
    assert before not in sealed.needed()
    assert "Sealed" not in seal_keys()

    settings.SEAL_KEYS = KEY
    require_seal_keys()
    assert factors.use_code(aurelia.pk, codes[0]) is not None
    assert factors.use_code(aurelia.pk, code_of(secret, later=1)) is not None


def test_the_site_does_not_start_without_a_key_that_somebody_signs_in_with(
    at_home: Client, aurelia: User, settings: Any
) -> None:
    old = settings.SEAL_KEYS
    set_up_app(at_home)
    [name] = sealed.needed()
    settings.SEAL_KEYS = KEY
    with pytest.raises(ImproperlyConfigured, match=f"{name}: sign-in secrets of 1 account lie"):
        require_seal_keys()
    assert "IT IS MISSING" in seal_keys("--dry-run")

    assert "of 1 accounts are taken away" in seal_keys("--give-up", name)
    require_seal_keys()
    assert not factors.of(aurelia.pk).any
    assert "lost" in aurelia.alerts.values_list("kind", flat=True)
    settings.SEAL_KEYS = old


def seal_keys(*arguments: str) -> str:
    said = StringIO()
    call_command("seal-keys", *arguments, stdout=said)
    return said.getvalue()
