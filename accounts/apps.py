"""Django's name for the accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People and their sign-in; it knows nothing of campaigns."""

    name = "accounts"
