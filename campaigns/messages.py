"""Texts of the site that are stored, logged or exported: kept in English, translated when they are shown.

What is written to the database or the log is the same for everybody and for ever, so no reader's language may be
in it. Such a text is declared here once, marked for extraction and left as it is; who writes it takes it from here,
fills its ``%(slots)s``, and stores English. :func:`shown` recognises it by what it was made from and says it in the
language of its reader; :func:`stored` yields them all.

Texts of the campaigns' own YAML files are English in the file and shown by :func:`paragraph`; :func:`paragraphs`
yields them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from campaigns.domain import saved_game_texts

# --- Why something came to its end. Within a sentence, or on its own with a capital.
ANOTHER_QUESTION = _("another question was put")
PHASE_OVER = _("the phase is over")
CLOCK_STOPPED = _("the clock was stopped")
CLOCK_RUNS = _("the clock runs again")
SEATS_CHANGED = _("the seats changed")
MODERATORS_CHANGED = _("the moderators changed")
CAMPAIGN_OVER = _("the campaign is over")
ROLLED_BACK = _("the campaign was rolled back")
WITHDRAWN = _("it was withdrawn")
RULES_FORBID = _("the rules do not allow it any more")
DECLARED_MEANWHILE = _("something else was declared meanwhile")
TAKEN_BACK = _("taken back")
LAID_DOWN = _("laid down")
CHANGED_HANDS = _("the seat changed hands")
ANOTHER_PART = _("they have another part here")
END_CAME = _("its end came")
PLAYER_BACK = _("the player is back")

# --- Why a campaign stands still.
ORDERS_MISSING = _("Orders are missing after the deadline; the moderator decides.")
STUMBLED = _(
    "This phase could not be resolved. Nothing is lost. The site administrator needs to look at it."
)
NOBODY_THERE = _("Nobody has a seat any more. Play goes on when somebody takes one.")
RULES_MISSING = _(
    "This site does not have the rules of this campaign (revision %(revision)s). Nothing is lost. "
    "Play resumes when the site administrator has restored them."
)

# --- Why what was sealed is void, with the reason that somebody gave; and the end.
RULES_CHANGED = _("The rules changed. %(reason)s")
OVERRIDDEN = _("A value of the game was overridden. %(reason)s")
GOES_BACK = _("The campaign goes back to phase %(number)s. %(reason)s")
ENDED_BY_VOTE = _("Ended by vote of the players. %(reason)s")

# --- What became of a letter, or of a post to a webhook or a device.
NOT_MADE = _("It could not be written; the site administrator needs to look at it.")
IT_ANSWERED = _("It answered %(status)s.")
PUSH_ANSWERED = _("The push service answered %(status)s.")
MAIL_AWAY = _("The mail server did not answer.")
MAIL_LATER = _("The mail server asked to try again later (%(status)s).")
MAIL_SITE = _(
    "The mail server takes no mail from this site (%(status)s); the site administrator needs to look at it."
)
MAIL_ADDRESS = _("The mail server says that there is no such address (%(status)s).")
MAIL_FULL = _("The mail server says that the mailbox is full (%(status)s).")
MAIL_MESSAGE = _("The mail server refused the message for good (%(status)s).")

FOLDERS = ("first_games", "as_it_happened")
"""Where YAML files with texts lie."""
_SAID = frozenset({"title", "summary", "say", "about", "history", "here", "end"})
"""Keys of these files whose values are said to people."""


def stored() -> Iterator[str]:
    """Every text that is stored, in English, with its ``%(slots)s``."""
    for name, text in chain(globals().items(), vars(saved_game_texts).items()):
        if name.isupper() and isinstance(text, str):
            yield text


def shown(text: str, *, by_script: bool = False) -> str:
    """A stored text in the language of the one who reads it. Any other, such as what people wrote, as it is.

    Where a script plays (``by_script``) nobody voted on the end: the reason is told alone.
    """
    if by_script and (voted := _pattern(ENDED_BY_VOTE).fullmatch(text)):
        return paragraph(voted["reason"])
    for template, pattern in _patterns():
        if found := pattern.fullmatch(text):
            return gettext(template) % {
                key: _number(said) for key, said in found.groupdict().items()
            }
    return text


def _number(text: str) -> str:
    """A large number as the reader's language groups its digits; any other words as they are."""
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", text)
    return number_format(int(text.replace(",", "")), force_grouping=True) if grouped else text


def paragraph(text: str) -> str:
    """A text of the YAML files in the language of the one who reads it."""
    return gettext(text) if text else ""


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The stored texts, each with what a text made from it looks like."""
    return tuple((text, _pattern(text)) for text in stored())


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", text)
    said = (f"(?P<{part}>.*)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile("".join(said), re.DOTALL)


def paragraphs() -> Iterator[tuple[Path, str]]:
    """Every text of the YAML files with the file in which it stands, for extraction."""
    for folder in FOLDERS:
        for path in sorted(Path(__file__).with_name(folder).glob("*.yaml")):
            for text in dict.fromkeys(_texts(yaml.safe_load(path.read_text("utf-8")))):
                yield path, text


def _texts(found: Any) -> Iterator[str]:
    if isinstance(found, Mapping):
        for key, value in found.items():
            if key in _SAID and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(found, list):
        for each in found:
            yield from _texts(each)
