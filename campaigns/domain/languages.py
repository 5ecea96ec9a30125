"""The languages in which the people of a campaign can say that they write to each other.

Whoever looks for a campaign can ask for one. It is no setting of the pages: each reader has their own
language there (:mod:`accounts.languages`). Pure.
"""

from campaigns.errors import NotOnTheMenu
from core.gettext import gettext as _

TONGUES = {
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "hu": "Magyar",
    "nl": "Nederlands",
    "nb": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "ro": "Română",
    "fi": "Suomi",
    "sv": "Svenska",
    "tr": "Türkçe",
}
"""Each by its code (ISO 639-1), under its own name and in the order of these names."""


def require_tongue(code: str) -> str:
    """A language as it is kept; empty where none is named. Raises ``NotOnTheMenu`` for an unknown one."""
    if code and code not in TONGUES:
        raise NotOnTheMenu(
            _("There is no language %(code)r here.") % {"code": code[:20]},
            field="language",
            remedy=_("There are: %(known)s.") % {"known": ", ".join(TONGUES)},
        )
    return code


def tongue_in_words(code: str) -> str:
    """A language under its own name; one that this release does not know by its code."""
    return TONGUES.get(code, code)
