"""A phase was resolved, or the campaign is over."""

from django.utils.translation import gettext as _

from campaigns.domain.entries.campaign import CampaignFinished
from campaigns.domain.entries.phases import PhaseResolved
from campaigns.domain.wording import in_readers_words
from campaigns.messages import shown
from campaigns.models import ReadMark
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from core.gettext import gettext_lazy as _lazy


class Happening(NotificationKind, abstract=True):
    """Something that the log tells everybody: true until its reader has looked."""

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Who plays or moderates, but for who did it."""
        return audience.members(cause.campaign) - cause.doers

    def still_true(self) -> bool:
        """Whether it happened in a campaign of theirs since they last looked."""
        looks = ReadMark.objects.filter(
            campaign=self.campaign, person=self.person, seq__gte=self.entry.seq
        )
        return audience.is_member(self.person, self.campaign) and not looks.exists()


class PhaseResults(Happening):
    """A phase was resolved."""

    key = "revealed"
    label = _lazy("a phase was resolved")
    rank = 90
    preference = Preference(
        key="revealed",
        title=_lazy("Results"),
        about=_lazy("a phase was resolved"),
        how=How.DIGEST,
    )
    entries = (PhaseResolved,)
    verb = _lazy("Watch the reveal")

    @property
    def address(self) -> str:
        """The reveal of the phase."""
        return self.below(f"reveal/{self.phase.number}/")

    def text(self) -> tuple[str, str]:
        """The headline that everybody may read."""
        phase = self.phase
        headline = f" {in_readers_words(phase.headline)}" if phase.headline else ""
        resolved = _("%(phase)s is resolved.") % {"phase": self.named_phase}
        subject = _("results: %(phase)s") % {"phase": in_readers_words(phase.title)}
        return subject, f"{resolved}{headline}"


class CampaignOver(Happening):
    """The campaign is over."""

    key = "ended"
    label = _lazy("the campaign is over")
    rank = 180
    preference = Preference(
        key="ended", title=_lazy("The end"), about=_lazy("the campaign is over"), how=How.ONCE
    )
    entries = (CampaignFinished,)
    verb = _lazy("Read the chronicle")

    def text(self) -> tuple[str, str]:
        """How it ended."""
        text = shown(CampaignFinished.of(self.entry.body).text)
        return _("the end"), f"{_('The campaign is over.')} {text}".strip()
