"""The page of treaties as data: in force, on the table, owed, and past. Built from a view."""

from collections.abc import Iterable, Iterator

from rules.days_of_decision.economy.deliveries import Delivery
from rules.days_of_decision.economy.production import exchanged, running
from rules.days_of_decision.entry.entry import effect
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.powers import name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Recorded, Text, Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.model.tables import tables_of
from rules.days_of_decision.pages.log.treaties import ENDINGS, LEVELS
from rules.days_of_decision.treaties.drafts import amount, as_offer, clauses, text_of
from rules.days_of_decision.treaties.obligations import obligations, rights
from rules.days_of_decision.treaties.pacts import (
    breakable,
    defense,
    needed,
    offense,
    pact_of,
    period,
    reached,
)
from rules.days_of_decision.treaties.signing import RAISE, TOP, chart, level_of
from rules.days_of_decision.turn.acts.treaties import treaty_menus
from rules.days_of_decision.war.obligations import allowances, owed
from rules.kernel.agreements import Agreement, Agreements, Clause, Counterpart, Paper, Past
from rules.kernel.grammar import signed
from rules.kernel.menus import Menu
from rules.kernel.tally import Tally

TRADE, PACT, UNUSED = R("8.7.2 Option 3"), R("13.0"), R("Ruling 78")
FULL = R("8.7.2 Option 3 Level 3")


def build(state: DecisionState, power: str | None) -> Agreements:
    """The whole page for the reader of this view (``power``: as whom he acts, if any)."""
    tables = tables_of(state)
    mine = power if power in state.nations and not state.ending else None
    return Agreements(
        in_force=tuple(_in_force(state, tables, mine)),
        papers=(*_proposed(state, mine), *(_paper(state, tables, t, mine) for t in state.texts)),
        obligations=(*obligations(state, tables), *owed(state, tables)),
        rights=(*rights(state, tables), *allowances(state, tables)),
        history=tuple(_past(each) for each in reversed(state.chronicle)),
        counterparts=tuple(_counterparts(state, tables, mine)) if mine else (),
        acts=_common_acts(state, mine) if mine else (),
    )


def _in_force(state: DecisionState, tables: Tables, mine: str | None) -> Iterator[Agreement]:
    made = running(state, tables)
    for treaty in state.treaties:
        if treaty.kind == "pact":
            yield _pact(state, tables, treaty, mine, made)
            continue
        one, other = treaty.powers
        failed = " and ".join(name(power) for power in treaty.failed)
        yield Agreement(
            key=f"treaty-{one}-{other}",
            title=f"Treaty of level {treaty.level}: {LEVELS[treaty.level - 1].lower()}",
            parties=treaty.powers,
            since=turn_title(treaty.since),
            state=f"{failed} failed last turn" if failed else "in force",
            clauses=(*clauses(treaty.terms, treaty.powers, made), *_of_level(treaty)),
            rule=TRADE,
        )
    if state.exchange:
        yield _exchange(state, tables)


def _of_level(treaty: Treaty) -> Iterator[Clause]:
    """What the level itself gives."""
    if treaty.level >= TOP:
        yield Clause(
            "If a power of another ideology attacks one, the other may join at once.",
            kind="right",
            rule=FULL,
        )


def _exchange(state: DecisionState, tables: Tables) -> Agreement:
    sent = tables.start["exchange"]
    made = exchanged(state)
    rule = R("3.2 Markers")
    return Agreement(
        key="exchange",
        title="The exchange of Japan and the United States",
        parties=("japan", "usa"),
        since=turn_title(1),
        clauses=(
            Clause(
                f"Japan gives the United States {amount('bp', sent['japan']['bp'])} a turn.",
                by="japan",
                to="usa",
                state="met" if made else "failed",
                rule=rule,
            ),
            Clause(
                f"The United States gives Japan {amount('oil', sent['usa']['oil'])} and "
                f"{amount('resources', sent['usa']['resources'])} a turn.",
                by="usa",
                to="japan",
                state="met" if made else "released",
                rule=rule,
            ),
        ),
        rule=rule,
    )


def _pact(
    state: DecisionState,
    tables: Tables,
    pact: Treaty,
    mine: str | None,
    made: Iterable[Delivery],
) -> Agreement:
    """A pact with its border, its garrisons, and what a surrender wrote into it."""
    one, other = pact.powers
    found = []
    both = (pact.powers, pact.powers[::-1]) if pact.border else ()
    for power, against in both:
        bar = breakable(state, tables, power, against) if power == mine else None
        held = reached(state, tables, power, against) or f"less than {tables.treaties['ladder'][0]}"
        ratio = needed(state, tables, power, against)
        text = f"{title(power)} breaks it at {ratio}; declared garrisons give {held}."
        found.append(Clause(text, by=power, kind="right", why=bar.why if bar else "", rule=PACT))
    border = turn_title(pact.border) if pact.border else ""
    said = (
        f"They share a border since {border}."
        if border
        else "Without a common border it cannot be broken."
    )
    tallies: tuple[Tally, ...] = tuple(
        each
        for power, against in (pact.powers, pact.powers[::-1])
        for each in (
            period(state, tables, pact, power),
            *((offense(state, power, against),) if pact.border else ()),
            *((defense(state, tables, power, against),) if pact.border else ()),
        )
    )
    return Agreement(
        key=f"pact-{one}-{other}",
        title="Neutrality pact",
        parties=pact.powers,
        since=turn_title(pact.since),
        clauses=(
            Clause(said, kind="right", rule=PACT),
            *found,
            *clauses(pact.terms, pact.powers, made, "pact"),
        ),
        tallies=tallies,
        rule=PACT,
    )


def _proposed(state: DecisionState, mine: str | None) -> Iterator[Paper]:
    """Treaties that were proposed by their option and wait; everybody knows of them."""
    for each in state.proposals:
        if each.option != "3":
            continue
        yield Paper(
            title=f"A treaty, proposed by {name(each.power)} with option 3",
            parties=(each.power, *each.to),
            by=each.power,
            state="proposed",
            since=turn_title(each.turn),
            secret=False,
            mine=mine in (each.power, *each.to),
        )


def _paper(state: DecisionState, tables: Tables, text: Text, mine: str | None) -> Paper:
    level = min(level_of(state, *text.powers) + (text.step == RAISE), len(LEVELS))
    step = f"Treaty of level {level}: {LEVELS[level - 1].lower()}"
    if text.step != RAISE:
        step = f"Other terms of the treaty of level {level}"
    note = " Its author would sign on the default terms." if text.default else ""
    partner = next(power for power in text.powers if power != text.by)
    theirs = text_of(state, partner, text.by)
    # A new text goes behind those that lie there.
    later = theirs is not None and state.texts.index(theirs) < state.texts.index(text)
    return Paper(
        title=f"{step}.{note}",
        parties=text.powers,
        by=text.by,
        state="agreed" if text.agreed else "declined" if text.declined else "offered",
        since=turn_title(text.turn),
        mine=mine in text.powers,
        clauses=tuple(clauses(text.terms, text.powers)),
        needs=tuple(_needs(state, tables, text, mine)),
        costs=(Clause(f"{_price(tables, text, level)}, of whoever plays option 3.", rule=TRADE),),
        moves=tuple(_moves(state, tables, text, level)),
        answers=partner if later else "",
        answer=as_offer(text, partner, text.by) if partner == mine else {},
    )


def _price(tables: Tables, text: Text, level: int) -> str:
    """What option 3 costs on a text, in words."""
    if text.step == RAISE:
        return f"{tables.levels_of_treaty[level - 1].price.get('money', 0)} money"
    return f"{tables.treaties['vary']['bp']} build points"


def _moves(state: DecisionState, tables: Tables, text: Text, level: int) -> Iterator[Clause]:
    """What a signature brings beside the terms: a pact, values on minors, American entry."""
    if text.step != RAISE:
        yield Clause("Neither American entry nor minors.", kind="right", rule=TRADE)
        return
    one, other = text.powers
    if not pact_of(state, one, other):
        yield Clause("A neutrality pact between them.", kind="right", rule=PACT)
    if level >= TOP:
        yield Clause("Each may join the other's wars at once.", kind="right", rule=FULL)
    near = tables.treaties["nearby"]
    yield Clause(
        f"+{near['amount']} for each of them on the minors within {near['within']} hexes of its marker.",
        kind="right",
        rule=TRADE,
    )
    for power, partner in ((one, other), (other, one)):
        actor, row, rule = chart(state, tables, power, partner, level)
        if not any(row):
            continue
        alone = "usa" in text.powers
        amount = 0
        if not state.on("experimental"):
            moved = effect(state, tables, actor, row, title="Treaty chart", rule=rule, whole=alone)
            if not moved.net:
                continue
            amount = moved.net
        yield Clause(_entry(actor, amount, alone=alone), kind="right", rule=rule)
        if alone:
            return


def _entry(actor: str, amount: int, *, alone: bool) -> str:
    """That a signature moves American entry on a power by so much, or by a roll (0); not ``alone``: on
    whoever of the two plays the option.
    """
    if alone:
        return (
            f"American entry on {name(actor)}: {signed(amount)}."
            if amount
            else f"American entry on {name(actor)}: by a roll."
        )
    return (
        f"If {name(actor)} plays it, American entry on it: {signed(amount)}."
        if amount
        else f"If {name(actor)} plays it, American entry on it: by a roll."
    )


def _needs(state: DecisionState, tables: Tables, paper: Text, mine: str | None) -> Iterator[Clause]:
    """What is still wanted before a text is signed, of the two who see it."""
    one, other = paper.powers
    level = min(level_of(state, one, other) + (paper.step == RAISE), len(LEVELS))
    price = _price(tables, paper, level)
    if not paper.agreed:
        partner = one if paper.by == other else other
        who, verb = ("You", "stand") if partner == mine else (title(partner), "stands")
        yield Clause(f"{who} {verb} by it.", by=partner, rule=UNUSED)
    either = f"{title(one)} or {name(other)}"
    if mine in paper.powers:
        either = f"You or {name(other if mine == one else one)}"
    yield Clause(f"{either}: option 3 on this text, for {price}.", rule=TRADE)
    yield Clause(
        "The other one, at its next place in the order of play: an option that it has not "
        "used, or option 3 on this text as well. Without either the treaty fails, and the "
        "price is lost.",
        rule=UNUSED,
    )


SAID = {
    "signed": "{one} and {other} signed a treaty of level {note}.",
    "varied": "{one} and {other} gave their treaty of level {note} other terms.",
    "failed": "{one} did not deliver to {other_in}.",
    "joined": "{one} joined the war of {other_in} on {note_in}.",
    "sanction": "{other} added sanction {note} to an option of {one_in}.",
    "interned": "The French carrier was interned.",
}


def _past(each: Recorded) -> Past:
    one, other = each.powers
    pattern = SAID.get(each.what)
    if pattern is None:
        kind, _, why = each.what.partition("_")
        pattern = ENDINGS[why].replace("{what}", "pact" if kind == "pact" else "treaty")
    text = pattern.format(
        one=title(one),
        one_in=name(one),
        other=name(other),
        other_in=name(other),
        note=each.note,
        note_in=name(each.note),
    )
    breach = each.what == "failed" or each.what.endswith(("_broken", "_aircraft"))
    return Past(when=turn_title(each.turn), text=text, parties=each.powers, breach=breach)


def _counterparts(state: DecisionState, tables: Tables, mine: str) -> Iterator[Counterpart]:
    for other in state.powers:
        if other == mine:
            continue
        level = level_of(state, mine, other)
        standing = tables.levels_of_treaty[level - 1].title if level else "no treaty"
        if not level and pact_of(state, mine, other):
            standing = "neutrality pact"
        notes = []
        if text_of(state, other, mine):
            notes.append(f"{title(other)} has put a text on the table.")
        if text_of(state, mine, other):
            notes.append("You have put a text on the table.")
        acts = tuple(treaty_menus(state, mine, (other,)))
        yield Counterpart(
            power=other,
            standing="at war" if state.at_war(mine, other) else standing,
            notes=tuple(notes),
            acts=acts,
            draft=as_offer(text_of(state, mine, other) or text_of(state, other, mine), mine, other),
        )


def _common_acts(state: DecisionState, mine: str) -> tuple[Menu, ...]:
    """Acts that concern no single partner."""
    return tuple(menu for menu in treaty_menus(state, mine) if menu.order in ("join_war", "intern"))
