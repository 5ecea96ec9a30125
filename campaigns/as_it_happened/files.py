"""The finished campaigns that came of the scripts: files like any other export, compressed.

``index.json`` pins each by the hash of the last entry of its log: the commentary of a script is shown
beside that campaign and no other.
"""

import json
import lzma
from collections.abc import Mapping
from functools import cache

from campaigns.as_it_happened.script import HERE, Script

INDEX = HERE / "index.json"
ENDING = ".json.xz"


def data(rulebook: str) -> bytes:
    """The file of a book's campaign, as it was exported."""
    return lzma.decompress((HERE / f"{rulebook}{ENDING}").read_bytes())


def write(script: Script, exported: bytes, last: str) -> int:
    """Keep the file of a script's campaign, whose log ends with ``last``; gives its bytes."""
    packed = lzma.compress(exported, preset=9 | lzma.PRESET_EXTREME)
    (HERE / f"{script.rulebook}{ENDING}").write_bytes(packed)
    pinned = {**_read(), script.rulebook: {"slug": script.slug, "log": last}}
    INDEX.write_text(json.dumps(pinned, indent=2, sort_keys=True) + "\n", "utf-8")
    return len(packed)


def _read() -> dict[str, dict[str, str]]:
    return dict(json.loads(INDEX.read_text("utf-8"))) if INDEX.exists() else {}


def smallest_first() -> list[str]:
    """The rulebooks whose campaigns are kept, those first that are taken in soonest."""
    return sorted(pinned(), key=lambda book: (HERE / f"{book}{ENDING}").stat().st_size)


@cache
def pinned() -> Mapping[str, Mapping[str, str]]:
    """By rulebook the slug of its campaign, and the hash with which its log ends."""
    return _read()


def last_of(slug: str) -> str:
    """The hash with which the log of this campaign ends; empty for one that came of no script."""
    return next((it["log"] for it in pinned().values() if it["slug"] == slug), "")
