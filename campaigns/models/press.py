"""Press: threads, the messages in them, how far a reader has read, and what was reported."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


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
    content = models.BinaryField()

    class Meta:
        """One of each key."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "key"], name="a_thread_has_one_key"),
        ]

    @property
    def begun(self) -> bool:
        """Whether something was written in it; before that it has no row."""
        return not self._state.adding

    @property
    def place(self) -> str:
        """What the content is bound to."""
        return self.campaign.place("press", self.key)


class PressMessage(models.Model):
    """One message, encrypted with who wrote it and every wording that it has had."""

    thread = models.ForeignKey(PressThread, on_delete=models.PROTECT, related_name="messages")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=16)
    content = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        """In the order they were sent."""

        ordering: ClassVar = ["thread", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["thread", "number"], name="messages_have_an_order"),
            models.UniqueConstraint(fields=["thread", "key"], name="a_message_has_one_key"),
        ]

    @property
    def place(self) -> str:
        """What the content is bound to."""
        return self.thread.campaign.place("message", self.thread.key, self.key)


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


class PressReport(models.Model):
    """One message that a reader has handed to those who run the site: a copy of it, and nothing else."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="press_reports")
    number = models.PositiveIntegerField()
    #: A token of message and reader: nobody reports a message twice.
    message = models.CharField(max_length=64)
    content = models.BinaryField()
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

    @property
    def place(self) -> str:
        """What the content is bound to."""
        return self.campaign.place("report", self.number)
