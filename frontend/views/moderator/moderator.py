"""The moderator's desk: one address for each act, each with a reason."""

import json
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.errors import CampaignError, ChangedMeanwhile, NotOnTheMenu, together
from campaigns.selectors.moderator import moderator_page as selector
from campaigns.services.advance import end_phase
from campaigns.services.deadlines import moderation, nudges, power_extension
from campaigns.services.facts import dispatch_review
from campaigns.services.lifecycle import campaigns, spectator_delay
from campaigns.services.log.lock import require_reason
from campaigns.services.repair import overrides, upgrade_revision
from campaigns.services.seats import anonymity, invitations, moderators, seats
from core.input_limits import whole_number
from frontend.forms.clock import ClockForm
from frontend.views.errors import post_view, read_view, render_page
from frontend.views.idempotency import idempotent
from frontend.views.seats.absences import moment_in
from frontend.views.seats.seats import hours_in


@read_view
@login_required
def moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk: seats, invitation, clock."""
    data = selector.moderator_page(slug, request.user, compare_to=request.GET.get("rules", ""))
    form = ClockForm(families=data.families, initial=ClockForm.initial_from(data.policy))
    return _shown(request, data, form)


def _shown(
    request: HttpRequest,
    data: selector.ModeratorPage,
    clock: ClockForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    links = [
        (made, request.build_absolute_uri(f"/join/{made.token}/") if made.token else "")
        for made in data.invitations
    ]
    opened = "seats" if "seat" in request.GET else ""
    head, begun = data.head, data.head.status != "gathering"
    preview = clock.clock_preview_of(
        data.policy,
        rulebook=head.book_key,
        revision=data.revision,
        scenario=head.scenario_key,
        variants=dict(data.variants),
        now=data.now,
        begun=begun,
    )
    context = {
        "desk": data,
        "links": links,
        "clock": clock,
        "clock_preview": preview,
        "of_the_game": _as_founded(data, begun=begun),
        "opened": opened,
        **more,
    }
    return render_page(request, "frontend/desk.html", data, tab="desk", status=status, **context)


def _as_founded(data: selector.ModeratorPage, *, begun: bool) -> str:
    """What the page on which a campaign is founded asks beside its clock, as JSON: its address says what the clock
    that is being filled in makes of it.
    """
    switches = {f"switch_{key}": value for key, value in data.variants}
    part = "begun" if begun else "desk"
    asked = {"part": part, "revision": data.revision, "scenario": data.head.scenario_key}
    return json.dumps(asked | switches)


def _start(slug: str, by: Any, post: Any) -> str:
    campaigns.start(slug, by=by, reason=post.get("reason", ""))
    return _("The campaign has started.")


def _pause(slug: str, by: Any, post: Any) -> str:
    text = post.get("until", "")
    zone = selector.moderator_page(slug, by).policy.zone if text.strip() else ""
    reason, until = together(
        partial(require_reason, post.get("reason", "")),
        partial(moment_in, text, zone, field="until"),
    )
    moderation.pause(slug, by=by, reason=reason, until=until)
    return _("The clock is paused.")


def _resume(slug: str, by: Any, post: Any) -> str:
    moderation.resume(slug, by=by, reason=post.get("reason", ""))
    return _("The clock is running again. The lost time is given back.")


def _extend(slug: str, by: Any, post: Any) -> str:
    reason, hours = together(
        partial(require_reason, post.get("reason", "")),
        partial(hours_in, post.get("hours", "")),
    )
    if power := post.get("power", ""):
        more = {"hours": hours, "reason": reason}
        power_extension.extend_one(slug, by=by, power=power, **more)
        return _("This power alone has %(hours)g hours more.") % {"hours": hours}
    moderation.extend(slug, by=by, hours=hours, reason=reason)
    return _("Everybody has %(hours)g hours more.") % {"hours": hours}


def _force(slug: str, by: Any, post: Any) -> str:
    number = post.get("phase", "")
    end_phase.force(
        slug,
        by=by,
        phase=whole_number(number) or 0,
        reason=post.get("reason", ""),
        silent=post.get("silent", ""),
    )
    return _("The phase is resolved.")


def _invite(slug: str, by: Any, post: Any) -> str:
    reason, days, uses = together(
        partial(require_reason, post.get("reason", "")),
        partial(_number, post.get("days", ""), "days"),
        partial(_number, post.get("uses", ""), "uses"),
    )
    invitations.invite(
        slug,
        by=by,
        power=post.get("power", ""),
        days=days,
        uses=uses,
        listed=post.get("listed") == "yes",
        reason=reason,
    )
    return _("The invitation is ready. Send its link.")


def _revoke(slug: str, by: Any, post: Any) -> str:
    number = _number(post.get("number", ""), "number") or 0
    invitations.revoke(slug, by=by, number=number, reason=post.get("reason", ""))
    return _("The invitation is revoked; its link is dead.")


def _number(text: str, name: str) -> int | None:
    """A whole number that may be left out."""
    if not text.strip():
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise NotOnTheMenu(
            _("The number of %(name)s is no whole number.") % {"name": name}, field=name
        )
    return int(text)


def _assign(slug: str, by: Any, post: Any) -> str:
    power, reason = post.get("power", ""), post.get("reason", "")
    match post.get("to"):
        case "bot":
            question = seats.seat_bot(slug, by=by, power=power, reason=reason)
            message = _("The autopilot has the seat.")
        case "free":
            question = seats.free_seat(slug, by=by, power=power, reason=reason)
            message = _("The seat is free.")
        case _:
            name = post.get("username", "").strip()
            question = seats.assign_seat(slug, by=by, power=power, username=name, reason=reason)
            message = _("The seat is %(name)s's.") % {"name": name}
    return message if question is None else _("The players are asked to agree. See Seats.")


def _add(slug: str, by: Any, post: Any) -> str:
    name = post.get("username", "")
    moderators.add_moderator(slug, by=by, username=name, reason=post.get("reason", ""))
    return _("%(name)s is now a moderator.") % {"name": name}


def _successor(slug: str, by: Any, post: Any) -> str:
    name = post.get("username", "")
    moderators.name_successor(slug, by=by, username=name, reason=post.get("reason", ""))
    return (
        _("%(name)s follows at the desk.") % {"name": name}
        if name.strip()
        else _("No successor is named any more.")
    )


def _rules(slug: str, by: Any, post: Any) -> str:
    revision, reason = post.get("revision", ""), post.get("reason", "")
    question = upgrade_revision.move_on(slug, by=by, revision=revision, reason=reason)
    if question is not None:
        return _("The players are asked to agree. See Seats.")
    return _("The campaign has moved on to revision %(revision)s.") % {"revision": revision}


def _nudge(slug: str, by: Any, post: Any) -> str:
    values = {"reason": post.get("reason", ""), "power": post.get("power", "")}
    powers = nudges.nudge(slug, by=by, **values)
    return ngettext(
        "%(count)s player reminded by letter.",
        "%(count)s players reminded by letter.",
        len(powers),
    ) % {"count": len(powers)}


def _due(slug: str, by: Any, post: Any) -> str:
    zone = ZoneInfo(selector.moderator_page(slug, by).policy.zone)
    reason, due = together(
        partial(require_reason, post.get("reason", "")),
        partial(_due_in, post.get("due", ""), zone),
    )
    nudges.set_deadline(slug, by=by, due=due, reason=reason)
    return _("The deadline is moved for everybody.")


def _due_in(text: str, zone: ZoneInfo) -> datetime:
    try:
        due = datetime.fromisoformat(text)
    except ValueError:
        raise NotOnTheMenu(_("This is no day and time."), field="due") from None
    return due if due.tzinfo else due.replace(tzinfo=zone)


def _delay(slug: str, by: Any, post: Any) -> str:
    turns = _number(post.get("turns", ""), "turns") or 0
    question = spectator_delay.set_delay(slug, by=by, turns=turns, reason=post.get("reason", ""))
    if question is not None:
        return _("The players are asked to agree. See Seats.")
    return ngettext(
        "Spectators follow %(count)s turn behind from now on.",
        "Spectators follow %(count)s turns behind from now on.",
        turns,
    ) % {"count": turns}


def _settle(slug: str, by: Any, post: Any) -> str:
    stands = post.get("stands") == "yes"
    dispatch_review.settle(
        slug,
        by=by,
        dispatch=_number(post.get("dispatch", ""), "dispatch") or 0,
        facts=post.getlist("fact"),
        stands=stands,
        reason=post.get("reason", ""),
    )
    return _("It stands as it was declared.") if stands else _("It is struck out.")


def _undo(slug: str, by: Any, post: Any) -> str:
    number = _number(post.get("number", ""), "number") or 0
    question = overrides.undo(slug, by=by, number=number, reason=post.get("reason", ""))
    if question is not None:
        return _("The players are asked to agree. See Seats.")
    return _("The override is undone.")


def _anonymity(slug: str, by: Any, post: Any) -> str:
    hide = post.get("anonymous") == "yes"
    question = anonymity.set_anonymous(slug, by=by, anonymous=hide, reason=post.get("reason", ""))
    if question is not None:
        return _("The players are asked to agree. See Seats.")
    return _("The players are anonymous now.") if hide else _("The players are named now.")


ACTS: dict[str, Callable[[str, Any, Any], str]] = {
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "force": _force,
    "invite": _invite,
    "revoke": _revoke,
    "seat": _assign,
    "add": _add,
    "successor": _successor,
    "rules": _rules,
    "delay": _delay,
    "anonymity": _anonymity,
    "nudge": _nudge,
    "due": _due,
    "settle": _settle,
    "undo": _undo,
}


@post_view
@login_required
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Do one of the things a moderator may do."""
    if verb == "leave":
        reason = request.POST.get("reason", "")
        idempotent(
            request, lambda: moderators.leave_desk(slug, by=request.user, reason=reason), slug=slug
        )
        messages.success(request, _("You no longer moderate this campaign."))
        return redirect("frontend:seats", slug=slug)
    if verb not in ACTS:
        raise Http404
    message = idempotent(request, lambda: ACTS[verb](slug, request.user, request.POST), slug=slug)
    messages.success(request, message)
    here = reverse("frontend:moderator", args=[slug])
    # A link that was made stands in a fold: it is opened.
    return redirect(f"{here}?seat=#seats" if verb == "invite" else here)


@post_view
@login_required
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the clock from the next phase on."""
    data = selector.moderator_page(slug, request.user)
    form = ClockForm(request.POST, families=data.families)
    reason = request.POST.get("reason", "")
    context: dict[str, Any] = {"policy_reason": reason}
    try:
        why = require_reason(reason)
    except CampaignError as refusal:
        why, context["reason_problem"] = "", refusal
    if not form.is_valid() or not why:
        return _shown(request, data, form, status=422, **context)
    try:
        change = partial(
            moderation.change_policy,
            slug,
            by=request.user,
            policy=form.policy(),
            reason=why,
            seen=request.POST.get("seen", ""),
        )
        idempotent(request, change, slug=slug)
    except ChangedMeanwhile as refusal:
        now = selector.moderator_page(slug, request.user)
        return _shown(request, now, form, status=refusal.status, policy_problem=refusal, **context)
    messages.success(request, _("The clock is changed from the next phase on."))
    return redirect("frontend:moderator", slug=slug)
