"""Messages of letters: what all kinds have in common around the text of each.

What happened since the reader last looked, and how many have sealed, is public, and is looked up when the message is
made, so it is never old.
"""

from collections.abc import Iterable, Sequence
from email.utils import parseaddr
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.domain.entries.phases import PhaseResolved
from campaigns.domain.wording import in_readers_words, said_by
from campaigns.errors import NoSuchCampaign
from campaigns.models import Campaign, LogEntry, Notification, Phase, ReadMark
from campaigns.selectors.log import receipts
from campaigns.selectors.notifications import audience, kinds
from campaigns.selectors.notifications.kinds.results import PhaseResults
from campaigns.services.notifications import preferences
from core.text.plain_text import one_line

Links = tuple[tuple[str, str], ...]
"""Addresses, each with what its button says."""
HEADLINES = 3
"""So many headlines a letter tells, the newest."""


def subject_and_text(letter: Notification) -> tuple[str, str]:
    """The subject and the text of a letter."""
    with said_by(letter.phase.campaign.rulebook):  # whose phases and headlines it names
        return kinds.of(letter).text()


def name_of(letter: Notification) -> str:
    """By what mail programs know it, however often it is sent. Rows are counted over the whole site, those
    of private messages and secret acts too: nobody may read from two letters how many came between.
    """
    named = salted_hmac("campaigns.letters.name", str(letter.pk), algorithm="sha256")
    return named.hexdigest()[:32]


def message(
    letters: Sequence[Notification], post: Any, *, digest: bool = False
) -> EmailMultiAlternatives:
    """One message of letters to one person, of one campaign unless it is a ``digest``: what is public, and
    where to go. It bears the name of the first letter. Its text says all; the page beside it the same.
    """
    first = letters[0]
    ordered = sorted(
        letters, key=lambda one: (one.phase.campaign_id, kinds.KINDS[one.kind].rank, one.pk)
    )
    parts, subjects, shown, stop = [], [], [], ""
    for _campaign, group in groupby(ordered, key=lambda one: one.phase.campaign_id):
        told = [*group]
        campaign = told[0].phase.campaign
        both = {subject_and_text(one): kinds.of(one).links() for one in told}
        subjects += [f"{campaign.title}: {subject}" for subject, _text in both]
        heading = f"{campaign.title}\n\n" if digest else ""
        notices = linked((text.rstrip(), links) for (_subject, text), links in both.items())
        since, sealed = since_last_look(told), how_many_have_sealed(told)
        last = log_head_of(campaign, first.person)
        named = {"seq": last.seq, "hash": last.hash} if last is not None else None
        head = _("Log entry %(seq)s: %(hash)s") % named if named else ""
        plain = in_plain_text(notices, since, sealed)
        parts.append(heading + plain + (f"\n{head}\n" if head else ""))
        shown.append(
            {
                "title": campaign.title,
                "notices": notices,
                "since": since,
                "sealed": sealed,
                "head": head,
            }
        )
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    name = name_of(first)
    headers = {"Message-ID": f"<letter-{name}@{host}>", "Auto-Submitted": "auto-generated"}
    settings_address = f"{settings.SITE_ADDRESS}/news/settings/"
    keys = list(dict.fromkeys(wish for one in ordered if (wish := kinds.preference_key(one))))
    if first.person is not None and keys:
        campaign_or_all = None if digest else first.phase.campaign
        stop = settings.SITE_ADDRESS + preferences.stop_address(first.person, campaign_or_all, keys)
        headers |= {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        parts.append(
            _("What you hear of, and when: %(address)s\nNo more mail like this: %(stop)s\n")
            % {"address": settings_address, "stop": stop}
        )
    several = ngettext(
        "Chancellery: %(count)d thing new", "Chancellery: %(count)d things new", len(subjects)
    ) % {"count": len(subjects)}
    subject = several if digest else one_line(subjects[0])
    mail = EmailMultiAlternatives(
        subject,
        "\n".join(parts),
        to=[first.person.email]
        if first.person
        else [address for _name, address in settings.ADMINS],
        headers=headers,
        connection=post,
    )
    context = {
        "subject": subject,
        "parts": shown,
        "stop": stop,
        "settings_address": settings_address,
    }
    mail.attach_alternative(render_to_string("campaigns/letter.html", context), "text/html")
    return mail


def log_head_of(campaign: Campaign, person: Any) -> receipts.LogHead | None:
    """The last entry that somebody who is written to may see now: who keeps it keeps the whole log. ``None`` for
    those who may not read the campaign, and for the site's own address.
    """
    if person is None:
        return None
    try:
        return receipts.head(campaign.slug, person)
    except NoSuchCampaign:
        return None


def since_last_look(letters: Sequence[Notification]) -> tuple[str, ...]:
    """The headlines of the phases that were resolved since the reader last looked, oldest first, and how many
    more there were; nothing for one who never looked. A message that tells results says none of it twice.
    """
    first = letters[0]
    if not kinds.KINDS[first.kind].asks_orders or any(
        one.kind == PhaseResults.key for one in letters
    ):
        return ()
    look = ReadMark.objects.filter(campaign=first.phase.campaign_id, person=first.person).first()
    if look is None:
        return ()
    resolved = LogEntry.objects.filter(
        campaign=first.phase.campaign_id, kind=PhaseResolved.tag, seq__gt=look.seq
    ).values("phase")
    phases = Phase.objects.filter(pk__in=resolved, undone_at=None).exclude(headline="")
    newest = list(phases.order_by("-number").values_list("headline", flat=True)[:HEADLINES])
    more = phases.count() - len(newest)
    with said_by(first.phase.campaign.rulebook):
        told = [in_readers_words(headline) for headline in reversed(newest)]
    if more > 0:
        told.append(
            ngettext("%(count)d phase more", "%(count)d phases more", more) % {"count": more}
        )
    return tuple(told)


def how_many_have_sealed(letters: Sequence[Notification]) -> str:
    """How many of those who are asked have sealed; empty where nothing is asked."""
    first = letters[0]
    if not kinds.KINDS[first.kind].asks_orders:
        return ""
    asked = first.phase.asked
    sealed = len(audience.sealed_in(first.phase) & {*asked})
    text = ngettext(
        "%(sealed)d of %(count)d has sealed.", "%(sealed)d of %(count)d have sealed.", len(asked)
    ) % {"sealed": sealed, "count": len(asked)}
    return f"{text} {_('Nothing you sealed or drafted is in this letter.')}"


def linked(told: Iterable[tuple[str, Links]]) -> list[tuple[list[str], Links]]:
    """The paragraphs of notices, each with the pages where it is dealt with: once below those that follow one another
    with the same pages.
    """
    return [
        ([part for text, _links in group for part in text.split("\n\n")], links)
        for links, group in groupby(told, key=itemgetter(1))
    ]


def in_plain_text(
    notices: Iterable[tuple[Sequence[str], Links]], since: Sequence[str], sealed: str
) -> str:
    """The part of a message about one campaign as plain text: it says all that the page says."""
    parts = []
    for paragraphs, links in notices:
        parts += [*paragraphs, "\n".join(address for address, _button in links)]
    if since:
        parts.append("\n".join([_("Since you last looked"), *(f"- {line}" for line in since)]))
    if sealed:
        parts.append(sealed)
    return "\n\n".join(parts) + "\n"
