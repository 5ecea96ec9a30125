"""While Redis is away people sign up and in, read, and are kept from guessing passwords."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from config.settings.limits import LIMITS
from tests.support.programs.site import Site
from tests.support.suite.sample import one_in

pytestmark = pytest.mark.faults

PASSWORD = "marches-and-isles-1939"


class Visitor:
    """Somebody with a browser, as far as cookies and forms go."""

    def __init__(self, site: Site) -> None:
        self.client = httpx.Client(base_url=site.url, timeout=30)

    def open(self, path: str) -> httpx.Response:
        answer = self.client.get(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer

    def send(self, path: str, **form: str) -> httpx.Response:
        page = self.open(path).text
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found is not None
        return self.client.post(path, data={"csrfmiddlewaretoken": found[1], **form})


@contextmanager
def away(site: Site, how: str) -> Iterator[None]:
    """Redis silent; or gone, and nobody there to start it again."""
    if how == "silent":
        with site.frozen("redis"):
            yield
    else:
        with site.frozen("supervisor", alone=True):
            site.kill("redis")
            yield


@pytest.mark.parametrize("how", one_in(2, ["silent", "gone"]))
def test_people_sign_in_and_read(site: Site, how: str) -> None:
    name = f"aurelia-{how}"
    with away(site, how):
        assert httpx.get(f"{site.url}/healthz", timeout=30).json()["redis"] == "down"
        visitor = Visitor(site)
        form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "time_zone": "UTC"}
        assert visitor.send("/accounts/sign-up/", **form).status_code == 302
        visitor.open("/accounts/me/")
        visitor = Visitor(site)
        given = {"username": name, "login": name}
        wrong = visitor.send("/accounts/sign-in/", **given, password="not the one")
        assert wrong.status_code == 200
        right = visitor.send("/accounts/sign-in/", **given, password=PASSWORD)
        assert right.status_code == 302
        assert name in visitor.open("/accounts/me/").text
        visitor.open("/")
    site.wait_until_it_answers()


@pytest.mark.long
@pytest.mark.parametrize("how", one_in(2, ["silent", "gone"]))
def test_guessing_has_its_limit_all_the_same(site: Site, how: str) -> None:
    most = int(LIMITS["password"].split()[0])
    with away(site, how):
        visitor, name = Visitor(site), f"beatrix-{how}"
        codes = [
            visitor.send("/accounts/sign-in/", username=name, login=name, password="x").status_code
            for _ in range(most + 1)
        ]
    assert codes == [200] * most + [429]
    site.wait_until_it_answers()
