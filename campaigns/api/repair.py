"""Going back, rulings of the group, and what hung on a fact, for programs."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.errors import NoSuchPage
from campaigns.selectors.facts import affected_results
from campaigns.selectors.history import rollback
from campaigns.selectors.log import rulings
from campaigns.selectors.reader.access import reading
from campaigns.services.repair import rollback as rollback_service
from campaigns.services.repair import rulings as ruling_service
from core.input_limits import whole_number

TO = OpenApiParameter("to", int, description="The phase to look at; without it none.")
FACT = OpenApiParameter("fact", str, required=True, description="The key of a fact.")


class AskedQuestion(Struct, frozen=True, kw_only=True):
    """What came of it: the number of the ``question`` that the players are asked; ``None``: it was done."""

    question: int | None


class Ruled(Struct, frozen=True, kw_only=True):
    """What came of a ruling: as :class:`AskedQuestion`, with all rulings, oldest first."""

    question: int | None
    rulings: tuple[rulings.Ruling, ...]


class RollbackView(ApiView):
    """Going back to an earlier phase."""

    @described(
        "What going back would undo, and what was undone", rollback.RollbackPage, parameters=[TO]
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer what the page of going back shows."""
        to = whole_number(request.query_params.get("to", "")) or 0
        return answer(rollback.rollback_page(slug, request.user, to=to))

    @write_action(
        "Go back to the opening of a phase, or ask the players",
        AskedQuestion,
        takes=requests.RollBack,
        readers_only=True,
        scope=MODERATE,
    )
    def post(self, request: Request, slug: str, body: requests.RollBack) -> AskedQuestion:
        """Go back, and tell whether the players are asked."""
        question = rollback_service.roll_back(slug, by=request.user, **body.fields)
        return AskedQuestion(question=question)


class RulingsView(ApiView):
    """The rulings of the group."""

    @described("The rulings of the group, oldest first", rulings.Ruling, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the rulings."""
        return answer(rulings.of(reading(slug, request.user)))

    @write_action(
        "Make a ruling (moderators), or ask the players (players)",
        Ruled,
        takes=requests.MakeRuling,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, body: requests.MakeRuling) -> Ruled:
        """Make it, and tell whether the players are asked."""
        question = ruling_service.make(slug, by=request.user, **body.fields)
        return Ruled(question=question, rulings=rulings.of(reading(slug, request.user)))


class WithdrawRulingView(ApiView):
    """Withdrawing a ruling."""

    @write_action(
        "Withdraw a ruling (moderators)",
        rulings.Ruling,
        takes=requests.UndoOverride,
        many=True,
        readers_only=True,
        scope=MODERATE,
    )
    def post(self, request: Request, slug: str, number: int, body: requests.UndoOverride) -> Any:
        """End it, and answer all rulings."""
        ruling_service.withdraw(slug, by=request.user, number=number, reason=body.reason)
        return rulings.of(reading(slug, request.user))


class AffectedResultsView(ApiView):
    """What hung on a fact."""

    @described(
        "The results in whose sums a corrected or disputed value stood",
        affected_results.AffectedResults,
        parameters=[FACT],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer them; a fact that was neither corrected nor disputed is not found."""
        found = affected_results.affected_results(
            slug, request.user, request.query_params.get("fact", "")[:100]
        )
        if found is None:
            raise NoSuchPage(
                _("No value of this fact was corrected or is disputed."),
                remedy=_("Look at the facts."),
            )
        return answer(found)
