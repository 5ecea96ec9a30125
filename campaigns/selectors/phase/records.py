"""What the campaign page and its parts are made of: plain frozen records, already redacted."""

import hashlib
from datetime import datetime
from typing import Any

from msgspec import Struct

from campaigns.cache import LazyPart
from campaigns.selectors.reader.power_badges import Badge, SeatLine
from rules.kernel.events import Line
from rules.kernel.field_odds import Beside
from rules.kernel.menus import Menu
from rules.kernel.orders import Problem
from rules.kernel.pages import Movement, Panel
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.totals import Total


class ChangedVariant(Struct, frozen=True, kw_only=True):
    """A variant switch that a campaign plays otherwise than by default, and how."""

    label: str
    chosen: str
    help: str
    rule: str


class Head(Struct, frozen=True, kw_only=True):
    """What the campaign is. ``status`` as in the lobby; ``status_reason`` is why it is paused,
    waits or ended, empty otherwise. ``agreements`` is what the book calls its page of agreements,
    empty without one; ``hues`` are those of its sides, by their keys, ``sides`` their names. ``variants``
    are the switches that stand otherwise than by default; ``map_look`` says when what is declared of the map
    counts, empty where that is at once. ``anonymous``: the people
    behind the seats are hidden now. ``delay``: so
    many turns behind follow those without a seat. ``language`` is the code of the one in which the people write, empty
    where they have not said. ``behind``: this reader does, and what they see ends with
    the turn ``ended`` (empty before the end of the first). ``first_game`` says that it is one, played by
    one person with a guide. ``dice`` says when they are thrown. ``takes_seeds``: no die was thrown yet, so seats
    can bring chains of their own. ``resumes_at``: the pause ends by itself then. ``by_script``: a
    script plays it, and gives the dice.
    """

    slug: str
    title: str
    book_key: str
    book_title: str
    revision: str
    scenario_key: str
    scenario_title: str
    status: str
    status_reason: str
    private: bool
    zone: str
    listed: bool = True
    anonymous: bool = False
    language: str = ""
    delay: int = 0
    behind: bool = False
    ended: str = ""
    agreements: str = ""
    hues: tuple[tuple[str, str], ...] = ()
    variants: tuple[ChangedVariant, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    map_look: str = ""
    first_game: bool = False
    dice: str = "prompt"
    takes_seeds: bool = False
    resumes_at: datetime | None = None
    by_script: bool = False


class Reader(Struct, frozen=True, kw_only=True):
    """Who looks: his powers here, the one he acts for now (``None`` for a spectator). ``new`` lines of
    the log are public since their last look, which was at ``looked`` (``None`` for one who is not
    remembered). ``press`` messages that they may read are unread. ``stands_in`` names the player whose
    deputy they are, and ``may`` says how far. ``keys`` are the public parts of the keys of their own seats, by
    power. ``log_seq`` and ``log_hash`` are the head of the log: of the last entry that they may read;
    ``receipts``: the site signs what players do here.
    """

    person_id: int | None
    name: str
    powers: tuple[Badge, ...]
    acting: Badge | None
    is_moderator: bool
    new: int = 0
    looked: datetime | None = None
    press: int = 0
    stands_in: str = ""
    may: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    log_seq: int = 0
    log_hash: str = ""
    receipts: bool = False

    @property
    def plays(self) -> bool:
        """Whether he has a seat here."""
        return bool(self.powers)

    @property
    def page(self) -> str:
        """A mark of as what he reads: an open page that was made for something else is made anew."""
        seats = ",".join(badge.key for badge in self.powers)
        what = f"{seats}/{self.may}/{'moderator' if self.is_moderator else ''}"
        return hashlib.sha256(what.encode()).hexdigest()[:12]


class BasePage(Struct, frozen=True, kw_only=True):
    """What every page of a campaign has, and each part of one: what the campaign is, and who looks."""

    head: Head
    reader: Reader


class StepLine(Struct, frozen=True, kw_only=True):
    """One step to a deadline, in words, and the moment that it led to."""

    words: str
    to: datetime | None


class Extensions(Struct, frozen=True, kw_only=True):
    """The extensions that the acting seat has left, how long each is, and whether it may take one now. Of
    emergency pauses likewise: ``pauses`` are left, each of ``pause_hours``.
    """

    left: int
    hours: str
    possible: bool
    pauses: int = 0
    pause_hours: str = ""
    may_pause: bool = False


class PhaseLine(Struct, frozen=True, kw_only=True):
    """The phase in play and its clock.

    ``rules`` is the rulebook's own description (title, turn, steps, what is asked of whom) as
    this reader may know it. ``closes_at`` is when the clock strikes next: the deadline, or the
    end of grace once the deadline has passed (``in_grace``); ``None`` without a deadline or while
    the clock stands still. ``due_sentence`` says how the deadline came about, ``silence`` what
    happens to the acting power if it sends nothing, ``missed`` is the policy
    (``autopilot``, ``hold`` or ``wait``). ``then`` says what happens when the phase is over; a rulebook
    that has no words for it names the next step, if one follows. ``again`` is the number of the phase
    that is played again in this one, 0 for most. ``steps`` are those that led to the
    deadline; ``early_from`` is when it may end early, if
    that is still to come; ``own_due`` is the acting power's deadline, where it has more time than the
    others, ``waits_for`` are the names of those whom it still waits for when the others' is over;
    ``extensions`` are the acting seat's, where the policy gives any; ``dice_wait`` says for what a closed
    phase, or an act, waits before its dice are thrown.
    """

    number: int
    phase_id: int
    rules: PhaseRules
    opened_at: datetime
    due_at: datetime | None
    due_sentence: str
    grace_until: datetime | None
    closes_at: datetime | None
    in_grace: bool
    missed: str
    silence: str
    asked: str
    then: str
    again: int
    steps: tuple[StepLine, ...] = ()
    early_from: datetime | None = None
    own_due: datetime | None = None
    waits_for: tuple[str, ...] = ()
    extensions: Extensions | None = None
    dice_wait: tuple[str, ...] = ()


class Readiness(Struct, frozen=True, kw_only=True):
    """How far one power is, as this reader may know it.

    ``state`` is ``sealed``, ``draft``, ``waiting``, ``not_awaited`` or ``overdue``. A draft is
    only ever told to the power's own player. ``at`` is when it was sealed (or the own draft
    saved); ``ready`` whether the power agrees to go on before the deadline.
    """

    badge: Badge
    state: str
    at: datetime | None
    mine: bool
    ready: bool
    bot: bool = False


class DispatchLine(Struct, frozen=True, kw_only=True):
    """How many lines of the map are written and not declared, and how many facts the power declared in
    this phase.
    """

    written: int
    declared: int


class PlanName(Struct, frozen=True, kw_only=True):
    """What a plan for the phase in play is called, and when it was last changed."""

    number: int
    name: str
    at: datetime


class MyOrders(Struct, frozen=True, kw_only=True):
    """One of the reader's own powers: what it may hand in, and what it has handed in.

    ``menu`` is ``None`` when nothing is asked of it now. ``draft`` and ``sealed`` are orders as
    plain data; ``order`` is what a form should start from (the draft, else what is sealed,
    else the blank order). ``panels`` are the pending rolls of that order, ``movements`` where pieces
    would go by it. ``problems`` are what a rule forbids in the draft; ``warnings`` what no rule
    forbids, but what would spoil something.
    ``standing_warnings`` are those of the standing order. ``locked`` says why nothing can be
    changed now, or is empty. ``acts`` may be done at once, each a menu of its own; ``elsewhere``
    are the kinds of those that stand on the page of agreements. ``unread_seal`` and
    ``unread_standing`` say that what is sealed, or left in advance, is a predecessor's: it is in
    force, but closed to this reader. ``version`` and ``standing_version`` are sent back with a
    change of the orders and of the standing orders, so that nothing is overwritten that was not
    seen. ``unreadable`` names what is stored but cannot be read (any more): ``draft``, ``sealed``,
    ``standing``; its player may throw it away. ``dispatch`` sums up what the power says of the map,
    where it may declare any of it. ``sealed_words`` says what is sealed. ``plans`` are the drafts that are kept beside each other.
    ``beside`` says what each choice of the form would do, with its chance, and ``totals`` what the
    order takes of what there is. A deputy who may not seal has ``may_seal`` false; ``drafted_by`` and
    ``sealed_by`` name the deputy whose hand it was, if it was one; so does ``standing_by``. ``earlier`` is the
    phase that is played again, where the form begins with what was sealed for that (0 where it does not).
    """

    badge: Badge
    menu: Menu | None
    manner: str
    what: str
    silence: str
    draft: dict[str, Any] | None
    draft_at: datetime | None
    sealed: dict[str, Any] | None
    sealed_at: datetime | None
    commitment: str
    ready: bool
    order: dict[str, Any] | None
    panels: tuple[Panel, ...]
    movements: tuple[Movement, ...]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    standing_menu: Menu | None
    standing: dict[str, Any] | None
    standing_at: datetime | None
    standing_by: str
    acts: tuple[Menu, ...]
    locked: str
    elsewhere: tuple[str, ...] = ()
    standing_warnings: tuple[Problem, ...] = ()
    version: str = ""
    standing_version: str = ""
    unread_seal: bool = False
    unread_standing: bool = False
    sealed_words: str = ""
    unreadable: tuple[str, ...] = ()
    dispatch: DispatchLine | None = None
    plans: tuple[PlanName, ...] = ()
    beside: tuple[Beside, ...] = ()
    totals: tuple[Total, ...] = ()
    may_seal: bool = True
    drafted_by: str = ""
    sealed_by: str = ""
    earlier: int = 0

    @property
    def is_sealed(self) -> bool:
        """Whether a seal is in force, readable or not."""
        return self.sealed_at is not None


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of the log, in words.

    ``seq`` is the number of the log entry it belongs to (events of a phase share their
    resolution's), ``kind`` one of ``result``, ``track``, ``fact``, ``seal``, ``clock``,
    ``moderator``, ``seat`` or what else a rulebook sorts by. ``new`` marks lines since the
    reader's last look; ``phase_number`` is what to link to. ``public`` are what happened
    before everybody who may read the campaign. ``undone``: it was done in a phase
    that counts no more, because the campaign went back. ``weight`` orders facts that are told together: the lower,
    the earlier. ``written`` are those parts of it that people wrote.
    """

    seq: int
    at: datetime
    kind: str
    actor: Badge | None
    line: Line
    new: bool
    phase_number: int | None
    public: bool = False
    undone: bool = False
    weight: int = 0
    written: tuple[str, ...] = ()


class UnconfirmedFact(Struct, frozen=True, kw_only=True):
    """A declared fact that the other side has not confirmed yet."""

    key: str
    label: str
    value: Any
    words: str
    by: Badge | None
    at: datetime


class Owing(Struct, frozen=True, kw_only=True):
    """One obligation of one of the reader's powers: what, by which rule, until when, to whom, how it is
    done, and what happens otherwise (each empty where there is none). ``soon``: in the turn that is played;
    ``on_map``: it is done on the page of the map.
    """

    badge: Badge
    text: str
    due: str
    rule: str
    toward: Badge | None
    otherwise: str
    soon: bool
    failed: bool = False
    how: str = ""
    on_map: bool = False


class Headline(Struct, frozen=True, kw_only=True):
    """A phase that was resolved since, by its headline."""

    number: int
    turn_title: str
    title: str
    headline: str
    entry: int


class Offer(Struct, frozen=True, kw_only=True):
    """A proposal that waits for an answer of one of the reader's powers."""

    title: str
    by: Badge | None
    mine: Badge


class Waiting(Struct, frozen=True, kw_only=True):
    """What waits for the reader: proposals, declared facts they may confirm, questions of the table,
    what their powers have to do in this turn, and those of their powers whose seal was made void and not replaced.
    """

    offers: tuple[Offer, ...] = ()
    confirm: int = 0
    questions: int = 0
    owed: tuple[Owing, ...] = ()
    voided: tuple[Badge, ...] = ()

    @property
    def besides(self) -> int:
        """How many things wait, beside what powers have to do by the rules or by an agreement."""
        return len(self.offers) + self.confirm + self.questions + len(self.voided)

    @property
    def count(self) -> int:
        """How many things wait."""
        return self.besides + len(self.owed)


class Boards(Struct, frozen=True, kw_only=True):
    """The board before and after the last phase, as this reader may know both."""

    before: Any
    after: Any


class News(Struct, frozen=True, kw_only=True):
    """What happened since an entry of the log (``since``, seen at ``looked``), for one reader.

    ``headlines`` are the weightiest of the phases resolved since, in their order, ``further`` how many
    more there were; ``rolled`` what was rolled about the reader's own, ``told`` what else was done at
    once, ``sealed`` who has sealed in the phase in play. ``changed`` gives :class:`Boards`, ``None``
    where no phase was resolved. ``entry`` is the first new entry.
    """

    since: int
    looked: datetime | None
    entry: int
    headlines: tuple[Headline, ...]
    further: int
    rolled: tuple[LogLine, ...]
    told: tuple[LogLine, ...]
    more_told: int
    sealed: tuple[Badge, ...]
    waiting: Waiting
    changed: LazyPart | None

    @property
    def count(self) -> int:
        """How many things are new or wait."""
        return (
            len(self.headlines)
            + self.further
            + len(self.told)
            + self.more_told
            + self.waiting.count
        )

    @property
    def empty(self) -> bool:
        """Whether there is nothing to say."""
        return not self.count


class Strip(BasePage, frozen=True, kw_only=True):
    """The phase strip: head, reader, phase, readiness. ``phase`` is ``None`` while seats are
    still being gathered. ``now`` is the server's clock, for countdowns, ``waits`` what else waits for the reader.
    """

    phase: PhaseLine | None
    readiness: tuple[Readiness, ...]
    now: datetime
    owed: tuple[Owing, ...] = ()
    waits: Waiting = Waiting()


class Ended(Struct, frozen=True, kw_only=True):
    """How a campaign ended, in its rulebook's words. ``winner`` is the power or side that the rules name,
    if they name one; ``by_time``: it was over with its last turn, and they name none.
    """

    text: str
    winner: Badge | None
    by_time: bool
    finished_at: datetime | None


class CampaignPage(BasePage, frozen=True, kw_only=True):
    """All that the campaign page shows this reader. ``log_seq`` numbers the log's newest entry;
    ``seen`` says the same to the live feed, with what only this reader was told since, and ``asked_to_agree`` counts
    the questions of the table that wait for their answer. ``owed`` is what the acting power has to do, ``waits`` what
    else waits for the reader, ``ended`` how the campaign ended, if it is over.
    """

    phase: PhaseLine | None
    readiness: tuple[Readiness, ...]
    mine: tuple[MyOrders, ...]
    board: Any
    log: tuple[LogLine, ...]
    since: int
    seats: tuple[SeatLine, ...]
    facts_unconfirmed: tuple[UnconfirmedFact, ...]
    asked_to_agree: int
    log_seq: int
    seen: str
    now: datetime
    owed: tuple[Owing, ...] = ()
    ended: Ended | None = None
    waits: Waiting = Waiting()

    @property
    def acting(self) -> MyOrders | None:
        """The orders of the power that the reader acts for."""
        mine = self.reader.acting
        return next((o for o in self.mine if mine and o.badge.key == mine.key), None)


class BoardPart(BasePage, frozen=True, kw_only=True):
    """The board alone, to be worked out if nobody has kept it."""

    board: LazyPart


class LogPart(BasePage, frozen=True, kw_only=True):
    """The log alone (its lines, to be worked out if nobody has kept them)."""

    log: LazyPart
    since: int


class Preview(Struct, frozen=True, kw_only=True):
    """What a draft would lead to. ``understood`` is false when it cannot be read at all; ``movements``
    are where pieces would go. ``beside`` and ``totals`` stand beside the form
    (:mod:`rules.kernel.field_odds`, :mod:`rules.kernel.totals`).
    """

    order: dict[str, Any] | None
    understood: bool
    problems: tuple[Problem, ...]
    panels: tuple[Panel, ...]
    warnings: tuple[Problem, ...] = ()
    movements: tuple[Movement, ...] = ()
    beside: tuple[Beside, ...] = ()
    totals: tuple[Total, ...] = ()


NOT_UNDERSTOOD = Preview(order=None, understood=False, problems=(), panels=())
"""Of what is no order, or where nothing is asked."""
