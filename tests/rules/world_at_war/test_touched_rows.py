"""Tension rows say truly what they hang on, so that a track may look only at what a change touches."""

from typing import Any

import msgspec
import pytest

from rules.kernel.dependencies import together
from rules.world_at_war.model.conditions import BEHIND, Situation
from rules.world_at_war.model.facts import FACTS
from rules.world_at_war.model.state import Country, WarState
from rules.world_at_war.model.state.areas import Record
from rules.world_at_war.model.tables.campaign import tables_of
from rules.world_at_war.tensions.levels import TRACKS, added, changed_parts, event_changes, in_play
from tests.rules.world_at_war.helpers import started


class Watched(dict[str, Any]):
    """A table that notes under which keys it was looked at."""

    def __init__(self, known: dict[str, Any], group: str, looked: set[str]) -> None:
        super().__init__(known)
        self.group, self.looked = group, looked

    def __getitem__(self, key: str) -> Any:
        self.looked.add(self.group + key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.looked.add(f"{self.group}{key}")
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.looked.add(self.group + key)
        return super().get(key, default)


def moved(state: WarState, turn: int) -> WarState:
    """The state with every fact at another value, and results in every country."""
    facts: dict[str, Any] = {}
    for number, spec in enumerate(FACTS):
        if spec.options:
            facts[spec.key] = spec.options[(number + turn) % len(spec.options)]
        elif spec.type == "yes":
            facts[spec.key] = (number + turn) % 3 > 0
        else:
            facts[spec.key] = min(spec.most or 9, (number + turn) % 10)
    rows = ("8", "10", "0", "-3", "5-6")
    countries = {
        key: Country(
            result=rows[(number + turn) % len(rows)],
            faction=("axis", "russia", "western")[(number * turn) % 3],
        )
        for number, key in enumerate(tables_of(state).minors)
    }
    powers = ("", "germany", "", "britain", "russia")
    areas = {
        key: Record(**{what: powers[(number + turn) % len(powers)]})
        for what in ("associated", "surrendered", "conqueror")
        for number, key in enumerate(tables_of(state).areas)
        if (number + turn) % 3 == len(what) % 3
    }
    return msgspec.structs.replace(
        state, facts=facts, countries=countries, areas=areas, attempts=turn, turn=turn
    )


def positions() -> list[WarState]:
    return [started(), *(moved(started(), turn) for turn in range(1, 12))]


@pytest.mark.parametrize("sort", ["status", "event"])
def test_every_row_depends_on_all_that_it_looks_at(sort):
    tables = tables_of(started())
    checked = 0
    for state in positions():
        for track in TRACKS:
            for row in getattr(tables.tensions, sort)[track]:
                looked: set[str] = set()
                watched = msgspec.structs.replace(
                    state,
                    facts=Watched(state.facts, "", looked),
                    countries=Watched(state.countries, "countries.", looked),
                    claims=Watched(state.claims, "claims.", looked),
                    areas=Watched(state.areas, "areas.", looked),
                    tracks=Watched(state.tracks, "level.", looked),
                )
                row.modifier.row(Situation(watched))
                parts = together(row.modifier.when, row.modifier.times)
                assert parts is not None, row.modifier.key
                parts = parts.union(*(BEHIND.get(part, frozenset()) for part in parts))
                missed = {
                    seen
                    for seen in looked
                    if not any(f"{seen}.".startswith(f"{part}.") for part in parts)
                }
                assert not missed, row.modifier.key
                checked += len(looked)
    assert checked > 1000


def test_no_row_is_left_to_be_looked_at_always():
    for tracks in tables_of(started()).tensions.touched.values():
        for touched in tracks.values():
            assert touched.always == ()


def test_what_a_change_touches_is_all_that_changes():
    """The differences that are found are those of looking at every row."""
    for was, now in zip(positions(), positions()[1:], strict=False):
        tables = tables_of(was)
        changed = changed_parts(was, now)
        for track in TRACKS:
            rows = in_play(now, tables.tensions.event[track])
            before, after = added(was, rows), added(now, rows)
            expected = {
                key: (after[key].amount if key in after else 0)
                - (before[key].amount if key in before else 0)
                for key in before.keys() | after.keys()
            }
            found = {row.key: by for row, by in event_changes(was, now, tables, track, changed)}
            assert found == {key: by for key, by in expected.items() if by}


def test_one_fact_touches_few_rows():
    state = started()
    now = msgspec.structs.replace(state, facts={**state.facts, "control.paris": "axis"})
    tables = tables_of(state)
    assert changed_parts(state, now) == {"control.paris", "control"}
    touched = tables.tensions.touched["event"]["usat"].by(changed_parts(state, now))
    assert [row.modifier.key for row in touched] == ["paris"]
