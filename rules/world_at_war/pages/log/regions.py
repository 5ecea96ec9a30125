"""What happens to single countries, in words."""

from rules.kernel.events import Line
from rules.kernel.wording import Wording
from rules.world_at_war.model.events import regions as h
from rules.world_at_war.model.names import counted, country_name, reasons
from rules.world_at_war.model.powers import POWERS
from rules.world_at_war.pages.log.news import line
from rules.world_at_war.pages.log.topics import FALL_OF_ETHIOPIA, war_of


def _laid(event: h.MinesLaid) -> Line:
    rest = (
        "Norway agrees, and nobody takes offence."
        if event.leave
        else "Norway was not asked: American tension drops, later rolls for Norway gain one, and Germany may react."
    )
    return line(
        event, f"{POWERS[event.power].name} announces mines in Norwegian waters", rest, weight=48
    )


def _cleared(event: h.MinesCleared) -> Line:
    return line(
        event,
        "The mines in Norwegian waters are gone",
        "Germany controls Norway.",
        actor="germany",
        weight=28,
    )


def _denmark(event: h.DenmarkYielded) -> Line:
    return line(
        event,
        "Denmark lets the Germans in without a fight",
        "Its hexes count as German and fully supplied from the start of this player turn.",
        actor="germany",
        weight=40,
    )


def _partisans(event: h.PartisansGone) -> Line:
    return line(event, "All Irish partisans are removed for good", f"{event.why}.", weight=26)


def _route(event: h.RouteOpened) -> Line:
    return line(
        event,
        f"{POWERS[event.power].name} opens the Persian route for {counted(event.price.net, 'BRP')}",
        f"{reasons(event.price)}. Persian hexes that are not Axis belong to the Western powers together.",
        weight=46,
        detail=event.price,
    )


def _ethiopia(event: h.EthiopiaFell) -> Line:
    fate = "may be built again" if event.rebuilt else "are lost for good"
    units = f" {counted(event.factors, 'Axis factor')} there {fate}." if event.factors else ""
    return line(
        event,
        "Ethiopia falls to the Allies",
        f"{event.why}.{units}",
        weight=50,
        topic=FALL_OF_ETHIOPIA,
    )


def _decided(event: h.EthiopiaDecided) -> Line:
    head = {
        "axis": "Germany keeps Ethiopia",
        "western": "Ethiopia passes to the Allies",
        "none": "Ethiopia belongs to nobody",
    }[event.holder]
    rest = f"Without Italy: {event.german} German and {event.western} Western ground factors."
    return line(event, head, rest, weight=36)


_FALLEN = {
    "philippines": "Every hex is Japanese. Allied ground units there surrender and go back to their pools; American ships are driven off.",
    "dutch_east_indies": "Every hex without Allied units is Japanese, and all Dutch units are gone.",
}


def _fell(event: h.AreaFell) -> Line:
    verb = "fall" if country_name(event.area).startswith("The ") else "falls"
    return line(
        event,
        f"{country_name(event.area)} {verb} to Japan",
        _FALLEN[event.area],
        actor="japan",
        weight=70,
        topic=war_of("japan", event.area),
    )


def _refused(event: h.ReconquestRefused) -> Line:
    return line(
        event,
        "Ethiopia cannot become Axis again",
        "The Allies conquered it once; the declared fact was put back.",
        weight=20,
        sort="fact",
    )


def _asked(event: h.ChinaAsked) -> Line:
    return line(
        event,
        "Will Communist China fight on alone?",
        "Russia says so for it this turn; silence makes it Russia's ally.",
        actor="russia",
        weight=40,
    )


def _chose(event: h.ChinaChose) -> Line:
    head = (
        "Communist China stays on its own" if event.stays else "Communist China allies with Russia"
    )
    why = {
        "bound": "The full restrictions leave it no choice.",
        "chosen": "It cannot be changed later.",
        "silent": "No word came.",
    }[event.how]
    return line(event, head, " ".join((why, *event.effects)), actor="russia", weight=60)


def _undone(event: h.TriggerUndone) -> Line:
    return line(
        event,
        f"{country_name(event.area)}: no longer on the side of {POWERS[event.power].name}",
        f"{event.why}.",
        actor="",
        weight=24,
        sort="fact",
    )


WORDS: Wording = {
    h.MinesLaid: _laid,
    h.MinesCleared: _cleared,
    h.DenmarkYielded: _denmark,
    h.PartisansGone: _partisans,
    h.RouteOpened: _route,
    h.EthiopiaFell: _ethiopia,
    h.EthiopiaDecided: _decided,
    h.AreaFell: _fell,
    h.ReconquestRefused: _refused,
    h.ChinaAsked: _asked,
    h.ChinaChose: _chose,
    h.TriggerUndone: _undone,
}
"""What these words are of."""
