"""Django's name for the accounts app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.contrib.auth.signals import user_logged_in

from accounts.signals import password_saved


class AdminSiteConfig(AdminConfig):
    """Django's admin, with the sign-in of this site."""

    default_site = "accounts.adminsite.Site"


class AccountsConfig(AppConfig):
    """People and their sign-in; it knows nothing of campaigns."""

    name = "accounts"

    def ready(self) -> None:
        """Remember from where and with what people sign in; end what was open under an old password."""
        user_logged_in.connect(_remember, dispatch_uid="accounts.remember")
        password_saved.connect(_end_open, dispatch_uid="accounts.end_open")


def _remember(request: Any, user: Any, **_more: Any) -> None:
    from accounts import guessing, limits, services  # noqa: PLC0415 - models are there only now

    address = limits.address_of(request)
    if address != limits.UNKNOWN:
        guessing.remember(user, address)
    services.note_sign_in(request, user)


def _end_open(user_id: int, **_more: Any) -> None:
    from accounts import services  # noqa: PLC0415 - models are there only now

    services.password_changed(user_id)
