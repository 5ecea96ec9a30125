"""What a power's own orders would spoil: agreed texts, and answers left beforehand.

Everything here follows from the view and the hand of the one who is warned, and from nothing else:
nobody who agreed on a text with that power learns anything by it.
"""

from collections.abc import Iterator, Sequence

from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.orders import Answer, Plays, Produce, Standing
from rules.days_of_decision.model.powers import name
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.options import behaviour, kinds_of
from rules.days_of_decision.options.base import LEAVE, code, many, text
from rules.days_of_decision.options.treaty import AGREED, TERMS
from rules.days_of_decision.pages import agreements
from rules.days_of_decision.treaties.drafts import agreed_text, waiting
from rules.days_of_decision.turn.resolution import REPLY, free_answer, reaching
from rules.days_of_decision.war.calls import join_bar
from rules.kernel.grammar import joined
from rules.kernel.orders import Chosen, Order, Problem

AGREEMENT, ANSWER = R("Ruling 78"), R("8.7.2 Option 0(f)")
CALL = R("8.7.2 Option 3 Level 3")
TREATY, WAR = "3", "4"


def build(
    state: DecisionState, power: str, order: Order, standing: Order | None
) -> tuple[Problem, ...]:
    """What a power should know before it seals this order."""
    if power not in state.nations:
        return ()
    left = standing if isinstance(standing, Standing) else Standing()
    match order:
        case Plays(plays=plays):
            return (*_undone(state, power, plays), *_options(state, power, plays, left))
        case Answer(answer=answer) if answer != "refuse":
            return tuple(_answer(state, power))
        case Produce():
            return (*_calls(state, power), *_deliveries(state, power))
    return ()


def partners(state: DecisionState, power: str) -> list[str]:
    """With whom a power has agreed on a text."""
    return [other for other in state.powers if other != power and agreed_text(state, power, other)]


def counting_on(state: DecisionState, power: str) -> list[str]:
    """The partners whose option 3 comes to this power's next place in the order of play, where it
    needs an option that was not used. Whoever comes later is answered a turn later.
    """
    here = state.nation(power).position
    return [
        other
        for other in partners(state, power)
        if waiting(state, power, other)
        or (state.step == "select" and state.nation(other).position < here)
    ]


def _undone(state: DecisionState, power: str, plays: Sequence[Chosen]) -> Iterator[Problem]:
    """Plays that take away what was agreed."""
    agreed = partners(state, power)
    for place, chosen in enumerate(plays):
        spot = f"plays.{place}.{chosen.option}"
        if chosen.option == TREATY:
            kind, _, other = text(chosen.details, "agreement").partition(":")
            if other in agreed and kind != AGREED:
                yield Problem(
                    spot,
                    f"You agreed on a text with {name(other)}. This treaty is signed without it, "
                    "and the text is gone.",
                    AGREEMENT,
                )
        elif chosen.option == WAR:
            for other in agreed:
                if other in many(chosen.details, "named"):
                    yield Problem(
                        spot,
                        f"You agreed on a text with {name(other)}. War on it ends the text.",
                        AGREEMENT,
                    )


def _options(
    state: DecisionState, power: str, plays: Sequence[Chosen], left: Standing
) -> Iterator[Problem]:
    """Answers for which these plays leave no unused option."""
    unused = state.nation(power).options - len(plays)
    if not plays and any(d.power == power and d.kind == "move" for d in state.duties):
        unused -= 1
    signs = {text(c.details, "agreement") for c in plays if c.option == TREATY}
    count = [o for o in counting_on(state, power) if f"{AGREED}:{o}" not in signs]
    replies = [chosen for chosen in plays if chosen.option == REPLY]
    for other in list(count):
        reply = next((each for each in replies if _answers(each, other)), None)
        if reply is not None:
            replies.remove(reply)
            count.remove(other)
    accepts = _accepts(state, left)
    if len(count) > max(unused, 0):
        whom = joined([name(other) for other in count])
        yield Problem(
            "plays",
            f"You agreed on a text with {whom}. If {_it(count)} option 3 on it, accepting takes "
            f"{_options_of(len(count))} that you have not used, and this hand leaves "
            f"{max(unused, 0) or 'none'}: the treaty would fail. Leave an option unused, or play "
            "option 3 on the text yourself.",
            AGREEMENT,
        )
    elif count and accepts and len(count) == unused:
        yield Problem(
            "plays",
            f"You agreed on a text with {joined([name(other) for other in count])} and leave just "
            "the option for it; your standing orders may spend it on another proposal first.",
            AGREEMENT,
        )
    elif plays and accepts and unused <= 0 and not replies:
        yield Problem(
            "plays",
            f"Your standing orders accept proposals ({', '.join(accepts)}), but accepting takes an "
            "option that you have not used, and this hand leaves none. They would lapse.",
            ANSWER,
        )


def _answers(reply: Chosen, other: str) -> bool:
    """Whether a card 0(f) may accept this partner's proposal of an agreed text."""
    wanted, sort = text(reply.details, "from"), text(reply.details, "sort")
    return wanted in ("", other) and sort in ("", TERMS)


def _accepts(state: DecisionState, left: Standing) -> list[str]:
    """Whose proposals, and proposals to what, standing orders accept, in words."""
    kinds = kinds_of(tables_of(state))
    said = [f"all of {name(key)}" for key, what in left.powers.items() if what == "accept"]
    return said + [kinds[key] for key, what in left.kinds.items() if what == "accept"]


def _answer(state: DecisionState, power: str) -> Iterator[Problem]:
    """An answer that takes the option on which an agreed text depends."""
    now, *later = reaching(state, power)
    if free_answer(state, now):
        return
    promised = [
        p.power
        for p in later
        if p.kind != LEAVE and behaviour(p.option).beforehand(state, p, power)
    ]
    unused = state.spare.get(power, 0) - 1
    if len(promised) > unused:
        yield Problem(
            "answer",
            f"You agreed on a text with {joined([name(other) for other in promised])}, whose option "
            f"3 waits behind this. Accepting {code(now.option)} leaves no unused option for it: "
            "the treaty would fail.",
            AGREEMENT,
        )


def _calls(state: DecisionState, power: str) -> Iterator[Problem]:
    """Calls to an ally's war, which are over when the turn is."""
    for call in state.calls:
        if call.power == power and not join_bar(state, tables_of(state), power, call.aggressor):
            yield Problem(
                "",
                f"You may still join the war of {name(call.ally)} on {name(call.aggressor)} at "
                "once. The call is over when this turn is.",
                CALL,
            )


def _deliveries(state: DecisionState, power: str) -> Iterator[Problem]:
    """What was promised and will not arrive, as the map is declared now."""
    for agreement in agreements.build(state, power).in_force:
        for clause in agreement.clauses:
            if clause.by == power and clause.state == "failed":
                yield Problem(
                    "spend",
                    f"As things stand you fail in this: {clause.text} {clause.why}".strip(),
                    clause.rule,
                )


def _it(others: Sequence[str]) -> str:
    return "it plays" if len(others) == 1 else "they play"


def _options_of(count: int) -> str:
    return "an option" if count == 1 else f"{count} options"
