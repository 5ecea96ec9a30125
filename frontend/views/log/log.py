"""The log: the page with its filters, and the last part of it beside the board."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.errors import NoSuchPage
from campaigns.selectors.campaign.campaign_page import log_part
from campaigns.selectors.history import log_page
from core.input_limits import whole_number
from frontend.log_groups import by_entry
from frontend.views.errors import read_view, reader_of, render, render_page


@read_view
def fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """The last part of the log, beside the board."""
    part = log_part(slug, reader_of(request))
    context = {"head": part.head, "reader": part.reader, "log": part.log, "new_lines": part.since}
    return render(request, "frontend/campaign/_log.html", context)


@read_view
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The log, a turn at a time, or what is looked for in it."""
    filters, at = _asked(request)
    found = log_page.log_page(slug, reader_of(request), filters, at)
    groups = by_entry(found.lines, found.at)
    context: dict[str, Any] = {
        "log": groups,
        "silent": None if any(group.asked for group in groups) else found.at,
        "kinds": log_page.KINDS.items(),
        "longest": log_page.LONGEST_SEARCH,
        "onward": _onward(request, found.searched_to),
    }
    return render_page(request, "frontend/log.html", found, tab="log", **context)


@read_view
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The permanent address of an entry leads to the page that has it."""
    if not log_page.entry_is_there(slug, number, reader_of(request)):
        raise NoSuchPage(
            _("There is no entry %(number)s in this log.") % {"number": number},
            remedy=_("Look for it in the log."),
        )
    return redirect(f"{reverse('frontend:log', args=[slug])}?at={number}#e{number}")


def _asked(request: HttpRequest) -> tuple[log_page.LogFilter, int | None]:
    """What is looked for, and the entry that is asked for."""
    query = request.GET
    filters = log_page.LogFilter(
        power=query.get("power", ""),
        kind=query.get("kind", ""),
        mine=bool(query.get("mine")),
        words=query.get("q", "").strip()[: log_page.LONGEST_SEARCH],
        rule=query.get("rule", "")[: log_page.LONGEST_SEARCH],
        turn=whole_number(query.get("turn", "")) or None,
        before=whole_number(query.get("before", "")) or None,
    )
    return filters, whole_number(query.get("at", "")) or None


def _onward(request: HttpRequest, searched_to: int | None) -> str:
    """The address at which a search goes on."""
    if searched_to is None:
        return ""
    query: dict[str, Any] = {key: request.GET[key] for key in request.GET if key != "before"}
    return f"?{urlencode({**query, 'before': searched_to})}"
