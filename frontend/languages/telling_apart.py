"""Telling texts that people read from keys, citations and pieces of other texts."""

import re

from frontend.languages.messages import Parts, words

SHOWN = frozenset(
    [
        "label",
        "title",
        "note",
        "notes",
        "help",
        "reason",
        "why",
        "opens",
        "name",
        "head",
        "rest",
        "one",
        "many",
        "alone",
        "part",
        "parts",
        "short",
        "heading",
        "words",
        "text",
        "message",
        "remedy",
        "summary",
        "effect",
        "meaning",
        "base_reason",
        "unit",
        "adjective",
        "detail",
        "said",
        "problem",
        "prompt",
        "caption",
        "legend",
        "empty",
        "description",
        "about",
        "when",
        "what",
        "unless",
    ]
)
"""Arguments by these names are shown, be they one small word."""
HIDDEN = frozenset(
    [
        "rule",
        "base_rule",
        "cap_rule",
        "source",
        "key",
        "value",
        "order",
        "tag",
        "tag_field",
        "sort",
        "hue",
        "mark",
        "code",
        "kind",
        "encoding",
        "step",
        "doc",
        "errors",
        "mode",
        "pattern",
        "flag",
        "fund",
        "reads",
        "topic",
        "group_key",
        "of_key",
    ]
)
"""Arguments by these names are keys and citations."""
SILENT_CALLS = frozenset(
    [
        "R",
        "cite",
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "partition",
        "rpartition",
        "split",
        "rsplit",
        "replace",
        "find",
        "count",
        "index",
        "roll",
        "rolls",
        "throw",
        "encode",
        "decode",
        "getattr",
        "setattr",
        "hasattr",
        "isinstance",
        "issubclass",
        "compile",
        "sub",
        "match",
        "search",
        "fullmatch",
        "findall",
        "finditer",
        "TypeVar",
        "NewType",
        "cast",
        "Path",
        "open",
        "field",
        "ValueError",
        "TypeError",
        "KeyError",
        "AssertionError",
        "RuntimeError",
        "LookupError",
        "NotImplementedError",
        "AttributeError",
        "IndexError",
        "Literal",
        "warn",
        "partial",
        "fact",
        "count_of",
        "translate",
        "maketrans",
        "lstrip",
        "rstrip",
        "fromkeys",
        "pop",
        "setdefault",
    ]
)
"""What is handed to these is not shown, or not as it stands."""
WRAPPERS = frozenset(
    ["capital", "within", "sentence", "str", "strip", "lower", "rstrip", "lstrip", "with_articles"]
)
_WORDY = re.compile(r"[^\W\d_]{2,}[^\w]*\s+.*[^\W_]|[^\W_].*\s[^\W\d_]{2,}", re.DOTALL)
_NAME = re.compile(r"^[A-Z][^\W\d_]*[a-z][\w'’./\-]*[.:!?]?$")
_KEY = re.compile(r"^[a-z0-9_.:@/\-+*|]*$")
_CITED = re.compile(r"^(?:Ruling )?[A-Z]?-?\d[\d.]*\w?$|^\d+\.\d[\d.]* [\w ().]*$|^\d+ Bitter End$")
KEYS = frozenset(
    [
        "house",
        "vichy",
        "back",
        "tell",
        "select",
        "play",
        "done",
        "fought",
        "clear",
        "target",
        "past",
        "counts",
        "germany",
        "italy",
        "western",
        "belgium",
        "axis",
        "allied",
        "held",
        "the",
        "united_states",
        "japan",
        "russia",
        "britain",
        "france",
    ]
)
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
