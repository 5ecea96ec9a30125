"""Everything that people and the clock do to the course of a campaign, each as one small function."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from operator import attrgetter
from typing import Any

import msgspec
from django.utils import timezone

from campaigns.errors import CampaignError
from campaigns.models import Outage
from campaigns.services.advance import end_phase
from campaigns.services.advance import sweep as clock_sweep
from campaigns.services.clock import site_extension
from campaigns.services.deadlines import (
    absences,
    emergency_pauses,
    moderation,
    nudges,
    player_extensions,
    power_extension,
)
from campaigns.services.facts import dispatch_review, dispatches, perform_act
from campaigns.services.lifecycle import campaigns, spectator_delay
from campaigns.services.orders import orders, standing_order_expiry, standing_orders
from campaigns.services.phases import dice_collection
from campaigns.services.press import press_messages, press_settings
from campaigns.services.repair import fork as campaign_fork
from campaigns.services.repair import (
    overrides,
    rollback,
    rulings,
    secret_overrides,
    upgrade_revision,
)
from campaigns.services.seats import (
    anonymity,
    deputies,
    invitations,
    moderators,
    reassign_seat,
    seats,
)
from campaigns.services.site import restore as site_restore
from campaigns.services.voting import agree
from rules.kernel.dispatch.statements import Statement
from tests.campaigns.clock.clock_states import ANSWER, HOUR, ROUND, WHY, Rules, Scene, secret
from tests.support.books.tiny_book import NAME
from tests.support.campaigns import POWERS, Passing


class Nothing(Exception):
    """There is nothing that this could be done about."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One act: its key, in which part of the table it stands, who does it, what it is, and the service that does it,
    if people call one.
    """

    key: str
    part: str
    who: str
    title: str
    service: Callable[..., Any] | None
    do: Callable[[Scene], Any]
    #: What comes before it and is not looked at.
    first: Callable[[Scene], None] | None = None
    #: A question that was put before the campaign came into its state.
    asked: str = ""


ACTS: dict[str, Act] = {}
PARTS: dict[str, str] = {
    "orders": "Orders",
    "clock": "The clock",
    "votes": "Questions to the players",
    "answers": "The last yes to a question",
    "seats": "Seats and people",
    "desk": "The desk",
    "map": "What is declared and said",
    "mending": "Mending",
    "site": "By itself, and by the site's staff",
}
"""The parts of the table, in order."""


def acts_of(part: str) -> Callable[..., None]:
    """What puts acts into this part of the table."""
    return partial(_put, part)


def _put(
    part: str,
    key: str,
    title: str,
    service: Callable[..., Any] | None,
    /,
    *,
    by: str = "",
    power: str = "",
    first: str = "",
    asked: str = "",
    do: Callable[[Scene], Any] | None = None,
    **what: Any,
) -> None:
    """``power`` is the power for which it is done, ``by`` who does it: its player, or where it is for no power the
    moderator, if nobody is named. ``what`` the service gets besides; what is a function is asked of the scene.
    ``first`` are acts that come before it, where they can be done. ``do`` does it otherwise than by that one call.
    """
    by = by or power or "moderator"

    def call(scene: Scene) -> Any:
        assert service is not None
        more = {"power": power} if power else {}
        more |= {name: one(scene) if callable(one) else one for name, one in what.items()}
        return service(scene.slug, by=scene.who(by), **more)

    who = "player" if by in POWERS else {"asked": "deputy"}.get(by, by)
    before = (lambda scene: quietly(first, scene)) if first else None
    do = do or call
    row = Act(
        key=key, part=part, who=who, title=title, service=service, do=do, first=before, asked=asked
    )
    ACTS[key] = row


def quietly(keys: str, scene: Scene) -> None:
    """Do these acts first, where they can be done."""
    for key in keys.split():
        with suppress(CampaignError, Nothing):
            ACTS[key].do(scene)
            scene.sweep()


def of(name: str) -> Callable[[Scene], Any]:
    """What the act is about, where the scene has any."""

    def found(scene: Scene) -> Any:
        return given(getattr(scene, name))

    return found


def given(value: Any) -> Any:
    if not value:
        raise Nothing
    return value


def within(**time: int) -> Callable[[Scene], Any]:
    """A moment so far from now."""
    return lambda _scene: timezone.now() + timedelta(**time)


PHASE = attrgetter("phase")


# -- Orders -----------------------------------------------------------------------------------

act = acts_of("orders")
act("draft", "Save a draft", orders.save_draft, power="south", order=NAME, phase=PHASE)
act("discard", "Discard a draft", orders.discard_draft, power="south", phase=PHASE, first="draft")
act("seal", "Seal, not as the last", orders.seal_orders, power="isle", order=NAME, phase=PHASE)
act(
    "seal_last",
    "Seal, as the last",
    orders.seal_orders,
    power="south",
    order=NAME,
    phase=PHASE,
    first="seal",
)
WEST = {"kind": "name", "valley": "west"}
act("seal_again", "Change a seal", orders.seal_orders, power="north", order=WEST, phase=PHASE)
act("unseal", "Withdraw a seal", orders.unseal, power="north", phase=PHASE)
act(
    "seal_as_deputy",
    "Seal for a player, as deputy",
    orders.seal_orders,
    by="deputy",
    power="north",
    order=NAME,
    phase=PHASE,
)
act(
    "leave_standing",
    "Leave standing orders",
    standing_orders.set_standing,
    power="south",
    order=ANSWER,
)
act(
    "end_standing",
    "Set an end to standing orders",
    standing_order_expiry.set_end,
    power="north",
    at=within(days=30),
)


# -- The clock --------------------------------------------------------------------------------


def another_policy(scene: Scene) -> Any:
    return msgspec.structs.replace(scene.campaign.policy, hours={"default": 96})


act = acts_of("clock")
act("start", "Start", campaigns.start, reason=WHY)
act("pause", "Pause", moderation.pause, reason=WHY)
act("pause_until", "Pause until a day", moderation.pause, reason=WHY, until=within(days=3))
act("resume", "Resume", moderation.resume, reason=WHY)
act("extend", "Extend", moderation.extend, hours=24, reason=WHY)
act("set_deadline", "Set an exact deadline", nudges.set_deadline, due=within(days=20), reason=WHY)
act(
    "extend_one",
    "More time for one",
    power_extension.extend_one,
    by="moderator",
    power="isle",
    hours=200,
    reason=WHY,
)
act(
    "take_extension", "Take one's own extension", player_extensions.take, power="north", phase=PHASE
)
act("emergency", "Emergency pause", emergency_pauses.pause, power="north", reason=WHY, phase=PHASE)
act("force", "Resolve now", end_phase.force, phase=PHASE, reason=WHY, silent="autopilot")
act(
    "change_policy",
    "Change the policy",
    moderation.change_policy,
    policy=another_policy,
    reason=WHY,
)
act("nudge", "Remind those who are late", nudges.nudge, reason=WHY)


# -- Questions --------------------------------------------------------------------------------

ASKS: dict[str, Callable[[Scene], Any]] = {}
"""How a question of each kind of :mod:`campaigns.domain.vote_kinds` is put."""


def ask(kind: str, title: str, service: Callable[..., Any], /, **what: Any) -> None:
    """Put a way to ask into the table, and the last yes to what is asked."""
    _put("votes", f"ask_{kind}", title, service, **what)
    ASKS[kind] = ACTS[f"ask_{kind}"].do

    def answer(scene: Scene) -> None:
        scene.answer(given(scene.questions.get(kind)))

    yes = f"yes_{kind}"
    _put("answers", yes, title, agree.agree, by="north", asked=kind, do=answer)


def propose(kind: str, title: str, /, **what: Any) -> None:
    """Northland puts a question to the others."""
    ask(kind, title, agree.propose, by="north", kind=kind, reason=WHY, **what)


propose("extend", "more time", phase=PHASE, hours=24)
propose("pause", "pause the clock", phase=PHASE)
propose("resume", "resume the clock")
propose("resolve", "resolve the phase", phase=PHASE)
propose("end", "end the campaign", phase=PHASE)
propose("seat", "replace a player", power="isle", to="bot")
ask("rules", "move on to other rules", upgrade_revision.move_on, revision="2", reason=WHY)
ask(
    "rollback",
    "go back to an earlier phase",
    rollback.roll_back,
    by="north",
    to=attrgetter("back"),
    reason=WHY,
)
ask("fork", "fork the campaign", campaign_fork.propose, by="north", phase=PHASE, reason=WHY)
ask("delay", "show it sooner", spectator_delay.set_delay, turns=0, reason=WHY)
ask("anonymity", "name the players", anonymity.set_anonymous, anonymous=False, reason=WHY)
CHANGES = [{"path": ["holders", "west"], "before": None, "after": "isle"}]
ask("override", "override a value", overrides.override, changes=CHANGES, rule="1.2", reason=WHY)
ask("ruling", "make a ruling", rulings.make, by="north", text="It counts twice.", rule="1.2")


def put_questions(scene: Scene) -> None:
    """Put a question of every kind that can be put now, and is not put yet."""
    for kind, ask in ASKS.items():
        if kind in scene.questions:
            continue
        with suppress(CampaignError):
            before = scene.campaign.consents.count()
            ask(scene)
            if scene.campaign.consents.count() > before:
                scene.questions[kind] = scene.campaign.consents.latest("number").number


def the_fork(scene: Scene) -> int:
    """The number of that question."""
    return int(given(scene.questions.get("fork")))


act = acts_of("votes")
act("take_back", "take a yes back", agree.take_back, by="north", number=the_fork, asked="fork")
act(
    "withdraw_question",
    "withdraw a question",
    agree.withdraw,
    by="north",
    number=the_fork,
    asked="fork",
)


# -- Seats ------------------------------------------------------------------------------------


def invite(scene: Scene) -> None:
    scene.invitation = invitations.invite(
        scene.slug, by=scene.moderator, power="isle", days=7, uses=1, reason=WHY
    )


act = acts_of("seats")
act(
    "go_away",
    "Announce an absence",
    absences.announce,
    by="south",
    begins=within(),
    ends=within(days=9),
)
act("come_back", "End an absence", absences.come_back, by="isle", number=of("absence"))
act("name_deputy", "Name a deputy", deputies.name, power="isle", username="newcomer", level="seal")
act("accept", "Agree to be a deputy", deputies.accept, by="asked", key=of("asked"))
act("lay_down", "Stop being a deputy", deputies.end, by="deputy", key=of("deputy"))
act("leave", "Leave a seat", seats.leave, power="isle")
act("retake", "Take one's last seat again", seats.join, by="isle", powers=["isle"], first="leave")
act("invite", "Invite to a free seat", invitations.invite, do=invite, first="leave")
act(
    "revoke",
    "Revoke an invitation",
    invitations.revoke,
    number=lambda scene: 2 if scene.invitation else 1,
    reason=WHY,
    first="leave invite",
)
act(
    "join",
    "Join by an invitation",
    seats.join,
    by="newcomer",
    powers=["isle"],
    token=lambda scene: scene.invitation or "none",
    first="leave invite",
)
FOR_ISLE = {"by": "moderator", "power": "isle", "reason": WHY}
NEW = {**FOR_ISLE, "username": "newcomer"}
assign, bot, free = reassign_seat.assign_seat, reassign_seat.seat_bot, reassign_seat.free_seat
act("assign_free", "Give a free seat to somebody", assign, **NEW, first="leave")
act("assign", "Give a player's seat to somebody", assign, **NEW)
act("seat_bot", "Give a player's seat to the autopilot", bot, **FOR_ISLE)
act("free_seat", "Free a seat", free, **FOR_ISLE)


# -- The desk ---------------------------------------------------------------------------------

act = acts_of("desk")
act("share", "Share the desk", moderators.add_moderator, username="successor", reason=WHY)
act("succeed", "Name a successor", moderators.name_successor, username="successor", reason=WHY)
act("leave_desk", "Pass the desk on", moderators.leave_desk, reason=WHY, first="succeed")
act("offer", "Offer to take the desk", moderators.offer, by="south", willing=True)


# -- The map and press ------------------------------------------------------------------------

act = acts_of("map")
act(
    "perform",
    "Do an act that takes effect at once",
    perform_act.perform_act,
    power="isle",
    act={"kind": "spy"},
    phase=PHASE,
)
ITEMS = [Statement(key="bridge", value=True)]
act("put_dispatch", "Write a dispatch", dispatches.put, power="north", items=ITEMS)
act("clear_dispatch", "Discard the draft of a dispatch", dispatches.clear, power="north")
act("declare", "Declare facts", dispatches.declare, power="north", phase=PHASE)
WAITS = of("dispatch")
act("confirm", "Confirm a dispatch", dispatch_review.confirm, power="north", dispatch=WAITS)
act(
    "dispute",
    "Dispute a dispatch",
    dispatch_review.dispute,
    power="north",
    dispatch=WAITS,
    facts={"boats": 3},
)
act("withdraw", "Withdraw a dispatch", dispatch_review.withdraw, power="south", dispatch=WAITS)
act(
    "settle",
    "Settle a disputed line",
    dispatch_review.settle,
    dispatch=WAITS,
    facts=["boats"],
    stands=True,
    reason=WHY,
    first="dispute",
)
TO = {"power": "south", "to": ["isle"]}
act("begin_thread", "Write to another power", press_messages.begin, **TO, text="Peace?")
IN = {"power": "south", "thread": of("thread")}
act("write", "Write in a thread", press_messages.write, **IN, text="Well.")
IN = {"thread": "announcements"}
act("announce", "Write an announcement", press_messages.write, **IN, text="On we go.")
act(
    "press_policy",
    "Change what press is allowed",
    press_settings.set_policy,
    allowed="public",
    anonymous=False,
    opens=False,
    reason=WHY,
)


# -- Mending ----------------------------------------------------------------------------------

act = acts_of("mending")
act("correct", "Correct facts", moderation.correct_facts, facts={"boats": 7}, reason=WHY)
act("undo_override", "Undo an override", overrides.undo, number=of("override"), reason=WHY)
act(
    "acknowledge",
    "Acknowledge an override",
    overrides.answer,
    by="north",
    number=of("override"),
    answer="acknowledged",
)
act(
    "propose_secret",
    "Propose to correct a secret value",
    secret_overrides.propose,
    power="isle",
    change=secret("east", 2, 3, power="isle"),
    reason=WHY,
)
act(
    "withdraw_secret",
    "Withdraw that proposal",
    secret_overrides.answer,
    power="south",
    key=of("proposed"),
    answer="withdraw",
)
act(
    "decide_secret",
    "Accept that proposal",
    secret_overrides.decide,
    key=of("proposed"),
    accept=True,
)
act(
    "undo_secret",
    "Take a secret correction back",
    secret_overrides.undo,
    power="south",
    key=of("corrected"),
    reason=WHY,
)
act(
    "roll_back",
    "Go back to an earlier phase",
    rollback.roll_back,
    to=attrgetter("back"),
    reason=WHY,
)
act("rule", "Make a ruling", rulings.make, text="It counts once.", rule="1.2")
act("unrule", "Withdraw a ruling", rulings.withdraw, number=1, reason=WHY)
act("delay", "Let spectators follow further behind", spectator_delay.set_delay, turns=4, reason=WHY)
act("fork", "Fork it alone", campaign_fork.fork, phase=PHASE)


# -- By itself --------------------------------------------------------------------------------


def sweep(_scene: Scene) -> None:
    clock_sweep.sweep()


def time_goes_by(scene: Scene) -> None:
    Passing.by += timedelta(days=30)
    clock_sweep.sweep()


def rules_back(scene: Scene) -> None:
    Rules.gone = ()
    clock_sweep.sweep()


def dice_come(scene: Scene) -> None:
    phase = given(scene.campaign.phase)
    dice_collection.bring_beacon(scene.campaign.pk, number=phase.round or 0, signature=ROUND)


def outage(scene: Scene) -> None:
    now = timezone.now()
    Outage.objects.create(began_at=now - HOUR, ended_at=now)
    clock_sweep.give_back(now)


def add_time(scene: Scene) -> None:
    site_extension.add(by=scene.people["staff"], key="added", hours=12, reason=WHY)
    clock_sweep.give_back(timezone.now())


def restore(scene: Scene) -> None:
    made = site_restore.begin(WHY)
    assert made is not None
    site_restore.renew(scene.slug, restore=made)


act = acts_of("site")
act("sweep", "A minute goes by", None, by="clock", do=sweep)
act("time_goes_by", "Thirty days go by", None, by="clock", do=time_goes_by)
act("rules_back", "The rules are back", None, by="clock", do=rules_back)
act("dice_come", "The dice arrive", dice_collection.bring_beacon, by="clock", do=dice_come)
act("outage", "The site was down for an hour", None, by="clock", do=outage)
act("add_time", "The staff add time", site_extension.add, by="staff", do=add_time)
act("restore", "The database is restored", None, by="staff", do=restore)
