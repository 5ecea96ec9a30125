"""What is read on a button or a link is in its name too, so that it can be called by voice (WCAG 2.5.3)."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
QUOTED = re.compile(r"""\{% translate (?:"([^"]*)"|'([^']*)')[^%]*%\}""")
TAG, VALUE = re.compile(r"\{%[^%]*%\}|\{#.*?#\}", re.DOTALL), re.compile(r"\{\{[^}]*\}\}")


class Names(HTMLParser):
    """Collects buttons and links whose text is not in their name."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.checked = 0
        self._open: tuple[str, str] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        label = dict(attrs).get("aria-label")
        if tag in ("a", "button") and label:
            self._open, self._text = (tag, " ".join(label.split())), ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if self._open is None or tag != self._open[0]:
            return
        text, (_tag, label) = " ".join(self._text.split()), self._open
        self._open = None
        if not re.search(r"[A-Za-z]{2}", text):
            return
        self.checked += 1
        if text.lower() not in label.lower():
            self.wrong.append(f"{text!r} is called {label!r}")


def test_what_is_read_on_a_button_is_in_its_name() -> None:
    names = Names()
    for folder in ("frontend", "accounts"):
        for file in sorted((ROOT / folder).rglob("templates/**/*.html")):
            written = QUOTED.sub(lambda found: found[1] or found[2], file.read_text())
            names.feed(VALUE.sub("…", TAG.sub("", written)))
            names.reset()
    assert names.checked > 10
    assert names.wrong == []
