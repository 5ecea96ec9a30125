"""What pages are given: pending rolls with their odds, cards told afterwards, changes, tables."""

from typing import Literal

import msgspec

from rules.kernel.events import News
from rules.kernel.tally import Tally


class Panel(msgspec.Struct, frozen=True):
    """One pending roll as a player sees it before it is made.

    ``tally`` is what the die is read with, ``net_label`` says how; ``chances`` are rows of (row label, meaning, numerator,
    denominator, side), ``assumption`` names the unknown that was assumed, ``others`` the same
    roll under the next few assumptions. ``brief`` is all of it in a few words, to stand beside the choice that
    leads to it; empty where its chances say it well enough. ``sum_on`` is the key of what on the board the tally
    adds up on, where it does.
    """

    key: str
    title: str
    tally: Tally
    chances: tuple["Chance", ...]
    brief: str = ""
    assumption: str = ""
    others: tuple["Assumed", ...] = ()
    facts: tuple[str, ...] = ()
    net_label: str = "Net, added to one die"
    sum_on: str = ""


class Chance(msgspec.Struct, frozen=True):
    """The exact chance of one row: ``parts`` of ``whole``; ``side`` is the faction that gains."""

    row: str
    meaning: str
    parts: int
    whole: int
    side: str = ""


class Assumed(msgspec.Struct, frozen=True):
    """The chances of the same roll if the unknown were otherwise."""

    label: str
    chances: tuple[Chance, ...]


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """Where a piece would go by an order that is being written, found by what carries orders out.

    ``piece`` is its key on the board and ``name`` its name, ``by`` the power whose doing it is.
    ``places`` are keys of places on the board in the order in which it comes to them: the first is
    where it stands, and one alone means that it stays. ``words`` say it in one sentence. ``tally``
    is what the movement is paid with; ``points`` are all there are for it and ``lost`` those that
    move nothing. ``part`` is the part of the order that it belongs to, in words, ``when`` what has to
    happen before (empty where nothing has to), and ``parts`` of ``whole`` the exact chance of that.
    """

    piece: str
    name: str
    by: str
    places: tuple[str, ...]
    words: str
    tally: Tally
    points: int = 0
    lost: int = 0
    part: str = ""
    when: str = ""
    parts: int = 1
    whole: int = 1


RelevantSort = Literal["roll", "threshold", "clock", "obligation", "pact", "front", "war", "count"]
"""Why facts are watched. ``roll``: a roll that may be made reads them. ``threshold``: a track, a card or
an ending. ``clock``: something that happens by itself. ``obligation``: what somebody owes. ``pact``: an
agreement in force. ``front``: what may change hands next, the soonest first. ``war``: other land of powers at war
with each other. ``count``: what is asked again each turn.
"""


class RelevantFact(msgspec.Struct, frozen=True):
    """Declared facts that something open now may still read, as one power may know it."""

    key: str
    title: str
    sort: RelevantSort
    facts: tuple[str, ...]
    rule: str = ""


class CardStory(msgspec.Struct, frozen=True, kw_only=True):
    """One card of a phase, told after it was turned over.

    ``place`` is its power's place in the order of play (0 where there is none) and ``score`` what
    gave it that place. ``code`` and ``title`` are the card's face (empty where nothing was
    played), ``aim`` whom or what it was played on, ``price`` what was paid, all in words. ``state``
    is done, failed, wasted, proposed, refused, forced (``by`` whom), returned (unturned),
    accepted, lapsed (of an answer) or idle; ``why`` and ``rule`` give the reason where it had no
    effect.
    ``dice`` were thrown for it; ``verdict`` says in a word or two what a test came to, and is empty
    where dice only decide how far something goes. The rest are places in the events that were given: ``test``
    that of the test, ``face`` those that the face of the card tells already, ``events`` what
    came of it. ``routine`` is the news of a card that did no more than what comes every turn: cards of one
    such message are told in one sentence.
    """

    power: str
    place: int = 0
    score: str = ""
    code: str = ""
    title: str = ""
    aim: str = ""
    price: str = ""
    state: str = "done"
    why: str = ""
    rule: str = ""
    by: str = ""
    dice: tuple[int, ...] = ()
    verdict: str = ""
    test: int | None = None
    face: tuple[int, ...] = ()
    events: tuple[int, ...] = ()
    routine: News | None = None


class LedgerRow(msgspec.Struct, frozen=True, kw_only=True):
    """What a phase changed on one track: before, after and by how much, in words and figures.

    ``actor`` is the power or faction whose mark stands beside it.
    """

    label: str
    before: str
    after: str
    change: str = ""
    actor: str = ""


class RuleTable(msgspec.Struct, frozen=True):
    """One table of the rules page, made from the data that judges; all cells are words.

    ``part`` groups tables under a heading.
    """

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    note: str = ""
    part: str = ""
