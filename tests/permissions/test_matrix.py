"""Who may do what at which address: the site answers as the table of addresses says (`support/addresses.yaml`).

`WRITE_MATRIX=1` writes what is allowed to whom into the table as the site is now; the difference is then to be
read line by line.
"""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from tests.support import addresses
from tests.support.addresses import METHODS
from tests.support.pages.roles import NOT_SIGNED_IN, ROLES, VISITOR, table
from tests.support.pages.routes import Route, methods_in_schema, routes, schema_path
from tests.support.suite.sample import one_in

PARTS = 8
"""The addresses are gone through in so many parts."""
NOBODY = {"all": "not allowed"}


def short(answers: dict[str, str]) -> dict[str, str]:
    """Answers by role as they are written: what most get, then the others."""
    most = Counter(answers.values()).most_common(1)[0][0]
    return {"all": most, **{role: said for role, said in answers.items() if said != most}}


def closed(answers: dict[str, str]) -> bool:
    """Whether there is no such method: who is not signed in may be asked to do that first."""
    others = {said for role, said in answers.items() if role not in NOT_SIGNED_IN}
    strangers = {answers[role] for role in NOT_SIGNED_IN}
    return others == {"not allowed"} and strangers <= {"not allowed", "sign in", "not found"}


def long(written: Mapping[str, str]) -> dict[str, str]:
    """Answers by role."""
    return {role: written.get(role, written["all"]) for role in ROLES}


def expected(name: str) -> Mapping[str, Mapping[str, str]]:
    """What is allowed to whom at an address, by method."""
    return addresses.row(name).may


@pytest.mark.django_db
@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_every_address_answers_everybody_as_the_table_says(settings: Any, part: int) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000 per minute")
    found: dict[str, dict[str, dict[str, str]]] = {}
    for name, method, answers in table(routes(admin=True)[part::PARTS]):
        found.setdefault(name, {})
        if not closed(answers):
            found[name][method] = short(answers)
    if os.environ.get("WRITE_MATRIX"):
        text = addresses.with_answers(addresses.FILE.read_text("utf-8"), found)
        addresses.FILE.write_text(text, "utf-8")
        addresses.ROWS.update(addresses.read(text))
    wrong = [
        f"{name} {method} {role}: {answers[role]}, not {long(known)[role]}"
        for name, methods in found.items()
        for method in METHODS
        for known in [expected(name).get(method, NOBODY)]
        for answers in [long(methods.get(method, NOBODY))]
        for role in ROLES
        if answers[role] != long(known)[role]
    ]
    assert not wrong, "\n".join(wrong)


Described = Mapping[str, frozenset[str]]
Rows = Mapping[str, Mapping[str, Mapping[str, str]]]


def lacking(
    found: Iterable[Route], described: Described, rows: Rows, roles: Iterable[str] = ROLES
) -> list[str]:
    """What has no answer in its row: an operation of the schema, or a role at a method."""
    by_path = {schema_path(route): route.name for route in found if route.api}
    missing = [
        f"{method} {path}"
        for path, methods in described.items()
        for method in sorted(methods - set(rows.get(by_path.get(path, ""), {})))
    ]
    for name, answered in rows.items():
        for method, answers in answered.items():
            if "all" not in answers:
                missing += [f"{name} {method} {role}" for role in roles if role not in answers]
    return missing


def rows() -> Rows:
    """The whole table."""
    return {name: expected(name) for name in addresses.ROWS}


def test_every_operation_and_every_role_has_an_answer() -> None:
    assert lacking(routes(admin=True), methods_in_schema(), rows()) == []


def test_what_has_no_answer_is_noticed() -> None:
    """A new operation, a method that a program may use by the schema, and a role."""
    there, described = routes(admin=True), methods_in_schema()
    path = "/api/campaigns/{slug}/new/"
    operation = {**described, path: frozenset(["POST"])}
    assert lacking(there, operation, rows()) == [f"POST {path}"]
    known = "/api/campaigns/{slug}/log/"
    more = {**described, known: described[known] | {"DELETE"}}
    assert lacking(there, more, rows()) == [f"DELETE {known}"]
    few = {**rows(), "api:log": {"GET": {"player": "ok"}}}
    assert lacking(there, described, few) == [
        f"api:log GET {role}" for role in ROLES if role != "player"
    ]


def test_every_address_of_the_api_is_in_the_schema() -> None:
    described = methods_in_schema()
    missing = [
        route.name for route in routes() if route.api and schema_path(route) not in described
    ]
    assert missing == ["api-schema"]  # the schema itself


def test_the_roles_are_those_that_there_are() -> None:
    """Who stands before a campaign: each way in has one (docs/security.md goes through them too)."""
    assert {
        "stranger", VISITOR, "spectator", "delayed spectator", "player", "deputy who seals", "former",
        "moderator", "moderator who plays", "staff",
    } <= set(ROLES)  # fmt: skip


def test_nobody_but_staff_gets_anything_of_the_office() -> None:
    """Of Django's admin: everybody else is sent to sign in, or finds nothing."""
    for route in routes(admin=True):
        for method, answers in expected(route.name).items() if route.admin else ():
            others = {said for role, said in long(answers).items() if role != "staff"}
            assert others <= OFFICE_SAYS.get(route.name, {"sign in"}), (route.name, method, others)


OFFICE_SAYS = {"admin:login": {"ok", "sign in"}, "admin:logout": {"ok"}}
"""Where others are sent on: who is signed in to the lobby, who signs out as everywhere."""


def test_rows_are_written_with_known_roles_methods_and_classes() -> None:
    classes = {"ok", "sign in", "not found", "refused", "wrong", "not allowed"}
    for name, methods in rows().items():
        assert set(methods) <= set(METHODS), name
        for answers in methods.values():
            assert set(answers) <= {"all", *ROLES}, name
            assert set(answers.values()) <= classes, name


def test_what_the_schema_describes_is_what_programs_may_ask() -> None:
    described = methods_in_schema()
    for route in routes():
        if schema_path(route) in described:
            assert described[schema_path(route)] == set(expected(route.name)), route.name


def test_nobody_but_those_at_the_table_gets_anything_of_a_private_campaign() -> None:
    """Of each address that names a campaign: it is as if the campaign was not there."""
    for route in routes():
        if ("slug", "slug") in route.parts:
            for method, answers in expected(route.name).items():
                said = long(answers)
                where = route.name, method, said
                assert said["outsider"] in ("not found", "not allowed"), where
                assert said[VISITOR] in ("not found", "not allowed", "sign in"), where
                assert method != "GET" or said[VISITOR] != "ok", where
