"""Atom feeds of campaigns, and a calendar of one's own deadlines."""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr

import icalendar
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.http import http_date, parse_http_date_safe, quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.languages import speaking_to
from campaigns.errors import NoSuchCampaign, NoSuchPage
from campaigns.selectors.notifications import feeds as selector
from campaigns.services.notifications import feed_keys
from core.secret_urls import secret_address
from core.text.plain_text import one_line, plain
from frontend.markdown import said
from frontend.views.errors import reader_of

KEEP = {"private": True, "no_cache": True}
"""A program keeps what it has read, and asks each time whether it is another one by now."""
_OWN_LINK = re.compile(r'(<a href=")(?=/)')


@require_safe
@cache_control(**KEEP)
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of a campaign that the reader may read."""
    return _atom(request, lambda: selector.feed(slug, reader_of(request)))


@secret_address
@require_safe
@cache_control(**KEEP)
def feed_by_key(request: HttpRequest, feed_key: str) -> HttpResponse:
    """The feed of a private campaign, for the program of somebody who may read it."""
    with speaking_to(selector.language_of(feed_key)):
        return _atom(request, lambda: selector.feed_by_key(feed_key))


@secret_address
@require_safe
@cache_control(**KEEP)
def calendar(request: HttpRequest, feed_key: str) -> HttpResponse:
    """The deadlines of whoever's key it is, as iCalendar."""
    with speaking_to(selector.language_of(feed_key)):
        try:
            found = feed_keys.calendar(feed_key)
        except NoSuchPage as refusal:
            raise Http404 from refusal
        made = _calendar(found)
    return _for_programs(request, made, "text/calendar; charset=utf-8", found.changed)


def _atom(request: HttpRequest, find: Callable[[], selector.CampaignFeed]) -> HttpResponse:
    try:
        found = find()
    except (NoSuchCampaign, NoSuchPage) as refusal:
        raise Http404 from refusal
    site, title = settings.SITE_ADDRESS, one_line(found.title)
    made = _Atom(
        title=title,
        link=f"{site}/c/{found.slug}/",
        description=_("What happens in %(campaign)s") % {"campaign": title},
        subtitle=_("Log entry %(seq)s: %(hash)s") % {"seq": found.seq, "hash": found.hash},
        language=get_language() or settings.LANGUAGE_CODE,
        author_name="Chancellery",
        author_link=f"{site}/",
        feed_url=site + request.path,
        changed=found.changed,
    )
    for one in found.entries:
        made.add_item(
            title=one_line(one.title),
            link=site + one.path,
            description=_as_html(one, found.slug),
            unique_id=f"tag:{_host()},2026:{one.name}",
            pubdate=one.at,
            updateddate=one.said,
        )
    text = made.writeString("utf-8").encode()
    # The head of the log follows from its number; without it no tag hangs on anything that was sealed.
    told = text.replace(found.hash.encode(), b"")
    return _for_programs(request, text, made.content_type, found.changed, compared=told)


class _Atom(Atom1Feed):
    """A feed that says when it changed, also while it has no entries."""

    def latest_post_date(self) -> datetime:
        """When the feed got the words that it has."""
        changed: datetime = self.feed["changed"]
        return changed


def _as_html(entry: selector.FeedEntry, slug: str) -> str:
    """The text of an entry as the page has it: a message with its marks, without pictures; its links from anywhere."""
    text = plain(entry.text)
    if not entry.written:
        return linebreaks(text, autoescape=True) if text else ""
    return _OWN_LINK.sub(rf"\g<1>{settings.SITE_ADDRESS}", said(text, slug))


def _calendar(found: feed_keys.Calendar) -> bytes:
    made = icalendar.Calendar()
    made.add("prodid", "-//Chancellery//Deadlines//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Chancellery")
    made.add("x-wr-timezone", found.zone.key)
    # A calendar has at least one component, also while nothing is due.
    made.add_component(icalendar.Timezone.from_tzid(found.zone.key))
    for each in found.events:
        one = each.deadline
        event = icalendar.Event()
        event.add("uid", f"{one.slug}-{one.number}@{_host()}")
        event.add("dtstamp", each.changed)
        event.add("last-modified", each.changed)
        event.add("sequence", each.sequence)
        event.add("dtstart", one.due)
        event.add("dtend", one.due + timedelta(minutes=15))
        state = _("sealed") if one.sealed else _("orders due")
        event.add("summary", f"{one_line(one.campaign)}: {one_line(one.phase)} ({state})")
        event.add("description", plain(one.sentence))
        event.add("url", f"{settings.SITE_ADDRESS}/c/{one.slug}/")
        event.add("transp", "TRANSPARENT")
        made.add_component(event)
    text: bytes = made.to_ical()
    return text


def _host() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]


def _for_programs(
    request: HttpRequest,
    content: bytes,
    content_type: str,
    changed: datetime,
    *,
    compared: bytes | None = None,
) -> HttpResponse:
    """The answer with what tells whether it changed (``compared``, unless all of it does); 304 to a program that has it
    already.
    """
    answer = HttpResponse(content, content_type=content_type)
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Last-Modified"] = http_date(changed.timestamp())
    digest = hashlib.sha256(content if compared is None else compared).hexdigest()
    answer.headers["ETag"] = quote_etag(digest[:32])
    last = parse_http_date_safe(answer.headers["Last-Modified"])
    unchanged = get_conditional_response(
        request, etag=answer.headers["ETag"], last_modified=last, response=answer
    )
    return unchanged or answer
