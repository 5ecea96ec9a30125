"""What the style page shows of the parts that single pages have: the phase strip, a receipt, the map desk, press, the
moderator's desk, mail.
"""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.selectors.facts.map_desk import AskedFact, Suggestion, TrayLine
from campaigns.selectors.history.rollback import Again, Undoing
from campaigns.selectors.lobby.asked_of_me import AskedOfMe
from campaigns.selectors.moderator.desk_acts import DeskAct, Undo
from campaigns.selectors.moderator.seat_rows import DeskRow
from campaigns.selectors.orders.agreements import Between
from campaigns.selectors.phase.records import Readiness
from campaigns.selectors.press.press_records import (
    Doing,
    Draft,
    Item,
    MessageLine,
    PhaseMark,
    Quote,
    Term,
    ThreadLine,
)
from campaigns.selectors.seats.missed_deadlines import Missed
from campaigns.services.notifications.templates import in_plain_text, linked
from frontend.forms.backs import CardBack
from frontend.samples.basics import log
from frontend.samples.stories import past_phases, printed
from frontend.samples.table import HEAD, SEAL, SLUG, france, germany
from frontend.scales import Moved, Threshold
from frontend.templatetags.moments import countdown
from rules.kernel.agreements import Clause, Paper
from rules.kernel.dispatch.effects import Begun, Effects, ForetoldEvent
from rules.kernel.events import Line


def mail(_theme: str) -> dict[str, Any]:
    """A letter that asks for orders with its head, as its page and as plain text."""
    due = _("Due Tuesday 24 November, 18:00: 72 hours after the bids.")
    silence = _("If you send nothing, France plays nothing and keeps three bids more.")
    since = (_("Germany acts first"), _("Brazil joins the United States"))
    sealed = _("5 of 8 have sealed. Nothing you sealed or drafted is in this letter.")
    when = _("Select, September/October 1939")
    address = f"https://chancellery.example/c/{SLUG}/"
    notices = linked([(f"{when}\n\n{due}\n{silence}", ((address, _("Choose two options")),))])
    part = {
        "title": "Popular Fronts",
        "notices": notices,
        "since": since,
        "sealed": sealed,
    }
    return {
        "sender": settings.DEFAULT_FROM_EMAIL,
        "subject": _("Popular Fronts: France: choose two options by Tuesday 18:00"),
        "parts": [part],
        "stop": "/news/settings/",
        "settings_address": "/news/settings/",
        "text": in_plain_text(notices, since, sealed),
    }


def receipt() -> dict[str, Any]:
    """What one has of a seal: the receipt's own context."""
    now = timezone.now()
    mine = SimpleNamespace(
        badge=france(),
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
            badge=germany(),
            name="Anna L.",
            readiness=Readiness(
                badge=germany(), state="overdue", at=None, mine=False, ready=False, bot=False
            ),
            seen=_("today"),
            usual=_("6 hours"),
            missed=Missed(in_a_row=1, in_all=1, of=9, last=timezone.now() - timedelta(days=8)),
            may_nudge=True,
            nudged=False,
            late_by=_("14 hours"),
            **given,
        ),
        DeskRow(
            badge=france(),
            name="M. Ellis",
            readiness=Readiness(
                badge=france(),
                state="sealed",
                at=timezone.now(),
                mine=False,
                ready=True,
                bot=False,
            ),
            seen=_("yesterday"),
            usual=_("14 hours"),
            missed=Missed(of=9),
            may_nudge=False,
            nudged=False,
            **given,
        ),
    )


def press(theme: str) -> dict[str, Any]:
    """Rows of threads, what stands in one, and a text on the table."""
    given: dict[str, Any] = {"masked": False, "edited": None, "earlier": (), "phase": 1}
    now = timezone.now()
    quoted = Quote(number=684, lines=tuple(log())[:1], more=False)
    theirs = MessageLine(
        key=f"{theme}-1",
        badge=germany(),
        mine=False,
        text=_("You will have read what Sofia signed. We ask for nothing more this year."),
        at=now,
        quotes=(quoted,),
        new=True,
        **given,
    )
    mine = MessageLine(
        key=f"{theme}-2",
        badge=france(),
        mine=True,
        text=_("*The Straits are nobody's corridor.* That is our answer."),
        at=now,
        **given,
    )
    mark = PhaseMark(
        number=67,
        title=_("Select"),
        turn_title=_("May/June 1939"),
        headline=_("Germany gives France notice of war"),
        at=now,
        began=now,
    )
    declined = Doing(at=now, by=germany(), head=_("Germany declines the text of March"))
    items = (
        Item(begins=mark), Item(message=theirs), Item(doing=declined), Item(resolved=mark), Item(message=mine),
    )  # fmt: skip
    thread: dict[str, Any] = {
        "key": "germany", "title": "", "masked": False, "my_mask": False, "power": "france", "parties": (france(), germany()),
        "others": (germany(),), "kind": "private",
    }  # fmt: skip
    return {
        "head": HEAD,
        "threads": (
            ThreadLine(**thread, last=theirs, unread=1, muted=False),
            ThreadLine(**thread, last=mine, unread=0, muted=False, waits=True),
            ThreadLine(**thread | {"kind": "public"}, last=theirs, unread=0, muted=True),
        ),
        "open": SimpleNamespace(
            earlier=None, items=items, loose=(), thread=SimpleNamespace(unread=0), power=""
        ),
    }


def treaties(_theme: str) -> dict[str, Any]:
    """A text on the table, and what is in force."""
    shown = SimpleNamespace(phase=SimpleNamespace(number=67), warnings=(), power="")
    return {"head": HEAD, "open": shown, "draft": draft(), "clauses": treaty()}


def plain_text(theme: str) -> dict[str, Any]:
    """That letter as text, and a page that is printed."""
    return {"text": mail(theme)["text"], **printed()}


def draft() -> Draft:
    """The second version of a text: a clause that is new, one that no rule knows, one that is gone."""
    clauses = treaty()
    paper = Paper(
        title=_("Alliance, level 2"),
        parties=("france", "germany"),
        by="germany",
        state="offered",
        since=_("May/June 1939"),
        costs=(Clause(text=_("Two political points of each"), rule="13.1"),),
        moves=(Clause(text=_("U.S.-Axis tension rises by 2"), rule="49.5"),),
        needs=(Clause(text=_("Both stand by the same text"), rule="13.1"),),
    )
    return Draft(
        row=Between(
            what=paper, parties=(france(), germany()), by=germany(), mine=True, to=france(), other=germany()
        ),
        version=2,
        at=timezone.now(),
        terms=(
            Term(clause=clauses[0], changed=True, words_only=False),
            Term(clause=clauses[2], changed=False, words_only=False),
            Term(clause=Clause(text=_("Neither speaks ill of the other")), changed=False, words_only=True),
        ),
        gone=(_("France gives two resources a turn"),),
    )  # fmt: skip


def treaty() -> tuple[Clause, ...]:
    """Clauses of an alliance: one that is kept, one that is not, one that a power may do."""
    return (
        Clause(text=_("France gives one resource a turn"), state="met", rule="13.2"),
        Clause(text=_("The Commonwealth gives two build points a turn"), state="failed", rule="13.2"),
        Clause(text=_("Either may pass through the other's land"), kind="optional", rule="13.4"),
    )  # fmt: skip


def map_desk(_theme: str) -> dict[str, Any]:
    """What an entry line offers, a sheet of two lines, and what would follow from it."""
    paris = {"before": _("Western Allies"), "after": _("European Axis")}
    fallen = Suggestion(line="", label=_("France has fallen"), before=_("no"), after=_("yes"))
    now = timezone.now()
    lines = (
        TrayLine(key="paris", label=_("Who holds Paris"), **paris),
        TrayLine(key="brest", label=_("Who holds Brest"), event=_("from: Paris falls"), **paris),
    )
    effects = Effects(
        told=(ForetoldEvent(text=_("The neutrals shift by two rows"), rule="49.5"),),
        begun=(Begun(sort="clock", title=_("France has two turns to surrender"), begins=True, rule="58.2"),),
    )  # fmt: skip
    scale = Moved(
        title=_("U.S.-Axis tension"),
        before=16,
        after=19,
        low=0,
        high=40,
        thresholds=(
            Threshold(10, _("mobilization"), False),
            Threshold(18, _("grants"), True),
            Threshold(25, _("war on minors"), False),
            Threshold(35, _("all minors"), False),
        ),
    )
    rules = SimpleNamespace(key="map", title=_("Map"), turn_title=_("Summer 1940"), steps=())
    return {
        "head": HEAD,
        "reader": SimpleNamespace(acting=germany()),
        "sheet": SimpleNamespace(map_look=""),
        "desk": SimpleNamespace(
            example=_("Paris falls to Germany"),
            clock=SimpleNamespace(rules=rules, due_at=now + timedelta(days=2), asked=""),
            phase=67,
            may_declare=True,
            pending=(),
        ),
        "writing": SimpleNamespace(
            power=germany(), version="", lines=lines, against=(), effects=effects
        ),
        "said": "Paris",
        "offered": (
            Suggestion(line="", label=_("Who holds Paris"), note=_("U.S.-Axis tension +3"), **paris),
            fallen,
        ),
        "asked": (
            AskedFact(
                key="fallen",
                label=_("France has fallen"),
                name="fallen",
                now=_("no"),
                value=False,
                choices=(fallen,),
                note=_("after Paris"),
                rule="58.2",
            ),
        ),
        "scales": (scale,),
    }  # fmt: skip


def asked(_theme: str) -> dict[str, Any]:
    """Rows of the lobby, and a receipt."""
    due = timezone.now() + timedelta(days=2, hours=9, minutes=14)
    return {"due": due, "asks": asks(), "receipt": receipt()}


def moderator_page(_theme: str) -> dict[str, Any]:
    """Rows of the table, the line on which one goes back, and acts."""
    now = timezone.now()
    line = past_phases(12)[::-1]
    to = next(phase for phase in line if phase.number == 9)
    cut = SimpleNamespace(
        head=HEAD,
        phases=line,
        to=to,
        undone=tuple(phase for phase in line[::-1] if phase.number >= to.number),
        counted=Undoing(
            phases=3,
            opened=6,
            void=(france(),),
            dice=4,
            messages=5,
            again=(Again(label=_("U.S.-Axis tension"), now="19", then="16"),),
        ),
    )
    acts = (
        DeskAct(
            seq=2,
            at=now,
            line=Line(head=_("The clock stands."), rest=_("Two players are on a train.")),
            undo=Undo(verb="resume"),
        ),
        DeskAct(
            seq=1,
            at=now,
            line=Line(head=_("Moderator: extended by 12 hours."), rest=_("Anna wrote from a train.")),
            undo=None,
        ),
    )  # fmt: skip
    return {
        "head": HEAD,
        "desk": {"rows": desk_rows(), "late": True, "acts": acts, "can": ("seats",)},
        "cut": cut,
    }


def asks() -> tuple[AskedOfMe, ...]:
    """Rows of the lobby: orders that are due, and a proposal that may be answered when one likes."""
    given: dict[str, Any] = {"slug": SLUG, "title": "Popular Fronts", "powers": (france(),)}
    given |= {"book_title": "Days of Decision II", "turn_title": ""}
    return (
        AskedOfMe(
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
        AskedOfMe(
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


ASKED = gettext_noop("Choose two options, face down.")
SILENCE = gettext_noop("If you send nothing, France plays nothing.")
AFTER_BIDS = gettext_noop("72 hours after the bids")


def strips_in_time(_theme: str) -> dict[str, Any]:
    """The phase strip while something is asked, nothing is, and the hour is near."""
    now = timezone.now()
    then = _("the cards are turned over, the lowest bid first.")
    when: dict[str, Any] = {
        "due_at": now + timedelta(days=2, hours=9),
        "due_sentence": _(AFTER_BIDS),
    }
    today = when | {"due_at": now + timedelta(hours=5, minutes=12)}
    told: dict[str, Any] = {"asked": _(ASKED), "silence": _(SILENCE)}
    return {
        "strips": (
            _strip(**when, **told),
            _strip(**when, asked="", then=then),
            _strip(**today, **told),
        )
    }


def strips_stopped(_theme: str) -> dict[str, Any]:
    """The phase strip that is overdue, paused, or waits for the moderator."""
    now = timezone.now()
    over: dict[str, Any] = {
        "due_at": now - timedelta(hours=2),
        "in_grace": True,
        "grace_until": now + timedelta(hours=10),
    }
    paused = {
        "status": "paused",
        "resumes_at": now + timedelta(days=3),
        "status_reason": _("Two players are on a train."),
    }
    waiting = {"status": "waiting", "status_reason": ""}
    return {
        "strips": (
            _strip(**over, asked=_(ASKED), silence=_(SILENCE), mine="overdue"),
            _strip(paused, asked=_(ASKED)),
            _strip(waiting, asked=_(ASKED), waits_for=(_("Germany"),)),
        )
    }


def _strip(
    head: dict[str, Any] | None = None, *, mine: str = "draft", **phase: Any
) -> dict[str, Any]:
    """The strip's own context, for France."""
    now = timezone.now()
    running = {"status": "running", "behind": False, "title": "Popular Fronts"}
    rules = SimpleNamespace(key="select", title=_("Select"), turn_title="1939", steps=STEPS)
    given = {name: phase.pop(name) for name in ("asked", "silence") if name in phase}
    states = (
        (germany(), "sealed", now, False),
        (france(), mine if given["asked"] else "not_awaited", None, True),
    )
    until = phase.get("grace_until") or phase.get("due_at")
    left = countdown(until if head is None else None)
    return {
        "head": SimpleNamespace(**vars(HEAD) | running | {"scenario_title": "1939"} | (head or {})),
        "phase": SimpleNamespace(rules=rules, **given, **phase),
        "reader": SimpleNamespace(acting=france()),
        "readiness": [
            Readiness(badge=badge, state=state, at=at, mine=own, ready=True)
            for badge, state, at, own in states
        ],
        "sealed_count": 1,
        "awaited_count": 2,
        **left,
    }
