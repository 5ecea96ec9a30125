"""The refusal to start without a key that something sealed still needs."""

import structlog
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, ProgrammingError

from core.seal_keys import site_keys

_say = structlog.get_logger(__name__)


def require_seal_keys() -> None:
    """Raise ``ImproperlyConfigured`` if SEAL_KEYS lacks a key that the database needs.

    It names the key and what needs it. A database without tables needs none yet. One that does not
    answer cannot be asked; then the site starts, for it has answers for that.
    """
    # Only now are the models there.
    from accounts import sealed  # noqa: PLC0415
    from campaigns.sealed import keys  # noqa: PLC0415

    try:
        here = site_keys()
        missing = [keys.described(one) for one in keys.needed() if one.name not in here]
        missing += [
            sealed.described(name, people)
            for name, people in sealed.needed().items()
            if name not in here
        ]
    except ProgrammingError:
        return
    except DatabaseError as error:
        _say.warning("seal keys not checked: the database does not answer", error=str(error))
        return
    if missing:
        given = ", ".join(here) or "none"
        raise ImproperlyConfigured(
            "Chancellery does not start: SEAL_KEYS lacks a key that is still needed.\n"
            + "".join(f"  - {one}\n" for one in missing)
            + f"SEAL_KEYS has: {given}. Add what is missing after the newest key and start again; "
            "then `manage.py seal-keys` says when it may go. If it is lost for good, "
            "`manage.py seal-keys --give-up KEY` lets the site start without what it sealed."
        )
