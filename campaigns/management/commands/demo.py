"""`manage.py demo`: a campaign to look at, with people to sign in as, and finished ones to read."""

import hashlib
import hmac
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from campaigns import rulebooks
from campaigns.as_it_happened import files, script
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign
from campaigns.services.lifecycle import campaigns, import_campaign
from campaigns.services.seats import seats

TITLE = "The demo table"
BOOK, SCENARIO = "world_at_war", "fall-1939"
MODERATOR = "moderator"
LOCK = 1939_0901
"""The number under which one process at a time takes the finished campaigns in."""


class Command(BaseCommand):
    """Creates the demo campaign once, and prints its sign-ins each time."""

    help = (
        "Create the demo campaign, unless it is there, and print its sign-ins; or with --finished "
        "take in the finished campaigns that follow history as it happened."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which seats people have."""
        parser.add_argument(
            "--players",
            default="britain",
            help="powers played by people, separated by commas, or `all`; autopilots play the others",
        )
        parser.add_argument(
            "--finished",
            action="store_true",
            help="take in the finished campaigns that follow history, of each rulebook",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Make what is missing and print the sign-ins, or take in what is to be read."""
        try:
            connection.ensure_connection()
        except OperationalError as problem:
            raise CommandError(
                "The database does not answer. Start the site with `make play`; it prints the sign-ins too."
            ) from problem
        if options["finished"]:
            self._take_in()
            return
        book = rulebooks.load(BOOK)
        powers = book.scenarios[SCENARIO].seats
        wanted = powers if options["players"] == "all" else tuple(options["players"].split(","))
        if unknown := [power for power in wanted if power not in powers]:
            raise CommandError(
                f"There is no seat {', '.join(unknown)}. Seats: {', '.join(powers)}."
            )
        moderator = _person(MODERATOR, "The moderator")
        campaign = Campaign.objects.filter(title=TITLE, moderators=moderator).first()
        if campaign is None:
            self._found(moderator, book, powers, wanted)
        self._print_sign_ins()

    def _found(
        self, moderator: Any, book: rulebooks.Book, powers: tuple[str, ...], wanted: tuple[str, ...]
    ) -> None:
        slug = campaigns.create_campaign(
            by=moderator,
            rulebook=BOOK,
            scenario=SCENARIO,
            title=TITLE,
            policy=ClockPolicy(hours={"default": 72}, missed="autopilot"),
            bots=[power for power in powers if power not in wanted],
        )
        for power in wanted:
            seats.join(slug, by=_person(power, book.powers[power].name), powers=[power])
        campaigns.start(slug, by=moderator)

    def _take_in(self) -> None:
        """One file after another, each checked and played again like any other; only one process does it."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            (mine,) = cursor.fetchone()
        if not mine:
            self.stdout.write("Another process is taking in the finished campaigns.")
            return
        moderator = _person(MODERATOR, "The moderator")
        for book in files.smallest_first():
            slug = files.pinned()[book]["slug"]
            if not Campaign.objects.filter(slug=slug).exists():
                import_campaign.import_campaign(files.data(book), by=moderator)
            self.stdout.write(f"{script.of(book).title}: finished, at /c/{slug}/")

    def _print_sign_ins(self) -> None:
        campaign = Campaign.objects.get(title=TITLE, moderators__username=MODERATOR)
        people = [seat.person for seat in campaign.seats.select_related("person") if seat.person]
        people += list(campaign.moderators.order_by("pk"))
        self.stdout.write(f"{TITLE}: sign in as one of these.")
        for person in people:
            known = person.check_password(password_of(person.username))
            word = password_of(person.username) if known else "(its password was changed)"
            self.stdout.write(f"  {person.username:<14} {word}")


def password_of(name: str) -> str:
    """The password of a demo account: it follows from this installation's secret key."""
    digest = hmac.new(settings.SECRET_KEY.encode(), f"demo|{name}".encode(), hashlib.sha256)
    return digest.hexdigest()[:12]


def _person(name: str, shown: str) -> Any:
    """A demo account, made the first time. It has no address, so no mail is written to it."""
    people = get_user_model().objects
    person = people.filter(username__iexact=name).first()
    return person or people.create_user(
        username=name, password=password_of(name), display_name=shown
    )
