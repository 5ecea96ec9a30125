"""The pieces of a saved game that everybody at its table sees, and where they lie.

Skipped are pieces that are masked, hidden or concealed, whoever owns them, all that lies in a deck, and
all that is not read for certain.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from campaigns.domain import saved_game_texts
from campaigns.vassal.refusing import NotRead
from campaigns.vassal.sequences import flat, nested, pieces

MOST_PIECES = 200_000
MOST_COMMANDS = 1_000_000
ESCAPE = "\x1b"
_ADD, _LOGGED = "+/", "LOG\t"
_NOWHERE = _NOBODY = "null"
_LEVEL, _ACTIVE = "_Level", "_Active"
_CONCEALING = ("conceal", "hide", "hidden", "mask", "obscur", "invisib", "secret")
"""Parts of the names of traits that a module has in code of its own and that keep a piece from others' eyes."""
_SEEN = ("", _NOBODY, "false", "0", "-1")
"""What the state of such a trait begins with where it hides nothing."""


class Spot(NamedTuple):
    """A point of a map, in the map's own units."""

    map: str
    x: int
    y: int


class Piece(NamedTuple):
    """One piece that is seen. ``properties`` are those that its traits hold."""

    name: str
    spot: Spot
    properties: Mapping[str, str]


class Table(NamedTuple):
    """All that lies on the maps: what is seen, and how many pieces are ``hidden`` or ``unread``."""

    pieces: tuple[Piece, ...]
    hidden: int
    unread: int


class _Trait(NamedTuple):
    """What the type of one trait says: its sort, and the names that belong to it."""

    sort: str
    names: tuple[str, ...]


def on_the_table(text: str) -> Table:
    """What lies on the maps by the text of a saved game. Raises ``NotRead``."""
    found: dict[str, Piece] = {}
    stacked: dict[str, Spot] = {}
    decked: set[str] = set()
    hidden = unread = count = 0
    for command in flat(text, ESCAPE, MOST_COMMANDS):
        if command.startswith(_LOGGED):
            raise NotRead(saved_game_texts.A_LOG, saved_game_texts.PLAY_TO_ITS_END)
        if not command.startswith(_ADD):
            continue
        count += 1
        if count > MOST_PIECES:
            raise NotRead(saved_game_texts.MANY_PIECES % {"most": f"{MOST_PIECES:,}"})
        said = pieces(command[len(_ADD) :], "/")
        if len(said) != 3:
            unread += 1
            continue
        number, kind, state = said
        if kind == "stack":
            _stack(state, stacked)
        elif kind.startswith("deck;"):
            decked.update(_in_deck(state))
        else:
            piece = _piece(kind, state)
            if isinstance(piece, Piece):
                found[number] = piece
            elif piece:
                hidden += 1
            else:
                unread += 1
    seen = tuple(_placed(found, stacked, decked))
    return Table(pieces=seen, hidden=hidden + len(decked & found.keys()), unread=unread)


def _placed(
    found: Mapping[str, Piece], stacked: Mapping[str, Spot], decked: set[str]
) -> Iterator[Piece]:
    """The pieces that lie on a map and in no deck; one in a stack lies where the stack does."""
    for number, piece in found.items():
        if number in decked:
            continue
        spot = stacked.get(number, piece.spot)
        if spot.map != _NOWHERE:
            yield piece._replace(spot=spot)


def _stack(state: str, stacked: dict[str, Spot]) -> None:
    said = pieces(state, ";")
    spot = _spot(said)
    if spot is not None:
        stacked.update(dict.fromkeys(said[3:], spot))


def _in_deck(state: str) -> list[str]:
    """What lies in a deck: after its spot and whether it lies face down."""
    said = pieces(state, ";")
    return pieces(said[4], ",") if len(said) > 4 else []


def _spot(said: list[str]) -> Spot | None:
    """The map and the point at the beginning of a state; a map whose name is ``null`` is none."""
    if said[0] == _NOWHERE:
        return Spot(_NOWHERE, 0, 0)
    x, y = (_whole(each) for each in (*said[1:3], "", "")[:2])
    return None if x is None or y is None else Spot(said[0], x, y)


def _whole(text: str) -> int | None:
    bare = text.removeprefix("-")
    return int(text) if bare.isascii() and bare.isdecimal() and len(bare) < 8 else None


def _piece(kind: str, state: str) -> Piece | bool:
    """A piece that is seen; else whether it is hidden."""
    traits = _traits(kind)
    states = nested(state, "\t")
    if not traits or len(traits) != len(states) or traits[-1].sort != "piece":
        return False
    said = pieces(states[-1], ";")
    spot = _spot(said)
    if spot is None:
        return False
    properties = _lasting(said[4:])
    for trait, own in zip(reversed(traits[:-1]), reversed(states[:-1]), strict=True):
        if _hides(trait, own):
            return True
        if trait.sort not in ("obs", "hide"):
            properties |= _properties(trait, own)
    return Piece(traits[-1].names[0], spot, properties)


def _hides(trait: _Trait, state: str) -> bool:
    """Whether a trait keeps the piece from others. Who masked it is the first part of the state, who hid it
    all of it; "null" is nobody. A trait of a module's own that sounds like it is read likewise: who
    concealed it stands first in what VASL keeps, and in whatever else is built on VASSAL's mask.
    """
    if trait.sort == "obs":
        return pieces(state, ";")[0] != _NOBODY
    if trait.sort == "hide":
        return state != _NOBODY
    if not any(part in trait.sort.casefold() for part in _CONCEALING):
        return False
    return pieces(state, ";")[0].strip().casefold() not in _SEEN


def _lasting(said: list[str]) -> dict[str, str]:
    """The properties that the innermost part keeps: their number, then each name with its value."""
    count = (_whole(said[0]) if said else None) or 0
    pairs = said[1 : 1 + 2 * max(count, 0)]
    return dict(zip(pairs[::2], pairs[1::2], strict=False))


def _properties(trait: _Trait, state: str) -> dict[str, str]:
    """The properties that one trait holds; traits further out stand before those within."""
    if trait.sort == "mark":
        return dict(zip(trait.names, pieces(state, ","), strict=False))
    if trait.sort == "PROP":
        return dict.fromkeys(trait.names, state)
    if trait.sort == "emb2":
        level = _whole(pieces(state, ";")[0])
        if level is not None:
            # A layer without a name goes by its command; one without either by nothing, as "_Level".
            name = next(filter(None, trait.names), "")
            return {name + _LEVEL: str(abs(level)), name + _ACTIVE: str(level > 0).lower()}
    return {}


@lru_cache(maxsize=4096)
def _traits(kind: str) -> tuple[_Trait, ...]:
    """What the type of a piece says, from its outermost trait to what lies within all of them."""
    return tuple(map(_trait, nested(kind, "\t")))


@lru_cache(maxsize=65536)
def _trait(said: str) -> _Trait:
    sort, _, rest = said.partition(";")
    if sort == "mark":
        return _Trait(sort, tuple(pieces(rest, ",")))
    if sort == "PROP":
        return _Trait(sort, (pieces(rest, ";", 1)[0],))
    if sort == "emb2":
        # The name is the last but some of many; the first is the command that turns it on.
        parts = pieces(rest, ";")
        return _Trait(sort, (parts[18].strip() if len(parts) > 18 else "", parts[0].strip()))
    if sort == "piece":
        parts = pieces(rest, ";")
        return _Trait(sort, (parts[3] if len(parts) > 3 else "",))
    return _Trait(sort, ())
