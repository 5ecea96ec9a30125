"""Django's name for the campaigns app."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns, and every read and write of them."""

    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Listen to what campaigns react to, and have the models checked."""
        from campaigns import checks, handlers  # noqa: F401, PLC0415 - models are there only now
