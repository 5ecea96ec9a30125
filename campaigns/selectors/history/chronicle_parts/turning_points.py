"""The turning points of a chronicle: which they are, how each is told, and through whose eyes it tells most."""

from collections.abc import Mapping, Sequence

from campaigns.chronicles import weighing, wording
from campaigns.chronicles.clauses import came_of, clauses
from campaigns.chronicles.reasons import Reasons
from campaigns.chronicles.spec import ChronicleSpec
from campaigns.chronicles.turns import Turns
from campaigns.domain.wording import in_readers_words as say
from campaigns.models import Phase
from campaigns.selectors.history.chronicle_parts.records import TurningPoint
from campaigns.selectors.log.known_then import Secrets

BESIDE = 1
"""So many other pieces of news of its turn tell a turning point."""
BESIDE_WEIGHT = 55
"""In percent: each of them weighs at least so large a part of it."""
LATER = 1
"""So many of the year after it tell what followed."""
BEFORE = 2
"""So many pieces of news of a power's own, of the year before, say what it knew at a turning point."""


def turnings_of(
    turns: Turns,
    by_turn: list[weighing.Event],
    news: list[weighing.Event],
    told: ChronicleSpec,
) -> list[weighing.Turning]:
    """The turning points, of all that is told (``news``), gathered ``by_turn``."""
    tide = turns.turned_by(news)
    return weighing.turning_points(
        *(by_turn, turns.moved, turns.own, told.most_turnings),
        long=turns.long or told.apart,
        tide=tide,
        soon=turns.year_after(tide.turn) if tide else (),
    )


def turning_points(
    turnings: list[weighing.Turning],
    news: list[weighing.Event],
    turns: Turns,
    phases: Mapping[int, Phase],
    spec: ChronicleSpec,
    names: Mapping[str, str],
    tellers: Sequence[str],
    eyes: str | None,
) -> tuple[TurningPoint, ...]:
    """The turning points in the order of time; what followed is what the same powers did or met in the year after, told
    of the last of several, and not where it is a turning point itself. Where it is not one power's doing it is that of
    the first that it names. ``names`` are what powers and sides are called within an English sentence. ``tellers`` are
    the powers whose eyes tell most, and ``eyes`` is the power that tells it itself.
    """
    told = {turning.event.head for turning in turnings}
    found: list[TurningPoint] = []
    powers = {key: name for key, name in turns.names.items() if key in turns.sides}
    events = [turning.event for turning in turnings]
    whys = tuple(Reasons(turns, spec, names, news).of(events))
    leads_nowhere = {each.kind for each in spec.news if not each.follows}
    phases_told = {event.phase for event in events}
    for place, event in reversed(list(enumerate(events, 1))):
        came = came_of(event, phases[event.phase].headline, phases[event.phase].lede)
        beside = [
            e
            for e in news
            if e.turn == event.turn
            and e not in events
            and (e.phase not in phases_told if e.phase != event.phase else not came)
            and 100 * e.weight >= BESIDE_WEIGHT * event.weight
        ]
        year_after = turns.year_after(event.turn)
        whose = turns.touched(event)
        followed = [
            e
            for e in news
            if e.turn in year_after and e.head not in told and turns.parties(e) & whose
            if e.kind not in leads_nowhere and e.phase not in phases_told
        ]
        later = weighing.weightiest(followed, LATER)
        told |= {each.head for each in later}
        turn = turns.turns.index(event.turn)
        year_before = turns.turns[max(turn - turns.a_year, 0) : turn]
        saw = [e for e in news if e.turn in year_before and eyes in turns.parties(e)]
        point = TurningPoint(
            number=place,
            phase=event.phase,
            turn=say(event.turn),
            head=say(wording.upper(event.head)),
            came=say(came),
            why=whys[place - 1],
            beside=clauses(weighing.weightiest(beside, BESIDE)),
            later=wording.upper(clauses(later, dated=True)),
            actor=event.actor or wording.named_first(event.head, powers),
            knew=tellers[place - 1] if tellers else "",
            before=wording.upper(clauses(weighing.weightiest(saw, BEFORE), dated=True)),
        )
        found.insert(0, point)
    return tuple(found)


def teller_of(
    event: weighing.Event, turns: Turns, then: Mapping[str, Secrets], asked: Mapping[str, int]
) -> str:
    """The power through whose eyes a turning point tells most, of those for which something was secret in its phase:
    who did not know what its doer ordered before who did, and whom it names before others. Whoever is out of the game
    is not asked: nobody ``asked`` it for anything since, and nothing of what was kept is its own. Empty where there is
    none.
    """
    doer, parties = (
        event.actor or wording.named_first(event.head, turns.names),
        turns.parties(event),
    )
    ranked = []
    for place, (power, known) in enumerate(then.items()):
        own = any(badge.key == power for one in known.known for badge in one.whose)
        plays = asked.get(power, 0) >= event.phase or (own and power in parties)
        if not (known.any and plays):
            continue
        unknown = any(badge.key == doer for one in known.ordered for badge in one.whose)
        named = event.head.rfind(turns.names.get(power, power)) if unknown else 0
        side = turns.sides.get(power) == turns.sides.get(doer, doer)
        amount = sum(len(words) for one in known.known for _badge, words in one.held)
        rank = not unknown, power not in parties, -named, side, power != doer, -amount, place
        ranked.append((*rank, power))
    return str(min(ranked)[-1]) if ranked else ""
