"""Texts on the table: what may be offered, how an offer is read, and what it says in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.days_of_decision.economy.deliveries import GOODS, RAW, Delivery
from rules.days_of_decision.economy.production import home_at_work
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.powers import POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Terms, Text
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.pacts import couple, pact_of
from rules.days_of_decision.treaties.signing import RAISE, VARY, WAITING, level_of, step_bar
from rules.kernel.agreements import Clause
from rules.kernel.audience import only
from rules.kernel.grammar import joined
from rules.kernel.menus import NEVER, Allot, Barred, Choice, Count, Field, Flag, Option, PickMany

RULE = R("8.7.2 Option 3")
WORKS = ("factories", "bp")
WORDS = {
    "resources": ("resource", "resources"),
    "oil": ("oil", "oil"),
    "factories": ("factory", "factories"),
    "bp": ("build point", "build points"),
}
WHYS = {
    "lacking": "It has not so much.",
    "not_carried": "It was not carried overseas; its owner keeps it.",
    "not_brought": "Its giver did not bring it overseas.",
    "lost": "What was lent is lost to debts.",
    "withheld": "An optional part, left out.",
    "released": "The other side fails, which frees this one.",
}
"""Why a part does not arrive, by the word of a delivery."""

STEPS = (RAISE, VARY)


def amount(good: str, count: int) -> str:
    """So much of a good in words, as ``2 build points``."""
    return f"{count} {WORDS[good][count != 1]}"


def several(gives: Mapping[str, int]) -> str:
    """All that one side gives in words."""
    return joined(amount(good, gives[good]) for good in GOODS if gives.get(good))


def text_of(state: DecisionState, by: str, to: str) -> Text | None:
    """The text that a power has on the table for another, as far as the view holds it."""
    between = {by, to}
    return next((t for t in state.texts if t.by == by and set(t.powers) == between), None)


def agreed_text(state: DecisionState, one: str, other: str) -> Text | None:
    """The text that both powers stand by."""
    between = {one, other}
    return next((t for t in state.texts if t.agreed and set(t.powers) == between), None)


def waiting(state: DecisionState, one: str, other: str) -> bool:
    """Whether a proposal of a treaty between the two awaits its answer."""
    between = {one, other}
    return any(p.option == "3" and {p.power, *p.to} == between for p in state.proposals)


def offers(state: DecisionState, tables: Tables, power: str, other: str) -> Iterator[Option]:
    """The texts that a power may put to another: a treaty of the next level, and other terms."""
    level = level_of(state, power, other)
    for step in STEPS:
        bar = step_bar(state, tables, power, other, step) or frozen_bar(state, power, other)
        at = level + (step == RAISE)
        barred = bar is not None
        terms = f"Other terms at level {level}" if level else "Other terms"
        said = f"Treaty of level {at}" if step == RAISE else terms
        yield Option(
            f"{other}:{step}",
            f"{said} with {name(other)}",
            note=tables.levels_of_treaty[max(1, min(at, len(tables.levels_of_treaty))) - 1].title,
            group=POWERS[other].name,
            barred=bar,
            fields=() if barred else tuple(_fields(state, tables, power, other, step)),
            again=False,
            shared=False,
        )


def frozen_bar(state: DecisionState, power: str, other: str) -> Barred | None:
    """Why the table between two powers cannot be changed now."""
    if waiting(state, power, other):
        return WAITING
    if agreed_text(state, power, other):
        opens = "Opens when the agreed text is withdrawn."
        return Barred("You have agreed on a text. Withdraw it first.", R("Ruling 78"), opens)
    return None


def _fields(
    state: DecisionState, tables: Tables, power: str, other: str, step: str
) -> Iterator[Field]:
    level = level_of(state, power, other) + (step == RAISE)
    row = tables.levels_of_treaty[level - 1]
    no_oil = None if state.on("oil") else Barred("Oil counts as a resource here.", RULE, NEVER)
    for key, giver in (("give", power), ("take", other)):
        who = "You give" if key == "give" else f"{title(other)} gives"
        raw = (
            Choice("resources", "Resources"),
            Choice("oil", "Oil", barred=no_oil),
        )
        yield Allot(
            f"{key}_goods",
            f"{who}: resources and oil",
            choices=raw,
            total=row.goods,
            unit="goods",
            cap=None if no_oil else row.goods // tables.treaties["oil_share"],
            cap_rule=RULE,
            uncapped=("resources",),
            rule=RULE,
        )
        idle = home_at_work(state, tables, giver)
        yield Allot(
            f"{key}_works",
            f"{who}: factories and build points",
            choices=(
                Choice("factories", "Factories"),
                Choice("bp", "Build points"),
            ),
            total=row.works,
            unit="factories and build points",
            cap=idle if idle < row.works else None,
            cap_rule=R("8.7.2 Option 2"),
            uncapped=("bp",),
            rule=RULE,
        )
    yield PickMany(
        "optional",
        "Optional parts",
        choices=tuple(
            Choice(f"{side}.{good}", f"{said} {WORDS[good][1]}")
            for side, said in (("give", "Your"), ("take", "Their"))
            for good in GOODS
        ),
        rule=RULE,
        help="Their giver may leave them out in any turn. All others are mandatory.",
    )
    yield Flag(
        "giver_carries",
        "Who gives resources carries them overseas, not who receives them",
        rule=RULE,
    )
    pact = pact_of(state, power, other)
    left = tables.treaties["extension"] - (pact.extension if pact else 0)
    if left > 0:
        yield Count(
            "extension",
            "Further turns before a war",
            most=left,
            rule=R("13.0"),
            help="Added to both waiting periods.",
        )
    yield PickMany(
        "passage",
        "Guaranteed passage through restricted waterways",
        choices=(
            Choice("give", "Through yours"),
            Choice("take", "Through theirs"),
        ),
        rule=R("15.6.2.1"),
    )
    yield Flag(
        "default", "If the terms are not agreed, I sign on the default terms", rule=R("Ruling 79")
    )


def read(state: DecisionState, power: str, option: str, details: Mapping[str, Any]) -> Text:
    """The text that an offer puts on the table."""
    other, _, step = option.partition(":")
    sides = {"give": power, "take": other}
    gives = {}
    for side, giver in sides.items():
        parts = {**details.get(f"{side}_goods", {}), **details.get(f"{side}_works", {})}
        if kept := {good: parts[good] for good in GOODS if parts.get(good)}:
            gives[giver] = kept
    optional = [
        f"{sides[side]}.{good}"
        for side, _, good in (each.partition(".") for each in details.get("optional", ()))
        if gives.get(sides[side], {}).get(good)
    ]
    return Text(
        powers=couple(power, other),
        by=power,
        step=step,
        terms=Terms(
            gives=gives,
            optional=tuple(sorted(optional)),
            carrier="giver" if details.get("giver_carries") is True else "taker",
            extension=details.get("extension", 0),
            passage=tuple(sorted(sides[side] for side in details.get("passage", ()))),
        ),
        turn=state.turn,
        default=details.get("default") is True,
        audience=only(power, other),
    )


def as_offer(text: Text | None, power: str, other: str) -> dict[str, Any]:
    """An offer of a power to start from: what a text says, seen from its own side."""
    if text is None:
        return {}
    sides = {power: "give", other: "take"}
    details: dict[str, Any] = {
        f"{side}_{part}": {g: n for g, n in text.terms.gives.get(giver, {}).items() if g in goods}
        for giver, side in sides.items()
        for part, goods in (("goods", RAW), ("works", WORKS))
    }
    details["optional"] = [
        f"{sides[giver]}.{good}"
        for giver, _, good in (each.partition(".") for each in text.terms.optional)
    ]
    details["giver_carries"] = text.terms.carrier == "giver"
    details["passage"] = [sides[each] for each in text.terms.passage]
    details["default"] = text.default and text.by == power
    if text.terms.extension:
        details["extension"] = text.terms.extension
    return {"texts": [{"option": f"{other}:{text.step}", "details": details}]}


def fits(state: DecisionState, tables: Tables, text: Text) -> bool:
    """Whether a text keeps within what its level allows at its signature."""
    level = level_of(state, *text.powers) + (text.step == RAISE)
    if level > len(tables.levels_of_treaty):
        return False
    row = tables.levels_of_treaty[level - 1]
    for giver, gives in text.terms.gives.items():
        goods = sum(gives.get(good, 0) for good in RAW)
        works = sum(gives.get(good, 0) for good in WORKS)
        oil = row.goods // tables.treaties["oil_share"]
        if goods > row.goods or works > row.works or gives.get("oil", 0) > oil:
            return False
        if gives.get("factories", 0) > home_at_work(state, tables, giver):
            return False
    return True


def disputed(first: Text, answer: Text | None) -> Text:
    """The default terms, when the parties do not agree: what each demands of the other.

    Build points count as factories. Who proposed demands first; a demand for oil rules
    out one for resources by the other, and the other way about. All parts are mandatory, and who receives
    carries (Ruling 79).
    """
    one = first.by
    other = next(power for power in first.powers if power != one)
    theirs = dict(first.terms.gives.get(other, {}))
    mine = dict(answer.terms.gives.get(one, {})) if answer else {}
    if theirs.get("oil"):
        mine.pop("resources", None)
    if theirs.get("resources"):
        mine.pop("oil", None)
    gives = {power: goods for power, goods in ((other, theirs), (one, mine)) if goods}
    return Text(
        powers=first.powers,
        by=one,
        step=first.step,
        terms=Terms(gives=gives),
        turn=first.turn,
        audience=first.audience,
    )


def clauses(
    terms: Terms | None,
    powers: Iterable[str],
    made: Iterable[Delivery] = (),
    kind: str = "treaty",
) -> Iterator[Clause]:
    """What terms say, one sentence for each; ``made`` tells how the parts stand this turn.

    ``kind`` is that of the agreement: the terms of a pact are those of a surrender.
    """
    if terms is None:
        return
    one, other = powers
    becomes = {
        (each.part.giver, each.part.good): each
        for each in made
        if each.part.kind == kind and each.part.pair == {one, other}
    }
    for giver, taker in ((one, other), (other, one)):
        for good, count in terms.gives.get(giver, {}).items():
            optional = f"{giver}.{good}" in terms.optional
            each = becomes.get((giver, good))
            yield Clause(
                f"{title(giver)} gives {name(taker)} {amount(good, count)} a turn.",
                by=giver,
                to=taker,
                kind="optional" if optional else "mandatory",
                state=_state(each),
                why=WHYS[each.why] if each and each.why else "",
                rule=RULE,
            )
    if any(terms.gives.get(power, {}).get(good) for power in (one, other) for good in RAW):
        who = "gives" if terms.carrier == "giver" else "receives"
        yield Clause(f"Who {who} resources carries them overseas.", kind="right", rule=RULE)
    for power in terms.passage:
        taker = other if power == one else one
        yield Clause(
            f"{title(power)} guarantees {name(taker)} passage through its waterways.",
            by=power,
            to=taker,
            rule=R("15.6.2.1"),
        )
    if terms.extension:
        turns = "turn" if terms.extension == 1 else "turns"
        yield Clause(f"No war for {terms.extension} further {turns}.", kind="right", rule=R("13.0"))


def _state(each: Delivery | None) -> str:
    """How a part stands, for its clause."""
    if each is None:
        return ""
    return "met" if each.runs else "failed" if each.fault else "released"
