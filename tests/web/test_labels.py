"""Labels of forms begin with a capital letter."""

import importlib
import pkgutil
from collections.abc import Iterator

from django import forms

import accounts.forms
import frontend.forms


def _forms() -> Iterator[type[forms.BaseForm]]:
    """Every form of the site."""
    inside = [f"frontend.forms.{one.name}" for one in pkgutil.iter_modules(frontend.forms.__path__)]
    for name in (accounts.forms.__name__, *inside):
        for found in vars(importlib.import_module(name)).values():
            if isinstance(found, type) and issubclass(found, forms.BaseForm):
                yield found


def test_every_label_begins_with_a_capital_letter() -> None:
    labels = {
        (form.__name__, name): str(field.label or "")
        for form in _forms()
        for name, field in form.base_fields.items()
    }
    assert "Time zone" in labels.values()
    assert {key: label for key, label in labels.items() if label[:1].islower()} == {}
