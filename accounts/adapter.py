"""How django-allauth, which signs people in, fits this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import sealed
from accounts.models import User
from core.safe_redirects import own_page


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library carries no types
    """Our pages say what they have to say; addresses are judged as everywhere here."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("Username or password is wrong. Try again."),
    }

    def add_message(self, *_args: Any, **_kwargs: Any) -> None:
        """Say nothing: that one is signed in stands at the top of every page."""

    def is_safe_url(self, url: str) -> bool:
        """Whether a browser may be sent on there."""
        return bool(own_page(context.request, url, otherwise=""))

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """A closed account is answered as one that is not there."""
        return redirect("accounts:sign-in")

    def send_notification_mail(self, *_args: Any, **_kwargs: Any) -> None:
        """Our services write the letters, in the transaction of what they tell (`accounts.alerts`)."""


class Factors(DefaultMFAAdapter):  # type: ignore[misc]  # the library carries no types
    """Passkeys, apps and codes. What signs somebody in lies under the keys of the site."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This did not work. Try again."),
    }

    def encrypt(self, text: str) -> str:
        """Seal a secret before it is stored."""
        return sealed.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Open a stored secret. Raises `sealed.Closed`."""
        return sealed.unseal(encrypted_text)

    def _get_site_name(self) -> str:
        return "Chancellery"

    def _get_user_identifier(self, user: User) -> str:
        """The name that one signs in with; an app need not know the address."""
        return user.username
