"""An order in words, for those who may read it."""

from collections.abc import Callable, Iterator

import msgspec

from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.orders import Bid, Plays, Produce
from rules.days_of_decision.model.powers import POWERS
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import ARTICLES
from rules.kernel.grammar import joined, with_articles
from rules.kernel.orders import Chosen, Order
from rules.kernel.wording import chosen_in_words, order_in_words

WAR, BONUS = "4", "ipo-18"


def in_words(order: Order, name: Callable[[str], str]) -> str:
    """What an order asks for, with the ``name`` of every key: options by what they do, without their numbers."""
    if isinstance(order, Plays):
        if [each.option for each in order.plays] == [BONUS]:
            return "only the bonus of two bid points and money"
        return "; ".join(with_articles(_play(each, name), ARTICLES) for each in order.plays)
    said = ""
    if isinstance(order, Bid) and order.options:
        said = _bid(order.points, order.options)
        order = msgspec.structs.replace(order, options=0, points=0)
    if isinstance(order, Produce) and order.spend:
        said = _spent(order.spend)
        order = msgspec.structs.replace(order, spend=0)
    return "; ".join(filter(None, (said, order_in_words(order, name))))


def _bid(points: int, options: int) -> str:
    """How many options are bid for, and with how much."""
    what = "one option" if options == 1 else f"{options} options"
    if not points:
        return f"a bid for {what}, without bid points"
    return (
        f"a bid for {what}, with 1 bid point"
        if points == 1
        else f"a bid for {what}, with {points} bid points"
    )


def _spent(points: int) -> str:
    return "1 build point for the map" if points == 1 else f"{points} build points for the map"


def _play(play: Chosen, name: Callable[[str], str]) -> str:
    """An option that is played, with its details."""
    if play.option == BONUS:
        return "the bonus of two bid points and money"
    if play.option == WAR and play.details.keys() <= {"named", "notice"}:
        return "; ".join(_wars(play)) or "wars to be declared on the map"
    cards = build({}).cards

    def called(key: str) -> str:
        if key in POWERS:
            return minor(key)
        title = cards[key].row.title if key in cards else ""
        return title[:1].lower() + title[1:] or name(key)

    return chosen_in_words(play, called, "plays")


def _wars(play: Chosen) -> Iterator[str]:
    """On whom war is announced, and to whom notice of it is given."""
    named, notice = (play.details.get(key) for key in ("named", "notice"))
    if isinstance(named, tuple | list) and named:
        yield f"war on {joined(map(minor, map(str, named)))}"
    if notice:
        yield f"notice of war to {minor(str(notice))}"
