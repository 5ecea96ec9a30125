"""A campaign's board, its pieces, and what of it stands elsewhere."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from campaigns.cache import LazyPart, fingerprint
from campaigns.selectors.phase.records import Head
from frontend.board_diff import in_units
from frontend.books import face_of
from frontend.books.face import FirstPart
from frontend.rendered_parts import Acting, by_its_book, cached, cached_template

register = template.Library()

WHOLE = "board=whole"
"""By which a page is asked for with all of its board."""


@register.simple_tag(takes_context=True)
def board_fragment(context: template.Context) -> SafeString:
    """The board of whichever rulebook it is. Context: board, head, reader, request; past when it is history, and then
    ``whole_at`` where only the heart of it is shown.
    """
    head, acting, past = context["head"], context["reader"].acting, bool(context.get("past"))
    whole_at = str(context.get("whole_at") or "") if past else whole_board_at(head, acting)
    request = context.get("request")
    if request is not None and not past and request.GET.get("board") == "whole":
        whole_at = ""
    return board_html(context["board"], head, acting, past=past, whole_at=whole_at)


def whole_board_at(head: Head, acting: Any) -> str:
    """The address of a campaign's page with all of its board, also what is else fetched when it is asked for."""
    page = "end" if head.status == "finished" else "campaign"
    power = f"power={acting.key}&" if acting else ""
    return f"{reverse(f'frontend:{page}', args=[head.slug])}?{power}{WHOLE}"


def board_html(
    board: LazyPart,
    head: Head,
    acting: Any,
    *,
    past: bool = False,
    told: bool = False,
    whole_at: str = "",
) -> SafeString:
    """A board, rendered unless somebody who sees the same had it rendered today; ``told`` in a chronicle. With the
    address of the ``whole_at`` it is the heart of it that stands in history, and on today's page a board of which
    some is fetched when it is asked for.
    """

    def render() -> str:
        data = board()
        if not data:
            return render_to_string("frontend/campaign/_no_board.html")
        given = {"board": data, "head": head, "reader": Acting(acting), "past": past}
        begun = not past and not told and head.status != "gathering"
        live = begun and head.status != "finished"
        given |= {"whole_at": whole_at, "folded": begun, "watching": live and acting is None}
        face = face_of(head.book_key)
        name = face.board_when_told if told or (past and whole_at) else face.board
        html = by_its_book(head, name, given)
        return in_units(html.strip()) if whole_at and not past else html

    return cached("board", board.key, head, acting, past, told, whole_at, render=render)


def first_in(head: Head, phase: Any) -> FirstPart | None:
    """What of its board a book shows first on the campaign's page in this phase."""
    first = face_of(head.book_key).first
    return first if first and phase and phase.rules.key in first.phases else None


@register.simple_tag(takes_context=True)
def first_of_board(context: template.Context) -> dict[str, Any] | None:
    """What stands first on the page in this phase: its ``template``, the ``board`` and the form of its ``act``; ``None``
    where a book has nothing there now. Context: board, head, phase, first_act.
    """
    first = first_in(context["head"], context.get("phase"))
    data = context["board"]() if first else None
    if not first or not data:
        return None
    return {"template": first.template, "board": data, "act": context.get("first_act")}


@register.simple_tag(takes_context=True)
def has_first(context: template.Context) -> bool:
    """Whether a book has anything that stands first on the page in some phase. Context: head."""
    return face_of(context["head"].book_key).first is not None


@register.filter
def told_apart(value: Any) -> str:
    """By which what is fetched of a part of a board is told from what was fetched of it before."""
    return fingerprint(value).hex()[:10]


@register.simple_tag(takes_context=True)
def piece(context: template.Context, name: str, **given: Any) -> SafeString:
    """A piece of a board, which is mostly the same from one phase to the next. It knows what it is
    given, the campaign, the power that the reader acts for, and whether it is of the past.
    """
    head, acting, past = context["head"], context["reader"].acting, bool(context.get("past"))
    shown = {**given, "head": head, "reader": Acting(acting), "past": past}
    return cached_template(name, shown, fingerprint(given), head, acting, past)


@register.simple_tag(takes_context=True)
def part_fragment(context: template.Context, name: str) -> SafeString:
    """A part by its template, which is given the answer as ``data``. Context: part, head, reader."""
    part, head, acting = context["part"], context["head"], context["reader"].acting

    def render() -> str:
        given = {"data": part(), "head": head, "reader": Acting(acting)}
        return by_its_book(head, name, given)

    return cached(name, part.key, head, acting, render=render)


@register.simple_tag(takes_context=True)
def beside_board(context: template.Context) -> SafeString:
    """What of the board stands in the column of one who watches; empty where a book has nothing there.
    Context: board, head, reader.
    """
    board, head = context["board"], context["head"]
    name = face_of(head.book_key).beside
    if not name:
        return SafeString()

    def render() -> str:
        data = board()
        given = {"board": data, "head": head, "reader": Acting(None), "past": False}
        return by_its_book(head, name, given).strip() if data else ""

    return cached("beside", board.key, head, render=render)


@register.simple_tag(takes_context=True)
def duties_beside(context: template.Context) -> bool:
    """Whether what of the board stands there tells what is owed. Context: head."""
    return face_of(context["head"].book_key).duties_beside
