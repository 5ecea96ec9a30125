"""Press: threads, the messages in them, how far a reader has read, and what was reported."""

from datetime import datetime
from typing import ClassVar

import msgspec
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField


class Agreed(msgspec.Struct, frozen=True):
    """Who, for which power, agrees that a thread is opened after the end."""

    power: str
    person: int


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """That a person in a seat may read what was said in a thread from one moment to another."""

    power: str
    person: int
    since: datetime
    until: datetime


class ThreadHead(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in a thread: its parties, its title, and who of them does not give its name.

    ``shown`` is who lets the other parties see that they have read to the end; it is seen by those who do so too.
    """

    parties: tuple[str, ...] = ()
    title: str = ""
    masked: str = ""
    agreed: tuple[Agreed, ...] = ()
    handed: tuple[Handed, ...] = ()
    shown: tuple[Agreed, ...] = ()


class PressThread(models.Model):
    """A thread of messages: between powers, the public press, or the moderators' announcements.

    Between whom it is lies sealed in ``content``; ``audience`` are tokens by which its powers find
    it (:mod:`campaigns.selectors.reader.press_access`). ``key`` is by chance, so that no number tells how many there are.
    """

    class Kind(models.TextChoices):
        """Who reads and writes in it."""

        PRIVATE = "private", _("between powers")
        PUBLIC = "public", _("public press")
        ANNOUNCED = "announced", _("announcements")

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="press")
    key = models.CharField(max_length=16)
    kind = models.CharField(max_length=9, choices=Kind)
    audience = ArrayField(models.BigIntegerField(), default=list)
    content = SealedField(ThreadHead, place="press/{campaign.slug}/{key}")

    class Meta:
        """One of each key."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "key"], name="a_thread_has_one_key"),
        ]

    @property
    def begun(self) -> bool:
        """Whether something was written in it; before that it has no row."""
        return not self._state.adding


class MessageWording(msgspec.Struct, frozen=True):
    """What a message says, or said, and since when."""

    text: str
    at: datetime


class MessageContent(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in a message. ``power`` is empty for a moderator; ``phase`` is 0 before the start, and
    belongs to the ``line`` that was played then.

    ``masked`` hides the power from everybody but its author. ``held_by`` says who held the seats
    of the parties then: if it ``opens``, all of them have to agree. ``quotes`` are log entries.
    """

    power: str
    person: int
    phase: int
    wordings: tuple[MessageWording, ...]
    masked: bool = False
    opens: bool = False
    quotes: tuple[int, ...] = ()
    held_by: dict[str, int] = {}
    line: int = 1

    @property
    def text(self) -> str:
        """What it says now."""
        return self.wordings[-1].text


class PressMessage(models.Model):
    """One message, encrypted with who wrote it and every wording that it has had."""

    thread = models.ForeignKey(PressThread, on_delete=models.PROTECT, related_name="messages")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=16)
    content = SealedField(MessageContent, place="message/{thread.campaign.slug}/{thread.key}/{key}")
    at = models.DateTimeField()

    class Meta:
        """In the order they were sent."""

        ordering: ClassVar = ["thread", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["thread", "number"], name="messages_have_an_order"),
            models.UniqueConstraint(fields=["thread", "key"], name="a_message_has_one_key"),
        ]


class PressMark(models.Model):
    """How far one reader has read a thread, and whether it is muted. ``reader`` is a token."""

    thread = models.ForeignKey(PressThread, on_delete=models.PROTECT, related_name="marks")
    reader = models.CharField(max_length=64)
    read = models.PositiveIntegerField(default=0)
    muted = models.BooleanField(default=False)

    class Meta:
        """One for each reader of a thread."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["thread", "reader"], name="a_reader_has_one_mark"),
        ]


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """What lies in a report: the message, where it stood, who it is from, and what is wrong with it."""

    thread: str
    power: str
    person: int
    reason: str
    wordings: tuple[MessageWording, ...]


class PressReport(models.Model):
    """One message that a reader has handed to those who run the site: a copy of it, and nothing else."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="press_reports")
    number = models.PositiveIntegerField()
    #: A token of message and reader: nobody reports a message twice.
    message = models.CharField(max_length=64)
    content = SealedField(Reported, place="report/{campaign.slug}/{number}")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        """Newest first."""

        ordering: ClassVar = ["-at", "-pk"]
        verbose_name = "reported message"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "number"], name="reports_have_numbers"),
            models.UniqueConstraint(fields=["campaign", "message"], name="reported_once"),
        ]

    def __str__(self) -> str:
        """By its number: what it says is not for a list."""
        return f"Report {self.number}"
