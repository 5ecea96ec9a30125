"""What a power supposes of what it may not know: cards face down, entry chits, what was done in secret.

The guesses, each from the view alone:

* a card that lies face down is the next that its owner's autopilot would play, judged by what the
  supposing power knows; one too many for that is an answer to a proposal (0(f)), which does nothing else;
* an entry chit of unknown value has the middle value of all that are not accounted for, and what nobody
  drew are the others; a chit of another's pact serves its defense;
* other powers have sent each other no terms, built no secret unit and told nobody their next option.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.days_of_decision.entry import entry
from rules.days_of_decision.model.orders import Plays
from rules.days_of_decision.model.powers import SEATS
from rules.days_of_decision.model.state import Chit, DecisionState, Sealed
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.treaties.pacts import DEFENSE
from rules.days_of_decision.turn import autopilot, menus
from rules.days_of_decision.turn.resolution import REPLY
from rules.kernel.assumptions import Supposed
from rules.kernel.audience import Audience, only

CARDS = (
    "Cards that lie face down are those that their owners' autopilots would have played, "
    "judged by what you know now."
)
CHITS = "An entry chit that you have not seen has the middle value of those that are left."
SECRETS = "Other powers have proposed each other no terms, built no secret unit and told nobody their next option."
PACT = "pact:"


def supposed(view: DecisionState, power: str) -> Supposed[DecisionState]:
    """The whole state as a power may suppose it, from its view."""
    cards = tuple(_cards(view, power))
    chits, pool = _chits(view)
    guesses = [*([CARDS] if cards else []), *([CHITS] if chits else []), SECRETS]
    state = replace(view, sealed=(*view.sealed, *cards), chits=(*view.chits, *chits), pool=pool)
    return Supposed(state=state, guesses=tuple(guesses))


def _cards(view: DecisionState, power: str) -> Iterator[Sealed]:
    """The cards of others that lie face down while options are turned over."""
    if not view.at:
        return
    seen = [card.power for card in view.sealed]
    choosing = replace(view, step="select", at=0, mover="", awaited="", activating="")
    for other in SEATS:
        missing = view.counts.get(other, 0) - seen.count(other)
        if other == power or missing <= 0 or other not in view.nations:
            continue
        order = autopilot.order(choosing, other, menus.plays_menu(choosing, other))
        plays = order.plays if isinstance(order, Plays) else ()
        for number in range(1, missing + 1):
            play = plays[number - 1] if number <= len(plays) else None
            yield Sealed(
                power=other,
                number=number,
                option=play.option if play else REPLY,
                details=play.details if play else {},
                audience=only(other),
            )


def _chits(view: DecisionState) -> tuple[tuple[Chit, ...], tuple[int, ...]]:
    """The chits whose value is not known, and those that nobody drew."""
    left = sorted(_made(view))
    for chit in view.chits:
        if chit.value in left:
            left.remove(chit.value)
    number = max((chit.number for chit in view.chits), default=0)
    found: list[Chit] = []
    for pool, count in sorted(view.chit_counts.items()):
        for _ in range(count - sum(chit.pool == pool for chit in view.chits)):
            value = left.pop(len(left) // 2) if left else 0
            number += 1
            use = DEFENSE if pool.startswith(PACT) else ""
            found.append(Chit(pool=pool, number=number, value=value, use=use, audience=_sees(pool)))
    return tuple(found), tuple(left)


def _sees(pool: str) -> Audience:
    return only(pool.split(":")[1]) if pool.startswith(PACT) else entry.SEES


def _made(view: DecisionState) -> Iterator[int]:
    """The chits that were ever put into the pool, by the calendar."""
    tables = tables_of(view)
    later = tables.entry["later"]
    yield from entry.fresh_pool(tables, experimental=view.on("experimental"))
    for since in range(later, view.turn - view.pool_since + 1, later):
        yield from entry.later_chits(view, tables, since)
