"""Everything that people and the clock do to the course of a campaign, each as one small function."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
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
from tests.support.campaigns import Passing


class Nothing(Exception):
    """There is nothing that this could be done about."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One act: its key, in which part of the table it stands, who does it, what it is, and the services that it
    calls.
    """

    key: str
    part: str
    who: str
    title: str
    services: tuple[str, ...]
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


def act(
    part: str,
    who: str,
    title: str,
    *services: str,
    first: Callable[[Scene], None] | None = None,
    asked: str = "",
) -> Callable[[Callable[[Scene], Any]], Callable[[Scene], Any]]:
    """Put a function into the table."""

    def put(do: Callable[[Scene], Any]) -> Callable[[Scene], Any]:
        key = do.__name__
        ACTS[key] = Act(
            key=key,
            part=part,
            who=who,
            title=title,
            services=services,
            do=do,
            first=first,
            asked=asked,
        )
        return do

    return put


def given(value: Any) -> Any:
    """What the act is about, where there is anything."""
    if not value:
        raise Nothing
    return value


# -- Orders -----------------------------------------------------------------------------------


@act("orders", "player", "Save a draft", "orders.save_draft")
def draft(scene: Scene) -> None:
    south = scene.player("south")
    orders.save_draft(scene.slug, by=south, power="south", order=NAME, phase=scene.phase)


@act(
    "orders",
    "player",
    "Discard a draft",
    "orders.discard_draft",
    first=lambda scene: quietly(draft, scene),
)
def discard(scene: Scene) -> None:
    orders.discard_draft(scene.slug, by=scene.player("south"), power="south", phase=scene.phase)


@act("orders", "player", "Seal, not as the last", "orders.seal_orders")
def seal(scene: Scene) -> None:
    scene.seal("isle")


@act(
    "orders",
    "player",
    "Seal, as the last",
    "orders.seal_orders",
    first=lambda scene: quietly(seal, scene),
)
def seal_last(scene: Scene) -> None:
    scene.seal("south")


@act("orders", "player", "Change a seal", "orders.seal_orders")
def seal_again(scene: Scene) -> None:
    scene.seal("north", {"kind": "name", "valley": "west"})


@act("orders", "player", "Withdraw a seal", "orders.unseal")
def unseal(scene: Scene) -> None:
    orders.unseal(scene.slug, by=scene.player("north"), power="north", phase=scene.phase)


@act("orders", "deputy", "Seal for a player, as deputy", "orders.seal_orders")
def seal_as_deputy(scene: Scene) -> None:
    orders.seal_orders(
        scene.slug, by=scene.people["deputy"], power="north", order=NAME, phase=scene.phase
    )


@act("orders", "player", "Leave standing orders", "standing.set_standing")
def leave_standing(scene: Scene) -> None:
    standing_orders.set_standing(scene.slug, by=scene.player("south"), power="south", order=ANSWER)


@act("orders", "player", "Set an end to standing orders", "expiring.set_end")
def end_standing(scene: Scene) -> None:
    north, ends = scene.player("north"), timezone.now() + timedelta(days=30)
    standing_order_expiry.set_end(scene.slug, by=north, power="north", at=ends)


# -- The clock --------------------------------------------------------------------------------


@act("clock", "moderator", "Start", "campaigns.start")
def start(scene: Scene) -> None:
    campaigns.start(scene.slug, by=scene.moderator, reason=WHY)


@act("clock", "moderator", "Pause", "moderating.pause")
def pause(scene: Scene) -> None:
    moderation.pause(scene.slug, by=scene.moderator, reason=WHY)


@act("clock", "moderator", "Pause until a day", "moderating.pause")
def pause_until(scene: Scene) -> None:
    until = timezone.now() + timedelta(days=3)
    moderation.pause(scene.slug, by=scene.moderator, reason=WHY, until=until)


@act("clock", "moderator", "Resume", "moderating.resume")
def resume(scene: Scene) -> None:
    moderation.resume(scene.slug, by=scene.moderator, reason=WHY)


@act("clock", "moderator", "Extend", "moderating.extend")
def extend(scene: Scene) -> None:
    moderation.extend(scene.slug, by=scene.moderator, hours=24, reason=WHY)


@act("clock", "moderator", "Set an exact deadline", "nudging.set_deadline")
def set_deadline(scene: Scene) -> None:
    due = timezone.now() + timedelta(days=20)
    nudges.set_deadline(scene.slug, by=scene.moderator, due=due, reason=WHY)


@act("clock", "moderator", "More time for one", "more_time.extend_one")
def extend_one(scene: Scene) -> None:
    power_extension.extend_one(scene.slug, by=scene.moderator, power="isle", hours=200, reason=WHY)


@act("clock", "player", "Take one's own extension", "extensions.take")
def take_extension(scene: Scene) -> None:
    player_extensions.take(scene.slug, by=scene.player("north"), power="north", phase=scene.phase)


@act("clock", "player", "Emergency pause", "emergencies.pause")
def emergency(scene: Scene) -> None:
    north = scene.player("north")
    emergency_pauses.pause(scene.slug, by=north, power="north", reason=WHY, phase=scene.phase)


@act("clock", "moderator", "Resolve now", "moderating.force")
def force(scene: Scene) -> None:
    end_phase.force(
        scene.slug, by=scene.moderator, phase=scene.phase, reason=WHY, silent="autopilot"
    )


@act("clock", "moderator", "Change the policy", "moderating.change_policy")
def change_policy(scene: Scene) -> None:
    policy = msgspec.structs.replace(scene.campaign.policy, hours={"default": 96})
    moderation.change_policy(scene.slug, by=scene.moderator, policy=policy, reason=WHY)


@act("clock", "moderator", "Remind those who are late", "nudging.nudge")
def nudge(scene: Scene) -> None:
    nudges.nudge(scene.slug, by=scene.moderator, reason=WHY)


# -- Questions --------------------------------------------------------------------------------

ASKS: dict[str, Callable[[Scene], Any]] = {}
"""How a question of each kind of :mod:`campaigns.domain.vote_kinds` is put."""


def asks(
    kind: str, who: str, title: str, *services: str
) -> Callable[[Callable[[Scene], Any]], None]:
    """Put a way to ask into the table, and the last yes to what is asked."""

    def put(do: Callable[[Scene], Any]) -> None:
        ASKS[kind] = do
        act("votes", who, title, *services)(do)
        ACTS[f"yes_{kind}"] = Act(
            key=f"yes_{kind}",
            part="answers",
            who="player",
            title=title,
            services=("consenting.agree",),
            do=lambda scene: scene.answer(given(scene.questions.get(kind))),
            asked=kind,
        )

    return put


def proposes(kind: str, **more: Any) -> Callable[[Scene], Any]:
    """Northland puts a question to the others."""

    def put(scene: Scene) -> None:
        agree.propose(
            scene.slug,
            by=scene.player("north"),
            kind=kind,
            reason=WHY,
            **({} if kind in ("resume", "seat") else {"phase": scene.phase}),
            **more,
        )

    put.__name__ = f"ask_{kind}"
    return put


asks("extend", "player", "more time", "consenting.propose")(proposes("extend", hours=24))
asks("pause", "player", "pause the clock", "consenting.propose")(proposes("pause"))
asks("resume", "player", "resume the clock", "consenting.propose")(proposes("resume"))
asks("resolve", "player", "resolve the phase", "consenting.propose")(proposes("resolve"))
asks("end", "player", "end the campaign", "consenting.propose")(proposes("end"))
asks("seat", "player", "replace a player", "consenting.propose")(
    proposes("seat", power="isle", to="bot")
)


@asks("rules", "moderator", "move on to other rules", "moving_on.move_on")
def ask_rules(scene: Scene) -> None:
    upgrade_revision.move_on(scene.slug, by=scene.moderator, revision="2", reason=WHY)


@asks("rollback", "player", "go back to an earlier phase", "rolling_back.roll_back")
def ask_rollback(scene: Scene) -> None:
    rollback.roll_back(scene.slug, by=scene.player("north"), to=scene.back, reason=WHY)


@asks("fork", "player", "fork the campaign", "forking.propose")
def ask_fork(scene: Scene) -> None:
    campaign_fork.propose(scene.slug, by=scene.player("north"), phase=scene.phase, reason=WHY)


@asks("delay", "moderator", "show it sooner", "delaying.set_delay")
def ask_delay(scene: Scene) -> None:
    spectator_delay.set_delay(scene.slug, by=scene.moderator, turns=0, reason=WHY)


@asks("anonymity", "moderator", "name the players", "anonymity.set_anonymous")
def ask_anonymity(scene: Scene) -> None:
    anonymity.set_anonymous(scene.slug, by=scene.moderator, anonymous=False, reason=WHY)


@asks("override", "moderator", "override a value", "overriding.override")
def ask_override(scene: Scene) -> None:
    change = {"path": ["holders", "west"], "before": None, "after": "isle"}
    overrides.override(scene.slug, by=scene.moderator, changes=[change], rule="1.2", reason=WHY)


@asks("ruling", "player", "make a ruling", "rulings.make")
def ask_ruling(scene: Scene) -> None:
    rulings.make(scene.slug, by=scene.player("north"), text="It counts twice.", rule="1.2")


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


@act("votes", "player", "take a yes back", "consenting.take_back", asked="fork")
def take_back(scene: Scene) -> None:
    number = given(scene.questions.get("fork"))
    agree.take_back(scene.slug, by=scene.player("north"), number=number)


@act("votes", "player", "withdraw a question", "consenting.withdraw", asked="fork")
def withdraw_question(scene: Scene) -> None:
    number = given(scene.questions.get("fork"))
    agree.withdraw(scene.slug, by=scene.player("north"), number=number)


# -- Seats ------------------------------------------------------------------------------------


def quietly(do: Callable[[Scene], Any], scene: Scene) -> None:
    """Do something first, where it can be done."""
    with suppress(CampaignError, Nothing):
        do(scene)
        scene.sweep()


@act("seats", "player", "Announce an absence", "being_away.announce")
def go_away(scene: Scene) -> None:
    begins = timezone.now()
    south, ends = scene.player("south"), begins + timedelta(days=9)
    absences.announce(scene.slug, by=south, begins=begins, ends=ends)


@act("seats", "player", "End an absence", "being_away.come_back")
def come_back(scene: Scene) -> None:
    absences.come_back(scene.slug, by=scene.player("isle"), number=given(scene.absence))


@act("seats", "player", "Name a deputy", "standing_in.name")
def name_deputy(scene: Scene) -> None:
    deputies.name(
        scene.slug, by=scene.player("isle"), power="isle", username="newcomer", level="seal"
    )


@act("seats", "deputy", "Agree to be a deputy", "standing_in.accept")
def accept(scene: Scene) -> None:
    deputies.accept(scene.slug, by=scene.people["asked"], key=given(scene.asked))


@act("seats", "deputy", "Stop being a deputy", "standing_in.end")
def lay_down(scene: Scene) -> None:
    deputies.end(scene.slug, by=scene.people["deputy"], key=given(scene.deputy))


@act("seats", "player", "Leave a seat", "seats.leave")
def leave(scene: Scene) -> None:
    seats.leave(scene.slug, by=scene.player("isle"), power="isle")


@act(
    "seats",
    "player",
    "Take one's last seat again",
    "seats.join",
    first=lambda scene: quietly(leave, scene),
)
def retake(scene: Scene) -> None:
    seats.join(scene.slug, by=scene.player("isle"), powers=["isle"])


@act(
    "seats",
    "moderator",
    "Invite to a free seat",
    "invitations.invite",
    first=lambda scene: quietly(leave, scene),
)
def invite(scene: Scene) -> None:
    scene.invitation = invitations.invite(
        scene.slug, by=scene.moderator, power="isle", days=7, uses=1, reason=WHY
    )


@act(
    "seats",
    "moderator",
    "Revoke an invitation",
    "invitations.revoke",
    first=lambda scene: quietly(invite_first, scene),
)
def revoke(scene: Scene) -> None:
    number = 2 if scene.invitation else 1
    invitations.revoke(scene.slug, by=scene.moderator, number=number, reason=WHY)


def invite_first(scene: Scene) -> None:
    quietly(leave, scene)
    invite(scene)


@act(
    "seats",
    "newcomer",
    "Join by an invitation",
    "seats.join",
    first=lambda scene: quietly(invite_first, scene),
)
def join(scene: Scene) -> None:
    newcomer = scene.people["newcomer"]
    seats.join(scene.slug, by=newcomer, powers=["isle"], token=scene.invitation or "none")


@act(
    "seats",
    "moderator",
    "Give a free seat to somebody",
    "reseating.assign_seat",
    first=lambda scene: quietly(leave, scene),
)
def assign_free(scene: Scene) -> None:
    reassign_seat.assign_seat(
        scene.slug, by=scene.moderator, power="isle", username="newcomer", reason=WHY
    )


@act("seats", "moderator", "Give a player's seat to somebody", "reseating.assign_seat")
def assign(scene: Scene) -> None:
    reassign_seat.assign_seat(
        scene.slug, by=scene.moderator, power="isle", username="newcomer", reason=WHY
    )


@act("seats", "moderator", "Give a player's seat to the autopilot", "reseating.seat_bot")
def seat_bot(scene: Scene) -> None:
    reassign_seat.seat_bot(scene.slug, by=scene.moderator, power="isle", reason=WHY)


@act("seats", "moderator", "Free a seat", "reseating.free_seat")
def free_seat(scene: Scene) -> None:
    reassign_seat.free_seat(scene.slug, by=scene.moderator, power="isle", reason=WHY)


# -- The desk ---------------------------------------------------------------------------------


@act("desk", "moderator", "Share the desk", "desks.add_moderator")
def share(scene: Scene) -> None:
    moderators.add_moderator(scene.slug, by=scene.moderator, username="successor", reason=WHY)


@act("desk", "moderator", "Name a successor", "desks.name_successor")
def succeed(scene: Scene) -> None:
    moderators.name_successor(scene.slug, by=scene.moderator, username="successor", reason=WHY)


@act(
    "desk",
    "moderator",
    "Pass the desk on",
    "desks.leave_desk",
    first=lambda scene: quietly(succeed, scene),
)
def leave_desk(scene: Scene) -> None:
    moderators.leave_desk(scene.slug, by=scene.moderator, reason=WHY)


@act("desk", "player", "Offer to take the desk", "desks.offer")
def offer(scene: Scene) -> None:
    moderators.offer(scene.slug, by=scene.player("south"), willing=True)


# -- The map and press ------------------------------------------------------------------------


@act("map", "player", "Do an act that takes effect at once", "acts.perform_act")
def perform(scene: Scene) -> None:
    isle, spy = scene.player("isle"), {"kind": "spy"}
    perform_act.perform_act(scene.slug, by=isle, power="isle", act=spy, phase=scene.phase)


@act("map", "player", "Write a dispatch", "dispatches.put")
def put_dispatch(scene: Scene) -> None:
    items = [Statement(key="bridge", value=True)]
    dispatches.put(scene.slug, by=scene.player("north"), power="north", items=items)


@act("map", "player", "Discard the draft of a dispatch", "dispatches.clear")
def clear_dispatch(scene: Scene) -> None:
    dispatches.clear(scene.slug, by=scene.player("north"), power="north")


@act("map", "player", "Declare facts", "dispatches.declare")
def declare(scene: Scene) -> None:
    dispatches.declare(scene.slug, by=scene.player("north"), power="north", phase=scene.phase)


@act("map", "player", "Confirm a dispatch", "looks.confirm")
def confirm(scene: Scene) -> None:
    number = given(scene.dispatch)
    dispatch_review.confirm(scene.slug, by=scene.player("north"), power="north", dispatch=number)


@act("map", "player", "Dispute a dispatch", "looks.dispute")
def dispute(scene: Scene) -> None:
    dispatch_review.dispute(
        scene.slug,
        by=scene.player("north"),
        power="north",
        dispatch=given(scene.dispatch),
        facts={"boats": 3},
    )


@act("map", "player", "Withdraw a dispatch", "looks.withdraw")
def withdraw(scene: Scene) -> None:
    number = given(scene.dispatch)
    dispatch_review.withdraw(scene.slug, by=scene.player("south"), power="south", dispatch=number)


@act(
    "map",
    "moderator",
    "Settle a disputed line",
    "looks.settle",
    first=lambda scene: quietly(dispute, scene),
)
def settle(scene: Scene) -> None:
    dispatch_review.settle(
        scene.slug,
        by=scene.moderator,
        dispatch=given(scene.dispatch),
        facts=["boats"],
        stands=True,
        reason=WHY,
    )


@act("map", "player", "Write to another power", "press.begin")
def begin_thread(scene: Scene) -> None:
    press_messages.begin(
        scene.slug, by=scene.player("south"), power="south", to=["isle"], text="Peace?"
    )


@act("map", "player", "Write in a thread", "press.write")
def write(scene: Scene) -> None:
    press_messages.write(
        scene.slug,
        by=scene.player("south"),
        thread=given(scene.thread),
        power="south",
        text="Well.",
    )


@act("map", "moderator", "Write an announcement", "press.write")
def announce(scene: Scene) -> None:
    press_messages.write(scene.slug, by=scene.moderator, thread="announcements", text="On we go.")


@act("map", "moderator", "Change what press is allowed", "press_care.set_policy")
def press_policy(scene: Scene) -> None:
    press_settings.set_policy(
        scene.slug,
        by=scene.moderator,
        allowed="public",
        anonymous=False,
        opens=False,
        reason=WHY,
    )


# -- Mending ----------------------------------------------------------------------------------


@act("mending", "moderator", "Correct facts", "moderating.correct_facts")
def correct(scene: Scene) -> None:
    moderation.correct_facts(scene.slug, by=scene.moderator, facts={"boats": 7}, reason=WHY)


@act("mending", "moderator", "Undo an override", "overriding.undo")
def undo_override(scene: Scene) -> None:
    overrides.undo(scene.slug, by=scene.moderator, number=given(scene.override), reason=WHY)


@act("mending", "player", "Acknowledge an override", "overriding.answer")
def acknowledge(scene: Scene) -> None:
    number = given(scene.override)
    overrides.answer(scene.slug, by=scene.player("north"), number=number, answer="acknowledged")


@act("mending", "player", "Propose to correct a secret value", "secret_overriding.propose")
def propose_secret(scene: Scene) -> None:
    secret_overrides.propose(
        scene.slug,
        by=scene.player("isle"),
        power="isle",
        change=secret("east", 2, 3, power="isle"),
        reason=WHY,
    )


@act("mending", "player", "Withdraw that proposal", "secret_overriding.answer")
def withdraw_secret(scene: Scene) -> None:
    secret_overrides.answer(
        scene.slug,
        by=scene.player("south"),
        power="south",
        key=given(scene.proposed),
        answer="withdraw",
    )


@act("mending", "moderator", "Accept that proposal", "secret_overriding.decide")
def decide_secret(scene: Scene) -> None:
    key = given(scene.proposed)
    secret_overrides.decide(scene.slug, by=scene.moderator, key=key, accept=True)


@act("mending", "player", "Take a secret correction back", "secret_overriding.undo")
def undo_secret(scene: Scene) -> None:
    secret_overrides.undo(
        scene.slug,
        by=scene.player("south"),
        power="south",
        key=given(scene.corrected),
        reason=WHY,
    )


@act("mending", "moderator", "Go back to an earlier phase", "rolling_back.roll_back")
def roll_back(scene: Scene) -> None:
    rollback.roll_back(scene.slug, by=scene.moderator, to=scene.back, reason=WHY)


@act("mending", "moderator", "Make a ruling", "rulings.make")
def rule(scene: Scene) -> None:
    rulings.make(scene.slug, by=scene.moderator, text="It counts once.", rule="1.2")


@act("mending", "moderator", "Withdraw a ruling", "rulings.withdraw")
def unrule(scene: Scene) -> None:
    rulings.withdraw(scene.slug, by=scene.moderator, number=1, reason=WHY)


@act("mending", "moderator", "Let spectators follow further behind", "delaying.set_delay")
def delay(scene: Scene) -> None:
    spectator_delay.set_delay(scene.slug, by=scene.moderator, turns=4, reason=WHY)


@act("mending", "moderator", "Fork it alone", "forking.fork")
def fork(scene: Scene) -> str:
    return campaign_fork.fork(scene.slug, by=scene.moderator, phase=scene.phase)


# -- By itself --------------------------------------------------------------------------------


@act("site", "clock", "A minute goes by", "sweeping.sweep")
def sweep(_scene: Scene) -> None:
    clock_sweep.sweep()


@act("site", "clock", "Thirty days go by", "sweeping.sweep")
def time_goes_by(scene: Scene) -> None:
    Passing.by += timedelta(days=30)
    clock_sweep.sweep()


@act("site", "clock", "The rules are back", "sweeping.sweep")
def rules_back(scene: Scene) -> None:
    Rules.gone = ()
    clock_sweep.sweep()


@act("site", "clock", "The dice arrive", "closing.bring_beacon")
def dice_come(scene: Scene) -> None:
    phase = given(scene.campaign.phase)
    dice_collection.bring_beacon(scene.campaign.pk, number=phase.round or 0, signature=ROUND)


@act("site", "clock", "The site was down for an hour", "sweeping.give_back")
def outage(scene: Scene) -> None:
    now = timezone.now()
    Outage.objects.create(began_at=now - HOUR, ended_at=now)
    clock_sweep.give_back(now)


@act("site", "staff", "The staff add time", "added_time.add")
def add_time(scene: Scene) -> None:
    site_extension.add(by=scene.people["staff"], key="added", hours=12, reason=WHY)
    clock_sweep.give_back(timezone.now())


@act("site", "staff", "The database is restored", "restoring.renew")
def restore(scene: Scene) -> None:
    made = site_restore.begin(WHY)
    assert made is not None
    site_restore.renew(scene.slug, restore=made)
