"""Questions put to the people of a campaign, and who has agreed."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class Consent(models.Model):
    """Something that the seated people of a campaign are asked to agree to.

    ``kind`` says what is carried out when they do, ``about`` with what (plain data of that kind).
    Who is asked stands in the voices, and with ``needed`` it is settled when the question is put:
    so many of them must say yes. Silence is no answer, and nobody is asked twice for holding two
    seats. A question lapses when seats, or who moderates, change under it.
    """

    class State(models.TextChoices):
        """What became of it."""

        OPEN = "open", _("open")
        CARRIED = "carried", _("agreed and carried out")
        LAPSED = "lapsed", _("lapsed")
        WITHDRAWN = "withdrawn", _("withdrawn")

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="consents")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    about = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    needed = models.PositiveSmallIntegerField()
    #: How ``needed`` came about (:mod:`campaigns.domain.vote_kinds`).
    threshold = models.CharField(max_length=12)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Counted up within a campaign."""

        ordering: ClassVar = ["campaign", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "number"], name="questions_of_a_campaign_have_numbers"
            ),
        ]


class Voice(models.Model):
    """One person who is asked, and when they agreed.

    ``powers`` are those they held when they were asked. ``alone`` is the voice of the one whose
    seat it is: they have no vote, but with their yes nobody else need agree.
    """

    consent = models.ForeignKey(Consent, on_delete=models.PROTECT, related_name="voices")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    powers = ArrayField(models.CharField(max_length=40))
    alone = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A person is asked once."""

        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["consent", "person"], name="a_person_has_one_voice"),
        ]
