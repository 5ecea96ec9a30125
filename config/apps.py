"""Django's name for this package, so that `manage.py up` is found."""

from django.apps import AppConfig
from django.urls import register_converter

from core.input_limits import NumberConverter


class ConfigConfig(AppConfig):
    """The package that assembles the project; it has commands and no tables."""

    name = "config"
    verbose_name = "Chancellery"

    def ready(self) -> None:
        """Name what every list of addresses may use, whichever is read first."""
        register_converter(NumberConverter, "number")
