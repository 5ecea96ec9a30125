"""Details of option plays that are allowed one by one, and would do nothing together."""

from collections.abc import Iterator

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At
from rules.days_of_decision.model.geometry import control_bar, together
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.table_rows import Card
from rules.days_of_decision.options.base import WAR
from rules.days_of_decision.options.markers import DIRECTIONS, direction_name, forced_directions
from rules.kernel.menus import Clash
from rules.kernel.setup import in_sentence

ANY = ("*",)


def clashes(at: At) -> Iterator[Clash]:
    """What a hand could hold that would do nothing, whatever the others play."""
    if at.concerns("activate"):
        yield Clash(
            field="activate",
            why="You play option 4 in this phase, so you activate nothing.",
            rule=R("8.5"),
            when={"activate": ANY},
            beside=tuple(sorted(WAR)),
        )
        yield from stand_ins(at)
    if at.concerns("shift"):
        yield Clash(
            field="shift",
            why="This option throws no die to shift.",
            rule=R("14.15"),
            when={"shift": ANY},
            options=tuple(
                key
                for key, card in at.tables.cards.items()
                if at.power in card.row.powers and not throws(at, card)
            ),
        )
    if at.concerns("demand"):
        yield from _moves(at)


def stand_ins(at: At) -> Iterator[Clash]:
    """Activations by a stand-in, or where one may choose one, that cannot be (14.12)."""
    if not at.state.on("alternate"):
        return
    yield Clash(
        field="through",
        why="Name the minor that it activates.",
        rule=R("14.12"),
        when={"through": ANY, "activate": ("",)},
    )
    minors = [key for key, _ in at.minors_by_name]
    for power in ("", *at.state.playing):
        if power and (not at.concerns(power) or together(at.state, at.power, power, at.tables)):
            continue
        closed = tuple(k for k in minors if control_bar(at.state, power or at.power, k, at.tables))
        if closed:
            who = POWERS[power].name if power else "You"
            yield Clash(
                field="activate",
                why=f"{who} cannot activate it, since it is beyond control.",
                rule=R("8.5"),
                when={"through": (power,), "activate": closed},
            )


def throws(at: At, card: Card) -> bool:
    """Whether an option throws six-sided dice, which intelligence can shift."""
    pressed = card.key == "ipo-9" and at.state.switch("plays") == "open"
    return card.row.test is not None or card.key == "0a" or pressed


def _moves(at: At) -> Iterator[Clash]:
    """A move that is demanded needs a direction in which the target can be made to go (IPO 9)."""
    for target in at.state.playing:
        if target == at.power or not at.concerns(target):
            continue
        open_now = forced_directions(at.state, at.tables, target)
        said = ", ".join(direction_name(way).lower() for way in open_now)
        whom = in_sentence(POWERS, target)
        ways = f"Possible: {said}." if said else "It cannot be made to move."
        yield Clash(
            field="direction",
            why=f"Demand a direction in which {whom} can go. {ways}",
            rule=R("8.7.1 IPO 9"),
            when={
                "demand": ("move",),
                "target": (target,),
                "direction": ("", *(way for way in DIRECTIONS if way not in open_now)),
            },
            options=("ipo-9",),
        )
