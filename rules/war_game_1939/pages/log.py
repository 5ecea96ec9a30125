"""Events in words: the outcome first, then the die and the reasons."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.kernel import fact_news
from rules.kernel.events import UNTOLD, Event, FactConfirmed, FactDeclared, FactDisputed, Line, News
from rules.kernel.grammar import capital, within
from rules.kernel.tally import Tally
from rules.kernel.wording import Words, objection
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.citations import R
from rules.war_game_1939.model.facts import FACTS
from rules.war_game_1939.model.powers import POWERS, THE, adjective, name, title, with_article
from rules.war_game_1939.model.state import FULL
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.headlines import (
    ATTACKS,
    COMMERCE,
    COURTED,
    HOMELAND,
    IN_VAIN,
    MONEY,
    PLACE,
    SHIPS,
    TAKE,
    TAKES,
    WAR,
    WAR_OF_ONE,
)
from rules.war_game_1939.war.status import level_title

ARTICLES = (
    *("Soviet Union", "United States", "Central United States", "Northeast United States"),
    *("Northwest United States", "Southeast United States", "Southwest United States"),
    *THE,
)
"""Names that take an article; a longer one goes before what ends it."""
CLOCK = (e.TurnBegan, e.PlayerTurnBegan)


def place_name(key: str) -> str:
    """A territory or sea zone by name."""
    tables = build({})
    if key in tables.land.territories:
        return tables.place(key).name
    return tables.sea.zones[key].name if key in tables.sea.zones else key


def in_news(key: str) -> tuple[str, ...]:
    """A territory or sea zone as a name in a headline, with its article."""
    named = place_name(key)
    sea = key in build({}).sea.zones and not named.endswith("Waters")
    return (f"the {named}" if sea else with_article(named),)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def nations(keys: Iterable[str]) -> str:
    """Nations as a list in a sentence."""
    return listed(name(key) for key in keys)


def leaning(word: str) -> str:
    """``germany.sworn`` in words."""
    patron, _, level = word.partition(".")
    if not level:
        return "unaffiliated"
    return f"{build({}).diplomacy.titles[level].lower()} to {name(patron)}"


def _roll(die: int, target: Tally) -> str:
    if not die:
        return f"No die was needed: {target.net} or less."
    return f"Die {die}, {target.net} or less needed."


class Told(NamedTuple):
    """What an event says: its line but for the rule, and how a headline tells it. Its actor is the nation of
    the event, unless another one is named.
    """

    head: str
    rest: str = ""
    weight: int = 10
    tally: Tally | None = None
    die: int = 0
    actor: str = ""
    news: News | None = None
    topic: str = ""
    mark: str = ""
    undoes: str = ""

    def as_news(self, one: str, many: str = "", topic: str = "", **slots: Any) -> "Told":
        """The same with news: a message for one and for several, and what stands in its slots."""
        more = {key: slots.pop(key) for key in ("alone", "why", "part", "parts") if key in slots}
        news = News(one=one, many=many, slots=slots, **more)
        return self._replace(news=news, topic=topic)

    def untold(self) -> "Told":
        """The same, told in a headline by another event."""
        return self._replace(news=UNTOLD)

    def aside(self, why: str, topic: str = "", **slots: Any) -> "Told":
        """The same as routine: the lede of a phase that has no news."""
        return self._replace(news=News(one="", why=why, slots=slots), topic=topic)


def _die_thrown(v: e.DieThrown) -> Told:
    return Told(f"{title(v.nation)} threw {v.value}", f"Commerce die {v.number}.", 2, die=v.value)


def _die_rerolled(v: e.DieRerolled) -> Told:
    head = f"{title(v.nation)} threw die {v.number} again: {v.value}"
    return Told(head, f"It showed {v.before}.", 4, die=v.value)


def _dice_bid(v: e.DiceBid) -> Told:
    dice = "a die" if v.dice == 1 else f"{v.dice} dice"
    return Told(f"{title(v.nation)} took the safe bid for {dice}", f"${v.money}.", 3)


def _commerce(v: e.CommerceCollected) -> Told:
    use = "for any use" if v.fund == "cash" else "for hardware and influence"
    head = f"{title(v.nation)} collected ${v.tally.net} of commerce money"
    told = Told(head, f"It is {use}.", 12 + min(v.tally.net, 132) // 12, v.tally)
    return _taken_in(told, COMMERCE, v.nation, v.tally.net)


def _taken_in(told: Told, topic: str, nation: str, money: int) -> Told:
    """Money that comes in every turn."""
    said = "{who} takes in ${sum}"
    return told.aside(said, topic, who=(name(nation),), sum=str(money))


def _commerce_ended(v: e.CommerceEnded) -> Told:
    rest = " ".join(row.reason for row in v.tally.rows)
    return Told(f"No commerce dice for {name(v.nation)}", rest, 16, v.tally).aside(
        "no commerce this turn for {whom}", whom=(name(v.nation),)
    )


def _tried(v: e.InfluenceTried) -> Told:
    head = f"{title(v.nation)} courts {place_name(v.place)}"
    money = f"${v.money} of influence. " if v.money else ""
    told = Told(head, f"{money}{v.tally.net} or less will do.", 8, v.tally)
    topic = f"{COURTED}.{v.place}.{v.nation}"
    return told.aside("the nations court {place}", topic, place=in_news(v.place))


def _opposed(v: e.InfluenceOpposed) -> Told:
    late = " after the roll" if v.late else ""
    head = f"{title(v.nation)} paid ${v.money} against {name(v.against)} in {place_name(v.place)}{late}"
    return Told(head, weight=8).as_news(
        "{who} pays against the influence of others",
        "{who} pay against the influence of others",
        alone="{who} pays against {against} in {place}",
        part="{who} against {against} in {place}",
        who=(name(v.nation),),
        against=name(v.against),
        place=place_name(v.place),
    )


def _rolled(v: e.InfluenceRolled) -> Told:
    place = place_name(v.place)
    head = (
        f"{place} is now {leaning(v.after)}"
        if v.made
        else f"{place} did not follow {name(v.nation)}"
    )
    if v.again:
        head = f"The money came in late: {place} is {leaning(v.after)}"
    weight = 26 if v.made and v.after.endswith(".sworn") else 18 if v.made else 6
    told = Told(head, _roll(v.die, v.tally), weight, v.tally, v.die)
    patron, _, level = v.after.partition(".")
    if (v.made or v.again) and level in FOLLOWS:
        one, many, why = FOLLOWS[level]
        topic = leaning_of(v.place)
        return told.as_news(one, many, topic, why=why, who=in_news(v.place), patron=(name(patron),))
    if v.made or v.again:
        return told.as_news("{who} turns away from {nation}", "{who} turn away from {nation}",
                            who=in_news(v.place), nation=(name(v.nation),))  # fmt: skip
    return told.as_news(
        "{who} courts {place} in vain",
        "{who} court {place} in vain",
        f"{IN_VAIN}.{v.place}.{v.nation}",
        who=(name(v.nation),),
        place=in_news(v.place),
    )


def leaning_of(place: str) -> str:
    """The topic of what a neutral leans to: the roll, and the fact that follows from it."""
    return f"lean.{place}"


FOLLOWS = {
    "friendly": ("{who} befriends {patron}", "{who} befriend {patron}", ""),
    "economic": (
        "{who} trades with {patron}",
        "{who} trade with {patron}",
        "the land of {who} pays {patron} from now on",
    ),
    "sworn": (
        "{who} sides with {patron}",
        "{who} side with {patron}",
        "the land of {who} pays {patron} from now on",
    ),
}
"""What a neutral does that comes to lean to a nation so far, and what it brings."""


def _status_rolled(v: e.StatusRolled) -> Told:
    head = f"{title(v.nation)}: {v.title} {'succeeded' if v.made else 'failed'}"
    told = Told(head, _roll(v.die, v.tally), 18 if v.made else 10, v.tally, v.die)
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
    told = Told(f"{title(v.nation)} rises to {level}", f"{v.why}.", 34 + v.after // 2)
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
    "Marching toward war": "the Axis holds too many neutrals",
    "A controlled neutral attacked": "the Axis attacks a neutral in the hands of {who}",
    "France and China": "the Axis holds too much of France and China",
    "Phony War": "the Axis holds neutral land",
    "Naval aggression and Phony War": "the Axis strikes at the ships of {who} and holds neutral land",
    "Security zone": "the Axis holds neutral land",
    "Naval aggression and neutral encroachment":
        "the Axis strikes at the ships of {who} and holds neutral land",
}  # fmt: skip
"""Why a nation arms, by what the step is called."""


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
        rest = f"{rest} With {nations(v.helpers)}.".strip()
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


def _freed(v: e.CommerceFreed) -> Told:
    freed = f" ${v.money} are free at once." if v.money else ""
    head = f"{capital(adjective(v.nation))} commerce is guaranteed and free for any use"
    return Told(head, f"{capital(v.why)}.{freed}", 48)


COLONIES = "colonies"
"""The topic of colonies that pass to France, all at once."""


def _colonies(v: e.ColoniesPassed) -> Told:
    rest = f"{listed(place_name(key) for key in v.places)}." if v.places else "None was left."
    head = "The Belgian and Dutch colonies pass to France"
    return Told(head, rest, 38, actor="france", topic=COLONIES)


def _pact(v: e.PactMade) -> Told:
    moved = " Soviet units there went to Turkmenistan." if v.moved else ""
    rest = f"{place_name(v.place)} was threatened, {v.ussr.net} against {v.japan.net}.{moved}"
    return Told("The Soviet Union cedes Sakhalin to Japan", rest, 46, v.ussr, actor="ussr")


def _fell(v: e.FranceFell) -> Told:
    return Told("France has fallen", f"{title(v.by)} holds the capital.", 95, actor=v.by).as_news(
        "France falls",
        why="{who} holds the capital, and each colony chooses its side",
        who=(name(v.by),),
    )


def _vichy(v: e.VichyRolled) -> Told:
    place = place_name(v.place)
    head = (
        f"{place} stays with the Free French" if v.free else f"{place} is sworn to {name(v.ally)}"
    )
    told = Told(head, _roll(v.die, v.tally), 14 if v.free else 28, v.tally, v.die, actor="france")
    who = in_news(v.place)
    if v.free:
        return told.as_news(
            "{who} stays with the Free French", "{who} stay with the Free French", who=who
        )
    return told.as_news(
        "{who} follows Vichy and sides with {to}",
        "{who} follow Vichy and side with {to}",
        who=who,
        to=(name(v.ally),),
    )


FATES = {"free": "stays with the Free French", "german": "joins the German navy", "scuttled": "is scuttled"}  # fmt: skip


def _ship(v: e.ShipsDecided) -> Told:
    ship = build({}).vichy.ships[v.ship].name
    rest = f"Die {v.die}."
    if v.fate == "german":
        rest += " Allies in its sea zone attack or leave in their next turn."
    if v.fighter:
        rest += " Its fighter flies half its range to friendly land, or is lost."
    return Told(f"{ship} {v.number} {FATES[v.fate]}", rest, 15, die=v.die, actor="france")


def _conflict(v: e.ConflictOpened) -> Told:
    who, where, place = tuple(map(name, v.nations)), in_news(v.place), place_name(v.place)
    if v.sea:
        head = f"{capital(nations(v.nations))} beside French ships in the {place}"
        rest = "Where one of them was taken, they attack or leave in their next turn."
        return Told(head, rest, 22, actor=v.nations[0]).as_news(
            "{who} lies beside French ships in {where}",
            "{who} lie beside French ships in {where}",
            why="they attack those that were taken, or leave",
            who=who,
            where=where,
        )
    rest = "They attack or leave." if v.manned else "If they stay, they win it back."
    return Told(
        f"{capital(nations(v.nations))} beside Vichy in {place}", rest, 22, actor=v.nations[0]
    ).as_news(
        "{who} stands beside Vichy troops in {where}",
        "{who} stand beside Vichy troops in {where}",
        why="{rest}",
        who=who,
        where=where,
        rest=rest,
    )


SETTLED = {
    "leave": "{who} left {place}",
    "stay": "{who} stayed in {place} and won it for the Free French",
    "conquered": "{who} took {place} for the Free French",
    "repelled": "{who} was repelled in {place}",
    "fought": "{who} attacked the ships that were taken, in {place}",
    "clear": "{who} met no ship that was taken, in {place}",
}


def _settled(v: e.ConflictSettled) -> Told:
    head = SETTLED[v.how].format(who=title(v.nation), place=place_name(v.place))
    rest = f"The Vichy units there became {adjective(v.units)}." if v.units else ""
    told = Told(head, rest, 24)
    one, many = ENDS[v.how]
    topic = blow_at(v.place, v.nation) if v.how == "repelled" else ""
    return told.as_news(one, many, topic, who=(name(v.nation),), where=in_news(v.place))


_FREED = ("{where} goes to the Free French", "{where} go to the Free French")
ENDS = {
    "leave": ("{who} leaves {where}", "{who} leave {where}"),
    "stay": _FREED,
    "conquered": _FREED,
    "repelled": ("{who} is thrown back in {where}", "{who} are thrown back in {where}"),
    "fought": ("{who} attacks the French ships that were taken", "{who} attack the French ships that were taken"),
    "clear": ("{who} meets no French ship that was taken", "{who} meet no French ship that was taken"),
}  # fmt: skip
"""How a conflict with Vichy ends, in a headline."""


def _income(v: e.IncomeCollected) -> Told:
    head = f"{title(v.nation)} collected ${v.tally.net} of land income"
    told = Told(head, f"{v.share} per cent of {v.tally.base}.", 12 if v.tally.net else 4, v.tally)
    return _taken_in(told, MONEY, v.nation, v.tally.net) if v.tally.net else told


def _forgone(v: e.IncomeForgone) -> Told:
    parts = [
        f"${n} of {what}"
        for n, what in ((v.land, "land income"), (v.commerce, "commerce money"))
        if n
    ]
    head = f"{title(v.nation)} gave up {listed(parts) if parts else 'nothing, for all was spent'}"
    told = Told(head, "It collected more than its land is worth.", 14, v.tally)
    if not parts:
        return told
    return told.aside(
        "{who} gives up ${sum}, for it collected more than its land is worth",
        who=(name(v.nation),),
        sum=str(v.land + v.commerce),
    )


def _reduced(v: e.FactoryReduced) -> Told:
    head = f"{title(v.nation)} {v.how} its factory in {place_name(v.place)}"
    said = Told(head, "The territory was under attack.", 16)
    one = (
        "{who} destroys its factory in {where}"
        if v.how == "destroyed"
        else "{who} reduces its factory in {where}"
    )
    why = "{where} is under attack"
    return said.as_news(one, why=why, who=(name(v.nation),), where=in_news(v.place))


def _borrowing(v: e.BorrowingRolled) -> Told:
    head = "China may borrow this turn" if v.made else "China may not borrow this turn"
    told = Told(head, _roll(v.die, v.tally), 17 if v.made else 10, v.tally, v.die, actor="china")
    return told.aside("" if v.made else "China may not borrow this turn")


def _lent(v: e.MoneyLent) -> Told:
    use = "for any use" if v.fund == "cash" else "for hardware alone"
    return Told(f"{title(v.nation)} lent {name(v.to)} ${v.amount}", capital(f"{use}."), 18).as_news(
        "{who} lends {to} money",
        "{who} lend {to} money",
        alone="{who} lends {to} ${sum}",
        part="{who} ${sum} to {to}",
        who=(name(v.nation),),
        to=(name(v.to),),
        sum=str(v.amount),
    )


def _returned(v: e.MoneyReturned) -> Told:
    owed = f" ${v.owed} were spent and are owed." if v.owed else ""
    head = f"{title(v.nation)} returned ${v.amount} to {name(v.to)}"
    return Told(head, owed.strip(), 24).as_news(
        "{who} returns ${sum} to {to}",
        who=(name(v.nation),),
        to=(name(v.to),),
        sum=str(v.amount),
    )


def _spent(v: e.MoneySpent) -> Told:
    use = build({}).funds.uses[v.use].title
    return Told(f"{title(v.nation)} spent ${v.amount}", f"{use}.", 13).aside(
        "{who} spends ${sum}", who=(name(v.nation),), sum=str(v.amount)
    )


def _moves(v: e.MovesDeclared) -> Told:
    words = {"build": "builds in", "land": "moves to", "sea": "sails to", "attack": "attacks in",
             "leave": "leaves", "retreat": "retreats to"}  # fmt: skip
    said = [
        f"{word} {listed(map(place_name, keys))}"
        for key, word in words.items()
        if (keys := getattr(v, key))
    ]
    return Told(f"{title(v.nation)} {listed(said) if said else 'declares no move'}", weight=8)


def _due(v: e.ReturnDue) -> Told:
    head = "American ships lie out of bounds" + (" still" if v.late else "")
    return Told(head, f"{listed(map(place_name, v.zones))}: they must leave.", 14, actor="usa")


TELL: dict[type, Callable[..., Told]] = {
    e.TurnBegan: lambda v: Told(v.title, weight=5),
    e.PlayerTurnBegan: lambda v: Told(f"The turn of {v.title}", weight=3),
    e.DieThrown: _die_thrown,
    e.DieRerolled: _die_rerolled,
    e.DiceBid: _dice_bid,
    e.CommerceCollected: _commerce,
    e.CommerceEnded: _commerce_ended,
    e.InfluenceTried: _tried,
    e.InfluenceOpposed: _opposed,
    e.InfluenceRolled: _rolled,
    e.StatusRolled: _status_rolled,
    e.StatusRose: _status_rose,
    e.FullWarCame: _full_war,
    e.ZoneEnacted: _zone,
    e.AttackLodged: _lodged,
    e.AttackWithdrawn: _withdrawn,
    e.AttackContested: _contested,
    e.AttackCounted: _counted,
    e.NavyStruck: _navy,
    e.NeutralStruck: _neutral,
    e.CommerceFreed: _freed,
    e.ColoniesPassed: _colonies,
    e.PactMade: _pact,
    e.FranceFell: _fell,
    e.VichyRolled: _vichy,
    e.ShipsDecided: _ship,
    e.ConflictOpened: _conflict,
    e.ConflictSettled: _settled,
    e.IncomeCollected: _income,
    e.IncomeForgone: _forgone,
    e.FactoryReduced: _reduced,
    e.BorrowingRolled: _borrowing,
    e.MoneyLent: _lent,
    e.MoneyReturned: _returned,
    e.MoneySpent: _spent,
    e.MovesDeclared: _moves,
    e.ReturnDue: _due,
    e.CampaignEnded: lambda v: Told(f"The last turn is over ({v.title})", weight=60).as_news(
        "the game ends, and its rules name no winner",
        why="what is left is fought out on the map",
    ),
}


def value_in_words(value: Any) -> str:
    """The value of a fact in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = str(value)
    if word in POWERS:
        return POWERS[word].name
    return leaning(word) if "." in word else "nobody" if word == "none" else word


BY_PLAYERS = R("W-02")
"""What players declare of the map; other facts follow from events, which tell them."""


def _declared(event: FactDeclared) -> Line:
    after, before = value_in_words(event.after), value_in_words(event.before)
    line = Line(
        head=f"{event.label}: {after}",
        rest=f"It was {before}." if event.after != event.before else "",
        rule=event.rule,
        actor=event.by if event.by in POWERS else "",
        weight=8,
        sort="fact",
    )
    if event.rule == BY_PLAYERS:
        return fact_news.told(line, event, FACTS, value_in_words)
    return replace(line, topic=_follows_from(event))


def _follows_from(event: FactDeclared) -> str:
    """The topic of what brought a fact about: an attack, colonies that pass, a neutral that leans elsewhere."""
    sort, _, place = event.key.partition(".")
    if event.rule == R("Belgium/Holland"):
        return COLONIES
    if sort == "control" or (sort == "lean" and event.after == "none"):
        return blow_at(place, event.by)
    return leaning_of(place) if sort == "lean" else ""


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{title(event.by)} agrees: {event.label}, {value_in_words(event.value)}"
    return Line(head=head, rule=event.rule, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{title(event.by)} disputes: {event.label}, {value_in_words(event.value)}"
    rest = objection(event, value_in_words)
    return Line(head=head, rest=rest, rule=event.rule, actor=event.by, weight=8, sort="fact")


def _told(event: Event) -> Line:
    told: Told = TELL[type(event)](event)
    return Line(
        head=told.head,
        rest=told.rest,
        rule=event.rule,
        actor=told.actor or getattr(event, "nation", ""),
        weight=told.weight,
        detail=told.tally,
        die=told.die,
        sort="clock" if isinstance(event, CLOCK) else "result",
        topic=told.topic,
        news=told.news,
        mark=told.mark,
        undoes=told.undoes,
    )


WORDS = Words(
    dict.fromkeys(TELL, _told),
    {FactDeclared: _declared, FactConfirmed: _confirmed, FactDisputed: _disputed},
    articles=ARTICLES,
)


line = WORDS.line
