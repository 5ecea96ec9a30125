"""Django's name for the frontend app."""

from typing import Any

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """Pages; the app has no tables of its own."""

    name = "frontend"

    def ready(self) -> None:
        """Let open pages hear of sessions that end, and say how campaigns of each book are told."""
        from accounts.signals import sessions_ended  # noqa: PLC0415 - apps are there only now
        from campaigns.chronicles import spec  # noqa: PLC0415
        from frontend.books import faces  # noqa: PLC0415

        for book, face in faces().items():
            spec.tell(book, face.told)

        sessions_ended.connect(_tell, dispatch_uid="frontend.sessions")


def _tell(sessions: list[str], **_more: Any) -> None:
    from core import publisher  # noqa: PLC0415 - apps are there only now

    publisher.current.put(publisher.SESSIONS, {"type": "ended", "sessions": sessions})
