"""Nothing that anybody can put into an address or a form of any page breaks the site.

Every route that is no program's is asked by every role: with hostile queries, and with forms as the pages
have them in which something is wrong. What is sent comes from fixed seeds: the name of the route, the
role, the number of the round, and FUZZ_SEED.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from django.urls import Resolver404, resolve

from tests.fuzz.hostile import TEXTS, filled, forms_of, packed, query, spoilt
from tests.fuzz.world import (
    ROLES,
    SEED,
    Person,
    Set,
    World,
    address,
    broken,
    pages,
    rounds,
    seldom,
)
from tests.support import addresses
from tests.support.pages.routes import Route, routes

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.xdist_group("fuzz")]
PAGES = pages()
#: What each role asks at each address in the bounded form, half of it forms.
ROUNDS = 4

Kept = dict[str, list[tuple[Set, str, dict[str, list[str]]]]]

WRITERS = ("stranger", "player", "moderator who plays", "staff")
"""Who is shown, between them, every form there is."""


@pytest.fixture(scope="module")
def forms(world: World) -> Kept:
    """The forms of all pages, by the name of the address they are sent to."""
    found: Kept = {}
    for person, each, route in _shown(world):
        page = person.ask("GET", address(route, person, each))
        if page.status_code == 200 and "html" in page.get("Content-Type", ""):
            for action, fields in forms_of(page.content.decode()):
                path = action.partition("?")[0] or page.request["PATH_INFO"]
                found.setdefault(_name_of(path), []).append((each, path, fields))
    for name, row in addresses.ROWS.items():
        if row.form == "seldom":
            found.setdefault(name, []).extend((each, "", seldom(name)) for each in world.sets)
        elif row.form:
            found[name] = [(each, "", fields) for each, _, fields in found[row.form]]
    return found


def _shown(world: World) -> Iterator[tuple[Person, Set, Route]]:
    """The pages on which the forms stand: those of a table for each book."""
    for role, each, route in product(WRITERS, world.sets, PAGES):
        at_table = ("slug", "slug") in route.parts
        if route.admin != (role == "staff") or (at_table and role == "stranger"):
            continue
        if at_table or each is world.sets[0]:
            yield world.people[role], each, route


def _name_of(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


def _odd_parts(route: Route, chance: Random) -> dict[str, str]:
    """Other things in the variable parts, of such a form that the address is found."""
    odd = {
        "number": ("0", "2", "999999999"),
        "slug": ("nowhere", "-", "_" * 200, "pause", "germany", "agree", "force", "extend"),
        "str": ("x", "%00", "%F0%9F%99%82", "x" * 500),
        "path": ("0", "_5F", "99999999999999999999", "%00", "x/y"),
    }
    return {
        part: chance.choice(odd[kind])
        for part, kind in route.parts
        if part != "slug" and chance.random() < 0.4
    }


def _send(route: Route, person: Person, each: Set, forms: Kept, chance: Random, number: int) -> Any:
    asked = address(route, person, each, **_odd_parts(route, chance)) + query(chance)
    headers = {"HX-Request": "true"} if chance.random() < 0.5 else {}
    if number % 2 == 0:
        return person.ask("GET", asked, **headers)
    known = forms.get(route.name, ())
    own = [form for form in known if form[0] is each]
    _, path, form = chance.choice(own or known or [(each, "", {})])
    if path and chance.random() < 0.8:
        asked = path.replace(each.slug, each.slug_for(person.role)) + query(chance)
    fields = filled(form, chance)
    if power := each.powers.get(person.role):
        # The form may be another one's.
        others = set(each.powers.values()) - {power}
        fields = [(name, power if value in others else value) for name, value in fields]
        asked += f"{'&' if '?' in asked else '?'}power={power}"
    body, kind = packed(spoilt(fields, chance), chance)
    return person.ask("POST", asked, body, kind, **headers)


@pytest.mark.parametrize("route", PAGES, ids=lambda route: route.name)
def test_no_query_and_no_form_breaks_a_page(route: Route, world: World, forms: Kept) -> None:
    wrong = []
    for number in rounds(ROUNDS, share=0.6 / len(PAGES)):
        for role in ROLES:
            chance = Random(f"{route.name} {role} {number} {SEED}")
            each = chance.choice(world.sets)
            answer = _send(route, world.people[role], each, forms, chance, number)
            if problem := broken(answer):
                asked = answer.request
                wrong.append(
                    f"{role}, round {number}, {each.book}: {asked['REQUEST_METHOD']} "
                    f"{asked['PATH_INFO']}?{asked['QUERY_STRING'][:300]} {problem}"
                )
    assert not wrong, "\n".join(wrong)


def test_every_form_of_the_site_is_known(forms: Kept) -> None:
    """An address that takes forms from anybody is sent one that a page really has."""
    takes = {
        route.name
        for route in routes()
        if not route.api and "ok" in addresses.row(route.name).may.get("POST", {}).values()
    }
    assert takes - set(forms) == set()


def test_texts_are_of_every_kind() -> None:
    assert len(set(TEXTS)) == len(TEXTS)
