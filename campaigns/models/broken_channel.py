"""Ways by which somebody is told, and that do not work."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.device import Device


class BrokenChannel(models.Model):
    """A person's mail, or one device of theirs, to which what was sent was refused: how many letters in a row
    were given up (``failed``), since when nothing is sent any more (``off_at``), and the last ``trouble``.

    ``address`` is a fingerprint of the mail address: another address is another channel.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    device = models.OneToOneField(
        Device, on_delete=models.CASCADE, null=True, blank=True, related_name="broken"
    )
    address = models.CharField(max_length=16, blank=True)
    failed = models.PositiveSmallIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)

    class Meta:
        """One for each person's mail."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(device__isnull=True),
                name="mail_of_a_person_is_broken_once",
            ),
        ]
