"""`manage.py demo`: a campaign to look at, with people to sign in as, and finished ones to read."""

import hashlib
import hmac
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from campaigns import rulebooks
from campaigns.deadlines import ClockPolicy
from campaigns.models import Campaign, Phase, Status
from campaigns.services import advancing, campaigns, seats

TITLE = "The demo table"
BOOK, SCENARIO = "world_at_war", "fall-1939"
MODERATOR = "moderator"
FINISHED = {
    "days_of_decision": ("first-year", "The finished year"),
    "war_game_1939": ("1939", "The finished road to Full War"),
    "world_at_war": ("one-year", "The finished diplomatic year"),
    "world_in_flames": ("printed-example", "The finished example"),
}
"""By rulebook: the scenario that autopilots play to its end, and what the campaign is called. A book
that is not listed is played in its shortest one, under its own title.
"""
LOCK = 1939_0901
"""The number under which one process at a time plays the finished campaigns."""


class Command(BaseCommand):
    """Creates the demo campaign once, and prints its sign-ins each time."""

    help = (
        "Create the demo campaign, unless it is there, and print its sign-ins; or with --finished "
        "let autopilots play one campaign of each rulebook to its end, going on where it stopped."
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
            help="play one campaign of each rulebook to its end, by autopilots",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Make what is missing and print the sign-ins, or play what is to be read."""
        if options["finished"]:
            self._play_all()
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

    def _play_all(self) -> None:
        """One campaign after another, each from where it stands; only one process does it."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            (mine,) = cursor.fetchone()
        if not mine:
            self.stdout.write("Another process is playing the finished campaigns.")
            return
        moderator = _person(MODERATOR, "The moderator")
        for key, (scenario, title) in finished().items():
            slug = _to_be_read(moderator, key, scenario, title)
            while (phase := _open_phase(slug)) is not None:
                advancing.play_on(slug, by=moderator, phase=phase)
            self.stdout.write(f"{title}: finished, at /c/{slug}/")

    def _print_sign_ins(self) -> None:
        campaign = Campaign.objects.get(title=TITLE, moderators__username=MODERATOR)
        people = [seat.person for seat in campaign.seats.select_related("person") if seat.person]
        people += list(campaign.moderators.all())
        self.stdout.write(f"{TITLE}: sign in as one of these.")
        for person in people:
            known = person.check_password(password_of(person.username))
            word = password_of(person.username) if known else "(its password was changed)"
            self.stdout.write(f"  {person.username:<14} {word}")


def finished() -> dict[str, tuple[str, str]]:
    """Of every rulebook the scenario that is played to be read, and the title of its campaign."""
    found = {}
    for book in rulebooks.every():
        shortest = min(book.scenarios.values(), key=lambda scenario: scenario.turns).key
        found[book.key] = FINISHED.get(book.key, (shortest, f"{book.title}, finished"))
    return found


def _to_be_read(moderator: Any, key: str, scenario: str, title: str) -> str:
    """The campaign of autopilots that is called so, begun if it is not there yet."""
    found = Campaign.objects.filter(title=title, rulebook=key, moderators=moderator).first()
    if found is not None and found.status != Status.GATHERING:
        return found.slug
    if found is not None:
        campaigns.start(found.slug, by=moderator)
        return found.slug
    book = rulebooks.load(key)
    slug = campaigns.create_campaign(
        by=moderator,
        rulebook=key,
        scenario=scenario,
        title=title,
        variants={name: switch.bots for name, switch in book.switches.items() if switch.bots},
        # A far deadline that is always waited for: no work for the clock, which has others to mind.
        policy=ClockPolicy(hours={"default": 336}, missed="autopilot", advance="deadline_only"),
        bots=book.scenarios[scenario].seats,
    )
    campaigns.start(slug, by=moderator)
    return slug


def _open_phase(slug: str) -> int | None:
    """The number of the phase that a running campaign is in."""
    found = Phase.objects.filter(
        campaign__slug=slug, campaign__status=Status.RUNNING, resolved_at__isnull=True
    )
    return found.values_list("number", flat=True).first()


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
