"""What the style page shows of the parts that pages have besides: a letter, a receipt, rows of lists, a treaty, the
time line. The parts are the pages' own, filled with these; nothing comes from a campaign.
"""

from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.cache import LazyPart
from campaigns.selectors.facts.map_desk import Suggestion, TrayLine
from campaigns.selectors.history.chronicle_parts.records import TurningPoint
from campaigns.selectors.history.phase_story import PastPhase
from campaigns.selectors.lobby.asked_of_me import Asks
from campaigns.selectors.log.played_cards import PlayedCard
from campaigns.selectors.moderator.seat_rows import DeskRow
from campaigns.selectors.phase.records import LogLine, Readiness
from campaigns.selectors.press.press_records import MessageLine, Quote, ThreadLine
from campaigns.selectors.reader.power_badges import Badge
from campaigns.services.notifications.templates import in_plain_text
from frontend.books import faces
from frontend.forms.backs import CardBack
from frontend.templatetags.moments import countdown
from rules.kernel.agreements import Clause

SLUG = "popular-fronts"
BOOK = next(key for key, face in faces().items() if face.turns_cards)
"""The sample cards, and whoever stands on them, are of the first book that has cards."""
HEAD = SimpleNamespace(slug=SLUG, book_key=BOOK, revision="")
SEAL = "2ace68a871d00f3b9c41d2e75a6c18b4e3904f77a1c26d05b83e29f107ad54cc"


def _france() -> Badge:
    return Badge(key="france", name=_("France"), mark="disc", faction="western", hue="western")


def _germany() -> Badge:
    return Badge(key="germany", name=_("Germany"), mark="square", faction="axis", hue="axis")


def letter() -> dict[str, Any]:
    """A letter that asks for orders, as its page and as plain text."""
    due = _("Due Tuesday 24 November, 18:00: 72 hours after the bids.")
    silence = _("If you send nothing, France plays nothing and keeps three bids more.")
    since = (_("Germany acts first"), _("Brazil joins the United States"))
    sealed = _("5 of 8 have sealed. Nothing you sealed or drafted is in this letter.")
    when = _("Select, September/October 1939")
    address = f"https://chancellery.example/c/{SLUG}/"
    part = {
        "title": "Popular Fronts",
        "paragraphs": [when, f"{due}\n{silence}"],
        "address": address,
        "button": _("Choose two options"),
        "since": since,
        "sealed": sealed,
    }
    text = f"{when}\n\n{due}\n{silence}"
    return {
        "parts": [part],
        "stop": "/news/settings/",
        "settings_address": "/news/settings/",
        "text": in_plain_text(text, address, since, sealed),
    }


def receipt() -> dict[str, Any]:
    """What one has of a seal: the receipt's own context."""
    now = timezone.now()
    mine = SimpleNamespace(
        badge=_france(),
        commitment=SEAL,
        sealed_at=now,
        ready=True,
        draft=None,
        locked="",
        unread_seal=False,
        sealed_words=_("Trade deal and aid, Central America; 5 money"),
    )
    cards = [
        CardBack(_("Trade deal"), _("Central America")),
        CardBack(_("Economic aid"), _("Greece")),
    ]
    return {
        "head": HEAD,
        "mine": mine,
        "phase": SimpleNamespace(closes_at=now + timedelta(days=2)),
        "face_down": cards,
    }


def desk_rows() -> tuple[DeskRow, ...]:
    """Somebody who is overdue, and somebody who has sealed."""
    given: dict[str, Any] = {"bot": False, "away": None, "to_come": False, "deputies": ()}
    return (
        DeskRow(
            badge=_germany(),
            name="Anna L.",
            readiness=Readiness(
                badge=_germany(), state="overdue", at=None, mine=False, ready=False, bot=False
            ),
            seen=_("today"),
            usual=_("6 hours"),
            missed=1,
            may_nudge=True,
            nudged=False,
            **given,
        ),
        DeskRow(
            badge=_france(),
            name="M. Ellis",
            readiness=Readiness(
                badge=_france(),
                state="sealed",
                at=timezone.now(),
                mine=False,
                ready=True,
                bot=False,
            ),
            seen=_("yesterday"),
            usual=_("14 hours"),
            missed=0,
            may_nudge=False,
            nudged=False,
            **given,
        ),
    )


def press(theme: str, log: tuple[LogLine, ...]) -> dict[str, Any]:
    """A thread with an unread message, and two messages: one that quotes the log, one of mine."""
    given: dict[str, Any] = {"masked": False, "edited": None, "earlier": (), "phase": 1}
    theirs = MessageLine(
        key=f"{theme}-1",
        badge=_germany(),
        mine=False,
        text=_("You will have read what Sofia signed. We ask for nothing more this year."),
        at=timezone.now(),
        quotes=(Quote(number=684, lines=log[:1], more=False),),
        new=True,
        **given,
    )
    mine = MessageLine(
        key=f"{theme}-2",
        badge=_france(),
        mine=True,
        text=_("*The Straits are nobody's corridor.* That is our answer."),
        at=timezone.now(),
        **given,
    )
    line = ThreadLine(
        key="germany",
        kind="private",
        title="",
        parties=(_france(), _germany()),
        others=(_germany(),),
        masked=False,
        my_mask=False,
        last=theirs,
        unread=1,
        muted=False,
        power="france",
    )
    return {"line": line, "messages": (theirs, mine), "head": HEAD}


def treaty() -> tuple[Clause, ...]:
    """Clauses of an alliance: one that is kept, one that is not, one that a power may do."""
    return (
        Clause(text=_("France gives one resource a turn"), state="met", rule="13.2"),
        Clause(text=_("The Commonwealth gives two build points a turn"), state="failed", rule="13.2"),
        Clause(text=_("Either may pass through the other's land"), kind="optional", rule="13.4"),
    )  # fmt: skip


def map_lines() -> dict[str, Any]:
    """What an entry line offers, and a line of the sheet that has something to say."""
    paris = {"before": _("Western Allies"), "after": _("European Axis")}
    offered = (
        Suggestion(line="", label=_("Who holds Paris"), **paris),
        Suggestion(line="", label=_("France has fallen"), before=_("no"), after=_("yes")),
    )
    return {
        "offered": offered,
        "said": "Paris",
        "line": TrayLine(key="paris", label=_("Who holds Paris"), **paris),
    }


def sample_cards() -> tuple[PlayedCard, ...]:
    """A column that turned, one that found nothing left, and one of a power that sent nothing."""
    given: dict[str, Any] = {
        "again": False, "by": None, "dice": (), "verdict": "", "test": None, "told": (), "follows": (), "reasons": (),
    }  # fmt: skip
    return (
        PlayedCard(
            badge=_germany(), place=1, score="11/3", code="IPO 3", title=_("Economic aid"), aim=_("Central America"),
            price=_("2 money"), state="done", why="", rule="", fingerprint=SEAL, silent=False, **given,
        ),
        PlayedCard(
            badge=_france(), place=2, score="9/2", code="IPO 2", title=_("Trade deal"), aim=_("Central America"),
            price=_("nothing paid"), state="wasted", why=_("Germany came first."), rule="15.1", fingerprint=SEAL,
            silent=False, **given,
        ),
    )  # fmt: skip


def turnings() -> tuple[TurningPoint, ...]:
    """One turning point, with what it moved."""
    point = TurningPoint(
        number=1,
        phase=67,
        turn=_("September/October 1939"),
        head=_("Germany declares war on France"),
        came="",
        why=_("American entry against Germany rises from 67 to 94."),
        beside="",
        later="",
        knew="",
        before="",
        actor="germany",
    )
    return (point,)


def scrubber() -> dict[str, Any]:
    """The time line of a game of two years: the page that it stands on."""
    at = timezone.now()
    phases = tuple(
        PastPhase(
            number=number,
            turn=(number + 1) // 2,
            turn_title=f"{('Spring', 'Summer', 'Fall', 'Winter')[(number - 1) // 2 % 4]} {1939 + (number - 1) // 8}",
            key="place",
            title=_("Select"),
            opened_at=at,
            resolved_at=at,
            open=False,
            headline="",
            pin=_("Germany declares war on France") if number == 7 else "",
            weight=90 if number == 7 else 10,
            again=0,
            undone_at=None,
        )
        for number in range(1, 17)
    )
    page = SimpleNamespace(
        number=9,
        turn_title=phases[8].turn_title,
        previous=8,
        next=10,
        eyes=None,
        phases=LazyPart(("style", SLUG), lambda: phases),
        kinds=LazyPart(("style", SLUG, "kinds"), dict),
        head=HEAD,
        reader=SimpleNamespace(powers=()),
    )
    return {"page": page, "head": page.head}


def asks() -> tuple[Asks, ...]:
    """Rows of the lobby: orders that are due, and a proposal that may be answered when one likes."""
    given: dict[str, Any] = {"slug": SLUG, "title": "Popular Fronts", "powers": (_france(),)}
    given |= {"book_title": "Days of Decision II", "turn_title": ""}
    return (
        Asks(
            what="orders",
            verb=_("Choose two options, face down"),
            silence=_("If you send nothing, France plays nothing."),
            due_at=timezone.now() + timedelta(minutes=5),
            sealed=5,
            awaited=8,
            mine="draft",
            status="running",
            **given,
        ),
        Asks(
            what="proposal",
            verb=_("Answer a proposal of the Commonwealth"),
            about=_("Level 2: alliance"),
            silence=_("Nothing binds you until you accept."),
            **given,
        ),
    )


STEPS = tuple(
    SimpleNamespace(key=key, title=title)
    for key, title in (("bid", _("Bid")), ("select", _("Select")), ("map", _("Map")))
)


def strips() -> Iterator[dict[str, Any]]:
    """The phase strip in its six states: asked, not asked, due today, overdue, paused, waiting for the moderator."""
    now = timezone.now()
    soon, late = now + timedelta(hours=5, minutes=12), now - timedelta(hours=2)
    when: dict[str, Any] = {
        "due_at": now + timedelta(days=2, hours=9),
        "due_sentence": _("72 hours after the bids"),
    }
    today: dict[str, Any] = {"due_at": soon, "due_sentence": _("72 hours after the bids")}
    over: dict[str, Any] = {
        "due_at": late,
        "in_grace": True,
        "grace_until": now + timedelta(hours=10),
    }
    asked = _("Choose two options, face down.")
    told = _("If you send nothing, France plays nothing.")
    away = {"status_reason": _("Two players are on a train.")}
    yield _strip(**when, asked=asked, silence=told)
    yield _strip(**when, asked="", then=_("the cards are turned over, the lowest bid first."))
    yield _strip(**today, asked=asked, silence=told)
    yield _strip(**over, asked=asked, silence=told, mine="overdue")
    yield _strip({"status": "paused", "resumes_at": now + timedelta(days=3), **away}, asked=asked)
    yield _strip({"status": "waiting", "status_reason": ""}, asked=asked, waits_for=(_("Germany"),))


def _strip(
    head: dict[str, Any] | None = None, *, mine: str = "draft", **phase: Any
) -> dict[str, Any]:
    """The strip's own context, for France."""
    now = timezone.now()
    running = {"status": "running", "behind": False, "title": "Popular Fronts"}
    rules = SimpleNamespace(key="select", title=_("Select"), turn_title="1939", steps=STEPS)
    given = {name: phase.pop(name) for name in ("asked", "silence") if name in phase}
    states = (
        (_germany(), "sealed", now, False),
        (_france(), mine if given["asked"] else "not_awaited", None, True),
    )
    until = phase.get("grace_until") or phase.get("due_at")
    left = countdown(until if head is None else None)
    return {
        "head": SimpleNamespace(**vars(HEAD) | running | {"scenario_title": "1939"} | (head or {})),
        "phase": SimpleNamespace(rules=rules, **given, **phase),
        "reader": SimpleNamespace(acting=_france()),
        "readiness": [
            Readiness(badge=badge, state=state, at=at, mine=own, ready=True)
            for badge, state, at, own in states
        ],
        "sealed_count": 1,
        "awaited_count": 2,
        **left,
    }


def of(theme: str, log: tuple[LogLine, ...]) -> dict[str, Any]:
    """The context of these parts in one theme; ``log`` are lines to quote."""
    return {
        "strips": tuple(strips()),
        "letter": letter(),
        "receipt": receipt(),
        "desk": {"rows": desk_rows(), "late": True},
        "press": press(theme, log),
        "clauses": treaty(),
        "map": map_lines(),
        "cards_turned": sample_cards(),
        "turnings": turnings(),
        "scrubber": scrubber(),
        "asks": asks(),
    }
