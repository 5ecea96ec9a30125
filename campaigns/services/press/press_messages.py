"""Writing press: a message in a thread, a thread with its first message, another wording of one's own.

Only the parties of a private thread are told that something is there: no entry of the log, no frame,
no letter and no number that others get. :mod:`campaigns.services.press.press_settings` holds what readers do.
"""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.domain.wording import within
from campaigns.errors import NotNow, NotOnTheMenu, NotYours
from campaigns.models import Campaign, PressMark, PressMessage, PressThread, Status
from campaigns.models.press import MessageContent, MessageWording, ThreadHead
from campaigns.selectors.reader import press_access
from campaigns.services.log import push
from campaigns.services.log.lock import locked_for_player, locked_for_reader, require_seat
from campaigns.services.log.service import service
from campaigns.services.notifications import enqueue, webhooks

Kind = PressThread.Kind


@service("press")
def begin(
    slug: str,
    *,
    by: Any,
    power: str,
    to: Collection[str],
    text: str,
    title: str = "",
    masked: bool = False,
    quotes: Sequence[int] = (),
) -> tuple[str, str]:
    """Write to other powers; returns the keys of thread and message.

    Where these powers have a thread of that title already, the message goes there. ``masked`` does
    not give the power's name, where the policy allows that, and to one power alone. Raises
    ``NotNow``, ``NotOnTheMenu``, ``NotYours``.
    """
    campaign = locked_for_player(slug, by, power)
    allowed = _require_private(campaign)
    parties = _parties(campaign, by, power, to)
    title = " ".join(title.split())
    if len(title) > press_access.LONGEST_TITLE:
        raise NotOnTheMenu(
            _("A title has at most %(longest_title)s letters.")
            % {"longest_title": press_access.LONGEST_TITLE},
            field="title",
        )
    if masked:
        _require_masks(allowed)
        if len(parties) != 2:
            raise NotOnTheMenu(
                _("Without its name a power writes to one other power, or in public."), field="to"
            )
    head = ThreadHead(parties=parties, title=title, masked=power if masked else "")
    thread = _thread_like(campaign, head) or _made(campaign, head)
    opens = allowed.opens
    return thread.key, _put(campaign, thread, head, by, power, text, quotes, masked, opens=opens)


@service("press")
def write(
    slug: str,
    *,
    by: Any,
    thread: str,
    text: str,
    power: str = "",
    masked: bool = False,
    quotes: Sequence[int] = (),
) -> str:
    """Write in a thread; returns the key of the message.

    In the announcements a moderator writes, in the public press a power or (without one) a
    moderator. Raises ``NoSuchPage`` for a thread that this person cannot read, ``NotNow``,
    ``NotOnTheMenu``, ``NotYours``.
    """
    campaign = locked_for_reader(slug, by)
    allowed = press_access.policy(campaign)
    row, head = the_thread(campaign, thread, by)
    if row.kind == Kind.PRIVATE:
        require_seat(campaign, by, power)
        if power not in head.parties:
            raise press_access.no_such_thread()
        _require_private(campaign)
        masked = head.masked == power
    else:
        _require_common(campaign, row, by, power, allowed)
        if masked:
            _require_masks(allowed)
            if not power:
                raise NotOnTheMenu(_("A moderator writes with their name."), field="masked")
    opens = row.kind == Kind.PRIVATE and allowed.opens
    return _put(campaign, row, head, by, power, text, quotes, masked, opens=opens)


@service("press")
def edit(slug: str, *, by: Any, thread: str, message: str, text: str) -> None:
    """Give a message of one's own another wording; its readers see that, and the ones before.

    The same wording again changes nothing. Raises ``NoSuchPage``, ``NotYours``, ``NotNow``.
    """
    campaign = locked_for_reader(slug, by)
    row, head = the_thread(campaign, thread, by)
    post, content = the_message(row, head, message, by)
    if content.person != by.pk or (
        content.power and content.power not in press_access.readable_seats(campaign, by)
    ):
        raise NotYours(_("Only its author edits a message."))
    text = readable(text)
    if text == content.text:
        return
    if campaign.status == Status.FINISHED and row.kind == Kind.PRIVATE:
        raise NotNow(_("The campaign is over; its private threads are closed."))
    if content.power:
        _require_nobody_waited_for(campaign)
    if len(content.wordings) >= press_access.MOST_WORDINGS:
        raise NotNow(
            _("A message has at most %(most_wordings)s wordings.")
            % {"most_wordings": press_access.MOST_WORDINGS},
            remedy=_("Write another one."),
        )
    wordings = (*content.wordings, MessageWording(text, timezone.now()))
    post.content = msgspec.structs.replace(content, wordings=wordings)
    post.save(update_fields=["content"])
    tell(campaign, row, head)


# --- What is needed -----------------------------------------------------------------------------------


def the_thread(campaign: Campaign, key: str, by: Any) -> tuple[PressThread, ThreadHead]:
    """A thread that this person may read something of, and its head."""
    if key in press_access.COMMON:
        found = campaign.press.filter(key=key).first()
        if found is None:
            return PressThread(
                campaign=campaign, key=key, kind=press_access.COMMON[key]
            ), ThreadHead()
        return found, found.content
    found = campaign.press.filter(key=key).first()
    mine = press_access.readable_seats(campaign, by)
    if found is None or not press_access.is_party(campaign, found, mine):
        raise press_access.no_such_thread()
    head = found.content
    times = found.messages.values_list("at", flat=True)
    if not any(press_access.may_read(found, head, at, mine=mine) for at in times):
        raise press_access.no_such_thread()
    return found, head


def the_message(
    thread: PressThread, head: ThreadHead, key: str, by: Any
) -> tuple[PressMessage, MessageContent]:
    """A message that this person may read."""
    post = thread.messages.filter(key=key).first() if thread.begun else None
    mine = press_access.readable_seats(thread.campaign, by)
    if post is None or not press_access.may_read(thread, head, post.at, mine=mine):
        raise press_access.no_such_message()
    post.thread = thread
    return post, post.content


def readable(text: str) -> str:
    """The words of a message, within bounds. Raises ``NotOnTheMenu``."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise NotOnTheMenu(
            _("There is nothing in this message."), field="text", remedy=_("Write it.")
        )
    if len(text) > press_access.LONGEST:
        raise NotOnTheMenu(
            _("A message has at most %(longest)s letters, not %(length)s.")
            % {"longest": press_access.LONGEST, "length": len(text)},
            field="text",
            remedy=_("Send it in two parts."),
        )
    if "\0" in text:
        raise NotOnTheMenu(_("This message holds a letter that no page shows."), field="text")
    return text


def _require_nobody_waited_for(campaign: Campaign) -> None:
    """Where the policy says so, powers write nothing while somebody is waited for after the deadline."""
    if press_access.is_held_back(campaign):
        raise NotNow(
            _("The deadline has passed and somebody is waited for; meanwhile there is no press."),
            remedy=_("Write once the phase is over."),
        )


def _require_private(campaign: Campaign) -> press_access.Policy:
    allowed = press_access.policy(campaign)
    if campaign.status == Status.GATHERING:
        raise NotNow(
            _("Powers write to each other once the campaign has begun."),
            remedy=_("Until then there is the public press."),
        )
    if campaign.status == Status.FINISHED:
        raise NotNow(
            _("The campaign is over; its private threads are closed."),
            remedy=_("The public press is open still."),
        )
    if allowed.allowed != "full":
        raise NotNow(
            _("This campaign has no private press."), remedy=_("Ask its moderator about it.")
        )
    _require_nobody_waited_for(campaign)
    return allowed


def _require_common(
    campaign: Campaign, thread: PressThread, by: Any, power: str, allowed: press_access.Policy
) -> None:
    moderates = campaign.moderators.filter(pk=by.pk).exists()
    if power:
        require_seat(campaign, by, power)
        _require_nobody_waited_for(campaign)
    if thread.kind == Kind.ANNOUNCED and (power or not moderates):
        raise NotYours(
            _("Announcements are the moderator's."), remedy=_("Write in the public press.")
        )
    if not power and not moderates:
        raise NotYours(_("Only players and moderators write here."), remedy=_("Take a seat first."))
    if thread.kind == Kind.PUBLIC and allowed.allowed == "none":
        raise NotNow(_("This campaign has no press."), remedy=_("Ask its moderator about it."))


def _require_masks(allowed: press_access.Policy) -> None:
    if not allowed.anonymous:
        raise NotNow(
            _("In this campaign powers write with their names."),
            remedy=_("Ask its moderator about it."),
        )


def _parties(campaign: Campaign, by: Any, power: str, to: Collection[str]) -> tuple[str, ...]:
    """The parties in the order of the seats. Raises ``NotOnTheMenu`` for one that nobody plays."""
    seats = {seat.power: seat for seat in campaign.seats.all()}
    wanted = set(to) - {power}
    unknown = sorted(wanted - seats.keys())
    if unknown or not wanted:
        raise NotOnTheMenu(
            (
                _("%(unknown)r is no seat of this campaign.") % {"unknown": unknown[0]}
                if unknown
                else _("Nobody is named.")
            ),
            field="to",
            remedy=_("Choose one power or more."),
        )
    for one in sorted(wanted):
        if seats[one].person_id is None:
            name = rulebooks.power_name(campaign.rulebook, campaign.revision, one)
            raise NotOnTheMenu(
                _("Nobody plays %(name)s who could read this.") % {"name": within(name)}, field="to"
            )
    if all(seats[one].person_id == by.pk for one in wanted):
        raise NotOnTheMenu(_("These powers are all your own."), field="to")
    return tuple(one for one in seats if one in wanted | {power})


def _thread_like(campaign: Campaign, head: ThreadHead) -> PressThread | None:
    """The thread of the same parties under the same title, if there is one."""
    for thread in campaign.press.filter(kind=Kind.PRIVATE).order_by("pk"):
        if press_access.is_party(campaign, thread, head.parties):
            there = thread.content
            same = (there.parties, there.title, there.masked)
            if same == (head.parties, head.title, head.masked):
                return thread
    return None


def _made(campaign: Campaign, head: ThreadHead) -> PressThread:
    thread = PressThread(campaign=campaign, key=press_access.new_key(), kind=Kind.PRIVATE)
    thread.audience = press_access.audience(campaign, thread.key, head.parties)
    thread.content = head
    thread.save()
    return thread


# --- Writing ------------------------------------------------------------------------------------------


def _put(
    campaign: Campaign,
    thread: PressThread,
    head: ThreadHead,
    by: Any,
    power: str,
    text: str,
    quotes: Sequence[int],
    masked: bool,
    *,
    opens: bool,
) -> str:
    """Write a message, for a power or (without one) as a moderator."""
    now, text = timezone.now(), readable(text)
    if not thread.begun:
        thread.content = head
        thread.save()
    elif thread.kind == Kind.PRIVATE:
        # Of one that was found by its parties the head may hold more than what was asked for.
        head = thread.content
    number = thread.messages.count() + 1
    message = PressMessage(thread=thread, number=number, key=press_access.new_key(), at=now)
    content = MessageContent(
        power=power,
        person=by.pk,
        phase=campaign.phase.number if campaign.phase else 0,
        line=campaign.line,
        wordings=(MessageWording(text, now),),
        masked=masked,
        opens=opens,
        quotes=_quoted(campaign, quotes),
        held_by=_holders(campaign, head.parties),
    )
    message.content = content
    message.save()
    if not _waits(campaign, thread, head, by, number):
        set_mark(campaign, thread, by, read=number)
    tell(campaign, thread, head)
    enqueue.of_press(campaign, thread, message, by=by.pk)
    webhooks.of_press(campaign, thread, message)
    return message.key


def _quoted(campaign: Campaign, quotes: Sequence[int]) -> tuple[int, ...]:
    found = tuple(dict.fromkeys(quotes))
    if len(found) > press_access.MOST_QUOTES:
        raise NotOnTheMenu(
            _("A message quotes at most %(most_quotes)s log entries.")
            % {"most_quotes": press_access.MOST_QUOTES},
            field="quotes",
        )
    for number in found:
        if not 1 <= number <= campaign.log_seq:
            raise NotOnTheMenu(
                _("There is no entry %(number)s in this log.") % {"number": number},
                field="quotes",
                remedy=_("Its entries are numbered from 1 to %(log_seq)s.")
                % {"log_seq": campaign.log_seq},
            )
    return found


def _holders(campaign: Campaign, parties: Collection[str]) -> dict[str, int]:
    rows = campaign.seats.filter(power__in=parties, person__isnull=False)
    return dict(rows.values_list("power", "person_id"))


def _waits(campaign: Campaign, thread: PressThread, head: ThreadHead, by: Any, number: int) -> bool:
    """Whether somebody has not read yet what was written before this number, as far as it is theirs."""
    unread = thread.messages.filter(number__gt=read_to(campaign, thread, by), number__lt=number)
    mine = press_access.readable_seats(campaign, by)
    times = unread.values_list("at", flat=True)
    return any(press_access.may_read(thread, head, at, mine=mine) for at in times)


def read_to(campaign: Campaign, thread: PressThread, person: Any) -> int:
    """How far somebody has read a thread, as a number of a message."""
    token = press_access.reader_token(campaign, thread.key, person)
    marks = PressMark.objects.filter(thread=thread, reader=token)
    return marks.values_list("read", flat=True).first() or 0


def set_mark(campaign: Campaign, thread: PressThread, person: Any, **fields: Any) -> None:
    """Keep how far somebody has read a thread, or whether it is muted."""
    PressMark.objects.update_or_create(
        thread=thread,
        reader=press_access.reader_token(campaign, thread.key, person),
        defaults=fields,
    )


def tell(campaign: Campaign, thread: PressThread, head: ThreadHead) -> None:
    """Tell the open pages of those who may read it, and nobody else's."""
    if thread.kind != Kind.PRIVATE:
        push.changed(campaign.slug, ("press",))
        return
    for power in head.parties:
        push.changed(campaign.slug, ("press",), power=power)
