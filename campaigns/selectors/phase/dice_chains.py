"""What goes into the dice of a campaign: the site's chain and those that players brought."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import Struct

from campaigns.crypto import dice_chain
from campaigns.crypto.dice_waits import waiting_row
from campaigns.domain.entries.campaign import CampaignFounded
from campaigns.domain.entries.seats import SeatChainBrought
from campaigns.domain.wording import in_readers_words
from campaigns.models import Campaign, PendingAct, Status
from campaigns.proofs import beacon_rounds
from campaigns.proofs.dice_links import AFTER_CLOSE, BEACON, PROMPT
from campaigns.selectors.reader.access import Reading, reading
from core.records import like
from core.text.moments import day_and_time


class SeatDice(Struct, frozen=True, kw_only=True):
    """The chain that a power's seat brought: its ``head`` as the log has it, empty where it brought none.
    ``mine`` is the reader's own seat, ``waits`` says that it can bring one still.
    """

    power: str
    name: str
    head: str = ""
    mine: bool = False
    waits: bool = False


class DiceChains(Struct, frozen=True, kw_only=True):
    """What goes into each throw: the ``head`` of the site's first chain and of each seat's. ``given``: a
    script gives the dice; ``policy`` says when they are thrown, ``said`` that in words.
    """

    head: str
    seats: tuple[SeatDice, ...]
    given: bool = False
    policy: str = PROMPT
    said: str = ""


def dice_chains(slug: str, person: object = None) -> DiceChains:
    """The chains as everybody who may read the campaign learns of them."""
    return chains_of(reading(slug, person))


def chains_of(at: Reading) -> DiceChains:
    """See :func:`dice_chains`."""
    campaign = at.campaign
    entries = campaign.log.filter(
        kind__in=(CampaignFounded.tag, SeatChainBrought.tag), at__lte=at.shown.at
    )
    site, heads = "", dict[str, str]()
    for entry in entries.order_by("seq"):
        if entry.kind == SeatChainBrought.tag:
            heads[entry.power] = SeatChainBrought.of(entry.body).head
        else:
            site = CampaignFounded.of(entry.body).dice.get("head", "")
    own = set(at.own_powers)
    waits = is_open(campaign)
    return DiceChains(
        head=site,
        policy=campaign.dice_policy,
        said=str(POLICIES[campaign.dice_policy]),
        given=campaign.dice_given,
        seats=tuple(
            SeatDice(
                power=line.badge.key,
                name=line.badge.name,
                head=heads.get(line.badge.key, ""),
                mine=line.badge.key in own,
                waits=waits and line.badge.key in own and line.badge.key not in heads,
            )
            for line in at.seat_lines()
        ),
    )


def is_open(campaign: Campaign) -> bool:
    """Whether seats can bring chains still."""
    return (
        campaign.dice_policy != AFTER_CLOSE
        and not campaign.dice_given
        and not dice_chain.has_thrown(campaign)
        and campaign.status != Status.FINISHED
    )


class KeptChain(Struct, frozen=True, kw_only=True):
    """One of the reader's own chains: its ``number``, its ``length``, and ``used``: how many links of it were
    published.
    """

    power: str
    number: int
    length: int
    used: int


class DiceLinks(Struct, frozen=True, kw_only=True):
    """What the reader's browser is asked for where dice are thrown after the close: the next link of the
    ``awaited`` chains, and the first head of those that are ``missing``.
    """

    awaited: tuple[KeptChain, ...] = ()
    missing: tuple[KeptChain, ...] = ()


def dice_links(slug: str, person: object = None) -> DiceLinks:
    """What is asked of the reader's own seats now. Raises ``NoSuchCampaign``."""
    at = reading(slug, person)
    campaign, own = at.campaign, set(at.own_powers)
    if campaign.dice_policy != AFTER_CLOSE or not own:
        return DiceLinks()
    if campaign.status == Status.FINISHED:
        return DiceLinks()
    row = waiting_row(campaign)
    awaited, missing = [], []
    rows = campaign.chains.filter(power__in=own, kept_by_player=True)
    for power in sorted(own & set(campaign.keys_of_seats)):
        mine = [one for one in rows if one.power == power]
        live = next((one for one in mine if one.live), None)
        if live is None and row is None:
            missing.append(
                KeptChain(power=power, number=len(mine) + 1, length=dice_chain.LENGTH, used=0)
            )
        elif live is not None and row is not None and power not in row.links:
            awaited.append(like(KeptChain, live, power=power))
    return DiceLinks(awaited=tuple(awaited), missing=tuple(missing))


def waits_for(at: Reading) -> tuple[str, ...]:
    """For what the dice of a closed phase, or of an act, are waited for, in sentences; none elsewhere."""
    campaign = at.campaign
    if campaign.dice_policy == PROMPT or at.is_behind:
        return ()
    row = waiting_row(campaign)
    if row is None:
        return ()
    said = (
        _("A roll waits for its dice.")
        if isinstance(row, PendingAct)
        else _("The phase is closed. Nobody can change anything before its dice are thrown.")
    )
    if row.round is not None:
        when = day_and_time(beacon_rounds.moment_of(campaign.beacon, row.round))
        return (
            said,
            _("They come with round %(round)s of the beacon, at %(when)s.")
            % {"round": row.round, "when": when},
        )
    names = [
        at.book.powers[one.power].name
        for one in dice_chain.kept_chains(campaign)
        if one.power not in row.links
    ]
    until = row.until if isinstance(row, PendingAct) else row.links_until
    if not names or until is None:
        return (said,)
    return (
        said,
        _("They wait for the browsers of %(names)s, until %(until)s at most.")
        % {
            "names": ", ".join(in_readers_words(name) for name in names),
            "until": day_and_time(until),
        },
    )


POLICIES = {
    PROMPT: _lazy("thrown at once; the site holds all that goes in, and could know them"),
    AFTER_CLOSE: _lazy(
        "thrown after the close, with what only the players’ browsers hold until then; nobody can know them"
    ),
    BEACON: _lazy(
        "thrown after the close, with a public beacon’s first round after it; nobody can know or choose them"
    ),
}
"""When a campaign's dice are thrown, and who could know them, as the lobby and each page of rolls say it."""
