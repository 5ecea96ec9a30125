"""What leaves the site by itself for its readers: mail, pushes to browsers, posts to channels elsewhere."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any
from unittest.mock import patch

from django.core import mail

from campaigns.models import Notification, WebhookPost
from campaigns.services.notifications import devices, templates, webhooks
from campaigns.services.notifications import email as outgoing_email
from core import web_push
from tests.secrecy.table import Reader, Table
from tests.support.worlds import undone

KINDS = ("letters", "webhooks", "devices")

PATIENCE = 3600.0
"""Seconds for a round of sending: on a busy machine none may end before all is sent."""


class Sent:
    """What leaves the site by itself for its readers: each kind is sent once, and undone. Where ``people``
    are named, what is for others is dropped unsent, which is most of it and takes long.
    """

    def __init__(self, table: Table, people: Collection[Any] | None = None) -> None:
        self.table, self._people = table, people

    @contextmanager
    def _sending(self) -> Iterator[None]:
        with undone(numbered=False):
            if self._people is not None:
                others = Notification.objects.exclude(person__in=[one.pk for one in self._people])
                others.update(state=Notification.State.DROPPED)
            yield

    def told(self, kind: str, reader: Reader) -> bytes:
        """What this reader gets of a kind."""
        return {"letters": self._mailed_to, "webhooks": self._posted, "devices": self._pushed_to}[
            kind
        ](reader)

    def _mailed_to(self, reader: Reader) -> bytes:
        """As a mailbox holds it, one letter after another."""
        address = reader.person.email if reader.person is not None else ""
        return repr([letter for to, letter in self._letters if to == [address]]).encode()

    def _posted(self, _reader: Reader) -> bytes:
        """To a webhook of the campaign by now, which is told to whoever reads there."""
        posts = WebhookPost.objects.filter(webhook__campaign__slug=self.table.slug).order_by("pk")
        found = posts.select_related("webhook__campaign", "webhook__person", "phase__campaign")
        told = [post for post in found if webhooks._is_open(post)]
        return repr([sorted(webhooks.request_of(post).items()) for post in told]).encode()

    def _pushed_to(self, reader: Reader) -> bytes:
        """To a browser in which a reader is signed in."""
        me = reader.person.pk if reader.person is not None else 0
        return repr([message for to, message in self._pushed if to.endswith(f"/{me}")]).encode()

    @cached_property
    def _letters(self) -> list[tuple[list[str], tuple[object, ...]]]:
        names: set[str] = set()
        honest = templates.name_of

        def name_of(letter: Any) -> str:
            names.add(found := honest(letter))
            return found

        with self._sending(), patch.object(templates, "name_of", name_of):
            mail.outbox.clear()
            outgoing_email.send_due(seconds=PATIENCE)
            return [(one.to, _whole(one, names)) for one in mail.outbox]

    @cached_property
    def _pushed(self) -> list[tuple[str, tuple[str, bytes]]]:
        told: list[tuple[str, tuple[str, bytes]]] = []

        def push(endpoint: str, *, message: bytes, topic: str, **_: object) -> int:
            told.append((endpoint, (topic, message)))
            return 201

        with (
            self._sending(),
            patch.object(web_push, "is_on", lambda: True),
            patch.object(web_push, "push", push),
        ):
            devices.push_due(seconds=PATIENCE)
        return told


_STOP = re.compile(r"/news/stop/[^\s>\"]+")
"""The address that ends a kind of mail bears the second in which it was signed."""


def _whole(letter: Any, names: set[str]) -> tuple[object, ...]:
    """A letter with its headers. What hangs on the time of day is cut out, and the names of letters are
    blotted: they are keyed, so that nobody can tell one from another.
    """
    headers = sorted((k, _STOP.sub("", v)) for k, v in letter.extra_headers.items())
    name = next(
        iter({known for known in names if known in dict(headers).get("Message-ID", "")}), ""
    )
    read = [(k, v.replace(name, "#" * len(name)) if name else v) for k, v in headers]
    said = _STOP.sub("", f"{letter.body}{letter.alternatives}{letter.attachments}")
    return letter.from_email, (*letter.cc, *letter.bcc), str(letter.subject), read, said
