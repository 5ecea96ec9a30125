"""A campaign stands still since something broke, or since its rules are missing.

Those who run the site are written to too. Why is in the site's own log: it may name what is secret.
"""

from collections.abc import Set

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.domain.entries.clock import PausedWithoutRules, Stumbled
from campaigns.models import Campaign
from campaigns.selectors.notifications import audience
from campaigns.selectors.notifications.kinds import Cause, NotificationKind
from core.gettext import gettext_lazy as _lazy
from core.text.moments import to_the_second, zone_of


class CampaignStopped(NotificationKind, abstract=True):
    """One that names the campaign and its phase by all their names, a line for each."""

    preference = None

    @property
    def address(self) -> str:
        """The desk, where a moderator resumes it; for those who run the site the campaign."""
        return self.below("desk/" if self.person is not None else "")

    def button(self) -> str:
        """Where it leads."""
        return _("Open the desk") if self.person is not None else super().button()

    @classmethod
    def audience(cls, cause: Cause) -> Set[int | None]:
        """The moderators, and those who run the site if there is an address of them (``ADMINS``)."""
        site: set[int | None] = {None} if settings.ADMINS else set()
        return site | audience.moderators(cause.campaign)

    def facts(self, **more: object) -> str:
        """What stands still."""
        phase, campaign = self.phase, self.campaign
        facts = {
            _("Campaign"): campaign.slug,
            _("Rulebook"): campaign.rulebook,
            _("Revision"): campaign.revision,
            _("Phase"): f"{phase.number}, {phase.key}",
            _("When"): to_the_second(self.row.written_at, zone_of(self.person)),
            **more,
        }
        return "".join(f"{name}: {value}\n" for name, value in facts.items())


class ResolutionFailed(CampaignStopped):
    """The phase could not be resolved. That stays so, whatever came of it."""

    key = "stumbled"
    label = _lazy("the phase could not be resolved")
    rank = 70
    entries = quiet = (Stumbled,)

    def still_true(self) -> bool:
        """Always."""
        return True

    def text(self) -> tuple[str, str]:
        """What broke, and what to do."""
        broke = _(
            "This phase could not be resolved: something broke. Its clock is stopped, and nothing is lost."
        )
        remedy = (
            _(
                "The reason stands in the worker's log at 'phase cannot be resolved'. When it is mended, the "
                "campaign's moderator resumes it."
            )
            if self.person is None
            else _(
                "Those who run the site have to look at it. When they have mended it, resume the campaign at "
                "its desk."
            )
        )
        subject = _("phase %(number)s could not be resolved") % {"number": self.phase.number}
        return subject, f"{self.named_phase}.\n\n{broke}\n\n{self.facts()}\n{remedy}"


class RulesMissing(CampaignStopped):
    """The site does not have the rules of the campaign."""

    key = "lacking"
    label = _lazy("its rules are missing")
    rank = 80
    entries = quiet = (PausedWithoutRules,)

    @classmethod
    def audience(cls, cause: Cause) -> Set[int | None]:
        """The site is told of one revision once, however many campaigns want it."""
        others = _lacking(cause.campaign).exclude(pk=cause.campaign.pk)
        return super().audience(cause) - ({None} if others.exists() else set())

    def still_true(self) -> bool:
        """Until they are back."""
        return self.campaign.lacks_rules

    def text(self) -> tuple[str, str]:
        """Which rules, and how many campaigns want them."""
        lacks = _(
            "This site does not have the rules of this campaign. Its clock is stopped, and nothing is lost."
        )
        if self.person is None:
            waiting = _lacking(self.campaign).count()
            facts = self.facts(**{_("Campaigns that wait for it"): waiting})
            remedy = _(
                "`manage.py freeze --check` says what is missing or damaged. Run a release that keeps this "
                "revision, or restore its file from the release it came with; docs/revisions.md says more. "
                "Campaigns resume by themselves. No further letter comes about this revision before then."
            )
        else:
            facts = self.facts()
            remedy = _(
                "Those who run the site have to restore them. When the rules are back the campaign resumes by "
                "itself, with its time; you can also resume it at its desk then."
            )
        return _("its rules are missing"), f"{self.named_phase}.\n\n{lacks}\n\n{facts}\n{remedy}"


def _lacking(campaign: Campaign) -> QuerySet[Campaign]:
    """The campaigns that stand still for the rules of this one."""
    return Campaign.objects.filter(
        rulebook=campaign.rulebook, revision=campaign.revision, lacks_rules=True
    )
