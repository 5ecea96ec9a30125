"""The dispatch that a power is writing, as text or as lines."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, read, write_action
from campaigns.domain.dispatch_items import Item, items_of
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.facts import dispatch_review, map_desk
from campaigns.selectors.reader.access import reading
from campaigns.services.facts import dispatch_review as review_service
from campaigns.services.facts import dispatches
from rules.kernel.dispatch.statements import ReadLine, Statement


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """That a dispatch was declared, with how many lines."""

    declared: int


class DispatchView(ApiView):
    """One power's draft."""

    @described("What a power of yours is going to declare of the map", map_desk.Writing)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer the draft, with its text and what would follow from it."""
        return answer(map_desk.written(slug, request.user, power))

    @write_action(
        "Write the dispatch, instead of what stood there",
        map_desk.Writing,
        takes=requests.SaveDispatch,
    )
    def put(self, request: Request, slug: str, power: str, body: requests.SaveDispatch) -> Any:
        """Write it, and answer what is there now. Nothing is written while a line is not understood."""
        items = _items(request, slug, power, body)
        dispatches.put(slug, by=request.user, power=power, items=items, anew=True, seen=body.seen)
        return map_desk.written(slug, request.user, power)

    @write_action("Forget the dispatch", map_desk.Writing)
    def delete(self, request: Request, slug: str, power: str) -> map_desk.Writing:
        """Forget it, and answer what is there now: nothing."""
        dispatches.clear(slug, by=request.user, power=power)
        return map_desk.written(slug, request.user, power)


class ReadDispatchView(ApiView):
    """A dispatch that is only tried."""

    @described(
        "What a dispatch would change; nothing is kept",
        map_desk.Writing,
        takes=requests.ReadDispatch,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Answer what would follow."""
        body = read(request, requests.ReadDispatch)
        items = _items(request, slug, power, body)
        return answer(map_desk.previewed(slug, request.user, power, items))


class DeclareDispatchView(ApiView):
    """Declaring what is written."""

    @write_action(
        "Declare the dispatch, at once",
        Declared,
        takes=requests.DeclareDispatch,
        receipt=True,
    )
    def post(
        self, request: Request, slug: str, power: str, body: requests.DeclareDispatch
    ) -> Declared:
        """Declare it, and answer with how many lines."""
        lines = dispatches.declare(slug, by=request.user, power=power, **body.fields)
        return Declared(declared=lines)


class ReviewedDispatchesView(ApiView):
    """The dispatches that wait for a look."""

    @described("The dispatches that wait for a look", dispatch_review.PendingCard, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer all of them, oldest first."""
        return answer(dispatch_review.review_cards(reading(slug, request.user)))


class ReviewDispatchView(ApiView):
    """A power's word about one of them."""

    @write_action(
        "Confirm, dispute or withdraw a dispatch that waits",
        dispatch_review.PendingCard,
        many=True,
        takes=requests.ReviewDispatch,
        header=True,
    )
    def post(
        self, request: Request, slug: str, number: int, power: str, body: requests.ReviewDispatch
    ) -> tuple[dispatch_review.PendingCard, ...]:
        """Do it, and answer what waits now."""
        who: dict[str, Any] = {"by": request.user, "power": power, "dispatch": number}
        match body.do:
            case "confirm":
                review_service.confirm(slug, facts=body.facts or None, **who)
            case "withdraw":
                review_service.withdraw(slug, facts=body.facts or None, **who)
            case _:
                facts = {**dict.fromkeys(body.facts), **body.instead}
                review_service.dispute(slug, facts=facts, reason=body.reason, **who)
        return dispatch_review.review_cards(reading(slug, request.user, power))


def _items(request: Request, slug: str, power: str, body: Any) -> tuple[Item, ...]:
    """What a request says, as text, as lines, or as both. Raises ``NotOnTheMenu`` naming the first line
    that is not understood, with what it may have meant.
    """
    lines = map_desk.read_text(slug, request.user, power, body.text)
    for line in lines:
        if not line.understood:
            raise not_understood(line)
    stated = [Statement(key=key, value=value) for key, value in body.facts.items()]
    return (*items_of(lines), *stated)


def not_understood(line: ReadLine) -> NotOnTheMenu:
    """The refusal of a line, with what it may have meant."""
    may_be = [*line.choices, *line.near]
    said = " or ".join(f"“{each.strip()}”" for each in may_be[:3])
    return NotOnTheMenu(
        _("Line %(number)s, “%(words)s”: %(problem)s")
        % {"number": line.number, "words": line.words, "problem": line.problem},
        field=f"text.{line.number}",
        remedy=(
            _("Perhaps %(said)s.") % {"said": said}
            if said
            else _("See docs/dispatch.md for how a line is written.")
        ),
    )
