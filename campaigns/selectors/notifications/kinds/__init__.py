"""The kinds of notifications, one class each, in the modules of this package: all of them are found here.

``kind`` has what they share, and the register of them.
"""

import pkgutil
from importlib import import_module

from campaigns.selectors.notifications.kinds.kind import (
    KINDS,
    Cause,
    How,
    NotificationKind,
    Preference,
    brought_by,
    new_to_inbox,
    of,
    of_thread,
    preference_key,
    preferences,
    ranked,
)


def discover() -> None:
    """Import the modules of this package, which register their kinds. Raises ``TypeError`` for an incomplete one."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


discover()

__all__ = [
    "KINDS",
    "Cause",
    "How",
    "NotificationKind",
    "Preference",
    "brought_by",
    "discover",
    "new_to_inbox",
    "of",
    "of_thread",
    "preference_key",
    "preferences",
    "ranked",
]
