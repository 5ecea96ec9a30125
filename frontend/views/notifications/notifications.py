"""What somebody hears of: the bell, how and when they are written to, and the end of it."""

from pathlib import Path
from typing import Any

from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.sessions import stored
from campaigns.errors import CampaignError
from campaigns.selectors.notifications import broken_channels, kinds
from campaigns.selectors.notifications import feeds as feed_selector
from campaigns.selectors.notifications import inbox as inbox_selector
from campaigns.selectors.notifications import preferences as notification_preferences
from campaigns.selectors.notifications.delivery_log import HOOK_KINDS, delivery_log, hooks_of
from campaigns.selectors.notifications.kinds import How
from campaigns.services.notifications import broken_channels as channel_services
from campaigns.services.notifications import devices as device_services
from campaigns.services.notifications import feed_keys, preferences, webhooks
from core import web_push
from core.input_limits import whole_number
from core.secret_urls import secret_address
from frontend.views.errors import form_view, post_view, read_view

HOWS = (
    (How.ONCE, _lazy("at once")),
    (How.DIGEST, _lazy("in the digest")),
    (How.OFF, _lazy("not at all")),
)
"""How somebody can hear of something, in words."""


@read_view
@login_required
def inbox(request: HttpRequest) -> HttpResponse:
    """What is new and what waits, in all campaigns of the reader."""
    context = {
        "lines": inbox_selector.inbox(request.user),
        "off": broken_channels.off_of(request.user),
    }
    return render(request, "frontend/news.html", context)


@read_view
@login_required
def count(request: HttpRequest) -> HttpResponse:
    """In how many of their campaigns: the number at the bell."""
    return render(
        request, "frontend/parts/bell.html", {"count": inbox_selector.count(request.user)}
    )


@form_view
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """How and when they are written to, in all campaigns or in one."""
    slug = request.GET.get("campaign", "")
    if request.method == "POST":
        _change(request, slug)
        messages.success(request, _("Saved."))
        return redirect(request.get_full_path())
    context: dict[str, Any] = {
        "wishes": notification_preferences.preferences(request.user, slug),
        "hows": HOWS,
        "words": dict(HOWS),
        "of_day": range(24),
        "push_key": web_push.public_key(),
        "hooks": hooks_of(request.user, slug) if slug else (),
        "hook_kinds": HOOK_KINDS,
        "feed": _addresses(request.user, slug),
        "deliveries": () if slug else delivery_log(request.user),
        "off": () if slug else broken_channels.off_of(request.user),
    }
    return render(request, "frontend/news_settings.html", context)


def _change(request: HttpRequest, slug: str) -> None:
    post, by = request.POST, request.user
    number = whole_number(post.get("number", "")) or 0
    match post.get("what"):
        case "make-hook" if slug:
            named = {name: post.get(name, "") for name in ("kind", "address", "room", "token")}
            if secret := webhooks.make(slug, by=by, **named):
                text = _("What signs it, shown this once: %(secret)s")
                messages.info(request, text % {"secret": secret})
        case "delete-hook" if slug:
            webhooks.delete(slug, by=by, number=number)
        case "switch-hook-on" if slug:
            webhooks.switch_on(slug, by=by, number=number)
        case "make-key":
            feed_keys.make_key(by=by, slug=slug)
        case "revoke-key":
            feed_keys.revoke_key(by=by, slug=slug)
        case "switch-on":
            channel_services.switch_on(by=by, number=number)
        case "hours":
            names = ("quiet_from", "quiet_until", "digest_at")
            hours = {name: whole_number(post.get(name, "")) for name in names}
            found = {name: -1 if hour is None else hour for name, hour in hours.items()}
            preferences.set_hours(by=by, **found)
        case _:
            how = {kind: post[kind] for kind in kinds.preferences() if kind in post}
            preferences.set_preferences(by=by, slug=slug, how=how)


def _addresses(person: Any, slug: str) -> str:
    """The whole address of their calendar, or of the campaign's feed; empty where it has no key."""
    token = feed_selector.keys_of(person).get(slug, "")
    kind = "feed" if slug else "calendar"
    return f"{site_settings.SITE_ADDRESS}/{kind}/{token}/" if token else ""


@post_view
@login_required
def devices(request: HttpRequest) -> HttpResponse:
    """Push to this browser from now on, or no more. A script sends it."""
    post = request.POST
    try:
        if post.get("off"):
            device_services.drop(by=request.user, endpoint=post.get("endpoint", ""))
        else:
            named = {name: post.get(name, "") for name in ("endpoint", "p256dh", "auth")}
            session = stored(request.session.session_key or "")
            device_services.subscribe(by=request.user, session=session, **named)
    except CampaignError as refusal:
        return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain")
    return HttpResponse(status=204)


@require_safe
def service_worker(_request: HttpRequest) -> FileResponse:
    """The script that shows what is pushed. It stands at the root, for a worker answers for what lies
    beside and below it.
    """
    path = finders.find("frontend/js/service-worker.js")
    return FileResponse(Path(str(path)).open("rb"), content_type="text/javascript")


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """What a phone needs to put the site on its home screen. iPhones show what is pushed to such sites alone."""
    icons = [
        {"src": static(f"frontend/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (180, 192, 512)
    ]
    content = {
        "id": "/",
        "name": "Chancellery",
        "short_name": "Chancellery",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#faf9f5",
        "theme_color": "#faf9f5",
        "icons": icons,
    }
    return JsonResponse(content, content_type="application/manifest+json")


@secret_address
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End one kind of mail, for who has the address. Mail programs send it without asking, so it asks for
    no sign-in and no token of a form; and it names nobody and nothing.
    """
    if request.method == "POST":
        stopped = found = preferences.stop(token)
    else:
        stopped, found = False, preferences.is_stop(token)
    context = {"found": found, "done": stopped}
    return render(request, "frontend/news_stop.html", context, status=200 if found else 404)
