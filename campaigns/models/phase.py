"""A phase: what it asked, its clock, and the states before and after, encrypted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.db import models

from campaigns.domain.clock import Clock
from campaigns.domain.deadline_steps import Step, as_data, sentence
from campaigns.models.campaign import Campaign
from campaigns.sealed.field import SealedField
from rules.kernel.serial import shaped


class PhaseRolls(msgspec.Struct, frozen=True):
    """What a phase was resolved with: its rolls, and the nonce that opens the commitment to what came of it."""

    rolls: Sequence[Any]
    nonce: str


class Phase(models.Model):
    """One phase of a campaign's line.

    ``about`` is the rulebook's description as a spectator may see it. ``opening`` is the state
    with which it began, ``state`` the state now (changed by acts done at once) and, once the
    phase is resolved, the state that came out. Both are sealed. ``revision`` names the rules by which
    it is played and read, ``rules`` is their digest (empty only for a book from outside ``rules/``).

    ``undone_at`` is when the campaign went back to this phase or an earlier one: what it was is read
    still, and nothing follows from it any more. ``again`` is the number of the phase that is played
    again by this one, from the state with which that began; 0 for most.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="phases")
    line = models.PositiveIntegerField(default=1)
    number = models.PositiveIntegerField()

    revision = models.CharField(max_length=60)
    rules = models.CharField(max_length=64, blank=True)

    key = models.CharField(max_length=60)
    family = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    turn = models.IntegerField()
    turn_title = models.CharField(max_length=120)
    asked = models.JSONField()
    about = models.JSONField()

    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    #: How the deadline came about (:class:`campaigns.domain.deadline_steps.Step`).
    due_steps = models.JSONField()
    #: From when on it may end before its deadline; empty: at once.
    early_from = models.DateTimeField(null=True, blank=True)
    grace_until = models.DateTimeField(null=True, blank=True)

    #: Where dice are thrown after the close (:mod:`campaigns.services.phases.dice_collection`): when it closed, how it will be
    #: resolved, until when links are waited for, which have come by power, and the round of the beacon with its
    #: signature.
    closed_at = models.DateTimeField(null=True, blank=True)
    closing = models.JSONField(default=dict, blank=True)
    links_until = models.DateTimeField(null=True, blank=True)
    links = models.JSONField(default=dict, blank=True)
    round = models.PositiveBigIntegerField(null=True, blank=True)
    beacon = models.TextField(blank=True)

    #: From which of the campaign's secrets the seed of its autopilots follows (:mod:`campaigns.crypto.autopilot_seeds`), counted
    #: from 1; 0 where there is none.
    seeded = models.PositiveSmallIntegerField(default=0)

    #: Until when single powers have time that were given more than the others, and until when each power that had
    #: grace had it: as ISO by power.
    longer = models.JSONField(default=dict, blank=True)
    graces = models.JSONField(default=dict, blank=True)

    undone_at = models.DateTimeField(null=True, blank=True)
    again = models.PositiveIntegerField(default=0)

    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_how = models.CharField(max_length=20, blank=True)
    headline = models.CharField(max_length=300, blank=True)
    #: What explains the headline, where there is anything to explain.
    lede = models.TextField(blank=True)
    weight = models.PositiveSmallIntegerField(default=0)

    release = models.CharField(max_length=12)
    released = models.BooleanField(default=False)

    opening = SealedField(bytes, place="opening/{campaign.slug}/{line}/{number}")
    state = SealedField(bytes, place="state/{campaign.slug}/{line}/{number}")
    rolls = SealedField(PhaseRolls, place="rolls/{campaign.slug}/{line}/{number}", null=True)
    link = models.CharField(max_length=64, blank=True)
    link_before = models.CharField(max_length=64, blank=True)

    class Meta:
        """In the order they were played."""

        ordering: ClassVar = ["line", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["campaign", "line", "number"], name="a_phase_has_one_place_in_its_line"
            ),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=models.Q(resolved_at__isnull=True, undone_at__isnull=True),
                name="one_phase_is_open",
            ),
        ]

    @property
    def times(self) -> Clock:
        """Its clock by its own fields, as if that ran; see :func:`campaigns.selectors.phase.clocks.of`."""
        return Clock(
            opened_at=self.opened_at,
            due_at=self.due_at,
            steps=self.steps,
            early_from=self.early_from,
            grace_until=self.grace_until,
            longer=_moments(self.longer),
            graces=_moments(self.graces),
        )

    def set_times(self, clock: Clock) -> None:
        """Take over what a clock has become, with what explains it. The caller saves ``CLOCK``."""
        self.due_at, self.grace_until = clock.due_at, clock.grace_until
        self.early_from = clock.early_from
        self.longer, self.graces = _plain(clock.longer), _plain(clock.graces)
        self.due_steps = as_data(clock.steps)

    @property
    def closes_at(self) -> datetime | None:
        """When the clock strikes next for this phase: its deadline, or the end of grace."""
        return self.times.closes_at

    @property
    def unsealed(self) -> list[str]:
        """The powers of which it asks something and of which nothing is sealed."""
        sealed = set(self.sheets.filter(state="sealed").values_list("power", flat=True))
        return [power for power in self.asked if power not in sealed]

    @property
    def steps(self) -> tuple[Step, ...]:
        """How the deadline came about, step by step."""
        return shaped(self.due_steps, tuple[Step, ...])

    @property
    def due_in_words(self) -> str:
        """How the deadline came about, in the language of the one who reads it."""
        return sentence(self.steps)


CLOCK = (
    "due_at",
    "due_steps",
    "early_from",
    "grace_until",
    "longer",
    "graces",
)
"""The fields of a phase in which its clock is kept."""


def _moments(told: Mapping[str, str]) -> dict[str, datetime]:
    return {power: datetime.fromisoformat(moment) for power, moment in told.items()}


def _plain(moments: Mapping[str, datetime]) -> dict[str, str]:
    return {power: moment.isoformat() for power, moment in moments.items()}
