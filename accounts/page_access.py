"""Who may open an account page, and who has just shown that it is them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.internal.flows import reauthentication
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from core.safe_redirects import own_page

View = Callable[..., HttpResponseBase]


def account_required(view: View) -> View:
    """A view for people with an account: everybody else signs in first, a guest signs up."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and person_of(request).is_guest:
            return redirect("accounts:sign-up")
        return view(request, *args, **kwargs)

    return login_required(guarded)


def confirmed(view: View) -> View:
    """A view for people with an account who have shown a moment ago that it is them.

    Everybody else does so first. What they sent is not kept for afterwards: it may hold a secret.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_confirmed(request):
            return redirect(confirming(request.path))
        return view(request, *args, **kwargs)

    return account_required(guarded)


def is_confirmed(request: HttpRequest) -> bool:
    """Whether who is signed in has shown a moment ago that it is them."""
    return bool(reauthentication.did_recently_reauthenticate(request))


def confirming(onward: str) -> str:
    """The address where one does so, to go on to a page from there."""
    return f"{reverse('accounts:confirm')}?{urlencode({'next': onward})}"


def person_of(request: HttpRequest) -> User:
    """Who is signed in; for views behind `login_required`."""
    return cast("User", request.user)


def safe_next(request: HttpRequest) -> str:
    """Where the person wanted to go, if that is a page of ours."""
    return own_page(request, request.POST.get("next") or request.GET.get("next"))
