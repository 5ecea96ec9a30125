"""Forks of a campaign, for programs."""

from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.history import forks
from campaigns.selectors.reader.access import reading
from campaigns.services.repair import fork


class Forked(Struct, frozen=True, kw_only=True):
    """What came of it: the ``slug`` of the fork, empty where the players are asked first."""

    slug: str


class ForksView(ApiView):
    """From where a campaign can be forked, and what was forked from it."""

    @described("The phases to fork from, by whose word, and the forks that there are", forks.Forks)
    def get(self, request: Request, slug: str) -> Response:
        """Answer what the page of forks shows."""
        return answer(forks.forks(slug, request.user))

    @described(
        "Fork a campaign, or ask its players to agree to that",
        Forked,
        takes=requests.ForkCampaign,
        writes=True,
        status=(200, 201),
        scope=MODERATE,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Fork it, where it is over; ask its players, where it runs."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        body = read(request, requests.ForkCampaign)

        def go() -> Forked:
            wish = body.fields
            ask, reason = wish.pop("ask"), wish.pop("reason")
            if not ask:
                return Forked(slug=fork.fork(slug, by=request.user, **wish))
            which = {"phase": body.phase, "title": body.title, "reason": reason}
            return Forked(slug=fork.propose(slug, by=request.user, **which))

        made = idempotent(request, go, body=body)
        return answer(made, status=201 if made["slug"] else 200)
