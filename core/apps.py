"""Django's name for this package, so that its translations are found."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """What the whole site stands on; it has no tables."""

    name = "core"
