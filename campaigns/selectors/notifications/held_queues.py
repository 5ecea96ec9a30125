"""What waits because something older to the same address was refused and waits for its next try.

One that could not be made holds up nothing: that is no fault of the address.
"""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from campaigns.messages import NOT_MADE
from campaigns.models import Notification, WebhookPost


def mail_is_held(now: datetime) -> Exists:
    """Whether a letter's reader has mail that was refused and is not yet due again."""
    return Exists(
        Notification.objects.filter(_refused(now), device=None, person=OuterRef("person"))
    )


def push_is_held(now: datetime) -> Exists:
    """Whether a letter's device has one that was refused and is not yet due again."""
    return Exists(Notification.objects.filter(_refused(now), device=OuterRef("device")))


def post_is_held(now: datetime) -> Exists:
    """Whether one to the same address as a post was sent, did not arrive, and is not yet due again."""
    same = WebhookPost.objects.filter(webhook__queue=OuterRef("webhook__queue"))
    return Exists(same.filter(tried_posts(), send_at__gt=now))


def tried_posts() -> Q:
    """Posts that were sent, or taken to be sent, and have not arrived."""
    return Q(state=WebhookPost.State.WAITING, tries__gt=0) & ~Q(trouble=NOT_MADE)


def _refused(now: datetime) -> Q:
    tried = Q(state=Notification.State.WAITING, tries__gt=0, send_at__gt=now)
    return tried & ~Q(trouble__in=("", NOT_MADE))
