"""People at their browsers, for stories in which several of them play."""

import json
from typing import Any

from django.conf import settings
from playwright.sync_api import BrowserContext, Locator, Page, expect

from accounts.models import User
from campaigns.models import Campaign, Phase, Sheet
from campaigns.services.facts import perform_act
from campaigns.services.orders import orders
from tests.browser import policy
from tests.support.accounts import signed_in
from tests.support.campaigns import a_campaign
from tests.support.programs.runner import wait_for

KEPT = (Sheet.State.SEALED, Sheet.State.USED, Sheet.State.VOID)
"""What a seal that was kept can be: the phase that it was the last of is over at once."""

LIVE = 30_000
"""Milliseconds that a push may take on a busy machine."""

PASSWORD = "a-table-by-the-window-1939"


class Somebody:
    """One person with a browser session of their own; with a name signed in already, as one who was here yesterday."""

    def __init__(self, site: str, session: BrowserContext, name: str = "") -> None:
        self.site = site
        self.session = session
        self.name = name
        policy.watch(session)
        self.page: Page = session.new_page()
        self.frames: list[dict[str, Any]] = []
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        if name:
            self._come_back(person_of(name))

    def _received(self, frame: Any) -> None:
        self.frames.append(json.loads(frame if isinstance(frame, str) else frame.decode()))

    def _come_back(self, user: User) -> None:
        """Signed in already, as one who was here yesterday: the browser has its cookie."""
        known = signed_in(user)
        name = settings.SESSION_COOKIE_NAME
        value = known.cookies[name].value
        self.session.add_cookies([{"name": name, "value": value, "url": self.site}])

    def sign_in(self) -> None:
        """Through the page, as everybody does."""
        self.page.goto(f"{self.site}/accounts/sign-in/")
        self.fill_in_who()
        expect(self.page.locator(".who")).to_contain_text("Sign out")

    def fill_in_who(self) -> None:
        """Name and password on the page for signing in, and send them."""
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in", exact=True).click()

    def open(self, path: str) -> Page:
        """Go to a page of the site."""
        self.page.goto(f"{self.site}{path}")
        return self.page

    def watching(self, path: str) -> Page:
        """Go to a page of the site, and wait until it hears news."""
        self.open(path)
        expect(self.page.locator("html[data-live=on]")).to_be_attached(timeout=LIVE)
        return self.page

    @property
    def heading(self) -> Locator:
        """The phase as the page's title."""
        return self.page.locator("#strip h1")

    @property
    def orders(self) -> Locator:
        """The box of my orders."""
        return self.page.locator("#orders")

    def readiness(self, power: str) -> Locator:
        """How far a power is, as this person sees it."""
        return self.page.locator(".readiness tr", has_text=power)

    def roll_beside(self, name: str) -> Locator:
        """The pending rolls that stand in the row of a control."""
        return self.orders.locator(f"li:has([name='{name}']) details[data-roll]")

    def place(self, **points: int) -> None:
        """Spread points with the − and + of the form."""
        for target, wanted in points.items():
            more = self.orders.locator(f"li:has([name='points.{target}']) button[data-step='1']")
            for _ in range(wanted):
                more.click()
            expect(self.orders.locator(f"[name='points.{target}']")).to_have_value(str(wanted))

    def is_sure(self) -> None:
        """Having read what would come of an act, do it."""
        self.page.locator(".sure form button.primary").click()

    def is_asked_in(self, phase: Phase, timeout: float) -> None:
        """Wait until the form on my page is that of this phase; the heading may be there first."""
        number = self.orders.locator("form[data-orders] [name=phase]")
        expect(number).to_have_value(str(phase.number), timeout=timeout)

    def seal(self) -> None:
        """Seal what the form holds now; once something is sealed, it stands behind a button."""
        change = self.orders.locator("#change-orders:not([open]) > summary")
        if change.count():
            change.click()
        self.orders.locator("button[name=action][value=seal]").click()

    def seal_and_wait(self, phase: Phase, power: str) -> None:
        """The same, and wait until the seal is kept; the phase may be over by then."""
        self.seal()
        wait_for(lambda: has_sealed(phase, power), f"the seal of {power} in {phase.title}")

    def invitation(self) -> str:
        """The address of the link on the desk that is on my page, which is shown this once."""
        return self.page.locator("input[readonly][id^='invite-']").input_value()


def has_sealed(phase: Phase, power: str) -> bool:
    """Whether a power's seal is kept, in a phase that is open or over."""
    return phase.sheets.filter(power=power, state__in=KEPT).exists()


def person_of(name: str) -> User:
    """The account of a name; who has none yet gets one."""
    known = User.objects.filter(username=name).first()
    return known or User.objects.create_user(username=name, password=PASSWORD)


def window_table(*, moderator: str, britain: str, germany: str) -> Campaign:
    """A campaign of A World at War that runs: the people named play two powers, autopilots the rest.

    One of the two moderates too.
    """
    players = {"britain": person_of(britain), "germany": person_of(germany)}
    by = person_of(moderator)
    return a_campaign(book="world_at_war", by=by, seats=players, title="The Window Table").campaign


def declare(campaign: Campaign, **facts: object) -> None:
    """Germany's player declares facts; dots in their keys are written as ``__``."""
    perform_act.perform_act(
        campaign.slug,
        by=campaign.seats.get(power="germany").person,
        power="germany",
        act={"kind": "declare", "facts": {k.replace("__", "."): v for k, v in facts.items()}},
    )


def seal(campaign: Campaign, power: str, *, ready: bool = True, **points: int) -> None:
    """A player seals their points of the first phase elsewhere."""
    orders.seal_orders(
        campaign.slug,
        by=campaign.seats.get(power=power).person,
        power=power,
        order={"kind": "place", "points": points},
        phase=1,
        ready=ready,
    )


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
