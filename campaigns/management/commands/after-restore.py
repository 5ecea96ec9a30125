"""`manage.py after-restore`: give every campaign new dice after the database was restored."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.errors import CampaignError
from campaigns.services.site import restore as site_restore


class Command(BaseCommand):
    """Draws new chains of dice and voids what is sealed for open phases."""

    help = (
        "Run this after the database was restored from a backup, before the site starts: the dice "
        "that would be thrown next may be known. Every campaign that is not over gets a new chain, "
        "its open seals are void, and its log says why. Broken off, it goes on the next time; run "
        "twice it changes nothing. Exits with 1 if a campaign could not be done. See docs/running.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The reason, and whether it is one more restore."""
        parser.add_argument(
            "--reason",
            default="",
            help="for the campaigns' logs, where everybody reads it, and for the players' letters",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--again",
            action="store_true",
            help="this database was dealt with, and its files were copied back once more since",
        )
        what.add_argument("--dry-run", action="store_true", help="only say what there is to do")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do it, and say what was done."""
        if options["dry_run"]:
            self._say_what_there_is(site_restore.last())
            return
        try:
            restore = site_restore.begin(options["reason"], again=options["again"])
        except CampaignError as error:
            raise CommandError(f"{error.message} Say it with --reason.") from error
        if restore is None:
            self._say_what_there_is(site_restore.last())
            return
        done = voided = failed = 0
        for one in site_restore.renew_all(restore):
            if isinstance(one, site_restore.Renewed):
                done, voided = done + 1, voided + len(one.voided)
                seals = f", void: {', '.join(one.voided)}" if one.voided else ""
                self.stdout.write(f"{one.slug}: new dice{seals}")
            else:
                failed += 1
                slug, trouble = one
                self.stdout.write(f"{slug}: left as it is, {type(trouble).__name__}: {trouble}")
        self.stdout.write(f"{done} campaigns have new dice, {voided} seals are void.")
        if failed:
            self.stdout.write(
                f"{failed} campaigns were left. Mend what is said there; run it again."
            )
            sys.exit(1)

    def _say_what_there_is(self, restore: Any) -> None:
        if restore is None:
            self.stdout.write("Not run on this database yet.")
        elif restore.ended_at is None:
            left = site_restore.left(restore)
            self.stdout.write(f"Begun at {restore.began_at:%Y-%m-%d %H:%M} UTC, {len(left)} left.")
        else:
            self.stdout.write(
                f"Nothing to do: this database was dealt with at {restore.ended_at:%Y-%m-%d %H:%M} "
                f"UTC ({restore.reason}). If its files were copied back since, add --again."
            )
