"""The fall of France, and what becomes of its colonies and ships."""

from rules.kernel.grammar import capital
from rules.war_game_1939.model import events as e
from rules.war_game_1939.model.powers import adjective, name, title
from rules.war_game_1939.model.tables import build
from rules.war_game_1939.pages.log.attacks import blow_at
from rules.war_game_1939.pages.log.told import (
    Telling,
    Told,
    in_news,
    listed,
    nations,
    place_name,
    rolled,
)

COLONIES = "colonies"
"""The topic of colonies that pass to France, all at once."""


def _colonies(v: e.ColoniesPassed) -> Told:
    rest = f"{listed(place_name(key) for key in v.places)}." if v.places else "None was left."
    head = "The Belgian and Dutch colonies pass to France"
    return Told(head, rest, 38, actor="france", topic=COLONIES)


def _fell(v: e.FranceFell) -> Told:
    return Told("France has fallen", f"{title(v.by)} holds the capital.", 95, actor=v.by).as_news(
        "France falls",
        why="{who} holds the capital, and each colony chooses its side",
        who=(name(v.by),),
    )


def _vichy(v: e.VichyRolled) -> Told:
    place = place_name(v.place)
    if v.free:
        head, rest = f"{place} stays with the Free French", rolled(v.die, v.tally)
    else:
        head = f"{place} follows Vichy and sides with {name(v.ally)}"
        rest = f"The die is {v.die}. To stay with the Free French it needed {v.tally.net} or less."
        if v.tally.net < 1:
            rest = f"The die is {v.die}. No number would have kept it with the Free French."
    told = Told(head, rest, 14 if v.free else 28, v.tally, v.die, actor="france")
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
    rest = f"The die is {v.die}."
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


TELL: Telling = {
    e.ColoniesPassed: _colonies,
    e.FranceFell: _fell,
    e.VichyRolled: _vichy,
    e.ShipsDecided: _ship,
    e.ConflictOpened: _conflict,
    e.ConflictSettled: _settled,
}
