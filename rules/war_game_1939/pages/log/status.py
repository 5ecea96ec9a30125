"""How far a nation is armed, and what brings it to war."""

from rules.kernel.grammar import capital, within
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import name, title
from rules.war_game_1939.model.state import FULL
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.headlines import ATTACKS, WAR, WAR_OF_ONE
from rules.war_game_1939.pages.log.told import Telling, Told, nations, place_name, rolled
from rules.war_game_1939.war.status import level_title


def _status_rolled(v: e.StatusRolled) -> Told:
    head = f"The war declaration roll of {name(v.nation)} {'succeeds' if v.made else 'fails'}"
    why = f"{capital(_because(v.title, v.nation))}. {rolled(v.die, v.tally)}"
    told = Told(head, why, 18 if v.made else 10, v.tally, v.die)
    if v.made:
        return told.untold()
    return told.as_news(
        "{who} looks on",
        "{who} look on",
        why=f"{BECAUSE[v.title]}; the dice do not move {{who}} yet" if v.title in BECAUSE else "",
        who=(name(v.nation),),
    )


def _status_rose(v: e.StatusRose) -> Told:
    level = level_title(build({}), v.after)
    why = capital(_because(v.why, v.nation))
    told = Told(f"{title(v.nation)} rises to {level}", f"{why}.", 34 + v.after // 2)
    return told.as_news(
        "{who} rises to {level}" if v.after == FULL else "{who} rises to {level} of its income",
        "{who} rise to {level}" if v.after == FULL else "{who} rise to {level} of their income",
        f"status of {v.nation}",
        why=BECAUSE.get(v.why, ""),
        who=(name(v.nation),),
        level=level,
    )


BECAUSE = {
    "Naval aggression": "the Axis strikes at the ships of {who}",
    "Balkan invasion": "the Axis holds land in the Balkans",
    "Naval and Balkan aggression": "the Axis strikes at the ships of {who} and holds land in the Balkans",
    "Marching toward war": "the Axis holds more neutral land than {who} will accept",
    "A controlled neutral attacked": "the Axis attacks a neutral in the hands of {who}",
    "France and China": "the Axis holds more of France and China than {who} will accept",
    "Phony War": "the Axis holds neutral land",
    "Naval aggression and Phony War": "the Axis strikes at the ships of {who} and holds neutral land",
    "Security zone": "the Axis holds neutral land",
    "Naval aggression and neutral encroachment":
        "the Axis strikes at the ships of {who} and holds neutral land",
}  # fmt: skip
"""Why a nation arms, by what the step is called."""


def _because(title: str, nation: str) -> str:
    """Why a nation arms, in a sentence."""
    return BECAUSE.get(title, title).format(who=name(nation))


def _full_war(v: e.FullWarCame) -> Told:
    """Full War for all is told by the attack that brings it; what brings it to France alone is told by itself."""
    alone = v.nations == ("france",)
    head, who = f"Full War for {nations(v.nations)}", tuple(map(name, v.nations))
    told = Told(head, f"{v.why}.", 75 if alone else 90, actor=v.nations[0])
    by, _, place = v.why.partition(" attacked ")
    whom = "" if alone else _owner(place)
    one, many = "{who} goes to Full War", "{who} go to Full War"
    if not whom:
        return told.as_news(one, many, WAR_OF_ONE if alone else "", who=who)
    why = one if len(who) == 1 else many
    return told.as_news(ATTACKS, topic=WAR, why=why, by=(within(by),), whom=(name(whom),), who=who)


def _owner(place: str) -> str:
    """The nation whose original land a territory of this name is; empty for none."""
    rows = build({}).land.territories.values()
    return next((row.original for row in rows if row.name == place), "")


def _zone(v: e.ZoneEnacted) -> Told:
    told = Told("Roosevelt's security zone is drawn", capital(f"{v.why}."), 44, actor="usa")
    return told.as_news("Roosevelt draws a security zone", why="American ships may sail farther")


def _pact(v: e.PactMade) -> Told:
    moved = " Soviet units there went to Turkmenistan." if v.moved else ""
    rest = f"{place_name(v.place)} was threatened, {v.ussr.net} against {v.japan.net}.{moved}"
    return Told("The Soviet Union cedes Sakhalin to Japan", rest, 46, v.ussr, actor="ussr")


TELL: Telling = {
    e.StatusRolled: _status_rolled,
    e.StatusRose: _status_rose,
    e.FullWarCame: _full_war,
    e.ZoneEnacted: _zone,
    e.PactMade: _pact,
}
