"""What a campaign remembers of minor countries."""

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a power's BRP ledger; entries are only ever added.

    ``full`` is the unprorated amount, ``percent`` the share of it that counts in the season of posting
    (100 where nothing is prorated), ``amount`` what was posted. ``area`` is empty for what concerns
    no single country, ``stage`` the stage in which it was posted.
    """

    power: str
    area: str = ""
    full: int
    percent: int = 100
    amount: int
    turn: int
    stage: str
    reason: str
    rule: str
    key: str = ""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happens by itself at a moment unless it is prevented.

    ``kind`` says what (recapture, association, eviction, capital, declaration, ethiopia...), ``area``
    and ``power`` whom it concerns, ``since`` when it began; ``due`` with ``stage`` is the turn and
    stage at whose end it strikes. ``data`` holds what the kind needs besides.
    """

    kind: str
    area: str
    power: str = ""
    since: int
    due: int
    stage: str
    data: dict[str, str] = {}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to an area that the facts alone do not tell.

    ``holder`` is the power that has its BRPs, ``conqueror`` who conquered it last and ``conquered``
    in which turn, ``attacker`` the power that attacked it and ``attacked`` in which turn and
    ``attacked_at`` stage; ``barred`` are factions it may not join (82.351), ``locked`` that
    diplomacy is over (83.211), ``refused`` factions that declined its association (82.81D).

    ``associated`` is the power it associated with otherwise than by a result (82.81, 84.1), ``allied``
    the power whose ally it became likewise (83.211, 85.61); ``independent`` that it survived an attack
    and fights alone (82.82), ``surrendered`` the power that kept its hexes when it surrendered
    (85.52B), ``disarmed`` that its units are gone for good (85.52A, 85.53A). ``declared`` gives the turn
    in which each side (``germany``, ``italy``, ``western``, ``russia``) declared war on it.
    """

    holder: str = ""
    conqueror: str = ""
    conquered: int = 0
    attacker: str = ""
    attacked: int = 0
    attacked_at: str = ""
    barred: tuple[str, ...] = ()
    locked: bool = False
    refused: tuple[str, ...] = ()
    associated: str = ""
    allied: str = ""
    independent: bool = False
    surrendered: str = ""
    disarmed: bool = False
    declared: dict[str, int] = {}


class Delayed(msgspec.Struct, frozen=True, kw_only=True):
    """Units of one ``sort`` (infantry, air, armor) that came to a power's force pool with a country in
    the turn ``since``, and may be built from the turn ``due`` on; ``base`` are the BRPs that the
    country added to the power's base.
    """

    country: str
    power: str
    sort: str
    units: str
    since: int
    due: int
    base: int


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """How an area stood before the first judgement of a turn that changed it, for corrections.

    ``ties`` are the result, faction and power of its diplomatic record, and whom it ``joined``.
    """

    turn: int
    record: Record
    clocks: tuple[Clock, ...] = ()
    ties: dict[str, str] = {}
