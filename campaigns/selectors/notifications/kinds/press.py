"""There is press to read.

Of private messages and of the public press it says how many wait; never their words, nor whose they are. An
announcement is for everybody who may read the campaign, and told as it stands when it is sent.
"""

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import PressThread
from campaigns.selectors.notifications import audience, pending
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from campaigns.selectors.press.public_press import common_line
from campaigns.selectors.reader import deputies
from core.gettext import gettext_lazy as _lazy


class PressWaiting(NotificationKind, abstract=True):
    """Press, which concerns who may read it. It is written whomever it concerns."""

    page: ClassVar[str] = "press/"

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Everybody who may read any press here."""
        stand_in = deputies.in_force(cause.campaign, cause.at).filter(
            press=True, person__is_active=True
        )
        return audience.members(cause.campaign) | {*stand_in.values_list("person_id", flat=True)}


class CountedPress(PressWaiting, abstract=True):
    """How many messages wait, in threads of one kind."""

    traceless: ClassVar[bool] = True

    @property
    def _counts(self) -> tuple[int, int]:
        """How many messages, and in how many threads."""
        return pending.messages_for(
            self.campaign, self.person, self.row.device_id, about=self.key, thread=self.thread
        )

    def still_true(self) -> bool:
        """Whether messages wait for them that they have neither read, nor muted, nor been told of."""
        return bool(self._counts[0])

    def waiting(self) -> tuple[str, ...]:
        """Of each thread the number of its newest message."""
        found = pending.unread_by(self.campaign, self.person, self.thread)
        return tuple(f"{key}/{max(numbers)}" for key, numbers in found.items())


class PrivatePress(CountedPress):
    """Messages to the powers of its reader."""

    key = "press"
    label = _lazy("there are messages to read")
    rank = 130
    preference = Preference(
        key="press",
        title=_lazy("Messages to you"),
        about=_lazy(
            "how many messages other powers wrote to yours, in threads that you have not muted"
        ),
        how=How.ONCE,
    )
    thread = PressThread.Kind.PRIVATE
    verb = _lazy("Read your messages")

    def text(self) -> tuple[str, str]:
        """How many messages, and in how many threads; not whose."""
        count, threads = self._counts
        within = ngettext("%(count)d thread", "%(count)d threads", threads) % {"count": threads}
        text = ngettext(
            "%(count)d message in %(threads)s waits for you.",
            "%(count)d messages in %(threads)s wait for you.",
            count,
        ) % {"count": count, "threads": within}
        return _("press for you"), text


class Announcement(PressWaiting):
    """The moderators announce something."""

    key = "announced"
    label = _lazy("the moderator announces something")
    rank = 140
    preference = Preference(
        key="announced",
        title=_lazy("Announcements"),
        about=_lazy("what the moderators announce"),
        how=How.ONCE,
    )
    thread = PressThread.Kind.ANNOUNCED
    page = "press/announcements/"
    verb = _lazy("Read the announcement")

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """All but its author, whom everybody knows."""
        return super().audience(cause) - cause.doers

    def still_true(self) -> bool:
        """Whether they may read it still, and have neither read nor muted it."""
        message = self.row.message
        found = pending.unread_by(self.campaign, self.person, self.thread)
        return message is not None and message.number in found.get(message.thread.key, ())

    def text(self) -> tuple[str, str]:
        """The announcement itself, with its latest words."""
        message = self.row.message
        line = common_line(self.campaign, message) if message is not None else None
        text = line.text if line is not None else ""
        return _("an announcement"), f"{_('The moderators announce:')}\n\n{text}"


class PublicPress(CountedPress):
    """Messages in the public press."""

    key = "public"
    label = _lazy("there is public press to read")
    rank = 150
    preference = Preference(
        key="public",
        title=_lazy("Public press"),
        about=_lazy("how many messages were written in the public press"),
        how=How.DIGEST,
    )
    thread = PressThread.Kind.PUBLIC
    page = "press/public/"
    verb = _lazy("Read the press")

    def text(self) -> tuple[str, str]:
        """How many messages."""
        count = self._counts[0]
        text = ngettext(
            "%(count)d new message in the public press.",
            "%(count)d new messages in the public press.",
            count,
        ) % {"count": count}
        return _("public press"), text
