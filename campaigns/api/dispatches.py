"""The dispatch that a power is writing, as text or as lines."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.domain.dispatch_items import Item, items_of
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.facts import dispatch_review, map_desk
from campaigns.services.facts import dispatch_review as review_service
from campaigns.services.facts import dispatches
from rules.kernel.dispatch.statements import ReadLine, Statement


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """That a dispatch was declared, with how many lines."""

    declared: int


class DispatchView(ApiView):
    """One power's draft."""

    scopes = {"GET": READ, "PUT": PLAY, "DELETE": PLAY}

    @described("What a power of yours is going to declare of the map", map_desk.Writing)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer the draft, with its text and what would follow from it."""
        return answer(map_desk.written(slug, request.user, power))

    @described(
        "Write the dispatch, instead of what stood there",
        map_desk.Writing,
        takes=requests.SaveDispatch,
        writes=True,
    )
    def put(self, request: Request, slug: str, power: str) -> Response:
        """Write it, and answer what is there now. Nothing is written while a line is not understood."""
        given = read(request, requests.SaveDispatch)

        def write() -> map_desk.Writing:
            dispatches.put(
                slug,
                by=request.user,
                power=power,
                items=_items(request, slug, power, given),
                anew=True,
                seen=given.seen,
            )
            return map_desk.written(slug, request.user, power)

        return answer(idempotent(request, write, given=given, slug=slug, power=power))

    @described("Forget the dispatch", map_desk.Writing, writes=True)
    def delete(self, request: Request, slug: str, power: str) -> Response:
        """Forget it, and answer what is there now: nothing."""

        def clear() -> map_desk.Writing:
            dispatches.clear(slug, by=request.user, power=power)
            return map_desk.written(slug, request.user, power)

        return answer(idempotent(request, clear, slug=slug, power=power))


class ReadDispatchView(ApiView):
    """A dispatch that is only tried."""

    scopes = {"POST": READ}

    @described(
        "What a dispatch would change; nothing is kept",
        map_desk.Writing,
        takes=requests.ReadDispatch,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Answer what would follow."""
        given = read(request, requests.ReadDispatch)
        items = _items(request, slug, power, given)
        return answer(map_desk.previewed(slug, request.user, power, items))


class DeclareDispatchView(ApiView):
    """Declaring what is written."""

    scopes = {"POST": PLAY}

    @described(
        "Declare the dispatch, at once",
        Declared,
        takes=requests.DeclareDispatch,
        writes=True,
        receipt=True,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Declare it, and answer with how many lines."""
        given = read(request, requests.DeclareDispatch)

        def declare() -> Declared:
            lines = dispatches.declare(
                slug,
                by=request.user,
                power=power,
                phase=given.phase,
                seen=given.seen,
                nonce=given.nonce,
            )
            return Declared(declared=lines)

        return answer(
            idempotent(request, declare, given=given, slug=slug, power=power, phase=given.phase)
        )


class ReviewedDispatchesView(ApiView):
    """The dispatches that wait for a look."""

    scopes = {"GET": READ}

    @described("The dispatches that wait for a look", dispatch_review.PendingCard, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer all of them, oldest first."""
        return answer(dispatch_review.pending(slug, request.user))


class ReviewDispatchView(ApiView):
    """A power's word about one of them."""

    scopes = {"POST": PLAY}

    @described(
        "Confirm, dispute or withdraw a dispatch that waits",
        dispatch_review.PendingCard,
        many=True,
        takes=requests.ReviewDispatch,
        writes=True,
    )
    def post(self, request: Request, slug: str, number: int, power: str) -> Response:
        """Do it, and answer what waits now."""
        given = read(request, requests.ReviewDispatch)
        who: dict[str, Any] = {"by": request.user, "power": power, "dispatch": number}

        def look() -> tuple[dispatch_review.PendingCard, ...]:
            match given.do:
                case "confirm":
                    review_service.confirm(slug, facts=given.facts or None, **who)
                case "withdraw":
                    review_service.withdraw(slug, facts=given.facts or None, **who)
                case _:
                    said = {**dict.fromkeys(given.facts), **given.instead}
                    review_service.dispute(slug, facts=said, reason=given.reason, **who)
            return dispatch_review.pending(slug, request.user, power)

        return answer(idempotent(request, look, given=given, slug=slug, power=power), to=request)


def _items(request: Request, slug: str, power: str, given: Any) -> tuple[Item, ...]:
    """What a request says, as text, as lines, or as both. Raises ``NotOnTheMenu`` naming the first line
    that is not understood, with what it may have meant.
    """
    lines = map_desk.read_text(slug, request.user, power, given.text)
    for line in lines:
        if not line.understood:
            raise not_understood(line)
    stated = [Statement(key=key, value=value) for key, value in given.facts.items()]
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
