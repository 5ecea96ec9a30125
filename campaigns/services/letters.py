"""What letters say, and whether it is still so when they are sent."""

from collections.abc import Callable
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage

from campaigns.models import Campaign, Letter, LogEntry, Phase, Seat, Sheet
from rules.kernel.serial import load

_SILENCE = {
    "autopilot": "If you send nothing, the autopilot plays for you.",
    "wait": "If you send nothing, the campaign waits for its moderator.",
    "hold": "If you send nothing, your silence is taken as the rules say.",
}


def is_true_still(letter: Letter) -> bool:
    """Whether the phase is still open and asks something of this person; of one whose seal is void,
    something that they have not sealed again. That a phase stumbled stays so, whatever came of it;
    that rules are missing is true until they are back.
    """
    phase, person = letter.phase, letter.person
    if letter.kind in (Letter.Kind.STUMBLED, Letter.Kind.LACKING):
        if letter.kind == Letter.Kind.LACKING and not phase.campaign.lacks_rules:
            return False
        return person is None or (person.is_active and bool(person.email))
    if person is None:
        return False
    if phase.resolved_at is not None or not person.is_active or not person.email:
        return False
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=phase.asked, person=person, bot=False
    )
    if letter.kind == Letter.Kind.VOIDED:
        sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED)
        seats = seats.exclude(power__in=sealed.values("power"))
    return seats.exists()


def message(letter: Letter, post: Any) -> EmailMessage:
    """The letter itself: what is public of the phase, and where to go."""
    phase = letter.phase
    campaign = phase.campaign
    subject, text = _SAID[letter.kind](letter)
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return EmailMessage(
        f"{campaign.title}: {subject}",
        f"{text}\n\n{settings.SITE_ADDRESS}/c/{campaign.slug}/\n",
        to=[letter.person.email] if letter.person else [address for _, address in settings.ADMINS],
        headers={
            "Message-ID": f"<letter-{letter.pk}@{host}>",
            "Auto-Submitted": "auto-generated",
        },
        connection=post,
    )


def _asked(letter: Letter) -> tuple[str, str]:
    phase = letter.phase
    return phase.title, f"{_when(phase)}.\n\nOrders are asked of you. {_due(phase)}"


def _voided(letter: Letter) -> tuple[str, str]:
    """Why, as the log says it, and what to do."""
    phase = letter.phase
    entry = LogEntry.objects.get(campaign_id=phase.campaign_id, seq=letter.entry)
    reason = load(entry.body.encode(), dict[str, Any])["reason"]
    text = (
        f"{_when(phase)}.\n\nWhat you had sealed is void: {reason}\n"
        "Nobody has opened it. You find it as your draft. Look it over and seal again. "
        f"{_due(phase)}"
    )
    return "your seal is void", text


def _stumbled(letter: Letter) -> tuple[str, str]:
    """What stands still, by all its names. Why is in the site's own log: it may name what is secret."""
    phase = letter.phase
    text = (
        f"{_when(phase)}.\n\nThis phase could not be resolved: something broke. Its clock is stopped, "
        f"and nothing is lost.\n\n{_facts(letter)}\n{_REMEDY[letter.person is None]}"
    )
    return f"phase {phase.number} could not be resolved", text


def _facts(letter: Letter, **more: object) -> str:
    """The campaign and its phase by all their names, a line for each."""
    phase, campaign = letter.phase, letter.phase.campaign
    facts = {
        "Campaign": campaign.slug,
        "Rulebook": campaign.rulebook,
        "Revision": campaign.revision,
        "Phase": f"{phase.number}, {phase.key}",
        "When": f"{letter.written_at:%Y-%m-%d %H:%M:%S} UTC",
        **more,
    }
    return "".join(f"{name}: {value}\n" for name, value in facts.items())


_REMEDY = {
    True: "The reason stands in the worker's log at 'phase cannot be resolved'. When it is mended, the "
    "campaign's moderator resumes it.",
    False: "Those who run the site have to look at it. When they have mended it, resume the campaign at "
    "its desk.",
}
"""What to do, for those who run the site and for moderators."""


def _lacking(letter: Letter) -> tuple[str, str]:
    """Which rules, and how many campaigns want them."""
    phase, campaign = letter.phase, letter.phase.campaign
    waiting = Campaign.objects.filter(
        rulebook=campaign.rulebook, revision=campaign.revision, lacks_rules=True
    )
    said = (
        f"{_when(phase)}.\n\nThis site does not have the rules of this campaign. Its clock is stopped, "
        "and nothing is lost."
    )
    if letter.person is None:
        told = _facts(letter, **{"Campaigns that stand still for it": waiting.count()})
    else:
        told = _facts(letter)
    text = f"{said}\n\n{told}\n{_RULES_REMEDY[letter.person is None]}"
    return "its rules are missing", text


_RULES_REMEDY = {
    True: "`manage.py freeze --check` says what is missing or damaged. Run a release that keeps this "
    "revision, or restore its file from the release it came with; docs/revisions.md says more. "
    "Campaigns resume by themselves. No further letter comes about this revision before then.",
    False: "Those who run the site have to restore them. When the rules are back the campaign resumes by "
    "itself, with its time; you can also resume it at its desk then.",
}
"""What to do about missing rules, for the same two."""

_SAID: dict[str, Callable[[Letter], tuple[str, str]]] = {
    Letter.Kind.ASKED: _asked,
    Letter.Kind.VOIDED: _voided,
    Letter.Kind.STUMBLED: _stumbled,
    Letter.Kind.LACKING: _lacking,
}


def _when(phase: Phase) -> str:
    """The phase by name, with its turn."""
    return phase.title if phase.turn_title in phase.title else f"{phase.turn_title}: {phase.title}"


def _due(phase: Phase) -> str:
    if not phase.due_at:
        return "It has no deadline."
    return (
        f"It is due {phase.due_at:%A %d %B %Y, %H:%M} UTC ({phase.due_sentence}).\n"
        f"{_SILENCE[phase.campaign.policy.missed]}"
    )
