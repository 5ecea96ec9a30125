"""Parts of a page that are rendered once for all who see the same.

Such a part is rendered by itself: of the page around it, it is given only what stands in its key.
So what one reader may see cannot stand in another's page. What a player writes is kept for his
power in his campaign alone, so that not even the time an answer takes tells what others wrote.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.cache import Cache, LazyPart, fingerprint
from campaigns.domain.wording import said_by
from campaigns.selectors.campaign.first_games import next_step
from campaigns.selectors.history.chronicle_records import ChroniclePage
from campaigns.selectors.history.phase_story import PastPage, PhaseStory
from campaigns.selectors.lobby.asked_of_me import asked_count, count_of
from campaigns.selectors.log.reveal_steps import opens_by_itself
from campaigns.selectors.phase.dice_chains import dice_chains
from campaigns.selectors.phase.records import Head
from campaigns.selectors.reader.acquaintances import names_known
from campaigns.selectors.seats.seat_keys import seat_keys as keys_of_seats
from frontend import bundles, fonts
from frontend.board_diff import in_units
from frontend.books import face_of, faces
from frontend.chronicle_pages import parts_of
from frontend.log_groups import grouped
from frontend.reveal_layout import UNTURNED, Laid, begins_with, laid, moved_by
from frontend.script_words import words
from frontend.templatetags.chancellery import as_power, countdown
from frontend.templatetags.language import in_words

register = template.Library()

#: Letters of all parts kept by a process.
MOST_LETTERS = 8_000_000

_rendered = Cache(MOST_LETTERS, weigh=len)
_stories = Cache(MOST_LETTERS, weigh=lambda told: sum(map(len, told)))
_reveals = Cache(MOST_LETTERS, weigh=lambda found: len(found.steps) + len(found.board))

WHOLE = "board=whole"
"""By which a page is asked for with all of its board."""


class ToldStory(NamedTuple):
    """The story of a past phase: what heads it, and its parts as HTML. ``top`` is the story with its board,
    ``follows`` and ``changes`` are empty where there is nothing to say.
    """

    heading: str
    top: SafeString
    follows: SafeString
    changes: SafeString
    check: SafeString


class Acting(NamedTuple):
    """What a shared part may know of its reader: the power they act for, and all that they play where these are in
    its key too.
    """

    acting: Any
    powers: Any = ()


@register.simple_tag
def assets() -> SafeString:
    """The style sheet of every page."""
    return _asset("frontend/parts/assets.html", sheet=bundles.SHARED)


@register.simple_tag
def fonts_ahead() -> SafeString:
    """The fonts of every page, where they were made; it asks for them at its end."""
    made = fonts.made()
    return _asset("frontend/parts/fonts.html", fonts=made and made.preloaded)


@register.simple_tag
def scripts() -> SafeString:
    """The scripts of every page; they stand at its end."""
    return _asset("frontend/parts/scripts.html", words=words(), scripts=bundles.SCRIPTS)


@register.simple_tag
def book_assets(book: str) -> SafeString:
    """The style sheet that the pages of a book load besides."""
    return _asset("frontend/parts/book_assets.html", book, sheet=bundles.sheet_of(book))


@register.simple_tag
def sample_assets() -> SafeString:
    """The style sheets of those books."""
    return mark_safe(  # noqa: S308 - templates' own output
        "".join(book_assets(key) for key, face in faces().items() if face.samples)
    )


@register.simple_tag
def book_scripts(book: str) -> SafeString:
    """The scripts that the pages of a book load besides."""
    scripts = tuple(map(bundles.short_of, face_of(book).scripts))
    return _asset("frontend/parts/book_scripts.html", book, scripts=scripts)


def _asset(name: str, book: str = "", **given: Any) -> SafeString:
    def render() -> SafeString:
        return mark_safe(render_to_string(name, given).strip())  # noqa: S308 - a template's own output

    html: SafeString = _rendered.get(
        (name, book, settings.STATIC_URL, settings.DEBUG, given.get("fonts")), render
    )
    return html


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
    return _cached_template(
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


@register.simple_tag(takes_context=True)
def strip_fragment(context: template.Context) -> SafeString:
    """The phase strip. Context: what the view's ``strip_context`` gives."""
    return strip_html(cast(Mapping[str, Any], context.flatten()))


@register.simple_tag(takes_context=True)
def fields_fragment(
    context: template.Context,
    rows: Any,
    act: Any = None,
    beside: Any = None,
    standing: bool = False,
) -> SafeString:
    """The controls of a form of orders, with what stands ``beside`` them. Context: head, mine; ``details_at`` and
    phase where the details of cards are fetched from there. Forms that ask for the same stand on one page, so the
    ids of each begin otherwise: those of acts, and of ``standing`` orders.
    """
    ids = "standing" if standing else "f" if act is None else f"act-{act.menu.order}"
    book = context["head"].book_key
    given = {"fields": rows, "act": act, "book": book, "beside": beside, "ids": ids}
    details_at = "" if standing or act else context.get("details_at", "")
    if details_at:
        given |= {"details_at": details_at, "phase_number": context["phase"].number}
    return _own(
        context,
        "frontend/fields/_all.html",
        {**given, **_sides(context)},
        [(row.template, row.name, row.field, row.value) for row in rows],
        act is not None,
        ids,
        details_at and (details_at, given["phase_number"]),
        beside.says if beside else None,
    )


def _sides(context: template.Context) -> dict[str, Any]:
    """By which names and hues of sides a roll is told, and whose side the player is on."""
    mine = context["mine"]
    return {
        "hues": context["head"].hues,
        "side": mine.badge.faction,
        "side_names": dict(context["head"].sides),
    }


@register.simple_tag(takes_context=True)
def preview_fragment(
    context: template.Context, beside: Any, problems: Any, warnings: Any, movements: Any
) -> SafeString:
    """The rolls and movements that orders would lead to and that hang on no control alone, and what
    they would spoil. Context: head, mine.
    """
    given = {
        "panels": beside.rest,
        "problems": problems,
        "warnings": warnings,
        "movements": movements,
        **_sides(context),
    }
    says = (beside.rest, problems, warnings, movements)
    return _own(context, "frontend/campaign/_preview.html", given, *says)


@register.simple_tag
def card_fragment(card: Any) -> SafeString:
    """One campaign in a list."""
    return _cached_template("frontend/parts/card.html", {"card": card}, fingerprint(card))


@register.simple_tag
def news_fragment(told: Any, *, lead: bool) -> SafeString:
    """What is worth reading of a campaign: what was told last, or the whole of one that is over."""
    context = {"told": told, "lead": lead}
    return _cached_template("frontend/lobby/_story.html", context, fingerprint(told), lead)


@register.simple_tag(takes_context=True)
def board_fragment(context: template.Context) -> SafeString:
    """The board of whichever rulebook it is. Context: board, head, reader, request; past when it is history, and then
    ``whole_at`` where only the heart of it is shown.
    """
    head, acting, past = context["head"], context["reader"].acting, bool(context.get("past"))
    whole_at = str(context.get("whole_at") or "") if past else whole_board_at(head, acting)
    request = context.get("request")
    if request is not None and not past and request.GET.get("board") == "whole":
        whole_at = ""
    return board_html(context["board"], head, acting, past=past, whole_at=whole_at)


def whole_board_at(head: Head, acting: Any) -> str:
    """The address of a campaign's page with all of its board, also what is else fetched when it is asked for."""
    page = "end" if head.status == "finished" else "campaign"
    power = f"power={acting.key}&" if acting else ""
    return f"{reverse(f'frontend:{page}', args=[head.slug])}?{power}{WHOLE}"


@register.simple_tag(takes_context=True)
def piece(context: template.Context, name: str, **given: Any) -> SafeString:
    """A piece of a board, which is mostly the same from one phase to the next. It knows what it is
    given, the campaign, the power that the reader acts for, and whether it is of the past.
    """
    head, acting, past = context["head"], context["reader"].acting, bool(context.get("past"))
    shown = {**given, "head": head, "reader": Acting(acting), "past": past}
    return _cached_template(name, shown, fingerprint(given), head, acting, past)


@register.simple_tag(takes_context=True)
def log_fragment(context: template.Context) -> SafeString:
    """The log in groups. Context: log, head."""
    log, head = context["log"], context["head"]

    def render() -> str:
        given = {"log": grouped(log()), "head": head}
        return render_to_string("frontend/campaign/_log_groups.html", given)

    return _cached("log", log.key, head.revision, render=render)


@register.simple_tag(takes_context=True)
def part_fragment(context: template.Context, name: str) -> SafeString:
    """A part by its template, which is given the answer as ``data``. Context: part, head, reader."""
    part, head, acting = context["part"], context["head"], context["reader"].acting

    def render() -> str:
        given = {"data": part(), "head": head, "reader": Acting(acting)}
        return _by_its_book(head, name, given)

    return _cached(name, part.key, head, acting, render=render)


def strip_html(given: Mapping[str, Any]) -> SafeString:
    """The phase strip as its time left stands now, rendered unless it was for who sees the same."""
    phase, head, acting = given["phase"], given["head"], given["reader"].acting
    runs = phase is not None and head.status == "running"
    left = countdown(phase.closes_at if runs else None)
    names = ("readiness", "sealed_count", "awaited_count", "sealed_mine", "turn_ordinal", "owed")
    shown = {name: given[name] for name in (*names, "waits_for_me")}
    says = fingerprint(head, phase, acting, left, shown)

    def render() -> str:
        parts = {"head": head, "phase": phase, "reader": Acting(acting), **left, **shown}
        return _by_its_book(head, "frontend/campaign/_strip.html", parts)

    return _cached("strip", says, render=render)


def board_html(
    board: LazyPart,
    head: Head,
    acting: Any,
    *,
    past: bool = False,
    told: bool = False,
    whole_at: str = "",
) -> SafeString:
    """A board, rendered unless somebody who sees the same had it rendered today; ``told`` in a chronicle. With the
    address of the ``whole_at`` it is the heart of it that stands in history, and on today's page a board of which
    some is fetched when it is asked for.
    """

    def render() -> str:
        data = board()
        if not data:
            return render_to_string("frontend/campaign/_no_board.html")
        given = {"board": data, "head": head, "reader": Acting(acting), "past": past}
        given |= {"whole_at": whole_at, "watching": not past and not told and watches(head, acting)}
        face = face_of(head.book_key)
        name = face.board_when_told if told or (past and whole_at) else face.board
        html = _by_its_book(head, name, given)
        return in_units(html.strip()) if whole_at and not past else html

    return _cached("board", board.key, head, acting, past, told, whole_at, render=render)


def watches(head: Head, acting: Any) -> bool:
    """Whether a reader watches a campaign that is played: what of its board stands beside it is told in their column."""
    return acting is None and head.status not in ("gathering", "finished")


@register.simple_tag(takes_context=True)
def beside_board(context: template.Context) -> SafeString:
    """What of the board stands in the column of one who watches; empty where a book has nothing there.
    Context: board, head, reader.
    """
    board, head = context["board"], context["head"]
    name = face_of(head.book_key).beside
    if not name:
        return SafeString()

    def render() -> str:
        data = board()
        given = {"board": data, "head": head, "reader": Acting(None), "past": False}
        return _by_its_book(head, name, given).strip() if data else ""

    return _cached("beside", board.key, head, render=render)


@register.simple_tag(takes_context=True)
def duties_beside(context: template.Context) -> bool:
    """Whether what of the board stands there tells what is owed. Context: head."""
    return face_of(context["head"].book_key).duties_beside


def story_of(page: PastPage, *, whole: bool = False) -> ToldStory:
    """The story of a past phase, rendered unless somebody who sees the same had it rendered today; with the
    ``whole`` of its board, where that is more than is shown at first.
    """
    face = face_of(page.head.book_key)
    shorter = face.board_when_told != face.board

    def render() -> ToldStory:
        story = page.story()
        given = _given(page, story)
        if shorter:
            asked = f"{given['asked']}&" if given["asked"] else "?"
            here = reverse("frontend:phase", args=[page.head.slug, page.number])
            given["whole_link"] = f"{here}{asked}{WHOLE}"
            given["whole_at"] = "" if whole else given["whole_link"]
        parts = (
            mark_safe(_by_its_book(page.head, f"frontend/history/{name}.html", given).strip())  # noqa: S308
            for name in ("_story", "_follows", "_changes", "_check")
        )
        return ToldStory(given["heading"], *parts)

    found: ToldStory = _stories.get(_today(page.story.key, page.head, whole and shorter), render)
    return found


def heading_of(story: PhaseStory) -> str:
    """What stands over a past phase: its headline, and its own name where nothing happened."""
    if not story.quiet:
        return in_words(story.headline)
    title, turn = in_words(story.title), in_words(story.turn_title)
    return title if turn in title else f"{title}, {turn}"


class RevealParts(NamedTuple):
    """A reveal, rendered: what heads it while steps are still to come (``begins``, empty without steps) and after the
    last (``headline``, ``lede``), its ``steps``, and the board with what stands below them. ``opens`` says whether
    there is anything to watch, ``when`` it was resolved.
    """

    begins: str
    headline: str
    lede: str
    turn_title: str
    when: Any
    opens: bool
    released: bool
    steps: SafeString
    board: SafeString


def reveal_of(page: PastPage) -> RevealParts:
    """The reveal of a past phase, rendered unless somebody who sees the same had it rendered today."""

    @said_by(page.head.book_key)
    def render() -> RevealParts:
        story = page.story()
        steps = story.steps()
        watched = face_of(page.head.book_key).marks
        boards = (story.before(), story.board()) if watched and steps else ()
        moved = moved_by(steps, watched, *boards) if boards else ()
        given = _given(page, story, laid(steps, moved))
        if boards and boards[0]:
            after, before = (
                board_html(board, page.head, page.reader.acting, past=True)
                for board in (story.board, story.before)
            )
            given["then"] = before if before != after else ""
        html = [
            SafeString(_by_its_book(page.head, f"frontend/history/{name}.html", given))
            for name in (("_turned", "_reveal_board") if steps else ("_reveal_board",))
        ]
        if not steps:
            html.insert(0, SafeString())
        return RevealParts(
            begins_with(given["steps"], cards=bool(story.cards)),
            given["heading"],
            "" if story.quiet else in_words(story.lede),
            story.turn_title,
            story.resolved_at,
            opens_by_itself(steps),
            story.check.released,
            *html,
        )

    found: RevealParts = _reveals.get(_today("reveal", page.story.key, page.head), render)
    return found


def _given(
    page: PastPage, story: PhaseStory, steps: tuple[Laid, ...] | None = None
) -> dict[str, Any]:
    """What the templates of a past phase are given. ``steps`` are those of its reveal; on the page of the phase
    only cards stand there.
    """
    with said_by(page.head.book_key):
        steps = laid(story.cards) if steps is None else steps
        heading = heading_of(story)
    return {
        "steps": steps,
        "reveals": steps and not story.cards,
        "story": story,
        "head": page.head,
        "reader": Acting(page.reader.acting, page.reader.powers),
        "board": story.board,
        "past": True,
        "asked": f"?as={page.eyes.key}" if page.eyes else "",
        "eyes": page.eyes,
        "turned": sum(step.card.state not in UNTURNED for step in steps),
        "heading": heading,
    }


def chronicle_part(page: ChroniclePage, name: str) -> SafeString:
    """A part of a chronicle, rendered unless it was for who is told the same."""

    def render() -> str:
        given = {
            **parts_of(page.story, page.head.book_key),
            "head": page.head,
            "eyes": page.eyes,
            "asked": f"?as={page.eyes.key}" if page.eyes else "",
            "scenario": page.scenario,
            "replay": page.replay,
            "choices": {badge.key for badge in page.choices},
        }
        return _by_its_book(page.head, f"frontend/chronicle/_{name}.html", given)

    open_eyes = bool(page.choices)
    return _cached(f"chronicle-{name}", page.key, page.head, page.replay, open_eyes, render=render)


def _own(context: template.Context, name: str, given: Mapping[str, Any], *says: Any) -> SafeString:
    """A part of a player's own, kept for his power in his campaign."""
    mine = context["mine"]
    head = context["head"]
    key = (head.slug, mine.badge.key, head.revision, fingerprint(*says))
    return _cached_template(name, {**given, "head": head}, key)


def _by_its_book(head: Head, name: str, given: Mapping[str, Any]) -> str:
    """A template of a campaign, in which its own book's messages go before those of others: some are asked
    for before the page around them is.
    """
    with said_by(head.book_key):
        return render_to_string(name, given)


def _cached_template(name: str, context: Mapping[str, Any], *key: Any) -> SafeString:
    """A template with what it is given, under its key."""
    return _cached(name, *key, render=lambda: render_to_string(name, context))


def _cached(kind: str, key: Any, *more: Any, render: Callable[[], str]) -> SafeString:
    """A part under its key, for readers of one time zone, as it reads today."""

    def made() -> SafeString:
        return mark_safe(render())  # noqa: S308 - a template's own output

    html: SafeString = made() if key is None else _rendered.get(_today(kind, key, *more), made)
    return html


def _today(*key: Any) -> tuple[Any, ...]:
    return (*key, timezone.get_current_timezone_name(), timezone.localtime().date())


@register.inclusion_tag("frontend/parts/people_known.html", takes_context=True)
def people_known(context: Mapping[str, Any]) -> dict[str, Any]:
    """The names of people whom the reader knows, for fields that take somebody's name (``people-known``)."""
    request = context.get("request")
    return {"names": names_known(getattr(request, "user", None))}
