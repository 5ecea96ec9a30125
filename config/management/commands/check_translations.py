"""`manage.py check_translations`: what is translated is whole, sound and keeps its blanks."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from config.messages import checking
from core.translations import places


class Command(BaseCommand):
    """Compare every translation with what the apps say, and read each, reporting all faults."""

    help = "Check every translation file; exits 1 naming each fault."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Check them one after another."""
        kept = places.kept()
        faults = list(checking.languages_without_plurals())
        for language in places.languages():
            for part in places.APPS:
                # Once there is one file of a language, all are whole.
                if any(place.language == language and place.part == part for place in kept):
                    faults += checking.faults_of(part, language)
        for place in kept:
            complete = place.language in settings.COMPLETE_LANGUAGES
            faults += checking.faults_in(place.path, complete=complete)
        if faults:
            raise CommandError(
                "\n".join([f"{len(faults)} things are wrong:", *faults])
                + "\nTexts that are new or gone: manage.py translations --extract"
            )
        self.stdout.write(f"{len(kept)} translation files are sound.")
