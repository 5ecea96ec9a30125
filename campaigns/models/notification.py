"""Letters about a phase, written with the change they tell of and sent afterwards."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.device import Device
from campaigns.models.log import LogEntry
from campaigns.models.outgoing import Outgoing
from campaigns.models.phase import Phase
from campaigns.models.press import PressMessage
from campaigns.models.webhook import Webhook


class Notification(Outgoing):
    """A letter about a phase, of one of :data:`campaigns.selectors.notifications.kinds.KINDS`. Without a ``person``
    it goes to those who run the site (``ADMINS``).

    It is about at most one of a log ``entry``, a ``message`` of press and a ``webhook``. ``moment`` is the deadline of a
    reminder, or when something happened of which the log says nothing; to the second. ``nth`` counts several about the
    same.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="letters")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    #: Pushed to this device instead of mailed.
    device = models.ForeignKey(
        Device, on_delete=models.CASCADE, null=True, blank=True, related_name="letters"
    )
    kind = models.CharField(max_length=12)
    entry = models.ForeignKey(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    message = models.ForeignKey(
        PressMessage, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    moment = models.DateTimeField(null=True, blank=True)
    nth = models.PositiveIntegerField(default=0)

    class Meta:
        """One for each person, phase and thing to tell; those to be sent have an index of their own."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=[
                    *("phase", "person", "device", "kind"),
                    *("entry", "message", "webhook", "moment", "nth"),
                ],
                nulls_distinct=False,
                name="each_is_told_each_thing_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["send_at"], condition=models.Q(state="waiting"), name="letters_to_be_sent"
            ),
        ]
