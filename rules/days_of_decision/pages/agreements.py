"""The page of treaties as data: in force, on the table, owed, and past. Built from a view."""

from collections.abc import Iterable, Iterator

from rules.days_of_decision.economy.deliveries import Delivery
from rules.days_of_decision.economy.production import exchanged, running
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
from rules.days_of_decision.treaties.signing import RAISE, TOP, level_of
from rules.days_of_decision.turn.acts.treaties import treaty_menus
from rules.days_of_decision.war.obligations import allowances, owed
from rules.kernel.agreements import Agreement, Agreements, Clause, Counterpart, Paper, Past
from rules.kernel.menus import Menu
from rules.kernel.tally import Tally

TRADE, PACT, UNUSED = R("8.7.2 Option 3"), R("13.0"), R("Ruling 78")


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
            rule=R("8.7.2 Option 3 Level 3"),
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
                f"The United States give Japan {amount('oil', sent['usa']['oil'])} and "
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
    step = "A treaty of the next level" if text.step == RAISE else "Other terms of your treaty"
    note = " Its author would sign on the default terms." if text.default else ""
    return Paper(
        title=f"{step}.{note}",
        parties=text.powers,
        by=text.by,
        state="agreed" if text.agreed else "offered",
        since=turn_title(text.turn),
        mine=mine in text.powers,
        clauses=tuple(clauses(text.terms, text.powers)),
        needs=tuple(_needs(state, tables, text, mine)),
    )


def _needs(state: DecisionState, tables: Tables, paper: Text, mine: str | None) -> Iterator[Clause]:
    """What is still wanted before a text is signed, of the two who see it."""
    one, other = paper.powers
    if not paper.agreed:
        partner = one if paper.by == other else other
        who, verb = ("You", "stand") if partner == mine else (title(partner), "stands")
        yield Clause(f"{who} {verb} by it.", by=partner, rule=UNUSED)
    level = level_of(state, one, other)
    price = f"{tables.treaties['vary']['bp']} build points"
    if paper.step == RAISE and level < len(tables.levels_of_treaty):
        price = f"{tables.levels_of_treaty[level].price.get('money', 0)} money"
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
            draft=as_offer(state, mine, other),
        )


def _common_acts(state: DecisionState, mine: str) -> tuple[Menu, ...]:
    """Acts that concern no single partner."""
    return tuple(menu for menu in treaty_menus(state, mine) if menu.order in ("join_war", "intern"))
