"""The views: read the request, ask a selector or call a service, answer."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import (
    ApiView,
    answer,
    described,
    idempotent,
    key_of,
    prefers_minimal,
    read,
    receipted,
    write_action,
)
from campaigns.errors import NotOnTheMenu, OrdersClosed
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.facts import fact_sheet
from campaigns.selectors.history import phase_story
from campaigns.selectors.lobby import lobby_page
from campaigns.selectors.orders import own_orders
from campaigns.selectors.phase import records
from campaigns.selectors.rules import book_choices
from campaigns.services.deadlines import moderation
from campaigns.services.facts import perform_act
from campaigns.services.lifecycle import campaigns
from campaigns.services.orders import orders, standing_orders
from campaigns.services.seats import seats
from core.input_limits import whole_number
from rules.kernel.act_preview import ActPreview
from rules.kernel.menus import Menu

PHASE = OpenApiParameter("phase", int, required=True, description="The phase that is meant.")
PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`return=minimal`: a seal is answered with its receipt alone (RFC 7240).",
)
EYES = OpenApiParameter(
    "as", str, description="Once the campaign is over: a power, to read it as that knew it then."
)
POWER = OpenApiParameter("power", str, description="For which of your powers you look.")
FACT = OpenApiParameter(
    "fact",
    str,
    description="The key of a fact: it alone, with all that was ever said of it (history).",
)
BEFORE = OpenApiParameter("before", int, description="Only entries before this number.")


class CampaignsView(ApiView):
    """The lobby."""

    @described("The campaigns one plays, could join and can read", lobby_page.Lobby)
    def get(self, request: Request) -> Response:
        """Answer the lobby."""
        return answer(lobby_page.lobby(request.user))

    @write_action(
        "Found a campaign",
        records.CampaignPage,
        takes=requests.CreateCampaign,
        status=201,
        slug_of=lambda page: str(page["head"]["slug"]),
        scope=MODERATE,
    )
    def post(self, request: Request, body: requests.CreateCampaign) -> records.CampaignPage:
        """Found a campaign and answer its page."""
        slug = campaigns.create_campaign(by=request.user, **body.fields)
        return campaign_page.campaign_page(slug, request.user)


class BooksView(ApiView):
    """What a campaign can be founded on."""

    @described("The rulebooks with their scenarios and switches", book_choices.BookLine, many=True)
    def get(self, request: Request) -> Response:
        """Answer the rulebooks."""
        return answer(book_choices.books())


class CampaignView(ApiView):
    """One campaign's page."""

    @described("A campaign as its reader may see it", records.CampaignPage, parameters=[POWER])
    def get(self, request: Request, slug: str) -> Response:
        """Answer the page; ``power`` chooses which of one's powers to act for."""
        power = request.query_params.get("power") or None
        return answer(campaign_page.campaign_page(slug, request.user, power))


class JoinView(ApiView):
    """Sitting down."""

    @write_action("Sit down at free seats", records.CampaignPage, takes=requests.JoinCampaign)
    def post(self, request: Request, slug: str, body: requests.JoinCampaign) -> Any:
        """Join and answer the page."""
        seats.join(slug, by=request.user, **body.fields)
        return campaign_page.campaign_page(slug, request.user)


class LeaveView(ApiView):
    """Getting up."""

    @write_action("Give up one of your seats", records.CampaignPage, takes=requests.LeaveSeat)
    def post(self, request: Request, slug: str, body: requests.LeaveSeat) -> Any:
        """Leave and answer the page."""
        seats.leave(slug, by=request.user, power=body.power)
        return campaign_page.campaign_page(slug, request.user)


class StartView(ApiView):
    """Beginning."""

    @write_action(
        "Begin play (moderators)", records.CampaignPage, takes=requests.GiveReason, scope=MODERATE
    )
    def post(self, request: Request, slug: str, body: requests.GiveReason) -> Any:
        """Start and answer the page. The reason stands in the log; a program may leave it out."""
        campaigns.start(slug, by=request.user, reason=body.reason or None)
        return campaign_page.campaign_page(slug, request.user)


class PowerMenuView(ApiView):
    """What a power may hand in."""

    @described("What one of your powers may hand in now", Menu)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer the menu."""
        menu = campaign_page.orders(slug, request.user, power).menu
        if menu is None:
            raise OrdersClosed(_("Nothing is asked of this power now."), field="power")
        return answer(menu)


class OrdersView(ApiView):
    """One power's orders."""

    @described("Your orders: draft, seal, menu, acts", records.MyOrders)
    def get(self, request: Request, slug: str, power: str) -> Response:
        """Answer one's own orders."""
        return answer(campaign_page.orders(slug, request.user, power))

    @described(
        "Keep a draft, or seal orders",
        records.MyOrders,
        takes=requests.SubmitOrders,
        parameters=[PREFER],
        writes=True,
        receipt=True,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Keep or seal, and answer what is there now; the receipt alone where that was preferred."""
        body = read(request, requests.SubmitOrders)
        who: dict[str, Any] = {"by": request.user, "power": power, "phase": body.phase}
        who |= {"seen": body.seen, "order": body.order}

        def seal() -> orders.Receipt:
            return orders.seal_orders(
                slug,
                **who,
                ready=body.ready,
                nonce=body.nonce,
                key=key_of(request, body),
            )

        def hand_in() -> records.MyOrders:
            if body.seal:
                seal()
            else:
                orders.save_draft(slug, **who)
            return campaign_page.orders(slug, request.user, power)

        if body.seal and prefers_minimal(request):
            return answer(receipted(request, seal()), applied="return=minimal")
        return answer(idempotent(request, hand_in, body=body))

    @write_action(
        "Take a seal back before the deadline",
        records.MyOrders,
        parameters=[PHASE],
        receipt=True,
    )
    def delete(self, request: Request, slug: str, power: str) -> records.MyOrders:
        """Unseal, and answer what is there now."""
        phase = _number(request, "phase") or 0
        orders.unseal(slug, by=request.user, power=power, phase=phase)
        return campaign_page.orders(slug, request.user, power)


class StandingOrdersView(ApiView):
    """One power's standing orders."""

    @write_action(
        "Leave standing orders, or take them back",
        records.MyOrders,
        takes=requests.LeaveStandingOrders,
        receipt=True,
    )
    def post(
        self, request: Request, slug: str, power: str, body: requests.LeaveStandingOrders
    ) -> records.MyOrders:
        """Leave them, and answer what is there now."""
        standing_orders.set_standing(slug, by=request.user, power=power, **body.fields)
        return campaign_page.orders(slug, request.user, power)


class ActsView(ApiView):
    """What takes effect at once."""

    @write_action(
        "Do something at once",
        records.CampaignPage,
        takes=requests.PerformAct,
        receipt=True,
    )
    def post(self, request: Request, slug: str, power: str, body: requests.PerformAct) -> Any:
        """Do it, and answer the page."""
        perform_act.perform_act(slug, by=request.user, power=power, **body.fields)
        return campaign_page.campaign_page(slug, request.user, power)


class ActPreviewsView(ApiView):
    """What an act would bring."""

    @described("What an act would bring, with its chances", ActPreview, takes=requests.PreviewAct)
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Answer what would come of it; nothing is done and no die is thrown."""
        body = read(request, requests.PreviewAct)
        return answer(own_orders.act_preview(slug, request.user, power, body.act))


class PreviewsView(ApiView):
    """What an order would lead to."""

    @described("Problems and exact odds of an order", records.Preview, takes=requests.PreviewOrders)
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Answer the preview; nothing is stored."""
        body = read(request, requests.PreviewOrders)
        return answer(campaign_page.preview(slug, request.user, power, body.order))


class PhasesView(ApiView):
    """The history."""

    @described("Every phase in order", phase_story.PastPhase, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the list of phases."""
        return answer(phase_story.phases(slug, request.user))


class PhaseStoriesView(ApiView):
    """One past phase."""

    @described(
        "One resolved phase as its reader may see it", phase_story.PhaseStory, parameters=[EYES]
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Answer the story."""
        eyes = request.query_params.get("as", "")
        return answer(phase_story.story(slug, number, request.user, eyes))


class FactsView(ApiView):
    """The fact sheet."""

    @described(
        "What the map says, who said so, who agreed", fact_sheet.FactSheet, parameters=[POWER, FACT]
    )
    def get(self, request: Request, slug: str) -> Response:
        """Answer the sheet."""
        power = request.query_params.get("power") or None
        fact = request.query_params.get("fact", "")
        return answer(fact_sheet.fact_sheet(slug, request.user, power, fact))

    @write_action(
        "Correct what was declared (moderators)",
        fact_sheet.FactSheet,
        takes=requests.CorrectFacts,
        readers_only=True,
        scope=MODERATE,
    )
    def post(
        self, request: Request, slug: str, body: requests.CorrectFacts
    ) -> fact_sheet.FactSheet:
        """Correct it, and answer the sheet. Facts that say so already are left alone."""
        moderation.correct_facts(slug, by=request.user, **body.fields)
        return fact_sheet.fact_sheet(slug, request.user)


class LogView(ApiView):
    """The log."""

    @described("The log, newest first", records.LogLine, many=True, parameters=[BEFORE])
    def get(self, request: Request, slug: str) -> Response:
        """Answer the latest lines."""
        return answer(campaign_page.log(slug, request.user, before=_number(request, "before")))


def _number(request: Request, name: str) -> int | None:
    """A whole number from the query."""
    text = request.query_params.get(name, "")
    found = whole_number(text)
    if text and found is None:
        raise NotOnTheMenu(
            _("%(name)s is a whole number, not %(text)r.") % {"name": name, "text": text[:40]},
            field=name,
        )
    return found
