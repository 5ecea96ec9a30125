"""Django's name for the campaigns app."""

from django.apps import AppConfig

from core.gettext import use


class CampaignsConfig(AppConfig):
    """Campaigns, and every read and write of them."""

    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        """Listen to what campaigns react to, have the models checked, and translate what is shown."""
        from campaigns import handlers  # noqa: F401, PLC0415 - models are there only now
        from core.site_language import SiteLanguage  # noqa: PLC0415 - so are the settings

        use(SiteLanguage())
