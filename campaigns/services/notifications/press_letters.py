"""What letters say of press, and whether it is still so when they are sent.

Of private messages and of the public press a letter says how many wait; never their words, nor whose
they are. An announcement is for everybody who may read the campaign, and told as it stands then.
"""

from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Notification, PressMessage, PressThread
from campaigns.selectors.press.public_press import common_line
from campaigns.services.notifications import pending


def _is_unread(letter: Notification) -> bool:
    """Whether messages wait for them that they have neither read, nor muted, nor been told of."""
    return bool(_messages(letter)[0])


def _messages(letter: Notification) -> tuple[int, int]:
    campaign, about = letter.phase.campaign, letter.kind
    return pending.messages_for(campaign, letter.person, letter.device_id, about=about)


def _is_announced(letter: Notification) -> bool:
    """Whether an announcement waits for them: they may read it still, and have neither read nor muted it."""
    message = _announcement(letter)
    found = pending.unread_by(
        letter.phase.campaign, letter.person, PressThread.Kind.ANNOUNCED.value
    )
    return message is not None and message.number in found.get(message.thread.key, ())


def _announcement(letter: Notification) -> PressMessage | None:
    return PressMessage.objects.select_related("thread").filter(pk=letter.entry).first()


def _press(letter: Notification) -> tuple[str, str]:
    """How many messages, and in how many threads; not whose."""
    count, threads = _messages(letter)
    within = ngettext("%(count)d thread", "%(count)d threads", threads) % {"count": threads}
    text = ngettext(
        "%(count)d message in %(threads)s waits for you.",
        "%(count)d messages in %(threads)s wait for you.",
        count,
    ) % {"count": count, "threads": within}
    return _("press for you"), f"{text}\n{_page(letter)}"


def _public(letter: Notification) -> tuple[str, str]:
    count = _messages(letter)[0]
    text = ngettext(
        "%(count)d new message in the public press.",
        "%(count)d new messages in the public press.",
        count,
    ) % {"count": count}
    return _("public press"), f"{text}\n{_page(letter, 'public/')}"


def _announced(letter: Notification) -> tuple[str, str]:
    """The announcement itself, with its latest words."""
    message = _announcement(letter)
    line = common_line(letter.phase.campaign, message) if message is not None else None
    text = line.text if line is not None else ""
    page = _page(letter, "announcements/")
    return _("an announcement"), f"{_('The moderators announce:')}\n\n{text}\n\n{page}"


def _page(letter: Notification, thread: str = "") -> str:
    return f"{settings.SITE_ADDRESS}/c/{letter.phase.campaign.slug}/press/{thread}"


TRUE: dict[str, Callable[[Notification], bool]] = {
    Notification.Kind.PRESS: _is_unread,
    Notification.Kind.ANNOUNCED: _is_announced,
    Notification.Kind.PUBLIC: _is_unread,
}
SAID: dict[str, Callable[[Notification], tuple[str, str]]] = {
    Notification.Kind.PRESS: _press,
    Notification.Kind.ANNOUNCED: _announced,
    Notification.Kind.PUBLIC: _public,
}
