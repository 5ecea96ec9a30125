"""Obligations and rights that treaties lay on powers, in words, each with its date."""

from collections.abc import Iterator
from functools import partial

from rules.days_of_decision.economy.deliveries import Delivery
from rules.days_of_decision.economy.production import exchanged, running
from rules.days_of_decision.model.calendar import turn_title
from rules.days_of_decision.model.citations import R
from rules.days_of_decision.model.powers import POWERS, name, title
from rules.days_of_decision.model.state import DecisionState
from rules.days_of_decision.model.state.treaties import Treaty
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.treaties.access import garrison_units, kept_out, opened, restrictions
from rules.days_of_decision.treaties.drafts import WHYS, amount
from rules.days_of_decision.treaties.pacts import border_fact, free_from
from rules.days_of_decision.treaties.upkeep import lend_limit
from rules.kernel.agreements import Obligation
from rules.kernel.setup import in_sentence

TRADE, PACT = R("8.7.2 Option 3"), R("13.0")
OVERSEAS = ("resources", "oil")
lasting = partial(Obligation, state="lasting")
"""What binds or is open without a date on which it is met."""


def obligations(state: DecisionState, tables: Tables) -> tuple[Obligation, ...]:
    """What every power owes by treaty: deliveries, garrisons to declare, wars it must not begin."""
    now = turn_title(state.turn)
    found = [_delivery(each, state, now) for each in running(state, tables)]
    found += _exchange(state, tables, now)
    for treaty in state.treaties:
        if treaty.kind == "pact":
            found += _pact(state, tables, treaty, now)
        found += _passage(state, tables, treaty)
    for power in state.powers:
        found += [
            lasting(power, f"Stay out of {tables.minors[minor].name}. {why}", rule=TRADE)
            for minor, why in kept_out(state, tables, power)
        ]
    return tuple(found)


def _delivery(each: Delivery, state: DecisionState, now: str) -> Obligation:
    """A part owed each turn, open until production; one that cannot be met says why."""
    part = each.part
    carrier = ""
    if part.good in OVERSEAS:
        who = part.giver if part.carrier == "giver" else part.taker
        carrier = f" {title(who)} carries them overseas."
    optional = " An optional part." if part.optional else ""
    why = f" {WHYS[each.why]}" if each.why else ""
    status = "failed" if each.fault else "released" if each.why else "open"
    return Obligation(
        part.giver,
        f"Give {name(part.taker)} {amount(part.good, part.amount)}.{carrier}{optional}{why}",
        f"at the production of {now}, and each turn",
        toward=part.taker,
        state=status,
        soon=status == "open",
        rule=TRADE,
        facts=(f"carried.{part.giver}.{part.taker}",) if part.good in OVERSEAS else (),
    )


def _exchange(state: DecisionState, tables: Tables, now: str) -> Iterator[Obligation]:
    """The exchange of the start of the game, while it lasts."""
    if not state.exchange:
        return
    rows = tables.start["exchange"]
    sent = rows["usa"]
    owed = {
        "japan": ("usa", amount("bp", rows["japan"]["bp"])),
        "usa": (
            "japan",
            f"{amount('oil', sent['oil'])} and {amount('resources', sent['resources'])}",
        ),
    }
    for power, (other, goods) in owed.items():
        freed = power == "usa" and not exchanged(state)
        why = " The build point does not arrive, which frees it." if freed else ""
        yield Obligation(
            power,
            f"Give {name(other)} {goods}.{why}",
            f"at the production of {now}, and each turn",
            toward=other,
            state="released" if freed else "open",
            soon=not freed,
            rule=R("15.1 4.c(v)"),
            facts=("exchange.point",),
        )


def _pact(state: DecisionState, tables: Tables, pact: Treaty, now: str) -> Iterator[Obligation]:
    for power, other in (pact.powers, pact.powers[::-1]):
        first = free_from(state, tables, pact, power)
        if state.turn < first:
            yield Obligation(
                power,
                f"Declare no war on {name(other)}.",
                f"until {turn_title(first)}",
                toward=other,
                rule=PACT,
            )
        if not pact.border:
            continue
        key = f"garrison.{power}.{other}"
        claim = state.claims.get(key)
        declared = claim is not None and claim.turn >= state.turn
        whose = " and ".join(name(each) for each in garrison_units(state, power))
        yield Obligation(
            power,
            f"Declare the garrison toward {name(other)}, {state.count(key)} now. "
            f"Units of {whose} count.",
            f"before {turn_title(state.turn + 1)}",
            toward=other,
            state="met" if declared else "open",
            soon=not declared,
            otherwise="The garrison declared last counts.",
            rule=R("15.5.2"),
            facts=(key, border_fact(power, other)),
        )


def _passage(state: DecisionState, tables: Tables, treaty: Treaty) -> Iterator[Obligation]:
    """Passage guaranteed by a treaty, or by a surrender until the waiting of its pact is over."""
    one, other = treaty.powers
    for power in treaty.terms.passage if treaty.terms else ():
        taker = other if power == one else one
        due = "while the treaty stands"
        if treaty.kind == "pact":
            first = free_from(state, tables, treaty, taker)
            if state.turn >= first:
                continue
            due = f"until {turn_title(first)}"
        yield lasting(
            power,
            f"Let {name(taker)} pass through your restricted waterways.",
            due,
            toward=taker,
            rule=R("15.6.2.1"),
        )


def rights(state: DecisionState, tables: Tables) -> tuple[Obligation, ...]:
    """What treaties allow each power, and what it may not do for want of one."""
    found = []
    for power in state.powers:
        for ally in state.powers:
            rows = opened(state, tables, power, ally) if ally != power else ()
            if rows:
                open_now = ", ".join(row.title for row in rows)
                found.append(
                    lasting(
                        power,
                        f"{title(ally)} opens: {open_now}.",
                        toward=ally,
                        rule=R("8.7.2 Option 3 Access"),
                    )
                )
            if ally != power and (limit := lend_limit(state, tables, power, ally)):
                goods, whom = amount("bp", limit), in_sentence(POWERS, ally)
                found.append(
                    lasting(
                        power,
                        f"May give {whom} up to {goods} a turn; units are not lent.",
                        toward=ally,
                        rule=TRADE,
                    )
                )
        found += [
            lasting(power, why, rule=rule) for why, rule in restrictions(state, tables, power)
        ]
    return tuple(found)
