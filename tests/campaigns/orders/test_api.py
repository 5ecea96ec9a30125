"""The API does what the pages do, and refuses in the same words."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.test import Client

from campaigns.api.wire.answers import RECORDS
from campaigns.models import Campaign
from tests.support.accounts import person, signed_in
from tests.support.books.tiny_book import PLACE
from tests.support.campaigns import Table, a_campaign
from tests.support.pages.html import answer_of


@pytest.fixture
def host(db: None) -> Client:
    return signed_in(person("host"))


def _post(client: Client, table: Table, path: str, body: Any) -> Any:
    return client.post(f"/api/campaigns/{table.slug}/{path}", body, content_type="application/json")


def test_orders_are_drafted_sealed_and_taken_back(table: Table, north: Client) -> None:
    menu = north.get(f"/api/campaigns/{table.slug}/menu/north/").json()
    assert menu["order"] == "place"
    draft = _post(north, table, "orders/north/", {"phase": 1, "order": PLACE}).json()
    assert (draft["draft"], draft["sealed"]) == (PLACE, None)
    sealed = _post(north, table, "orders/north/", {"phase": 1, "order": PLACE, "seal": True}).json()
    assert sealed["sealed"] == PLACE
    assert len(sealed["commitment"]) == 64
    back = north.delete(f"/api/campaigns/{table.slug}/orders/north/?phase=1").json()
    assert (back["draft"], back["sealed"]) == (PLACE, None)


def test_a_refusal_has_message_rule_and_field(table: Table, north: Client) -> None:
    order = {"kind": "place", "points": {"east": 9}}
    refused = _post(north, table, "orders/north/", {"phase": 1, "order": order, "seal": True})
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
    table: Table, north: Client, path: str, body: Any, status: int
) -> None:
    refused = _post(north, table, path, body)
    assert refused.status_code == status
    assert refused.json()["message"]


def test_visitors_read_and_do_not_write(table: Table) -> None:
    visitor = Client()
    assert visitor.get(f"/api/campaigns/{table.slug}/").json()["reader"]["powers"] == []
    refused = _post(visitor, table, "orders/north/", {"phase": 1, "order": PLACE})
    assert refused.status_code in (401, 403)
    assert visitor.get("/api/campaigns/nowhere/").json()["code"] == "no_such_campaign"


def test_facts_acts_standing_preview_and_history(table: Table, north: Client) -> None:
    _post(north, table, "acts/north/", {"act": {"kind": "declare", "facts": {"boats": 4}}})
    sheet = north.get(f"/api/campaigns/{table.slug}/facts/").json()
    assert sheet["sections"][0]["facts"][1]["value"] == 4
    order: dict[str, Any] = {"kind": "answer", "valley": "west"}
    assert _post(north, table, "standing/north/", {"order": order}).json()["standing"] == order
    order = {"kind": "place", "points": {"east": 4}}
    assert _post(north, table, "preview/north/", {"order": order}).json()["problems"]
    table.pass_deadline()
    assert len(north.get(f"/api/campaigns/{table.slug}/phases/").json()) == 2
    first = north.get(f"/api/campaigns/{table.slug}/phases/1/").json()
    assert first["how"] == "Resolved at the deadline."


def test_a_campaign_is_founded_joined_and_started(host: Client) -> None:
    guest = signed_in(person("guest"))
    wish = {"rulebook": "tiny", "scenario": "short", "title": "By program", "take": ["north"]}
    slug = answer_of(host, "POST", "/api/campaigns/", wish, 201)["head"]["slug"]
    joined = answer_of(guest, "POST", f"/api/campaigns/{slug}/join/", {"powers": ["south"]})
    assert [p["key"] for p in joined["reader"]["powers"]] == ["south"]
    assert guest.post(f"/api/campaigns/{slug}/start/").status_code == 403
    begun = host.post(f"/api/campaigns/{slug}/start/").json()
    assert begun["phase"]["number"] == 1
    assert [s["taken_by"] for s in begun["seats"]] == ["host", "guest", "autopilot"]


def test_the_schema_describes_every_record_parameter_and_status_and_refers_to_nothing_else(
    db: None,
) -> None:
    schema = Client().get("/api/schema/?format=json").json()
    for name in ("CampaignPage", "PhaseStory", "Menu", "Refusal", "SubmitOrders"):
        assert name in schema["components"]["schemas"], name
    assert "/api/campaigns/{slug}/orders/{power}/" in schema["paths"]
    there = {f"#/components/schemas/{name}" for name in schema["components"]["schemas"]}
    assert set(_references(schema)) - there == set()
    paths = schema["paths"]
    for path in ("", "facts/", "press/"):
        asked = paths[f"/api/campaigns/{{slug}}/{path}"]["get"]["parameters"]
        assert "power" in {one["name"] for one in asked}, path
    assert set(paths["/api/campaigns/"]["post"]["responses"]) == {"201", "4XX"}
    assert set(paths["/api/campaigns/{slug}/forks/"]["post"]["responses"]) == {"200", "201", "4XX"}


def _references(node: Any) -> Iterator[str]:
    """All that a part of the schema refers to."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    for each in node if isinstance(node, list) else ():
        yield from _references(each)


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
    table: Table, north: Client
) -> None:
    war = a_campaign(book="world_at_war", by=table.players["north"], bots=(), at_phase=0).slug
    pages = (f"/c/{war}/{name}" for name in ("", "strip/", "orders/", "log/", "facts/", "desk/"))
    programs = ("", "orders/north/", "orders/south/", "log/", "phases/9/")
    answers = (f"/api/campaigns/{table.slug}/{name}" for name in programs)
    for path in ("/", *pages, *answers):
        assert "no-store" in north.get(path).headers.get("Cache-Control", ""), path


def test_every_answer_is_json_whatever_a_program_would_like(table: Table) -> None:
    for wish in ("application/json", "text/html", "image/png", "nonsense"):
        answered = Client().get("/api/books/", headers={"Accept": wish})
        assert answered.status_code == 200
        assert answered["Content-Type"] == "application/json"


TURKEY = "countries.countries.turkey.value"


def founded(host: Client, tables: dict[str, Any]) -> Any:
    wish = {"rulebook": "world_at_war", "scenario": "fall-1939", "title": "T", "tables": tables}
    return host.post("/api/campaigns/", wish, content_type="application/json")


@pytest.mark.parametrize(
    "tables",
    [{TURKEY: "much"}, {TURKEY: {"a": []}}, {"countries": 3}, {"nothing.at.all": 1}, {"": 1},
     {"....": None}, {f"{TURKEY}.{'x.' * 500}": 1}],
)  # fmt: skip
def test_tables_that_do_not_fit_are_refused_in_words(
    host: Client, tables: dict[str, object]
) -> None:
    told = founded(host, tables)
    assert 400 <= told.status_code < 500
    assert told.json()["message"]


def test_a_campaign_is_created_with_tables_of_its_own(host: Client) -> None:
    made = founded(host, {TURKEY: 31})
    assert made.status_code == 201, made.content
    assert Campaign.objects.get(slug=made.json()["head"]["slug"]).tables == {TURKEY: 31}
