"""What happens in campaigns because something happened elsewhere."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import (
    Consequence,
    account_deleting,
    account_deletion_asked,
    guest_leaving,
    own_data_asked,
    reserved_names_asked,
    sessions_ended,
)
from campaigns.selectors.reader import names
from campaigns.selectors.seats import account_closing
from campaigns.selectors.site import own_data
from campaigns.services.lifecycle import first_games
from campaigns.services.log import entries, secret_entries
from campaigns.services.notifications import devices, enqueue, webhooks
from campaigns.services.press import notes
from campaigns.services.seats import deputies, moderators, seats
from campaigns.services.site import account_data

# Whom an entry of the log concerns is written to in its transaction.
entries.listen(enqueue.of_entry)
entries.listen(webhooks.of_entry)
secret_entries.listen(enqueue.of_secret)


@receiver(account_deleting, dispatch_uid="campaigns.give_up_seats")
def give_up_seats(sender: Any, *, user_id: int, **_: Any) -> None:
    """A person who is deleted leaves their seats to the autopilot and their desks to whom they pass;
    the history stays whole. Their notes, and what was for them alone, go with them.
    """
    notes.forget_all(user_id)
    seats.give_up_all(user_id)
    deputies.end_all_of(user_id)
    moderators.pass_on_all(user_id)
    account_data.forget_person(user_id)


@receiver(account_deletion_asked, dispatch_uid="campaigns.tell_what_follows")
def tell_what_follows(sender: Any, *, user_id: int, **_: Any) -> list[Consequence]:
    """What becomes of each campaign of theirs."""
    return account_closing.consequences(user_id)


@receiver(reserved_names_asked, dispatch_uid="campaigns.tell_names_of_seats")
def tell_names_of_seats(sender: Any, **_: Any) -> list[str]:
    """What powers are called, and those who play them where nobody may know who it is."""
    return [*names.names_of_seats()]


@receiver(own_data_asked, dispatch_uid="campaigns.tell_own_data")
def tell_own_data(sender: Any, *, user_id: int, **_: Any) -> dict[str, Any]:
    """What is kept of somebody in campaigns, for them alone."""
    return own_data.own_data(user_id)


@receiver(sessions_ended, dispatch_uid="campaigns.drop_devices")
def drop_devices(sender: Any, *, sessions: list[str], **_: Any) -> None:
    """Whoever signs out is pushed to there no more."""
    devices.drop_of_sessions(sessions)


@receiver(guest_leaving, dispatch_uid="campaigns.forget_first_games")
def forget_first_games(sender: Any, *, user_id: int, **_: Any) -> None:
    """The first games of a guest go with them."""
    first_games.forget_all(user_id)
