"""Corrections of values that only some may know, for programs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.rulebooks.values.overrides import ValueChange
from campaigns.selectors.moderator import secret_values_page
from campaigns.services.repair import secret_overrides


class SecretValuesView(ApiView):
    """Corrections of secret values."""

    @described(
        "The corrections of secret values that you may know of, the newest first",
        secret_values_page.Line,
        many=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer them; the values only to those who know them."""
        return answer(secret_values_page.correction_lines(slug, request.user))

    @write_action(
        "Propose to correct a value that only some may know (players)",
        secret_values_page.Line,
        takes=requests.CorrectSecretValue,
        many=True,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, body: requests.CorrectSecretValue) -> Any:
        """Propose it to those who know the value, and then to the desk."""
        change = ValueChange(path=body.path, before=body.before, after=body.after)
        terms = {"power": body.power, "rule": body.rule, "reason": body.reason}
        secret_overrides.propose(slug, by=request.user, change=change, **terms)
        return secret_values_page.correction_lines(slug, request.user)


class SecretValueView(ApiView):
    """One correction of a secret value."""

    @write_action(
        "Agree to a correction, refuse it, withdraw yours, or propose to take one back (players)",
        secret_values_page.Line,
        takes=requests.AnswerCorrection,
        many=True,
        readers_only=True,
    )
    def post(
        self, request: Request, slug: str, proposal: str, body: requests.AnswerCorrection
    ) -> tuple[secret_values_page.Line, ...]:
        """Do it for a power that one plays."""
        by, terms = request.user, {"power": body.power, "reason": body.reason}
        if body.do == "undo":
            secret_overrides.undo(slug, by=by, key=proposal, **terms)
        else:
            secret_overrides.answer(slug, by=by, key=proposal, answer=body.do, **terms)
        return secret_values_page.correction_lines(slug, request.user)


class DecideSecretValueView(ApiView):
    """What the desk says of a correction that it is not shown."""

    @write_action(
        "Accept the correction of a secret value, or decline it (moderators)",
        secret_values_page.Line,
        takes=requests.DecideCorrection,
        many=True,
        readers_only=True,
        scope=MODERATE,
    )
    def post(
        self, request: Request, slug: str, proposal: str, body: requests.DecideCorrection
    ) -> tuple[secret_values_page.Line, ...]:
        """Decide it without being told the value."""
        secret_overrides.decide(slug, by=request.user, key=proposal, **body.fields)
        return secret_values_page.correction_lines(slug, request.user)
