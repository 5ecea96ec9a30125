"""Restores: the database came back from a backup, and what was published since then is known."""

from typing import ClassVar

from django.db import models


class Restore(models.Model):
    """One restore of the database, after which every campaign gets a new chain of dice.

    ``database`` tells this database from the one it was restored from; see
    :func:`campaigns.services.site.restore.database_name`. ``ended_at`` is empty until all campaigns
    have got theirs; how far it is ``Campaign.restore_seen`` says.
    """

    database = models.CharField(max_length=120)
    reason = models.CharField(max_length=300)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """In the order they were dealt with."""

        ordering: ClassVar = ["pk"]
