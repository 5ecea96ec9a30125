"""The outer shell of a saved game: a zip archive, and in it text that is lightly hidden.

Nothing is unpacked to disk, and no more is unpacked than is allowed, whatever the archive says of
its sizes.
"""

import binascii
import html
import io
import lzma
import re
import zipfile
import zlib
from typing import NamedTuple

from campaigns.domain import saved_game_texts
from campaigns.vassal.refusing import NotRead

MOST_PACKED = 10 * 1024 * 1024
MOST_UNPACKED = 64 * 1024 * 1024
"""Bytes of a file, and of what lies in it."""
MOST_ENTRIES = 64

GAME, ABOUT_MODULE = "savedGame", "moduledata"
_MOST_ABOUT = 64 * 1024
_LONGEST_NAME = 120
_HEX, _PACKED = b"!VCSK", b"!VOXZ"
_XZ = b"\xfd7zXZ\x00"
_XZ_MEMORY = 128 * 1024 * 1024
_NAME = re.compile(r"<name>([^<]{1,300})</name>")


class Saved(NamedTuple):
    """What lay in the file: the name of the module (empty where it is not told), and the game's text."""

    module: str
    text: str


def opened(data: bytes) -> Saved:
    """A saved game out of its file. Raises ``NotRead``."""
    if len(data) > MOST_PACKED:
        raise NotRead(
            saved_game_texts.TOO_LARGE % {"most": MOST_PACKED >> 20}, saved_game_texts.AGAIN
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = _entries(archive)
            about = _entry(archive, entries.get(ABOUT_MODULE), _MOST_ABOUT)
            game = _entry(archive, entries[GAME], MOST_UNPACKED)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise NotRead(saved_game_texts.NO_ARCHIVE, saved_game_texts.AGAIN) from error
    return Saved(_module(about), _text(game))


def _entries(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """What lies in the archive, by name, after a look at whether it is what VASSAL writes."""
    found = archive.infolist()
    names = [each.filename for each in found]
    if any(name.startswith("buildFile") for name in names):
        raise NotRead(saved_game_texts.A_MODULE, saved_game_texts.AGAIN)
    if len(found) > MOST_ENTRIES:
        raise NotRead(saved_game_texts.MANY_FILES % {"most": MOST_ENTRIES}, saved_game_texts.AGAIN)
    if any(_leads_elsewhere(name) for name in names):
        raise NotRead(saved_game_texts.LEADS_ELSEWHERE, saved_game_texts.AGAIN)
    if len(set(names)) != len(names):
        raise NotRead(saved_game_texts.TWICE, saved_game_texts.AGAIN)
    if GAME not in names:
        raise NotRead(saved_game_texts.NO_GAME % {"game": GAME}, saved_game_texts.AGAIN)
    if any(each.flag_bits & 0x1 for each in found):
        raise NotRead(saved_game_texts.ENCRYPTED, saved_game_texts.WITHOUT_PASSWORD)
    if any(each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for each in found):
        raise NotRead(saved_game_texts.PACKED_OTHERWISE, saved_game_texts.AGAIN)
    return dict(zip(names, found, strict=True))


def _leads_elsewhere(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return ".." in parts or parts[0] == "" or ":" in parts[0]


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo | None, most: int) -> bytes:
    if entry is None:
        return b""
    with archive.open(entry) as stream:
        found = stream.read(most + 1)
    if len(found) > most:
        raise _too_much()
    return found


def _too_much() -> NotRead:
    return NotRead(saved_game_texts.HOLDS_TOO_MUCH % {"most": MOST_UNPACKED >> 20})


def _module(about: bytes) -> str:
    """The name of the module. The file around it is XML, of which nothing else is read."""
    found = _NAME.search(about.decode("utf-8", "replace"))
    return html.unescape(found[1]).strip()[:_LONGEST_NAME] if found else ""


def _text(game: bytes) -> str:
    """The text in each of the forms in which VASSAL has written it."""
    if game.startswith(_HEX):
        game = _from_hex(game[len(_HEX) :])
    elif game.startswith(_PACKED) and len(game) > len(_PACKED):
        key, packed = game[len(_PACKED)], game[len(_PACKED) + 1 :]
        game = _from_xz(_keyed(packed, key))
    elif game.startswith(_XZ):
        game = _from_xz(game)
    try:
        text = game.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _unlike() from error
    if not text.startswith("begin_save"):
        raise _unlike()
    return text


def _unlike() -> NotRead:
    return NotRead(saved_game_texts.NO_TEXT % {"game": GAME}, saved_game_texts.AGAIN)


def _from_hex(game: bytes) -> bytes:
    try:
        plain = binascii.unhexlify(game)
    except binascii.Error as error:
        raise NotRead(saved_game_texts.NO_HEX % {"game": GAME}, saved_game_texts.AGAIN) from error
    if not plain:
        raise _unlike()
    return _keyed(plain[1:], plain[0])


def _keyed(data: bytes, key: int) -> bytes:
    """Every byte with the key's bits turned over."""
    return data.translate(bytes(byte ^ key for byte in range(256)))


def _from_xz(packed: bytes) -> bytes:
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    try:
        found = unpacking.decompress(packed, MOST_UNPACKED + 1)
    except lzma.LZMAError as error:
        raise NotRead(saved_game_texts.DAMAGED % {"game": GAME}, saved_game_texts.AGAIN) from error
    if len(found) > MOST_UNPACKED:
        raise _too_much()
    if not unpacking.eof:
        raise NotRead(saved_game_texts.CUT_OFF % {"game": GAME}, saved_game_texts.AGAIN)
    return found
