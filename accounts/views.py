"""Signing up, in and out, and one's own account. All of it works without JavaScript."""

from typing import Any

from allauth.account.utils import complete_signup
from allauth.account.views import LoginView, LogoutView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, views
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import email_confirmation, limits, services, zones
from accounts.forms import (
    ConfirmedForm,
    EmailForm,
    MailedPasswordForm,
    NewPasswordForm,
    ProfileForm,
    ResetForm,
    SignInForm,
    SignUpForm,
    TokenForm,
)
from accounts.models import User
from accounts.page_access import account_required, person_of, safe_next
from accounts.tokens import SCOPES


class SignIn(LoginView):  # type: ignore[misc]  # the library carries no types
    """Name and password; brings the person back to where they were."""

    template_name = "accounts/sign_in.html"
    form_class = SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Where to go afterwards goes with the form."""
        return {**super().get_context_data(**kwargs), "next": safe_next(self.request)}


class SignOut(LogoutView):  # type: ignore[misc]  # the library carries no types
    """Ends the session, and whatever is open under it."""

    http_method_names = ("post", "options")


class PasswordReset(views.PasswordResetView):
    """Asks for an address and mails a link, saying the same whether it is known or not."""

    template_name = "accounts/password_reset.html"
    form_class = ResetForm
    email_template_name = "accounts/mail/password_reset.txt"
    subject_template_name = "accounts/mail/password_reset_subject.txt"
    success_url = reverse_lazy("accounts:password-reset-sent")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Send the letter; of too many to one mailbox nothing is said, as of none."""
        limits.hit("reset", limits.address_of(self.request))
        try:
            limits.hit("reset-mail", form.cleaned_data["email"].casefold())
        except limits.TooOften:
            return redirect(self.get_success_url())
        return super().form_valid(form)

    @property
    def extra_email_context(self) -> dict[str, Any]:  # type: ignore[override]  # a plain attribute there
        """The link leads to the site as its keeper named it, never as the request did."""
        return {"site": settings.SITE_ADDRESS.rstrip("/")}


class PasswordResetConfirm(views.PasswordResetConfirmView):
    """A new password for whoever follows the link."""

    template_name = "accounts/password_reset_confirm.html"
    form_class = MailedPasswordForm
    success_url = reverse_lazy("accounts:sign-in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Say that it worked on the page that comes next."""
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return super().form_valid(form)


@method_decorator(account_required, name="dispatch")
class PasswordChange(views.PasswordChangeView):
    """A new password for somebody who knows the old one."""

    template_name = "accounts/password_change.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:me")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The form asks for the old password at the door where all passwords are asked for."""
        given = super().get_form_kwargs()
        del given["user"]
        return {**given, "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Say that it worked on the page that comes next."""
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> Any:
    """Make an account and sign in with it. That of a guest takes over what they play."""
    guest = person_of(request) if request.user.is_authenticated else None
    if guest is not None and not guest.is_guest:
        return redirect("accounts:me")
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        limits.hit("sign-up", limits.address_of(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = services.register(
                username=data["username"],
                password=data["password1"],
                display_name=data["display_name"],
                new_email=data["email"],
                time_zone=data["time_zone"],
                language=get_language() or "",
                guest=guest.pk if guest else None,
            )
        except ValidationError as error:
            # Somebody took the name between the check and the writing.
            form.add_error(None, error)
        else:
            # Whoever signs up just now gets no letter about a browser that is new.
            request.signing_up = True  # type: ignore[attr-defined]
            if user.new_email:
                messages.info(request, _link_is_sent(user))
            return complete_signup(request, user, None, safe_next(request))
    return render(
        request,
        "accounts/sign_up.html",
        {
            "form": form,
            "next": safe_next(request),
            "guest": guest,
            "zone_names": zones.other_names(),
        },
    )


@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """My account: the name others see and the clock I read."""
    user = person_of(request)
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        services.change_profile(user.pk, **form.cleaned_data)
        messages.success(request, _("Your account is changed."))
        return redirect("accounts:me")
    return render(request, "accounts/me.html", {"form": form})


@account_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def change_email(request: HttpRequest) -> HttpResponse:
    """Another address, or none, confirmed by the password."""
    user = person_of(request)
    given = {"email": user.new_email or user.email}
    form = EmailForm(request.POST or None, request=request, initial=given)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["email"]
        if address:
            limits.hit("confirm", user.pk)
            changed = services.ask_for_email(user.pk, email=address)
        else:
            changed = services.change_email(user.pk, email="")
        said = _link_is_sent(changed) if changed.new_email else _("Your email address is changed.")
        messages.success(request, said)
        return redirect("accounts:me")
    return render(request, "accounts/change_email.html", {"form": form})


@account_required
@require_http_methods(["POST"])
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Send me the link again that confirms my new address."""
    user = person_of(request)
    if user.new_email:
        limits.hit("confirm", user.pk)
        services.ask_for_email(user.pk, email=user.new_email)
        messages.success(request, _link_is_sent(user))
    return redirect("accounts:me")


@require_http_methods(["GET", "POST"])
def confirm_email(request: HttpRequest, key: str) -> HttpResponse:
    """Confirm an address, for who follows the link in the letter: signed in or not, in whatever browser.

    Programs that look at the links of a letter before its reader does press no button.
    """
    user, refusal = email_confirmation.found_by(key), ""
    if request.method == "POST" and user is not None:
        try:
            confirmed = services.confirm_email(key)
        except ValidationError as error:
            refusal = " ".join(error.messages)
        else:
            if confirmed is not None:
                messages.success(
                    request,
                    _(
                        "Your address is confirmed. Letters come to it from now on. What waits already stands in News."
                    ),
                )
                return redirect("frontend:inbox" if request.user.is_authenticated else "/")
            user = None
    context = {"account": user, "refusal": refusal}
    return render(request, "accounts/confirm_email.html", context)


def _link_is_sent(user: User) -> str:
    return _("A link was sent to %(address)s. Follow it, and letters come to this address.") % {
        "address": user.new_email
    }


@account_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after saying what that means and asking for the password."""
    user = person_of(request)
    form = ConfirmedForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        services.delete_account(user.pk)
        logout(request)
        messages.success(request, _("Your account is deleted. Farewell."))
        return redirect("/")
    context = {"form": form, "consequences": services.consequences(user.pk)}
    return render(request, "accounts/delete.html", context)


@account_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def my_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of my programs, and a form for one more. A new key is shown this once."""
    user, key = person_of(request), ""
    form = TokenForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        name, scopes = form.cleaned_data["name"], form.cleaned_data["scopes"]
        try:
            _token, key = services.make_token(user.pk, name=name, scopes=scopes)
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            form = TokenForm(request=request)
    context = {
        "form": form,
        "key": key,
        "tokens": [
            {"token": token, "may": [str(SCOPES[scope]) for scope in token.scopes]}
            for token in user.tokens.all()
        ],
    }
    return render(request, "accounts/tokens.html", context)


@account_required
@require_http_methods(["POST"])
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """End one of my tokens; the others and my sessions stay."""
    if services.revoke_token(person_of(request).pk, number):
        messages.success(request, _("The token is revoked."))
    return redirect("accounts:tokens")
