"""What letters say, and whether it is still so when they are sent.

A letter says what is public, and how much waits for its reader; never what, nothing of an order, and
of a private message neither its words nor whose it is.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from email.utils import parseaddr
from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from campaigns.domain.news_kinds import KINDS
from campaigns.domain.wording import in_readers_words, said_by, with_its_turn
from campaigns.messages import shown
from campaigns.models import (
    Campaign,
    Consent,
    LogEntry,
    Notification,
    Phase,
    ReadMark,
    Sheet,
    Status,
    Webhook,
)
from campaigns.models import Voice as VoiceRow
from campaigns.selectors.notifications import preferences as notification_preferences
from campaigns.selectors.phase.clocks import closed_to
from campaigns.services.notifications import (
    deadline_letters,
    log_heads,
    pending,
    preferences,
    press_letters,
    seat_letters,
)
from campaigns.services.notifications.letter_parts import (
    button,
    how_many_have_sealed,
    in_plain_text,
    powers_of,
    since_last_look,
)
from core.text.lists import listed
from core.text.moments import to_the_second, weekday_and_time, zone_of
from core.text.plain_text import one_line
from rules.kernel.serial import load

_SILENCE = {
    "autopilot": _lazy("If you send nothing, the autopilot plays for you."),
    "wait": _lazy("If you send nothing, the campaign waits for its moderator."),
    "hold": _lazy("If you send nothing, your silence is taken as the rules say."),
}
WAITS = (
    Notification.Kind.WAITS,
    Notification.Kind.SECRETLY,
    Notification.Kind.PRESS,
    Notification.Kind.PUBLIC,
)
"""Letters that are written whomever it concerns: none of them stays when it has been looked at."""


OF_DEADLINES = (Notification.Kind.ASKED, Notification.Kind.REMINDER)
"""Letters that name a deadline: they wait while the clock stands still."""


def preference_of(letter: Notification) -> str:
    """Of which kind of news a letter is; empty for troubles, which always come."""
    kind = "waits" if letter.kind == Notification.Kind.SECRETLY else letter.kind
    kind = "reminder" if kind == Notification.Kind.MISSED else kind
    kind = "stuck" if kind == Notification.Kind.NOBODY else kind
    return kind if kind in KINDS else ""


def is_true_still(letter: Notification) -> bool:
    """Whether a letter still tells its reader something true that they have not done or seen.

    Orders are asked as long as the phase is open and they have not sealed. That a phase stumbled
    stays so, whatever came of it; that rules are missing is true until they are back.
    """
    phase, person = letter.phase, letter.person
    if letter.kind in (Notification.Kind.STUMBLED, Notification.Kind.LACKING):
        if letter.kind == Notification.Kind.LACKING and not phase.campaign.lacks_rules:
            return False
        return person is None or _is_there(letter)
    if not _is_there(letter):
        return False
    return _TRUE[letter.kind](letter)


def _is_there(letter: Notification) -> bool:
    """Whether its reader can be told by its way."""
    person = letter.person
    if person is None or not person.is_active:
        return False
    return letter.device_id is not None or bool(person.email)


def said(letter: Notification) -> tuple[str, str]:
    """The subject and the text of a letter."""
    with said_by(letter.phase.campaign.rulebook):  # whose phases and headlines it names
        return _SAID[letter.kind](letter)


def _is_asked(letter: Notification) -> bool:
    """Whether a phase that is open waits for a seal of theirs, and takes one."""
    phase = letter.phase
    if phase.resolved_at is not None or phase.undone_at is not None:
        return False
    sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED)
    left = set(powers_of(letter)) - set(sealed.values_list("power", flat=True))
    now = timezone.now()
    return any(closed_to(phase.campaign, phase, one, now, sealed=False) is None for one in left)


def _is_near(letter: Notification) -> bool:
    """Whether the deadline is the one that the reminder was written for, and the clock runs."""
    phase, due = letter.phase, _closes_for(letter)
    return (
        phase.campaign.status == Status.RUNNING
        and due is not None
        and int(due.timestamp()) == letter.entry // 10
        and _is_asked(letter)
    )


def _closes_for(letter: Notification) -> datetime | None:
    """When the clock strikes for the reader of a letter: the first time, if they have several seats."""
    clock = letter.phase.times
    return clock.first_close(powers_of(letter)) if clock.of_their_own else clock.closes_at


def _is_unseen(letter: Notification) -> bool:
    """Whether it happened in a campaign of theirs since they last looked."""
    campaign = letter.phase.campaign
    looks = ReadMark.objects.filter(campaign=campaign, person=letter.person, seq__gte=letter.entry)
    return notification_preferences.is_member(letter.person, campaign) and not looks.exists()


def _waits(letter: Notification) -> bool:
    """Whether something waits for them that they were not told of."""
    return bool(pending.news_for(letter.phase.campaign, letter.person, letter.device_id))


def _is_open(letter: Notification) -> bool:
    """Whether a question to them is open."""
    body = _body(letter)
    return VoiceRow.objects.filter(
        Q(consent__state=Consent.State.OPEN, consent__number=body["consent"]),
        consent__campaign_id=letter.phase.campaign_id,
        person=letter.person,
        agreed_at=None,
    ).exists()


def _is_off(letter: Notification) -> bool:
    """Whether a webhook of theirs is switched off."""
    return bool(_webhook(letter).filter(off_at__isnull=False).exists())


def _webhook(letter: Notification) -> Any:
    campaign = letter.phase.campaign
    return Webhook.objects.filter(campaign=campaign, person=letter.person, number=letter.entry)


_TRUE: dict[str, Callable[[Notification], bool]] = {
    Notification.Kind.ASKED: _is_asked,
    Notification.Kind.VOIDED: _is_asked,
    Notification.Kind.REMINDER: _is_near,
    **deadline_letters.TRUE,
    Notification.Kind.MISSED: lambda letter: (
        deadline_letters.is_waited_for(letter) and _is_asked(letter)
    ),
    Notification.Kind.REVEALED: _is_unseen,
    Notification.Kind.WAITS: _waits,
    Notification.Kind.SECRETLY: _waits,
    Notification.Kind.VOTE: _is_open,
    **press_letters.TRUE,
    Notification.Kind.SEATS: _is_unseen,
    **seat_letters.TRUE,
    Notification.Kind.ENDED: _is_unseen,
    Notification.Kind.CHANNEL: _is_off,
}


def _body(letter: Notification) -> dict[str, Any]:
    """What the log says of it."""
    entry = LogEntry.objects.get(campaign_id=letter.phase.campaign_id, seq=letter.entry)
    return load(entry.body.encode(), dict[str, Any])


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
    ordered = sorted(letters, key=lambda one: (one.phase.campaign_id, _RANK[one.kind], one.pk))
    parts, subjects, shown, stop = [], [], [], ""
    for _campaign, group in groupby(ordered, key=lambda one: one.phase.campaign_id):
        told = [*group]
        campaign = told[0].phase.campaign
        both = dict.fromkeys(map(said, told))
        subjects += [f"{campaign.title}: {subject}" for subject, _text in both]
        heading = f"{campaign.title}\n\n" if digest else ""
        texts = "\n\n".join(text.rstrip() for _subject, text in both)
        address = f"{settings.SITE_ADDRESS}/c/{campaign.slug}/"
        since, sealed = since_last_look(told), how_many_have_sealed(told)
        head = log_heads.in_words(campaign, first.person)
        plain = in_plain_text(f"{heading}{texts}", address, since, sealed)
        parts.append(plain + (f"\n{head}\n" if head else ""))
        shown.append(
            {
                "title": campaign.title,
                "paragraphs": texts.split("\n\n"),
                "address": address,
                "button": button(told),
                "since": since,
                "sealed": sealed,
                "head": head,
            }
        )
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    name = name_of(first)
    headers = {"Message-ID": f"<letter-{name}@{host}>", "Auto-Submitted": "auto-generated"}
    kinds = list(dict.fromkeys(wish for one in ordered if (wish := preference_of(one))))
    if first.person is not None and kinds:
        campaign_or_all = None if digest else first.phase.campaign
        stop = settings.SITE_ADDRESS + preferences.stop_address(
            first.person, campaign_or_all, kinds
        )
        headers |= {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        parts.append(
            _("What you hear of, and when: %(address)s\nNo more mail like this: %(stop)s\n")
            % {"address": f"{settings.SITE_ADDRESS}/news/settings/", "stop": stop}
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
    wishes_address = f"{settings.SITE_ADDRESS}/news/settings/"
    context = {
        "subject": subject,
        "parts": shown,
        "stop": stop,
        "settings_address": wishes_address,
    }
    mail.attach_alternative(render_to_string("campaigns/letter.html", context), "text/html")
    return mail


def _asked(letter: Notification) -> tuple[str, str]:
    phase = letter.phase
    return in_readers_words(phase.title), _told(phase, _("Orders are asked of you."), _due(letter))


def _reminder(letter: Notification) -> tuple[str, str]:
    phase = letter.phase
    return (
        _("reminder: %(phase)s") % {"phase": in_readers_words(phase.title)},
        _told(phase, _("You have sealed nothing yet."), _due(letter)),
    )


def _revealed(letter: Notification) -> tuple[str, str]:
    """The headline that everybody may read."""
    phase = letter.phase
    told = f" {in_readers_words(phase.headline)}" if phase.headline else ""
    resolved = _("%(phase)s is resolved.") % {"phase": _when(phase)}
    return _("results: %(phase)s") % {"phase": in_readers_words(phase.title)}, f"{resolved}{told}"


def _waiting(letter: Notification) -> tuple[str, str]:
    """How much waits; what it is stands on the page alone."""
    found = pending.news_for(letter.phase.campaign, letter.person, letter.device_id)
    proposals, dispatches = found.count("proposal"), found.count("dispatch")
    said = []
    if proposals:
        said.append(
            ngettext("%(count)d proposal", "%(count)d proposals", proposals) % {"count": proposals}
        )
    if dispatches:
        said.append(
            ngettext("%(count)d dispatch", "%(count)d dispatches", dispatches)
            % {"count": dispatches}
        )
    what = listed(said) if said else ""
    return _("something waits for you"), _("%(what)s wait for you.") % {"what": what}


def _vote(letter: Notification) -> tuple[str, str]:
    reason = _body(letter).get("reason", "")
    why = " " + _("The reason given: %(reason)s") % {"reason": reason} if reason else ""
    return _("a question to the players"), _("You are asked to agree to something.") + why


def _seats(letter: Notification) -> tuple[str, str]:
    entry = LogEntry.objects.get(campaign_id=letter.phase.campaign_id, seq=letter.entry)
    power = in_readers_words(entry.power.replace("_", " ").title())
    return _("seats"), f"{power}: {_SEATS[entry.kind]}."


_SEATS = {
    "seat.taken": _lazy("someone has taken the seat"),
    "seat.assigned": _lazy("the seat has a new player"),
    "seat.left": _lazy("the player has left the seat"),
    "seat.freed": _lazy("the seat is free"),
    "seat.bot": _lazy("the autopilot plays the seat"),
    "seat.disorder": _lazy("the seat is open: its player missed too many deadlines"),
    "seat.key": _lazy(
        "your seat has another key now, or none. If you did not do this, tell the others at once"
    ),
}


def _ended(letter: Notification) -> tuple[str, str]:
    text = shown(_body(letter).get("text", ""))
    return _("the end"), f"{_('The campaign is over.')} {text}".strip()


def _channel(letter: Notification) -> tuple[str, str]:
    """Which webhook, by its number, and why."""
    hook = _webhook(letter).get()
    text = _(
        "Your webhook %(number)s (%(kind)s) was refused again and again and is switched off. "
        "The last time: %(trouble)s\n\nYou can switch it on again, or delete it: %(address)s"
    ) % {
        "number": hook.number,
        "kind": hook.get_kind_display(),
        "trouble": shown(hook.trouble),
        "address": f"{settings.SITE_ADDRESS}/news/settings/?campaign={hook.campaign.slug}",
    }
    return _("a webhook is switched off"), text


def _told(phase: Phase, what: str, then: str) -> str:
    """What a letter says of a phase, and what comes of it."""
    return f"{_when(phase)}.\n\n{what} {then}"


def _voided(letter: Notification) -> tuple[str, str]:
    """Why, as the log says it, and what to do."""
    phase = letter.phase
    entry = LogEntry.objects.get(campaign_id=phase.campaign_id, seq=letter.entry)
    reason = load(entry.body.encode(), dict[str, Any])["reason"]
    void = _("What you had sealed is void: %(reason)s") % {"reason": shown(reason)}
    again = _("Nobody has opened it. You find it as your draft. Look it over and seal again.")
    return _("your seal is void"), _told(phase, f"{void}\n{again}", _due(letter))


def _stumbled(letter: Notification) -> tuple[str, str]:
    """What stands still, by all its names. Why is in the site's own log: it may name what is secret."""
    phase = letter.phase
    broke = _(
        "This phase could not be resolved: something broke. Its clock is stopped, and nothing is lost."
    )
    text = f"{_when(phase)}.\n\n{broke}\n\n{_facts(letter)}\n{_REMEDY[letter.person is None]}"
    return _("phase %(number)s could not be resolved") % {"number": phase.number}, text


def _facts(letter: Notification, **more: object) -> str:
    """The campaign and its phase by all their names, a line for each."""
    phase, campaign = letter.phase, letter.phase.campaign
    facts = {
        _("Campaign"): campaign.slug,
        _("Rulebook"): campaign.rulebook,
        _("Revision"): campaign.revision,
        _("Phase"): f"{phase.number}, {phase.key}",
        _("When"): to_the_second(letter.written_at, zone_of(letter.person)),
        **more,
    }
    return "".join(f"{name}: {value}\n" for name, value in facts.items())


_REMEDY = {
    True: _lazy(
        "The reason stands in the worker's log at 'phase cannot be resolved'. When it is mended, the "
        "campaign's moderator resumes it."
    ),
    False: _lazy(
        "Those who run the site have to look at it. When they have mended it, resume the campaign at "
        "its desk."
    ),
}
"""What to do, for those who run the site and for moderators."""


def _lacking(letter: Notification) -> tuple[str, str]:
    """Which rules, and how many campaigns want them."""
    phase, campaign = letter.phase, letter.phase.campaign
    waiting = Campaign.objects.filter(
        rulebook=campaign.rulebook, revision=campaign.revision, lacks_rules=True
    )
    lacks = _(
        "This site does not have the rules of this campaign. Its clock is stopped, and nothing is lost."
    )
    said = f"{_when(phase)}.\n\n{lacks}"
    if letter.person is None:
        told = _facts(letter, **{_("Campaigns that stand still for it"): waiting.count()})
    else:
        told = _facts(letter)
    text = f"{said}\n\n{told}\n{_RULES_REMEDY[letter.person is None]}"
    return _("its rules are missing"), text


_RULES_REMEDY = {
    True: _lazy(
        "`manage.py freeze --check` says what is missing or damaged. Run a release that keeps this "
        "revision, or restore its file from the release it came with; docs/revisions.md says more. "
        "Campaigns resume by themselves. No further letter comes about this revision before then."
    ),
    False: _lazy(
        "Those who run the site have to restore them. When the rules are back the campaign resumes by "
        "itself, with its time; you can also resume it at its desk then."
    ),
}
"""What to do about missing rules, for the same two."""

_SAID: dict[str, Callable[[Notification], tuple[str, str]]] = {
    Notification.Kind.ASKED: _asked,
    Notification.Kind.REMINDER: _reminder,
    **deadline_letters.SAID,
    Notification.Kind.VOIDED: _voided,
    Notification.Kind.STUMBLED: _stumbled,
    Notification.Kind.LACKING: _lacking,
    Notification.Kind.REVEALED: _revealed,
    Notification.Kind.WAITS: _waiting,
    Notification.Kind.SECRETLY: _waiting,
    Notification.Kind.VOTE: _vote,
    **press_letters.SAID,
    Notification.Kind.SEATS: _seats,
    **seat_letters.SAID,
    Notification.Kind.ENDED: _ended,
    Notification.Kind.CHANNEL: _channel,
}

_RANK = {kind: place for place, kind in enumerate(_SAID)}
"""In which order one message tells of several."""


def _when(phase: Phase) -> str:
    """The phase by name, with its turn."""
    return with_its_turn(phase.turn_title, phase.title)


def _due(letter: Notification) -> str:
    phase = letter.phase
    due = phase.due_at if phase.times.in_grace else _closes_for(letter)
    if not due:
        return _("It has no deadline.")
    when = _("It is due %(moment)s (%(how)s).") % {
        "moment": weekday_and_time(due, zone_of(letter.person)),
        "how": phase.due_in_words,
    }
    return f"{when}\n{_SILENCE[phase.campaign.policy.missed]}"
