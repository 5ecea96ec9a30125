"""What the shared pages take from the face of a book: its menus, its styles, its cards."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend import books
from frontend.books.face import Tab, Tool
from frontend.plain_board import Part, parts

register = template.Library()


class ToolLink(NamedTuple):
    """A tool with its address, and the name by which the address is known."""

    tool: Tool
    name: str

    @property
    def address(self) -> str:
        """Where it is."""
        return reverse(self.name)


class Card(NamedTuple):
    """The label of an option card: its kind and number, and what it is called."""

    code: str
    title: str


@register.simple_tag
def tools(book: str = "") -> list[ToolLink]:
    """The tools of a book, or of all books."""
    return [
        ToolLink(
            replace(tool, title=_(tool.title), button=_(tool.button), about=_(tool.about)),
            f"{key}:{tool.page}",
        )
        for key, face in books.faces().items()
        for tool in face.tools
        if book in ("", key)
    ]


@register.simple_tag
def changes_note(book: str, changes: Iterable[Any]) -> str:
    """What tells numbers apart that are taken for each other, where one of them changed."""
    label, note = books.face_of(book).changes_note
    return _(note) if label and any(row.label.endswith(label) for row in changes) else ""


@register.simple_tag
def tabs(book: str) -> tuple[Tab, ...]:
    """The pages that a campaign of this book has besides those of every campaign."""
    return tuple(replace(tab, title=_(tab.title)) for tab in books.face_of(book).tabs)


@register.simple_tag
def tab_address(head: Any, tab: Tab) -> str:
    """Where such a page of a campaign is."""
    return reverse(f"{head.book_key}:{tab.page}", args=[head.slug])


@register.simple_tag(takes_context=True)
def card_label(context: Mapping[str, Any], label: str) -> Card:
    """The label of an option card in its two parts. Context: book (its key)."""
    return _parted(books.face_of(context.get("book", "")).card_label, label)


@cache
def _parted(pattern: str, label: str) -> Card:
    found = re.fullmatch(pattern, label) if pattern else None
    return Card(found[1], found[2]) if found else Card("", label)


@register.simple_tag(takes_context=True)
def plan_layer(context: Mapping[str, Any], movements: Any) -> str:
    """What orders would move, as a layer of the board of their book. Context: head."""
    name = books.face_of(context["head"].book_key).plan
    return render_to_string(name, {"movements": movements}) if name else ""


@register.simple_tag
def board_parts(board: Any) -> list[Part]:
    """The data of a board, part by part, for a book that has no template for it."""
    return parts(board)
