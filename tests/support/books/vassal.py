"""Saved games as VASSAL writes them, by the public format: what the tests read.

A game is a list of commands. Every sequence is written as `SequenceEncoder` does: the delimiter escaped
in what stands between.
"""

import io
import lzma
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.paths import BASE_DIR

ESCAPE = "\x1b"


def sequence(pieces: Iterable[str], delimiter: str) -> str:
    """Pieces between delimiters."""
    return delimiter.join(_escaped(piece, delimiter) for piece in pieces)


def _escaped(piece: str, delimiter: str) -> str:
    escaped = piece.replace(delimiter, "\\" + delimiter)
    quoted = piece.endswith("\\") or (piece.startswith("'") and piece.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def nested(pieces: Iterable[str], delimiter: str) -> str:
    """A piece and all that follows as the second one, and so on."""
    first, *others = pieces
    return sequence([first, nested(others, delimiter)], delimiter) if others else first


@dataclass(frozen=True)
class Trait:
    """One trait: its type and its state."""

    kind: str
    state: str = ""


def mark(**properties: str) -> Trait:
    return Trait("mark;" + sequence(properties, ","), sequence(properties.values(), ","))


def dynamic(name: str, value: str) -> Trait:
    return Trait("PROP;" + sequence([name, "true,0,20,false", ":K,130\\,0:P\\,1", ""], ";"), value)


def masked(by: str = "") -> Trait:
    return Trait(
        "obs;77,130;back.png;Mask;I;?;player:;Peek;;true;;", sequence([by or "null", ""], ";")
    )


def hidden(by: str = "") -> Trait:
    return Trait("hide;73,130;Invisible;;player:;0.3;", by or "null")


def concealed(by: str = "", kind: str = "conceal") -> Trait:
    """A mask in a module's own code, as VASL has one: who concealed it, and a number that some add."""
    return Trait(f"{kind};C;ge/geqmark58;ge;;", sequence([by, "|0"], ";") if by else "null;")


def concealing(power: str) -> Trait:
    """The marker that lies on what is concealed: everybody sees it."""
    return Trait(f"concealment;password;{power}")


def layer(name: str, level: int, command: str = "Flip") -> Trait:
    parts = [
        command,
        "130",
        "F",
        *[""] * 12,
        "a.png,b.png",
        "+ back,",
        "true",
        name,
        "",
        "",
        "false",
    ]
    return Trait("emb2;" + sequence(parts, ";"), str(level))


@dataclass(frozen=True)
class Piece:
    """A counter: its name, where it lies, and its traits from the outermost."""

    name: str
    map: str = "Europe"
    x: int = 0
    y: int = 0
    traits: tuple[Trait, ...] = ()
    lasting: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        inner = "piece;" + sequence(["", "", "counters/unit.png", self.name], ";")
        return nested([*(trait.kind for trait in self.traits), inner], "\t")

    @property
    def state(self) -> str:
        lasting = [part for pair in self.lasting.items() for part in pair]
        inner = [self.map, str(self.x), str(self.y), "17", str(len(self.lasting)), *lasting]
        return nested([*(trait.state for trait in self.traits), sequence(inner, ";")], "\t")


@dataclass(frozen=True)
class Stack:
    """Pieces that lie in one stack; they themselves may say that they lie nowhere."""

    pieces: tuple[Piece, ...]
    map: str = "Europe"
    x: int = 0
    y: int = 0


@dataclass(frozen=True)
class Deck(Stack):
    """Cards in a deck."""


def unit(name: str, x: int, y: int, *traits: Trait, on: str = "Map Window") -> Piece:
    """A counter with the traits that an old module gives each of its own, those that say nothing included."""
    moved = Trait("markmoved;moved;24;-24;Mark Moved;77,130", "false")
    trail = Trait(
        "footprint;84,130;Movement Trail;false;true;3;0,0,0;0,0,0;100;50;20;30;2.0", "false;Map0;0;"
    )
    return Piece(name, on, x, y, (moved, trail, *traits, layer("", -1, "KIA")))


def add(number: str, kind: str, state: str) -> str:
    return "+/" + sequence([number, kind, state], "/")


def commands(things: Iterable[Piece | Stack]) -> list[str]:
    """The commands that put these on the table."""
    lines: list[str] = []
    number = 1_000
    for thing in things:
        if isinstance(thing, Piece):
            number += 1
            lines.append(add(str(number), thing.kind, thing.state))
            continue
        own = []
        for piece in thing.pieces:
            number += 1
            own.append(str(number))
            lines.append(add(str(number), piece.kind, piece.state))
        number += 1
        where = [thing.map, str(thing.x), str(thing.y)]
        if isinstance(thing, Deck):
            state = sequence([*where, "true", sequence(own, ",")], ";")
            lines.append(add(str(number), "deck;true;0,0,0;60;80;Always;deck", state))
        else:
            lines.append(add(str(number), "stack", sequence([*where, *own, "@@0"], ";")))
    return lines


def text(things: Iterable[Piece | Stack], *more: str) -> str:
    """The text of a whole game. What is on the table is a command that holds others."""
    table = sequence(["", *commands(things)], ESCAPE)
    return sequence(["begin_save", "VERSION\t3.7.5", table, *more, "end_save"], ESCAPE)


def hidden_text(plain: str, key: int = 0x5A) -> bytes:
    """The form of VASSAL until 3.7: the key and each byte as two hexadecimal digits."""
    return (
        b"!VCSK"
        + bytes([key]).hex().encode()
        + bytes(byte ^ key for byte in plain.encode()).hex().encode()
    )


def packed_text(plain: str, key: int = 0x5A) -> bytes:
    """A later form: compressed, under the same sort of key."""
    return b"!VOXZ" + bytes([key]) + bytes(byte ^ key for byte in lzma.compress(plain.encode()))


ABOUT = '<?xml version="1.0"?><data version="1"><version>1</version><name>{}</name></data>'


def archive(entries: Mapping[str, bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return out.getvalue()


def saved(
    things: Iterable[Piece | Stack], *, module: str = "The Toy War", key: int = 0x5A
) -> bytes:
    """A whole saved game."""
    return around(hidden_text(text(things), key), module=module)


def around(game: bytes, *, module: str = "The Toy War") -> bytes:
    """A game's own text in its archive."""
    entries = {"savedGame": game, "savedata": b"<data/>"}
    if module:
        entries["moduledata"] = ABOUT.format(module).encode()
    return archive(entries)


def a_unit(name: str, x: int, y: int, factors: int = 3, *more: Any, where: str = "Europe") -> Piece:
    return Piece(name, where, x, y, (dynamic("Factors", str(factors)), *more))


DOCS = (BASE_DIR / "docs" / "vassal.md").read_text()

EXAMPLES = {
    found[1]: found[0].removeprefix("```yaml\n").removesuffix("```")
    for found in re.finditer(r"```yaml\n# (\w+)\n.*?```", DOCS, re.S)
}

WORLD, DECISION = EXAMPLES["world_at_war"], EXAMPLES["days_of_decision"]
