"""Notes of one's own: all of them, and each where it belongs."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.errors import ChangedMeanwhile, NotOnTheMenu
from campaigns.selectors.press import notes_page as selector
from campaigns.services.press import notes as service
from core.safe_redirects import way_back
from frontend.views.errors import form_view, is_fragment, reader_of, render, render_page, signed_in
from frontend.views.idempotency import idempotent


@form_view
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, the one about ``?about=`` first (or, as a part of a page, alone); save one."""
    person = reader_of(request)
    if request.method == "POST":
        return _saved(request, slug)
    if about := request.GET.get("about", ""):
        note = selector.note_about(slug, person, about)
        if is_fragment(request):
            return render(request, "frontend/notes/_note.html", {"note": note, "slug": slug})
    else:
        note = None
    page = selector.notes_page(slug, person)
    return render_page(request, "frontend/notes/page.html", page, tab="notes", note=note)


def _saved(request: HttpRequest, slug: str) -> HttpResponse:
    person = signed_in(request, _("Notes are kept by players."))
    post = request.POST
    subject, text = post.get("subject", ""), post.get("text", "")
    change = partial(
        service.keep,
        slug,
        by=person,
        subject=subject,
        text=text,
        seen=post.get("seen", ""),
    )
    try:
        idempotent(request, change, slug=slug)
    except (ChangedMeanwhile, NotOnTheMenu) as refusal:
        # What was written is not lost: it stands there again, with what is stored now above it.
        try:
            note = selector.note_about(slug, person, subject)
        except NotOnTheMenu:
            raise refusal from None
        page = selector.notes_page(slug, person)
        name = "_note" if is_fragment(request) else "page"
        context = {"problem": refusal, "sent": post, "note": note, "slug": slug}
        return render_page(
            request,
            f"frontend/notes/{name}.html",
            page,
            tab="notes",
            status=refusal.status,
            **context,
        )
    if is_fragment(request):
        note = selector.note_about(slug, person, subject)
        return render(
            request, "frontend/notes/_note.html", {"note": note, "slug": slug, "saved": True}
        )
    messages.success(request, _("Note saved.") if text.strip() else _("Note deleted."))
    back = way_back(request)
    return redirect(back or reverse("frontend:notes", args=[slug]))
