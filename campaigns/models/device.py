"""Devices that are told of what happens by Web Push."""

from django.conf import settings
from django.db import models


class Device(models.Model):
    """One browser's subscription: where its push service is, and the keys that only it can open with.

    ``session`` names the session under which it was made; it goes with it.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    session = models.CharField(max_length=64, db_index=True)
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    made_at = models.DateTimeField()
