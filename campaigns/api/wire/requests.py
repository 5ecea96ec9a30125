"""What programs send."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from campaigns.domain.clock_policy import ClockPolicy

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment with its zone, such as ``2026-12-24T18:00:00Z``."""


class WriteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request that changes something.

    ``key`` is a random word of the program's own; with the same one the same request gets its first
    answer again and nothing happens. The header ``Idempotency-Key`` says the same.
    """

    key: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        """What it says but for the key, as a service takes it."""
        names = self.__struct_fields__
        return {name: getattr(self, name) for name in names if name != "key"}


class CreateCampaign(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign to found; ``take`` are powers to play oneself, ``bots`` the autopilot's.

    ``tables`` are the campaign's own numbers, by path, as in the rulebook's README; they are
    public, and changed later by an override. A campaign that is not ``listed`` is read by whoever has its
    address, a ``private`` one by players and moderators; others follow ``delay`` turns behind. In an
    ``anonymous`` one the people behind the seats are hidden until its end. ``dice`` says when dice are thrown:
    ``prompt``, ``close`` (links of the players' browsers are waited for ``dice_wait_hours`` at most) or
    ``beacon``, where the site has one. ``language`` is the code of the one in which its people write, such
    as ``en``.
    """

    rulebook: str
    scenario: str
    title: str
    variants: dict[str, str] = {}
    tables: dict[str, Any] = {}
    policy: ClockPolicy = ClockPolicy()
    private: bool = False
    listed: bool = True
    delay: int = 0
    anonymous: bool = False
    dice: str = "prompt"
    dice_wait_hours: float = 24
    language: str = ""
    take: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()


class JoinCampaign(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seats to sit down at; ``token`` is the invitation's."""

    powers: tuple[str, ...]
    token: str = ""


class LeaveSeat(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat to give up."""

    power: str


class AnswerQuestion(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether one agrees to what one is asked."""

    agree: bool


class ProposeVote(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the players decide. To ``extend`` takes the ``hours``; to replace a player
    (``seat``) whose seat it is (``power``) and ``to`` whom it goes: the autopilot (``bot``), nobody
    (``free``) or a ``person`` (``username``); a ``pause`` may end by itself (``until``). ``phase`` is the phase that is meant, for the one in play.
    """

    kind: Literal["extend", "pause", "resume", "resolve", "end", "seat"]
    reason: str
    phase: int | None = None
    hours: int = 0
    power: str = ""
    to: Literal["", "bot", "free", "person"] = ""
    username: str = ""
    until: Moment | None = None


class ChangeTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One value: where it stands, what it was when it was looked at, and what it is to be. Of a value of the
    book's tables the path is ``["tables", path]``, as in its table; ``before`` and ``after`` are what the
    campaign has otherwise, and none where it is as the book ships it. Of a variant switch it is
    ``["variants", key]``.
    """

    path: tuple[str, ...]
    before: Any
    after: Any


class OverrideValue(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values to override, by a rule of the book's index and with a reason that all see."""

    changes: tuple[ChangeTable, ...]
    rule: str
    reason: str


class AnswerOverride(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one who plays says of an override. To dispute it takes a ``reason``."""

    answer: Literal["acknowledged", "disputed"]
    reason: str = ""


class UndoOverride(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why an override is taken back; all see the reason."""

    reason: str


class CorrectSecretValue(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value that only some may know, by its path in the view of ``power``; a number in a list counts what that
    power may see. The moderators read the ``reason``; ``rule`` may be empty.
    """

    power: str
    path: tuple[str, ...]
    before: Any
    after: Any
    rule: str = ""
    reason: str


class CorrectFacts(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the map really says, by the keys of facts, and why.

    ``seen`` are versions of facts, as the fact sheet gives them: if one of these facts is of another by now, nothing
    is corrected.
    """

    facts: dict[str, Any]
    reason: str
    seen: dict[str, str] = {}


class AnswerCorrection(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one who knows a value does about a correction of it. To ``undo`` takes a ``reason``."""

    do: Literal["agree", "refuse", "withdraw", "undo"]
    power: str
    reason: str = ""


class DecideCorrection(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the desk accepts a correction."""

    accept: bool
    reason: str = ""


class AnnounceAbsence(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From when to when one is away; without ``begins`` from now on. ``deputy`` is the sign-in name of one
    who is asked to look after one's seats meanwhile, as far as ``level`` and ``press`` say.
    """

    begins: Moment | None = None
    ends: Moment
    deputy: str = ""
    level: Literal["see", "draft", "seal"] = "seal"
    press: bool = False


class ForkCampaign(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fork to begin with ``phase``. Of a campaign that runs its players are asked (``ask``, with the
    ``reason``); one that is over is forked at once, with the other fields as a campaign is founded.
    """

    phase: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    title: str = ""
    ask: bool = False
    reason: str = ""
    private: bool = False
    listed: bool = True
    anonymous: bool = False
    take: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()


class NameDeputy(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is asked to look after a seat of one's own, how far, from when (without ``begins`` from their yes
    on) and until when; ``press``: they may read
    its letters too.
    """

    power: str
    username: str
    level: Literal["see", "draft", "seal"]
    begins: Moment | None = None
    until: Moment | None = None
    press: bool = False


class TakeExtension(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An extension to take, or with ``pause`` an emergency pause; ``phase`` is the phase that is meant, else
    the one in play.
    """

    phase: int | None = None
    reason: str = ""
    pause: bool = False


class BringDiceSeed(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seed of a chain of dice links: 32 random bytes as 64 hexadecimal digits."""

    seed: str


class HandOverDiceLink(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The next ``link`` of a seat's chain, or the ``head`` of a new one that its player keeps: 64 hexadecimal
    digits each.
    """

    power: str
    link: str = ""
    head: str = ""


class BringSeatKey(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The public part of a seat's key (Ed25519, 64 hexadecimal digits), signed by itself: ``proof`` is its
    signature under the statement ``seat.key`` (docs/verification.md). ``replace`` puts it in place of another,
    from the next phase on.
    """

    public: str
    proof: str
    replace: bool = False


class SubmitOrders(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Orders for a phase: kept as a draft unless ``seal`` is true.

    ``nonce`` may be the player's own (64 hexadecimal digits); it serves as the ``key`` of a seal.
    ``ready`` agrees to go on before the deadline. ``seen`` is the ``version`` of the orders that this replaces: if others were
    drafted or sealed since, nothing is done (409).
    """

    phase: int
    order: dict[str, Any] | None = None
    seal: bool = False
    ready: bool = True
    nonce: str = ""
    seen: str = ""


class SavePlan(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan for a phase: a name, and an order or (``copy``) the number of a plan to copy. Without a
    name it is called by its number, or as it was.
    """

    phase: int
    name: str = ""
    order: dict[str, Any] | None = None
    copy: int | None = None


class AskWhatIf(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many phases to play on, with which orders for the phase in play: a plan by its number, the
    draft, or what the autopilot would hand in.
    """

    phases: int = 3
    plan: int | None = None
    draft: bool = False


class UsePlan(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan to be the hand. ``seen`` is the ``version`` of the orders whose draft it takes the place of."""

    phase: int
    seen: str = ""


class LeaveStandingOrders(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Standing orders; ``null`` takes them back. ``seen`` is the ``standing_version`` that they
    replace. ``nonce`` serves as ``key`` too.
    """

    order: dict[str, Any] | None = None
    nonce: str = ""
    seen: str = ""


class PerformAct(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to do at once, by one of the power's act menus. ``nonce`` serves as ``key`` too.

    ``seen`` are versions of facts, as the fact sheet gives them: if one of these facts is of
    another version now, nothing is done, and the answer (409) says what it is and who declared it.
    """

    act: dict[str, Any]
    phase: int | None = None
    nonce: str = ""
    seen: dict[str, str] = {}


class BeginThread(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message to powers: in the thread that they have under this title, or in a new one.

    ``masked`` does not give the power's name; ``quotes`` are numbers of log entries.
    """

    power: str
    to: tuple[str, ...]
    text: str
    title: str = ""
    masked: bool = False
    quotes: tuple[int, ...] = ()


class WriteMessage(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is done in a thread. To ``write`` takes ``text`` and whose message it is (``power``, empty for
    a moderator); to ``edit`` the key of the ``message`` and another ``text``; to ``report`` the
    ``message`` and the ``reason``; to have ``read`` the last ``message`` read, or none for all; to ``agree`` that it is opened after the end, or not, the ``power``; so to
    ``show`` the other parties that one has read to the end, or to ``hide`` it.
    """

    do: Literal[
        "write", "edit", "read", "mute", "unmute", "agree", "disagree", "show", "hide", "report"
    ]
    power: str = ""
    text: str = ""
    message: str = ""
    masked: bool = False
    quotes: tuple[int, ...] = ()
    reason: str = ""


class SetPressPolicy(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What press a campaign allows from now on: ``full``, ``public`` or ``none``."""

    allowed: Literal["full", "public", "none"]
    anonymous: bool = False
    opens: bool = False
    reason: str


class KeepNote(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note about ``campaign``, ``phase/12`` or ``country/turkey``. ``seen`` is the version that it
    replaces: if it was changed since, nothing is done (409).
    """

    subject: str
    text: str
    seen: str = ""


class RollBack(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To go back to the opening of phase ``to``."""

    to: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    reason: str


class MakeRuling(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling on a ``rule`` of the book's index. ``phases`` are those whose rolls it touched, ``rolls`` the very
    dice and events: ``4#die-1``, ``4#event-3``.
    """

    text: str
    rule: str
    phases: tuple[Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)], ...] = ()
    rolls: tuple[str, ...] = ()


class GiveReason(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why something is done; it stands in the log."""

    reason: str = ""


class PreviewOrders(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An order to try without storing it."""

    order: dict[str, Any]


class PreviewAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to do at once, to be told what would come of it."""

    act: dict[str, Any]


class ReadDispatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dispatch to try without storing it: ``text`` as docs/dispatch.md describes it, or ``facts`` by
    key, or both.
    """

    text: str = ""
    facts: dict[str, int | bool | str] = {}


class SaveDispatch(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dispatch to be kept, as one to try. ``seen`` is the ``version`` of what it replaces: if that was
    changed since, nothing is done (409).
    """

    text: str = ""
    facts: dict[str, int | bool | str] = {}
    seen: str = ""


class ReviewDispatch(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a power does about a dispatch that waits. ``confirm`` and ``withdraw`` mean all its lines where
    no ``facts`` are named; ``dispute`` says what each of them is ``instead``, or why not (``reason``).
    """

    do: Literal["confirm", "dispute", "withdraw"]
    facts: tuple[str, ...] = ()
    instead: dict[str, int | bool | str] = {}
    reason: str = ""


class DeclareDispatch(WriteRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dispatch that is written is to be declared. ``seen`` is its ``version``; ``nonce`` serves as
    ``key`` too.
    """

    phase: int | None = None
    seen: str = ""
    nonce: str = ""
