"""The pictures of the documentation: a site as `make play` starts it, opened and photographed.

    make docs-pictures

starts a site of its own with the demo campaign and the finished ones, signs in with what it prints,
opens each page of `PICTURES` as its reader and writes `docs/pictures/NAME.jpg` and, in the dark,
`NAME-dark.jpg`. Nothing is drawn or touched up, so a picture that looks wrong is a page that looks wrong.
`tests/web/test_docs_pictures.py` looks whether the documentation shows each of them, and nothing else.
"""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from campaigns.as_it_happened import files
from core.paths import BASE_DIR
from tests.support.programs.chromium import CHROMIUM_FLAGS, chromium_path
from tests.support.programs.runner import LOOPBACK, free_port, wait_for

FOLDER = BASE_DIR / "docs" / "pictures"
DESK = {"width": 1400, "height": 900}
THEMES = {"light": "", "dark": "-dark"}
"""What each theme adds to the name of a picture."""
OPEN_SECONDS = 600.0
FINISHED_SECONDS = 1800.0
SIGN_IN = re.compile(r"^\s{2}(\w+)\s+([0-9a-f]{12})$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A page as one reader sees it. ``path`` may hold ``{demo}`` and the key of a rulebook, for the slugs
    of the campaigns; ``reader`` is who is signed in, empty for a visitor.
    """

    name: str
    path: str
    reader: str = ""
    place: tuple[tuple[str, int], ...] = ()
    """Points that are placed first, by country."""


PICTURES = (
    Picture(name="lobby", path="/", reader="britain"),
    Picture(
        name="campaign",
        path="/c/{demo}/",
        reader="britain",
        place=(("turkey", 1),),
    ),
    Picture(name="desk", path="/c/{demo}/desk/", reader="moderator"),
    Picture(name="display", path="/c/{days_of_decision}/history/71/"),
    Picture(name="chronicle", path="/c/{world_at_war}/"),
)


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = free_port()
        log = Path(folder) / "up.log"
        environment = {**os.environ, "CHANCELLERY_VAR": f"{folder}/var", "PORT": str(port)}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        with log.open("wb") as output:
            site = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=BASE_DIR,
                env=environment,
                stdout=output,
                stderr=output,
            )
        try:
            books = [*files.pinned()]
            wait_for(
                lambda: "is open at" in log.read_text(), "the site", OPEN_SECONDS, log.read_text
            )
            wait_for(
                lambda: all(
                    f"/c/{files.pinned()[book]['slug']}/" in log.read_text() for book in books
                ),
                "the finished campaigns",
                FINISHED_SECONDS,
                log.read_text,
            )
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=list(CHROMIUM_FLAGS)
            )
            _photograph(
                browser, f"http://{LOOPBACK}:{port}", dict(SIGN_IN.findall(log.read_text()))
            )
            browser.close()
        finally:
            site.terminate()
            site.wait(60)


def _photograph(browser: Browser, address: str, words: dict[str, str]) -> None:
    """Open each page as its reader; ``words`` are the passwords of the demo."""
    slugs = {book: str(found["slug"]) for book, found in files.pinned().items()}
    for picture in PICTURES:
        session = browser.new_context(viewport=DESK, color_scheme="light", reduced_motion="reduce")
        page = session.new_page()
        if picture.reader:
            _sign_in(page, address, picture.reader, words[picture.reader])
            slugs["demo"] = _demo(page, address)
        page.goto(f"{address}{picture.path.format(**slugs)}")
        for country, points in picture.place:
            for _ in range(points):
                more = f"li:has([name='points.{country}']) button[data-step='1']"
                page.locator(more).first.click(timeout=5000)
        page.wait_for_load_state("networkidle")
        page.evaluate("window.scrollTo(0, 0)")
        for theme, ending in THEMES.items():
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            path = FOLDER / f"{picture.name}{ending}.jpg"
            page.screenshot(path=path, type="jpeg", quality=82)
        session.close()


def _sign_in(page: Page, address: str, name: str, word: str) -> None:
    page.goto(f"{address}/accounts/sign-in/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(word)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".who").wait_for()


def _demo(page: Page, address: str) -> str:
    """The slug of the demo campaign, as the lobby links it."""
    page.goto(address)
    link = page.get_by_role("link", name="The demo table").first.get_attribute("href") or ""
    return link.strip("/").split("/")[1]


if __name__ == "__main__":
    main()
