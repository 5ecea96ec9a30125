"""Django's name for the frontend app."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """Pages; the app has no tables of its own."""

    name = "frontend"
