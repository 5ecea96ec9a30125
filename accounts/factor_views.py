"""Signing in with a second step or a passkey, and the pages on which one changes how one signs in.

All of it works without JavaScript but passkeys, which a browser offers to scripts alone.
"""

from typing import Any

from allauth.account.internal.decorators import login_stage_required
from allauth.account.internal.flows import reauthentication
from allauth.account.models import Login
from allauth.account.stages import LoginStageController
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY, generate_totp_secret
from allauth.mfa.webauthn.internal.flows import perform_passwordless_login
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import (
    browsers,
    factors,
    guessing,
    limits,
    own_data,
    passkeys,
    qr,
    sealed,
    sessions,
)
from accounts.forms import CodeForm, ConfirmForm, PasskeyForm, is_password
from accounts.models import User
from accounts.page_access import (
    account_required,
    confirmed,
    confirming,
    is_confirmed,
    person_of,
    safe_next,
)
from core.input_limits import whole_number

# --- Signing in -----------------------------------------------------------------------------------------


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_stage_required(stage=AuthenticateStage.key, redirect_urlname="account_login")  # type: ignore[untyped-decorator]
def second_step(request: HttpRequest) -> Any:
    """After the password: a code of an app, a recovery code, or a passkey."""
    stage = request._login_stage  # type: ignore[attr-defined]  # noqa: SLF001 - the library puts it there
    person: User = stage.login.user
    if request.method == "POST" and "cancel" in request.POST:
        return stage.abort()
    form, shown, problem = _asked_of(request, person)
    if shown is not None:
        post_authentication(request, shown)
        return stage.exit()
    context = {"form": form, "problem": problem, "factors": factors.of(person.pk)}
    return render(request, "accounts/second_step.html", context)


@sensitive_post_parameters()
@require_http_methods(["POST"])
def passkey_sign_in(request: HttpRequest) -> Any:
    """Sign in with a passkey and no password."""
    onward = safe_next(request)
    if request.user.is_authenticated:
        return redirect(onward)
    limits.hit("passkey", limits.address_of(request))
    try:
        shown = passkeys.shown(request, request.POST.get("credential", ""), None)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("accounts:sign-in")
    login = Login(user=shown.user, redirect_url=onward)
    return perform_passwordless_login(request, shown, login)


@require_http_methods(["POST"])
def passkey_options(request: HttpRequest) -> JsonResponse:
    """What a script needs to ask the browser for a passkey: to sign in, for the second step, to show who
    one is, or (``add``) to make another one.
    """
    limits.hit("passkey", limits.address_of(request))
    if not request.user.is_authenticated:
        stage = LoginStageController.enter(request, AuthenticateStage.key)
        return JsonResponse(passkeys.to_ask(stage.login.user if stage else None))
    person = person_of(request)
    if person.is_guest:
        return JsonResponse({"problem": passkeys.refused()}, status=403)
    if "add" not in request.POST:
        return JsonResponse(passkeys.to_ask(person))
    if not is_confirmed(request):
        return JsonResponse({"problem": passkeys.refused()}, status=403)
    return JsonResponse(passkeys.to_add(person))


def _asked_of(request: HttpRequest, person: User) -> tuple[CodeForm, Authenticator | None, str]:
    """A form for a code, what was shown in it or by a passkey, and what is wrong with the passkey.

    Raises `limits.TooOften`.
    """
    if request.method != "POST" or (
        "code" not in request.POST and "credential" not in request.POST
    ):
        return CodeForm(), None, ""
    if "credential" in request.POST:
        try:
            return CodeForm(), passkeys.shown(request, request.POST["credential"], person), ""
        except ValidationError as refusal:
            return CodeForm(), None, refusal.messages[0]
    form = CodeForm(request.POST)
    if not form.is_valid():
        return form, None, ""
    address = limits.address_of(request)
    guessing.begin_code(person, address)
    shown = factors.use_code(
        person.pk, form.cleaned_data["code"], device=browsers.device_of(request)
    )
    if shown is None:
        form.add_error("code", _("This code is wrong, too old or used already."))
    else:
        guessing.right_code(person, address)
    return form, shown, ""


# --- Showing who one is -----------------------------------------------------------------------------------


@account_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Show again who you are, before you change how you sign in: by password, code or passkey."""
    person = person_of(request)
    onward = safe_next(request)
    by_password = request.method == "POST" and "password" in request.POST
    form = ConfirmForm(request.POST if by_password else None)
    if by_password and form.is_valid():
        if is_password(request, form.cleaned_data["password"]):
            reauthentication.reauthenticate_by_password(request)
            return redirect(onward)
        form.add_error("password", _("This is not your password."))
    code, shown, problem = _asked_of(request, person)
    if shown is not None:
        post_authentication(request, shown, reauthenticated=True)
        return redirect(onward)
    context = {
        "form": form,
        "code": code,
        "problem": problem,
        "factors": factors.of(person.pk),
        "next": onward,
    }
    return render(request, "accounts/confirm.html", context)


# --- Changing how one signs in ------------------------------------------------------------------------------


@account_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """How I sign in, and where I am signed in."""
    person = person_of(request)
    this = sessions.stored(request.session.session_key or "")
    context = {
        "factors": factors.of(person.pk),
        "sessions": [
            {"open": one, "device": browsers.in_words(one.device)}
            for one in sessions.open_of(person.pk, this)
        ],
    }
    return render(request, "accounts/security.html", context)


@confirmed
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def my_passkeys(request: HttpRequest) -> HttpResponse:
    """My passkeys: add one, with a name, or remove one."""
    person, device = person_of(request), browsers.device_of(request)
    if request.method == "POST" and "remove" in request.POST:
        number = whole_number(request.POST["remove"])
        if number and factors.remove_passkey(person.pk, number, device=device):
            messages.success(request, _("The passkey is removed."))
        return redirect("accounts:passkeys")
    form = PasskeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            credential = passkeys.added(form.cleaned_data["credential"])
            factors.add_passkey(
                person.pk, name=form.cleaned_data["name"], credential=credential, device=device
            )
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
        else:
            messages.success(request, _("The passkey is added."))
            return _onward(request, person)
    context = {"form": form, "factors": factors.of(person.pk)}
    return render(request, "accounts/passkeys.html", context)


@confirmed
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def authenticator(request: HttpRequest) -> HttpResponse:
    """An authenticator app: set it up with a picture and a code, or switch it off."""
    person, device = person_of(request), browsers.device_of(request)
    if request.method == "POST" and "off" in request.POST:
        if factors.switch_app_off(person.pk, device=device):
            messages.success(request, _("The authenticator app is switched off."))
        return redirect("accounts:security")
    context: dict[str, Any] = {"factors": factors.of(person.pk)}
    if request.method == "POST" and not context["factors"].app:
        form = CodeForm(request.POST if "code" in request.POST else None)
        secret = _app_secret(request, fresh="code" not in request.POST)
        if form.is_bound and form.is_valid():
            address = limits.address_of(request)
            guessing.begin_code(person, address)
            if factors.switch_app_on(person.pk, secret, form.cleaned_data["code"], device=device):
                guessing.right_code(person, address)
                request.session.pop(SECRET_SESSION_KEY, None)
                messages.success(request, _("The authenticator app is set up."))
                return _onward(request, person)
            form.add_error("code", _("This is not the code of the app for this picture."))
        context |= {"form": form, **qr.of_app(person, secret)}
    return render(request, "accounts/authenticator.html", context)


def _app_secret(request: HttpRequest, *, fresh: bool) -> str:
    """The secret of an app that is being set up. The session keeps it sealed until then."""
    kept = None if fresh else request.session.get(SECRET_SESSION_KEY)
    if kept:
        return sealed.unseal(kept)
    secret: str = generate_totp_secret()
    request.session[SECRET_SESSION_KEY] = sealed.seal(secret)
    return secret


@confirmed
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """How many recovery codes I have, and fresh ones, which are shown this once."""
    person, made = person_of(request), list[str]()
    if request.method == "POST":
        made = factors.new_codes(person.pk, device=browsers.device_of(request))
    context = {"made": made, "factors": factors.of(person.pk)}
    return render(request, "accounts/recovery_codes.html", context)


def _onward(request: HttpRequest, person: User) -> HttpResponse:
    """After the first passkey or the app: the recovery codes that came with it, shown this once."""
    made = factors.first_codes(person.pk)
    if not made:
        return redirect("accounts:security")
    context = {"made": made, "factors": factors.of(person.pk)}
    return render(request, "accounts/recovery_codes.html", context)


@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_data(request: HttpRequest) -> HttpResponse:
    """All that the site keeps of me, as one file, once I have shown that it is me."""
    if request.method != "POST":
        return render(request, "accounts/my_data.html")
    if not is_confirmed(request):
        return redirect(confirming(request.path))
    answer = JsonResponse(own_data.of(person_of(request)), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="my-chancellery-data.json"'
    return answer


@account_required
@require_http_methods(["POST"])
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End one of my sessions, or all others; what is open under them ends too."""
    person = person_of(request)
    this = sessions.stored(request.session.session_key or "")
    row = request.POST.get("end", "")
    if row == "others":
        sessions.end_others(person.pk, this)
        messages.success(request, _("You are signed out everywhere else."))
    elif row != this and sessions.end_own(person.pk, row):
        messages.success(request, _("That session is ended."))
    return redirect("accounts:security")
