"""Whoever guesses passwords, floods or locks others out: the scripts of an adversary, and what stops them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from django.contrib.auth import authenticate
from django.db import connections
from django.test import Client, RequestFactory

from accounts import limits, services
from accounts.models import Count, KnownAddress, User
from config.settings.limits import LIMITS, with_own
from tests.support.accounts import PASSWORD

pytestmark = pytest.mark.django_db
HOME, ATTACKER = "192.0.2.7", "203.0.113.9"


def sign_in(name: str, password: str, address: str = ATTACKER, **headers: str):
    return Client(REMOTE_ADDR=address).post(
        "/accounts/sign-in/", {"username": name, "password": password}, headers=headers
    )


def guess(times: int, name: str = "aurelia", address: str = ATTACKER) -> list[int]:
    return [sign_in(name, f"guess {n}", address).status_code for n in range(times)]


@pytest.fixture(params=["redis", "database"])
def counting(request, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything below holds whether Redis counts or, without it, the database."""
    if request.param == "database":
        monkeypatch.setattr(limits, "_rest", {"until": 0.0})

        def away(*_: object, **__: object) -> None:
            raise redis.ConnectionError("no such server")

        monkeypatch.setattr(limits.RedisStorage, "incr", away)
        monkeypatch.setattr(limits.RedisStorage, "get", away)
        monkeypatch.setattr(limits.RedisStorage, "clear", away)
    return str(request.param)


def test_ten_wrong_passwords_close_the_door_and_say_for_how_long(
    aurelia: User, counting: str
) -> None:
    assert guess(10) == [200] * 10
    stopped = sign_in("aurelia", PASSWORD)

    assert stopped.status_code == 429
    assert 800 <= int(stopped["Retry-After"]) <= 901
    assert "no-store" in stopped["Cache-Control"]
    assert "Try again in 15 minutes" in stopped.content.decode()
    assert Count.objects.exists() == (counting == "database")


def test_rotating_capitals_and_look_alikes_is_one_name(aurelia: User, counting: str) -> None:
    names = ["aurelia", "Aurelia", "AURELIA", "aURELIA", "aurelıa", "ＡＵＲＥＬＩＡ", " aurelia "]
    answers = [sign_in(names[n % len(names)], f"guess {n}").status_code for n in range(11)]

    assert answers == [200] * 10 + [429]
    assert {sign_in(name, PASSWORD).status_code for name in names} == {429}


def test_a_header_of_ones_own_makes_no_new_address(aurelia: User) -> None:
    for n in range(10):
        forged = {"X-Forwarded-For": f"198.51.100.{n}", "X-Real-IP": f"198.51.100.{n}"}
        forged["Forwarded"] = f"for=198.51.100.{n}"
        assert sign_in("aurelia", f"guess {n}", **forged).status_code == 200
    assert sign_in("aurelia", PASSWORD, **{"X-Forwarded-For": "198.51.100.99"}).status_code == 429


@pytest.mark.long
def test_one_address_cannot_try_name_after_name(aurelia: User, counting: str) -> None:
    answers = [sign_in(f"name{n}", "password1").status_code for n in range(51)]

    assert answers == [200] * 50 + [429]
    assert sign_in("aurelia", PASSWORD).status_code == 429
    assert sign_in("aurelia", PASSWORD, HOME).status_code == 302


def test_a_household_of_addresses_is_one(aurelia: User) -> None:
    for n in range(10):
        assert sign_in("aurelia", "a guess", f"2001:db8::{n}").status_code == 200
    assert sign_in("aurelia", PASSWORD, "2001:db8::ffff").status_code == 429
    assert sign_in("aurelia", PASSWORD, "2001:db8:0:1::1").status_code == 302


@pytest.mark.long
def test_many_addresses_cannot_share_the_guessing_and_lock_nobody_out_at_home(
    aurelia: User, counting: str
) -> None:
    assert sign_in("aurelia", PASSWORD, HOME).status_code == 302
    answers = [sign_in("Aurelia", "a guess", f"203.0.113.{n}").status_code for n in range(101)]

    assert answers == [200] * 100 + [429]
    assert sign_in("aurelia", PASSWORD, "203.0.113.200").status_code == 429
    assert sign_in("aurelia", PASSWORD, HOME).status_code == 302


@pytest.mark.long
def test_others_at_the_same_address_lock_nobody_out_who_signed_in_there(aurelia: User) -> None:
    sign_in("aurelia", PASSWORD, HOME)
    for n in range(60):
        sign_in(f"name{n}", "password1", HOME)
    assert sign_in("name61", "password1", HOME).status_code == 429
    assert sign_in("aurelia", PASSWORD, HOME).status_code == 302


def test_an_address_that_is_known_gives_no_more_guesses(aurelia: User) -> None:
    sign_in("aurelia", PASSWORD, HOME)
    assert guess(11, address=HOME) == [200] * 10 + [429]


@pytest.mark.long
def test_signing_in_counts_from_nothing_again_for_that_name_alone(aurelia: User) -> None:
    services.register(username="mine", password=PASSWORD)
    for _ in range(5):
        guess(9, "aurelia")
        assert sign_in("aurelia", PASSWORD).status_code == 302
    # An account of one's own does not wipe out what one guessed for others.
    guess(4, "borealis")
    for _ in range(3):
        assert sign_in("mine", PASSWORD).status_code == 302
    assert guess(2, "borealis") == [200, 429]


@pytest.mark.django_db(transaction=True)
def test_many_guesses_at_once_are_no_more_guesses(aurelia: User, clean_redis) -> None:
    def one(n: int) -> int:
        try:
            return int(sign_in("aurelia", f"guess {n}").status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(one, range(40)))
    assert (answers.count(200), answers.count(429)) == (10, 30)


def test_the_pages_that_ask_again_for_the_password_are_the_same_door(aurelia: User) -> None:
    client = Client(REMOTE_ADDR=ATTACKER)
    client.force_login(aurelia)
    asking = [
        ("/accounts/me/email/", {"email": "thief@example.org"}),
        ("/accounts/me/delete/", {}),
        ("/accounts/me/tokens/", {"name": "x", "scopes": ["read"]}),
    ]
    for n in range(9):
        address, fields = asking[n % 3]
        assert client.post(address, fields | {"password": f"guess {n}"}).status_code == 200
    new = {"new_password1": "another-1940-word", "new_password2": "another-1940-word"}
    wrong = client.post("/accounts/me/password/", new | {"old_password": "a guess"})
    assert "Nothing was changed" in wrong.content.decode()
    for address, fields in asking:
        assert client.post(address, fields | {"password": PASSWORD}).status_code == 429
    right = new | {"old_password": PASSWORD}
    assert client.post("/accounts/me/password/", right).status_code == 429
    assert sign_in("aurelia", PASSWORD).status_code == 429

    aurelia.refresh_from_db()
    assert aurelia.is_active
    assert aurelia.email == "aurelia@example.org"


def test_no_way_to_ask_for_a_password_goes_round_the_door(aurelia: User) -> None:
    request = RequestFactory(REMOTE_ADDR=ATTACKER).post("/")
    for _ in range(10):
        assert authenticate(request, username="AURELIA", password="a guess") is None
    with pytest.raises(limits.TooOften):
        authenticate(request, username="aurelia", password=PASSWORD)


def test_the_admin_site_has_no_door_of_its_own(aurelia: User) -> None:
    credentials = {"username": "aurelia", "password": "a guess", "next": "/admin/"}
    for path in ("/admin/", "/admin/login/"):
        # A form that is sent without a session gets a page that leads to signing in.
        late = Client().post(path, credentials)
        assert late.status_code == 401 or late["Location"].startswith("/admin/")
        assert "sessionid" not in late.cookies
        answer = Client().get(path)
        assert answer.status_code == 302
        while answer["Location"].startswith("/admin/"):
            answer = Client().get(answer["Location"])
        assert answer["Location"].startswith("/accounts/sign-in/?next=%2Fadmin%2F")


@pytest.mark.long
def test_signing_up_and_asking_for_letters_has_an_end(
    client: Client, aurelia: User, mailoutbox, counting: str
) -> None:
    for n in range(20):
        client.post("/accounts/sign-up/", {"username": f"flood{n}"})
    assert client.post("/accounts/sign-up/", {"username": "one more"}).status_code == 429

    asked = {"email": "Aurelia@Example.org"}
    answers = {client.post("/accounts/password-reset/", asked)["Location"] for _ in range(20)}
    # What becomes of a letter is not told.
    assert answers == {"/accounts/password-reset/sent/"}
    assert len(mailoutbox) == 3
    assert client.post("/accounts/password-reset/", asked).status_code == 429


def test_neither_redis_nor_the_database_holds_names_or_addresses(
    aurelia: User, clean_redis, counting: str
) -> None:
    sign_in("aurelia", PASSWORD, HOME)
    guess(3)
    written = str(list(Count.objects.values())) + str(list(KnownAddress.objects.values()))
    written += str(clean_redis.keys("*limits*"))
    for clear in ("aurelia", HOME, ATTACKER):
        assert clear not in written


@pytest.mark.long
def test_addresses_that_are_remembered_are_few_and_go_with_the_account(aurelia: User) -> None:
    for n in range(60):
        sign_in("aurelia", PASSWORD, f"198.51.100.{n}")
    assert aurelia.known_addresses.count() == 50
    services.delete_account(aurelia.pk)
    assert not KnownAddress.objects.exists()


def test_a_silent_redis_is_asked_once_and_then_left_alone(
    aurelia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def silent(*_: object, **__: object) -> None:
        asked.append(1)
        raise redis.TimeoutError("silence")

    monkeypatch.setattr(limits, "_rest", {"until": 0.0})
    monkeypatch.setattr(limits.RedisStorage, "incr", silent)
    assert sign_in("aurelia", PASSWORD).status_code == 302
    assert len(asked) == 1


def test_an_operators_limits_replace_single_ones_and_mistakes_are_named() -> None:
    assert with_own("") == LIMITS
    assert (
        with_own("api=5 per minute, seal=9 per hour;99 per day")["seal"] == "9 per hour;99 per day"
    )
    for wrong in ("nonsense", "tea=5 per minute", "api=often"):
        with pytest.raises(Exception, match="LIMITS"):
            with_own(wrong)
