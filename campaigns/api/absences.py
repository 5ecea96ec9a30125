"""Being away, deputies, and the extensions that players take, for programs."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.errors import NoSuchCampaign, NotNow, NotOnTheMenu
from campaigns.selectors.campaign import campaign_page
from campaigns.selectors.reader.access import reading
from campaigns.selectors.seats import absences_page as selector
from campaigns.services.deadlines import absences, emergency_pauses, player_extensions
from campaigns.services.seats import deputies


class AbsencesView(ApiView):
    """Who is away."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Who is away now or will be", selector.AbsenceLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the absences that were announced and are not over."""
        return answer(selector.away(slug, request.user).absences)

    @described(
        "Say that you are away",
        selector.AbsenceLine,
        takes=requests.AnnounceAbsence,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Announce an absence in this campaign, and tell who is away."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.AnnounceAbsence)
        ends = _moment(given.ends, "ends")
        begins = _moment(given.begins, "begins") if given.begins else timezone.now()

        def announce() -> tuple[selector.AbsenceLine, ...]:
            absences.announce(slug, by=request.user, begins=begins, ends=ends, **given.named)
            return selector.away(slug, request.user).absences

        return answer(idempotent(request, announce, given=given, slug=slug))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedEverywhere:
    """The campaigns in which an absence holds, and those in which it does not, with the reason."""

    announced: tuple[str, ...]
    refused: dict[str, str]


class AbsencesEverywhereView(ApiView):
    """Being away in all campaigns at once."""

    scopes = {"POST": PLAY}

    @described(
        "Say in every campaign in which you have a seat that you are away",
        AnnouncedEverywhere,
        takes=requests.AnnounceAbsence,
        writes=True,
    )
    def post(self, request: Request) -> Response:
        """Announce it everywhere, and tell where it holds. Refused where it holds in none."""
        given = read(request, requests.AnnounceAbsence)
        ends = _moment(given.ends, "ends")
        begins = _moment(given.begins, "begins") if given.begins else datetime.now(UTC)

        def announce() -> AnnouncedEverywhere:
            done, refused = absences.announce_everywhere(
                by=request.user, begins=begins, ends=ends, **given.named
            )
            if not done:
                why = " ".join(dict.fromkeys(refused.values()))
                raise NotNow(why or "You have a seat in no campaign that goes on.")
            return AnnouncedEverywhere(announced=tuple(done), refused=refused)

        told = idempotent(
            request, announce, given=given, slug_of=lambda told: str(told["announced"][0])
        )
        return answer(told)


class AbsenceView(ApiView):
    """One absence of one's own."""

    scopes = {"DELETE": PLAY}

    @described("Be back, or stay after all", selector.AbsenceLine, many=True, writes=True)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """End it, and tell who is away."""

        def come_back() -> tuple[selector.AbsenceLine, ...]:
            absences.come_back(slug, by=request.user, number=number)
            return selector.away(slug, request.user).absences

        return answer(idempotent(request, come_back, slug=slug))


class DeputiesView(ApiView):
    """Who stands in for whom."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Who stands in, and whom you have asked to", selector.DeputyLine, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the deputies of a campaign."""
        return answer(selector.away(slug, request.user).deputies)

    @described(
        "Ask somebody to stand in for your seat",
        selector.DeputyLine,
        takes=requests.NameDeputy,
        many=True,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Name a deputy, which holds once they accept; and tell who stands in."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.NameDeputy)
        begins = _moment(given.begins, "begins") if given.begins else None
        until = _moment(given.until, "until") if given.until else None

        def name() -> tuple[selector.DeputyLine, ...]:
            deputies.name(
                slug,
                by=request.user,
                power=given.power,
                username=given.username,
                level=given.level,
                begins=begins,
                until=until,
                press=given.press,
            )
            return selector.away(slug, request.user).deputies

        return answer(idempotent(request, name, given=given, slug=slug, power=given.power))


class DeputyView(ApiView):
    """One deputyship, by its key, for the two whom it concerns."""

    scopes = {"POST": PLAY, "DELETE": PLAY}

    @described("Stand in as you are asked to", selector.DeputyLine, many=True, writes=True)
    def post(self, request: Request, slug: str, deputy: int) -> Response:
        """Accept, and tell who stands in."""

        def accept() -> tuple[selector.DeputyLine, ...]:
            deputies.accept(slug, by=request.user, key=deputy)
            return selector.away(slug, request.user).deputies

        return answer(idempotent(request, accept, slug=slug))

    @described(
        "Take a deputy back, lay it down, or decline", selector.DeputyLine, many=True, writes=True
    )
    def delete(self, request: Request, slug: str, deputy: int) -> Response:
        """End it, and tell who stands in now: nobody, to one who may not read the campaign any more."""

        def end() -> tuple[selector.DeputyLine, ...]:
            deputies.end(slug, by=request.user, key=deputy)
            try:
                return selector.away(slug, request.user).deputies
            except NoSuchCampaign:
                return ()

        return answer(idempotent(request, end, slug=slug))


class MyDeputiesView(ApiView):
    """For whom one stands in."""

    scopes = {"GET": READ}

    @described("Where you are asked to stand in, and where you do", selector.Request, many=True)
    def get(self, request: Request) -> Response:
        """Answer the seats, in all campaigns."""
        return answer(selector.requests(request.user))


class ExtensionView(ApiView):
    """More time for everybody, from a seat's budget."""

    scopes = {"POST": PLAY}

    @described(
        "Take one of your extensions",
        campaign_page.CampaignPage,
        takes=requests.TakeExtension,
        writes=True,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Take it, and answer the page, with the deadline and what is left."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.TakeExtension)

        def take() -> campaign_page.CampaignPage:
            service = emergency_pauses.pause if given.pause else player_extensions.take
            service(slug, by=request.user, power=power, phase=given.phase, reason=given.reason)
            return campaign_page.campaign_page(slug, request.user, power)

        return answer(
            idempotent(request, take, given=given, slug=slug, power=power, phase=given.phase)
        )


def _moment(given: datetime, field: str) -> datetime:
    """A moment that every zone can write. Raises ``NotOnTheMenu``."""
    try:
        return given.astimezone(UTC)
    except OverflowError as error:
        raise NotOnTheMenu(_("This moment is in no calendar."), field=field) from error
