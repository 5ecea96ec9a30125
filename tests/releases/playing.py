"""What is kept of a release: for each book a campaign in the middle of a phase, and one that is over."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns import rulebooks
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase, Status, WhatIf
from campaigns.rulebooks import dispatch_text, states
from campaigns.services.advance import phase_advance
from campaigns.services.deadlines import absences
from campaigns.services.facts import dispatches as dispatch_service
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders, plans, standing_orders, what_ifs
from campaigns.services.phases import phase_opening
from campaigns.services.press import notes, press_messages
from campaigns.services.repair import rollback, rulings
from campaigns.services.seats import deputies, hand_over
from rules.kernel.dice import SealedDice
from rules.kernel.dispatch.statements import Statement
from rules.registry import BOOKS
from tests.support.books.playing import asked_powers, order_at_random
from tests.support.campaigns import a_campaign

NAMES = ("moderator", "anna", "boris", "dora", "vera")
"""Who is there: a moderator, two players, one who stands in, and one who looks on."""

BEFORE, MOST = 3, 40
"""How many phases of a campaign in the middle are over, and how many one has that is played to its end."""


def played(books: list[str]) -> dict[str, dict[str, str]]:
    """Play these books; gives of each the slug of the campaign in the middle (``open``) and of that which is
    over (``over``).
    """
    people = {name: _person(name) for name in NAMES}
    return {
        book: {"open": _in_the_middle(book, people), "over": _over(book, people)} for book in books
    }


def _person(name: str) -> Any:
    return get_user_model().objects.create_user(
        username=name, email=f"{name}@example.org", password="a long enough pass phrase"
    )


def _founded(book: str, title: str, people: dict[str, Any]) -> str:
    """A campaign of the shortest scenario with two players, in which nothing is done yet."""
    scenario = min(BOOKS[book].scenarios.values(), key=lambda each: each.turns)
    ours = zip(scenario.seats, ("anna", "boris"), strict=False)
    return a_campaign(
        book=book,
        by=people["moderator"],
        seats={power: people[name] for power, name in ours},
        title=title,
        policy=ClockPolicy(hours={"default": 48}, extensions=2),
    ).slug


def phase_of(slug: str) -> Phase:
    """The open phase of a campaign."""
    phase = Campaign.objects.get(slug=slug).phase
    assert phase is not None
    return phase


def players(slug: str) -> dict[str, Any]:
    """The persons who play, by power."""
    rows = Campaign.objects.get(slug=slug).seats.exclude(person=None).select_related("person")
    return {row.power: row.person for row in rows}


def orders_of(slug: str) -> dict[str, Any]:
    """What the autopilots would hand in for those of the players who are asked, as data."""
    phase = phase_of(slug)
    state, book = states.now(phase), BOOKS[phase.campaign.rulebook]
    asked = [power for power in players(slug) if power in asked_powers(book, state)]
    return {power: phase_opening.autopilot_order(book, state, power) for power in asked}


def go_on(slug: str) -> None:
    """Whoever is asked seals, and the phase is carried out."""
    phase, people = phase_of(slug), players(slug)
    for power, order in orders_of(slug).items():
        given = {"by": people[power], "power": power, "phase": phase.number}
        orders.seal_orders(slug, order=order, **given)
    phase_advance.advance(phase.campaign_id, phase_id=phase.pk)


def _in_the_middle(book: str, people: dict[str, Any]) -> str:
    slug = _founded(book, "In the middle", people)
    for _ in range(BEFORE):
        go_on(slug)
    while len(orders_of(slug)) < len(players(slug)):
        go_on(slug)
    _every_kind_of_row(slug, people)
    return slug


def _every_kind_of_row(slug: str, people: dict[str, Any]) -> None:
    """One player has sealed, the other has written and sealed nothing; both have done all that can wait."""
    phase, found = phase_of(slug), orders_of(slug)
    (one, first), (two, second) = found.items()
    anna = {"by": people["anna"], "power": one}
    boris = {"by": people["boris"], "power": two}
    for who, order in ((anna, first), (boris, second)):
        plans.keep(slug, phase=phase.number, order=order, **who)
        number = what_ifs.ask(slug, phases=1, **who)
        row = WhatIf.objects.get(campaign__slug=slug, number=number, power=who["power"])
        what_ifs.play(row.pk)
        _leave_standing(slug, **who)
        _act(slug, **who)
        _begin_a_dispatch(slug, **who)
        hand_over.advise(slug, text="Trust nobody", **who)
    press_messages.begin(slug, to=[two], text="Between us", **anna)
    press_messages.write(slug, thread="public", text="To all who read this", **boris)
    press_messages.write(
        slug, by=people["moderator"], thread="announcements", text="Two days, as ever"
    )
    notes.keep(slug, by=people["anna"], subject="campaign", text="What I think of them")
    key = deputies.name(slug, username="dora", level="seal", **boris)
    deputies.accept(slug, by=people["dora"], key=key)
    soon = timezone.now() + timedelta(days=7)
    away = {"begins": soon, "ends": soon + timedelta(days=3)}
    absences.announce(slug, by=people["anna"], **away)
    rule = next(iter(BOOKS[phase.campaign.rulebook].index)).ref
    rulings.make(slug, by=people["moderator"], text="As it is printed", rule=rule)
    # Asks the players, who say neither yes nor no.
    rollback.roll_back(slug, by=people["moderator"], to=phase.number - 1, reason="A slip")
    orders.save_draft(slug, order=second, phase=phase.number, **boris)
    orders.seal_orders(slug, order=first, phase=phase.number, **anna)


def _leave_standing(slug: str, *, by: Any, power: str) -> None:
    phase = phase_of(slug)
    book, state = BOOKS[phase.campaign.rulebook], states.now(phase)
    menu = book.standing_menu(rulebooks.view_of(book, state, power), power)
    if menu is not None:
        order = order_at_random(book, menu, SealedDice(b"standing"))
        standing_orders.set_standing(slug, by=by, power=power, order=rulebooks.as_data(order))


def _act(slug: str, *, by: Any, power: str) -> None:
    """The first thing that can be done at once, where there is one that says nothing of the map."""
    phase = phase_of(slug)
    book, state = BOOKS[phase.campaign.rulebook], states.now(phase)
    for menu in book.acts(rulebooks.view_of(book, state, power), power):
        order = order_at_random(book, menu, SealedDice(b"act"))
        if "declare" not in menu.order and not menu.problems(order):
            perform_act.perform_act(slug, by=by, power=power, act=rulebooks.as_data(order))
            return


def _begin_a_dispatch(slug: str, *, by: Any, power: str) -> None:
    phase = phase_of(slug)
    book, state = BOOKS[phase.campaign.rulebook], states.now(phase)
    view = rulebooks.view_of(book, state, power)
    for spec in dispatch_text.declarable(book, view, power).values():
        for value in (True, *spec.options, 1):
            if spec.problem(value) is None and value != view.facts.get(spec.key, spec.default):
                items = [Statement(key=spec.key, value=value)]
                dispatch_service.put(slug, by=by, power=power, items=items)
                return


def _over(book: str, people: dict[str, Any]) -> str:
    slug = _founded(book, "Played to its end", people)
    for _ in range(MOST):
        if Campaign.objects.get(slug=slug).status == Status.FINISHED:
            return slug
        go_on(slug)
    raise AssertionError(f"{book} is not over after {MOST} phases")
