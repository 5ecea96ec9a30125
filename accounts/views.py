"""Signing up, in and out, and one's own account. All of it works without JavaScript."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import ConfirmedForm, EmailForm, ProfileForm, SignUpForm
from accounts.models import User
from config.own_pages import own_page

PASSWORD_BACKEND = "accounts.backends.PeopleBackend"  # noqa: S105 - a class, not a password


class SignIn(views.LoginView):
    """Name and password; brings the person back to where they were."""

    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True


class PasswordReset(views.PasswordResetView):
    """Asks for an address and mails a link, saying the same whether it is known or not."""

    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/mail/password_reset.txt"
    subject_template_name = "accounts/mail/password_reset_subject.txt"
    success_url = reverse_lazy("accounts:password-reset-sent")

    @property
    def extra_email_context(self) -> dict[str, Any]:  # type: ignore[override]
        """The link leads to the site as its keeper named it, never as the request did."""
        return {"site": settings.SITE_ADDRESS.rstrip("/")}


class PasswordResetConfirm(views.PasswordResetConfirmView):
    """A new password for whoever follows the link."""

    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:sign-in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Say that it worked on the page that comes next."""
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return super().form_valid(form)


class PasswordChange(views.PasswordChangeView):
    """A new password for somebody who knows the old one."""

    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("accounts:me")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Say that it worked on the page that comes next."""
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign in with it."""
    if request.user.is_authenticated:
        return redirect("accounts:me")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = services.register(
                username=data["username"],
                password=data["password1"],
                display_name=data["display_name"],
                email=data["email"],
                time_zone=data["time_zone"],
            )
        except ValidationError as error:
            # Somebody took the name or the address between the check and the writing.
            form.add_error(None, error)
        else:
            login(request, user, backend=PASSWORD_BACKEND)
            return redirect(_safe_next(request))
    return render(request, "accounts/sign_up.html", {"form": form, "next": _safe_next(request)})


@login_required
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """My account: the name others see and the clock I read."""
    user = _person(request)
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        services.change_profile(user.pk, **form.cleaned_data)
        messages.success(request, _("Your account is changed."))
        return redirect("accounts:me")
    return render(request, "accounts/me.html", {"form": form})


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def change_email(request: HttpRequest) -> HttpResponse:
    """Another address, or none, confirmed by the password."""
    user = _person(request)
    form = EmailForm(request.POST or None, user=user, initial={"email": user.email})
    if request.method == "POST" and form.is_valid():
        try:
            services.change_email(user.pk, email=form.cleaned_data["email"])
        except ValidationError as error:
            form.add_error("email", error.messages)
        else:
            messages.success(request, _("Your e-mail address is changed."))
            return redirect("accounts:me")
    return render(request, "accounts/change_email.html", {"form": form})


@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after saying what that means and asking for the password."""
    user = _person(request)
    form = ConfirmedForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        services.delete_account(user.pk)
        logout(request)
        messages.success(request, _("Your account is deleted. Farewell."))
        return redirect("/")
    return render(request, "accounts/delete.html", {"form": form})


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: Any = None
) -> HttpResponse:
    """Answer after too many wrong passwords; django-axes calls this."""
    return render(request, "accounts/locked_out.html", status=429)


def _person(request: HttpRequest) -> User:
    """Who is signed in; for views behind `login_required`."""
    return cast("User", request.user)


def _safe_next(request: HttpRequest) -> str:
    """Where the person wanted to go, if that is a page of ours."""
    return own_page(request, request.POST.get("next") or request.GET.get("next"))
