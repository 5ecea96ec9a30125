"""The rules, generated from the same tables that judge."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.selectors import lobby as lobby_selector
from campaigns.selectors import rules as selector
from frontend.views.guard import refusals


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """Every rulebook that is carried."""
    return render(request, "frontend/rules/books.html", {"books": lobby_selector.books()})


@require_safe
@refusals
def rules(request: HttpRequest, book: str) -> HttpResponse:
    """One rulebook: its index in our words, and its tables. ``?revision=`` names an older one."""
    revision = request.GET.get("revision", "")
    context = {"rules": selector.rules_page(book, revision), "cited_book": (book, revision)}
    return render(request, "frontend/rules/book.html", context)
