"""What stands around the text of a letter: what its button says, what happened since its reader last looked,
and how many have sealed. All of it is public, and is looked up when the letter is sent, so it is never old.
"""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from campaigns.domain.wording import in_readers_words, said_by
from campaigns.models import Deputy, LogEntry, Notification, Phase, ReadMark, Seat, Sheet
from campaigns.selectors.reader import deputies
from rules.kernel.phases import Phase as PhaseRules
from rules.kernel.serial import shaped

ASKING = frozenset(
    {
        Notification.Kind.ASKED,
        Notification.Kind.REMINDER,
        Notification.Kind.MISSED,
        Notification.Kind.VOIDED,
    }
)
"""Letters that ask for orders."""
HEADLINES = 3
"""So many headlines a letter tells, the newest."""
LONGEST_VERB = 48
"""A button with more letters is none."""

_BUTTONS = {
    Notification.Kind.REVEALED: _lazy("Read the results"),
    Notification.Kind.WAITS: _lazy("Read what waits for you"),
    Notification.Kind.SECRETLY: _lazy("Read what waits for you"),
    Notification.Kind.VOTE: _lazy("Answer the question"),
    Notification.Kind.PRESS: _lazy("Read your messages"),
    Notification.Kind.PUBLIC: _lazy("Read the press"),
    Notification.Kind.ANNOUNCED: _lazy("Read the announcement"),
    Notification.Kind.ENDED: _lazy("Read the chronicle"),
}


def powers_of(letter: Notification) -> list[str]:
    """The powers of which the phase asks something and for which the reader of a letter may seal."""
    phase = letter.phase
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=phase.asked, person=letter.person
    )
    helping = deputies.in_force(phase.campaign_id, timezone.now()).filter(
        person=letter.person, power__in=phase.asked, level=Deputy.Level.SEAL
    )
    return [*seats.values_list("power", flat=True), *helping.values_list("power", flat=True)]


def button(letters: Sequence[Notification]) -> str:
    """What the button of a message does, which is what the first of its letters is about: an order of the
    reader's that is not sealed by its verb, as the rulebook says it.
    """
    first = letters[0]
    if first.kind not in ASKING:
        return str(_BUTTONS.get(Notification.Kind(first.kind), _("Open the campaign")))
    phase = first.phase
    sealed = Sheet.objects.filter(phase=phase, state=Sheet.State.SEALED).values("power")
    seats = Seat.objects.filter(
        campaign_id=phase.campaign_id, power__in=phase.asked, person=first.person
    )
    power = (
        seats.exclude(power__in=sealed).order_by("order").values_list("power", flat=True).first()
    )
    asked = shaped(phase.about, PhaseRules).of(power) if power and phase.about else None
    if asked is None:
        return _("Give the orders")
    with said_by(phase.campaign.rulebook):
        verb = in_readers_words(asked.what).rstrip(".")
    return verb if len(verb) <= LONGEST_VERB else _("Give your orders")


def since_last_look(letters: Sequence[Notification]) -> tuple[str, ...]:
    """The headlines of the phases that were resolved since the reader last looked, oldest first, and how many
    more there were; nothing for one who never looked. A message that tells results says none of it twice.
    """
    first = letters[0]
    if first.kind not in ASKING or any(one.kind == Notification.Kind.REVEALED for one in letters):
        return ()
    look = ReadMark.objects.filter(campaign=first.phase.campaign_id, person=first.person).first()
    if look is None:
        return ()
    resolved = LogEntry.objects.filter(
        campaign=first.phase.campaign_id, kind="phase.resolved", seq__gt=look.seq
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
    if first.kind not in ASKING:
        return ""
    asked = first.phase.asked
    sealed = (
        Sheet.objects.filter(phase=first.phase, state=Sheet.State.SEALED, power__in=asked)
        .values("power")
        .distinct()
        .count()
    )
    said = ngettext(
        "%(sealed)d of %(count)d has sealed.", "%(sealed)d of %(count)d have sealed.", len(asked)
    ) % {"sealed": sealed, "count": len(asked)}
    return f"{said} {_('Nothing you sealed or drafted is in this letter.')}"


def in_plain_text(text: str, address: str, since: Sequence[str], sealed: str) -> str:
    """The part of a message about one campaign as plain text: it says all that the page says."""
    said = [text, address]
    if since:
        said.append("\n".join([_("Since you last looked"), *(f"- {line}" for line in since)]))
    if sealed:
        said.append(sealed)
    return "\n\n".join(said) + "\n"
