"""What follows from an act for the clock of a campaign, in two or three words."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import connection, models
from django.utils import timezone

from campaigns.errors import CampaignError
from campaigns.models import (
    Absence,
    Campaign,
    Consent,
    Deputy,
    Dispatch,
    Invitation,
    PressMessage,
    SecretEntry,
    Sheet,
    StandingOrders,
    Status,
)
from tests.campaigns.clock.clock_acts import Act, Nothing
from tests.campaigns.clock.clock_states import Rules, Scene
from tests.support.campaigns import Passing
from tests.support.worlds import undone

STATUS = {Status.RUNNING: "runs again", Status.PAUSED: "stops", Status.WAITING: "waits"}
OF_THE_CAMPAIGN: tuple[type[models.Model], ...] = (
    Absence,
    Deputy,
    Dispatch,
    Invitation,
    SecretEntry,
    StandingOrders,
)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of an act: ``words`` for the table, or the ``refusal``; neither where there was nothing to do."""

    words: str = ""
    refusal: str = ""


class Seen(msgspec.Struct, frozen=True):
    """What there is to see of a campaign and its clock."""

    status: str
    phase: int
    line: int
    closes: tuple[Any, ...]
    ends: Any
    closed: bool
    is_due: bool
    log: tuple[int, int]
    asking: int
    campaigns: int
    sealed: int
    rest: tuple[Any, ...]


def seen(scene: Scene) -> Seen:
    """How the campaign stands."""
    campaign = Campaign.objects.select_related("phase").get(slug=scene.slug)
    phase = campaign.phase
    asking, campaigns, sealed, *rest = _rows(campaign)
    return Seen(
        status=campaign.status,
        phase=phase.number if phase else 0,
        line=campaign.line,
        closes=(phase.closes_at, dict(phase.longer)) if phase else (),
        ends=campaign.resumes_at,
        closed=bool(phase and phase.closed_at),
        is_due=campaign.wakes_at is not None and campaign.wakes_at <= timezone.now(),
        log=(campaign.log_seq, campaign.secrets),
        asking=asking,
        campaigns=campaigns,
        sealed=sealed,
        rest=tuple(rest),
    )


def _rows(campaign: Campaign) -> tuple[Any, ...]:
    """How many questions are open, how many campaigns there are, how many seals count, and by what one sees whether
    something else was written; in one statement.
    """
    sheets = f"FROM {Sheet._meta.db_table} AS row WHERE phase_id = %s"
    counts = [
        (f"FROM {Consent._meta.db_table} WHERE campaign_id = %s AND state = 'open'", campaign.pk),
        (f"FROM {Campaign._meta.db_table} WHERE 0 < %s", 1),
        (f"{sheets} AND state = 'sealed'", campaign.phase_id),
        (f"FROM {PressMessage._meta.db_table} WHERE 0 < %s", 1),
    ]
    whole = [(sheets, campaign.phase_id)] + [
        (f"FROM {model._meta.db_table} AS row WHERE campaign_id = %s", campaign.pk)
        for model in OF_THE_CAMPAIGN
    ]
    parts = [f"(SELECT count(*) {rows})" for rows, _ in counts]
    parts += [f"(SELECT md5(string_agg(row::text, '' ORDER BY id)) {rows})" for rows, _ in whole]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(parts)}", [value for _, value in counts + whole])
        return tuple(cursor.fetchone())


def follows(before: Seen, after: Seen) -> str:
    """What has changed, the greatest first."""
    if after.campaigns > before.campaigns:
        return "forks"
    if after.status == Status.FINISHED != before.status:
        return "ends it"
    if after.line > before.line:
        return "goes back" if after.phase > before.phase else "other rules"
    if after.phase > before.phase:
        return "resolves" if before.phase else "begins"
    words = []
    if after.status != before.status:
        words.append(STATUS[Status(after.status)])
    elif after.closes != before.closes:
        words.append("moves deadline")
    if after.asking > before.asking:
        words.append("asks")
    if after.sealed < before.sealed:
        words.append("voids seals")
    return ", ".join(words) or ("no effect" if unchanged(before, after) else "yes")


def unchanged(before: Seen, after: Seen) -> bool:
    """Whether an act left no trace at all."""
    return before == msgspec.structs.replace(after, is_due=before.is_due)


def outcome(act: Act, scene: Scene, at_first: Seen) -> Outcome:
    """Do it, let the clock see to what is due by it, and undo all of it; ``at_first`` is how the campaign stands."""
    by, gone, invitation = Passing.by, Rules.gone, scene.invitation
    try:
        with undone(numbered=False):
            if act.first is not None:
                act.first(scene)
            before = at_first if act.first is None else seen(scene)
            try:
                act.do(scene)
            except Nothing:
                return Outcome()
            except CampaignError as refusal:
                return Outcome(refusal=str(refusal).replace(scene.slug, "abcd2345"))
            after = seen(scene)
            if after.is_due and not before.is_due:
                scene.sweep()
                after = seen(scene)
            return Outcome(words=follows(before, after))
    finally:
        Passing.by, Rules.gone, scene.invitation = by, gone, invitation
