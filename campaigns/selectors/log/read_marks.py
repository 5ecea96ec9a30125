"""Who may listen to the news of a campaign, and whether there was any."""

from collections.abc import Collection, Mapping

from django.db.models import Count, Q
from django.utils import timezone
from msgspec import Struct

from campaigns.models import Campaign, LogEntry, Seat, Status
from campaigns.selectors.log import log_lines
from campaigns.selectors.reader import deputies

_HOW_FAR = ("pk", "private", "log_seq", "unheld", "status", "disclosed__seq")


class Listener(Struct, frozen=True, kw_only=True):
    """Who stands how to a campaign now: the powers of each player and
    deputy, and its moderators, by id.

    ``press`` names those of the powers whose press is theirs too: of a deputy's only where press was
    named. ``log_seq`` is the number of its newest log entry, ``unheld`` how much was done in secret since.
    It is nobody's to see as a whole; :meth:`powers_of` says what it means for one reader.
    """

    private: bool
    log_seq: int
    unheld: int
    powers: dict[int, tuple[str, ...]]
    press: dict[int, frozenset[str]]
    moderators: frozenset[int]
    #: The newest entry that is shown with a delay; ``None`` where everything is shown at once.
    disclosed: int | None = None

    def behind(self, person_id: int | None) -> int | None:
        """The newest entry for one who follows with a delay; ``None`` for everybody else."""
        if person_id in self.powers or person_id in self.moderators:
            return None
        return self.disclosed

    def powers_of(self, person_id: int | None) -> tuple[str, ...] | None:
        """The powers that a reader plays; ``None`` if he may not read the campaign at all."""
        powers = self.powers.get(person_id, ()) if person_id is not None else ()
        if self.private and not powers and person_id not in self.moderators:
            return None
        return powers

    def hears(self, person_id: int | None, power: str, what: Collection[str]) -> bool:
        """Whether a reader is told what changed for one power. That something was written is told to
        those who may read it.
        """
        if power not in (self.powers_of(person_id) or ()) or person_id is None:
            return False
        return "press" not in what or power in self.press.get(person_id, ())


class Move(Struct, frozen=True, kw_only=True):
    """How far a log has come, and by how many changes since it was last looked at."""

    log_seq: int
    changes: int


def listener(slug: str) -> Listener | None:
    """Who stands how to a campaign; ``None`` if there is none of that name."""
    row = Campaign.objects.filter(slug=slug).values_list(*_HOW_FAR).first()
    if row is None:
        return None
    campaign, private, log_seq, unheld, status, disclosed = row
    if status == Status.FINISHED:
        disclosed = None
    powers: dict[int, tuple[str, ...]] = {}
    seats = Seat.objects.filter(campaign=campaign, person__isnull=False)
    for person, power in seats.values_list("person", "power"):
        powers[person] = (*powers.get(person, ()), power)
    press = {person: frozenset(own) for person, own in powers.items()}
    for row in deputies.in_force(campaign, timezone.now()):
        if row.person_id not in powers or row.power not in powers[row.person_id]:
            powers[row.person_id] = (*powers.get(row.person_id, ()), row.power)
        if row.press:
            press[row.person_id] = press.get(row.person_id, frozenset()) | {row.power}
    closed = private or disclosed is not None
    moderators = Campaign.moderators.through.objects.filter(campaign=campaign) if closed else ()
    return Listener(
        private=private,
        log_seq=log_seq,
        unheld=unheld,
        powers=powers,
        press=press,
        moderators=frozenset(row.user_id for row in moderators),
        disclosed=disclosed,
    )


def seen(slug: str, powers: Collection[str]) -> str:
    """How far the log has come for one who plays these powers, as ``CampaignPage.seen`` says it."""
    campaign = Campaign.objects.only("slug", "log_seq", "unheld", "log_key").get(slug=slug)
    return log_lines.seen(campaign, powers)


def moves(known_to: Mapping[str, int | None]) -> dict[str, Move]:
    """Of these campaigns those whose log has moved on from what is known, each with its changes.

    What one transaction wrote carries one time and counts as one change. Where nothing is known
    yet (``None``), any state is a move.
    """
    now = dict(Campaign.objects.filter(slug__in=list(known_to)).values_list("slug", "log_seq"))
    moved = {slug: seq for slug, seq in now.items() if seq != known_to[slug]}
    since = Q()
    for slug in moved:
        if (known_seq := known_to[slug]) is not None:
            since |= Q(campaign__slug=slug, seq__gt=known_seq)
    changes: dict[str, int] = {}
    if since:
        entries = LogEntry.objects.filter(since).order_by()
        changes = dict(entries.values_list("campaign__slug").annotate(Count("at", distinct=True)))
    return {slug: Move(log_seq=seq, changes=changes.get(slug, 0)) for slug, seq in moved.items()}
