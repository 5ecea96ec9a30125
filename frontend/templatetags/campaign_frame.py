"""What stands around every page of a campaign: its tabs, and what its player does next."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.selectors.campaign.first_games import next_step
from campaigns.selectors.lobby.asked_of_me import asked_count, count_of
from campaigns.selectors.phase.dice_chains import dice_chains
from campaigns.selectors.seats.seat_keys import seat_keys as keys_of_seats
from frontend.rendered_parts import cached_template
from frontend.templatetags.chancellery import as_power

register = template.Library()


@register.simple_tag(takes_context=True)
def campaign_nav(context: template.Context) -> SafeString:
    """The pages of a campaign, with how much is new or waits. Context: head, reader, tab, and ``waiting``
    where it is known.
    """
    head, tab, desk = context["head"], context.get("tab"), context["reader"].is_moderator
    plays = context["reader"].plays
    sits = plays and not context["reader"].stands_in
    keeps = desk or sits
    power = _as_power(context["reader"])
    waiting = context.get("waiting")
    counts = {
        "new": context.get("waits", context["reader"].new),
        "offers": len(waiting.offers) if waiting else 0,
        "confirm": waiting.confirm if waiting else 0,
        "questions": waiting.questions if waiting else 0,
        "press": context["reader"].press,
    }
    given = {"head": head, "tab": tab, "moderates": desk, "plays": plays}
    given |= {"sits": sits, "keeps": keeps, "as_power": power, "as_whom": _as_whom(context)}
    key = (head, tab, desk, plays, sits, keeps, power, given["as_whom"])
    return cached_template(
        "frontend/campaign/_nav.html", {**given, **counts}, key, *counts.values()
    )


def _as_power(reader: Any) -> str:
    """What an address says of the power one acts for, where one holds several."""
    return as_power(reader.acting) if len(reader.powers) > 1 else ""


def _as_whom(context: template.Context) -> str:
    """What an address says of the power through whose eyes a campaign that is over is read, where it is."""
    eyes = getattr(context.get("page"), "eyes", None)
    return f"?as={eyes.key}" if eyes else ""


@register.inclusion_tag("frontend/campaign/_tabs.html", takes_context=True)
def phone_tabs(context: template.Context) -> dict[str, Any]:
    """The five tabs at the foot of a phone, with how much is asked. Context: head, reader, tab, request;
    ``readiness`` and ``waiting`` where they are known.
    """
    head, reader, request = context["head"], context["reader"], context["request"]
    asked = 0
    if reader.plays and head.status != "finished":
        waiting, readiness = context.get("waiting"), context.get("readiness")
        asked = (
            count_of(readiness, waiting)
            if waiting is not None and readiness is not None
            else asked_count(head.slug, request.user)
        )
    return {
        "head": head,
        "reader": reader,
        "tab": context.get("tab"),
        "asked": asked,
        "as_power": _as_power(reader),
        "as_whom": _as_whom(context),
    }


@register.inclusion_tag("frontend/first_games/_step.html", takes_context=True)
def first_game_step(context: template.Context) -> dict[str, Any]:
    """What the player of a first game does next. Context: head, request."""
    request, slug = context["request"], context["head"].slug
    return {
        "step": next_step(slug, request.user),
        "slug": slug,
        "user": request.user,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("frontend/campaign/_seat_dice.html", takes_context=True)
def seat_dice(context: template.Context) -> dict[str, Any]:
    """The forms by which a player's browser brings what its seats add to the dice. Context: head, request."""
    request, slug = context["request"], context["head"].slug
    return {
        "seats": [seat for seat in dice_chains(slug, request.user).seats if seat.mine],
        "slug": slug,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("frontend/campaign/_seat_keys.html", takes_context=True)
def seat_keys(context: template.Context) -> dict[str, Any]:
    """By which the scripts of a player's page know the keys of their seats, and whether a seat was just taken.
    Context: head, reader, request.
    """
    request, head, reader = context["request"], context["head"], context["reader"]
    taken = request.session.pop(f"taken.{head.slug}", False) if reader.plays else False
    return {
        "slug": head.slug,
        "keys": json.dumps(dict(reader.keys)),
        "make": json.dumps(_keyless(head.slug, request.user) if taken else {}),
        "links": head.dice == "close",
        "quiet": context.get("tab") == "seat-key",
        "csrf_token": context.get("csrf_token"),
    }


def _keyless(slug: str, person: Any) -> dict[str, int]:
    """The seats of a person without a key, each with the number that its key would have."""
    lines = keys_of_seats(slug, person).keys
    return {line.badge.key: line.next_number for line in lines if line.mine and not line.public}
