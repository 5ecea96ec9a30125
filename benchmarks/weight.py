"""What a campaign page weighs in a browser: bytes on the wire, first content, shifts of its layout.

A campaign of each rulebook is read in Chromium by a visitor and by a player, each with an empty cache,
over a line of 1.6 Mbit/s on which each request waits 400 ms (the emulation of its developer tools). Then
phases are resolved while both pages are open: what they fetch after the news is what a change of
phase weighs. So is a first visit of the history and of the map, and a step in the history. Images and fonts are set aside. Shifts are what the browser itself notes, on each kind of
page, at two widths.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import seeding
from benchmarks.figures import Figure
from benchmarks.site import LOOPBACK, Site
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.models import Campaign, Seat
from campaigns.services.advance import end_phase
from campaigns.services.lifecycle import campaigns

BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--no-first-run",
)
LATENCY_MS = 400
BYTES_A_SECOND = 1_600_000 / 8
WIDTHS = {"1,400 px": (1400, 900), "390 px": (390, 844)}
MOST_VISIT_KB = 100.0
MOST_CHANGE_KB = 30.0
MOST_SHIFT = 0.1
MOST_FIRST_S = 1.6
SETTLED_MS = 1500
SET_ASIDE = ("Image", "Font")

#: A rulebook, its scenario, the power that the player plays, and the phases of a turn.
TABLES = (
    ("world_at_war", "fall-1939", "britain", 5),
    ("days_of_decision", "1936", "germany", 4),
    ("war_game_1939", "1939", "germany", 6),
    ("world_in_flames", "grand-campaign", "axis", 3),
)
OTHERS = {"history": "history/", "the map": "facts/"}
"""Pages whose first visits are weighed as well, by a player; each is scrolled to its end."""
STEPS = 2
"""Phases that are stepped back on the page of the history."""
KINDS = ("", "history/", "log/", "facts/", "seats/")
"""Pages of a campaign."""
KINDS_OF = {"days_of_decision": ("agreements/",), "world_at_war": ("countries/", "ledgers/")}
"""Those that a book has besides."""

WATCHING = """
window.__seen = { shift: 0, first: 0 };
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.__seen.shift += one.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    if (one.name === "first-contentful-paint") window.__seen.first = one.startTime;
}).observe({ type: "paint", buffered: true });
"""


class Reader:
    """Somebody with a fresh browser: what came over the wire to their page, headers included."""

    def __init__(
        self, browser: Browser, address: str, chair: seeding.Chair | None, width: str
    ) -> None:
        """Nothing is open yet. A ``chair`` signs them in."""
        across, down = WIDTHS[width]
        self._session = browser.new_context(viewport={"width": across, "height": down})
        if chair is not None:
            known = {"sessionid": chair.cookie, "csrftoken": chair.csrf}
            self._session.add_cookies(
                [{"name": name, "value": value, "url": address} for name, value in known.items()]
            )
        self._session.add_init_script(WATCHING)
        self._address = address
        self._kinds: dict[str, str] = {}
        self._bytes: Counter[str] = Counter()
        self.page: Page = self._session.new_page()
        tools = self._session.new_cdp_session(self.page)
        tools.send("Network.enable")
        tools.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY_MS,
                "downloadThroughput": BYTES_A_SECOND,
                "uploadThroughput": BYTES_A_SECOND,
            },
        )
        tools.on("Network.responseReceived", self._begins)
        tools.on("Network.loadingFinished", self._ends)
        tools.on("Network.webSocketFrameReceived", self._frame)

    def _begins(self, event: dict[str, Any]) -> None:
        self._kinds[event["requestId"]] = event["type"]

    def _ends(self, event: dict[str, Any]) -> None:
        self._bytes[self._kinds.get(event["requestId"], "?")] += event["encodedDataLength"]

    def _frame(self, event: dict[str, Any]) -> None:
        self._bytes["WebSocket"] += len(event["response"]["payloadData"])

    def visit(self, path: str) -> None:
        """Open a page and wait until it has all that it asks for."""
        answer = self.page.goto(f"{self._address}{path}")
        if answer is None or answer.status != 200:
            raise RuntimeError(f"{path} was not answered: {answer and answer.status}")
        self.page.wait_for_load_state("networkidle")
        self.settle()

    def settle(self) -> None:
        """Wait for what comes by itself."""
        self.page.wait_for_timeout(SETTLED_MS)

    @property
    def kilobytes(self) -> float:
        """All but images and fonts."""
        return sum(size for kind, size in self._bytes.items() if kind not in SET_ASIDE) / 1000

    @property
    def set_aside(self) -> float:
        """Images and fonts."""
        return sum(self._bytes[kind] for kind in SET_ASIDE) / 1000

    @property
    def shift(self) -> float:
        """How far the layout has moved by itself."""
        return float(self.page.evaluate("__seen.shift"))

    @property
    def first(self) -> float:
        """Seconds to the first content."""
        return float(self.page.evaluate("__seen.first")) / 1000

    def leave(self) -> None:
        """Close the browser."""
        self._session.close()


def measure(site: Site, *, quick: bool = False) -> list[Figure]:
    """Weights, first content and shifts in each rulebook."""
    found: list[Figure] = []
    with _chromium() as browser:
        address = f"http://{LOOPBACK}:{site.ports[0]}"
        for book, scenario, power, turn in TABLES:
            slug, chair = _table(book, scenario, power)
            bench = _Bench(browser, address, book, slug, chair)
            for _ in range(turn):
                bench.change_phase()
            found += bench.visits(runs=1 if quick else 3)
            found += bench.others()
            found += bench.changes(1 if quick else turn)
            found.append(bench.shifts(quick=quick))
    order = {figure.what: at for at, figure in reversed(list(enumerate(found)))}
    return sorted(found, key=lambda figure: order[figure.what])


@contextmanager
def _chromium() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread; what we ask the database is plainly synchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _table(book: str, scenario: str, power: str) -> tuple[str, seeding.Chair]:
    """A running campaign that moves on when we say so, with a player in one seat."""
    slug = campaigns.create_campaign(
        by=seeding.moderator(),
        rulebook=book,
        scenario=scenario,
        title="In a browser",
        policy=ClockPolicy(hours={"default": 2000}, advance="deadline_only"),
    )
    person = get_user_model().objects.create_user(username=f"reader-of-{book}")
    Seat.objects.filter(campaign__slug=slug, power=power).update(person=person)
    campaigns.start(slug, by=seeding.moderator())
    return slug, seeding.Chair(slug, power, *seeding.signed_in(person))


class _Bench:
    """One campaign and its two readers."""

    def __init__(
        self, browser: Browser, address: str, book: str, slug: str, chair: seeding.Chair
    ) -> None:
        self._browser, self._address = browser, address
        self._book, self._slug = book, slug
        self._readers = {"visitor": None, "player": chair}

    def change_phase(self) -> None:
        """Resolve the phase in play."""
        number = Campaign.objects.values_list("phase__number", flat=True).get(slug=self._slug)
        end_phase.force(self._slug, by=seeding.moderator(), phase=number or 0, reason="Measured.")

    def visits(self, *, runs: int) -> Iterator[Figure]:
        """First visits of the campaign page: bytes, and seconds to the first content."""
        for name in self._readers:
            weights, firsts, aside = [], [], 0.0
            for _ in range(runs):
                with self._reader(name, "1,400 px") as reader:
                    reader.visit(f"/c/{self._slug}/")
                    weights.append(reader.kilobytes)
                    firsts.append(reader.first)
                    aside = reader.set_aside
            note = f"{max(weights) + aside:.1f} kB with fonts and images"
            yield self._figure(f"first visit, {name}", "kB", weights, MOST_VISIT_KB, note)
            yield self._figure(f"first content, {name}", "s", firsts, MOST_FIRST_S)

    def others(self) -> Iterator[Figure]:
        """First visits of the history and of the map, and steps from one past phase to another."""
        for what, path in OTHERS.items():
            with self._reader("player", "1,400 px") as reader:
                reader.visit(f"/c/{self._slug}/{path}")
                reader.page.mouse.wheel(0, 9000)
                reader.settle()
                yield self._figure(
                    f"first visit of {what}, player", "kB", [reader.kilobytes], MOST_VISIT_KB
                )
                if line := reader.page.query_selector("#time-line"):
                    before, steps = reader.kilobytes, list[float]()
                    for _ in range(STEPS):
                        line.focus()
                        line.press("ArrowLeft")
                        reader.page.wait_for_load_state("networkidle")
                        reader.settle()
                        steps.append(reader.kilobytes - before)
                        before = reader.kilobytes
                        line = reader.page.wait_for_selector("#time-line") or line
                    yield self._figure(f"step in {what}, player", "kB", steps, MOST_CHANGE_KB)

    def changes(self, phases: int) -> Iterator[Figure]:
        """What open pages fetch after each of some changes of phase."""
        with (
            self._reader("visitor", "1,400 px") as visitor,
            self._reader("player", "1,400 px") as player,
        ):
            readers = {"visitor": visitor, "player": player}
            for reader in readers.values():
                reader.visit(f"/c/{self._slug}/")
            weights: dict[str, list[float]] = {name: [] for name in readers}
            whole: dict[str, list[float]] = {name: [] for name in readers}
            for _ in range(phases):
                before = {name: reader.kilobytes for name, reader in readers.items()}
                aside = {name: reader.set_aside for name, reader in readers.items()}
                self.change_phase()
                for reader in readers.values():
                    reader.settle()
                    reader.page.wait_for_load_state("networkidle")
                    reader.settle()
                for name, reader in readers.items():
                    weights[name].append(reader.kilobytes - before[name])
                    whole[name].append(weights[name][-1] + reader.set_aside - aside[name])
        for name, of_it in weights.items():
            most = f"most {max(of_it):.1f} kB, {max(whole[name]):.1f} kB with fonts and images"
            yield self._figure(f"change of phase, {name}", "kB", of_it, MOST_CHANGE_KB, most)

    def shifts(self, *, quick: bool) -> Figure:
        """The worst shift of all kinds of pages, by whom and where."""
        worst, where = 0.0, "on no page"
        kinds = KINDS[:1] if quick else (*KINDS, *KINDS_OF.get(self._book, ()))
        paths = [f"/c/{self._slug}/{kind}" for kind in kinds] + ([] if quick else ["/"])
        for name in self._readers:
            for width in WIDTHS:
                for path in paths:
                    with self._reader(name, width) as reader:
                        reader.visit(path)
                        if reader.shift > worst:
                            kind = path.removeprefix(f"/c/{self._slug}/") or "campaign page"
                            worst, where = reader.shift, f"{kind}, {name}, {width}"
        return self._figure("layout shift, worst page", "", [worst], MOST_SHIFT, where)

    @contextmanager
    def _reader(self, name: str, width: str) -> Iterator[Reader]:
        reader = Reader(self._browser, self._address, self._readers[name], width)
        try:
            yield reader
        finally:
            reader.leave()

    def _figure(
        self, what: str, unit: str, runs: list[float], target: float, note: str = ""
    ) -> Figure:
        return Figure(
            group="Weight",
            what=what,
            unit=unit,
            runs=tuple(runs),
            size=self._book,
            target=target,
            note=note,
        )
