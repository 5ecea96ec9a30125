"""Examples of this book's own parts for the style page; nothing of them comes from a campaign."""

from types import SimpleNamespace
from typing import Any

from django import template

from rules.kernel.pages import Chance
from rules.kernel.tally import Row, Tally

register = template.Library()

ROWS = ("-3", "-2", "-1", "0", "1-2", "3-4", "5-6", "7", "8", "9", "10")
FIRST_AXIS = 6


def _cells(now: str, odds: dict[str, int]) -> list[SimpleNamespace]:
    def side(at: int) -> str:
        return "axis" if at >= FIRST_AXIS else "allied" if at < FIRST_AXIS - 2 else ""

    return [
        SimpleNamespace(
            row=row,
            side=side(at),
            present=row == now,
            meaning=row,
            chance=Chance(row=row, meaning="", parts=odds[row], whole=6) if row in odds else None,
        )
        for at, row in enumerate(ROWS)
    ]


def _country(name: str, side: str, fill: str, now: str, words: str, **more: Any) -> SimpleNamespace:
    given: dict[str, Any] = {
        "odds": {}, "points": (), "rolled": False, "note": "", "naming": "", "note_rule": "", "is_named": False,
    } | more  # fmt: skip
    odds = given.pop("odds")
    tally = Tally(
        title=name,
        base=0,
        base_reason="Base alignment",
        rows=(Row(key="one", amount=-2, reason="France stands", rule="49.5"),),
        net=-2,
    )
    return SimpleNamespace(
        **given,
        key=name.lower(),
        name=name,
        side=side,
        fill=fill,
        mark="",
        base=0,
        now=tally,
        rolls=(),
        words=words,
        pending=False,
        limit=0,
        foreign=0,
        track=_cells(now, odds),
    )


def _mark(level: int, short: str, reached: str = "") -> SimpleNamespace:
    return SimpleNamespace(
        level=level, short=short, effect=short, reached=reached, latest="", more=()
    )


@register.simple_tag
def sampled() -> dict[str, Any]:
    """A dossier in each state, and a track."""
    mine = SimpleNamespace(power="france", amount=2, code="FR", spent=False)
    countries = (
        _country("Turkey", "neutral", "open", "3-4", "Neutral", odds={"-2": 1, "-1": 1, "0": 1, "1-2": 2, "3-4": 1}),
        _country("Greece", "neutral", "open", "3-4", "Neutral", points=(mine,), is_named=True),
        _country("Bulgaria", "axis", "full", "10", "Axis minor ally", rolled=True),
        _country("Spain", "neutral", "open", "3-4", "Neutral", note="Not before France falls.", note_rule="49.5", naming="barred"),
        _country("Finland", "axis", "half", "7", "Hex control", odds={"5-6": 2, "7": 3, "8": 1}),
        _country("Hungary", "axis", "half", "8", "Associated with the Axis", naming="no_point", note_rule="49.22"),
    )  # fmt: skip
    level = Tally(
        title="U.S.-Axis tension",
        base=14,
        base_reason="Before this turn",
        rows=(Row(key="one", amount=2, reason="Axis aggression", rule="49.5"),),
        net=16,
    )
    outlook = Tally(
        title="Next turn",
        base=16,
        base_reason="Now",
        rows=(Row(key="one", amount=2, reason="Each turn", rule="49.5"),),
        net=18,
    )
    closed = [
        SimpleNamespace(key=name.lower(), name=name, why=why)
        for name, why in (("Belgium", "Conquered."), ("Luxembourg", "Conquered."), ("Austria", "Part of Germany."))
    ]  # fmt: skip
    given: dict[str, Any] = {
        "effective": None,
        "note": "",
        "why": level,
        "outlook": outlook,
        "opens": "as the next turn opens",
        "supposed": (),
        "history": (),
    }
    track = SimpleNamespace(
        **given,
        key="sample",
        title="U.S.-Axis tension",
        level=16,
        sentence="It moves by +2 as the next turn opens, if the facts stay.",
        preview=19,
        marks=(
            _mark(10, "mobilization", "Fall 1939"),
            _mark(15, "subversion", "Winter 1939"),
            _mark(18, "grants"),
            _mark(25, "war on minors"),
            _mark(35, "all minors"),
            _mark(40, "alert"),
            _mark(45, "no oil"),
            _mark(50, "war"),
        ),
        series=[
            SimpleNamespace(title=title, level=at)
            for title, at in (("Fall 1939", 2), ("Winter 1939", 9), ("Spring 1940", 16))
        ],
    )
    beyond = SimpleNamespace(
        **given,
        key="beyond",
        title="Russo-German tension",
        level=63,
        sentence="Nothing moves it now.",
        preview=None,
        marks=(_mark(10, "mobilization", "Fall 1939"), _mark(30, "garrison", "Summer 1940"), _mark(50, "war", "Spring 1941")),
        series=[SimpleNamespace(title="Spring 1941", level=63)],
    )  # fmt: skip
    return {
        "countries": countries,
        "closed": closed,
        "tracks": (track, beyond),
        "head": SimpleNamespace(slug="six-turns", status="running"),
    }
