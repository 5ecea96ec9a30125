"""What becomes of campaigns when one of their people deletes the account."""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.signals import Consequence
from campaigns import rulebooks
from campaigns.models import Campaign, Status
from campaigns.selectors.reader import names as reader_names
from campaigns.selectors.reader.names import People
from campaigns.selectors.seats.successors import Successors, successors_of
from core.text.lists import listed


def consequences(user_id: int) -> list[Consequence]:
    """One for each campaign that is not over and in which this person plays or moderates."""
    concerned = Campaign.objects.filter(Q(seats__person=user_id) | Q(moderators=user_id))
    return [
        _consequence(campaign, user_id)
        for campaign in concerned.exclude(status=Status.FINISHED).distinct().order_by("pk")
    ]


def _consequence(campaign: Campaign, user_id: int) -> Consequence:
    said = []
    mine = campaign.seats.filter(person=user_id).order_by("order")
    played_by = (campaign.rulebook, campaign.revision)
    if names := [rulebooks.power_name(*played_by, seat.power) for seat in mine]:
        free = campaign.status == Status.GATHERING
        what = (
            _("Your seat (%(powers)s) is free again.")
            if free
            else _("Your seat (%(powers)s) is played by the autopilot.")
        )
        said.append(what % {"powers": ", ".join(names)})
    where = "seats"
    if campaign.moderators.filter(pk=user_id).exists():
        where = "desk"
        found = successors_of(campaign, user_id)
        called = reader_names.names_for(campaign, user_id, timezone.now()).of(
            (person.pk for person in found.people),
            hidden=_HIDDEN.get(found.how, reader_names.SOMEBODY),
        )
        said.append(_of_the_desk(found, called))
    return Consequence(campaign.title, f"/c/{campaign.slug}/{where}/", " ".join(said))


_HIDDEN = {"shared": reader_names.A_MODERATOR, "player": reader_names.A_PLAYER}
"""What an heir is called who is hidden."""


def _of_the_desk(found: Successors, called: People) -> str:
    names = listed(sorted(one.name for one in called.values()))
    match found.how:
        case "shared":
            return ngettext(
                "%(names)s moderates it without you.",
                "%(names)s moderate it without you.",
                len(found.people),
            ) % {"names": names}
        case "successor":
            return _("%(names)s becomes its moderator, as you have named them.") % {"names": names}
        case "player":
            return _("%(names)s, who plays there and offered it, becomes its moderator.") % {
                "names": names
            }
        case "staff":
            return _(
                "The staff of this site take over as moderators. "
                "You can name a successor on the desk instead."
            )
    return _(
        "It will have no moderator: the players decide by agreement until one of them takes the "
        "desk. You can name a successor on the desk instead."
    )
