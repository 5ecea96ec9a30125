"""What an account may be called: judged as it is kept, whatever letters it was written in."""

from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import DELETED_PREFIX, GUEST_PREFIX, User

_RESERVED: Final = {
    DELETED_PREFIX: _(
        "Names beginning with “%(prefix)s” mark deleted accounts. Choose another one."
    ),
    GUEST_PREFIX: _("Names beginning with “%(prefix)s” mark guests. Choose another one."),
}


def require_own(username: str) -> str:
    """The name as it is kept. Raises ValidationError for one that looks like a deleted account's or a
    guest's once it is.
    """
    kept = User.normalize_username(username)
    for prefix, said in _RESERVED.items():
        if kept.lower().startswith(prefix):
            raise ValidationError(said, params={"prefix": prefix})
    return kept
