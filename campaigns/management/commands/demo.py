"""`manage.py demo`: campaigns to look at and sit down at, with people to sign in as, and finished ones to read."""

import hashlib
import hmac
from argparse import ArgumentParser
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from campaigns import rulebooks
from campaigns.as_it_happened import files, script
from campaigns.domain.absence_policy import SilencePolicy
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Tenure
from campaigns.services.lifecycle import campaigns, import_campaign
from campaigns.services.seats import invitations, seats


class DemoTable(NamedTuple):
    """A table that runs: of which book and scenario, and which powers demo accounts play if nobody says otherwise."""

    title: str
    book: str
    scenario: str
    players: str


TABLES = (
    DemoTable("The demo table", "world_at_war", "fall-1939", "britain"),
    DemoTable("The options table", "days_of_decision", "1936", "france"),
)
POLICY = ClockPolicy(
    hours={"default": 24}, missed="autopilot", silence=SilencePolicy(disorder_after=2)
)
"""Who takes a seat and stays away loses it after two deadlines: then it is free again."""
MODERATOR = "moderator"
LOCK = 1939_0901
"""The number under which one process at a time takes the finished campaigns in."""


class Command(BaseCommand):
    """Creates the demo campaigns once, and prints their sign-ins each time."""

    help = (
        "Create the demo campaigns, unless they are there, and print their sign-ins; or with --finished "
        "take in the finished campaigns that follow history as it happened."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which seats people have."""
        parser.add_argument(
            "--players",
            default=TABLES[0].players,
            help=f"powers of {TABLES[0].title} played by people, separated by commas, or `all`; autopilots play the "
            "others",
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
        tables = [TABLES[0]._replace(players=options["players"]), *TABLES[1:]]
        wanted = [_players(table) for table in tables]
        moderator = _person(MODERATOR, "Moderator")
        for table, players in zip(tables, wanted, strict=True):
            if not Campaign.objects.filter(title=table.title, moderators=moderator).exists():
                _found(table, players, moderator)
            self._print_sign_ins(table, moderator)

    def _take_in(self) -> None:
        """One file after another, each checked and played again like any other; only one process does it."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            (mine,) = cursor.fetchone()
        if not mine:
            self.stdout.write("Another process is taking in the finished campaigns.")
            return
        moderator = _person(MODERATOR, "Moderator")
        for book in files.smallest_first():
            slug = files.pinned()[book]["slug"]
            if not Campaign.objects.filter(slug=slug).exists():
                import_campaign.import_campaign(files.data(book), by=moderator)
            self.stdout.write(f"{script.of(book).title}: finished, at /c/{slug}/")

    def _print_sign_ins(self, table: DemoTable, moderator: Any) -> None:
        """Those whom the command seated, wherever they sit now, and the moderator."""
        campaign = Campaign.objects.filter(title=table.title, moderators=moderator).earliest(
            "created_at"
        )
        tenures = Tenure.objects.filter(seat__campaign=campaign).select_related("person", "seat")
        ever = tenures.order_by("seat__order", "pk")
        people = [one.person for one in ever if one.person.username == one.seat.power]
        self.stdout.write(f"{table.title}: sign in as one of these.")
        for person in dict.fromkeys([*people, moderator]):
            known = person.check_password(password_of(person.username))
            word = password_of(person.username) if known else "(its password was changed)"
            self.stdout.write(f"  {person.username:<14} {word}")


def _players(table: DemoTable) -> tuple[str, ...]:
    """The powers that people play at a table."""
    powers = rulebooks.load(table.book).scenarios[table.scenario].seats
    wanted = powers if table.players == "all" else tuple(table.players.split(","))
    if unknown := [power for power in wanted if power not in powers]:
        raise CommandError(f"There is no seat {', '.join(unknown)}. Seats: {', '.join(powers)}.")
    return wanted


def _found(table: DemoTable, players: tuple[str, ...], moderator: Any) -> None:
    """A table that runs, at which everybody may take the seat of an autopilot."""
    book = rulebooks.load(table.book)
    slug = campaigns.create_campaign(
        by=moderator,
        rulebook=table.book,
        scenario=table.scenario,
        title=table.title,
        policy=POLICY,
        bots=[power for power in book.scenarios[table.scenario].seats if power not in players],
    )
    for power in players:
        seats.join(slug, by=_person(power, book.powers[power].name), powers=[power])
    campaigns.start(slug, by=moderator)
    invitations.open_table(slug, by=moderator)


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
