"""In which language somebody is spoken to, and in which zone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import get_language_from_request

PROGRAMS = ("/api/", "/metrics", "/healthz")
"""Where programs ask: they are answered in the language that everything is written in."""


def is_spoken(language: str) -> bool:
    """Whether the site speaks it."""
    return any(language == code for code, _name in settings.LANGUAGES)


def of_account(language: str) -> str:
    """The language of what is sent to a person who chose this one, or has not chosen."""
    return language if is_spoken(language) else settings.LANGUAGE_CODE


def speaking_to(language: str) -> AbstractContextManager[None]:
    """What is said within is said to a person who chose this language, or has not chosen."""
    return translation.override(of_account(language))


@contextmanager
def writing_to(person: Any) -> Iterator[None]:
    """What is said within is written to a person: in their language, and with the hours of their zone. ``None`` is
    whoever runs the site.
    """
    zone = str(person.time_zone) if person is not None else settings.TIME_ZONE
    with speaking_to(person.language if person is not None else ""), timezone.override(zone):
        yield


def of_request(request: HttpRequest) -> str:
    """The language of the answer: that of the account, else that chosen in this browser, else what the
    browser asks for.
    """
    if request.path_info.startswith(PROGRAMS):
        return settings.LANGUAGE_CODE
    chosen: str = getattr(request.user, "language", "") if request.user.is_authenticated else ""
    return chosen if is_spoken(chosen) else get_language_from_request(request)
