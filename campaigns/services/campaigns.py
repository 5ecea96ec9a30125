"""Founding a campaign and starting it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from campaigns import push, rulebooks
from campaigns.deadlines import ClockPolicy
from campaigns.errors import NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, Status
from campaigns.services import founding, log
from campaigns.services.delaying import require_turns
from campaigns.services.locking import locked, require_moderator, require_person, require_status
from campaigns.services.once import writing
from campaigns.services.pacing import paced
from config.serving.untrusted import plain_data
from rules.kernel.errors import RulesError


@paced("found")
@writing()
def create_campaign(
    *,
    by: Any,
    rulebook: str,
    scenario: str,
    title: str,
    variants: Mapping[str, str] | None = None,
    tables: Mapping[str, Any] | None = None,
    policy: ClockPolicy | None = None,
    private: bool = False,
    listed: bool = True,
    delay: int = 0,
    take: Sequence[str] = (),
    bots: Sequence[str] = (),
) -> str:
    """Found a campaign with ``by`` as its moderator, and return its slug.

    ``take`` are powers that ``by`` plays himself, ``bots`` seats for the autopilot. A campaign that is
    not ``listed`` is read by whoever has its address, a ``private`` one by those at the table;
    others follow ``delay`` turns behind.
    Raises ``NotOnTheMenu`` for a scenario, switch, power or table that does not exist.
    """
    require_person(by)
    book = rulebooks.load(rulebook)
    policy = policy or ClockPolicy()
    chosen = _check(book, scenario, variants or {}, policy, title)
    seats = book.scenarios[scenario].seats
    founding.require_seats(seats, (*take, *bots))
    _opening_state(book, scenario, chosen, plain_data(tables or {}))

    now = timezone.now()
    campaign = Campaign(
        title=" ".join(title.split()),
        private=private,
        listed=listed and not private,
        delay=require_turns(delay),
        created_at=now,
        rulebook=book.key,
        revision=book.revision,
        scenario=scenario,
        variants=chosen,
        tables=dict(tables or {}),
    )
    campaign.policy = policy
    founding.found(
        campaign,
        founding.seated(seats, by, take=take, bots=bots),
        by=by,
        actor="moderator",
        moderators=(by,),
        at=now,
    )
    return campaign.slug


@writing()
def start(slug: str, *, by: Any) -> None:
    """Begin play: seats still free go to the autopilot, invitations lapse, the first phase opens.

    Moderators only. Starting twice changes nothing.
    """
    campaign = locked(slug)
    require_moderator(campaign, by)
    if campaign.status in (Status.RUNNING, Status.PAUSED, Status.WAITING):
        return
    require_status(campaign, Status.GATHERING)
    now = timezone.now()
    for seat in campaign.seats.filter(person__isnull=True, bot=False):
        seat.bot = True
        seat.save(update_fields=["bot"])
        log.append(campaign, "seat.bot", at=now, actor="moderator", person=by, power=seat.power)
    founding.begin(campaign, by=by, actor="moderator", at=now)
    push.changed(slug, push.EVERYTHING)


def _check(
    book: rulebooks.Book,
    scenario: str,
    variants: Mapping[str, str],
    policy: ClockPolicy,
    title: str,
) -> dict[str, str]:
    """The switches with their defaults filled in, once everything is found in order."""
    founding.require_title(title)
    if scenario not in book.scenarios:
        known = ", ".join(book.scenarios)
        raise NotOnTheMenu(
            f"{book.title} has no scenario {scenario!r}.",
            field="scenario",
            remedy=f"There are: {known}.",
        )
    for key, value in variants.items():
        switch = book.switches.get(key)
        if switch is None or value not in switch.choices:
            raise NotOnTheMenu(
                f"{book.title} has no switch {key!r} with the choice {value!r}.",
                field=f"variants.{key}",
            )
    if problems := policy.problems():
        raise OrderRefused(problems)
    return {key: variants.get(key, switch.default) for key, switch in book.switches.items()}


def _opening_state(
    book: rulebooks.Book, scenario: str, variants: Mapping[str, str], tables: Mapping[str, Any]
) -> Any:
    try:
        return book.start(scenario, variants, tables)
    except RulesError as error:
        raise NotOnTheMenu(
            error.message, rule=error.rule, field="tables", remedy=error.remedy
        ) from error
