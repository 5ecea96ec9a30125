"""What `manage.py check` asks of the models."""

from typing import Any

from django.apps import apps
from django.core.checks import Error, register
from django.db.models import BinaryField, Model

from campaigns.crypto.sealed_fields import PLAIN, SEALED


@register()
def every_field_of_bytes_is_declared(app_configs: Any = None, **_: Any) -> list[Error]:
    """A sealed field that nobody knows of would be left behind when the site changes its keys."""
    there: set[tuple[type[Model], str]] = {
        (model, field.name)
        for model in apps.get_models()
        for field in model._meta.get_fields()  # noqa: SLF001 - Django's documented way to a model's fields
        if isinstance(field, BinaryField)
    }
    declared: set[tuple[type[Model], str]] = {*((one.model, one.column) for one in SEALED), *PLAIN}
    return [
        Error(
            f"{model.__name__}.{column} holds bytes, and nothing says whether they are sealed.",
            hint="Add it to campaigns/crypto/sealed_fields.py, to SEALED with its place, or to PLAIN.",
            id="campaigns.E001",
        )
        if (model, column) in there
        else Error(
            f"{model.__name__}.{column} is declared in campaigns/crypto/sealed_fields.py and is not there.",
            id="campaigns.E002",
        )
        for model, column in sorted(there ^ declared, key=str)
    ]
