"""What has no order comes in another one with ``SHUFFLE``; what has one comes as ever."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import Count

from accounts.models import KnownAddress, User
from core.sql.columns import Columns
from core.sql.statements import Select
from tests.support.suite import shuffled

pytestmark = pytest.mark.django_db

NAMES = [f"reader-{number:02}" for number in range(60)]


@pytest.fixture(autouse=True)
def people() -> None:
    User.objects.bulk_create(User(username=name, display_name="The same") for name in NAMES)


@pytest.fixture(params=["1", "2"])
def mixed(request: pytest.FixtureRequest) -> Iterator[None]:
    with shuffled.rows(request.param):
        yield


def names(rows: Iterable[Any]) -> list[str]:
    return [row.username for row in rows]


@pytest.mark.parametrize(
    "asked",
    [
        lambda: names(User.objects.all()),
        lambda: names(User.objects.filter(is_active=True).select_for_update()),
        lambda: names(User.objects.iterator()),
        lambda: list(User.objects.values_list("username", flat=True).distinct()),
        lambda: [one for one, _ in User.objects.values_list("username").annotate(Count("pk"))],
        lambda: names(Select(User, "id > %s").all(0)),
        lambda: [one for (one,) in Columns(User, ("username",), "id > %s").all(0)],
        lambda: names(User.objects.order_by("display_name")),
    ],
)
def test_rows_without_an_order_come_in_another_one(asked: Any, mixed: None) -> None:
    assert sorted(asked()) == NAMES
    assert asked() != NAMES


def test_the_first_few_of_what_has_no_order_are_others(mixed: None) -> None:
    assert set(names(User.objects.all()[:10])) != set(NAMES[:10])
    ids = User.objects.all()[:10].values("pk")
    assert set(names(User.objects.filter(pk__in=ids))) != set(NAMES[:10])


def test_rows_with_an_order_come_in_theirs(mixed: None) -> None:
    assert names(User.objects.order_by("username")) == NAMES
    assert names(User.objects.order_by("display_name", "pk")) == NAMES
    assert names(Select(User, "id > %s ORDER BY username").all(0)) == NAMES
    assert (
        list(User.objects.order_by("username").values_list("username", flat=True).distinct())
        == NAMES
    )
    assert User.objects.first() == User.objects.earliest("pk")


def test_rows_that_are_only_counted_or_changed_are_left_alone(mixed: None) -> None:
    assert User.objects.count() == len(NAMES) == User.objects.aggregate(all=Count("pk"))["all"]
    assert User.objects.filter(username=NAMES[0]).exists()
    assert (
        User.objects.filter(pk__in=User.objects.filter(username=NAMES[0])).get().username
        == NAMES[0]
    )
    assert User.objects.update(display_name="Another") == len(NAMES)
    assert KnownAddress.objects.filter(person__in=User.objects.all()).delete()[0] == 0
    assert list(User.objects.none()) == []


def test_tests_are_shuffled_and_those_of_a_module_stay_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[Any] = [
        SimpleNamespace(nodeid=f"test_{module}.py::test_{number}")
        for module in "abcdef"
        for number in range(6)
    ]
    monkeypatch.delenv(shuffled.VARIABLE, raising=False)
    items = list(found)
    shuffled.order(items)
    assert items == found
    monkeypatch.setenv(shuffled.VARIABLE, shuffled.DRAWN)
    shuffled.order(items)
    assert items != found
    assert sorted(items, key=found.index) == found
    modules = [item.nodeid.partition("::")[0] for item in items]
    assert sum(one != other for one, other in pairwise(modules)) == 5
    again = list(found)
    shuffled.order(again)
    assert again == items, "the seed is drawn once"
    assert shuffled.header().endswith(f"SHUFFLE={shuffled.seed()}")
