"""Nothing that a program can send to any address of the API breaks the site.

Schemathesis makes requests out of the API's own schema, in order and out of it; beside them come true
orders of the campaign in play with something wrong in them. Every operation is asked by every role,
through its session and through its token.
"""

import json
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from schemathesis.core import NOT_SET
from schemathesis.generation import GenerationMode

from tests.fuzz.hostile import spoilt_data
from tests.fuzz.world import ROLES, SEED, Person, Set, World, broken, rounds
from tests.support.pages.routes import schema

pytestmark = [pytest.mark.long, pytest.mark.django_db, pytest.mark.xdist_group("fuzz")]
LOADED = schemathesis.openapi.from_dict(schema())
OPERATIONS = tuple(each.ok() for each in LOADED.get_all_operations())
#: Requests of each role at each operation in the bounded form.
EXAMPLES = 3


def _values(person: Person, each: Set, chance: Random) -> dict[str, Any]:
    """The variable parts of an address, as they are at this table."""
    powers = [each.powers.get(person.role, ""), *each.powers.values()]
    return {
        "slug": each.slug_for(person.role),
        "power": next(filter(None, powers))
        if chance.random() < 0.8
        else chance.choice(powers) or "x",
        "number": chance.choice((0, 1, 2, 3)),
        "deputy": chance.choice((0, 1, 2, 3)),
        "thread": chance.choice(("public", "announcements", "x")),
        "proposal": chance.choice(("ab" * 32, "x")),
        "table": chance.choice(("italy", "land.territories", "x")),
    }


def _body(case: Any, person: Person, each: Set, chance: Random) -> tuple[bytes, str]:
    """A body as the schema has it, or a true order in which something is wrong."""
    body, kind = case.body, case.media_type or "application/json"
    if case.method == "POST" and chance.random() < 0.5:
        power = each.powers.get(person.role) or chance.choice(list(each.powers.values()))
        sealed = {
            "phase": chance.choice((1, 2, 3, 3, 3, 3)),
            "order": each.orders[power],
            "seal": True,
        }
        body, kind = spoilt_data(sealed | {"act": each.orders[power]}, chance), "application/json"
    if body is NOT_SET:
        return b"", kind
    if isinstance(body, bytes):
        return body, kind
    return json.dumps(body, default=str).encode(), kind


def _send(case: Any, person: Person, each: Set, chance: Random) -> Any:
    parts = dict(case.path_parameters or {})
    if chance.random() < 0.85:
        parts |= _values(person, each, chance)
    path = case.path
    for part, value in parts.items():
        path = path.replace(f"{{{part}}}", quote(str(value), safe="", errors="replace"))
    asked = urlencode(case.query or {}, doseq=True, errors="replace")
    body, kind = _body(case, person, each, chance)
    headers = {name: str(value) for name, value in (case.headers or {}).items()}
    headers.pop("Cookie", None)
    if person.token and chance.random() < 0.5:
        headers["Authorization"] = f"Token {person.token}"
    return person.ask(case.method, f"{path}?{asked}", body, kind, **headers)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_no_request_breaks_the_api(operation: Any, world: World) -> None:
    either = st.one_of(
        operation.as_strategy(GenerationMode.POSITIVE),
        operation.as_strategy(GenerationMode.NEGATIVE),
    )
    wrong: dict[str, str] = {}
    for number in rounds(1, share=0.3 / len(OPERATIONS)):
        for role in ROLES:
            _ask(operation, either, world, role, number, wrong)
    assert not wrong, "\n".join(wrong.values())


def _ask(
    operation: Any, either: Any, world: World, role: str, number: int, wrong: dict[str, str]
) -> None:
    person = world.people[role]
    seed = f"{operation.label} {role} {number} {SEED}"
    chance = Random(seed)

    @settings(
        max_examples=EXAMPLES, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=either)
    def ask(case: Any) -> None:
        each = chance.choice(world.sets)
        answer = _send(case, person, each, chance)
        if problem := broken(answer):
            wrong[problem] = f"{role}, {each.book}: {case!r:.500} {problem}"

    seeded(Random(seed).getrandbits(32))(ask)()
