"""What a page loads besides itself: style sheets, fonts and scripts."""

from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from frontend import bundles, fonts
from frontend.books import face_of
from frontend.rendered_parts import kept
from frontend.script_words import words

register = template.Library()


@register.simple_tag
def assets() -> SafeString:
    """The style sheet of every page."""
    return _asset("frontend/parts/assets.html", sheet=bundles.SHARED)


@register.simple_tag
def fonts_ahead() -> SafeString:
    """The fonts of every page, where they were made; it asks for them at its end."""
    made = fonts.made()
    return _asset("frontend/parts/fonts.html", fonts=made and made.preloaded)


@register.simple_tag
def scripts() -> SafeString:
    """The scripts of every page; they stand at its end."""
    return _asset("frontend/parts/scripts.html", words=words(), scripts=bundles.SCRIPTS)


@register.simple_tag
def book_assets(book: str) -> SafeString:
    """The style sheet that the pages of a book load besides."""
    return _asset("frontend/parts/book_assets.html", book, sheet=bundles.sheet_of(book))


@register.simple_tag
def book_scripts(book: str) -> SafeString:
    """The scripts that the pages of a book load besides."""
    scripts = tuple(map(bundles.short_of, face_of(book).scripts))
    return _asset("frontend/parts/book_scripts.html", book, scripts=scripts)


def _asset(name: str, book: str = "", **given: Any) -> SafeString:
    def render() -> SafeString:
        return mark_safe(render_to_string(name, given).strip())  # noqa: S308 - a template's own output

    return kept((name, book, settings.STATIC_URL, settings.DEBUG, given.get("fonts")), render)
