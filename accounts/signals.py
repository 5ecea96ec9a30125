"""What accounts tells whoever listens; it does not know who that is."""

from dataclasses import dataclass

from django.dispatch import Signal

# Sent inside the transaction that deletes an account, before its name is taken away.
# Arguments: user_id (int). A listener hands over what the person held.
account_deleting = Signal()

# Sent after the commit that ended sessions. Arguments: sessions (the keys of their rows).
sessions_ended = Signal()

# Asked before somebody decides whether to delete an account. Arguments: user_id (int). A listener
# returns a list of `Consequence`: what becomes of what the person holds.
account_deletion_asked = Signal()


@dataclass(frozen=True, slots=True)
class Consequence:
    """What deleting an account does to one thing; `address` is where more can be done about it."""

    title: str
    address: str
    text: str
