"""What people fill in about themselves."""

from typing import Any, cast

from allauth.account.forms import LoginForm
from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    BaseUserCreationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UsernameField,
)
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import tokens
from accounts.addresses import require_sendable
from accounts.languages import speaking_to
from accounts.models import User
from accounts.names import LONGEST, require_own


class SignInForm(LoginForm):  # type: ignore[misc]  # the library carries no types
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With the words of our other forms."""
        super().__init__(*args, **kwargs)
        for name in ("login", "password"):
            field = self.fields[name]
            field.help_text = ""
            del field.widget.attrs["placeholder"]
        self.fields["login"].widget.attrs.update({"autocapitalize": "none", "autofocus": True})

    def add_prefix(self, field_name: str) -> str:
        """The name is sent as ``username``, which browsers and people's tools know."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))


class SignUpForm(BaseUserCreationForm[User]):
    """A new account: a name and a password are enough."""

    class Meta:
        """The fields a new person fills in."""

        model = User
        fields = ("username", "display_name", "time_zone")
        # It tells password managers what it is, and phones that no capital comes first.
        field_classes = {"username": UsernameField}
        widgets = {"display_name": forms.TextInput(attrs={"autocomplete": "nickname"})}

    #: Not that of the model, which belongs to one person: this one is not confirmed yet.
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        max_length=254,
        validators=[require_sendable],
        help_text=_("For reminders and a forgotten password. You can play without."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    #: What is needed comes first.
    field_order = ("username", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Browsers let nobody write a longer name than is taken."""
        super().__init__(*args, **kwargs)
        for name in ("username", "display_name"):
            self.fields[name].widget.attrs["maxlength"] = LONGEST
        self.fields["username"].help_text = _("Letters, digits and @ . + - _")
        help_with_passwords(self, "password1", "password2")
        for name in ("display_name", "email"):
            self.fields[name].label = _("%(label)s (optional)") % {"label": self.fields[name].label}

    def clean_username(self) -> str:
        """Refuse names that look like a deleted account's or a guest's."""
        return require_own(self.cleaned_data["username"])


class ProfileForm(forms.ModelForm[User]):
    """How a person is called and which clock they read."""

    class Meta:
        """The fields that need no password."""

        model = User
        fields = ("display_name", "time_zone", "language", "motion")
        widgets = {"display_name": forms.TextInput(attrs={"autocomplete": "nickname"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Who does not say how pages should move leaves that as it is, and so with their language."""
        super().__init__(*args, **kwargs)
        self.fields["display_name"].widget.attrs["maxlength"] = LONGEST
        self.fields["motion"].required = False
        field = self.fields["language"]
        self.fields["language"] = forms.ChoiceField(
            label=field.label,
            help_text=field.help_text,
            choices=[("", _("as the browser says")), *settings.LANGUAGES],
            required=False,
        )

    def clean_language(self) -> str:
        """What was chosen, or what was there where nothing was said."""
        said = "language" in self.data
        return str(self.cleaned_data["language"] if said else self.instance.language)

    def clean_motion(self) -> str:
        """What was chosen, or what was there."""
        return self.cleaned_data["motion"] or self.instance.motion


class ConfirmedForm(forms.Form):
    """A change that asks for the password again, so that an open browser is not enough."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        """`request` is that of the person signed in."""
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        """Refuse a wrong password. Raises `limits.TooOften`, as the sign-in page does."""
        return _own_password(self.request, self.cleaned_data["password"])


class NewPasswordForm(PasswordChangeForm):
    """A new password for somebody who knows the old one; it is asked for at the same door."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """`request` is that of the person signed in."""
        super().__init__(cast("User", request.user), *args, **kwargs)
        self.request = request
        help_with_passwords(self, "new_password1", "new_password2")

    def clean_old_password(self) -> str:
        """Refuse a wrong password. Raises `limits.TooOften`."""
        return _own_password(self.request, self.cleaned_data["old_password"])


class MailedPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs alone
    """A new password for whoever follows the link that was mailed; none is asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With the words of our other forms."""
        super().__init__(*args, **kwargs)
        help_with_passwords(self, "new_password1", "new_password2")


def _own_password(request: HttpRequest, password: str) -> str:
    if not is_password(request, password):
        raise ValidationError(_("This is not your password. Nothing was changed."))
    return password


def is_password(request: HttpRequest, password: str) -> bool:
    """Whether this is the password of who is signed in. Raises `limits.TooOften`."""
    name = cast("User", request.user).username
    found = authenticate(request, username=name, password=password)
    return found is not None and found.pk == request.user.pk


def help_with_passwords(form: forms.BaseForm, first: str, again: str) -> None:
    """Say in one line what a password must be, once."""
    form.fields[first].help_text = _(
        "At least %(least)d characters: not digits alone, no common password, nothing like your name."
    ) % {"least": MinimumLengthValidator().min_length}
    form.fields[again].help_text = ""


class ResetForm(PasswordResetForm):
    """Asks for the address that a link is mailed to."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """The letter, in the language of the account that it is about."""
        with speaking_to(context["user"].language):
            super().send_mail(subject_template_name, email_template_name, context, *args, **kwargs)


class EmailForm(ConfirmedForm):
    """A new address, or none."""

    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        max_length=254,
        validators=[require_sendable],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")


class TokenForm(ConfirmedForm):
    """A token for a program."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("What it is for, so that you know it again."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[(key, words) for key, words in tokens.SCOPES.items()],
        initial=[tokens.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ("name", "scopes", "password")


class PasskeyForm(forms.Form):
    """A new passkey. The credential comes from the browser."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        required=False,
        help_text=_("Where it is, for example “My phone”."),
    )
    credential = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)


class CodeForm(forms.Form):
    """A code of an app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "autocapitalize": "none",
            }
        ),
    )


class ConfirmForm(forms.Form):
    """Who is signed in shows that it is them."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
