"""What the map is worth: land values by holder, and the sums that rolls and incomes hang on.

Every sum is a tally with a row for each territory. A sum that was declared as a whole (W-03)
stands in place of the territories.
"""

from collections.abc import Callable, Iterable

from rules.kernel.tally import Row, Tally, tally
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.powers import AXIS, POWERS, adjective, name
from rules.war_game_1939.model.state import WarGameState
from rules.war_game_1939.model.tables import Tables

COUNTING = ("economic", "sworn")
"""Affiliations below total control that pay their patron, and count for the Balkan roll."""


def _summed(
    state: WarGameState, title: str, rule: str, fact: str, rows: Iterable[tuple[Row, bool]]
) -> Tally:
    """A sum over territories, or the declared sum instead of them."""
    if (declared := int(state.facts.get(fact, -1))) >= 0:
        row = Row("declared", declared, "Declared as a sum", R("W-03"), reads=(fact,))
        return tally(title, [row], base_rule=rule)  # fmt: skip
    found = list(rows)
    return tally(
        title,
        [row for row, counts in found if counts],
        base_rule=rule,
        passed=[row for row, counts in found if not counts],
    )


def _place_row(tables: Tables, key: str, rule: str, reads: tuple[str, ...], why: str) -> Row:
    row = tables.place(key)
    return Row(key, row.value, f"{row.name}, {why}", rule, reads=reads)


def _under_axis(
    state: WarGameState, tables: Tables, keys: Iterable[str], rule: str
) -> Iterable[tuple[Row, bool]]:
    for key in keys:
        holder = state.holder(key)
        why = f"held by {name(holder)}" if holder in POWERS else "held by nobody"
        row = _place_row(tables, key, rule, (f"control.{key}",), why)
        yield row, holder in AXIS


def neutral_tally(state: WarGameState, tables: Tables) -> Tally:
    """The land value of all neutrals under total Axis control (the nine colonies are neutrals, W-19)."""
    rule = R("Phony War: Axis Dominance")
    rows = _under_axis(state, tables, tables.neutrals, rule)
    return _summed(state, "Neutrals under total Axis control", rule, "total.neutral", rows)


def balkan_tally(state: WarGameState, tables: Tables) -> Tally:
    """The land value of the seven Balkan neutrals in Axis hands; what counts is a switch (W-04)."""
    rule = R("U.S.S.R.: Balkan Invasion")
    prose = state.switch("balkan_tally") != "total_only"

    def rows() -> Iterable[tuple[Row, bool]]:
        for key in tables.land.lists.balkan:
            holder, (patron, level) = state.holder(key), state.lean(key)
            occupier = state.word(f"occupied.{key}")
            facts = (f"control.{key}", f"lean.{key}", f"occupied.{key}")
            why = ""
            if holder in AXIS:
                why = f"under total {adjective(holder)} control"
            elif prose and patron in AXIS and level in COUNTING:
                why = f"{tables.diplomacy.titles[level].lower()} to {name(patron)}"
            elif prose and occupier in AXIS:
                why = f"occupied by {name(occupier)}"
            reads, words = facts if prose else facts[:1], why or "not in Axis hands"
            yield _place_row(tables, key, rule, reads, words), bool(why)

    return _summed(state, "Balkan neutrals in Axis hands", rule, "total.balkan", rows())


def french_tally(state: WarGameState, tables: Tables) -> Tally:
    """French land under Axis control; sworn land and the nine colonies do not count."""
    rule = R("U.K., France: France and China")
    rows = _under_axis(state, tables, tables.original_of("france"), rule)
    return _summed(state, "French land under Axis control", rule, "total.french", rows)


def chinese_tally(state: WarGameState, tables: Tables) -> Tally:
    """Chinese land under Axis control (its value, W-27)."""
    rule = R("Chinese Defense Roll")
    rows = _under_axis(state, tables, tables.original_of("china"), rule)
    return _summed(state, "Chinese land under Axis control", rule, "total.chinese", rows)


def dominance_tally(state: WarGameState, tables: Tables) -> Tally:
    """French and Chinese land under Axis control together."""
    french, chinese = french_tally(state, tables), chinese_tally(state, tables)
    return tally(
        "French and Chinese land under Axis control",
        (*french.rows, *chinese.rows),
        base_rule=R("U.S.S.R.: France and China"),
        passed=(*french.passed, *chinese.passed),
    )


SUMS: dict[str, Callable[[WarGameState, Tables], Tally]] = {
    "neutral": neutral_tally,
    "balkan": balkan_tally,
    "dominance": dominance_tally,
    "french": french_tally,
    "chinese": chinese_tally,
}
"""The sums that rolls are made under, by the name that ``data/status.yaml`` uses."""


def land_tally(state: WarGameState, tables: Tables, nation: str) -> Tally:
    """A nation's land value: all it controls, and neutrals that are Sworn or Economic to it."""
    rule = R("Fractions of Neutrals")

    def rows() -> Iterable[tuple[Row, bool]]:
        for key, place in tables.land.territories.items():
            patron, level = state.lean(key)
            if state.holder(key) == nation:
                own = "own land" if place.original == nation else "under total control"
                yield _place_row(tables, key, rule, (f"control.{key}",), own), True
            elif state.holder(key) == "none" and patron == nation:
                facts = (f"control.{key}", f"lean.{key}")
                words = tables.diplomacy.titles[level].lower()
                yield _place_row(tables, key, rule, facts, words), level in COUNTING

    title = f"Land value of {name(nation)}"
    return _summed(state, title, rule, f"total.land.{nation}", rows())


def strength_tally(tables: Tables, units: dict[str, int], title: str) -> Tally:
    """Attack and defence of some units added up, for the pact."""
    rule = R("Soviet-Japanese Pact")
    return tally(
        title,
        [
            Row(kind, count * tables.funds.strength[kind].value, f"{count} {kind}", rule)
            for kind, count in units.items()
        ],
        base_rule=rule,
    )  # fmt: skip
