"""Handing a seat over: what its player leaves for whoever follows them."""

from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.errors import NotOnTheMenu
from campaigns.models import Advice, Campaign, Seat, Tenure
from campaigns.models.advice import AdviceContent
from campaigns.selectors.seats import advice
from campaigns.services.log.lock import locked_for_player
from campaigns.services.log.service import service
from campaigns.services.press import press_settings

MOST_THREADS = 200


@service("act")
def advise(
    slug: str, *, by: Any, power: str, text: str, threads: Collection[str] | None = ()
) -> None:
    """Write what whoever follows in one's own seat shall read, and which private threads go with
    it. Nothing of it is shown to anybody before. An empty one takes it back; the same again changes
    nothing; without ``threads`` (``None``) those named before stay. Raises ``NotYours``, ``NotOnTheMenu``.
    """
    campaign = locked_for_player(slug, by, power)
    text = text.strip()
    row = advice.own(campaign, power, by)
    if threads is None:
        threads = row.content.threads if row is not None else ()
    if len(text) > advice.LONGEST or len(threads) > MOST_THREADS:
        raise NotOnTheMenu(
            _("Advice has at most %(longest)s letters.") % {"longest": advice.LONGEST},
            field="text",
            remedy=_("Shorten it."),
        )
    content = AdviceContent(text=text, threads=tuple(sorted(set(threads))))
    if row is not None and row.content == content:
        return
    if content == AdviceContent():
        if row is not None:
            row.delete()
        return
    row = row or Advice(campaign=campaign, power=power, by=by)
    row.content, row.at = content, timezone.now()
    row.save()


def hand_threads_over(campaign: Campaign, seat: Seat, heir: Any) -> None:
    """Somebody sits down: the threads that the one before named for it are theirs to read. The
    campaign is locked.
    """
    sat = Tenure.objects.filter(seat=seat, left_at__isnull=False).exclude(person=heir)
    last = sat.select_related("person").order_by("-left_at", "-pk").first()
    row = advice.own(campaign, seat.power, last.person) if last is not None else None
    if last is not None and row is not None and (threads := row.content.threads):
        press_settings.hand_over(
            campaign, power=seat.power, giver=last.person, heir=heir, threads=threads
        )
