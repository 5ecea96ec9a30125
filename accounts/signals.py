"""What accounts tells whoever listens; it does not know who that is."""

from django.dispatch import Signal

# Sent inside the transaction that deletes an account, before its name is taken away.
# Arguments: user_id (int). A listener hands over what the person held.
account_deleting = Signal()

# Sent after the commit that ended sessions. Arguments: sessions (the keys of their rows).
sessions_ended = Signal()
