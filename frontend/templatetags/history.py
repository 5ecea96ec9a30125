"""The time line of a campaign, which may be hundreds of phases long."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django import template
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.cache import Cache, LazyPart
from campaigns.chronicles.spec import told_of
from campaigns.selectors.history.chronicle_parts.phases import year_of
from campaigns.selectors.history.dice_rows import purpose_in_words
from campaigns.selectors.history.phase_story import PastPage, ReleasedOrders
from campaigns.selectors.log.known_then import KeptThen, OrderedThen
from campaigns.selectors.phase.records import Head
from campaigns.selectors.reader.power_badges import Badge
from core.text.lists import listed
from frontend.templatetags.language import in_words
from frontend.timeline import TimeLine, blocks_of, drawn, zoomed
from rules.kernel.grammar import capital, joined
from rules.kernel.setup import named_within

register = template.Library()

#: Letters of all time lines kept by a process.
MOST_LETTERS = 2_000_000

PINS = {
    "wars": gettext_lazy("wars"),
    "treaties": gettext_lazy("treaties"),
    "countries": gettext_lazy("countries"),
}
"""The groups of events to which pins can be narrowed down, as they are called."""
MINE = "mine"
"""The pins of those events of these groups that name a power of the reader's."""
GREAT = "great"
"""The pins of all great events of a campaign that is over; without it they are the turning points of its chronicle."""
MOST_TOLD, MOST_BESIDE_CARDS = 42, 20
"""Lines of events that the page of a phase tells without being asked."""
LINE = 64
"""Letters of a line beside the board."""
LESSER = 15
"""Events of less weight are told in small print."""
GLANCE = 300
"""Letters of a lede."""
YEAR, TURN = "year", "turn"
ZOOMS = (YEAR, TURN)

_lines = Cache(MOST_LETTERS, weigh=lambda line: line.letters)


@register.simple_tag
def time_line(
    page: PastPage, pins: str = "", zoom: str = "", turnings: LazyPart | None = None
) -> dict[str, Any]:
    """The line of a campaign with the page's own phase marked: ``blocks``, ``pins``, ``years`` and ``turns`` of
    its year, and the links that choose which ``pins`` it has and whether it is ``zoom``-ed to the year.
    Unless somebody chooses others they are the ``turnings`` of its chronicle; while it runs, the great events.

    ``pins`` may also be :data:`MINE` or :data:`GREAT`, and ``zoom`` one of :data:`ZOOMS`. ``back`` and ``on`` are the next phases in
    which something happened.

    Made in one go, and kept but for the marks: as a template it would look each address up, and each
    word, for every phase.
    """
    if (pins == MINE and not page.reader.powers) or (pins == GREAT and turnings is None):
        pins = ""
    kinds = _kinds_of(page.head.book_key, pins)
    mine = frozenset(badge.key for badge in page.reader.powers) if pins == MINE else frozenset()
    year = year_of(page.turn_title) if zoom == YEAR else ""
    turn = page.turn_title if zoom == TURN else ""

    pins = pins if kinds or pins == GREAT else ""
    eyes = page.eyes.key if page.eyes else ""
    turned = None if pins else turnings

    def make() -> TimeLine:
        return drawn(
            page.phases(),
            page.head.slug,
            year=year,
            turn=turn,
            pinned=_chosen(page, kinds, mine),
            turnings=turned() if turned else None,
        )

    by_eyes = None if turned is None else eyes
    line: TimeLine = _lines.get((page.phases.key, year, turn, kinds, mine, by_eyes), make)
    zoom = zoom if year or turn else ""
    asked = line_asked(eyes, pins, zoom)
    whole = line if not zoom else _whole(page)
    past = [block for block in whole.blocks if 'class="open"' not in block.html]
    back, on = whole.last_loud(page.number), whole.next_loud(page.number)
    return {
        "blocks": _safe(blocks_of(line, page.number, asked)),
        "pins": _safe(line.pins.replace('/">', f'/{escape(asked)}">')),
        "years": _safe(line.years.replace('/">', f'/{escape(asked)}">')),
        "turns": [
            (title, own, _safe(links)) for title, own, links in zoomed(line, page.number, asked)
        ],
        "place": next((n for n, block in enumerate(past, 1) if block.number == page.number), 0),
        "count": len(past),
        "few": line.few,
        "head": line.head,
        "heads": (year or in_words(turn)) if line.head else "",
        "back": back,
        "on": on,
        "zooms": [
            (_("whole game"), line_asked(eyes, pins, "") or "?", not zoom),
            (year_of(page.turn_title), line_asked(eyes, pins, YEAR), bool(year)),
            *(
                [(_("this turn"), line_asked(eyes, pins, TURN), bool(turn))]
                if year_of(page.turn_title) != page.turn_title
                else []
            ),
        ],
        "narrowed": [
            (title, line_asked(eyes, key, zoom) or "?", key == pins)
            for key, title in _groups(over=turnings is not None).items()
            if key in ("", GREAT)
            or (_kinds_of(page.head.book_key, key) and (key != MINE or page.reader.powers))
        ],
    }


def _groups(*, over: bool) -> dict[str, str]:
    """What the pins of a line can be, as it is called; the first is what they are unless somebody asks."""
    great = _("great events")
    first = {"": _("turning points"), GREAT: great} if over else {"": great}
    kinds = {group: str(title) for group, title in PINS.items()}
    return {**first, **kinds, MINE: _("mine")}


def _chosen(page: PastPage, kinds: frozenset[str], mine: frozenset[str]) -> set[int] | None:
    """The numbers of the phases that get pins; ``None`` for the great events."""
    if not kinds:
        return None
    if mine:
        return {
            number
            for number, named in page.named().items()
            if any(kind in kinds and powers & mine for kind, powers in named)
        }
    return {number for number, own in page.kinds().items() if own & kinds}


@register.simple_tag
def phase_name(page: PastPage, number: int) -> str:
    """What a phase is called: "Select, May/June 1937"."""
    return _whole(page).names.get(number, "")


@register.simple_tag
def how_given(given: ReleasedOrders, story: Any) -> str:
    """How an order of a phase came about; empty for one that was sealed and counted."""
    match given.how:
        case "void":
            return _("sealed, but no longer allowed; it did nothing")
        case "autopilot":
            # Where a script plays, nobody was silent: autopilots have all the seats.
            if story.check.given:
                return _("autopilot")
            void = any(one.how == "void" and one.badge == given.badge for one in story.orders)
            return _("the autopilot played instead") if void else _("silent; the autopilot played")
        case "bot":
            return _("autopilot")
        case _ if given.order is None:
            return _("sealed as done")
        case _:
            return ""


@register.simple_tag
def orders_told(story: Any) -> tuple[list[ReleasedOrders], bool]:
    """The orders of a phase that its page tells one by one, and whether autopilots gave others that ordered nothing: of
    those one sentence tells. What the autopilot did for a player who was silent is always told.
    """
    script = story.check.given

    def idle(given: ReleasedOrders) -> bool:
        by_itself = given.how == "bot" or (script and given.how == "autopilot")
        return by_itself and not given.words

    told = [given for given in story.orders if not idle(given)]
    return told, len(told) < len(story.orders)


@register.simple_tag
def points_of_undoing(page: Any, to: Any) -> dict[str, Any]:
    """The line of the phases of a page that count (``phases``, the newest first), on which the one to go back ``to``
    is chosen; those that would be undone are marked.
    """
    chosen = to.number if to else 0
    ask = f"{reverse('frontend:rollback', args=[page.head.slug])}?to="
    line = drawn(page.phases[::-1], page.head.slug, ask=ask, chosen=chosen)
    shown = chosen or (page.phases[0].number if page.phases else 0)
    return {
        "blocks": _safe(blocks_of(line, chosen)),
        "years": _safe(line.years),
        "turns": [(title, own, _safe(links)) for title, own, links in zoomed(line, shown)],
        "few": line.few,
    }


@register.simple_tag
def ruled(story: Any, place: str, what: str = "") -> SafeString:
    """Links at a die or an event of a phase: to the rulings that touched it, and to make one about it. ``what``
    it is, in words, tells the link from those of the others.
    """
    if not place or not getattr(story, "number", 0):
        return SafeString()
    here = reverse("frontend:rulings", args=[story.head.slug])
    links = [
        (f"{here}#ruling-{number}", _("Ruling %(number)s") % {"number": number})
        for number in story.ruled.get(place, ())
    ]
    ask = f"{here}?{urlencode({'roll': f'{story.number}#{place}'})}"
    html = "".join(f' <a class="ruled small" href="{to}">{escape(said)}</a>' for to, said in links)
    if story.head.status != "finished":
        label = _("Make a ruling about this")
        label = escape(f"{label}: {what}" if what else label)
        html += f' <a class="link-sign" href="{escape(ask)}" aria-label="{label}">§</a>'
    return _safe(html)


@register.simple_tag
def told_and_folded(story: Any) -> tuple[list[Any], list[Any]]:
    """The events of a phase that its page tells at once, and those it folds, each in their order.

    A year's end has sixty events, and its page would be six screens long: what is beyond :data:`MOST_TOLD` lines
    (beside cards :data:`MOST_BESIDE_CARDS`) is folded, the lesser events before the others, the last ones first. What
    was declared and is no news is folded with them: it stands under what changed.
    """
    most = MOST_BESIDE_CARDS if story.cards else MOST_TOLD
    lines = list(enumerate(story.lines))
    taken, told = 0, set[int]()
    for place, item in sorted(
        lines, key=lambda one: (_is_plain(one[1]), one[1].line.weight < LESSER, one[0])
    ):
        taken += (1 if item.line.weight < LESSER else 3) + len(
            item.line.head + item.line.rest
        ) // LINE
        if told and (taken > most or _is_plain(item)):
            break
        told.add(place)
    return (
        [item for place, item in lines if place in told],
        [item for place, item in lines if place not in told],
    )


def _is_plain(item: Any) -> bool:
    """Whether it is a declared fact and no news."""
    return item.kind == "fact" and not (item.line.news and item.line.news.one)


@register.filter
def at_length(text: str) -> tuple[str, str]:
    """What an event says beside its head: what is told at once, and what is folded behind it. A rule of several
    sentences is no narration.
    """
    if len(text) <= GLANCE:
        return text, ""
    first, *more = re.split(r"(?<=[.!?])\s+", text)
    return first, " ".join(more)


@register.filter
def names_die(said: str, line: Any) -> bool:
    """Whether what an event says names the number of its die: in its head, or first of all in what it ``said`` beside."""
    first = re.split(r"[;.]", said or "", maxsplit=1)[0]
    return any(re.search(rf"\b{line.die}\b", words) for words in (in_words(line.head), first))


@register.filter
def briefly(lede: str) -> str:
    """The first sentences of a lede, as many as a reader takes in at a glance; the events tell the rest."""
    sentences = re.split(r"(?<=[.!?])\s+", lede)
    said = sentences[0]
    for sentence in sentences[1:]:
        if len(said) + len(sentence) >= GLANCE:
            break
        said += f" {sentence}"
    return said


@register.filter
def at_its_phase(roll: str) -> str:
    """Where a die or an event is, below the history: ``4/#die-1``."""
    return roll.replace("#", "/#")


@register.filter
def named_roll(roll: str) -> str:
    """A die or an event in words."""
    number, _mark, place = roll.partition("#")
    kind, _dash, which = place.partition("-")
    said = (
        _("die %(which)s of phase %(number)s")
        if kind == "die"
        else _("event %(which)s of phase %(number)s")
    )
    return said % {"which": which, "number": number}


def _whole(page: PastPage) -> TimeLine:
    line: TimeLine = _lines.get(
        (page.phases.key, "", "", "no pins"),
        lambda: drawn(page.phases(), page.head.slug, pinned=()),
    )
    return line


def line_asked(eyes: str, pins: str, zoom: str) -> str:
    """What the address of a phase is asked besides, so that each step keeps it: empty for nothing."""
    query = QueryDict(mutable=True)
    for name, value in (("as", eyes), ("pins", pins), ("zoom", zoom)):
        if value:
            query[name] = value
    return f"?{query.urlencode()}" if query else ""


def _kinds_of(book: str, pins: str) -> frozenset[str]:
    """The kinds of events that a book has in a group of pins; of all groups for those of the reader."""
    if pins == MINE:
        return frozenset(kind for _, kinds in told_of(book).pins for kind in kinds)
    return frozenset(dict(told_of(book).pins).get(pins, ()))


@register.filter
def as_json(value: Any) -> str:
    """Plain data as a script reads it from an attribute."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - escaped in frontend.timeline


@register.simple_tag
def in_a_sentence(head: Head, badge: Any) -> str:
    """What a power is called within a sentence: *the Commonwealth*."""
    return in_words(named_within(badge.name))


@register.simple_tag
def kept_by(head: Head, kept: Sequence[KeptThen]) -> str:
    """What not everybody might know, in a row: *where Germany had placed diplomatic points (2 on Spain)*."""
    return "; ".join(_kept_words(head, one) + _held(head, one) for one in kept)


def _kept_words(head: Head, one: KeptThen) -> str:
    if one.words and one.whose:
        return in_words(
            one.words.format(whose=joined(named_within(each.name) for each in one.whose))
        )
    if one.words and "{whose}" not in one.words:
        return in_words(one.words)
    whose = listed([in_a_sentence(head, badge) for badge in one.whose])
    # Translators: what some keep secret, as "purses", and the names of those powers.
    return _("%(what)s of %(powers)s") % {"what": one.what, "powers": whose} if whose else one.what


def _held(head: Head, one: KeptThen) -> str:
    """What was kept came to, by the powers whose it was where they are several."""
    said = [
        (badge, ", ".join(in_words(words) for words in held)) for badge, held in one.held if held
    ]
    if len(one.whose) > 1:
        return f" ({'; '.join(_by(head, badge, words) for badge, words in said)})" if said else ""
    return f" ({said[0][1]})" if said else ""


def _by(head: Head, badge: Badge, words: str) -> str:
    return _("%(powers)s: %(words)s") % {"powers": in_a_sentence(head, badge), "words": words}


@register.simple_tag
def ordered_by(head: Head, ordered: Sequence[OrderedThen]) -> str:
    """Orders with those who gave them, as sentences: *Germany and Italy: war on the USSR. The others: ...*."""
    return ". ".join(
        # Translators: the names of some powers, and what they ordered.
        _("%(powers)s: %(words)s")
        % {
            "powers": _("The others")
            if one.others
            else capital(listed([in_a_sentence(head, badge) for badge in one.whose])),
            "words": in_words(one.words),
        }
        for one in ordered
    )


@register.simple_tag
def knew_at_turnings(head: Head, story: Any, eyes: Badge) -> str:
    """What a power knew at the turning points of its chronicle and not everybody did, and what it did not, each with
    the numbers of those points, as sentences.
    """
    known: dict[str, list[int]] = {}
    unknown: dict[str, list[int]] = {}
    for point in story.turnings:
        then = story.then.get(point.phase)
        if then is None:
            continue
        if then.own:
            known.setdefault(_("what it ordered itself"), []).append(point.number)
        for one in then.known:
            known.setdefault(_kept_words(head, one), []).append(point.number)
        if then.ordered or then.closed:
            unknown.setdefault(_("what others ordered, until the phase ended"), []).append(
                point.number
            )
        for one in then.sealed:
            unknown.setdefault(_kept_words(head, one), []).append(point.number)
    names = {"name": in_a_sentence(head, eyes), "known": _at(known), "not": _at(unknown)}
    said = []
    if known:
        said.append(_("Known to %(name)s, but not to everybody: %(known)s.") % names)
    if unknown:
        said.append(_("Not known to %(name)s: %(not)s.") % names)
    if not said:
        return _("Nothing was secret at these turning points: their story is that of everybody.")
    return " ".join([*said, _("Numbers in brackets are those of the turning points.")])


def _at(found: dict[str, list[int]]) -> str:
    """Words with the numbers of their turning points: *the values of the chits (1, 2, 5)*."""
    return "; ".join(f"{words} ({', '.join(_runs(at))})" for words, at in found.items())


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers in their order, three and more in a row as one: *1, 3–6*."""
    for _gap, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        row = [str(number) for _place, number in run]
        yield from row if len(row) < 3 else (f"{row[0]}–{row[-1]}",)


@register.simple_tag
def named_together(head: Head, badges: Sequence[Badge]) -> str:
    """Powers within a sentence: *Germany and the Commonwealth*."""
    return listed([in_a_sentence(head, badge) for badge in badges])


@register.simple_tag
def thrown_for(head: Head, purpose: str) -> str:
    """What a die of a campaign was thrown for, in words."""
    return escape(purpose_in_words(head.book_key, head.revision, purpose))
