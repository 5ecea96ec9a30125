"""Founding a campaign and starting it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.crypto import beacon
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.entries.seats import SeatAutomated
from campaigns.domain.languages import require_tongue
from campaigns.errors import NotOnTheMenu, OrderRefused
from campaigns.models import Campaign, Status
from campaigns.proofs import dice_links
from campaigns.services.lifecycle import founding
from campaigns.services.lifecycle.spectator_delay import require_turns
from campaigns.services.log import entries, push
from campaigns.services.log.lock import (
    locked_for_moderator,
    require_account,
    require_status,
    why_of,
)
from campaigns.services.log.service import service
from core.input_limits import plain_data
from rules.kernel.errors import RulesError


@service("found")
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
    anonymous: bool = False,
    dice: str = dice_links.PROMPT,
    dice_wait_hours: float = 24,
    language: str = "",
    take: Sequence[str] = (),
    bots: Sequence[str] = (),
) -> str:
    """Found a campaign with ``by`` as its moderator, and return its slug.

    ``take`` are powers that ``by`` plays himself, ``bots`` seats for the autopilot. A campaign that is
    not ``listed`` is read by whoever has its address, a ``private`` one by those at the table;
    others follow ``delay`` turns behind. In an ``anonymous`` one the people behind the seats are hidden
    until its end. ``dice`` says when dice are thrown (:mod:`campaigns.crypto.dice_chain`): ``prompt``, ``close`` (links
    are waited for ``dice_wait_hours`` at most) or ``beacon``, where the site has one.
    ``language`` is the one in which its people write (:mod:`campaigns.domain.languages`).
    Raises ``NotOnTheMenu`` for a scenario, switch, power, table or language that does not exist.
    """
    require_account(by)
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
        anonymous=anonymous,
        **_dice(dice, dice_wait_hours),
        language=require_tongue(language),
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


@service()
def start(slug: str, *, by: Any, reason: str | None = None) -> None:
    """Begin play: seats still free go to the autopilot, invitations lapse, the first phase opens.

    Moderators only. Starting twice changes nothing.
    """
    campaign = locked_for_moderator(slug, by)
    if campaign.status in (Status.RUNNING, Status.PAUSED, Status.WAITING):
        return
    require_status(campaign, Status.GATHERING)
    why = why_of(reason)
    now = timezone.now()
    for seat in campaign.seats.filter(person__isnull=True, bot=False):
        seat.bot = True
        seat.save(update_fields=["bot"])
        entries.append(
            campaign, SeatAutomated(), at=now, actor="moderator", person=by, power=seat.power
        )
    founding.begin(campaign, by=by, actor="moderator", at=now, why=why)
    push.changed(slug, push.EVERYTHING)


MOST_WAIT_HOURS = 24 * 14


def _dice(policy: str, hours: float) -> dict[str, Any]:
    """When dice are thrown, as the campaign keeps it."""
    if policy not in dice_links.POLICIES:
        raise NotOnTheMenu(
            _("Dice are not thrown %(policy)r.") % {"policy": policy},
            field="dice",
            remedy=_("There are: %(known)s.") % {"known": ", ".join(dice_links.POLICIES)},
        )
    if policy == dice_links.AFTER_CLOSE and not 0 < hours <= MOST_WAIT_HOURS:
        raise NotOnTheMenu(
            _("Links are waited for between 1 and %(most)s hours.") % {"most": MOST_WAIT_HOURS},
            field="dice_wait_hours",
        )
    rounds = beacon.configured() if policy == dice_links.BEACON else {}
    if policy == dice_links.BEACON and not rounds:
        raise NotOnTheMenu(
            _("This site has no beacon."),
            field="dice",
            remedy=_("Have the dice thrown at once, or after the close."),
        )
    wait = round(hours * 3600) if policy == dice_links.AFTER_CLOSE else 0
    return {"dice_policy": policy, "dice_wait": wait, "beacon": rounds}


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
            _("%(title)s has no scenario %(scenario)r.")
            % {"title": book.title, "scenario": scenario},
            field="scenario",
            remedy=_("There are: %(known)s.") % {"known": known},
        )
    for key, value in variants.items():
        switch = book.switches.get(key)
        if switch is None or value not in switch.choices:
            raise NotOnTheMenu(
                _("%(title)s has no switch %(key)r with the choice %(value)r.")
                % {"title": book.title, "key": key, "value": value},
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
