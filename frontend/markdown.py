"""The words of a message as they stand on a page: a small Markdown, cleaned.

Emphasis, lists, quotations, code and links; no HTML, no pictures, no headings. A link may lead to a
page elsewhere (``https:``), to an entry of the log (``<log:684>``) or to a phase (``<phase:12>``). What
Markdown makes is cleaned again by a list of what may stand there: one guard that fails is not enough.
"""

import re
from functools import cache
from typing import Any

import nh3
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from markdown_it import MarkdownIt

from campaigns.selectors.press.press_records import FOLDED_AFTER, LETTERS, MessageLine

ENOUGH = 1000
"""So many letters of a message are looked at for its beginning."""
DEPTH = 8
"""How deep lists and quotations go."""

_TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "a", "s"}
_OWN = re.compile(r"(log|phase):([1-9][0-9]{0,8})")
_PAGES = {"log": "frontend:log-entry", "phase": "frontend:phase"}
_NAMES = {"log": gettext_lazy("log entry %(number)s"), "phase": gettext_lazy("phase %(number)s")}


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": DEPTH})
    made.disable(["image", "heading", "lheading", "html_block", "html_inline", "hr", "reference"])
    made.enable("strikethrough")
    # The library knows no scheme of ours, and would leave such a link as it is written.
    setattr(made, "validateLink", _is_link)  # noqa: B010 - the library documents to replace it
    return made


def _is_link(address: str) -> bool:
    return bool(_OWN.fullmatch(address)) or address.startswith(("https://", "http://"))


def said(text: str, slug: str) -> SafeString:
    """A message of a campaign as markup."""
    tokens = _markdown().parse(text)
    for token in tokens:
        _lead(token.children or (), slug)
    html = _markdown().renderer.render(tokens, _markdown().options, {})
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}, "*": set()},
        url_schemes={"http", "https"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 - cleaned by a list of tags and attributes


def _lead(tokens: Any, slug: str) -> None:
    """Let links to the log and to phases lead there; one that is its own text gets words."""
    for place, token in enumerate(tokens):
        found = _OWN.fullmatch(token.attrs.get("href", "")) if token.type == "link_open" else None
        if found is None:
            continue
        kind, number = found.groups()
        token.attrs["href"] = reverse(_PAGES[kind], args=[slug, int(number)])
        inner = tokens[place + 1]
        if inner.content == found.group():
            inner.content = _NAMES[kind] % {"number": number}


def in_two(message: MessageLine) -> tuple[str, str]:
    """The words of a message, and what of a long one a phone folds: from a paragraph on, else a line, else a sentence."""
    text = message.text
    if message.lines <= FOLDED_AFTER:
        return text, ""
    left, most = FOLDED_AFTER * 3 // 4, 0
    for line in text.splitlines(keepends=True):
        most += min(len(line), left * LETTERS)
        left -= 1 + len(line) // LETTERS
        if left <= 0:
            break
    ends = (text.rfind(mark, most // 3, most) + len(mark) for mark in ("\n\n", "\n", ". ", " "))
    end = next((end for end in ends if end > most // 3), most)
    return text[:end].rstrip(), text[end:].lstrip("\n")


def in_one_line(text: str, most: int = 90) -> str:
    """The beginning of a message for a list, without marks."""
    plain = re.sub(r"^[ \t]*([-+*>]|[0-9]{1,9}[.)])\s", " ", text[:ENOUGH], flags=re.MULTILINE)
    short = " ".join(re.sub(r"[*_`~]", "", plain).split())
    return short if len(short) <= most else f"{short[: most - 1].rstrip()}…"
