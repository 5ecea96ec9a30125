"""Forms that are sent twice: a second click, or a browser that sends the page before again.

Each form that changes a campaign carries a key of its own (``{% form_key %}``), drawn when it is
shown.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from campaigns.crypto import signed_requests
from campaigns.services.log import idempotency as service

FIELD = "key"
_NOT_ASKED = ("csrfmiddlewaretoken", FIELD, *signed_requests.FIELDS)


def idempotent(
    request: HttpRequest,
    work: Callable[[], Any],
    *,
    slug: str = "",
    power: str = "",
    phase: int | None = None,
    slug_of: Callable[[Any], str] | None = None,
) -> Any:
    """Carry a form out and give what came of it (plain data); of its repetition what came first."""
    match = request.resolver_match
    details = service.Request(
        person=request.user.pk or 0,
        route=f"{match.view_name if match else request.path} {request.POST.get('action', '')}",
        key=key_of(request),
        body=said_in(request),
        slug=slug,
        power=power,
        phase=phase,
    )
    return service.answered(details, work, slug_of=slug_of)


def key_of(request: HttpRequest) -> str:
    """The key of the form that was sent."""
    return request.POST.get(FIELD, "")


def said_in(request: HttpRequest) -> list[dict[str, list[str]]]:
    """All that a form says, as plain data."""
    return [
        {name: data.getlist(name) for name in data if name not in _NOT_ASKED}
        for data in (request.GET, request.POST)
    ]
