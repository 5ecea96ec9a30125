"""What accounts tells whoever listens; it does not know who that is."""

from dataclasses import dataclass

from django.dispatch import Signal

# Sent inside the transaction that deletes an account, before its name is taken away.
# Arguments: user_id (int). A listener hands over what the person held.
account_deleting = Signal()

# Sent inside the transaction that forgets a guest who stayed away. Arguments: user_id (int). A listener
# deletes what only the guest had.
guest_leaving = Signal()

# Sent when a new password of an account is saved, within the transaction of that, if there is one.
# Arguments: user_id (int).
password_saved = Signal()

# Sent after the commit that ended sessions. Arguments: sessions (the keys of their rows).
sessions_ended = Signal()

# Asked before somebody decides whether to delete an account. Arguments: user_id (int). A listener
# returns a list of `Consequence`: what becomes of what the person holds.
account_deletion_asked = Signal()

# Asked when a person takes a file of their own data. Arguments: user_id (int). A listener returns a
# dictionary of plain data: what it keeps of this person, and of nobody else.
own_data_asked = Signal()

# Asked once in each language, which is that of now. A listener returns names that no person may have.
reserved_names_asked = Signal()


@dataclass(frozen=True, slots=True)
class Consequence:
    """What deleting an account does to one thing; `address` is where more can be done about it."""

    title: str
    address: str
    text: str
