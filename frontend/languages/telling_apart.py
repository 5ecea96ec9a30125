"""Telling texts that people read from keys, citations and pieces of other texts."""

import re
from pathlib import Path
from typing import Any

import yaml

from frontend.languages.messages import Parts, words

VOCABULARY: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("vocabulary.yaml").read_text())
SHOWN, HIDDEN = (frozenset(VOCABULARY["arguments"][name]) for name in ("shown", "hidden"))
"""Arguments by names of the first are shown, be they one small word; those of the second are keys and citations."""
SILENT_CALLS = frozenset(VOCABULARY["silent_calls"])
"""What is handed to these is not shown, or not as it stands."""
WRAPPERS = frozenset(
    ["capital", "within", "sentence", "str", "strip", "lower", "rstrip", "lstrip", "with_articles"]
)
_WORDY = re.compile(r"[^\W\d_]{2,}[^\w]*\s+.*[^\W_]|[^\W_].*\s[^\W\d_]{2,}", re.DOTALL)
_NAME = re.compile(r"^[A-Z][^\W\d_]*[a-z][\w'’./\-]*[.:!?]?$")
_KEY = re.compile(r"^[a-z0-9_.:@/\-+*|]*$")
_CITED = re.compile(r"^(?:Ruling )?[A-Z]?-?\d[\d.]*\w?$|^\d+\.\d[\d.]* [\w ().]*$|^\d+ Bitter End$")
KEYS = frozenset(VOCABULARY["keys"])
"""Small words that are keys where they stand in a place of words."""

JOINING = frozenset({"and", "the"})
"""Words that join names or stand before them, which names and lists bring along themselves."""


def is_shown(parts: Parts, *, sure: bool = False) -> bool:
    """Whether parts are words for people, and no key; ``sure`` where their place says that they are."""
    said = "".join(part if isinstance(part, str) else " " for part in parts)
    if "\n" in said or all(word.lower() in JOINING or len(word) < 2 for word in words(parts)):
        return False
    if _CITED.match(said):
        return False
    if sure and len(parts) == 1:
        return (
            said not in KEYS and not re.search(r"[_.:@/]", said.strip(" .:"))
        ) or " " in said.strip()
    only = "".join(part if isinstance(part, str) else "x" for part in parts)
    if _KEY.match(only):
        return False
    if len(parts) == 1:
        return bool(_WORDY.search(said) or _NAME.match(said))
    return " " in only.strip()
