"""`/.well-known/security.txt` (RFC 9116): where somebody who has found a weakness writes to."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)
"""How long what it says holds, from the first of the month on."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contacts that whoever runs the site has named. Without any there is no such page: a file
    without a contact would be none, and one with a made-up contact a lie.
    """
    if not settings.SECURITY_CONTACT:
        raise Http404
    month = datetime.now(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    lines = [
        *(f"Contact: {_address(one)}" for one in settings.SECURITY_CONTACT),
        f"Expires: {(month + GOOD_FOR).isoformat().replace('+00:00', 'Z')}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.SITE_ADDRESS.rstrip('/')}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _address(contact: str) -> str:
    """A contact as an address: a bare one is of mail."""
    return contact if ":" in contact else f"mailto:{contact}"
