"""A phase told afterwards: its cards in the order they were turned, and what its tracks gained."""

from collections.abc import Iterator, Sequence

from rules.days_of_decision.economy.bids import mixed
from rules.days_of_decision.entry import pools
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.events.surrender import Surrendered
from rules.days_of_decision.model.events.treaties import LevelRaised, TreatyEnded, TreatySigned
from rules.days_of_decision.model.events.war import NoticeGiven, WarDeclared, WarsAnnounced
from rules.days_of_decision.model.hex_grid import distance
from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.powers import FACTIONS, POWERS
from rules.days_of_decision.model.state import DecisionState, Nation
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import build, tables_of
from rules.days_of_decision.options.base import code
from rules.days_of_decision.options.markers import direction_name
from rules.days_of_decision.options.surrender import HOWS, manner
from rules.days_of_decision.pages.board.hand import PURSE_WORDS
from rules.days_of_decision.pages.log.options import played_news
from rules.kernel.events import Event, News, OrdersReleased
from rules.kernel.grammar import figure, signed
from rules.kernel.orders import Detail
from rules.kernel.pages import CardStory, LedgerRow

AFTERWARDS = (e.BidPointsGained, e.TurnBegan, e.Produced, e.CampaignEnded, OrdersReleased)
"""Events that only happen when all options are turned over: no card brought them."""

OF_A_WAR = (e.ValuesChanged, e.EntryMoved, e.EffectivenessChanged, LevelRaised, TreatyEnded)
"""What a declared war brings at once."""

SAID_BY: dict[str, tuple[type[Event], ...]] = {
    "signed": (TreatySigned,),
    "varied": (TreatySigned,),
    "broken": (TreatyEnded,),
    "surrendered": (Surrendered,),
    "armed": (WarDeclared, WarsAnnounced, NoticeGiven),
}
"""Effects of options, and the events of the same card that tell them in full."""

WAR = "4"

AIMS = (
    *(
        "surrender",
        "named",
        "notice",
        "target",
        "partner",
        "guest",
        "second",
        "minor",
        "theirs",
        "minors",
        "deal",
    ),
    *("side", "group", "level"),
)
"""Details that say whom or what an option was aimed at, in the order they are told."""

REPLY, NO_CARD = "0f", "It laid no card."


def cards(state: DecisionState, happened: Sequence[Event]) -> tuple[CardStory, ...]:
    """The cards of a phase in the order they were turned, each with the events it brought.

    An answer given without a card stands as one; so does a place in which nothing was played.
    """
    told = [_told(state, happened, block) for block in _blocks(happened)]
    if not told:
        return tuple(_idle(state, power) for power in _passed_over(state, happened, []))
    for power in _passed_over(state, happened, told):
        idle = _idle(state, power)
        at = next((n for n, card in enumerate(told) if card.place > idle.place), len(told))
        told.insert(at, idle)
    return tuple(told)


def _blocks(happened: Sequence[Event]) -> Iterator[list[int]]:
    """The places of the events of each card, its own first, with the war that it announced or began."""
    wars = _wars(happened)
    for block in _turned(happened):
        first = happened[block[0]]
        begun = isinstance(first, e.CardTurned) and first.option == WAR and _armed(happened, block)
        yield [*block, *wars.pop(_player(first), ())] if begun else block


def _armed(happened: Sequence[Event], block: list[int]) -> bool:
    """Whether a card took effect."""
    return any(isinstance(happened[place], e.CardPlayed) for place in block)


def _wars(happened: Sequence[Event]) -> dict[str, list[int]]:
    """By power, the places of the wars that it announced or began and of what they brought at once."""
    found: dict[str, list[int]] = {}
    begun: list[int] | None = None
    for place, event in enumerate(happened):
        if isinstance(event, WarsAnnounced | WarDeclared):
            mine = found.setdefault(event.power, [])
            mine.append(place)
            begun = mine if isinstance(event, WarDeclared) else None
        elif begun is not None and isinstance(event, OF_A_WAR):
            begun.append(place)
        else:
            begun = None
    return found


def _turned(happened: Sequence[Event]) -> Iterator[list[int]]:
    """The places of the events from each card to the next."""
    block: list[int] = []
    for place, event in enumerate(happened):
        if _opens(event, happened[block[0]] if block else None):
            if block:
                yield block
            block = [place]
        elif _closes(event, happened[block[0]] if block else None):
            if block:
                yield block
            block = []
        elif block and not _of_somebody_else(event, happened[block[0]]):
            block.append(place)
    if block:
        yield block


def _opens(event: Event, card: Event | None) -> bool:
    """Whether something begins with it: a card, or an answer that no card gives."""
    if isinstance(event, e.ProposalAnswered):
        return not (
            isinstance(card, e.CardTurned) and (card.option, card.power) == (REPLY, event.by)
        )
    return isinstance(event, e.CardTurned | e.CardReturned)


def _closes(event: Event, card: Event | None) -> bool:
    """Whether it belongs to the end of the phase."""
    if isinstance(event, e.TestRolled):
        return not event.option
    if isinstance(event, e.EntryRolled):
        return event.rule != pools.RULE
    if isinstance(event, e.EffectivenessChanged):
        return event.rule == R("Ruling 65")
    if isinstance(event, e.GovernmentChanged):
        return getattr(card, "option", "") != "ipo-10"
    return isinstance(event, AFTERWARDS)


def _of_somebody_else(event: Event, card: Event) -> bool:
    """Whether a duty ended that another power had: nothing that this card did."""
    return isinstance(event, e.DutyEnded) and event.power != _player(card)


def _player(event: Event) -> str:
    """Who turned a card over, or answered."""
    by: str = event.by if isinstance(event, e.ProposalAnswered) else getattr(event, "power", "")
    return by


def _told(state: DecisionState, happened: Sequence[Event], block: list[int]) -> CardStory:
    first = happened[block[0]]
    power = _player(first)
    within = [happened[place] for place in block]
    wasted = next((each for each in within if isinstance(each, e.CardWasted)), None)
    test = next((place for place in block if isinstance(happened[place], e.TestRolled)), None)
    rolled = happened[test] if test is not None else None
    on_its_face = {
        place for place in block if place == test or _on_its_face(happened[place], within)
    }
    nation = state.nation(power)
    return CardStory(
        power=power,
        place=nation.position,
        score=mixed(nation.score),
        code=_code(first),
        title=_title(first, tables_of(state)),
        aim=_aim(first),
        price=_price(within, first),
        state=_outcome(happened, block, rolled, wasted),
        why=wasted.why if wasted else "",
        rule=(wasted or first).rule,
        by=first.forced_by if isinstance(first, e.CardTurned) else "",
        dice=rolled.dice if isinstance(rolled, e.TestRolled) else (),
        verdict=_verdict(rolled),
        test=test,
        face=tuple(place for place in block if place in on_its_face and place != test),
        events=tuple(place for place in block if place not in on_its_face),
        routine=_routine(within),
    )


def _routine(within: Sequence[Event]) -> News | None:
    """The news of a card that was turned over and brought its bonus, and nothing else."""
    match within:
        case [e.CardTurned(forced_by=""), e.CardPlayed(effect="bonus") as played]:
            return played_news(played)
    return None


def _on_its_face(event: Event, within: Sequence[Event]) -> bool:
    """Whether the face of a card tells it, or another event of the card does so in full."""
    match event:
        case e.CardPlayed():
            tellers = SAID_BY.get(event.effect, ())
            return any(isinstance(each, tellers) for each in within)
        case WarsAnnounced():
            return any(isinstance(each, WarDeclared) for each in within)
    return isinstance(event, e.CardTurned | e.CostPaid | e.CardWasted)


def _code(first: Event) -> str:
    option = first.option if isinstance(first, e.CardTurned) else REPLY
    return "" if isinstance(first, e.CardReturned) else code(option)


def _title(first: Event, tables: Tables) -> str:
    match first:
        case e.CardTurned():
            return tables.cards[first.option].row.title
        case e.ProposalAnswered():
            return tables.cards[REPLY].row.title
        case _:
            return "A card that was not turned"


def _aim(first: Event) -> str:
    """Whom or what a card was aimed at, in words."""
    if isinstance(first, e.ProposalAnswered):
        return minor(first.power)
    details = first.details if isinstance(first, e.CardTurned) else {}
    parts = [_aimed(details[key]) for key in AIMS if details.get(key)]
    way = details.get("direction")
    if isinstance(way, str) and way and details.get("demand", "move") == "move":
        parts.append(direction_name(way).lower() if parts else direction_name(way))
    return ", ".join(parts)


def _aimed(value: Detail) -> str:
    if isinstance(value, str):
        at, _, goods = value.partition(":")
        if at in HOWS:
            return f"{manner(at)}, to {' and '.join(map(minor, goods.split('+')))}"
        return f"{minor(at)}, {goods.replace('_', ' ')}" if goods else minor(at)
    return ", ".join(map(minor, value)) if isinstance(value, list | tuple) else str(value)


def _price(within: Sequence[Event], first: Event) -> str:
    if wars := [each for each in within if isinstance(each, WarDeclared)]:
        return f"{sum(each.price.net for each in wars)} {PURSE_WORDS['money']}"
    paid = [each for each in within if isinstance(each, e.CostPaid)]
    if paid:
        return ", ".join(f"{each.tally.net} {PURSE_WORDS[each.purse]}" for each in paid)
    if isinstance(first, e.CardReturned) or any(isinstance(each, e.CardWasted) for each in within):
        return "nothing paid"
    return "free"


def _outcome(
    happened: Sequence[Event], block: list[int], rolled: Event | None, wasted: Event | None
) -> str:
    """What came of a card, as far as this phase knows."""
    first = happened[block[0]]
    if isinstance(first, e.CardReturned):
        return "returned"
    if isinstance(first, e.ProposalAnswered):
        return first.how
    if wasted is not None:
        return "wasted"
    if isinstance(first, e.CardTurned) and first.forced_by:
        return "forced"
    if isinstance(rolled, e.TestRolled) and not rolled.passed and _is_test(rolled.option):
        return "failed"
    made = next((each for each in block if isinstance(happened[each], e.ProposalMade)), None)
    return _became(happened, made) if made is not None else "done"


def _verdict(rolled: Event | None) -> str:
    """What a test came to; dice for effectiveness gain something or nothing."""
    if not isinstance(rolled, e.TestRolled):
        return ""
    if rolled.option == "0a":
        return "Gains effectiveness." if rolled.passed else "Gains nothing."
    if not _is_test(rolled.option):
        return ""
    return "Passes." if rolled.passed else "Fails."


def _is_test(option: str) -> bool:
    """Whether an option hangs on its die; dice for effectiveness or pressure decide only how far."""
    card = build({}).cards.get(option)
    return card is not None and card.row.test is not None


def _became(happened: Sequence[Event], made: int) -> str:
    """What became of a proposal before the phase ended."""
    proposal = happened[made]
    assert isinstance(proposal, e.ProposalMade)
    mine = (proposal.power, proposal.option)
    state = "proposed"
    for event in happened[made:]:
        if isinstance(event, e.ProposalAnswered) and (event.power, event.option) == mine:
            state = "refused" if event.how != "accepted" else state
        elif isinstance(event, e.CardPlayed) and (event.power, event.option) == mine:
            return "done"
    return state


def _passed_over(
    state: DecisionState, happened: Sequence[Event], told: Sequence[CardStory]
) -> list[str]:
    """The powers whose place came in this phase and who played nothing."""
    begun = any(isinstance(event, e.CardsSealed) for event in happened)
    if not begun and not told:
        return []
    first = 1 if begun else min(card.place for card in told)
    ended = any(isinstance(event, AFTERWARDS) for event in happened)
    last = len(state.powers) if ended or not state.at else state.at - 1
    played = {card.power for card in told if card.state != "returned"}
    return [
        power
        for power in state.order_of_play()
        if first <= state.nation(power).position <= last and power not in played
    ]


def _idle(state: DecisionState, power: str) -> CardStory:
    nation = state.nation(power)
    return CardStory(
        power=power,
        place=nation.position,
        score=mixed(nation.score),
        state="idle",
        why=NO_CARD,
        rule=R("14.1"),
    )


TRACKS = (
    ("entry", "own entry points"),
    ("pe", "effectiveness"),
    ("level", "production level"),
    ("money", "money"),
    ("bids", "bid points"),
    ("bp", "build points"),
)


def ledger(before: DecisionState, after: DecisionState) -> tuple[LedgerRow, ...]:
    """What a phase changed on the display and on the tracks of every power."""
    return (*_moved(before, after), *_tracks(before, after))


def _moved(before: DecisionState, after: DecisionState) -> Iterator[LedgerRow]:
    tables = tables_of(after)
    for key, now in sorted(after.minors.items()):
        was = before.minors.get(key)
        if was is None or was.hex == now.hex:
            continue
        nearer = {
            side: (distance(was.hex, center), distance(now.hex, center))
            for side, center in tables.display.centers.items()
        }
        side = min(nearer, key=lambda each: (nearer[each][1] - nearer[each][0], nearer[each][1]))
        far, near = nearer[side]
        word = "toward" if near < far else "away from"
        yield LedgerRow(
            actor=side,
            label=f"{minor(key)}, {word} the {FACTIONS[side].name.lower()} center",
            before=str(far),
            after="1 hex" if near == 1 else f"{near} hexes",
            change=signed(near - far),
        )


def _tracks(before: DecisionState, after: DecisionState) -> Iterator[LedgerRow]:
    for track, label in TRACKS:
        for power in after.powers:
            was, now = (_on(each.nation(power), track) for each in (before, after))
            if was != now:
                yield LedgerRow(
                    actor=power,
                    label=f"{POWERS[power].name}, {label}",
                    before=figure(was),
                    after=figure(now),
                    change=signed(now - was),
                )


def _on(nation: Nation, track: str) -> int:
    value: int = getattr(nation, track)
    return value
