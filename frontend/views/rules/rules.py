"""The rules, generated from the same tables that judge."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.selectors.history import log_page, phase_story
from campaigns.selectors.log import rulings
from campaigns.selectors.rules import book_choices, rule_use
from campaigns.selectors.rules import rule_pages as selector
from frontend.books.paragraphs import paragraphs_of
from frontend.log_groups import by_turn
from frontend.templatetags.language import in_words
from frontend.views.errors import read_view, reader_of, refusals, render


@require_safe
@refusals
def books(request: HttpRequest) -> HttpResponse:
    """Every rulebook that is carried; ``?q=`` says in which of them something is found, and what first."""
    words = request.GET.get("q", "").strip()[: selector.LONGEST_SEARCH]
    every = book_choices.books()
    found = [
        (book, selector.rules_page(book.key, "", words, in_words, paragraphs_of).found)
        for book in every
    ]
    context = {
        "books": every,
        "words": words,
        "longest": selector.LONGEST_SEARCH,
        "found": [
            (book, one, (book.key, ""))
            for book, one in found
            if one and (one.entries or one.tables)
        ],
    }
    return render(request, "frontend/rules/books.html", context)


@require_safe
@refusals
def rules(request: HttpRequest, book: str) -> HttpResponse:
    """The contents of a rulebook; ``?q=`` searches it, ``?revision=`` names an older one."""
    revision = _revision(request)
    words = request.GET.get("q", "")
    page = selector.rules_page(book, revision, words, in_words, paragraphs_of)
    context = {"rules": page, "cited_book": (book, revision), "longest": selector.LONGEST_SEARCH}
    return render(request, "frontend/rules/book.html", context)


@require_safe
@refusals
def chapter(request: HttpRequest, book: str, key: str) -> HttpResponse:
    """One chapter of a rulebook."""
    revision = _revision(request)
    page = selector.chapter_page(book, key, revision)
    context = {"page": page, "cited_book": (book, revision)}
    return render(request, "frontend/rules/chapter.html", context)


@require_safe
@refusals
def rule(request: HttpRequest, book: str) -> HttpResponse:
    """One rule of a rulebook: ``?ref=``."""
    revision = _revision(request)
    ref = request.GET.get("ref", "")
    page = selector.rule_page(book, ref, revision, paragraphs_of)
    context = {
        "page": page,
        "cited_book": (book, revision),
        "elsewhere": rule_use.elsewhere(book, ref),
    }
    return render(request, "frontend/rules/rule.html", context)


@read_view
def rule_used(request: HttpRequest, slug: str) -> HttpResponse:
    """One rule, and where this campaign used it, as far as this reader may see."""
    ref = request.GET.get("ref", "")
    found = log_page.log_page(slug, reader_of(request), log_page.LogFilter(rule=ref))
    revision = _revision(request) or found.head.revision
    page = selector.rule_page(found.head.book_key, ref, revision, paragraphs_of)
    context = {
        "tab": "rules",
        "head": found.head,
        "reader": found.reader,
        "page": page,
        "used": by_turn(
            found.lines, found.turns, phase_story.newest(slug, reader_of(request)) or 0
        ),
        "rulings": rulings.on_rule(slug, reader_of(request), ref),
        "searched_to": found.searched_to,
        "elsewhere": rule_use.elsewhere(found.head.book_key, ref, but=slug),
    }
    return render(request, "frontend/rules/rule_used.html", context)


def _revision(request: HttpRequest) -> str:
    return request.GET.get("revision", "")
