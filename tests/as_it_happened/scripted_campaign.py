"""Playing a script as a campaign: every step through the services that people use, with the dice given.

Such a campaign says of itself that its dice are given, in its founding and with every entry that has any,
and no clock and no moderator moves it on: only its script does.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns import rulebooks
from campaigns.as_it_happened.script import Script
from campaigns.crypto import dice_chain
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Phase
from campaigns.rulebooks import states
from campaigns.rulebooks.simulation import ScriptStops
from campaigns.services.advance import resolve
from campaigns.services.facts import apply_act
from campaigns.services.lifecycle import founding
from campaigns.services.log.lock import locked, phase_in_play, require_person
from campaigns.services.orders import orders
from campaigns.services.voting import agree
from rules.kernel.serial import canonical
from tests.as_it_happened import playing
from tests.as_it_happened.playing import Step

POLICY = ClockPolicy(
    hours={"default": 336}, missed="autopilot", advance="deadline_only", votes={"end": "all"}
)
"""A far deadline that nobody waits for; and the only person at the table may end it."""


def play_script(script: Script, *, by: Any) -> str:
    """Play a script to its end as a campaign of its own, in which ``by`` has every seat; returns its slug.

    Each step is compared with what the rules alone made of it (:mod:`tests.as_it_happened.playing`).
    Raises ``ScriptStops``, and whatever the services refuse.
    """
    steps = list(playing.play(script))
    found(script, by=by)
    for number, step in enumerate(steps, 1):
        with dice_chain.giving(step.dice):
            _take(script, step, by, last=number == len(steps))
        _compare(script, step)
    return script.slug


@transaction.atomic(durable=True)
def found(script: Script, *, by: Any) -> None:
    """Found the campaign of a script under its own address."""
    require_person(by)
    book = rulebooks.load(script.rulebook, script.revision)
    seats = book.scenarios[script.scenario].seats
    now = timezone.now()
    switches = {key: switch.default for key, switch in book.switches.items()}
    campaign = Campaign(
        slug=script.slug,
        title=founding.require_title(script.title),
        created_at=now,
        rulebook=book.key,
        revision=script.revision,
        scenario=script.scenario,
        variants={**switches, **script.variants},
        tables=dict(script.tables),
        dice_given=True,
    )
    campaign.policy = POLICY
    founding.found(
        campaign,
        founding.seated(seats, by, take=seats, bots=()),
        by=by,
        actor="moderator",
        moderators=(by,),
        at=now,
    )
    founding.begin(campaign, by=by, actor="moderator", at=now)


def _take(script: Script, step: Step, by: Any, *, last: bool) -> None:
    """One step: an act, or the seals of a phase and its resolution."""
    if step.what == "act":
        ((power, order),) = step.orders.items()
        with transaction.atomic(durable=True):
            apply_act.carry_out(locked(script.slug), by=by, power=power, act=order)
        return
    number = _open(script).number
    for power, order in step.orders.items():
        orders.seal_orders(script.slug, by=by, power=power, order=order, phase=number)
    if last and step.state.ending is None:
        agree.propose(script.slug, by=by, kind="end", reason=script.end, phase=number)
        return
    with transaction.atomic(durable=True):
        campaign = locked(script.slug)
        phase = phase_in_play(campaign)
        resolve.resolve(campaign, phase, states.now(phase), how="ready", now=timezone.now())


def _open(script: Script) -> Phase:
    return phase_in_play(Campaign.objects.get(slug=script.slug))


def _compare(script: Script, step: Step) -> None:
    """The campaign stands where the rules alone came to."""
    if canonical(states.now(_open(script))) != canonical(step.state):
        raise ScriptStops(
            f"{step.turn}, {step.phase}: the campaign is not where the rules alone came to."
        )
