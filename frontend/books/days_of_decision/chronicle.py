"""How a campaign of Days of Decision is told when it is over."""

from typing import Any

from campaigns.chronicles.spec import (
    Charted,
    ChronicleSpec,
    Level,
    Listed,
    Measure,
    News,
    Purpose,
    Thrown,
)

TREATIES = (
    ("treaty 1", "pact and trade"),
    ("treaty 2", "alliance"),
    ("treaty 3", "full alliance"),
)


def small(board: Any) -> dict[str, Any]:
    """What the lobby draws of the display, as plain data."""
    zones = {zone.key: n for n, zone in enumerate(board.zones)}
    minors = {minor.key: minor.zone for minor in board.minors}
    stacks = [(each, minors[each.minors[0]]) for each in board.stacks if each.minors]
    return {
        "cells": [[cell.q, cell.r, zones.get(cell.zone, -1)] for cell in board.cells],
        "zones": [[zone.key, str(zone.title)] for zone in board.zones],
        "stacks": [
            [*each.hex, zone if zone in zones else "", len(each.minors)] for each, zone in stacks
        ],
        "powers": [[*each.hex, each.ideology, each.power] for each in board.markers],
        "names": {line.power: str(line.name) for line in board.standing},
    }


TOLD = ChronicleSpec(
    measure=Measure(
        title="Who stood best, and why",
        parts="standing",
        who="power",
        value="cities",
        whole="needed",
        share="share",
        unit="their high point",
        note="Objective cities by the last map facts, as a share of the power's historical high point.",
        rule="4",
        decides=True,
    ),
    charts=(
        Charted(
            key="entry",
            title="American entry",
            about="the level: a power's own total and half its ideology's",
            parts="entry",
            who="power",
            value="level.net",
            levels=(
                Level(
                    words="from here the United States may declare war", path="entry.0.threshold"
                ),
            ),
        ),
        Charted(
            key="minors",
            title="Minors inside an ideology",
            about="of those on the display",
            parts="zones",
            who="key",
            value="minors",
        ),
        Charted(
            key="money",
            title="Money in hand",
            about="the three largest purses at the end",
            parts="standing",
            who="power",
            value="money",
            most=3,
        ),
        Charted(
            key="effectiveness",
            title="Political effectiveness",
            about="what every bid and every test adds",
            parts="standing",
            who="power",
            value="pe",
            most=4,
        ),
        Charted(
            key="cities", title="Objective cities", parts="standing", who="power", value="cities"
        ),
        Charted(
            key="production",
            title="Production level",
            parts="standing",
            who="power",
            value="level",
        ),
        Charted(key="build", title="Build points", parts="standing", who="power", value="bp"),
        Charted(key="bids", title="Bid points", parts="standing", who="power", value="bids"),
    ),
    pins=(
        (
            "wars",
            (
                "war_declared",
                "war_joined",
                "war_ended",
                "civil_war_ended",
                "notice_given",
            ),
        ),
        (
            "treaties",
            (
                "treaty_signed",
                "treaty_ended",
                "ally_called",
            ),
        ),
        (
            "countries",
            (
                "minor_activated",
                "minor_conquered",
                "government_changed",
                "side_passed",
                "country_split",
                "territory_passed",
            ),
        ),
    ),
    news=(
        News(kind="war_declared"),
        News(kind="war_joined"),
        News(kind="government_changed"),
        News(kind="civil_war_ended"),
        News(kind="side_passed"),
        News(kind="treaty_signed"),
        News(kind="treaty_ended"),
        News(kind="notice_given"),
        News(kind="card_played", weight=60, bare=True),
        News(kind="minor_conquered"),
        News(kind="country_split"),
        News(kind="china_won"),
        News(kind="war_ended"),
    ),
    purposes=(
        Purpose(pattern=r"^initiative of (?P<power>\w+)$", title="Initiative"),
        Purpose(pattern=r"^effectiveness of (?P<power>\w+)$", title="Effectiveness"),
        Purpose(pattern=r"^(?:[a-z]+-\d+|\d[a-z]) of (?P<power>\w+)$", title="Tests of options"),
        Purpose(pattern=r"^pressure, ", title="Pressure"),
        Purpose(pattern=r"^American entry of (?P<power>\w+)$", title="American entry"),
        Purpose(
            pattern=r"^entry chit (?:(?:for China )?against (?P<power>\w+)|for )",
            title="Whether an entry chit is drawn",
        ),
        Purpose(pattern=r"^which entry chit$", title="Which entry chit is drawn", choosing=True),
        Purpose(pattern=r"^american war on ", title="American declaration of war"),
        Purpose(pattern=r"^impulse initiative of (?P<power>\w+)$", title="Initiative of impulses"),
        Purpose(pattern=r"^last impulse of (?P<power>\w+)$", title="Last impulse"),
        Purpose(pattern=r"^intelligence of (?P<power>\w+)$", title="Intelligence"),
        Purpose(pattern=r"^winter of (?P<power>\w+)$", title="A long war"),
        Purpose(pattern=r"^split of spain$", title="Civil war in Spain"),
        Purpose(pattern=r"^(?:italian|japanese) surrender$", title="Early surrender"),
        Purpose(pattern=r"hexes at ", title="Ties for a hex", choosing=True),
        Purpose(pattern=r" for (?P<power>\w+)$", title="Vichy France and its empire"),
    ),
    dice=(Thrown(pattern=r"^(?:initiative|effectiveness) of (\w+)$"),),
    listed=(
        Listed(
            title="Treaties in force at the end",
            parts="treaties",
            whom=("0", "1"),
            words="{2} {3}",
            names=TREATIES,
        ),
        Listed(title="Wars at the end", parts="conflicts.0.lines"),
    ),
    count="wars",
    count_words="wars at its end",
    played="card_turned",
    played_title=r"turns over (?:[^,]+), (.+)$",
    played_words="cards",
    board_title="The display",
    articles=frozenset({"commonwealth", "ussr", "usa"}),
    verbs=(("joins", "join"), ("declares war on", "declare war on")),
    small=small,
)
