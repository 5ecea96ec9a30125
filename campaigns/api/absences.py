"""Being away, deputies, and the extensions that players take, for programs."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.phase import records
from campaigns.selectors.seats import absences_page as selector
from campaigns.services.deadlines import absences, emergency_pauses, player_extensions
from campaigns.services.seats import deputies


class AbsencesView(ApiView):
    """Who is away."""

    @described("Who is away now or will be", selector.AbsenceLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the absences that were announced and are not over."""
        return answer(selector.away(slug, request.user).absences)

    @write_action(
        "Say that you are away",
        selector.AbsenceLine,
        takes=requests.AnnounceAbsence,
        many=True,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, body: requests.AnnounceAbsence) -> Any:
        """Announce an absence in this campaign, and tell who is away."""
        absences.announce(slug, by=request.user, **_as_said(body))
        return selector.away(slug, request.user).absences


class AnnouncedEverywhere(Struct, frozen=True, kw_only=True):
    """The campaigns in which an absence holds, and those in which it does not, with the reason."""

    announced: tuple[str, ...]
    refused: dict[str, str]


class AbsencesEverywhereView(ApiView):
    """Being away in all campaigns at once."""

    @write_action(
        "Say in every campaign in which you have a seat that you are away",
        AnnouncedEverywhere,
        takes=requests.AnnounceAbsence,
        slug_of=lambda result: str(result["announced"][0]),
    )
    def post(self, request: Request, body: requests.AnnounceAbsence) -> AnnouncedEverywhere:
        """Announce it everywhere, and tell where it holds. Refused where it holds in none."""
        announced, refused = absences.announce_everywhere(by=request.user, **_as_said(body))
        if not announced:
            why = " ".join(dict.fromkeys(refused.values()))
            raise NotNow(why or "You have a seat in no campaign that goes on.")
        return AnnouncedEverywhere(announced=tuple(announced), refused=refused)


class AbsenceView(ApiView):
    """One absence of one's own."""

    @write_action("Be back, or stay after all", selector.AbsenceLine, many=True)
    def delete(self, request: Request, slug: str, number: int) -> Any:
        """End it, and tell who is away."""
        absences.come_back(slug, by=request.user, number=number)
        return selector.away(slug, request.user).absences


class DeputiesView(ApiView):
    """Who stands in for whom."""

    @described("Who stands in, and whom you have asked to", selector.DeputyLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the deputies of a campaign."""
        return answer(selector.away(slug, request.user).deputies)

    @write_action(
        "Ask somebody to stand in for your seat",
        selector.DeputyLine,
        takes=requests.NameDeputy,
        many=True,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, body: requests.NameDeputy) -> Any:
        """Name a deputy, which holds once they accept; and tell who stands in."""
        begins = _moment(body.begins, "begins") if body.begins else None
        until = _moment(body.until, "until") if body.until else None
        terms = {**body.fields, "begins": begins, "until": until}
        deputies.name(slug, by=request.user, **terms)
        return selector.away(slug, request.user).deputies


class DeputyView(ApiView):
    """One deputyship, by its key, for the two whom it concerns."""

    @write_action("Stand in as you are asked to", selector.DeputyLine, many=True)
    def post(self, request: Request, slug: str, deputy: int) -> Any:
        """Accept, and tell who stands in."""
        deputies.accept(slug, by=request.user, key=deputy)
        return selector.away(slug, request.user).deputies

    @write_action("Take a deputy back, lay it down, or decline", selector.DeputyLine, many=True)
    def delete(self, request: Request, slug: str, deputy: int) -> Any:
        """End it, and tell who stands in now: nobody, to one who may not read the campaign any more."""
        deputies.end(slug, by=request.user, key=deputy)
        try:
            return selector.away(slug, request.user).deputies
        except NoSuchCampaign:
            return ()


class MyDeputiesView(ApiView):
    """For whom one stands in."""

    @described("Where you are asked to stand in, and where you do", selector.Request, many=True)
    def get(self, request: Request) -> Response:
        """Answer the seats, in all campaigns."""
        return answer(selector.requests(request.user))


class ExtensionView(ApiView):
    """More time for everybody, from a seat's budget."""

    @write_action(
        "Take one of your extensions",
        records.CampaignPage,
        takes=requests.TakeExtension,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, power: str, body: requests.TakeExtension) -> Any:
        """Take it, and answer the page, with the deadline and what is left."""
        take = emergency_pauses.pause if body.pause else player_extensions.take
        take(slug, by=request.user, power=power, phase=body.phase, reason=body.reason)
        return campaign_page.campaign_page(slug, request.user, power)


def _as_said(body: requests.AnnounceAbsence) -> dict[str, Any]:
    """An absence as the service takes it. Raises ``NotOnTheMenu``."""
    begins = _moment(body.begins, "begins") if body.begins else timezone.now()
    return {**body.fields, "begins": begins, "ends": _moment(body.ends, "ends")}


def _moment(body: datetime, field: str) -> datetime:
    """A moment that every zone can write. Raises ``NotOnTheMenu``."""
    try:
        return body.astimezone(UTC)
    except OverflowError as error:
        raise NotOnTheMenu(_("This moment is in no calendar."), field=field) from error
