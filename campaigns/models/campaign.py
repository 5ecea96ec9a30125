"""The campaign itself: its rulebook, its clock and the ends of its chains."""

import secrets
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.domain.clock_policy import ClockPolicy
from campaigns.sealed.field import SealedField
from rules.kernel.serial import shaped

SLUG_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SLUG_LENGTH = 8


def new_slug() -> str:
    """A short random name for addresses, without letters that look alike."""
    return "".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH))


class Status(models.TextChoices):
    """Where a campaign is in its life."""

    GATHERING = "gathering", _("gathering players")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    WAITING = "waiting", _("waiting for the moderator")
    FINISHED = "finished", _("finished")


class Campaign(models.Model):
    """One campaign, pinned to the revision of its rulebook.

    Whoever changes anything in a campaign locks its row first; everything that must stay in
    step (the phase in play, the clock, the log's head, the dice chain) therefore stands here.
    """

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    title = models.CharField(max_length=120)
    #: Who may read: those at the table only (``private``), whoever has the address, or (``listed``)
    #: everybody, who finds it in the lobby.
    private = models.BooleanField(default=False)
    listed = models.BooleanField(default=True)
    #: So many turns behind follow those who have no seat and do not moderate, until the campaign is over.
    delay = models.PositiveSmallIntegerField(default=0)
    #: How far they may read: the campaign as it stood when this turn began.
    disclosed = models.ForeignKey(
        "campaigns.TurnStart", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: Which first game it is (:mod:`campaigns.first_games`); empty for every other campaign.
    first_game = models.CharField(max_length=40, blank=True)
    #: The people behind the seats are hidden until the end (:mod:`campaigns.selectors.reader.names`); ``named_at`` is when they
    #: agreed to be named after all.
    anonymous = models.BooleanField(default=False)
    named_at = models.DateTimeField(null=True, blank=True)
    #: In which language its people write (:mod:`campaigns.domain.languages`); empty where they have not said.
    language = models.CharField(max_length=12, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    rulebook = models.CharField(max_length=60)
    revision = models.CharField(max_length=60)
    scenario = models.CharField(max_length=60)
    variants = models.JSONField(default=dict, blank=True)
    tables = models.JSONField(default=dict, blank=True)
    #: The variant switches that were changed in play, as they are now.
    switched = models.JSONField(default=dict, blank=True)

    status = models.CharField(max_length=12, choices=Status, default=Status.GATHERING)
    status_reason = models.CharField(max_length=300, blank=True)
    moderators = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="moderated_campaigns"
    )
    #: How many questions are put to the seated people now.
    asking = models.PositiveSmallIntegerField(default=0)
    #: Nobody moderates: the seated people decide by agreement, until one of them takes the desk.
    unattended = models.BooleanField(default=False)
    #: Who gets the desk when its last moderator goes, and which players would take it.
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    standbys = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")

    clock = models.JSONField()
    #: The clock policy from the next phase on, where it is to be another; empty otherwise.
    clock_to_come = models.JSONField(default=dict, blank=True)
    #: The phase in play; once finished, the last one.
    phase = models.ForeignKey(
        "campaigns.Phase", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    line = models.PositiveIntegerField(default=1)
    #: When the clock has to look at this campaign next; empty while there is nothing to look for.
    wakes_at = models.DateTimeField(null=True, blank=True)
    #: How often the sweep has begun on the present due phase without coming to an end.
    tries = models.PositiveSmallIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True, blank=True)
    #: Whether it waited for its moderator when it was stopped.
    waited = models.BooleanField(default=False)
    #: When a pause ends by itself; empty where it does not.
    resumes_at = models.DateTimeField(null=True, blank=True)
    #: Since when the phase in play could not be resolved because something broke; empty otherwise.
    stumbled_at = models.DateTimeField(null=True, blank=True)
    #: Paused because this site did not have its rules.
    lacks_rules = models.BooleanField(default=False)
    #: Paused because nobody has a seat any more.
    lacks_players = models.BooleanField(default=False)
    #: The last outage whose lost time was given back.
    outage_seen = models.PositiveBigIntegerField(default=0)
    #: The last time added by the site's staff that it has taken.
    added_seen = models.PositiveBigIntegerField(default=0)
    #: The last restore of the database after which it got new dice.
    restore_seen = models.PositiveBigIntegerField(default=0)

    #: Its dice are given by a script and not thrown (:mod:`campaigns.as_it_happened`): it has no chain.
    dice_given = models.BooleanField(default=False)
    dice_seed = SealedField(bytes, place="dice/{slug}")
    dice_length = models.PositiveIntegerField()
    dice_used = models.PositiveIntegerField(default=0)
    dice_head = models.CharField(max_length=64)
    #: Which of the site's chains is in use, and the secret from which all follow (:mod:`campaigns.crypto.dice_chain`).
    dice_chain = models.PositiveIntegerField(default=0)
    dice_root = SealedField(bytes, place="dice-root/{slug}", null=True)
    #: When a throw is made (:mod:`campaigns.services.phases.dice_collection`), and how long it waits for what goes into it.
    dice_policy = models.CharField(max_length=12, default="prompt")
    dice_wait = models.PositiveIntegerField(default=0)
    #: The beacon that goes in: its public key, the moment of its first round, and its period in seconds.
    beacon = models.JSONField(default=dict, blank=True)

    #: From which the seeds of autopilots follow (:mod:`campaigns.crypto.autopilot_seeds`): its secrets one after the other, of which
    #: the last is in use. None where a script gives the dice.
    autopilot_secret = SealedField(bytes, place="autopilots/{slug}", null=True)

    #: The public key of the site that the log named last, and the seats' keys that are in force or will be
    #: from a phase on, by power (:mod:`campaigns.crypto.signing`).
    site_key = models.CharField(max_length=64, blank=True)
    keys_of_seats = models.JSONField(default=dict, blank=True)
    #: The moment of the last log entry; none is earlier than the one before it.
    log_at = models.DateTimeField(null=True, blank=True)

    log_seq = models.PositiveBigIntegerField(default=0)
    log_lines = models.PositiveBigIntegerField(default=0)
    log_hash = models.CharField(max_length=64, blank=True)
    #: The keys of what the log holds in secret and of its audiences (:mod:`campaigns.crypto.secret_log`).
    log_key = SealedField(bytes, place="log/{slug}")
    #: How much was done in secret, in all and since the last log entry. Nobody is shown either.
    secrets = models.PositiveBigIntegerField(default=0)
    unheld = models.PositiveIntegerField(default=0)

    #: The deputyship in whose name something is being written in this transaction, if it is; no column.
    acting: Any = None

    class Meta:
        """The sweep looks for due campaigns; the lobby for recent ones of each status."""

        indexes: ClassVar = [
            models.Index(
                fields=["wakes_at"],
                name="campaigns_that_will_wake",
                condition=models.Q(wakes_at__isnull=False),
            ),
            models.Index(
                fields=["rulebook", "revision"],
                name="campaigns_without_their_rules",
                condition=models.Q(lacks_rules=True),
            ),
            models.Index(
                fields=["tries", "-wakes_at"],
                name="campaigns_tried_before",
                condition=models.Q(tries__gt=0),
            ),
            models.Index(
                fields=["resumes_at"],
                name="campaigns_that_resume",
                condition=models.Q(resumes_at__isnull=False),
            ),
            models.Index(
                fields=["stumbled_at"],
                name="campaigns_that_stumbled",
                condition=models.Q(stumbled_at__isnull=False),
            ),
            models.Index(
                fields=["outage_seen"],
                name="campaigns_with_a_clock",
                condition=models.Q(wakes_at__isnull=False),
            ),
            models.Index(
                fields=["added_seen"],
                name="campaigns_that_take_time",
                condition=models.Q(wakes_at__isnull=False),
            ),
            models.Index(
                fields=["private", "status", "-created_at"], name="campaigns_in_the_lobby"
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(status__in=("running", "waiting"))
                | models.Q(wakes_at__isnull=True),
                name="only_a_campaign_in_play_has_a_clock",
            ),
            models.CheckConstraint(
                condition=models.Q(dice_used__lte=models.F("dice_length")),
                name="no_more_links_than_the_chain_has",
            ),
        ]

    def __str__(self) -> str:
        """The title, for the admin."""
        return self.title

    @property
    def policy(self) -> ClockPolicy:
        """The clock policy by which the phase in play is played, as a record."""
        return shaped(self.clock, ClockPolicy, strict=False)

    @policy.setter
    def policy(self, policy: ClockPolicy) -> None:
        self.clock = msgspec.to_builtins(policy)

    @property
    def last_policy(self) -> ClockPolicy:
        """The policy that was chosen last: it holds from the next phase on, where another is in force now."""
        return shaped(self.clock_to_come or self.clock, ClockPolicy, strict=False)

    def choose_policy(self, policy: ClockPolicy, *, at_once: bool) -> None:
        """Choose a policy for the next phase, or ``at_once``."""
        chosen = msgspec.to_builtins(policy)
        self.clock_to_come = {} if at_once or chosen == self.clock else chosen
        if at_once:
            self.clock = chosen

    def begin_policy(self) -> None:
        """A phase opens: the policy that was chosen for it holds."""
        if self.clock_to_come:
            self.clock, self.clock_to_come = self.clock_to_come, {}

    @property
    def invite_token(self) -> str:
        """The token of the newest invitation to any free seat that still holds, if there is one."""
        now = timezone.now()
        open_ones = self.invitations.filter(power="", closed_at=None).order_by("-number")
        return next((made.token for made in open_ones if made.is_good(now)), "")
