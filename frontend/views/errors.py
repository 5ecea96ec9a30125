"""What every page of a campaign does alike: turn a refusal into words, not into a crash."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.shortcuts import render as rendered
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.domain.wording import said_by
from campaigns.errors import (
    CampaignError,
    NoSuchCampaign,
    NoSuchPhase,
    NotYours,
    RulesMissing,
    SignInFirst,
    TooOften,
)
from campaigns.selectors.campaign.campaign_page import strip
from campaigns.selectors.campaign.without_rules import without_rules
from campaigns.selectors.phase.records import Reader
from campaigns.selectors.reader.power_badges import Badge
from core.input_limits import whole_number
from core.safe_redirects import way_back
from frontend.log_groups import grouped
from frontend.middleware import ROBOTS
from frontend.refused_forms import shown_again, typed_in

View = Callable[..., HttpResponseBase]

PAGE_OF = "Page-Of"
"""Header: as what the reader reads now. An open page that was made for something else is made anew."""


def reader_of(request: HttpRequest) -> Any:
    """The person who looks, or ``None`` for a visitor."""
    return request.user if request.user.is_authenticated else None


def signed_in(request: HttpRequest, why: str) -> Any:
    """The person who is signed in; ``why`` says what takes one. Raises ``SignInFirst``."""
    if not request.user.is_authenticated:
        raise SignInFirst(why, remedy=_("Sign in first."))
    return request.user


def acting_power(reader: Reader) -> Badge:
    """The power that the reader acts for. Raises ``NotYours`` for one who holds no seat."""
    if reader.acting is None:
        raise no_seat()
    return reader.acting


def no_seat() -> NotYours:
    """The refusal of one who holds no seat."""
    return NotYours(_("You hold no seat in this campaign."), remedy=_("Ask its moderator for one."))


def power_of(request: HttpRequest) -> str | None:
    """Which of his powers the reader wants to act for."""
    return request.GET.get("power") or None


def is_fragment(request: HttpRequest) -> bool:
    """Whether the browser asked for a part of a page."""
    return bool(getattr(request, "htmx", False))


def refusals(view: View) -> View:
    """Show a refused request as a page that says what happened and what to do next."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except SignInFirst:
            return redirect_to_login(request.get_full_path())
        except (NoSuchCampaign, NoSuchPhase) as refusal:
            return refused(request, refusal)
        except RulesMissing as refusal:
            if request.method == "POST" or is_fragment(request) or "slug" not in kwargs:
                return _refused_or_back(request, refusal)
            return _told_without_rules(request, kwargs["slug"], refusal)
        except NotYours as refusal:
            if refusal.field == "power" and _is_page(request):
                return redirect(_without_power(request))
            return _refused_or_back(request, refusal, kwargs.get("slug", ""))
        except CampaignError as refusal:
            return _refused_or_back(request, refusal, kwargs.get("slug", ""))

    return guarded


def read_view(view: View) -> View:
    """A page that is only read: never kept by a browser, and refused in words."""
    return require_safe(never_cache(refusals(view)))


def form_view(view: View) -> View:
    """A page with forms that are sent to it."""
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(refusals(view)))


def post_view(view: View) -> View:
    """What forms of other pages are sent to."""
    return require_POST(never_cache(refusals(view)))


def _is_page(request: HttpRequest) -> bool:
    """Whether a whole page is asked for, for one of one's powers."""
    return request.method in ("GET", "HEAD") and "power" in request.GET and not is_fragment(request)


def _without_power(request: HttpRequest) -> str:
    """The same page for whoever has lost the seat that its address names."""
    left = request.GET.copy()
    del left["power"]
    return request.path + (f"?{left.urlencode()}" if left else "")


def _refused_or_back(request: HttpRequest, refusal: CampaignError, slug: str = "") -> HttpResponse:
    """What was refused of a form stands in it, on the page that it was sent from; nothing typed is lost."""
    if request.method != "POST" or is_fragment(request):
        return refused(request, refusal, slug)
    again = shown_again(request, refusal)
    if again is not None:
        return _with_wait(again, refusal)
    if isinstance(refusal, TooOften) or typed_in(request):
        return refused(request, refusal, slug)
    messages.error(request, str(refusal))
    return redirect(way_back(request))


def _told_without_rules(request: HttpRequest, slug: str, refusal: RulesMissing) -> HttpResponse:
    """Every page of a campaign whose rules are not here: what is missing, and what can be told."""
    name = request.resolver_match.url_name if request.resolver_match else ""
    found = without_rules(
        slug, reader_of(request), before=whole_number(request.GET.get("before", ""))
    )
    context = {
        "found": found,
        "refusal": refusal,
        "tab": {"phase": "history", "moderator": "desk"}.get(name or "", name),
        "log": grouped(found.log),
    }
    return render(request, "frontend/without_rules.html", context)


def refused(request: HttpRequest, refusal: CampaignError, slug: str = "") -> HttpResponse:
    """The page of a refusal; a rule that a campaign's book refused by leads to that book."""
    context: dict[str, Any] = {"refusal": refusal}
    if request.method == "POST" and not is_fragment(request):
        context["typed"] = typed_in(request)
    if refusal.rule and slug:
        with suppress(CampaignError):
            head = strip(slug, reader_of(request)).head
            context["cited_book"] = (head.book_key, head.revision)
    answer = render(request, "frontend/refused.html", context, status=refusal.status)
    return _with_wait(answer, refusal)


def say_problems(request: HttpRequest, problems: Iterable[Any]) -> None:
    """Say on the next page what was refused, each problem with its rule."""
    for problem in problems:
        rule = f" ({problem.rule})" if problem.rule else ""
        messages.error(request, f"{problem.message}{rule}")


def _with_wait(answer: HttpResponse, refusal: CampaignError) -> HttpResponse:
    if isinstance(refusal, TooOften):
        answer.headers["Retry-After"] = str(refusal.seconds)
    return answer


def render(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Django's own, with the messages of the campaign's rulebook before those of others."""
    with said_by(_book_of(context)):
        answer = rendered(request, template, context, status=status)
    _let_be_found(context, answer)
    return said_of(context.get("reader"), answer)


def render_page(
    request: HttpRequest, template: str, page: Any, *, tab: str, status: int = 200, **more: Any
) -> HttpResponse:
    """A page of a campaign under one of its tabs; ``page`` is what its selector found, with ``head`` and ``reader``."""
    context = {"tab": tab, "head": page.head, "reader": page.reader, "page": page, **more}
    return render(request, template, context, status=status)


def _let_be_found(context: dict[str, Any], answer: HttpResponse) -> None:
    """Search engines may list the pages of a campaign that the site lists itself; all others say no
    (`frontend.middleware`).
    """
    head = context.get("head")
    if head is not None and head.listed and not head.private:
        answer.headers[ROBOTS] = "all"


def said_of(reader: Any, answer: HttpResponse) -> HttpResponse:
    """An answer that says as what its reader reads a campaign."""
    if isinstance(reader, Reader):
        answer.headers[PAGE_OF] = reader.page
    return answer


def _book_of(context: dict[str, Any]) -> str:
    """The rulebook of the campaign that a page is about; empty where it is about none."""
    return getattr(context.get("head"), "book_key", "")
