"""The one table of addresses is whole, and a new address is one row of it (`support/addresses.yaml`)."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, resolve
from django.views.decorators.http import require_http_methods
from rest_framework.response import Response

from campaigns.api.wire.answers import ApiView
from config import urls
from tests.fuzz import world
from tests.secrecy import doors
from tests.security import walking
from tests.support import addresses
from tests.support.pages import roles
from tests.support.pages import routes as site
from tests.support.pages.routes import routes

SLUGS = dict.fromkeys(
    (
        *("war", "display", "commerce", "house", "told", "war_told", "commerce_told", "house_told"),
        "history",
        *("guided", "gathering", "paused", "overdue", "late", "sealed", "invited"),
    ),
    "a-b",
) | {"person": "7", "letters": "88905762dc6d", "full": "7"}


def test_every_address_has_one_row_and_every_row_an_address() -> None:
    assert addresses.undecided() == []


def test_what_is_left_undecided_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    there = routes(admin=True)
    new = replace(
        next(one for one in there if one.name == "frontend:lobby"), name="frontend:new-page"
    )
    assert addresses.undecided((*there, new)) == ["frontend:new-page has no row"]
    gone = tuple(one for one in there if one.name != "frontend:inbox-count")
    assert addresses.undecided(gone) == ["frontend:inbox-count is no address"]
    for lacks, row in {
        "must be asked, be tried or say why not (secrecy)": addresses.Address(no_page="A part"),
        "must have pages or say why not (pages, no_page)": addresses.Address(
            secrecy=addresses.Secrecy(asked=True)
        ),
    }.items():
        monkeypatch.setitem(addresses.ROWS, "frontend:about", row)
        assert addresses.undecided() == [f"frontend:about {lacks}"]
    text = addresses.FILE.read_text("utf-8")
    with pytest.raises(ValueError, match="are the rows"):
        addresses.read(f"{text}healthz:\n  GET: {{all: ok}}\n")


@pytest.mark.parametrize("name", [name for name, row in addresses.ROWS.items() if row.pages])
def test_a_picture_is_of_its_own_address(name: str) -> None:
    for kind in addresses.row(name).pages:
        where, _, _ = kind.path.format(**SLUGS).partition("?")
        assert resolve(where).view_name == name


def test_writing_what_is_allowed_leaves_the_rest_of_the_table() -> None:
    text = addresses.FILE.read_text("utf-8")
    assert addresses.with_answers(text, {}) == text
    was = addresses.row("frontend:about")
    written = addresses.with_answers(text, {"frontend:about": {"GET": {"all": "refused"}}})
    rows = addresses.read(written)
    assert rows.pop("frontend:about").may == {"GET": {"all": "refused"}}
    assert rows == {name: row for name, row in addresses.ROWS.items() if row is not was}
    assert len(text.splitlines()) == len(written.splitlines())


# --- A new address -----------------------------------------------------------------------------------------

PAGE, PROGRAM = "pigeons", "api-pigeons"


@require_http_methods(["GET", "POST"])
def pigeons(request: HttpRequest, slug: str) -> HttpResponse:
    """A page that everybody may read, and only staff may write."""
    allowed = request.method == "GET" or (request.user.is_staff and request.POST["bird"] == "grey")
    return HttpResponse(f"The pigeons of {slug}", status=200 if allowed else 403)


class Pigeons(ApiView):
    """The same for programs."""

    def get(self, request: Any, slug: str) -> Response:
        """The pigeons of a campaign."""
        return Response({"pigeons": slug})


urlpatterns = [
    path("c/<slug:slug>/pigeons/", pigeons, name=PAGE),
    path("api/campaigns/<slug:slug>/pigeons/", Pigeons.as_view(), name=PROGRAM),
    *urls.urlpatterns,
]
ROWS = f"""
{PAGE}:
  GET: {{all: ok}}
  POST: {{all: refused, staff: ok}}
  body: {{bird: [grey, white], power: $power}}
  form: seldom
  secrecy: {{asked: true, queries: ["?q=a"], tried: true, game: true}}
  pages:
    - {{path: "/c/{{war}}/pigeons/", keys: true}}
{PROGRAM}:
  GET: {{all: ok}}
  secrecy: {{elsewhere: says nothing of a campaign}}
"""


@pytest.fixture
def two_rows(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The site with two more addresses, a row for each, and nothing else."""
    settings.ROOT_URLCONF = __name__
    _forget()
    assert addresses.undecided() == [f"{name} has no row" for name in (PROGRAM, PAGE)]
    for name, row in addresses.read(ROWS).items():
        monkeypatch.setitem(addresses.ROWS, name, row)
    assert addresses.undecided() == []
    yield
    _forget()


def _forget() -> None:
    site.routes.cache_clear()
    site.schema.cache_clear()


def route_of(name: str) -> site.Route:
    return next(route for route in routes() if route.name == name)


@pytest.mark.django_db
@pytest.mark.usefixtures("two_rows")
def test_with_its_row_permissions_ask_a_new_address_as_everybody() -> None:
    found = list(roles.table([route_of(PAGE), route_of(PROGRAM)]))
    assert {(name, method) for name, method, _ in found} == {
        (name, method) for name in (PAGE, PROGRAM) for method in addresses.METHODS
    }
    for name, method, answers in found:
        if known := addresses.row(name).may.get(method):
            assert answers == {role: known.get(role, known["all"]) for role in roles.ROLES}


@pytest.mark.django_db
@pytest.mark.usefixtures("two_rows")
def test_with_its_row_the_leak_harness_asks_and_tries_a_new_address() -> None:
    assert PAGE in doors.every_door()
    assert PAGE in doors.of_the_game()
    assert PROGRAM not in doors.every_door()
    table: Any = SimpleNamespace(slugs=["a-b"], hider="germany")
    reader: Any = SimpleNamespace(client=Client(), power="italy")
    got = dict(doors.told_at_the_doors(table, reader, sent=None, only={PAGE, PROGRAM}))
    where = "/c/a-b/pigeons/"
    assert list(got) == [f"{PAGE} {where}", f"{PAGE} {where}?q=a", f"{PAGE} POST {where}"]
    assert all(b"The pigeons of a-b" in answer for answer in got.values())


@pytest.mark.usefixtures("two_rows")
def test_with_its_row_a_new_address_is_fuzzed_photographed_knocked_at_and_in_the_schema() -> None:
    each = world.Set("world_at_war", "a-b", "c-d", {}, {})
    assert route_of(PAGE) in world.pages()
    assert world.address(route_of(PAGE), world.Person("outsider", None), each) == "/c/c-d/pigeons/"
    assert world.seldom(PAGE) == {"bird": ["grey", "white"], "power": ["germany"]}
    (kind,) = (kind for kind in addresses.page_kinds() if "pigeons" in kind.path)
    assert resolve(kind.path.format(**SLUGS)).view_name == PAGE
    assert kind.keys
    own = [door for door in walking.of_a_campaign("a-b") if door.name in (PAGE, PROGRAM)]
    expected = {(PAGE, "/c/a-b/pigeons/"), (PROGRAM, "/api/campaigns/a-b/pigeons/")}
    assert {(door.name, door.address) for door in own} == expected
    described = site.methods_in_schema()
    assert described[site.schema_path(route_of(PROGRAM))] == set(addresses.row(PROGRAM).may)
