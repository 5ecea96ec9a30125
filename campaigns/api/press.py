"""Press and notes for programs."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.tokens import MODERATE, PLAY, READ
from campaigns.api.wire import requests
from campaigns.api.wire.answers import ApiView, answer, described, idempotent, read
from campaigns.selectors.press import notes_page as note_selector
from campaigns.selectors.press import threads as selector
from campaigns.selectors.press.press_file import PressFile, press_file
from campaigns.selectors.press.press_records import PressPage, ThreadAnswer
from campaigns.selectors.reader.access import reading
from campaigns.services.press import notes, press_messages, press_settings
from rules.kernel.serial import canonical

POWER = OpenApiParameter("power", str, description="For which of your powers you look.")
WORDS = OpenApiParameter("q", str, description="Words that a message must have, all of them.")
BEFORE = OpenApiParameter("before", str, description="The key of a message: those before it.")


class PressView(ApiView):
    """The threads that one may read, and beginning one."""

    scopes = {"GET": READ, "POST": PLAY, "PUT": MODERATE}

    @described("Threads, and a search in them", PressPage, parameters=[POWER, WORDS])
    def get(self, request: Request, slug: str) -> Response:
        """Answer the threads, with what is unread; for ``q`` the messages found, the newest first."""
        words = " ".join(request.query_params.get("q", "").split())
        power = request.query_params.get("power") or None
        return answer(selector.press_page(slug, request.user, power, words))

    @described("Write to other powers", ThreadAnswer, takes=requests.BeginThread, writes=True)
    def post(self, request: Request, slug: str) -> Response:
        """Send a message to powers; answer the thread in which it stands now."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.BeginThread)

        def begin() -> ThreadAnswer:
            thread, _ = press_messages.begin(
                slug,
                by=request.user,
                power=given.power,
                to=given.to,
                text=given.text,
                title=given.title,
                masked=given.masked,
                quotes=given.quotes,
            )
            return selector.thread_answer(slug, thread, request.user, given.power)

        return answer(idempotent(request, begin, given=given, slug=slug, power=given.power))

    @described("Say what press is allowed", PressPage, takes=requests.SetPressPolicy, writes=True)
    def put(self, request: Request, slug: str) -> Response:
        """Say, as a moderator, what a campaign allows from now on; answer the threads."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.SetPressPolicy)

        def allow() -> PressPage:
            press_settings.set_policy(
                slug,
                by=request.user,
                allowed=given.allowed,
                anonymous=given.anonymous,
                opens=given.opens,
                reason=given.reason,
            )
            return selector.press_page(slug, request.user)

        return answer(idempotent(request, allow, given=given, slug=slug))


class ThreadView(ApiView):
    """One thread."""

    scopes = {"GET": READ, "POST": PLAY}

    @described("A thread", ThreadAnswer, parameters=[POWER, BEFORE])
    def get(self, request: Request, slug: str, thread: str) -> Response:
        """Answer its newest messages, oldest first."""
        power = request.query_params.get("power") or None
        before = request.query_params.get("before", "")
        return answer(selector.thread_answer(slug, thread, request.user, power, before=before))

    @described(
        "Write, edit, read, mute, report", ThreadAnswer, takes=requests.WriteMessage, writes=True
    )
    def post(self, request: Request, slug: str, thread: str) -> Response:
        """Write in it, or do something about it; answer it as it is now."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.WriteMessage)

        def do() -> ThreadAnswer:
            _done(slug, thread, request.user, given)
            return selector.thread_answer(slug, thread, request.user, given.power or None)

        return answer(idempotent(request, do, given=given, slug=slug, power=given.power))


def _done(slug: str, thread: str, by: Any, given: requests.WriteMessage) -> None:
    here: dict[str, Any] = {"by": by, "thread": thread}
    match given.do:
        case "write":
            press_messages.write(
                slug,
                **here,
                power=given.power,
                text=given.text,
                masked=given.masked,
                quotes=given.quotes,
            )
        case "edit":
            press_messages.edit(slug, **here, message=given.message, text=given.text)
        case "read":
            press_settings.mark_read(slug, **here)
        case "mute" | "unmute":
            press_settings.mute(slug, **here, muted=given.do == "mute")
        case "agree" | "disagree":
            press_settings.agree(slug, **here, power=given.power, agree=given.do == "agree")
        case "show" | "hide":
            press_settings.show_reading(slug, **here, power=given.power, show=given.do == "show")
        case "report":
            press_settings.report(slug, **here, message=given.message, reason=given.reason)


class FileView(ApiView):
    """All that one may read, to keep."""

    scopes = {"GET": READ}

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

    scopes = {"GET": READ, "PUT": PLAY}

    @described("Your notes", note_selector.NotesPage)
    def get(self, request: Request, slug: str) -> Response:
        """Answer all of them."""
        return answer(note_selector.notes_page(slug, request.user))

    @described("Write a note", note_selector.NotesPage, takes=requests.KeepNote, writes=True)
    def put(self, request: Request, slug: str) -> Response:
        """Keep a note about the campaign, a phase or a country, or (without a text) take it away."""
        reading(slug, request.user)  # who may not read the campaign is told no more
        given = read(request, requests.KeepNote)
        keep = partial(
            notes.keep,
            slug,
            by=request.user,
            subject=given.subject,
            text=given.text,
            seen=given.seen,
        )

        def work() -> note_selector.NotesPage:
            keep()
            return note_selector.notes_page(slug, request.user)

        return answer(idempotent(request, work, given=given, slug=slug))
