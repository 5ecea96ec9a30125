"""Django's name for this package, so that `manage.py up` is found."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The package that assembles the project; it has commands and no tables."""

    name = "config"
    verbose_name = "Chancellery"
