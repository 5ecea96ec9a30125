"""Letters about a phase, written with the change they tell of and sent afterwards."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.device import Device
from campaigns.models.phase import Phase


class Notification(models.Model):
    """A letter about a phase, of one of :data:`campaigns.selectors.notifications.kinds.KINDS`. Without a ``person``
    it goes to those who run the site (``ADMINS``).

    ``entry`` is the log entry it tells of; 0 for one that comes once in a phase; of a reminder the
    deadline and its place among the reminders; of what was done in secret how much that was by then; of a
    webhook its number; of press the key of the message's row. ``send_at`` is when to
    try next. A letter is ``dropped`` when there is nothing to tell any more, and has ``failed`` when it was refused too often; ``trouble`` says how.
    """

    class Kind(models.TextChoices):
        """What it tells."""

        ASKED = "asked", _("orders are due")
        REMINDER = "reminder", _("the deadline is near")
        MISSED = "missed", _("the deadline was missed")
        STUCK = "stuck", _("the campaign waits for its moderator")
        REVEALED = "revealed", _("a phase was resolved")
        WAITS = "waits", _("something waits")
        SECRETLY = "secretly", _("something may wait, of what is done in secret")
        VOTE = "vote", _("a question is put")
        PRESS = "press", _("there are messages to read")
        ANNOUNCED = "announced", _("the moderator announces something")
        PUBLIC = "public", _("there is public press to read")
        SEATS = "seats", _("a seat changed hands")
        ENDED = "ended", _("the campaign is over")
        CHANNEL = "channel", _("a webhook was switched off")
        VOIDED = "voided", _("a seal is void")
        STUMBLED = "stumbled", _("the phase could not be resolved")
        LACKING = "lacking", _("its rules are missing")
        NOBODY = "nobody", _("nobody has a seat any more")
        MY_SEAT = "my_seat", _("a seat is theirs now, or is no more")

    class State(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        FAILED = "failed"

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="letters")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    #: Pushed to this device instead of mailed.
    device = models.ForeignKey(
        Device, on_delete=models.CASCADE, null=True, blank=True, related_name="letters"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.ASKED)
    entry = models.PositiveBigIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    written_at = models.DateTimeField()
    send_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)

    class Meta:
        """One for each person, phase and thing to tell; those to be sent have an index of their own."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["phase", "person", "kind", "entry"],
                condition=models.Q(device__isnull=True),
                name="a_person_is_told_each_thing_once",
            ),
            models.UniqueConstraint(
                fields=["phase", "device", "kind", "entry"],
                condition=models.Q(device__isnull=False),
                name="a_device_is_told_each_thing_once",
            ),
            models.UniqueConstraint(
                fields=["phase", "kind", "entry"],
                condition=models.Q(person__isnull=True),
                name="the_site_is_told_each_thing_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["send_at"], condition=models.Q(state="waiting"), name="letters_to_be_sent"
            ),
        ]
