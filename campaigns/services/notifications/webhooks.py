"""Making webhooks, writing down what they are told, and posting it.

What goes to one address is one queue, whoever made the webhook (:mod:`campaigns.services.notifications.outbox`).
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import msgspec
import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaigns import messages
from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.entries.phases import PhaseOpened
from campaigns.errors import CampaignError, NotNow, NotOnTheMenu
from campaigns.models import (
    Campaign,
    LogEntry,
    Phase,
    PressMessage,
    PressThread,
    Webhook,
    WebhookPost,
)
from campaigns.models.webhook import WebhookTarget
from campaigns.selectors.notifications import held_queues
from campaigns.selectors.notifications.audience import is_member
from campaigns.selectors.notifications.kinds import Cause, How
from campaigns.selectors.notifications.kinds.webhooks import WebhookOff
from campaigns.selectors.notifications.posts import POSTS, in_utc
from campaigns.selectors.press.public_press import common_line
from campaigns.selectors.press.seen import COMMON
from campaigns.selectors.reader.access import reading
from campaigns.services.log.lock import locked, no_such, require_account, require_person
from campaigns.services.log.rate_limits import rate_limited
from campaigns.services.notifications import enqueue
from campaigns.services.notifications.outbox import Channel, Refusal
from core import after_commit, safe_http
from core.text.plain_text import one_line, plain
from rules.kernel.serial import canonical, load

MOST = 3
"""So many webhooks one person has in one campaign."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480))
"""How long to wait after each refusal; after the last one the webhook is switched off."""
LONGEST_ROUND = 10.0
DELAYED = timedelta(minutes=10)
"""So often it is asked whether spectators, who follow with a delay, may know of it."""
LONGEST_TEXT = 1000
"""So many letters of a message are told."""
GONE = (401, 403, 404, 410)
"""Answers after which nothing is tried again: nobody listens there any more."""
TOO_MANY = 429

_say = structlog.get_logger(__name__)


@rate_limited("hook")
@transaction.atomic
def make(slug: str, *, by: Any, kind: str, address: str, room: str = "", token: str = "") -> str:
    """Make a webhook of a campaign in which the person has a seat or the desk; what signs it, for signed
    JSON. It is told at once that it was made. One of theirs with the same address stays the one: asked
    again, nothing is done. Raises ``NotOnTheMenu``, ``NotNow``, ``NoSuchCampaign``.
    """
    person = require_account(by)
    campaign = locked(slug)
    if not is_member(person, campaign):
        raise no_such(slug)
    if kind not in Webhook.Kind.values:
        raise NotOnTheMenu(_("There is no webhook %(kind)r.") % {"kind": kind}, field="kind")
    address, room, token = address.strip(), room.strip(), token.strip()
    mine = list(campaign.webhooks.filter(person=person))
    for hook in mine:
        known = hook.content
        if (hook.kind, known.address, known.room, known.token) == (kind, address, room, token):
            return known.secret
    if len(mine) >= MOST:
        raise NotNow(
            _("You have %(most)s webhooks here.") % {"most": MOST}, remedy=_("Delete one first.")
        )
    try:
        safe_http.require_address(address)
    except safe_http.Refused as refusal:
        raise NotOnTheMenu(str(refusal), field="address", remedy=_("Copy all of it.")) from refusal
    if kind == Webhook.Kind.MATRIX and not (room.startswith("!") and token):
        raise NotOnTheMenu(
            _("A Matrix webhook needs a room (!…:server) and an access token."), field="room"
        )
    secret = f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}"
    secret = secret if kind == Webhook.Kind.JSON else ""
    last = campaign.webhooks.aggregate(last=Max("number"))["last"] or 0
    now = timezone.now()
    hook = Webhook(campaign=campaign, person=person, kind=kind, number=last + 1, made_at=now)
    hook.content = WebhookTarget(address=address, room=room, token=token, secret=secret)
    hook.queue = queue_of(hook.content)
    hook.save()
    _write(hook, None, "", 0, now)
    return secret


@transaction.atomic
def delete(slug: str, *, by: Any, number: int) -> bool:
    """Delete a webhook of one's own; whether it was there."""
    rows = Webhook.objects.filter(campaign__slug=slug, person=require_person(by), number=number)
    return bool(rows.delete()[0])


@rate_limited("hook")
@transaction.atomic
def switch_on(slug: str, *, by: Any, number: int) -> bool:
    """Let a webhook of one's own post again from now on; whether it was there. What it missed stays so."""
    rows = Webhook.objects.filter(campaign__slug=slug, person=require_person(by), number=number)
    return bool(rows.update(off_at=None, trouble=""))


def of_entry(campaign: Campaign, entry: LogEntry, *, phase: Phase | None, doer: Any = None) -> None:
    """Write down that the campaign's webhooks are to be told of an entry of its log."""
    if entry.kind in POSTS:
        for hook in campaign.webhooks.filter(off_at=None).order_by("pk"):
            _write(hook, phase, entry.kind, entry.seq, entry.at)


def of_press(campaign: Campaign, thread: PressThread, message: PressMessage) -> None:
    """Write down that the campaign's webhooks are to be told of a message that everybody may read; of a
    private one nothing.
    """
    if thread.kind in COMMON:
        for hook in campaign.webhooks.filter(off_at=None).order_by("pk"):
            kind = f"press.{thread.kind}"
            _write(hook, campaign.phase, kind, campaign.log_seq, message.at, message)


def _write(
    hook: Webhook,
    phase: Phase | None,
    kind: str,
    entry: int,
    at: datetime,
    message: PressMessage | None = None,
) -> None:
    row = WebhookPost(
        webhook=hook,
        phase=phase,
        kind=kind,
        entry=entry,
        message=message,
        written_at=at,
        send_at=at,
    )
    WebhookPost.objects.bulk_create([row], ignore_conflicts=True)
    after_commit.do("post_webhooks")


# --- Posting --------------------------------------------------------------------------------------


def post_due(*, seconds: float = LONGEST_ROUND) -> int:
    """Post what is due, for so long at most; how much was. Safe to call at any time, by several."""
    return Webhooks().round(seconds=seconds)


class Webhooks(Channel[WebhookPost, dict[str, Any]]):
    """The addresses that campaigns' webhooks lead to. An address that asks us to wait is left alone for so long."""

    noun = "webhook post"
    name = "webhooks"
    task = "post_webhooks"
    pauses = PAUSES
    tries = len(PAUSES) + 1
    timeout = safe_http.SECONDS

    def take(self, busy: set[int]) -> tuple[int, list[WebhookPost]] | None:
        """The oldest post of the next queue."""
        now, seen = timezone.now(), set[str]()
        while queue := _next_queue(now, busy, seen):
            post = self._oldest_of(queue, now, busy)
            if post is not None:
                return post.webhook.person_id, [post]
            seen.add(queue)
        return None

    def _oldest_of(self, queue: str, now: datetime, busy: set[int]) -> WebhookPost | None:
        """The oldest post of a queue that may go out, put off already; ``None`` for none, and where another process
        has the queue.
        """
        with transaction.atomic():
            hooks = Webhook.objects.select_for_update(skip_locked=True, no_key=True)
            if not list(hooks.filter(queue=queue).order_by("pk").values_list("pk")):
                return None
            waiting = WebhookPost.objects.filter(
                webhook__queue=queue, state=WebhookPost.State.WAITING
            ).select_related(
                "webhook__campaign", "webhook__person", "phase__campaign", "message__thread"
            )
            if waiting.filter(held_queues.tried_posts(), send_at__gt=now).exists():
                return None
            # What spectators could not read at the last look comes first if they can by now.
            for post in waiting.filter(Q(tries=0) | Q(send_at__lte=now)).order_by("pk"):
                if self.goes_out(post, now) is None:
                    continue
                if post.webhook.person_id in busy:
                    return None
                self.put_off(post, now)
                return post
        return None

    def how(self, row: WebhookPost, now: datetime) -> How | None:
        """At once, if its owner still belongs to the campaign and everybody may know of it."""
        if row.webhook.off_at is not None or not _may(row.webhook):
            self.drop(row)
            return None
        if _is_open(row):
            return How.ONCE
        if row.send_at <= now:
            row.send_at = now + DELAYED
            row.save(update_fields=["send_at"])
        return None

    def message(self, rows: Sequence[WebhookPost]) -> dict[str, Any]:
        """The request."""
        seconds = safe_http.SHORTER if rows[0].trouble else None
        return {**request_of(rows[0]), "seconds": seconds}

    def deliver(self, message: dict[str, Any]) -> Refusal | None:
        """Post it."""
        try:
            reply = safe_http.send(**message)
        except safe_http.Refused as refusal:
            return Refusal(trouble=str(refusal))
        if reply.status < 300:
            return None
        return Refusal(
            trouble=messages.IT_ANSWERED % {"status": reply.status},
            final=reply.status in GONE,
            wait=_wait_of(reply) if reply.status in safe_http.BUSY else None,
            busy=reply.status == TOO_MANY,
        )

    def gave_up(self, row: WebhookPost, refusal: Refusal) -> None:
        """Post there no more, and write to its owner."""
        _switch_off(row, refusal.trouble[:200])


def _next_queue(now: datetime, busy: set[int], but: set[str]) -> str | None:
    """The queue with what is due for the longest time; those in which something was refused come last. One that
    waits for its next try, and one of somebody who has a post under way, is none.
    """
    refused = WebhookPost.objects.filter(
        held_queues.tried_posts(), webhook__queue=OuterRef("webhook__queue")
    )
    queue: str | None = (
        WebhookPost.objects.filter(state=WebhookPost.State.WAITING, send_at__lte=now)
        .filter(~held_queues.post_is_held(now))
        .exclude(webhook__person__in=busy)
        .exclude(webhook__queue__in=but)
        .annotate(was_refused=Exists(refused))
        .order_by("was_refused", "send_at", "pk")
        .values_list("webhook__queue", flat=True)
        .first()
    )
    return queue


def _wait_of(answer: safe_http.Reply) -> float | None:
    """For how many seconds an answer asks us to wait. Older Matrix servers say it in the body alone."""
    if answer.wait is not None:
        return answer.wait
    try:
        wait = load(answer.body, dict[str, Any]).get("retry_after_ms")
    except msgspec.MsgspecError:
        return None
    if isinstance(wait, bool) or not isinstance(wait, int | float):
        return None
    return min(max(wait / 1000, 0.0), safe_http.LONGEST_WAIT)


def _may(hook: Webhook) -> bool:
    """Whether its owner still belongs to the campaign."""
    return bool(hook.person.is_active) and is_member(hook.person, hook.campaign)


def _is_open(post: WebhookPost) -> bool:
    """Whether spectators, who may follow with a delay, can read of it by now."""
    if post.message is not None:
        return common_line(post.webhook.campaign, post.message) is not None
    try:
        at = reading(post.webhook.campaign.slug)
    except CampaignError:
        return True  # a private campaign has none
    return bool(post.entry <= at.campaign.log_seq)


@transaction.atomic
def _switch_off(post: WebhookPost, trouble: str) -> None:
    """Post there no more, and write to its owner."""
    hook, now = post.webhook, timezone.now()
    if Webhook.objects.filter(pk=hook.pk, off_at=None).update(off_at=now, trouble=trouble):
        _say.warning("webhook switched off", webhook=hook.pk)
        phase = post.phase or hook.campaign.phase
        if phase is not None and hook.person.email:
            enqueue.notify(WebhookOff, Cause(phase, now, webhook=hook))


# --- What is said ---------------------------------------------------------------------------------


def queue_of(where: WebhookTarget) -> str:
    """The queue of what is posted there: one for all webhooks with this address, and this token where it has one."""
    named = f"{where.address} {where.token}"
    return salted_hmac("campaigns.webhook.queue", named, algorithm="sha256").hexdigest()


def request_of(post: WebhookPost) -> dict[str, Any]:
    """The request for a post, made from the state now, as a spectator may know it."""
    hook, where = post.webhook, post.webhook.content
    campaign = hook.campaign
    text = text_of(post)
    more = f"press/{post.message.thread.key}/" if post.message is not None else ""
    link = f"{settings.SITE_ADDRESS}/c/{campaign.slug}/{more}"
    message = f"{one_line(campaign.title)}: {text} {link}"
    headers = {"Content-Type": "application/json"}
    if hook.kind == Webhook.Kind.DISCORD:
        content = _in_each_readers_zone(post, message[:1900])
        body: dict[str, Any] = {"content": content, "allowed_mentions": {"parse": []}}
        return {"url": where.address, "body": canonical(body), "headers": headers}
    if hook.kind == Webhook.Kind.SLACK:
        escaped = message.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        escaped = _in_each_readers_zone(post, escaped)
        return {"url": where.address, "body": canonical({"text": escaped}), "headers": headers}
    if hook.kind == Webhook.Kind.MATRIX:
        room = quote(where.room, safe="")
        path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/chancellery-{post.pk}"
        headers["Authorization"] = f"Bearer {where.token}"
        body = {"msgtype": "m.notice", "body": message}
        url = where.address.rstrip("/") + path
        return {"url": url, "body": canonical(body), "headers": headers, "method": "PUT"}
    body = {
        "type": post.kind or "webhook.made",
        "campaign": campaign.slug,
        "title": one_line(campaign.title),
        "text": text,
        "entry": post.entry,
        "at": post.written_at.isoformat(timespec="seconds"),
        "url": link,
    }
    sent = canonical(body)
    return {
        "url": where.address,
        "body": sent,
        "headers": {**headers, **signed(post.pk, sent, where.secret)},
    }


def _in_each_readers_zone(post: WebhookPost, message: str) -> str:
    """The deadline as Discord and Slack show it to each reader, in their zone."""
    due = post.phase.closes_at if post.kind == PhaseOpened.tag and post.phase is not None else None
    if due is None:
        return message
    moment, text = int(due.timestamp()), in_utc(due)
    if post.webhook.kind == Webhook.Kind.DISCORD:
        return message.replace(text, f"<t:{moment}:F>")
    return message.replace(text, f"<!date^{moment}^{{date_long}}, {{time}}|{text}>")


def _short(text: str) -> str:
    """The beginning of a message; all of it stands on the page."""
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def signed(number: int, body: bytes, secret: str, *, at: int | None = None) -> dict[str, str]:
    """The headers of a signed post, as standardwebhooks.com has them: the name is the same each time it is
    tried, so that what comes twice is known.
    """
    moment = str(int(timezone.now().timestamp()) if at is None else at)
    name = f"post_{number}"
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{name}.{moment}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def text_of(post: WebhookPost) -> str:
    """What is said: what everybody who may read the campaign may know."""
    if post.message is not None:
        line = common_line(post.webhook.campaign, post.message)
        return plain(f"{line.title}: {_short(line.text)}") if line is not None else ""
    if not post.kind or (post.phase is None and post.kind != CampaignFinished.tag):
        return "This channel now hears of the campaign."
    return POSTS[post.kind].text(post.phase)
