"""What was said in public while a phase was open, as it stands beside the phase's story."""

from msgspec.structs import replace

from campaigns.models import Phase, PressMessage, PressThread
from campaigns.selectors.press.press_records import MessageLine
from campaigns.selectors.press.seen import Seen, is_shown, message_line
from campaigns.selectors.reader import press_access
from campaigns.selectors.reader.access import Reading
from core.sql.statements import Select

_PUBLIC = Select(
    PressThread, "campaign_id = %s AND kind = %s AND key = ANY(%s::varchar[]) ORDER BY id"
)

MOST = 4
"""So many letters stand beside a phase: the last ones, which had most to go by."""


LATELY = 2
"""So many letters stand on the page of a campaign for those who watch it."""


def said_lately(at: Reading) -> tuple[MessageLine, ...]:
    """The last public letters, oldest first; none that this reader is not shown yet."""
    thread = _public(at)
    if thread is None:
        return ()
    one, lines = Seen(thread, thread.content, (), None), []
    for message in PressMessage.objects.filter(thread=thread).order_by("-number")[: 3 * LATELY]:
        message.thread = thread
        if not at.is_behind or is_shown(at, message):
            lines.append(message_line(at, one, message))
    return tuple(reversed(lines[:LATELY]))


def _public(at: Reading) -> PressThread | None:
    thread = _PUBLIC.first(at.campaign.pk, PressThread.Kind.PUBLIC.value, list(press_access.COMMON))
    if thread is not None:
        thread.campaign = at.campaign
    return thread


def said_in(at: Reading, phase: Phase) -> tuple[MessageLine, ...]:
    """The last public letters sent while a phase was open, oldest first; none that this reader is not
    shown yet. As a power knew it then, a letter has the words that it had when the phase ended.
    """
    thread = _public(at)
    if thread is None or phase.resolved_at is None:
        return ()
    sent = PressMessage.objects.filter(
        thread=thread, at__gte=phase.opened_at, at__lt=phase.resolved_at
    ).order_by("-number")
    one, lines = Seen(thread, thread.content, (), None), []
    for message in sent[: 3 * MOST]:
        message.thread = thread
        content = message.content
        if (content.line, content.phase) != (phase.line, phase.number):
            continue
        if at.is_behind and not is_shown(at, message):
            continue
        line = message_line(at, one, message)
        if at.eyes:
            then = [each for each in content.wordings if each.at <= phase.resolved_at]
            line = replace(line, text=then[-1].text, edited=None, earlier=())
        lines.append(line)
    return tuple(reversed(lines[:MOST]))
