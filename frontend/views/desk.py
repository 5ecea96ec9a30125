"""The moderator's desk: one address for each act, each with a reason."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.errors import ChangedMeanwhile, NotOnTheMenu
from campaigns.selectors import desk as selector
from campaigns.services import (
    campaigns,
    delaying,
    desks,
    invitations,
    moderating,
    more_time,
    moving_on,
    nudging,
    seats,
)
from config.serving.untrusted import whole_number
from frontend.forms.clock import ClockForm
from frontend.views.guard import refusals
from frontend.views.once import once
from frontend.views.table import hours_in


@require_safe
@login_required
@never_cache
@refusals
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk: seats, invitation, clock."""
    data = selector.desk(slug, request.user, compare_to=request.GET.get("rules", ""))
    form = ClockForm(families=data.families, initial=ClockForm.initial_from(data.policy))
    return _shown(request, data, form)


def _shown(
    request: HttpRequest, data: selector.Desk, clock: ClockForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "tab": "desk",
        "head": data.head,
        "reader": data.reader,
        "desk": data,
        "links": [
            (made, request.build_absolute_uri(f"/join/{made.token}/") if made.token else "")
            for made in data.invitations
        ],
        "clock": clock,
        **more,
    }
    return render(request, "frontend/desk.html", context, status=status)


def _start(slug: str, by: Any, post: Any) -> str:
    campaigns.start(slug, by=by)
    return "The campaign has started."


def _pause(slug: str, by: Any, post: Any) -> str:
    moderating.pause(slug, by=by, reason=post.get("reason", ""))
    return "The clock is paused."


def _resume(slug: str, by: Any, post: Any) -> str:
    moderating.resume(slug, by=by)
    return "The clock is running again. The lost time is given back."


def _extend(slug: str, by: Any, post: Any) -> str:
    hours = hours_in(post.get("hours", ""))
    if power := post.get("power", ""):
        more = {"hours": hours, "reason": post.get("reason", "")}
        more_time.extend_one(slug, by=by, power=power, **more)
        return f"This power alone has {hours:g} hours more."
    moderating.extend(slug, by=by, hours=hours, reason=post.get("reason", ""))
    return f"Everybody has {hours:g} hours more."


def _force(slug: str, by: Any, post: Any) -> str:
    number = post.get("phase", "")
    moderating.force(
        slug,
        by=by,
        phase=whole_number(number) or 0,
        reason=post.get("reason", ""),
        silent=post.get("silent", ""),
    )
    return "The phase is resolved."


def _invite(slug: str, by: Any, post: Any) -> str:
    invitations.invite(
        slug,
        by=by,
        power=post.get("power", ""),
        days=_number(post.get("days", ""), "days"),
        uses=_number(post.get("uses", ""), "uses"),
        listed=post.get("listed") == "yes",
    )
    return "The invitation is ready. Send its link."


def _revoke(slug: str, by: Any, post: Any) -> str:
    invitations.revoke(slug, by=by, number=_number(post.get("number", ""), "number") or 0)
    return "The invitation is revoked; its link is dead."


def _number(text: str, name: str) -> int | None:
    """A whole number that may be left out."""
    if not text.strip():
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise NotOnTheMenu(f"The number of {name} is no whole number.", field=name)
    return int(text)


def _assign(slug: str, by: Any, post: Any) -> str:
    power, reason = post.get("power", ""), post.get("reason", "")
    match post.get("to"):
        case "bot":
            asked = seats.seat_bot(slug, by=by, power=power, reason=reason)
            done = "The autopilot has the seat."
        case "free":
            asked = seats.free_seat(slug, by=by, power=power, reason=reason)
            done = "The seat is free."
        case _:
            name = post.get("username", "").strip()
            asked = seats.assign_seat(slug, by=by, power=power, username=name, reason=reason)
            done = f"The seat is {name}'s."
    return done if asked is None else "The players are asked to agree. See Seats."


def _add(slug: str, by: Any, post: Any) -> str:
    name = post.get("username", "")
    desks.add_moderator(slug, by=by, username=name)
    return f"{name} is now a moderator."


def _successor(slug: str, by: Any, post: Any) -> str:
    name = post.get("username", "")
    desks.name_successor(slug, by=by, username=name)
    return f"{name} follows at the desk." if name.strip() else "No successor is named any more."


def _rules(slug: str, by: Any, post: Any) -> str:
    revision, reason = post.get("revision", ""), post.get("reason", "")
    asked = moving_on.move_on(slug, by=by, revision=revision, reason=reason)
    if asked is not None:
        return "The players are asked to agree. See Seats."
    return f"The campaign has moved on to revision {revision}."


def _nudge(slug: str, by: Any, post: Any) -> str:
    given = {"reason": post.get("reason", ""), "power": post.get("power", "")}
    powers = nudging.nudge(slug, by=by, **given)
    return f"{len(powers)} player{'' if len(powers) == 1 else 's'} reminded by letter."


def _due(slug: str, by: Any, post: Any) -> str:
    zone = ZoneInfo(selector.desk(slug, by).policy.zone)
    try:
        due = datetime.fromisoformat(post.get("due", ""))
    except ValueError:
        raise NotOnTheMenu("This is no day and time.", field="due") from None
    due = due if due.tzinfo else due.replace(tzinfo=zone)
    nudging.set_deadline(slug, by=by, due=due, reason=post.get("reason", ""))
    return "The deadline is moved for everybody."


def _delay(slug: str, by: Any, post: Any) -> str:
    turns = _number(post.get("turns", ""), "turns") or 0
    asked = delaying.set_delay(slug, by=by, turns=turns, reason=post.get("reason", ""))
    if asked is not None:
        return "The players are asked to agree. See Seats."
    return f"Spectators follow {turns} turn{'' if turns == 1 else 's'} behind from now on."


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
    "nudge": _nudge,
    "due": _due,
}


@require_POST
@login_required
@refusals
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Do one of the things a moderator may do."""
    if verb == "leave":
        once(request, lambda: desks.leave_desk(slug, by=request.user), slug=slug)
        messages.success(request, "You no longer moderate this campaign.")
        return redirect("frontend:table", slug=slug)
    if verb not in ACTS:
        raise Http404
    said = once(request, lambda: ACTS[verb](slug, request.user, request.POST), slug=slug)
    messages.success(request, said)
    return redirect("frontend:moderator", slug=slug)


@require_POST
@login_required
@refusals
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the clock from the next phase on."""
    families = selector.desk(slug, request.user).families
    form = ClockForm(request.POST, families=families)
    if form.is_valid():
        reason, seen = request.POST.get("reason", ""), request.POST.get("seen", "")
        try:
            change = partial(
                moderating.change_policy,
                slug,
                by=request.user,
                policy=form.policy(),
                reason=reason,
                seen=seen,
            )
            once(request, change, slug=slug)
        except ChangedMeanwhile as refusal:
            data = selector.desk(slug, request.user)
            more = {"policy_problem": refusal, "policy_reason": reason}
            return _shown(request, data, form, status=refusal.status, **more)
        messages.success(request, "The clock is changed from the next phase on.")
    else:
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
    return redirect("frontend:moderator", slug=slug)
