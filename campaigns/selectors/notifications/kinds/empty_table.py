"""Nobody has a seat any more."""

from django.utils.translation import gettext as _

from campaigns.domain.entries.clock import NobodyThere
from campaigns.domain.wording import in_readers_words
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, NotificationKind
from campaigns.selectors.notifications.kinds.deadlines import CampaignWaits
from campaigns.selectors.seats.last_players import last_players
from core.gettext import gettext_lazy as _lazy


class TableEmpty(NotificationKind):
    """The campaign stands still because nobody has a seat."""

    key = "nobody"
    label = _lazy("nobody has a seat any more")
    rank = 50
    preference = CampaignWaits.preference
    entries = quiet = (NobodyThere,)

    @property
    def address(self) -> str:
        """The desk for moderators, the page of seats for those who had one."""
        return self.below("desk/" if self.at_desk else "seats/")

    def button(self) -> str:
        """Where it leads."""
        return _("Open the desk") if self.at_desk else _("Open the seats")

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """The moderators, and who had the seats last."""
        return {*audience.moderators(cause.campaign), *last_players(cause.campaign).values()}

    def still_true(self) -> bool:
        """Whether nobody has a seat in that phase, still."""
        return self.campaign.lacks_players and self.campaign.phase_id == self.row.phase_id

    def text(self) -> tuple[str, str]:
        """What its moderators and its last players can do."""
        what = _("Nobody has a seat any more, so the clock is stopped.")
        then = (
            _(
                "At its desk you can invite players, or let the clock's policy say that autopilots play on."
            )
            if self.at_desk
            else _(
                "You were the last to have a seat of yours: you can take it again on its page of seats, "
                "without an invitation. If the campaign is private, ask its moderator for one."
            )
        )
        phase = in_readers_words(self.phase.title)
        subject = _("nobody has a seat any more: %(phase)s") % {"phase": phase}
        return subject, f"{self.named_phase}.\n\n{what} {then}"
