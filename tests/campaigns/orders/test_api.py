"""The API does what the pages do, and refuses in the same words."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from django.test import Client

from campaigns.api.wire.answers import RECORDS
from campaigns.models import Campaign
from tests.support.accounts import person
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table, a_campaign


@pytest.fixture
def as_player(table: Table) -> Callable[[str], Client]:
    """A signed-in program of one player."""

    def client(power: str) -> Client:
        signed_in = Client()
        signed_in.force_login(table.players[power])
        return signed_in

    return client


def _post(client: Client, table: Table, path: str, body: Any) -> Any:
    return client.post(f"/api/campaigns/{table.slug}/{path}", body, content_type="application/json")


def test_orders_are_drafted_sealed_and_taken_back(
    table: Table, as_player: Callable[[str], Client]
) -> None:
    north = as_player("north")
    menu = north.get(f"/api/campaigns/{table.slug}/menu/north/").json()
    assert menu["order"] == "place"
    draft = _post(north, table, "orders/north/", {"phase": 1, "order": PLACE}).json()
    assert (draft["draft"], draft["sealed"]) == (PLACE, None)
    sealed = _post(north, table, "orders/north/", {"phase": 1, "order": PLACE, "seal": True}).json()
    assert sealed["sealed"] == PLACE
    assert len(sealed["commitment"]) == 64
    back = north.delete(f"/api/campaigns/{table.slug}/orders/north/?phase=1").json()
    assert (back["draft"], back["sealed"]) == (PLACE, None)


def test_a_refusal_has_message_rule_and_field(
    table: Table, as_player: Callable[[str], Client]
) -> None:
    order = {"kind": "place", "points": {"east": 9}}
    refused = _post(
        as_player("north"), table, "orders/north/", {"phase": 1, "order": order, "seal": True}
    )
    assert refused.status_code == 422
    said = refused.json()
    assert (said["code"], said["rule"], said["field"]) == ("order_refused", "1.1", "points")
    assert "only 3 to place" in said["problems"][0]["message"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("orders/south/", {"phase": 1, "order": PLACE}, 403),
        ("orders/north/", {"phase": 7, "order": PLACE}, 409),
        ("orders/north/", {"phase": 1, "order": {"kind": "place", "points": "all"}}, 400),
        ("orders/north/", {"phase": 1, "ordr": PLACE}, 400),
        ("acts/north/", {"act": {"kind": "dance"}}, 400),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(
    table: Table, as_player: Callable[[str], Client], path: str, body: Any, status: int
) -> None:
    refused = _post(as_player("north"), table, path, body)
    assert refused.status_code == status
    assert refused.json()["message"]


def test_visitors_read_and_do_not_write(table: Table) -> None:
    visitor = Client()
    assert visitor.get(f"/api/campaigns/{table.slug}/").json()["reader"]["powers"] == []
    assert _post(visitor, table, "orders/north/", {"phase": 1, "order": PLACE}).status_code in (
        401,
        403,
    )
    assert visitor.get("/api/campaigns/nowhere/").json()["code"] == "no_such_campaign"


def test_facts_acts_standing_preview_and_history(
    table: Table, as_player: Callable[[str], Client]
) -> None:
    north = as_player("north")
    _post(north, table, "acts/north/", {"act": {"kind": "declare", "facts": {"boats": 4}}})
    sheet = north.get(f"/api/campaigns/{table.slug}/facts/").json()
    assert sheet["sections"][0]["facts"][1]["value"] == 4
    left = _post(
        north, table, "standing/north/", {"order": {"kind": "answer", "valley": "west"}}
    ).json()
    assert left["standing"] == {"kind": "answer", "valley": "west"}
    seen = _post(
        north, table, "preview/north/", {"order": {"kind": "place", "points": {"east": 4}}}
    ).json()
    assert seen["problems"]
    table.strike()
    table.advance()
    assert len(north.get(f"/api/campaigns/{table.slug}/phases/").json()) == 2
    assert (
        north.get(f"/api/campaigns/{table.slug}/phases/1/").json()["how"]
        == "Resolved at the deadline."
    )


def test_a_campaign_is_founded_joined_and_started(db: None) -> None:
    host, guest = Client(), Client()
    host.force_login(person("host"))
    guest.force_login(person("guest"))
    wish = {"rulebook": "tiny", "scenario": "short", "title": "By program", "take": ["north"]}
    made = host.post("/api/campaigns/", wish, content_type="application/json")
    assert made.status_code == 201, made.content
    slug = made.json()["head"]["slug"]
    joined = guest.post(
        f"/api/campaigns/{slug}/join/", {"powers": ["south"]}, content_type="application/json"
    )
    assert [p["key"] for p in joined.json()["reader"]["powers"]] == ["south"]
    assert guest.post(f"/api/campaigns/{slug}/start/").status_code == 403
    begun = host.post(f"/api/campaigns/{slug}/start/").json()
    assert begun["phase"]["number"] == 1
    assert [s["taken_by"] for s in begun["seats"]] == ["host", "guest", "autopilot"]


def test_the_schema_describes_every_record(db: None) -> None:
    schema = Client().get("/api/schema/?format=json").json()
    for name in ("CampaignPage", "PhaseStory", "Menu", "Refusal", "SubmitOrders"):
        assert name in schema["components"]["schemas"], name
    assert "/api/campaigns/{slug}/orders/{power}/" in schema["paths"]


def _references(node: Any) -> Iterator[str]:
    """All that a part of the schema refers to."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    for each in node if isinstance(node, list) else ():
        yield from _references(each)


def test_the_schema_refers_to_nothing_that_is_not_in_it(db: None) -> None:
    schema = Client().get("/api/schema/?format=json").json()
    there = {f"#/components/schemas/{name}" for name in schema["components"]["schemas"]}
    assert set(_references(schema)) - there == set()


def test_the_schema_has_the_parameters_and_the_status_of_the_answers(db: None) -> None:
    paths = Client().get("/api/schema/?format=json").json()["paths"]
    for path in ("", "facts/", "press/"):
        asked = paths[f"/api/campaigns/{{slug}}/{path}"]["get"]["parameters"]
        assert "power" in {one["name"] for one in asked}, path
    assert set(paths["/api/campaigns/"]["post"]["responses"]) == {"201", "4XX"}
    assert set(paths["/api/campaigns/{slug}/forks/"]["post"]["responses"]) == {"200", "201", "4XX"}


@pytest.mark.long
def test_no_answer_has_a_list_whose_order_is_left_to_chance(db: None) -> None:
    Client().get("/api/schema/")
    found = set()
    waiting = [("", kind) for kind in msgspec.inspect.multi_type_info(RECORDS.values())]
    seen: list[Any] = []
    while waiting:
        place, kind = waiting.pop()
        if isinstance(kind, msgspec.inspect.SetType | msgspec.inspect.FrozenSetType):
            found.add(place)
        if any(kind is one for one in seen):
            continue
        seen.append(kind)
        own = getattr(getattr(kind, "cls", None), "__name__", place)
        waiting += [(f"{own}.{field.name}", field.type) for field in getattr(kind, "fields", ())]
        inner = [
            getattr(kind, name, ()) for name in ("item_type", "value_type", "item_types", "types")
        ]
        waiting += [
            (place, one) for some in inner for one in (some if isinstance(some, tuple) else (some,))
        ]
    assert RECORDS
    assert found == set()


@pytest.mark.long
def test_no_answer_of_a_campaign_is_kept_between_it_and_its_reader(
    table: Table, as_player: Callable[[str], Client]
) -> None:
    client = as_player("north")
    war = a_campaign(book="world_at_war", by=table.players["north"], bots=(), at_phase=0).slug
    pages = (f"/c/{war}/{name}" for name in ("", "strip/", "orders/", "log/", "facts/", "desk/"))
    programs = ("", "orders/north/", "orders/south/", "log/", "phases/9/")
    answers = (f"/api/campaigns/{table.slug}/{name}" for name in programs)
    for path in ("/", *pages, *answers):
        assert "no-store" in client.get(path).headers.get("Cache-Control", ""), path


def test_every_answer_is_json_whatever_a_program_would_like(table: Table) -> None:
    for wish in ("application/json", "text/html", "image/png", "nonsense"):
        answered = Client().get("/api/books/", headers={"Accept": wish})
        assert answered.status_code == 200
        assert answered["Content-Type"] == "application/json"


TURKEY = "countries.countries.turkey.value"


@pytest.mark.parametrize(
    "tables",
    [
        {TURKEY: "much"},
        {TURKEY: {"a": []}},
        {"countries": 3},
        {"nothing.at.all": 1},
        {"": 1},
        {"....": None},
        {f"{TURKEY}.{'x.' * 500}": 1},
    ],
)
def test_tables_that_do_not_fit_are_refused_in_words(db: None, tables: dict[str, object]) -> None:
    host = Client()
    host.force_login(person("host"))
    wish = {"rulebook": "world_at_war", "scenario": "fall-1939", "title": "T", "tables": tables}
    told = host.post("/api/campaigns/", wish, content_type="application/json")
    assert 400 <= told.status_code < 500
    assert told.json()["message"]


def test_a_campaign_is_created_with_tables_of_its_own(db: None) -> None:
    host = Client()
    host.force_login(person("host"))
    wish = {
        "rulebook": "world_at_war",
        "scenario": "fall-1939",
        "title": "T",
        "tables": {TURKEY: 31},
    }
    made = host.post("/api/campaigns/", wish, content_type="application/json")
    assert made.status_code == 201, made.content
    assert Campaign.objects.get(slug=made.json()["head"]["slug"]).tables == {TURKEY: 31}
