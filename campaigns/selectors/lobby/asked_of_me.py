"""What is asked of one person in all their campaigns: orders, answers to proposals and questions, facts to
confirm. Each is told as a verb and what silence does, from that person's own view.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.domain.wording import in_readers_words, within
from campaigns.errors import CampaignError
from campaigns.models import Campaign, Status
from campaigns.rulebooks import menus
from campaigns.sealed.sealing import CannotUnseal
from campaigns.selectors.campaign.news import waiting_of
from campaigns.selectors.lobby.campaign_cards import CampaignCard
from campaigns.selectors.phase.phase_strip import (
    own_draft,
    readiness_of,
    sheets_of,
    silence_in_words,
)
from campaigns.selectors.phase.records import Readiness, Waiting
from campaigns.selectors.reader.access import badge_named, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.seats.absences_page import requests
from campaigns.selectors.seats.seats_page import questions_of
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.totals import totals

What = Literal["orders", "proposal", "facts", "question", "deputy"]


class AskedOfMe(Struct, frozen=True, kw_only=True):
    """One thing that is asked: ``verb`` says what to do, ``silence`` what happens if nothing is done. ``what``
    is ``orders``, ``proposal``, ``facts``, ``question`` or ``deputy`` (to stand in for somebody). ``powers`` are those of whom it is asked. ``due_at``
    is empty where there is no hurry. Of orders ``sealed`` of the ``awaited`` powers have sealed, and ``mine``
    says how far the reader's own are, as in a card of the lobby; ``placed`` what a draft of theirs has of what there is
    ("3 of 4 placed"), where that can be counted. ``deputy``: the reader stands in for the seat's player.
    """

    what: What
    slug: str
    title: str
    book_title: str
    turn_title: str
    powers: tuple[Badge, ...]
    verb: str
    silence: str
    about: str = ""
    due_at: datetime | None = None
    sealed: int = 0
    awaited: int = 0
    mine: str = ""
    placed: str = ""
    deputy: bool = False
    status: str = ""


def asked_count(slug: str, person: Any) -> int:
    """How many things a campaign asks of a person now: orders of each power that are not sealed, and what
    waits for an answer; never news.
    """
    at = reading(slug, person)
    if not at.powers or at.campaign.status == Status.FINISHED:
        return 0
    readiness = readiness_of(at, sheets_of(at))
    return count_of(readiness, _waits_for(at.campaign, person).waiting)


def count_of(readiness: Iterable[Readiness], waiting: Waiting) -> int:
    """The same from how far everybody is and from what waits."""
    orders = sum(row.mine and row.state in UNSEALED for row in readiness)
    return orders + len(waiting.offers) + waiting.confirm + waiting.questions


UNSEALED = frozenset({"waiting", "draft", "overdue"})
"""How far those are of whom orders are asked."""


class _Waits(Struct, frozen=True, kw_only=True):
    """What waits for somebody, with the first question in words."""

    waiting: Waiting
    question: str


class AskedPowers(NamedTuple):
    """The powers that are ``asked`` of the reader in each campaign, and of the phases in play what they are ``about``, of
    which powers orders are ``sealed``, and when the reader's own drafts were written. ``helped`` are the campaigns in
    which they stand in for others.
    """

    asked: dict[int, list[str]]
    about: dict[int, PhaseRules]
    sealed: set[tuple[int, str]]
    drafted: dict[tuple[int, str], datetime]
    helped: set[int]


_waiting = Cache(500_000)
_drafts = Cache(200_000)


def asked_of(
    me: Any, campaigns: Iterable[Campaign], asked_powers: AskedPowers, cards: Iterable[CampaignCard]
) -> Iterator[AskedOfMe]:
    """What is asked of ``me`` in these campaigns."""
    of = {card.slug: card for card in cards}
    for campaign in campaigns:
        card = of[campaign.slug]
        if not (card.is_live and asked_powers.asked[campaign.pk]):
            continue
        if card.asked_of_me and campaign.phase_id in asked_powers.about:
            yield from _orders(campaign, card, asked_powers, me)
        yield from _what_waits(campaign, card, me)


def by_deadline(*asks: AskedOfMe) -> tuple[AskedOfMe, ...]:
    """What has a deadline first, the nearest of all."""
    far = float("inf")
    return tuple(sorted(asks, key=lambda one: one.due_at.timestamp() if one.due_at else far))


def _orders(
    campaign: Campaign, card: CampaignCard, asked_powers: AskedPowers, me: Any
) -> Iterator[AskedOfMe]:
    """What the phase asks: one row for powers of which the same is asked."""
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    phase = campaign.phase_id or 0
    by_verb: dict[tuple[str, str], list[str]] = {}
    for power in asked_powers.asked[campaign.pk]:
        asked = asked_powers.about[phase].of(power)
        if asked is not None and (phase, power) not in asked_powers.sealed:
            by_verb.setdefault((asked.what, asked.silence), []).append(power)
    for (what, silence), powers in by_verb.items():
        badges = tuple(badge_named(book, power) for power in powers)
        drafts = {p: at for p in powers if (at := asked_powers.drafted.get((phase, p)))}
        placed = [_placed(campaign, power, at, me) for power, at in drafts.items()]
        whole = len(drafts) == len(powers)
        yield _asks(
            "orders",
            card,
            powers=badges,
            verb=in_readers_words(what, campaign.rulebook).rstrip("."),
            silence=silence_in_words(campaign, badges[0].name, silence),
            due_at=card.due_at,
            sealed=card.sealed,
            awaited=card.awaited,
            deputy=campaign.pk in asked_powers.helped,
            mine="draft" if whole else "waiting",
            placed=", ".join(placed) if whole and all(placed) else "",
        )


def _placed(campaign: Campaign, power: str, at: datetime, me: Any) -> str:
    """What the reader's own draft, written ``at`` some time, has of what there is; empty where nothing is counted."""
    key = (campaign.pk, campaign.log_hash, campaign.secrets, campaign.phase_id, power, at, me.pk)

    def look() -> str:
        try:
            reader = reading(campaign.slug, me)
            draft = own_draft(reader, sheets_of(reader), power)
            menu = menus.power_menu(reader.phase, power).menu if reader.phase else None
            if draft is None or menu is None:
                return ""
            order = rulebooks.read_order(reader.book, draft.content.order, menu)
            first = next(iter(totals(menu, order)), None)
        except (CampaignError, CannotUnseal, ValueError, LookupError, TypeError):
            return ""  # its own page says so
        return (
            "" if first is None else _DONE[first.verb] % {"taken": first.taken, "have": first.have}
        )

    return _drafts.get(key, look)


_DONE = {
    "placed": gettext_lazy("%(taken)d of %(have)d placed"),
    "chosen": gettext_lazy("%(taken)d of %(have)d chosen"),
    "spent": gettext_lazy("%(taken)d of %(have)d spent"),
}
"""What a draft does with what there is (`Total.verb`)."""


def to_stand_in(me: Any) -> tuple[AskedOfMe, ...]:
    """Where ``me`` is asked to look after somebody's seat. Until they accept they read no more than others."""
    return tuple(
        AskedOfMe(
            what="deputy",
            slug=one.slug,
            title=one.title,
            book_title="",
            turn_title="",
            powers=(one.line.badge,),
            verb=_("Answer whether you stand in for %(power)s") % {"power": within(one.power)},
            about=_("%(principal)s asks you to %(may)s.")
            % {"principal": one.line.principal, "may": one.line.may},
            due_at=one.line.begins_at,
            silence=_("You see and do nothing there until you accept."),
        )
        for one in requests(me)
        if one.line.asked
    )


def _what_waits(campaign: Campaign, card: CampaignCard, me: Any) -> Iterator[AskedOfMe]:
    """What may be answered when one likes."""
    found = _waits_for(campaign, me)
    offers = found.waiting.offers
    if len(offers) == 1 and offers[0].by is not None:
        by = in_readers_words(offers[0].by.name, campaign.rulebook)
        verb = _("Answer a proposal of %(power)s") % {"power": within(by)}
    elif offers:
        verb = ngettext("Answer %(count)d proposal", "Answer %(count)d proposals", len(offers)) % {
            "count": len(offers)
        }
    if offers:
        titles = dict.fromkeys(in_readers_words(one.title, campaign.rulebook) for one in offers)
        yield _asks(
            "proposal",
            card,
            powers=tuple({one.mine.key: one.mine for one in offers}.values()),
            verb=verb,
            about=", ".join(titles),
            silence=_("Nothing binds you until you accept."),
        )
    if facts := found.waiting.confirm:
        yield _asks(
            "facts",
            card,
            verb=ngettext(
                "Confirm %(count)d fact of the map", "Confirm %(count)d facts of the map", facts
            )
            % {"count": facts},
            silence=_("Unconfirmed facts are marked with an open ring."),
        )
    if questions := found.waiting.questions:
        yield _asks(
            "question",
            card,
            verb=ngettext(
                "Answer a question to the players",
                "Answer %(count)d questions to the players",
                questions,
            )
            % {"count": questions},
            about=found.question,
            silence=_("Silence does not agree."),
        )


def _waits_for(campaign: Campaign, me: Any) -> _Waits:
    """What waits, kept until something is done in the campaign, in public or in secret."""
    key = (
        campaign.pk,
        campaign.log_seq,
        campaign.log_hash,
        campaign.secrets,
        campaign.asking,
        campaign.phase_id,
        me.pk,
    )

    def look() -> _Waits:
        try:
            at = reading(campaign.slug, me)
            asked = [one for one in questions_of(at) if one.mine and not one.agreed]
            return _Waits(waiting=waiting_of(at), question=asked[0].what if asked else "")
        except CampaignError:  # its rules are missing: its own page says so
            return _Waits(waiting=Waiting(), question="")

    return _waiting.get(key, look)


def _asks(what: What, card: CampaignCard, **given: Any) -> AskedOfMe:
    return AskedOfMe(
        what=what,
        slug=card.slug,
        title=card.title,
        book_title=card.book_title,
        turn_title=card.turn_title,
        status=card.status,
        **{"powers": card.my_powers, **given},
    )
