"""The players are asked something."""

from django.utils.translation import gettext as _

from campaigns.domain.entries.votes import VoteAsked
from campaigns.models import Consent
from campaigns.models import Voice as VoiceRow
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, How, NotificationKind, Preference
from core.gettext import gettext_lazy as _lazy


class VoteOpen(NotificationKind):
    """They are asked to agree to something."""

    key = "vote"
    label = _lazy("a question is put")
    rank = 120
    preference = Preference(
        key="vote",
        title=_lazy("Questions to the players"),
        about=_lazy("you are asked to agree to something"),
        how=How.ONCE,
    )
    entries = (VoteAsked,)
    verb = _lazy("Answer the question")
    page = "seats/#questions"

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Who plays, but for who asked."""
        return audience.players(cause.campaign) - cause.doers

    def still_true(self) -> bool:
        """Whether a question to them is open."""
        return VoiceRow.objects.filter(
            consent__state=Consent.State.OPEN,
            consent__number=VoteAsked.of(self.entry.body).consent,
            consent__campaign_id=self.phase.campaign_id,
            person=self.person,
            agreed_at=None,
        ).exists()

    def text(self) -> tuple[str, str]:
        """Why they are asked."""
        reason = VoteAsked.of(self.entry.body).reason
        why = " " + _("The reason given: %(reason)s") % {"reason": reason} if reason else ""
        return _("a question to the players"), _("You are asked to agree to something.") + why
