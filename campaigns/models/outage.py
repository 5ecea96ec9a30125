"""The clock's own pulse, and the times when it stood still."""

from django.db import models


class Heartbeat(models.Model):
    """When the sweep last ran. A long gap means that the service was away."""

    name = models.CharField(max_length=20, primary_key=True)
    beat_at = models.DateTimeField()


class Outage(models.Model):
    """A time in which the service was away. Every campaign with a deadline gets it back."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
