"""What happens in campaigns because something happened elsewhere."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import account_deleting
from campaigns.services import seats


@receiver(account_deleting, dispatch_uid="campaigns.give_up_seats")
def give_up_seats(sender: Any, *, user_id: int, **_: Any) -> None:
    """A person who is deleted leaves his seats to the autopilot; the history stays whole."""
    seats.give_up_all(user_id)
