"""What goes into the dice, for programs."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.selectors.history import dice_statistics
from campaigns.selectors.history.dice_records import DiceStatistics
from campaigns.selectors.phase import dice_chains as selector
from campaigns.services.phases import dice_collection
from campaigns.services.seats import dice_seeds


class DiceView(ApiView):
    """The chains of links from which the dice follow."""

    @described("What goes into the dice", selector.DiceChains)
    def get(self, request: Request, slug: str) -> Response:
        """Answer the heads of the site's chain and of the seats'."""
        return answer(selector.dice_chains(slug, request.user))


class StatisticsView(ApiView):
    """How the dice fell."""

    @described("How the dice fell, with exact chances", DiceStatistics)
    def get(self, request: Request, slug: str) -> Response:
        """Answer every row of dice that the log has published, as far as the reader may read."""
        return answer(dice_statistics.statistics(slug, request.user))


class SeedView(ApiView):
    """A seat's part in the dice."""

    @write_action(
        "Bring the seed of your seat's chain",
        selector.DiceChains,
        takes=requests.BringDiceSeed,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, power: str, body: requests.BringDiceSeed) -> Any:
        """Take the seed, before the first dice are thrown, and answer all chains."""
        dice_seeds.bring_seed(slug, by=request.user, power=power, seed=body.seed)
        return selector.dice_chains(slug, request.user)


class LinksView(ApiView):
    """Links of chains that players keep, where dice are thrown after the close."""

    @described("Which links of your chains are waited for", selector.DiceLinks)
    def get(self, request: Request, slug: str) -> Response:
        """Answer what is asked of one's own seats now."""
        return answer(selector.dice_links(slug, request.user))

    @write_action(
        "Hand a link over, or bring the head of a chain",
        selector.DiceLinks,
        takes=requests.HandOverDiceLink,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, body: requests.HandOverDiceLink) -> Any:
        """Take the next link, or the head, and answer what is asked then."""
        who: dict[str, Any] = {"by": request.user, "power": body.power}
        if body.head:
            dice_seeds.bring_head(slug, **who, head=body.head)
        else:
            dice_collection.hand_link_over(slug, **who, link=body.link)
        return selector.dice_links(slug, request.user)
