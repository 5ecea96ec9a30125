"""Press as everybody may read it: the public press and the announcements, the same for every reader.

Feeds and webhooks tell it. Of a private thread nothing is opened here, and a power that writes without
its name has none, not even for its own player.
"""

from datetime import datetime

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.wording import in_readers_words
from campaigns.errors import CampaignError
from campaigns.models import Campaign, PressMessage, PressThread
from campaigns.selectors.press.seen import COMMON, content_shown, is_shown
from campaigns.selectors.reader.access import Reading, badge_named, reading


class CommonLine(Struct, frozen=True, kw_only=True):
    """A message that everybody may read, with its latest words. ``title`` says of whom it is; ``said`` is
    when it got these words.
    """

    key: str
    thread: str
    title: str
    text: str
    at: datetime
    said: datetime


def common_lines(at: Reading, most: int) -> tuple[CommonLine, ...]:
    """The newest messages that everybody may read, as far as the reader may read the campaign."""
    rows = PressMessage.objects.filter(thread__campaign=at.campaign, thread__kind__in=COMMON)
    result = []
    for row in rows.select_related("thread").order_by("-at", "-pk"):
        if (line := _line(at, row)) is not None:
            result.append(line)
            if len(result) == most:
                break
    return tuple(result)


def common_line(campaign: Campaign, message: PressMessage) -> CommonLine | None:
    """One message as a spectator may read it by now; ``None`` if they may not, or it is a private one."""
    try:
        at = reading(campaign.slug)
    except CampaignError:
        # A private campaign has no spectators; those who read it read with no delay.
        at = Reading(campaign, None, [], is_moderator=False, power=None)
    return _line(at, message)


def _line(at: Reading, message: PressMessage) -> CommonLine | None:
    thread = message.thread
    if thread.kind not in COMMON:
        return None
    thread.campaign = at.campaign
    if at.is_behind and not is_shown(at, message):
        return None
    content = content_shown(at, message)
    if thread.kind == PressThread.Kind.ANNOUNCED:
        title = _("Announcement")
    elif content.masked:
        title = _("Public press: without a name")
    elif content.power:
        title = _("Public press: %(name)s") % {"name": _name(at, content.power)}
    else:
        title = _("Public press: the moderator")
    return CommonLine(
        key=message.key,
        thread=thread.key,
        title=title,
        text=content.text,
        at=message.at,
        said=content.wordings[-1].at,
    )


def _name(at: Reading, power: str) -> str:
    return in_readers_words(badge_named(at.names, power).name, at.campaign.rulebook)
