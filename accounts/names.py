"""What an account may be called: judged as it is kept, whatever letters it was written in.

Whose a name is already, `accounts.models.TakenLook` knows.
"""

from functools import cache
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import bare, is_overloaded, is_readable, looks_of, tidied
from accounts.signals import reserved_names_asked

# Names that `services.delete_account` gives; nobody may sign up with one.
DELETED_PREFIX = "deleted-"
# The names of guests, who have not signed up; nobody may sign up with one either.
GUEST_PREFIX = "guest-"

_RESERVED: Final = {
    DELETED_PREFIX: _(
        "Names beginning with “%(prefix)s” mark deleted accounts. Choose another one."
    ),
    GUEST_PREFIX: _("Names beginning with “%(prefix)s” mark guests. Choose another one."),
}
#: What pages call people by what they do, here in English; in the other languages as they say it.
_ROLES: Final = (
    *("moderator", "The moderator", "a moderator", "spectator", "a deputy", "a player"),
    *("autopilot", "the autopilot", "a former player", "somebody", "nobody"),
)
_OF_THE_SITE: Final = (
    *("Chancellery", "deputy", "player", "you", "everybody", "admin", "administrator"),
    *("operator", "system", "staff", "support", "site", "bot"),
)
_ARTICLES: Final = (
    *("the", "a", "an", "der", "die", "das", "den", "dem"),
    *("ein", "eine", "einen", "einem", "einer"),
)
"""With one of these before it, in any language of the site, a role reads as without."""
LONGEST: Final = 40
"""So many letters has a name at most."""


def require_own(username: str) -> str:
    """The name as it is kept. Raises ValidationError for one that looks like a deleted account's or a
    guest's once it is.
    """
    kept = tidied(username)
    _require_no_mark(looks_of(kept))
    return kept


def _require_no_mark(looks: frozenset[str]) -> None:
    for prefix, said in _RESERVED.items():
        if any(look.startswith(tuple(looks_of(prefix))) for look in looks):
            raise ValidationError(said, params={"prefix": prefix})


def require_short(name: str) -> None:
    """Raise ValidationError for a name with more than :data:`LONGEST` letters."""
    if len(name) > LONGEST:
        raise ValidationError(
            _("A name has at most %(most)s letters, not %(count)s."),
            params={"most": LONGEST, "count": len(name)},
        )


def require_readable(name: str) -> str:
    """A name as it is kept, of a person or a thing. Raises ValidationError for one that cannot be read."""
    if not is_readable(name):
        raise ValidationError(
            _("A name needs a letter or a digit, and nothing that is invisible or turns the line.")
        )
    if is_overloaded(name):
        raise ValidationError(_("There are too many accents on one letter of this name."))
    return tidied(name)


def require_unreserved(name: str) -> None:
    """Raise ValidationError for a name that reads like a power's, a guest's or a deleted account's, or like what
    pages call people by what they do.
    """
    looks = looks_of(name)
    _require_no_mark(looks)
    if {bare(look) for look in looks} & _roles():
        raise ValidationError(_("Pages call people so by what they do. Choose another name."))


def hashes_of(look: str) -> list[str]:
    """A look under the key of the site, and under those that it had before."""
    return [
        "#" + salted_hmac("accounts.names", look, secret=key, algorithm="sha256").hexdigest()
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]


@cache
def _roles() -> frozenset[str]:
    words = {*_ROLES, *_OF_THE_SITE}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            words |= {gettext(word) for word in (*_ROLES, *_OF_THE_SITE)}
            for _listener, named in reserved_names_asked.send(sender=None):
                words |= set(named or ())
    plain = {_without_article(word) for word in words}
    titles = words | plain | {f"{article} {word}" for article in _ARTICLES for word in plain}
    return frozenset(bare(look) for title in titles for look in looks_of(title))


def _without_article(word: str) -> str:
    first, _space, rest = word.partition(" ")
    return rest if rest and first.casefold() in _ARTICLES else word
