"""The language of the site's pages: Django's translation, formats and zones, for :mod:`core.gettext`."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from django.conf import settings
from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.module_loading import import_string
from django.utils.translation import gettext, ngettext, pgettext

from core.gettext import Language


class SiteLanguage(Language):
    """The language of the one who reads."""

    def gettext(self, text: str) -> str:
        """As Django translates it."""
        return gettext(text)

    def ngettext(self, one: str, several: str, count: int) -> str:
        """As Django translates it."""
        return ngettext(one, several, count)

    def pgettext(self, context: str, text: str) -> str:
        """As Django translates it."""
        return pgettext(context, text)

    def rulebook(self, text: str) -> str:
        """As the frontend says it, which names itself in the settings."""
        return self._teller(text)

    def local(self, moment: datetime) -> datetime:
        """In the zone that is active."""
        return timezone.localtime(moment)

    def written(self, moment: datetime, form: str) -> str:
        """As Django's filter ``date`` writes it."""
        return formatted(moment, form)

    @cached_property
    def _teller(self) -> Callable[[str], str]:
        teller: Callable[[str], str] = import_string(settings.RULEBOOKS_IN_WORDS)
        return teller
