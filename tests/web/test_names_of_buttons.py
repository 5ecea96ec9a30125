"""What is read on a button or a link is in its name too, so that it can be called by voice (WCAG 2.5.3); labels of
forms begin with a capital letter; days and times are read back.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup
from django import forms

import accounts.forms
import frontend.forms

ROOT = Path(__file__).resolve().parent.parent.parent
QUOTED = re.compile(r"""\{% translate (?:"([^"]*)"|'([^']*)')[^%]*%\}""")
TAG, VALUE = re.compile(r"\{%[^%]*%\}|\{#.*?#\}", re.DOTALL), re.compile(r"\{\{[^}]*\}\}")


def test_what_is_read_on_a_button_is_in_its_name() -> None:
    names = []
    for folder in ("frontend", "accounts"):
        for file in sorted((ROOT / folder).rglob("templates/**/*.html")):
            written = QUOTED.sub(lambda text: text[1] or text[2], file.read_text())
            page = BeautifulSoup(VALUE.sub("…", TAG.sub("", written)), "html.parser")
            for control in page.select("a[aria-label], button[aria-label]"):
                text, name = control.get_text(), str(control["aria-label"])
                if re.search(r"[A-Za-z]{2}", text):
                    names.append((" ".join(text.split()), " ".join(name.split())))
    assert len(names) > 10
    assert [(text, name) for text, name in names if text.lower() not in name.lower()] == []


def test_every_day_and_time_is_read_back_in_full() -> None:
    """A browser writes days in its own way; below stands what it means, and where it is that time."""
    fields = 0
    for file in sorted((ROOT / "frontend").rglob("templates/**/*.html")):
        written = file.read_text()
        here = written.count('type="datetime-local"')
        assert written.count("{% reads_as ") == here, file
        fields += here
    assert fields > 10


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
