"""What the player of a first game reads next, and the games on offer."""

from functools import partial
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from campaigns import first_games, rulebooks
from campaigns.messages import paragraph
from campaigns.models import Campaign, FirstGame, Sheet, Status
from campaigns.selectors.phase.phase_strip import own_draft, sheets_of
from campaigns.selectors.reader.access import power_badge, reading
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.reader.titles import book_title


class NextStep(Struct, frozen=True, kw_only=True):
    """One sentence: the step ``number`` of ``count``, with the key by which it is said to be ``read`` (empty:
    it is done by doing). ``show`` is a place of the campaign page, ``page`` another page of the campaign,
    asked for with ``query``, ``rule`` a rule. Where there is no step, ``state`` tells why: ``sealed`` (the others' orders are opened
    next), ``others`` (nothing is asked of the player), ``free`` (nothing is left to say), ``over``. ``phase`` is
    that of which it speaks.
    """

    state: str
    say: str
    title: str
    phase: int = 0
    number: int = 0
    count: int = 0
    read: str = ""
    show: str = ""
    page: str = ""
    query: str = ""
    rule: str = ""


class Offer(Struct, frozen=True, kw_only=True):
    """A first game that one can begin; ``slug`` is that of one's own, where it is under way."""

    key: str
    title: str
    summary: str
    book_title: str
    badge: Badge
    minutes: int
    slug: str = ""


def next_step(slug: str, person: Any) -> NextStep | None:
    """What to tell the player of a first game now; ``None`` for everybody else and every other campaign."""
    at = reading(slug, person)
    game = first_games.game(at.campaign.first_game)
    if game is None or game.power not in at.own_powers:
        return None
    count = len(game.steps)
    phase = at.phase.number if at.phase is not None else 0
    next_one = partial(NextStep, title=paragraph(game.title), count=count, phase=phase)
    if (
        at.campaign.status == Status.FINISHED
        or at.phase is None
        or game.is_over(turn=at.phase.turn, phase=at.phase.number)
    ):
        return next_one(state="over", say=paragraph(game.end))
    if not at.rules.awaits(game.power):
        return next_one(state="others", say=str(_OTHERS))
    sheets = sheets_of(at)
    sealed = Sheet.State.SEALED in sheets.get(game.power, {})
    drafted = own_draft(at, sheets, game.power) is not None
    read = FirstGame.objects.values_list("read", flat=True).get(campaign=at.campaign)
    before = at.campaign.phases.filter(key=at.phase.key, undone_at=None)
    again = before.filter(number__lt=at.phase.number).exists()
    index = game.step(
        at.phase.key, at.phase.turn, read, drafted=drafted, sealed=sealed, again=again
    )
    if index is None:
        state, say = ("sealed", _SEALED) if sealed else ("free", _FREE)
        return next_one(state=state, say=str(say))
    step = game.steps[index]
    return next_one(
        state="step",
        say=paragraph(step.say),
        number=index + 1,
        read=step.key if step.until == "read" else "",
        show=step.show,
        page=step.page,
        query=step.query,
        rule=step.rule,
    )


_OTHERS = _(
    "Nothing is asked of you now: the others seal, the orders are opened, and this page renews itself."
)
_SEALED = _("Your orders are sealed; all orders are opened as soon as the last ones are in.")
_FREE = _("You know this kind of phase: choose what you like, or nothing, then seal.")


def offers(person: Any = None) -> tuple[Offer, ...]:
    """The first games, as somebody may begin or go on with them."""
    mine: dict[str, str] = {}
    if person is not None:
        rows = Campaign.objects.filter(seats__person=person).exclude(first_game="")
        mine = dict(
            rows.exclude(status=Status.FINISHED).order_by("pk").values_list("first_game", "slug")
        )
    return tuple(_offer(game, mine.get(game.key, "")) for game in first_games.every())


def _offer(game: first_games.FirstGame, slug: str) -> Offer:
    book = rulebooks.load(game.rulebook)
    return Offer(
        key=game.key,
        title=paragraph(game.title),
        summary=paragraph(game.summary),
        book_title=book.title,
        badge=power_badge(book, game.power),
        minutes=game.minutes,
        slug=slug,
    )


class Watchable(Struct, frozen=True, kw_only=True):
    """A phase of a campaign that is over, for those who only look: its ``number``, its turn, and its headline."""

    slug: str
    book_title: str
    turn_title: str
    number: int
    headline: str


def watchable() -> tuple[Watchable, ...]:
    """Of each rulebook the phase with the greatest news, in the latest public campaign that is over; of equals that in
    which most happened.
    """
    over = Campaign.objects.filter(status=Status.FINISHED, private=False, listed=True)
    latest = over.order_by("rulebook", "-finished_at", "-pk").distinct("rulebook")
    found = (
        _greatest_news(campaign)
        for campaign in latest.only("slug", "title", "rulebook", "revision")
    )
    return tuple(turn for turn in found if turn is not None)


def _greatest_news(campaign: Campaign) -> Watchable | None:
    told = campaign.phases.filter(undone_at=None, resolved_at__isnull=False)
    counted = told.annotate(happened=Count("events"))
    greatest = counted.only("campaign", "number", "turn_title", "headline")
    phase = greatest.order_by("-weight", "-happened", "number").first()
    if phase is None:
        return None
    book = rulebooks.for_names(campaign.rulebook, campaign.revision)
    return Watchable(
        slug=campaign.slug,
        book_title=book_title(campaign, book),
        turn_title=phase.turn_title,
        number=phase.number,
        headline=phase.headline,
    )
