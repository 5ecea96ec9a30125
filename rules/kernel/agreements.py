"""Agreements between powers as a page shows them, whatever the game.

A rulebook whose powers sign treaties names a page for them (``Rulebook.agreements_title``) and
fills these records from a view, so that nothing on the page can tell more than its reader may
know. Everything is in words; the page only lays it out.
"""

from typing import Any

import msgspec

from rules.kernel.menus import Menu
from rules.kernel.tally import Tally


class Clause(msgspec.Struct, frozen=True):
    """One term of an agreement: who owes it (``by``, a power), to whom, and how it stands.

    ``kind`` is ``mandatory``, ``optional`` or ``right``; ``state`` is empty, ``met``, ``failed``,
    ``released`` or ``withheld``, and ``why`` says how it came to that.
    """

    text: str
    by: str = ""
    to: str = ""
    kind: str = "mandatory"
    state: str = ""
    why: str = ""
    rule: str = ""


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """An agreement in force: its parties, title, when it was signed, clauses and tallies."""

    key: str
    title: str
    parties: tuple[str, ...]
    since: str
    state: str = "in force"
    clauses: tuple[Clause, ...] = ()
    tallies: tuple[Tally, ...] = ()
    rule: str = ""


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """An agreement that is not signed: a text on the table, or a proposal that waits.

    ``state`` is ``offered`` (a text of ``by``), ``agreed`` (both stand by it), ``declined`` or ``proposed``
    (an answer is awaited); ``secret`` texts are seen by their parties alone. ``needs`` says what is
    still wanted from whom before it is signed (``by`` may be empty: from either), ``costs`` what its
    signature is paid with, ``moves`` what follows from it. ``answers`` is the power whose text it answers,
    ``answer`` an order to start from for who would answer it with another.
    """

    title: str
    parties: tuple[str, ...]
    by: str
    state: str
    since: str
    secret: bool = True
    mine: bool = False
    clauses: tuple[Clause, ...] = ()
    needs: tuple[Clause, ...] = ()
    costs: tuple[Clause, ...] = ()
    moves: tuple[Clause, ...] = ()
    answers: str = ""
    answer: dict[str, Any] = {}


class Obligation(msgspec.Struct, frozen=True):
    """What a power has to do or to leave, and until when (in words).

    ``state`` is ``open``, ``met``, ``failed``, ``released`` or ``lasting``. ``facts`` are the declared
    facts that settle it. ``otherwise`` says in words what the rules do if it is not done (empty where
    they do nothing, or ``text`` says it); ``soon``, that it has to be done in the turn that is played.
    ``how`` says where it is done: by which act, or on the map and in which fact (empty if ``text`` does).
    """

    power: str
    text: str
    due: str = ""
    state: str = "open"
    toward: str = ""
    rule: str = ""
    facts: tuple[str, ...] = ()
    otherwise: str = ""
    soon: bool = False
    how: str = ""


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the history of agreements; ``breach`` marks what went against one."""

    when: str
    text: str
    parties: tuple[str, ...]
    breach: bool = False


class Counterpart(msgspec.Struct, frozen=True, kw_only=True):
    """Another power as one's partner: how one stands with it, and what can be done at once.

    ``acts`` are menus of acts about this power alone; a play field in one offers the texts that
    may be put to it. ``draft`` is such an order as plain data to start from: what lies on the
    table.
    """

    power: str
    standing: str
    notes: tuple[str, ...] = ()
    acts: tuple[Menu, ...] = ()
    draft: dict[str, Any] = {}


class Agreements(msgspec.Struct, frozen=True, kw_only=True):
    """The whole page for one reader: what is in force, on the table, owed and past."""

    in_force: tuple[Agreement, ...] = ()
    papers: tuple[Paper, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    rights: tuple[Obligation, ...] = ()
    history: tuple[Past, ...] = ()
    counterparts: tuple[Counterpart, ...] = ()
    acts: tuple[Menu, ...] = ()
