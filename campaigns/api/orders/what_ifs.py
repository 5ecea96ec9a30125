"""What-ifs by program: the next phases played on in thought, for the one who asks alone."""

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.campaign import what_if_page as selector
from campaigns.services.orders import what_ifs


class WhatIfsView(ApiView):
    """All what-ifs of one power that are one's own."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("What you tried in thought, newest first", selector.TriedLine, many=True)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer them without their stories."""
        return answer(selector.tried(slug, request.user, power))

    @described(
        "Have the next phases played on in thought",
        selector.Tried,
        takes=requests.AskWhatIf,
        writes=True,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Ask for one, and answer it as it is: its story comes once it was played."""
        given = read(request, requests.AskWhatIf)

        def ask() -> selector.Tried:
            number = what_ifs.ask(
                slug,
                by=request.user,
                power=power,
                phases=given.phases,
                plan=given.plan,
                draft=given.draft,
            )
            return selector.tried_one(slug, request.user, power, number)

        return answer(idempotent(request, ask, given=given, slug=slug, power=power))


class WhatIfView(ApiView):
    """One what-if."""

    scopes = {"GET": READ, "POST": PLAY, "DELETE": PLAY}

    @described("One of your what-ifs with its story", selector.Tried)
    def get(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Answer it; without a story while ``state`` is waiting."""
        return answer(selector.tried_one(slug, request.user, power, number))

    @described(
        "The same once more, with other dice",
        selector.Tried,
        takes=requests.WriteRequest,
        writes=True,
    )
    def post(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Ask for it again, and answer the new one."""
        given = read(request, requests.WriteRequest)

        def ask() -> selector.Tried:
            new = what_ifs.again(slug, by=request.user, power=power, number=number)
            return selector.tried_one(slug, request.user, power, new)

        return answer(idempotent(request, ask, given=given, slug=slug, power=power))

    @described("Forget a what-if", selector.TriedLine, many=True, writes=True)
    def delete(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Forget it; answer those that are left."""
        forget = partial(what_ifs.delete, slug, by=request.user, power=power, number=number)

        def left() -> tuple[selector.TriedLine, ...]:
            forget()
            return selector.tried(slug, request.user, power)

        return answer(idempotent(request, left, slug=slug, power=power))
