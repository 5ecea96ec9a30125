"""After a restore: a database that came back from a backup would throw dice that are known.

Whatever was played after the backup was made is gone, but not from people's memories: the links of
the dice that were published then, and the orders and nonces that were opened. So every campaign
gets a new chain, and a new secret for its autopilots' seeds, and what is sealed for its open phase is void.
All of it stands in its log, with the reason.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from campaigns import rulebooks
from campaigns.crypto import autopilot_seeds
from campaigns.models import Campaign, Restore, Status
from campaigns.rulebooks import states
from campaigns.services.log import push
from campaigns.services.log.lock import phase_in_play, require_reason
from campaigns.services.phases import phase_opening, void_seals

TOPICS: tuple[push.Topic, ...] = ("strip", "readiness", "orders", "news", "log")

_DATABASE = """
SELECT (pg_control_system()).system_identifier,
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    'campaigns_campaign'::regclass::oid
"""


@dataclass(frozen=True, slots=True)
class Renewed:
    """A campaign that got new dice, and the powers whose seals are void."""

    slug: str
    voided: tuple[str, ...]


def database_name() -> str:
    """What tells this database from the one it was restored from.

    Its server, the server's timeline (a restore to a point in time begins a new one), and the numbers
    of the database and of a table (a dump makes new ones). Where files were copied back while the
    server stood still, all of it is as it was.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DATABASE)
        return "/".join(str(part) for part in cursor.fetchone())


def last() -> Restore | None:
    """The restore of this very database that was dealt with last, or is being dealt with."""
    return Restore.objects.filter(database=database_name()).last()


@transaction.atomic(durable=True)
def begin(reason: str, *, again: bool = False) -> Restore | None:
    """The restore to deal with now: one that was broken off, else a new one.

    ``None`` if this database was dealt with already. ``again`` says that it was restored once more
    since, which cannot be seen where files were copied back. Raises ``NotNow`` without a reason.
    """
    with connection.cursor() as cursor:
        # One at a time: who comes second goes on with what the first one began.
        cursor.execute("LOCK TABLE campaigns_restore IN SHARE ROW EXCLUSIVE MODE")
    found = last()
    if found is not None and found.ended_at is None:
        return found
    if found is not None and not again:
        return None
    return Restore.objects.create(
        database=database_name(), reason=require_reason(reason), began_at=timezone.now()
    )


def left(restore: Restore) -> list[str]:
    """The slugs of the campaigns that have not got new dice yet."""
    return list(
        Campaign.objects.exclude(status=Status.FINISHED)
        .filter(restore_seen__lt=restore.pk, created_at__lte=restore.began_at)
        .order_by("pk")
        .values_list("slug", flat=True)
    )


def renew_all(restore: Restore) -> Iterator[Renewed | tuple[str, Exception]]:
    """Give every campaign that is not over new dice, each in a transaction of its own.

    One that cannot be renewed is handed out with its error and does not hold up the others. When
    none is left the restore is dealt with.
    """
    for slug in left(restore):
        try:
            if renewed := renew(slug, restore=restore):
                yield renewed
        except Exception as error:  # noqa: BLE001 - its keys or its rulebook may be gone
            yield slug, error
    if not left(restore):
        Restore.objects.filter(pk=restore.pk, ended_at=None).update(ended_at=timezone.now())


@transaction.atomic(durable=True)
def renew(slug: str, *, restore: Restore) -> Renewed | None:
    """Void a campaign's open seals, draw a new chain of dice and log both; ``None`` if that is done.

    The voided seals come before the chain in the log: so anybody sees that it was not chosen to suit
    them. Autopilots seal again after it.
    """
    campaign = Campaign.objects.select_for_update().get(slug=slug)
    if campaign.restore_seen >= restore.pk or campaign.status == Status.FINISHED:
        return None
    now, voided, phase = timezone.now(), tuple[str, ...](), None
    if campaign.status != Status.GATHERING:
        phase = phase_in_play(campaign)
        if phase.closed_at is None:
            # What closed before stays as it was closed: nobody can choose anything by it any more.
            voided = tuple(void_seals.void_seals(campaign, phase, reason=restore.reason, at=now))
    more = autopilot_seeds.renewed(campaign, phase)
    if phase is not None:
        phase.save(update_fields=["seeded"])
    phase_opening.draw_chain(campaign, at=now, reason=restore.reason, more=more)
    if phase is not None and phase.closed_at is None:
        void_seals.ask_again(campaign, phase, voided, reason=restore.reason, at=now)
        if rulebooks.is_here(campaign.rulebook, campaign.revision):  # else when they are back
            _seal_again(campaign, now)
    campaign.restore_seen = restore.pk
    push.save_and_tell(campaign, TOPICS)
    return Renewed(slug, voided)


def _seal_again(campaign: Campaign, now: datetime) -> None:
    """Have the autopilots seal for the open phase, and set the clock by what it waits for now."""
    phase = phase_in_play(campaign)
    phase_opening.seal_and_wake(campaign, phase, states.now(phase), at=now)
