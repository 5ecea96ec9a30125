"""A webhook was switched off."""

from django.conf import settings
from django.utils.translation import gettext as _

from campaigns.messages import shown
from campaigns.models import Webhook
from campaigns.selectors.notifications.kinds import Cause, NotificationKind
from core.gettext import gettext_lazy as _lazy


class WebhookOff(NotificationKind):
    """A webhook was refused again and again, and is switched off."""

    key = "channel"
    label = _lazy("a webhook was switched off")
    rank = 190
    preference = None

    @classmethod
    def audience(cls, cause: Cause) -> set[int]:
        """Its owner."""
        return {cause.webhook.person_id} if cause.webhook is not None else set()

    @property
    def _webhook(self) -> Webhook:
        if self.row.webhook is None:
            raise ValueError("news of a webhook without one")
        return self.row.webhook

    def still_true(self) -> bool:
        """Whether it is switched off still."""
        return self._webhook.off_at is not None

    def text(self) -> tuple[str, str]:
        """Which webhook, by its number, and why."""
        hook = self._webhook
        text = _(
            "Your webhook %(number)s (%(kind)s) was refused again and again and is switched off. "
            "The last time: %(trouble)s\n\nYou can switch it on again, or delete it: %(address)s"
        ) % {
            "number": hook.number,
            "kind": hook.get_kind_display(),
            "trouble": shown(hook.trouble),
            "address": f"{settings.SITE_ADDRESS}/news/settings/?campaign={self.campaign.slug}",
        }
        return _("a webhook is switched off"), text
