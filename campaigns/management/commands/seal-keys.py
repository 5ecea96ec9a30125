"""`manage.py seal-keys`: let old keys of SEAL_KEYS go."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import sealed
from campaigns.sealed import keys
from campaigns.services.site import seal_keys
from core.seal_keys import site_keys

OFTEN = 1000
"""Keys after which a line says how far it is."""


class Command(BaseCommand):
    """Wraps what still needs an old key, and says which keys may go."""

    help = (
        "Wrap the keys of all campaigns by the first of SEAL_KEYS, and say which keys may go. Runs "
        "beside the site; broken off, it goes on the next time. Exits with 1 if something had to be "
        "left. See docs/running.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Look only, or give a key up."""
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--dry-run", action="store_true", help="only say which keys are needed, and for what"
        )
        what.add_argument(
            "--give-up",
            metavar="KEY",
            default="",
            help="a key that is lost for good: let the site start without what it sealed",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Do it, and say how things stand."""
        done = seal_keys.Done()
        if options["give_up"]:
            self._give_up(options["give_up"])
        elif not options["dry_run"]:
            self._told = 0
            done = seal_keys.change(self._tell)
            self.stdout.write(f"Wrapped {done.wrapped} keys of campaigns anew.")
            if done.secrets:
                self.stdout.write(f"Sealed {done.secrets} sign-in secrets of accounts again.")
        self._say_how_it_stands(done)
        if done.closed:
            sys.exit(1)

    def _tell(self, done: seal_keys.Done) -> None:
        steps = done.wrapped // OFTEN
        if steps > self._told:
            self._told = steps
            self.stdout.write(f"... {done.wrapped} keys wrapped")
            self.stdout.flush()

    def _give_up(self, name: str) -> None:
        try:
            campaigns = seal_keys.give_up(name)
        except ValueError as error:
            raise CommandError(str(error)) from error
        people = seal_keys.give_up_secrets(name)
        if not campaigns and not people:
            raise CommandError(f"Nothing needs a key {name}.")
        self.stdout.write(
            f"The key {name} is given up. What it sealed in {campaigns} campaigns stays closed."
        )
        if people:
            self.stdout.write(
                f"The apps and recovery codes of {people} accounts are taken away; they were told by letter."
            )

    def _say_how_it_stands(self, done: seal_keys.Done) -> None:
        for line in done.closed:
            self.stdout.write(f"Left as it is: {line}")
        needed = {one.name: one for one in keys.needed()}
        self._people = sealed.needed()
        self.stdout.write("SEAL_KEYS, in their order:")
        for place, name in enumerate(site_keys()):
            self.stdout.write(f"  {self._said(name, needed.get(name), first=not place)}")
        for name in sorted((needed.keys() | self._people.keys()) - site_keys().keys()):
            said = self._said(name, needed.get(name), first=False)
            self.stdout.write(f"  {said}. IT IS MISSING; add it again after the first")

    def _said(self, name: str, one: keys.Needed | None, *, first: bool) -> str:
        """A key, and whether it may go."""
        people = self._people[name]
        if people:
            said = sealed.described(name, people)
            return f"{keys.described(one)}; {said.partition(': ')[2]}" if one else said
        if first:
            return f"{name}: seals from now on; keep it" if one is None else keys.described(one)
        if one is None:
            return (
                f"{name}: nothing needs it; take it out of SEAL_KEYS. "
                "Keep it as long as you keep a backup made before now"
            )
        return keys.described(one)
