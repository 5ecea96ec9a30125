"""What goes into the dice, for programs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.history import dice_statistics
from campaigns.selectors.history.dice_records import DiceStatistics
from campaigns.selectors.phase import dice_chains as selector
from campaigns.selectors.reader.access import reading
from campaigns.services.phases import dice_collection
from campaigns.services.seats import dice_seeds


class DiceView(ApiView):
    """The chains of links from which the dice follow."""

    scopes = {"GET": READ}

    @described("What goes into the dice", selector.DiceChains)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the heads of the site's chain and of the seats'."""
        return answer(selector.dice_chains(slug, request.user))


class StatisticsView(ApiView):
    """How the dice fell."""

    scopes = {"GET": READ}

    @described("How the dice fell, with exact chances", DiceStatistics)
    def get(self, request: Request, slug: str) -> Response:
        """Answer every row of dice that the log has published, as far as the reader may read."""
        return answer(dice_statistics.statistics(slug, request.user))


class SeedView(ApiView):
    """A seat's part in the dice."""

    scopes = {"POST": PLAY}

    @described(
        "Bring the seed of your seat's chain",
        selector.DiceChains,
        takes=requests.BringDiceSeed,
        writes=True,
    )
    def post(self, request: Request, slug: str, power: str) -> Response:
        """Take the seed, before the first dice are thrown, and answer all chains."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.BringDiceSeed)

        def bring() -> selector.DiceChains:
            dice_seeds.bring_seed(slug, by=request.user, power=power, seed=given.seed)
            return selector.dice_chains(slug, request.user)

        return answer(idempotent(request, bring, given=given, slug=slug, power=power))


class LinksView(ApiView):
    """Links of chains that players keep, where dice are thrown after the close."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("Which links of your chains are waited for", selector.DiceLinks)
    def get(self, request: Request, slug: str) -> Response:
        """Answer what is asked of one's own seats now."""
        return answer(selector.dice_links(slug, request.user))

    @described(
        "Hand a link over, or bring the head of a chain",
        selector.DiceLinks,
        takes=requests.HandOverDiceLink,
        writes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take the next link, or the head, and answer what is asked then."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.HandOverDiceLink)

        def hand_over() -> selector.DiceLinks:
            who: dict[str, Any] = {"by": request.user, "power": given.power}
            if given.head:
                dice_seeds.bring_head(slug, **who, head=given.head)
            else:
                dice_collection.hand_link_over(slug, **who, link=given.link)
            return selector.dice_links(slug, request.user)

        return answer(idempotent(request, hand_over, given=given, slug=slug, power=given.power))
