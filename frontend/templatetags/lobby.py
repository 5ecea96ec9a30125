"""Campaigns as the lobby lists them, and what is asked of a reader in each."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.cache import fingerprint
from campaigns.domain.wording import said_by, within
from core.text.lists import listed
from frontend.rendered_parts import cached_template
from frontend.templatetags.language import in_words
from frontend.templatetags.moments import is_today

register = template.Library()


@register.simple_tag
def card_fragment(card: Any) -> SafeString:
    """One campaign in a list, in the words of its rulebook."""
    with said_by(card.book_key):
        return cached_template("frontend/parts/card.html", {"card": card}, fingerprint(card))


@register.simple_tag
def news_fragment(told: Any, *, lead: bool) -> SafeString:
    """What is worth reading of a campaign: what was told last, or the whole of one that is over."""
    context = {"told": told, "lead": lead}
    with said_by(told.book_key):
        return cached_template("frontend/lobby/_story.html", context, fingerprint(told), lead)


ASKED_AT = {
    "orders": "frontend:campaign",
    "proposal": "frontend:agreements",
    "facts": "frontend:facts",
    "question": "frontend:seats",
    "deputy": "frontend:my-absences",
}
"""The page on which each kind of thing that is asked is answered."""


@register.inclusion_tag("frontend/parts/asked_row.html")
def asks_row(asks: Any) -> Any:
    """One thing that is asked of a reader, as :mod:`campaigns.selectors.lobby.asked_of_me` has it."""
    orders = asks.what == "orders"
    return {
        "turn": asks.turn_title,
        "mine": asks.mine,
        "placed": asks.placed,
        "deputy": asks.deputy,
        "due": asks.due_at,
        "verb": asks.verb,
        "table": asks.title,
        "address": reverse(ASKED_AT[asks.what], args=[] if asks.what == "deputy" else [asks.slug]),
        "state": how_far(asks) if orders else asks.about,
        "silence": asks.silence,
        "place": asks.book_title,
        "badges": asks.powers,
        "what": asks.what,
        "today": is_today(asks.due_at),
    }


@register.filter
def first_word(words: str) -> str:
    """The verb with which it is said what is asked: what stands on a button."""
    return words.partition(" ")[0].strip(".,:")


MANY = 3
"""So many powers that a campaign waits for are named; more are counted."""


@register.filter
def whose_move(card: Any) -> str:
    """For whom a campaign in the lobby waits, while nothing is asked of its reader; else its phase."""
    names = [within(in_words(badge.name)) for badge in card.waits_for]
    if not names or card.status != "running":
        return str(in_words(card.phase_title))
    if len(names) > MANY:
        return _("Waiting for %(number)d powers") % {"number": len(names)}
    if len(names) == 1:
        return _("Waiting for %(power)s") % {"power": names[0]}
    return _("Waiting for %(powers)s") % {"powers": listed(names)}


@register.filter
def how_far(card: Any) -> str:
    """How far a campaign in the lobby is: who has sealed, what holds it up, what is new."""
    said = []
    if card.status == "paused":
        said.append(_("Paused."))
    elif card.status == "waiting":
        said.append(_("Waiting for the moderator."))
    elif card.awaited:
        said.append(
            ngettext(
                "%(sealed)d of %(number)d has sealed.",
                "%(sealed)d of %(number)d have sealed.",
                card.awaited,
            )
            % {"sealed": card.sealed, "number": card.awaited}
        )
    if getattr(card, "new", 0):
        said.append(
            ngettext(
                "%(number)d new since you last looked.",
                "%(number)d new since you last looked.",
                card.new,
            )
            % {"number": card.new}
        )
    return " ".join(said)
