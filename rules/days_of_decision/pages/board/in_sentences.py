"""What holds for a country, in sentences: who conquered it, whom it joined, who guarantees and fights it."""

from collections.abc import Iterator

from rules.days_of_decision.minors.minors_at_war import host_of
from rules.days_of_decision.model.geometry import controller
from rules.days_of_decision.model.names import country_name
from rules.days_of_decision.model.powers import name, title
from rules.days_of_decision.model.state import Deal, DecisionState
from rules.days_of_decision.model.table_rows import Tables
from rules.days_of_decision.pages.log.news import ARTICLES
from rules.kernel.grammar import joined, number, with_articles


def told_of(state: DecisionState, tables: Tables, minor: str) -> tuple[str, ...]:
    """What holds for a minor."""
    return tuple(with_articles(each, ARTICLES) for each in _minor(state, tables, minor))


def _minor(state: DecisionState, tables: Tables, minor: str) -> Iterator[str]:
    record, host = state.minor(minor), host_of(state, minor)
    if minor in state.fates:
        by = state.fates[minor]
        yield f"Conquered by {name(by)}." if by else "Conquered."
    elif record.joined:
        yield f"It has joined {name(record.joined)}."
    elif power := controller(state, minor, tables):
        yield f"{title(power)} controls it."
    yield from _civil_war(state, tables, minor)
    if record.ceded:
        yield f"It has yielded to the claim of {joined(map(name, record.ceded))}."
    if host and host != state.fates.get(minor):
        yield f"Units of {name(host)} stand there."
    if record.guaranteed:
        yield f"Guaranteed by {joined(map(name, record.guaranteed))}."
    yield from _at_war(state, tables, minor)
    for deal in state.deals:
        if deal.minor == minor:
            yield f"{title(deal.power)} has the use of {joined(_goods(deal))}."


def _civil_war(state: DecisionState, tables: Tables, minor: str) -> Iterator[str]:
    """The sides of Spain stand on the display whether they fight or not."""
    spain, fought = tables.war["spain"], state.yes("civil_war.spain")
    if minor == spain["country"] and fought:
        yield "Its two sides fight a civil war."
    if minor in spain["sides"] and not fought:
        yield f"No civil war is fought in {country_name(tables, spain['country'])} now."


def _goods(deal: Deal) -> Iterator[str]:
    if deal.resources:
        many = f"{number(deal.resources)} resources"
        yield "one resource" if deal.resources == 1 else many
    if deal.oil:
        yield f"{number(deal.oil)} oil"
    if deal.factories:
        yield "one factory" if deal.factories == 1 else f"{number(deal.factories)} factories"


def _at_war(state: DecisionState, tables: Tables, country: str) -> Iterator[str]:
    if enemies := state.enemies(country):
        yield f"At war with {joined(country_name(tables, enemy) for enemy in enemies)}."


def told_of_power(state: DecisionState, tables: Tables, power: str) -> tuple[str, ...]:
    """What holds for a power: whether it is gone or conquered, its Vichy government, whom it fights."""
    return tuple(with_articles(each, ARTICLES) for each in _power(state, tables, power))


def _power(state: DecisionState, tables: Tables, power: str) -> Iterator[str]:
    if state.gone(power):
        yield "It controls no territory any more."
    elif how := {"complete": "Conquered.", "incomplete": "Conquered incompletely."}.get(
        state.conquests.get(power, "")
    ):
        yield how
    if vichy := state.vichy.get(power):
        yield f"It has a Vichy government; the conquering power is {name(vichy.conqueror)}."
    yield from _at_war(state, tables, power)


def conquests(state: DecisionState, tables: Tables) -> tuple[str, ...]:
    """The conquered minors, a sentence for each power that conquered some."""
    found: dict[str, list[str]] = {}
    for minor, by in sorted(state.fates.items()):
        if minor in state.minors:
            found.setdefault(by, []).append(country_name(tables, minor))
    said = (
        f"Conquered by {name(by)}: {joined(names)}." if by else f"Conquered: {joined(names)}."
        for by, names in found.items()
    )
    return tuple(with_articles(each, ARTICLES) for each in said)
