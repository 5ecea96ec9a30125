"""What webhooks and feeds tell of a campaign's log, as everybody who may read the campaign may know it.

Feeds are translated; what a webhook says is read by a whole room, and is English.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.entries.phases import PhaseOpened, PhaseResolved
from campaigns.domain.entries.repair import RolledBack
from campaigns.domain.wording import in_readers_words, with_its_turn
from campaigns.models import Phase
from core.gettext import LazyText
from core.gettext import gettext_lazy as _lazy


class Post(Struct, frozen=True, kw_only=True):
    """How one kind of log entry is posted: what the list of what was sent calls it, what a webhook says, and the
    title and the text in a feed.
    """

    label: str | LazyText
    text: Callable[[Phase | None], str]
    item: Callable[[Phase | None], tuple[str, str]]


def in_utc(moment: datetime) -> str:
    """A moment in a zone that everybody can count from."""
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} UTC"


def _opened(phase: Phase | None) -> str:
    due = phase.closes_at if phase is not None else None
    until = f" Orders are due {in_utc(due)}." if due else ""
    return f"{_title(phase)} has opened.{until}"


def _resolved(phase: Phase | None) -> str:
    return f"{_title(phase)} is resolved. {phase.headline if phase is not None else ''}".strip()


def _title(phase: Phase | None) -> str:
    if phase is None:
        return ""
    return phase.title if phase.turn_title in phase.title else f"{phase.turn_title}: {phase.title}"


def _resolved_item(phase: Phase | None) -> tuple[str, str]:
    headline = in_readers_words(phase.headline) if phase is not None else ""
    return _("%(phase)s is resolved") % {"phase": _named(phase)}, headline


def _named(phase: Phase | None) -> str:
    """The phase by name, with its turn, in the language of the reader."""
    return with_its_turn(phase.turn_title, phase.title) if phase is not None else ""


POSTS = {
    PhaseOpened.tag: Post(
        label=_lazy("a phase opened"),
        text=_opened,
        item=lambda phase: (_("%(phase)s has opened") % {"phase": _named(phase)}, ""),
    ),
    PhaseResolved.tag: Post(
        label=_lazy("a phase was resolved"), text=_resolved, item=_resolved_item
    ),
    RolledBack.tag: Post(
        label=_lazy("the campaign went back"),
        text=lambda _phase: "The campaign went back. Phases were undone and are played again.",
        item=lambda _phase: (
            _("The campaign went back"),
            _("Phases were undone and are played again. What was revealed in them stays known."),
        ),
    ),
    CampaignFinished.tag: Post(
        label=_lazy("the campaign is over"),
        text=lambda _phase: "The campaign is over.",
        item=lambda _phase: (_("The end"), _("The campaign is over.")),
    ),
}
"""All that is posted of the log, by the tags of the entries. Nothing else of it is."""

PRESS_LABELS = {
    "press.public": _lazy("public press"),
    "press.announced": _lazy("an announcement"),
}
"""What the list calls press that was posted."""
