"""Attacks, associations, surrenders and changes of side, in words."""

from rules.kernel.events import Line, News
from rules.kernel.grammar import capital
from rules.kernel.wording import Wording
from rules.world_at_war.model.events import sides as h
from rules.world_at_war.model.names import THE, counted, country_name, row_words
from rules.world_at_war.model.tables.campaign import build
from rules.world_at_war.pages.log.news import line, report
from rules.world_at_war.pages.log.topics import result_in, war_of
from rules.world_at_war.status.status import power_name


def area_name(key: str) -> str:
    """An area in the middle of a sentence."""
    return build({}).areas[key].name


def _sentence(clause: str) -> str:
    return f"{capital(clause)}." if clause else ""


def _attacked(event: h.AreaAttacked) -> Line:
    cost = event.cost.net
    price = f"It costs {counted(cost, 'BRP')}." if cost else "It costs nothing more."
    return line(
        event,
        f"{capital(power_name(event.power))} attacks {area_name(event.area)}",
        " ".join((price, *event.effects)),
        weight=66,
        detail=event.cost,
        topic=war_of(event.power, event.area),
        news=report(
            "{who} attacks {whom}",
            "{who} attack {whom}",
            who=(power_name(event.power),),
            whom=(area_name(event.area),),
        ),
    )


def _joined(event: h.AreaJoined) -> Line:
    survived = event.why.endswith(" survived the attack")
    return line(
        event,
        f"{capital(area_name(event.area))} joins {power_name(event.power)} as an associate",
        " ".join((_sentence(event.why), *event.effects)),
        weight=64,
        news=report(
            f"{{who}} {'holds out and ' if survived else ''}joins {{side}}",
            f"{{who}} {'hold out and ' if survived else ''}join {{side}}",
            who=(area_name(event.area),),
            side=power_name(event.power),
        ),
    )


def _alone(event: h.FightsAlone) -> Line:
    return line(
        event,
        f"{capital(area_name(event.area))} survives and fights alone",
        " ".join((_sentence(event.why), *event.effects)),
        weight=46,
        news=News(
            one="{who} survives and fights alone",
            many="{who} survive and fight alone",
            why="{why}" if event.why else "",
            slots={"who": (area_name(event.area),), "why": event.why},
        ),
    )


def _refused(event: h.Refused) -> Line:
    return line(
        event,
        f"{capital(power_name(event.power))} refuses to take {area_name(event.area)} as an associate",
        weight=44,
    )


def _surrendered(event: h.AreaSurrendered) -> Line:
    return line(
        event,
        f"{capital(area_name(event.area))} surrenders and leaves {power_name(event.power)}",
        " ".join((f"A row of {row_words(event.row)}.", *event.effects)),
        weight=66,
        news=report(
            "{who} surrenders and leaves {side}",
            "{who} surrender and leave {side}",
            who=(area_name(event.area),),
            side=power_name(event.power),
        ),
    )


def _switched(event: h.AreaSwitched) -> Line:
    name = capital(area_name(event.area))
    return line(
        event,
        f"{name} changes sides, from {power_name(event.power)} to {power_name(event.to)}",
        " ".join((f"A row of {row_words(event.row)}.", *event.effects)),
        actor=event.to,
        weight=68,
    )


def _disbanded(event: h.UnitsDisbanded) -> Line:
    return line(
        event,
        f"All units of {area_name(event.area)} are removed for good",
        _sentence(event.why),
        weight=40,
    )


def _lost(event: h.ForeignersLost) -> Line:
    many = counted(event.factors, "factor")
    return line(
        event,
        f"{capital(many)} of {power_name(event.power)} did not leave {area_name(event.area)}",
        "They are eliminated.",
        weight=40,
    )


def _caught(event: h.UnitsCaught) -> Line:
    many = counted(event.factors, "factor")
    return line(
        event,
        f"{capital(many)} of {power_name(event.power)} are caught in {area_name(event.area)}",
        " ".join(event.effects),
        weight=40,
    )


def _barred(event: h.RowBarred) -> Line:
    return line(
        event,
        f"{country_name(event.country)} cannot join {THE[event.faction]}, who declared war on it",
        f"Row {row_words(event.taken)} is taken instead of {row_words(event.rolled)}.",
        weight=30,
        topic=result_in(event.country),
        news=report(
            "{who} cannot join {side} after their declaration of war",
            who=(country_name(event.country),),
            side=THE[event.faction],
        ),
    )


def _void(event: h.AllianceVoid) -> Line:
    return line(
        event,
        f"The alliance of {country_name(event.country)} with {power_name(event.power)} is void",
        f"It needed a declaration of war on {power_name(event.on)}.",
        weight=60,
    )


WORDS: Wording = {
    h.AreaAttacked: _attacked,
    h.AreaJoined: _joined,
    h.FightsAlone: _alone,
    h.Refused: _refused,
    h.AreaSurrendered: _surrendered,
    h.AreaSwitched: _switched,
    h.UnitsDisbanded: _disbanded,
    h.ForeignersLost: _lost,
    h.UnitsCaught: _caught,
    h.RowBarred: _barred,
    h.AllianceVoid: _void,
}
"""What these words are of."""
