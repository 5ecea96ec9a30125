"""`manage.py serve`: the programs of a site whose database and Redis run elsewhere."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError

from config.supervision import processes, stack
from config.supervision.supervisor import Supervisor


class Command(BaseCommand):
    """Run web, worker, delivery and beat, or some of them, until told to stop."""

    help = (
        "Serve the site: everything, or on this host only the parts that are named. "
        "SITE_PROCESSES says how many processes answer pages and resolve phases."
    )
    # Checks may look at the database, which need not be there yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which parts, and where they are reached."""
        parser.add_argument("parts", nargs="*", help=f"of {', '.join(stack.NAMES)}; all of them")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--patience",
            type=int,
            default=stack.PATIENCE,
            help="seconds that requests under way have at the end; tasks have three times as many",
        )
        parser.add_argument(
            "--trusted-proxies",
            default=os.environ.get("TRUSTED_PROXIES", ""),
            help="addresses or networks of the proxies whose X-Forwarded headers are believed;"
            " none unless TRUSTED_PROXIES says so",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load, fork and watch; one process alone is watched by who started it."""
        names = options["parts"] or stack.NAMES
        if unknown := set(names).difference(stack.NAMES):
            raise CommandError(f"There is no part {', '.join(sorted(unknown))}.")
        try:
            parts = stack.parts(
                names,
                host=options["host"],
                port=options["port"],
                patience=options["patience"],
                trusted_proxies=options["trusted_proxies"],
            )
        except (ImproperlyConfigured, OSError, ValueError) as refusal:
            raise CommandError(str(refusal)) from refusal
        if len(parts) == 1:
            processes.name_this(parts[0].name)
            parts[0].run()
        else:
            sys.exit(Supervisor(parts, prefixed=False).run())
