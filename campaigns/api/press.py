"""Press and notes for programs."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, write_action
from campaigns.selectors.press import notes_page as note_selector
from campaigns.selectors.press.press_file import PressFile, press_file
from campaigns.selectors.press.press_records import PressPage, ThreadAnswer
from campaigns.selectors.press.thread import thread_answer
from campaigns.selectors.press.threads import press_page
from campaigns.services.press import notes, press_messages, press_settings
from rules.kernel.serial import canonical

POWER = OpenApiParameter("power", str, description="For which of your powers you look.")
WORDS = OpenApiParameter("q", str, description="Words that a message must have, all of them.")
BEFORE = OpenApiParameter("before", str, description="The key of a message: those before it.")
AFTER = OpenApiParameter("after", str, description="The key of a message: those after it.")


class PressView(ApiView):
    """The threads that one may read, and beginning one."""

    @described("Threads, and a search in them", PressPage, parameters=[POWER, WORDS])
    def get(self, request: Request, slug: str) -> Response:
        """Answer the threads, with what is unread; for ``q`` the messages found, the newest first."""
        words = " ".join(request.query_params.get("q", "").split())
        power = request.query_params.get("power") or None
        return answer(press_page(slug, request.user, power, words))

    @write_action(
        "Write to other powers", ThreadAnswer, takes=requests.BeginThread, readers_only=True
    )
    def post(self, request: Request, slug: str, body: requests.BeginThread) -> ThreadAnswer:
        """Send a message to powers; answer the thread in which it stands now."""
        thread, _ = press_messages.begin(slug, by=request.user, **body.fields)
        return thread_answer(slug, thread, request.user, body.power)

    @write_action(
        "Say what press is allowed",
        PressPage,
        takes=requests.SetPressPolicy,
        readers_only=True,
        scope=MODERATE,
    )
    def put(self, request: Request, slug: str, body: requests.SetPressPolicy) -> PressPage:
        """Say, as a moderator, what a campaign allows from now on; answer the threads."""
        press_settings.set_policy(slug, by=request.user, **body.fields)
        return press_page(slug, request.user)


class ThreadView(ApiView):
    """One thread."""

    @described("A thread", ThreadAnswer, parameters=[POWER, BEFORE, AFTER])
    def get(self, request: Request, slug: str, thread: str) -> Response:
        """Answer its newest messages, oldest first; where many are unread, from the first of these on."""
        query = request.query_params
        before, after = query.get("before", ""), query.get("after", "")
        power = query.get("power") or None
        return answer(thread_answer(slug, thread, request.user, power, before=before, after=after))

    @write_action(
        "Write, edit, read, mute, report",
        ThreadAnswer,
        takes=requests.WriteMessage,
        readers_only=True,
    )
    def post(self, request: Request, slug: str, thread: str, body: requests.WriteMessage) -> Any:
        """Write in it, or do something about it; answer it as it is now."""
        _carry_out(slug, thread, request.user, body)
        return thread_answer(slug, thread, request.user, body.power or None)


def _carry_out(slug: str, thread: str, by: Any, body: requests.WriteMessage) -> None:
    here: dict[str, Any] = {"by": by, "thread": thread}
    match body.do:
        case "write":
            press_messages.write(
                slug,
                **here,
                power=body.power,
                text=body.text,
                masked=body.masked,
                quotes=body.quotes,
            )
        case "edit":
            press_messages.edit(slug, **here, message=body.message, text=body.text)
        case "read":
            press_settings.mark_read(slug, **here, message=body.message)
        case "mute" | "unmute":
            press_settings.mute(slug, **here, muted=body.do == "mute")
        case "agree" | "disagree":
            press_settings.agree(slug, **here, power=body.power, agree=body.do == "agree")
        case "show" | "hide":
            press_settings.show_reading(slug, **here, power=body.power, show=body.do == "show")
        case "report":
            press_settings.report(slug, **here, message=body.message, reason=body.reason)


class FileView(ApiView):
    """All that one may read, to keep."""

    @described("Your press and notes as a file", PressFile)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Answer every message that you may read, with all its wordings, and your notes."""
        found = press_file(slug, request.user)
        return HttpResponse(
            canonical(found),
            content_type="application/json",
            headers={
                "Content-Disposition": f'attachment; filename="press-{slug}.json"',
                "Cache-Control": "private, no-store",
            },
        )


class NotesView(ApiView):
    """One's own notes."""

    @described("Your notes", note_selector.NotesPage)
    def get(self, request: Request, slug: str) -> Response:
        """Answer all of them."""
        return answer(note_selector.notes_page(slug, request.user))

    @write_action(
        "Write a note", note_selector.NotesPage, takes=requests.KeepNote, readers_only=True
    )
    def put(self, request: Request, slug: str, body: requests.KeepNote) -> Any:
        """Keep a note about the campaign, a phase or a country, or (without a text) take it away."""
        notes.keep(slug, by=request.user, **body.fields)
        return note_selector.notes_page(slug, request.user)
