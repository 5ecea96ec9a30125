"""The keys of seats, for programs that sign."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.selectors.seats import seat_keys as selector
from campaigns.services.seats import seat_keys


class KeysView(ApiView):
    """The keys of all seats."""

    @described("Which seats have a key", selector.SeatKeys)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the keys as the log names them."""
        return answer(selector.seat_keys(slug, request.user))


class KeyView(ApiView):
    """The key of one's own seat."""

    @write_action(
        "Give your seat a key", selector.SeatKeys, takes=requests.BringSeatKey, readers_only=True
    )
    def post(self, request: Request, slug: str, power: str, body: requests.BringSeatKey) -> Any:
        """Bring a key, or replace one, and answer all keys."""
        seat_keys.bring_key(slug, by=request.user, power=power, **body.fields)
        return selector.seat_keys(slug, request.user)

    @write_action("Give the key of your seat up", selector.SeatKeys)
    def delete(self, request: Request, slug: str, power: str) -> selector.SeatKeys:
        """Let the site alone vouch for the seat, and answer all keys."""
        seat_keys.drop_key(slug, by=request.user, power=power)
        return selector.seat_keys(slug, request.user)
