"""Confirming declared facts for those who need not be asked: autopilots, and who has looked before."""

from collections.abc import Mapping, Sequence

from campaigns import rulebooks
from campaigns.models import Campaign
from campaigns.rulebooks import states
from campaigns.services.facts import apply_act
from campaigns.services.log.lock import open_phase
from rules.kernel.dispatch.checking import contradictions
from rules.kernel.facts import FactValue
from rules.kernel.menus import PickMany


def autopilots(campaign: Campaign, values: Mapping[str, FactValue]) -> None:
    """Let the autopilots confirm what was declared, where it fits what they know and no person may.

    Each fact is confirmed once, by the first autopilot in the order of the seats that may.
    """
    book = states.book_of(campaign)
    seats = list(campaign.seats.order_by("order"))
    left = set(values)
    for seat in seats:
        if seat.person_id is not None:
            left -= _confirmable(campaign, book, seat.power)[1]
    for seat in seats:
        if not seat.bot or not left:
            continue
        field, may = _confirmable(campaign, book, seat.power)
        facts = [key for key in values if key in left & may]
        view = rulebooks.view_of(book, states.now(open_phase(campaign)), seat.power)
        if facts and not contradictions(book, view, {key: values[key] for key in facts}):
            act = {"kind": "confirm", field: facts}
            apply_act.carry_out(campaign, by=None, power=seat.power, act=act)
            left -= set(facts)


def who_looked(campaign: Campaign, agreed: Mapping[str, Sequence[str]]) -> None:
    """Confirm each of these facts once, for the first of the powers beside it that may: they agreed to
    it before it took effect, and are not asked again.
    """
    book = states.book_of(campaign)
    left = dict(agreed)
    for power in dict.fromkeys(power for powers in agreed.values() for power in powers):
        wanted = [key for key, powers in left.items() if power in powers]
        if not wanted:
            continue
        field, may = _confirmable(campaign, book, power)
        if facts := [key for key in wanted if key in may]:
            act = {"kind": "confirm", field: facts}
            apply_act.carry_out(campaign, by=None, power=power, act=act)
            left = {key: powers for key, powers in left.items() if key not in facts}


def _confirmable(campaign: Campaign, book: rulebooks.Book, power: str) -> tuple[str, set[str]]:
    """The facts that a power may confirm now, and what its order calls them."""
    view = rulebooks.view_of(book, states.now(open_phase(campaign)), power)
    for menu in book.acts(view, power):
        for field in menu.fields if menu.order == "confirm" else ():
            if rulebooks.is_a(field, PickMany):
                return field.key, {each.value for each in field.choices if each.barred is None}
    return "", set()
