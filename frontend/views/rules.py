"""The rules, generated from the same tables that judge."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.selectors import lobby as lobby_selector
from campaigns.selectors import logbook, rulings
from campaigns.selectors import rules as selector
from frontend.loglines import by_entry
from frontend.views.guard import reader_of, refusals, shown


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """Every rulebook that is carried."""
    return render(request, "frontend/rules/books.html", {"books": lobby_selector.books()})


@require_safe
@refusals
def rules(request: HttpRequest, book: str) -> HttpResponse:
    """The contents of a rulebook; ``?q=`` searches it, ``?revision=`` names an older one."""
    revision = _revision(request)
    page = selector.rules_page(book, revision, request.GET.get("q", ""))
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
    page = selector.rule_page(book, request.GET.get("ref", ""), revision)
    context = {"page": page, "cited_book": (book, revision)}
    return render(request, "frontend/rules/rule.html", context)


@require_safe
@never_cache
@refusals
def rule_used(request: HttpRequest, slug: str) -> HttpResponse:
    """One rule, and where this campaign used it, as far as this reader may see."""
    ref = request.GET.get("ref", "")
    found = logbook.log_page(slug, reader_of(request), logbook.Asked(rule=ref))
    page = selector.rule_page(found.head.book_key, ref, _revision(request) or found.head.revision)
    context = {
        "tab": "rules",
        "head": found.head,
        "reader": found.reader,
        "page": page,
        "used": by_entry(found.lines),
        "rulings": rulings.on_rule(slug, reader_of(request), ref),
        "searched_to": found.searched_to,
    }
    return shown(request, "frontend/rules/rule_used.html", context)


def _revision(request: HttpRequest) -> str:
    return request.GET.get("revision", "")
