"""What-ifs by program: the next phases played on in thought, for the one who asks alone."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.selectors.campaign import what_if_page as selector
from campaigns.services.orders import what_ifs


class WhatIfsView(ApiView):
    """All what-ifs of one power that are one's own."""

    @described("What you tried in thought, newest first", selector.TriedLine, many=True)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer them without their stories."""
        return answer(selector.tried(slug, request.user, power))

    @write_action(
        "Have the next phases played on in thought", selector.Tried, takes=requests.AskWhatIf
    )
    def post(self, request: Request, slug: str, power: str, body: requests.AskWhatIf) -> Any:
        """Ask for one, and answer it as it is: its story comes once it was played."""
        number = what_ifs.ask(slug, by=request.user, power=power, **body.fields)
        return selector.tried_one(slug, request.user, power, number)


class WhatIfView(ApiView):
    """One what-if."""

    @described("One of your what-ifs with its story", selector.Tried)
    def get(self, request: Request, slug: str, power: str, number: int) -> Response:
        """Answer it; without a story while ``state`` is waiting."""
        return answer(selector.tried_one(slug, request.user, power, number))

    @write_action(
        "The same once more, with other dice", selector.Tried, takes=requests.WriteRequest
    )
    def post(
        self, request: Request, slug: str, power: str, number: int, body: requests.WriteRequest
    ) -> selector.Tried:
        """Ask for it again, and answer the new one."""
        new = what_ifs.again(slug, by=request.user, power=power, number=number)
        return selector.tried_one(slug, request.user, power, new)

    @write_action("Forget a what-if", selector.TriedLine, many=True)
    def delete(self, request: Request, slug: str, power: str, number: int) -> Any:
        """Forget it; answer those that are left."""
        what_ifs.delete(slug, by=request.user, power=power, number=number)
        return selector.tried(slug, request.user, power)
