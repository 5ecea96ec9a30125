"""Atom feeds of campaigns, and a calendar of one's own deadlines."""

from collections.abc import Callable
from datetime import timedelta
from email.utils import parseaddr

import icalendar
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.languages import speaking_to
from campaigns.errors import NoSuchCampaign, NoSuchPage
from campaigns.selectors import feeds as selector
from config.serving.secret_addresses import secret_address
from frontend.views.guard import reader_of


@require_safe
@never_cache
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of a campaign that the reader may read."""
    return _atom(lambda: selector.feed(slug, reader_of(request)))


@secret_address
@require_safe
@never_cache
def feed_by_key(request: HttpRequest, feed_key: str) -> HttpResponse:
    """The feed of a private campaign, for the program of somebody who may read it."""
    with speaking_to(selector.language_of(feed_key)):
        return _atom(lambda: selector.feed_by_key(feed_key))


@secret_address
@require_safe
@never_cache
def calendar(request: HttpRequest, feed_key: str) -> HttpResponse:
    """The deadlines of whoever's key it is, as iCalendar."""
    with speaking_to(selector.language_of(feed_key)):
        try:
            made = _calendar(selector.calendar(feed_key))
        except NoSuchPage as refusal:
            raise Http404 from refusal
    answer = HttpResponse(made, content_type="text/calendar; charset=utf-8")
    return _for_programs(answer)


def _atom(find: Callable[[], selector.CampaignFeed]) -> HttpResponse:
    try:
        found = find()
    except (NoSuchCampaign, NoSuchPage) as refusal:
        raise Http404 from refusal
    site = settings.SITE_ADDRESS
    made = Atom1Feed(
        title=found.title,
        link=f"{site}/c/{found.slug}/",
        description=_("What happens in %(campaign)s") % {"campaign": found.title},
        subtitle=_("Log entry %(seq)s: %(hash)s") % {"seq": found.seq, "hash": found.hash},
        language=get_language() or settings.LANGUAGE_CODE,
    )
    for one in found.entries:
        made.add_item(
            title=one.title,
            link=site + one.path,
            description=one.text,
            unique_id=f"tag:{_host()},2026:{one.name}",
            pubdate=one.at,
            updateddate=one.said,
        )
    answer = HttpResponse(content_type=made.content_type)
    made.write(answer, "utf-8")
    return _for_programs(answer)


def _calendar(deadlines: tuple[selector.Deadline, ...]) -> bytes:
    made = icalendar.Calendar()
    made.add("prodid", "-//Chancellery//Deadlines//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Chancellery")
    now = timezone.now()
    for one in deadlines:
        event = icalendar.Event()
        event.add("uid", f"{one.slug}-{one.number}@{_host()}")
        event.add("dtstamp", now)
        event.add("dtstart", one.due)
        event.add("dtend", one.due + timedelta(minutes=15))
        state = _("sealed") if one.sealed else _("orders due")
        event.add("summary", f"{one.campaign}: {one.phase} ({state})")
        event.add("description", one.sentence)
        event.add("url", f"{settings.SITE_ADDRESS}/c/{one.slug}/")
        event.add("transp", "TRANSPARENT")
        made.add_component(event)
    found: bytes = made.to_ical()
    return found


def _host() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def _for_programs(answer: HttpResponse) -> HttpResponse:
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
