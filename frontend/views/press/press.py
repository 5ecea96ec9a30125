"""Press: the threads of a reader, one of them, and what is written and done there."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.press.quotable import QuoteRequest
from campaigns.selectors.press.thread import thread_page
from campaigns.selectors.press.threads import press_page
from campaigns.selectors.reader.access import reading
from campaigns.services.press import press_messages as service
from campaigns.services.press import press_settings
from core.input_limits import whole_number
from frontend.views.errors import (
    form_view,
    is_fragment,
    power_of,
    reader_of,
    render,
    render_page,
    signed_in,
)
from frontend.views.idempotency import idempotent

DONE = {
    "write": gettext_lazy("Sent."),
    "begin": gettext_lazy("Sent."),
    "edit": gettext_lazy("Changed. What it said before stays beside it."),
    "mute": gettext_lazy("Muted: nothing of it is counted as unread."),
    "unmute": gettext_lazy("Counted as unread again."),
    "agree": gettext_lazy("You agree that this is opened after the end."),
    "disagree": gettext_lazy("It stays closed."),
    "show": gettext_lazy("The others see that you have read to the end, if they show it too."),
    "hide": gettext_lazy("Nobody sees any more how far you have read."),
    "report": gettext_lazy("Reported to those who run this site. Nobody else is told."),
    "policy": gettext_lazy("Saved. It counts from now on and stands in the log."),
}


@form_view
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of threads, or what a search has found; begin a thread; say what is allowed."""
    person = reader_of(request)
    if request.method == "POST":
        return _posted(request, slug)
    words = " ".join(request.GET.get("q", "").split())
    show, wanted = request.GET.get("show", ""), _wanted(request)
    page = press_page(slug, person, power_of(request), words, show=show, wanted=wanted)
    if request.GET.get("part") == "count":
        return render(request, "frontend/press/_count.html", {"number": page.reader.press})
    context: dict[str, Any] = {"link": "" if page.quoted else _linked(request)}
    part = "_threads" if is_fragment(request) else "page"
    if is_fragment(request) and wanted.pick:
        part = "_recent"
    elif is_fragment(request):
        # The list beside an open thread, which it marks.
        context["open"] = {"thread": {"key": request.GET.get("open", "")}}
    return render_page(request, f"frontend/press/{part}.html", page, tab="press", **context)


@form_view
def thread(request: HttpRequest, slug: str, thread: str) -> HttpResponse:
    """One thread; write in it, or do something about it."""
    person = reader_of(request)
    if request.method == "POST":
        return _posted(request, slug, thread)
    since = request.GET.get("since", "")
    found = thread_page(
        slug,
        thread,
        person,
        power_of(request),
        before=request.GET.get("before", ""),
        after=request.GET.get("after", ""),
        since=since,
        to=request.GET.get("to", ""),
        show=request.GET.get("show", ""),
        wanted=_wanted(request),
    )
    context = {
        "tab": "press",
        "head": found.head,
        "reader": found.reader,
        "page": found.threads,
        "open": found,
        "link": "" if found.threads.quoted else _linked(request),
        "edited": request.GET.get("edit", ""),
        "reported": request.GET.get("report", ""),
    }
    older = found.older(since)
    context["older"], context["newer"] = found.items[:older], found.items[older:]
    context["folded_text"] = any(one.draft is not None for one in found.items[:older])
    keys = [one.message.key for one in found.items[older:] if one.message is not None]
    context["since"] = since if since in keys else next(iter(keys), "")
    part = "_messages" if is_fragment(request) else "thread"
    return render(request, f"frontend/press/{part}.html", context)


def _wanted(request: HttpRequest) -> QuoteRequest:
    """What is to be quoted, as a link has brought it along: entries of the log, or what came of a phase."""
    query = request.GET
    numbers = (whole_number(word) for word in query.get("quote", "").split(","))
    return QuoteRequest(
        numbers=tuple(number for number in numbers if number),
        phase=whole_number(query.get("phase", "")) or 0,
        pick="pick" in query,
    )


def _linked(request: HttpRequest) -> str:
    """The phase to which a message is to lead, as it is written there; from its page in the history."""
    number = whole_number(request.GET.get("phase", ""))
    return f"<phase:{number}> " if number else ""


def _posted(request: HttpRequest, slug: str, thread: str = "") -> HttpResponse:
    person = signed_in(request, _("Press is written by players."))
    reading(slug, person)  # who may not read the campaign is not told that it is there
    action = request.POST.get("action", "")
    found = idempotent(
        request, partial(_do, request, slug, thread, action), slug=slug, power=_power(request)
    )
    if action == "read" and is_fragment(request):
        now = press_page(slug, person).reader.press
        return render(request, "frontend/press/_count.html", {"number": now})
    if action in DONE:
        messages.success(request, DONE[action])
    there = found or thread
    end = "#last" if action in ("write", "begin") else ""
    to = (
        reverse("frontend:thread", args=[slug, there])
        if there
        else reverse("frontend:press", args=[slug])
    )
    power = f"?power={_power(request)}" if _power(request) else ""
    return redirect(f"{to}{power}{end}")


def _do(request: HttpRequest, slug: str, thread: str, action: str) -> str:
    """Carry out what was asked; the key of the thread that is to be shown then."""
    by, post = reader_of(request), request.POST
    message = post.get("message", "")
    written: dict[str, Any] = {
        "text": post.get("text", ""),
        "masked": "masked" in post,
        "quotes": _numbers(" ".join(post.getlist("quotes"))),
    }
    match action:
        case "begin":
            key, _thread = service.begin(
                slug,
                by=by,
                power=_power(request),
                to=post.getlist("to"),
                title=post.get("title", ""),
                **written,
            )
            return key
        case "write":
            _read_to(slug, by, thread, post.get("seen", ""))
            service.write(slug, by=by, power=_power(request), thread=thread, **written)
        case "edit":
            service.edit(slug, by=by, thread=thread, message=message, text=written["text"])
        case "read":
            press_settings.mark_read(slug, by=by, thread=thread, message=message)
        case "mute" | "unmute":
            press_settings.mute(slug, by=by, thread=thread, muted=action == "mute")
        case "agree" | "disagree":
            press_settings.agree(
                slug, by=by, thread=thread, power=_power(request), agree=action == "agree"
            )
        case "show" | "hide":
            press_settings.show_reading(
                slug, by=by, thread=thread, power=_power(request), show=action == "show"
            )
        case "report":
            press_settings.report(
                slug, by=by, thread=thread, message=message, reason=post.get("reason", "")
            )
        case "policy":
            press_settings.set_policy(
                slug,
                by=by,
                allowed=post.get("allowed", ""),
                anonymous="anonymous" in post,
                opens="opens" in post,
                reason=post.get("reason", ""),
            )
        case _:
            raise NotOnTheMenu(
                _("Nothing of that name is done here."), remedy=_("Open the page again.")
            )
    return thread


def _read_to(slug: str, by: Any, thread: str, message: str) -> None:
    """Whoever answers has read what stood above the answer; nothing of it may have waited."""
    if message:
        press_settings.mark_read(slug, by=by, thread=thread, message=message)


def _power(request: HttpRequest) -> str:
    return request.POST.get("power", "")


def _numbers(text: str) -> list[int]:
    """Numbers of log entries as they are typed: ``684, 690``."""
    found = []
    for word in text.replace(",", " ").split():
        number = whole_number(word)
        if number is None:
            raise NotOnTheMenu(
                _("%(word)r is no number of a log entry.") % {"word": word[:20]},
                field="quotes",
                remedy=_("Write numbers, with commas between them."),
            )
        found.append(number)
    return found
