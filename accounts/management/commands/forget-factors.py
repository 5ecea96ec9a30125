"""`manage.py forget-factors`: let somebody in again who has lost phone, key and recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import factors
from accounts.models import User


class Command(BaseCommand):
    """Takes a person's passkeys, app and recovery codes away."""

    help = (
        "Take a person's passkeys, authenticator app and recovery codes away, so that the password alone "
        "signs them in. They are told by letter. Be sure first who is asking."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("name", help="the name that they sign in with")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do it, and say what was there."""
        try:
            person = User.objects.get_by_natural_key(options["name"])
        except User.DoesNotExist as error:
            raise CommandError(f"There is no account {options['name']!r}.") from error
        gone = factors.forget_all(person.pk)
        self.stdout.write(
            f"{person.username} signs in by password alone now."
            if gone
            else f"{person.username} had no second step."
        )
