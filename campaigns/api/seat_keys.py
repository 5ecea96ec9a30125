"""The keys of seats, for programs that sign."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.reader.access import reading
from campaigns.selectors.seats import seat_keys as selector
from campaigns.services.seats import seat_keys


class KeysView(ApiView):
    """The keys of all seats."""

    scopes = {"GET": READ}

    @described("Which seats have a key", selector.SeatKeys)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the keys as the log names them."""
        return answer(selector.seat_keys(slug, request.user))


class KeyView(ApiView):
    """The key of one's own seat."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @described("Give your seat a key", selector.SeatKeys, takes=requests.BringSeatKey, writes=True)
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Bring a key, or replace one, and answer all keys."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.BringSeatKey)

        def bring() -> selector.SeatKeys:
            seat_keys.bring_key(
                slug,
                by=request.user,
                power=power,
                public=given.public,
                proof=given.proof,
                replace=given.replace,
            )
            return selector.seat_keys(slug, request.user)

        return answer(idempotent(request, bring, given=given, slug=slug, power=power))

    @described("Give the key of your seat up", selector.SeatKeys, writes=True)
    def delete(self, request: Request, slug: str, power: str) -> Response:
        """Let the site alone vouch for the seat, and answer all keys."""

        def drop() -> selector.SeatKeys:
            seat_keys.drop_key(slug, by=request.user, power=power)
            return selector.seat_keys(slug, request.user)

        return answer(idempotent(request, drop, slug=slug, power=power))
