"""What people fill in about themselves."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import DELETED_PREFIX, User


class SignUpForm(BaseUserCreationForm[User]):
    """A new account: a name and a password are enough."""

    class Meta:
        """The fields a new person fills in."""

        model = User
        fields = ("username", "display_name", "email", "time_zone")

    def clean_username(self) -> str:
        """Refuse names that look like a deleted account's."""
        username: str = self.cleaned_data["username"]
        if username.lower().startswith(DELETED_PREFIX):
            raise ValidationError(
                _("Names beginning with “%(prefix)s” mark deleted accounts. Choose another one."),
                params={"prefix": DELETED_PREFIX},
            )
        return username


class ProfileForm(forms.ModelForm[User]):
    """How a person is called and which clock they read."""

    class Meta:
        """The fields that need no password."""

        model = User
        fields = ("display_name", "time_zone")


class ConfirmedForm(forms.Form):
    """A change that asks for the password again, so that an open browser is not enough."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        """`user` is the person signed in."""
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password. Nothing was changed."))
        return password


class EmailForm(ConfirmedForm):
    """A new address, or none."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")
