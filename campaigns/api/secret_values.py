"""Corrections of values that only some may know, for programs."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE, PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.moderator import secret_values_page
from campaigns.selectors.reader.access import reading
from campaigns.services.repair import secret_overrides


def _done(request: Request, given: Any, slug: str, do: Callable[[], object]) -> Response:
    """Do it, and answer the corrections that the reader may know of."""

    def work() -> tuple[secret_values_page.Line, ...]:
        do()
        return secret_values_page.correction_lines(slug, request.user)

    return answer(idempotent(request, work, given=given, slug=slug))


class SecretValuesView(ApiView):
    """Corrections of secret values."""

    scopes = {"GET": READ, "POST": PLAY}

    @described(
        "The corrections of secret values that you may know of, the newest first",
        secret_values_page.Line,
        many=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer them; the values only to those who know them."""
        return answer(secret_values_page.correction_lines(slug, request.user))

    @described(
        "Propose to correct a value that only some may know (players)",
        secret_values_page.Line,
        takes=requests.CorrectSecretValue,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Propose it to those who know the value, and then to the desk."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.CorrectSecretValue)

        def propose() -> None:
            change = ValueChange(path=given.path, before=given.before, after=given.after)
            said = {"power": given.power, "rule": given.rule, "reason": given.reason}
            secret_overrides.propose(slug, by=request.user, change=change, **said)

        return _done(request, given, slug, propose)


class SecretValueView(ApiView):
    """One correction of a secret value."""

    scopes = {"POST": PLAY}

    @described(
        "Agree to a correction, refuse it, withdraw yours, or propose to take one back (players)",
        secret_values_page.Line,
        takes=requests.AnswerCorrection,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str, proposal: str) -> Response:
        """Do it for a power that one plays."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.AnswerCorrection)

        def do() -> None:
            by, said = request.user, {"power": given.power, "reason": given.reason}
            if given.do == "undo":
                secret_overrides.undo(slug, by=by, key=proposal, **said)
            else:
                secret_overrides.answer(slug, by=by, key=proposal, answer=given.do, **said)

        return _done(request, given, slug, do)


class DecideSecretValueView(ApiView):
    """What the desk says of a correction that it is not shown."""

    scopes = {"POST": MODERATE}

    @described(
        "Accept the correction of a secret value, or decline it (moderators)",
        secret_values_page.Line,
        takes=requests.DecideCorrection,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str, proposal: str) -> Response:
        """Decide it without being told the value."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.DecideCorrection)

        def decide() -> None:
            by, accept, reason = request.user, given.accept, given.reason
            secret_overrides.decide(slug, by=by, key=proposal, accept=accept, reason=reason)

        return _done(request, given, slug, decide)
