"""What somebody signs in with: how it is called, and whether it was here before.

A browser that has signed in keeps a cookie with a random word. The database holds its hash, for each
person who signed in there. The word signs nobody in; it tells a known browser from a new one.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import KnownBrowser, User

#: How long a browser is known after the last sign-in, and at most how many of a person are.
KNOWN: Final = timedelta(days=400)
MOST_KNOWN: Final = 50

# The first that fits: others name those after them as well.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def device_of(request: HttpRequest | None) -> str:
    """What a request comes from, of a few words that are known here: ``Firefox/Linux``."""
    agent = request.META.get("HTTP_USER_AGENT", "") if request is not None else ""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return f"{browser}/{system}" if browser or system else ""


def in_words(device: str) -> str:
    """A device as its owner reads of it."""
    browser, _slash, system = device.partition("/")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("an unknown program")


def note(request: HttpRequest, person: User) -> bool:
    """Note that a person signs in with this browser; whether it was known.

    `keep` gives the browser its cookie with the answer.
    """
    word = request.COOKIES.get(settings.BROWSER_COOKIE_NAME, "")
    known = (
        bool(word)
        and KnownBrowser.objects.filter(person=person, digest=_kept(person, word)).exists()
    )
    if not 20 <= len(word) <= 100:
        word = secrets.token_urlsafe(32)
    request.browser_word = word  # type: ignore[attr-defined]
    KnownBrowser.objects.update_or_create(
        person=person, digest=_kept(person, word), defaults={"seen_at": timezone.now()}
    )
    old = person.known_browsers.order_by("-seen_at").values("pk")[MOST_KNOWN:]
    KnownBrowser.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    return known


def keep(request: Any, answer: HttpResponseBase) -> None:
    """Have a browser in which somebody has just signed in keep its word."""
    word = getattr(request, "browser_word", "")
    if word:
        answer.set_cookie(
            settings.BROWSER_COOKIE_NAME,
            word,
            max_age=KNOWN,
            httponly=True,
            samesite="Lax",
            secure=bool(settings.SESSION_COOKIE_SECURE),
        )


def tidy() -> None:
    """Forget browsers that have not signed in for long."""
    KnownBrowser.objects.filter(seen_at__lt=timezone.now() - KNOWN).delete()


def _kept(person: User, word: str) -> str:
    """Not the same for two people, so that nothing tells that they share a browser."""
    return hashlib.sha256(f"{person.pk}/{word}".encode()).hexdigest()
