"""Tokens for a person's programs: what they may do, and who comes with one.

Each method of an API view says which scope it needs (:func:`in_scope`); one place here holds every request to it.
A method that says nothing is closed to tokens.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.throttling import BaseThrottle

from accounts import limits
from accounts.models import Token, User
from core.sql.statements import Joined, Part

READ, PLAY, MODERATE = "read", "play", "moderate"
SCOPES = {
    READ: _("read what you can read, your own orders too"),
    PLAY: _("give orders, declare facts, take seats, write and vote"),
    MODERATE: _("create, start and fork campaigns, override and undo"),
}
#: A person has at most so many.
MOST = 20
#: When a token was last used is noted no more often than this.
NOTED_EVERY = timedelta(hours=1)
PREFIX = "chan_"

_WITH_PERSON = Joined(
    (Part(Token, "token"), Part(User, "person", without=("date_joined", "last_login"))),
    "FROM accounts_token AS token JOIN accounts_user AS person ON person.id = token.person_id"
    " WHERE token.digest = %s",
)


def new_key() -> str:
    """A key that nobody guesses, and that people and scanners know for what it is."""
    return PREFIX + secrets.token_urlsafe(32)


def stored(key: str) -> str:
    """What is kept of a key. It is random enough for a plain hash."""
    return hashlib.sha256(key.encode()).hexdigest()


class Tokens(TokenAuthentication):
    """`Authorization: Token …`: the person and the token, found by one statement."""

    def authenticate(self, request: Any) -> Any:
        """Also takes `Bearer`, as most programs write it."""
        words = get_authorization_header(request).split()
        if words and words[0].lower() == b"bearer":
            self.keyword = "Bearer"
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> tuple[User, Token]:
        """Who comes with this key. Raises ``AuthenticationFailed``."""
        found = _WITH_PERSON.first(stored(key))
        if found is None or not found[1].is_active:
            raise AuthenticationFailed(_("There is no such token, or it was revoked."))
        token, person = found
        now = timezone.now()
        if token.used_at is None or now - token.used_at > NOTED_EVERY:
            Token.objects.filter(pk=token.pk).update(used_at=now)
        return person, token


class InScope(BasePermission):
    """What a token may do is what its scopes say. Who signed in by password has no such bounds."""

    def has_permission(self, request: Any, view: Any) -> bool:
        """Whether the request is within the scopes of its token."""
        token = request.auth
        if not isinstance(token, Token):
            return True
        needed = scope_of(view, request.method)
        self.message = (
            _("This token may not do that; it needs the scope “%(scope)s”.") % {"scope": needed}
            if needed
            else _("Tokens may not do that.")
        )
        return needed is not None and needed in token.scopes


def in_scope(scope: str) -> Callable[[Any], Any]:
    """Declare which scope a method of an API view needs."""

    def declared(method: Any) -> Any:
        method.scope = scope
        return method

    return declared


def scope_of(view: Any, method: str) -> str | None:
    """Which scope a method of an API view needs; ``None`` is closed to every token."""
    name = "get" if method in ("HEAD", "OPTIONS") else method.lower()
    asked = getattr(view, name, None) if name in view.http_method_names else None
    return getattr(asked, "scope", None)


class RequestThrottle(BaseThrottle):
    """Requests of one person's programs, or of one address, are counted."""

    seconds = 0

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether this one is not one too many."""
        known = request.user.is_authenticated
        who = ("person", request.user.pk) if known else ("address", limits.address_of(request))
        try:
            limits.hit("api", *who)
        except limits.TooOften as refusal:
            self.seconds = refusal.seconds
            return False
        return True

    def wait(self) -> float:
        """When to try again."""
        return float(self.seconds)
