"""Handing a seat over: what its player leaves for whoever follows them."""

from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import advices
from campaigns.advices import Content
from campaigns.errors import NotOnTheMenu
from campaigns.models import Advice, Campaign, Seat, Tenure
from campaigns.services import press_care
from campaigns.services.locking import locked, require_seat
from campaigns.services.once import writing
from campaigns.services.pacing import paced

MOST_THREADS = 200


@paced("act")
@writing()
def advise(
    slug: str, *, by: Any, power: str, text: str, threads: Collection[str] | None = ()
) -> None:
    """Write what whoever follows in one's own seat shall read, and which private threads go with
    it. Nothing of it is shown to anybody before. An empty one takes it back; the same again changes
    nothing; without ``threads`` (``None``) those named before stay. Raises ``NotYours``, ``NotOnTheMenu``.
    """
    campaign = locked(slug)
    require_seat(campaign, by, power)
    text = text.strip()
    row = advices.own(campaign, power, by)
    if threads is None:
        threads = advices.opened(row).threads if row is not None else ()
    if len(text) > advices.LONGEST or len(threads) > MOST_THREADS:
        raise NotOnTheMenu(
            _("Advice has at most %(longest)s letters.") % {"longest": advices.LONGEST},
            field="text",
            remedy=_("Shorten it."),
        )
    content = Content(text=text, threads=tuple(sorted(set(threads))))
    if row is not None and advices.opened(row) == content:
        return
    if content == Content():
        if row is not None:
            row.delete()
        return
    row = row or Advice(campaign=campaign, power=power, by=by)
    row.content, row.at = advices.closed(row, content), timezone.now()
    row.save()


def hand_threads_over(campaign: Campaign, seat: Seat, heir: Any) -> None:
    """Somebody sits down: the threads that the one before named for it are theirs to read. The
    campaign is locked.
    """
    sat = Tenure.objects.filter(seat=seat, left_at__isnull=False).exclude(person=heir)
    last = sat.select_related("person").order_by("-left_at", "-pk").first()
    row = advices.own(campaign, seat.power, last.person) if last is not None else None
    if last is not None and row is not None and (threads := advices.opened(row).threads):
        press_care.hand_over(
            campaign, power=seat.power, giver=last.person, heir=heir, threads=threads
        )
