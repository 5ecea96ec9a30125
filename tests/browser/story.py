"""A site of their own for the stories of a campaign that lives a year, and its clock.

`StorySite` is the whole site as its keeper starts it (`tests.faults.site`), on a clock that the tests
set: web, worker, sender, beat, PostgreSQL and Redis all see the time that a story says, so a deadline
strikes, a letter goes out and an absence ends by themselves, and nobody waits for it. Letters lie in a
folder, and what is posted and pushed reaches a receiver on loopback (`heard`).

All stories share the one site; each has people and campaigns of its own, and begins with a moment.
"""

import email
import email.policy
import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
from django.db import connection, transaction
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from accounts.models import User
from campaigns.models import Campaign, Heartbeat, Phase
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.faults.clock import SettableClock
from tests.faults.site import Site
from tests.stack_runner import wait_for

BERLIN = ZoneInfo("Europe/Berlin")
BETWEEN_LETTERS = "-" * 79


class Receiver(BaseHTTPRequestHandler):
    """Another site on this machine: it hears what is posted to it, and breaks over some paths."""

    heard: ClassVar[list[tuple[str, dict[str, str], bytes]]] = []

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        self.heard.append((self.path, dict(self.headers), self.rfile.read(size)))
        self.send_response(500 if self.path.startswith("/broken") else 201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class StorySite(Site):
    """The site of the stories; see above."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)
        self.clock = SettableClock(folder)
        self.letters = folder / "letters"
        self._ahead = timedelta()
        self._receiver = HTTPServer(("127.0.0.1", 0), Receiver)
        Thread(target=self._receiver.serve_forever, daemon=True).start()
        self.elsewhere = f"http://127.0.0.1:{self._receiver.server_port}"
        super().__init__(
            folder,
            **self.clock.environment,
            EMAIL_FILE_PATH=str(self.letters),
            OUTBOUND_ALLOW="127.0.0.1",
            VAPID_KEY=urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode(),
        )
        self.environment["SITE_ADDRESS"] = self.url

    def stop(self) -> None:
        """Stop it with its receiver."""
        super().stop()
        self._receiver.shutdown()
        self._receiver.server_close()

    @property
    def now(self) -> datetime:
        """The time of the site."""
        return datetime.now(BERLIN) + self._ahead

    def step_to(self, moment: datetime) -> None:
        """Set the clock, whatever runs; the programs take a jump for an outage."""
        self._ahead = moment - datetime.now(BERLIN)
        self.clock.step(self._ahead)

    def pass_to(self, moment: datetime) -> None:
        """Let the time go by to a moment, with everybody at work meanwhile."""
        with transaction.atomic(), connection.cursor() as cursor:
            # No sweep beats between the last pulse before and the first one after.
            cursor.execute("LOCK TABLE campaigns_heartbeat IN ACCESS EXCLUSIVE MODE")
            Heartbeat.objects.all().delete()
            self.step_to(moment)

    def away_until(self, moment: datetime) -> None:
        """An outage: every program ends, the time goes by, all are started again."""
        # The pulse after which it is silent.
        wait_for(Heartbeat.objects.exists, "a sweep", explain=self.explain)
        connection.close()
        Site.stop(self)
        self.step_to(moment)
        self.start()

    def posts(self, path: str) -> list[Any]:
        """What the receiver heard at a path, as JSON."""
        return [json.loads(body) for at, _, body in Receiver.heard if at == path]

    def letters_to(self, address: str) -> list[EmailMessage]:
        """What was mailed to somebody, in the order of sending."""
        files = sorted(self.letters.glob("*"), key=lambda file: file.stat().st_mtime_ns)
        texts = [text for file in files for text in file.read_text().split(BETWEEN_LETTERS)]
        found = [
            email.message_from_string(text.strip(), policy=email.policy.default)
            for text in texts
            if text.strip()
        ]
        return [one for one in found if one["To"] == address]


@dataclass
class Story:
    """One story: its people, each with a browser of their own, and the time."""

    site: StorySite
    open_session: Callable[..., BrowserContext]
    people: dict[str, Somebody] = field(default_factory=dict)

    def at(self, *moment: int) -> datetime:
        """Let the time go by to a moment, on the wall clock of Berlin."""
        found = datetime(*moment, tzinfo=BERLIN)
        self.site.pass_to(found)
        self._tell_browsers()
        return found

    def later(self, **by: float) -> datetime:
        """Let so much time go by (``hours=3``)."""
        found = self.site.now + timedelta(**by)
        self.site.pass_to(found)
        self._tell_browsers()
        return found

    def outage_until(self, *moment: int) -> None:
        """The site is away until a moment."""
        self.site.away_until(datetime(*moment, tzinfo=BERLIN))
        self._tell_browsers()

    def _tell_browsers(self) -> None:
        for somebody in self.people.values():
            somebody.session.clock.set_system_time(self.site.now)

    def enter(self, *names: str, **options: Any) -> list[Somebody]:
        """People who are signed in, each with an account in Berlin and an address for letters."""
        found = []
        for name in names:
            session = self.open_session(**options)
            session.clock.set_system_time(self.site.now)
            self.people[name] = Somebody(self.site.url, session, name)
            found.append(self.people[name])
        User.objects.filter(username__in=names).update(time_zone="Europe/Berlin")
        for name in names:
            User.objects.filter(username=name).update(email=self.address(name))
        return found

    def passer_by(self) -> Somebody:
        """Somebody without an account."""
        session = self.open_session()
        session.clock.set_system_time(self.site.now)
        return Somebody(self.site.url, session)

    def address(self, name: str) -> str:
        """Where letters to somebody go."""
        return f"{name}@example.org"

    def user(self, name: str) -> Any:
        """The account."""
        return User.objects.get(username=name)

    def campaign(self, *, by: str, seated: dict[str, str], **given: Any) -> Campaign:
        """A campaign that has begun: ``by`` moderates, ``seated`` says who plays which power, autopilots the
        ``bots``.
        """
        slug = campaigns.create_campaign(by=self.user(by), **given)
        token = Campaign.objects.get(slug=slug).invite_token
        for power, name in seated.items():
            seats.join(slug, by=self.user(name), powers=[power], token=token)
        campaigns.start(slug, by=self.user(by))
        return Campaign.objects.get(slug=slug)

    def next_phase(self, campaign: Campaign) -> Phase:
        """Let the deadline of the open phase pass; what is open when the clock has struck."""
        phase = Campaign.objects.get(pk=campaign.pk).phase
        assert phase is not None
        assert phase.closes_at is not None
        self.site.pass_to((phase.closes_at + timedelta(minutes=1)).astimezone(BERLIN))
        self._tell_browsers()
        rows = Campaign.objects.filter(pk=campaign.pk)
        self.until(rows.exclude(phase=phase).exists, f"the end of {phase.title}")
        return Phase.objects.get(campaign=campaign, pk=rows.get().phase_id)

    def until(self, happened: Callable[[], Any], what: str) -> None:
        """Wait until the site has done something by itself."""
        wait_for(lambda: bool(happened()), what, explain=self.site.explain)


def asks(somebody: Somebody, here: str, title: str, button: str, reason: str) -> None:
    """Put a question to the others on the page of the seats."""
    page = somebody.open(f"{here}/seats/")
    page.locator("#ask summary", has_text=title).click()
    page.locator(reason).fill("As we said")
    page.get_by_role("button", name=button).click()
    expect(page.locator(".question").first).to_be_visible()


def agrees(somebody: Somebody, here: str, number: int) -> None:
    """Agree to a question there; it is the last to do so."""
    page = somebody.open(f"{here}/seats/")
    button = page.locator(f"#question-{number}").get_by_role("button", name="I agree")
    button.click()
    expect(button).to_have_count(0)
    expect(page.locator("#questions")).to_be_visible()


@contextmanager
def told(site: StorySite, open_session: Any, patch: pytest.MonkeyPatch) -> Iterator[Story]:
    """A story, with this process on the site's database and at its time."""
    patch.setattr(timezone, "now", lambda: site.now)
    with site.database():
        yield Story(site, open_session)
