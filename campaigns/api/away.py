"""Being away, deputies, and the extensions that players take, for programs."""

from datetime import UTC, datetime

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api import requests
from campaigns.api.wire import CampaignView, answer, described, once, read
from campaigns.errors import NoSuchCampaign, NotOnTheMenu
from campaigns.selectors import away as selector
from campaigns.selectors import page
from campaigns.selectors.access import reading
from campaigns.services import being_away, extensions, standing_in


class Absences(CampaignView):
    """Who is away."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Who is away now or will be", selector.AbsenceLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the absences that were announced and are not over."""
        return answer(selector.away(slug, request.user).absences)

    @described(
        "Say that you are away",
        selector.AbsenceLine,
        takes=requests.GoingAway,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Announce an absence in this campaign, and tell who is away."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.GoingAway)
        ends = _moment(given.ends, "ends")
        begins = _moment(given.begins, "begins") if given.begins else datetime.now(UTC)

        def announce() -> tuple[selector.AbsenceLine, ...]:
            being_away.announce(slug, by=request.user, begins=begins, ends=ends)
            return selector.away(slug, request.user).absences

        return answer(once(request, announce, given=given, slug=slug))


class Absence(CampaignView):
    """One absence of one's own."""

    scopes = {"DELETE": PLAY}

    @described("Be back, or stay after all", selector.AbsenceLine, many=True, writes=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """End it, and tell who is away."""

        def come_back() -> tuple[selector.AbsenceLine, ...]:
            being_away.come_back(slug, by=request.user, number=number)
            return selector.away(slug, request.user).absences

        return answer(once(request, come_back, slug=slug))


class Deputies(CampaignView):
    """Who stands in for whom."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Who stands in, and whom you have asked to", selector.DeputyLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the deputies of a campaign."""
        return answer(selector.away(slug, request.user).deputies)

    @described(
        "Ask somebody to stand in for your seat",
        selector.DeputyLine,
        takes=requests.Deputizing,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Name a deputy, which holds once they accept; and tell who stands in."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.Deputizing)
        until = _moment(given.until, "until") if given.until else None

        def name() -> tuple[selector.DeputyLine, ...]:
            standing_in.name(
                slug,
                by=request.user,
                power=given.power,
                username=given.username,
                level=given.level,
                until=until,
                press=given.press,
            )
            return selector.away(slug, request.user).deputies

        return answer(once(request, name, given=given, slug=slug, power=given.power))


class Deputy(CampaignView):
    """One deputyship, by its key, for the two whom it concerns."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @described("Stand in as you are asked to", selector.DeputyLine, many=True, writes=True)
    def post(self, request: Request, slug: str, deputy: int) -> Response:
        """Accept, and tell who stands in."""

        def accept() -> tuple[selector.DeputyLine, ...]:
            standing_in.accept(slug, by=request.user, key=deputy)
            return selector.away(slug, request.user).deputies

        return answer(once(request, accept, slug=slug))

    @described(
        "Take a deputy back, lay it down, or decline", selector.DeputyLine, many=True, writes=True
    )
    def delete(self, request: Request, slug: str, deputy: int) -> Response:
        """End it, and tell who stands in now: nobody, to one who may not read the campaign any more."""

        def end() -> tuple[selector.DeputyLine, ...]:
            standing_in.end(slug, by=request.user, key=deputy)
            try:
                return selector.away(slug, request.user).deputies
            except NoSuchCampaign:
                return ()

        return answer(once(request, end, slug=slug))


class MyDeputies(CampaignView):
    """For whom one stands in."""

    scopes = {"GET": READ}

    @described("Where you are asked to stand in, and where you do", selector.Request, many=True)
    def get(self, request: Request) -> Response:
        """Answer the seats, in all campaigns."""
        return answer(selector.requests(request.user))


class Extension(CampaignView):
    """More time for everybody, from a seat's budget."""

    scopes = {"POST": PLAY}

    @described(
        "Take one of your extensions", page.CampaignPage, takes=requests.Extending, writes=True
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Take it, and answer the page, with the deadline and what is left."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.Extending)

        def take() -> page.CampaignPage:
            extensions.take(
                slug, by=request.user, power=power, phase=given.phase, reason=given.reason
            )
            return page.campaign_page(slug, request.user, power)

        return answer(once(request, take, given=given, slug=slug, power=power, phase=given.phase))


def _moment(given: datetime, field: str) -> datetime:
    """A moment that every zone can write. Raises ``NotOnTheMenu``."""
    try:
        return given.astimezone(UTC)
    except OverflowError as error:
        raise NotOnTheMenu("This moment is in no calendar.", field=field) from error
