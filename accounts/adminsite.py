"""The admin site: it shows people, and changes nothing but who may come in, through a service.

It has no door of its own: one signs in where everybody does.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache


class Shown(admin.ModelAdmin[Any]):
    """What the admin site shows: nothing is added, deleted or done to many at once here."""

    actions = None

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Whatever there is was made by a service."""
        return False

    def has_delete_permission(self, *_args: object, **_kwargs: object) -> bool:
        """A service deletes, and keeps history whole."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """No address narrows a list: with `?password__startswith=` one would learn, letter by letter,
        what no page shows.
        """
        return False


class Site(admin.AdminSite):
    """Django's admin behind the sign-in of the site, with its limits."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Take in what was made for here; what libraries would have edited, nobody edits."""
        if isinstance(admin_class, type) and issubclass(admin_class, Shown):
            super().register(model_or_iterable, admin_class, **options)

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Go to the sign-in page, and come back."""
        if request.user.is_authenticated:
            # Signed in, and no staff: there is nothing for them here.
            return redirect("/")
        onward = {"next": request.GET.get("next") or reverse("admin:index")}
        return redirect(f"{reverse('accounts:sign-in')}?{urlencode(onward)}")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Go to the page where everybody changes it."""
        return redirect("accounts:change-password")
