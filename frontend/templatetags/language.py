"""Rulebooks' texts in the language of their reader."""

import html
import re
from functools import cache
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation.trans_real import translation

from frontend.languages.recognising import Told, told

__all__ = ["in_language", "in_plain_words", "in_words", "within_sentence"]

register = template.Library()
SOURCE = "en"
"""The language that rulebooks are written in."""
_TAG = re.compile(r"(<[^>]*>)")


def in_words(text: str) -> str:
    """A rulebook's text in the language of its reader, as plain text; what is not known stays English."""
    language = _language()
    return "".join(piece.text for piece in told(text, language)) if language else text


@register.filter
def in_language(value: Any, form: str = "") -> Any:
    """A rulebook's text in the language of its reader.

    What is not known is marked as English; ``"plain"`` leaves that out, for attributes. What is safe
    stays safe, with its tags as they are; all else is escaped.
    """
    language = _language()
    if not language or not value or not isinstance(value, str) or isinstance(value, Promise):
        return value
    if form == "plain":
        said = "".join(piece.text for piece in told(html.unescape(value), language))
        return escape(said) if isinstance(value, SafeString) else said
    if not isinstance(value, SafeString):
        return _marked(told(value, language))
    parts = (
        part if part.startswith("<") else _marked(told(html.unescape(part), language))
        for part in _TAG.split(value)
    )
    return mark_safe("".join(parts))  # noqa: S308


@register.filter(name="in_words")
def in_plain_words(value: Any) -> Any:
    """What :func:`in_words` says, of whatever a template has: for names and titles, which are all known."""
    return in_language(value, "plain")


@register.filter
def within_sentence(value: str) -> Any:
    """A rulebook's text that goes on in a sentence: small letters in English, as its nouns have it in others."""
    return in_language(value) if _language() else value.lower()


def _language() -> str:
    """The reader's language, empty where it is that of the rulebooks."""
    language = (get_language() or SOURCE).split("-")[0]
    return "" if language == SOURCE else language


@cache
def _already_said(language: str) -> frozenset[str]:
    """What the site's own translations say: a text of theirs that comes by is in the language already."""
    own = translation(language)._catalog  # type: ignore[attr-defined] # noqa: SLF001
    return frozenset(said for _key, said in own.items() if isinstance(said, str))


def _marked(pieces: Told) -> SafeString:
    own = _already_said(_language())
    return mark_safe(  # noqa: S308
        "".join(
            f'<span lang="{SOURCE}">{escape(piece.text)}</span>'
            if piece.english and piece.text not in own
            else conditional_escape(piece.text)
            for piece in pieces
        )
    )
