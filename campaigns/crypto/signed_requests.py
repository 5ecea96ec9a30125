"""Requests that sign: what a browser or a program sends along, and what it gets to sign.

``Seat-Sign: prepare`` asks what to sign: the answer has status 428 and the statements, or 204 where nothing
is to be signed. A refusal comes as ever. ``Seat-Nonce`` (64 hexadecimal digits) goes with both requests,
``Seat-Signatures`` (hexadecimal, separated by commas) with the second. A form without scripts of its own
sends the two last as the fields ``seat_nonce`` and ``seat_signatures``.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from campaigns.crypto import signing
from campaigns.proofs import signatures

_NONCE = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(rf"[0-9a-f]{{{signatures.SIGNATURE_DIGITS}}}")
FIELDS = ("seat_nonce", "seat_signatures")
"""What a form brings of its signatures; no field of it is called so before it is signed."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class SignedRequestsMiddleware:
    """Hands what signs a request to whoever writes what it says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Once for each process."""
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Only what changes something can be signed."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self._get_response(request)
        with signing.signing(_given(request)):
            return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """What is to be signed; all that was tried is undone."""
        if not isinstance(exception, signing.Prepared):
            return None
        if not exception.statements:
            return HttpResponse(status=204)
        statements = [
            {"power": power, "text": text.decode()} for power, text in exception.statements
        ]
        answer = JsonResponse({"statements": statements}, status=428)
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _given(request: HttpRequest) -> signing.Signing:
    prepare = request.headers.get("Seat-Sign") == "prepare"
    signatures = _sent(request, "Seat-Signatures").split(",")[: signing.MOST]
    nonce = _sent(request, "Seat-Nonce")
    return signing.Signing(
        prepare=prepare,
        signatures=tuple(one for one in signatures if _SIGNATURE.fullmatch(one)),
        nonce=bytes.fromhex(nonce) if _NONCE.fullmatch(nonce) else b"",
    )


def _sent(request: HttpRequest, name: str) -> str:
    found = request.headers.get(name, "")
    # Programs send headers; what the API reads of a body it reads itself.
    if not found and request.content_type in FORMS and not request.path.startswith("/api/"):
        found = request.POST.get(name.lower().replace("-", "_"), "")
    return found
