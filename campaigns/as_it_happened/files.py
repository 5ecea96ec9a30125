"""The finished campaigns that came of the scripts: files like any other export, compressed.

``index.json`` pins each by the hash of the last entry of its log: the commentary of a script is shown
beside that campaign and no other.
"""

import json
import lzma
from collections.abc import Mapping
from functools import cache

from campaigns.as_it_happened.script import HERE

INDEX = HERE / "index.json"
ENDING = ".json.xz"


def data(rulebook: str) -> bytes:
    """The file of a book's campaign, as it was exported."""
    return lzma.decompress((HERE / f"{rulebook}{ENDING}").read_bytes())


def smallest_first() -> list[str]:
    """The rulebooks whose campaigns are kept, those first that are taken in soonest."""
    return sorted(pinned(), key=lambda book: (HERE / f"{book}{ENDING}").stat().st_size)


@cache
def pinned() -> Mapping[str, Mapping[str, str]]:
    """By rulebook the slug of its campaign, and the hash with which its log ends."""
    return dict(json.loads(INDEX.read_text("utf-8"))) if INDEX.exists() else {}


def last_of(slug: str) -> str:
    """The hash with which the log of this campaign ends; empty for one that came of no script."""
    return next((it["log"] for it in pinned().values() if it["slug"] == slug), "")
