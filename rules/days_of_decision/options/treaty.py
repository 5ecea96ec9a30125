"""Option 3: a treaty of the next level with another power, or other terms of the one that stands."""

from collections.abc import Iterator

import msgspec
from typing_extensions import override

from rules.days_of_decision.model.adjudication import Adjudication
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.conditions import At, bound
from rules.days_of_decision.model.powers import POWERS, name
from rules.days_of_decision.model.state import DecisionState, Proposal
from rules.days_of_decision.model.state.treaties import Text
from rules.days_of_decision.model.table_rows import Card, Tables
from rules.days_of_decision.options.base import Behaviour, Details, text
from rules.days_of_decision.treaties.drafts import (
    agreed_text,
    clauses,
    disputed,
    fits,
    text_of,
    waiting,
)
from rules.days_of_decision.treaties.signing import RAISE, VARY, WAITING, level_of, sign, step_bar
from rules.kernel.menus import Barred, Choice, Field, Pick
from rules.kernel.tally import Tally, tally

RULE = R("8.7.2 Option 3")
PLAIN, MINE, AGREED, DEFAULT = "plain", "mine", "agreed", "default"
TERMS = "treaty-terms"
"""The kind of a proposal whose terms were not agreed beforehand."""


def written(state: DecisionState, power: str, agreement: str) -> Text | None:
    """The text that a choice of the card stands for; none for a treaty without terms."""
    kind, _, other = agreement.partition(":")
    if kind == AGREED:
        return agreed_text(state, power, other)
    if kind in (MINE, DEFAULT):
        found = text_of(state, power, other)
        if found and kind == DEFAULT:
            return disputed(found, text_of(state, other, power))
        return found
    return None


class MakeTreaty(Behaviour):
    """Option 3: names another power and what is to be signed with it."""

    @override
    def fields(self, at: At) -> tuple[Field, ...]:
        others = [each for each in at.state.powers if each != at.power and at.concerns(each)]
        others.sort(key=lambda each: agreed_text(at.state, at.power, each) is None)
        choices = tuple(choice for other in others for choice in self._with(at, other))
        return (
            Pick(
                "agreement",
                "What to sign",
                choices=choices,
                optional=False,
                rule=RULE,
                help="Terms are put on the table on the page of treaties.",
            ),
        )

    def _with(self, at: At, other: str) -> Iterator[Choice]:
        state, tables = at.state, at.tables
        level = level_of(state, at.power, other)
        mine = text_of(state, at.power, other)
        plain: tuple[str, Text | None, str, str] = (PLAIN, None, RAISE, "without terms of trade")
        found = [plain]
        if agreed := agreed_text(state, at.power, other):
            found.insert(0, (AGREED, agreed, agreed.step, "on the terms you agreed on"))
        elif mine:
            found.append((MINE, mine, mine.step, "on the terms you put on the table"))
        for kind, words, step, said in found:
            bar = step_bar(state, tables, at.power, other, step)
            if bar is None and waiting(state, at.power, other):
                bar = WAITING
            if bar is None and words and not fits(state, tables, words):
                opens = "Opens with a text that the level allows."
                bar = Barred("The text is beyond what the level allows now.", RULE, opens)
            what = "Other terms" if step == VARY else f"Treaty of level {level + 1}"
            yield Choice(
                f"{kind}:{other}",
                f"{what} with {name(other)}, {said}",
                note="if it has an option left unused" if kind == AGREED else "",
                group=POWERS[other].name,
                barred=bar,
            )

    @override
    def prices(self, at: At) -> dict[str, dict[str, dict[str, int]]]:
        listed = {}
        for other in filter(at.concerns, at.state.powers):
            level = level_of(at.state, at.power, other)
            for kind in (PLAIN, MINE, AGREED):
                text_ = written(at.state, at.power, f"{kind}:{other}")
                step = text_.step if text_ else RAISE
                if step == VARY:
                    listed[f"{kind}:{other}"] = dict(at.tables.treaties["vary"])
                elif level < len(at.tables.levels_of_treaty):
                    listed[f"{kind}:{other}"] = dict(at.tables.levels_of_treaty[level].price)
        return {"agreement": listed}

    @override
    def note(self, at: At, card: Card) -> str:
        prices = ", ".join(
            f"{row.price.get('money', 0)} money for {row.title.lower()}"
            for row in at.tables.levels_of_treaty
        )
        return f"{prices}. Other terms cost {at.tables.treaties['vary']['bp']} build points."

    @override
    def explain(self, at: At, card: Card, purse: str, paid: int) -> Tally:
        reason = "Other terms" if purse == "bp" else "By the level of the treaty"
        return tally(card.row.title, [], paid, reason, RULE)

    @override
    def to(self, at: At, details: Details) -> tuple[str, ...]:
        other = text(details, "agreement").partition(":")[2]
        conqueror = at.state.vichy[other].conqueror if bound(at.state, other) else ""
        # A Vichy power answers a pact only by leave of its conqueror, who is asked as well.
        return (other, conqueror) if conqueror not in ("", at.power) else (other,)

    @override
    def kinds(self, card: Card, tables: Tables) -> dict[str, str]:
        rows = tables.levels_of_treaty
        plain = {
            f"treaty-{level}": f"A treaty of level {level} without terms"
            for level in range(1, len(rows) + 1)
        }
        return {**plain, TERMS: "A treaty with terms not agreed beforehand"}

    @override
    def kind(self, at: At, card: Card, details: Details) -> str:
        agreement = text(details, "agreement")
        if not agreement.startswith(PLAIN):
            return TERMS
        return f"treaty-{level_of(at.state, at.power, agreement.partition(':')[2]) + 1}"

    @override
    def blanket(self, proposal: Proposal) -> bool:
        return proposal.kind != TERMS

    @override
    def beforehand(self, state: DecisionState, proposal: Proposal, by: str) -> bool:
        return text(proposal.details, "agreement").startswith(AGREED)

    @override
    def crossing(self, state: DecisionState, power: str, details: Details) -> Proposal | None:
        """The other's proposal of the very text that one is about to propose oneself."""
        kind, _, other = text(details, "agreement").partition(":")
        return next(
            (
                each
                for each in state.proposals
                if each.option == "3"
                and each.power == other
                and power in each.to
                and text(each.details, "agreement").partition(":")[0] == kind
                and kind in (PLAIN, AGREED)
            ),
            None,
        )

    @override
    def answers(self, state: DecisionState, proposal: Proposal, by: str) -> tuple[Choice, ...]:
        found = written(state, proposal.power, text(proposal.details, "agreement"))
        if found is None or found.agreed or not found.default:
            return ()
        note = "What each demands on the table, build points as factories."
        return (Choice(DEFAULT, "Accept on the default terms", note=note),)

    @override
    def terms(self, state: DecisionState, proposal: Proposal) -> tuple[str, ...]:
        found = written(state, proposal.power, text(proposal.details, "agreement"))
        if found is None:
            return ("Nothing is traded by it.",)
        said = [each.text for each in clauses(found.terms, found.powers)]
        return tuple(said) or ("Nothing is traded by it.",)

    @override
    def answered(self, proposal: Proposal, said: str) -> Proposal:
        if said != DEFAULT:
            return proposal
        other = text(proposal.details, "agreement").partition(":")[2]
        return msgspec.structs.replace(proposal, details={"agreement": f"{DEFAULT}:{other}"})

    @override
    def play(self, course: Adjudication, power: str, card: Card, details: Details) -> str:
        agreement = text(details, "agreement")
        kind, _, other = agreement.partition(":")
        found = written(course.state, power, agreement)
        if kind != PLAIN and (found is None or not fits(course.state, course.tables, found)):
            return "void"
        return sign(course, power, other, found, default=kind == DEFAULT)
