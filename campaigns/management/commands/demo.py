"""`manage.py demo`: a campaign to look at, with people to sign in as."""

import hashlib
import hmac
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from campaigns import rulebooks
from campaigns.deadlines import ClockPolicy
from campaigns.models import Campaign
from campaigns.services import founding, seats

TITLE = "The demo table"
BOOK, SCENARIO = "world_at_war", "fall-1939"
MODERATOR = "moderator"


class Command(BaseCommand):
    """Founds the demo campaign once, and prints its sign-ins each time."""

    help = "Found the demo campaign, unless it is there, and print its sign-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which seats people have."""
        parser.add_argument(
            "--players",
            default="britain",
            help="powers played by people, separated by commas, or `all`; autopilots play the others",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Make what is missing and print the sign-ins."""
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
        slug = founding.create_campaign(
            by=moderator,
            rulebook=BOOK,
            scenario=SCENARIO,
            title=TITLE,
            policy=ClockPolicy(hours={"default": 72}, missed="autopilot"),
            bots=[power for power in powers if power not in wanted],
        )
        for power in wanted:
            seats.join(slug, by=_person(power, book.powers[power].name), powers=[power])
        founding.start(slug, by=moderator)

    def _print_sign_ins(self) -> None:
        campaign = Campaign.objects.get(title=TITLE, moderators__username=MODERATOR)
        people = [seat.person for seat in campaign.seats.select_related("person") if seat.person]
        people += list(campaign.moderators.all())
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
