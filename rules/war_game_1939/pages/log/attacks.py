"""Attacks on land and at sea, and what they are in law."""

from collections.abc import Iterable, Sequence

from rules.kernel.events import News
from rules.kernel.grammar import capital
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import POWERS, adjective, name, title
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.headlines import HOMELAND, PLACE, SHIPS, TAKE, TAKES
from rules.war_game_1939.pages.log.told import Telling, Told, in_news, nations, place_name

HOW = {"ground": "attacked", "bombing": "bombed", "enter": "entered"}


def _lodged(v: e.AttackLodged) -> Told:
    where = place_name(v.what)
    whom = nations(v.against)
    if v.sort == "land":
        rest = "It was taken." if v.won else "It was not taken." if v.how != "bombing" else ""
        head = f"{title(v.nation)} {HOW[v.how]} {where}"
        weight = 42 + _worth(v.what) if v.won else 22
    elif v.sort == "shot":
        head, rest, weight = (
            f"{capital(adjective(v.nation))} transports fired on {whom}",
            f"In the {where}.",
            20,
        )
    else:
        head = f"{title(v.nation)} attacked ships of {whom}"
        lost = f" {capital(nations(v.losses))} lost a unit." if v.losses else ""
        rest, weight = f"In the {where}.{lost}", 47 if _sunk(v) else 24
    if v.helpers:
        rest = f"{rest} {capital(nations(v.helpers))} took part.".strip()
    return _blow(v, Told(head, rest, weight, mark=_report(v.number)))


def _worth(territory: str) -> int:
    """What a conquest weighs by the value of the land."""
    tables = build({})
    return 2 * tables.place(territory).value if territory in tables.land.territories else 0


def _sunk(v: e.AttackLodged) -> bool:
    """Whether the other side lost ships, and the attacker none."""
    return bool(v.losses) and set(v.losses) <= set(v.against)


def _report(number: int) -> str:
    """What a report is called where it may be taken back."""
    return f"report.{number}"


BLOWS = {
    "taken": (TAKES, TAKE),
    "held": ("{who} attacks {where} in vain", "{who} attack {where} in vain"),
    "bombed": ("{who} bombs {where}", "{who} bomb {where}"),
    "shot": ("transports of {who} fire on {whom}", ""),
    "sea": ("{who} attacks {ships} in {where}", "{who} attack {ships} in {where}"),
    "sunk": ("{who} sinks {ships} in {where}", "{who} sink {ships} in {where}"),
}  # fmt: skip


def _blow(v: e.AttackLodged, told: Told) -> Told:
    """An attack as a headline tells it: what was taken is taken, whoever held it."""
    kind, topic, where = v.sort, blow_at(v.what, v.nation), in_news(v.what)
    if v.sort == "land":
        kind = "bombed" if v.how == "bombing" else "taken" if v.won else "held"
        where = (HOMELAND,) if v.won and v.what == "france" else where
    else:
        topic = navy_of(v.nation, v.against, v.what)
        kind = "sunk" if v.sort == "sea" and _sunk(v) else v.sort
    one, many = BLOWS[kind]
    who, whom = (name(v.nation),), tuple(map(name, v.against))
    return told.as_news(one, many, topic, who=who, where=where, whom=whom, ships=_ships(v.against))


def _ships(of: Sequence[str]) -> str:
    """Ships of nations: "British ships", "ships of Britain and France"."""
    if len(of) == 1:
        return f"{adjective(of[0])} ships"
    return f"ships of {nations(of)}"


def blow_at(place: str, by: str) -> str:
    """The topic of an attack on land: that it was made, what it is in law, and who holds the land now."""
    return f"{PLACE}.{place}.{by}"


def navy_of(by: str, against: Iterable[str], zone: str) -> str:
    """The topic of blows at sea: the attack, and that it was naval aggression."""
    return f"{SHIPS} of {' '.join(sorted(against))} struck by {by} in {zone}"


def _withdrawn(v: e.AttackWithdrawn) -> Told:
    head = f"{title(v.nation)} took back its report on {place_name(v.what)}"
    return Told(head, weight=8, undoes=_report(v.number))


def _contested(v: e.AttackContested) -> Told:
    head = f"{title(v.nation)} contests the report on {place_name(v.what)}"
    return Told(head, "Who made it must stand by it or withdraw it.", 14).aside(
        "{who} contests the report on {where}", who=(name(v.nation),), where=in_news(v.what)
    )


EFFECTS = {
    "full_war": "an attack on original land of {whom}, and war for all",
    "france": "an attack on France, and Full War for France alone",
    "controlled": "an attack on a neutral in the hands of {whom}",
    "first_in": "the retaking of a neutral that the Axis held first; an act of defence",
    "impunity": "an attack on Indo-China that changes nothing",
    "neutral": "no act of war against a major nation",
    "land": "no further change of status",
    "provoked": "an attack on one who struck first",
    "unprovoked_land": "a first blow on original Axis land",
    "unprovoked_sea": "a first blow at the ships of {whom}",
    "naval_aggression": "naval aggression against {whom}",
    "defence": "a reasonable defence of one's own coast against {whom}",
    "spared": "nothing to {whom}, which lost no unit",
}


def _counted(v: e.AttackCounted) -> Told:
    words = EFFECTS[v.effect].format(whom=name(v.against) if v.against else "nobody")
    head = f"{capital(adjective(v.nation))} attack, {place_name(v.what)}: {words}"
    sea = v.what in build({}).sea.zones
    topic = navy_of(v.nation, (v.against,), v.what) if sea else blow_at(v.what, v.nation)
    whom = (name(v.against),) if v.against in POWERS else ()
    about = News(one="", slots={"by": (name(v.nation),), "whom": whom, "effect": v.effect})
    return Told(head, weight=16, news=about, topic=topic)


def _navy(v: e.NavyStruck) -> Told:
    head = f"Naval aggression against {name(v.nation)}"
    return Told(head, f"By {name(v.by)} in the {place_name(v.zone)}.", 36).as_news(
        "{who} strikes at {ships}",
        "{who} strike at {ships}",
        navy_of(v.by, (v.nation,), v.zone),
        who=(name(v.by),),
        ships=_ships((v.nation,)),
    )


def _neutral(v: e.NeutralStruck) -> Told:
    head = f"{title(v.by)} attacked {place_name(v.place)}, held by {name(v.nation)}"
    return Told(head, "40 per cent when its turn comes.", 42).as_news(
        "{who} attacks {where}, held by {whom}",
        topic=blow_at(v.place, v.by),
        why="40 per cent waits for {whom} when its turn comes",
        who=(name(v.by),),
        where=in_news(v.place),
        whom=(name(v.nation),),
    )


TELL: Telling = {
    e.AttackLodged: _lodged,
    e.AttackWithdrawn: _withdrawn,
    e.AttackContested: _contested,
    e.AttackCounted: _counted,
    e.NavyStruck: _navy,
    e.NeutralStruck: _neutral,
}
