"""The pictures of the documentation: a site as `make play` starts it, opened and photographed.

    make docs-pictures

starts a site of its own with the demo campaign and the finished ones, signs in with what it prints,
opens each page of `PICTURES` as its reader and writes `docs/pictures/NAME.webp` and, of some, in the dark
`NAME-dark.webp`; pictures of another name go. With `DOCS_SITE` (an address) and `DOCS_SIGN_INS` (what that site printed
as it started) it photographs a site that runs already. Nothing is drawn or touched up, so a picture that looks wrong is
a page that looks wrong. All of them together may have `MOST_BYTES`, or nothing is written.
`tests/web/test_docs_pictures.py` looks whether the documentation shows each of them, and nothing else.
"""

import base64
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from campaigns.as_it_happened import files
from core.paths import BASE_DIR
from tests.support.programs.chromium import CHROMIUM_FLAGS, chromium_path
from tests.support.programs.runner import LOOPBACK, free_port, wait_for

FOLDER = BASE_DIR / "docs" / "pictures"
DESK = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 844}
THEMES = {"light": "", "dark": "-dark"}
"""What each theme adds to the name of a picture."""
MOST_BYTES = 1_500_000
QUALITY = 0.8
AS_WEBP = """async ([png, quality]) => {
    const from = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(from.width, from.height);
    canvas.getContext("2d").drawImage(from, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({type: "image/webp", quality})).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
"""A picture made small by the browser itself, on an empty page."""
TO_THE_TOP = "at => at ? document.querySelector(at).scrollIntoView() : window.scrollTo(0, 0)"
OPEN_SECONDS = 600.0
FINISHED_SECONDS = 1800.0
SIGN_IN = re.compile(r"^\s{2}(\w+)\s+([0-9a-f]{12})$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A page as one reader sees it. ``path`` may hold ``{demo}`` and the key of a rulebook, for the slugs
    of the campaigns; ``reader`` is who is signed in, empty for a visitor. On a page of first games one begins the game
    ``begin``, and its picture is that of the campaign.
    """

    name: str
    path: str
    reader: str = ""
    begin: str = ""
    place: tuple[tuple[str, int], ...] = ()
    """Points that are placed first, by country."""
    card: tuple[str, str] = ("", "")
    """A card that is chosen first, and the minor that it is for and would move."""
    at: str = ""
    """What stands at the top of it, where that is not the top of the page."""
    steps: int = 0
    """So many cards of a reveal are turned first."""
    dark: bool = False
    phone: bool = False
    founds: str = ""
    """The page founds campaigns: one of this name is founded, and its invitation photographed. It stands in the lobby
    then, so that comes last.
    """

    @property
    def themes(self) -> tuple[str, ...]:
        """The themes in which it is taken."""
        return ("light", "dark") if self.dark else ("light",)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of its files."""
        return tuple(f"{self.name}{THEMES[theme]}.webp" for theme in self.themes)


PICTURES = (
    Picture(name="lobby", path="/"),
    Picture(
        name="first-game",
        path="/first-game/",
        begin="diplomacy",
        place=(("belux", 3), ("greece", 1)),
    ),
    Picture(
        name="campaign", path="/c/{demo}/", reader="britain", place=(("turkey", 1),), dark=True
    ),
    Picture(
        name="hand",
        path="/first-game/",
        begin="options",
        card=("ipo-3", "hungary"),
        at="#orders",
    ),
    Picture(name="phone", path="/c/{demo}/", reader="britain", phone=True),
    Picture(name="desk", path="/c/{demo}/desk/", reader="moderator"),
    Picture(name="reveal", path="/c/{days_of_decision}/reveal/70/", steps=4, dark=True),
    Picture(name="history", path="/c/{days_of_decision}/history/70/"),
    Picture(name="chronicle", path="/c/{world_at_war}/", dark=True),
    Picture(name="rules", path="/c/{world_at_war}/rule/?ref=49.4"),
    Picture(name="founding", path="/new/?book=days_of_decision", reader="moderator"),
    Picture(
        name="invitation",
        path="/new/?book=days_of_decision",
        reader="moderator",
        founds="The long table",
    ),
)


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if "DOCS_SITE" in os.environ:
        said = Path(os.environ["DOCS_SIGN_INS"]).read_text()
        _write(_photographed(os.environ["DOCS_SITE"].rstrip("/"), dict(SIGN_IN.findall(said))))
        return
    with tempfile.TemporaryDirectory() as folder:
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
            addresses = [f"/c/{found['slug']}/" for found in files.pinned().values()]
            wait_for(
                lambda: "is open at" in log.read_text(), "the site", OPEN_SECONDS, log.read_text
            )
            wait_for(
                lambda: all(address in log.read_text() for address in addresses),
                "the finished campaigns",
                FINISHED_SECONDS,
                log.read_text,
            )
            sign_ins = dict(SIGN_IN.findall(log.read_text()))
            _write(_photographed(f"http://{LOOPBACK}:{port}", sign_ins))
        finally:
            site.terminate()
            site.wait(60)


def _photographed(address: str, words: dict[str, str]) -> dict[str, bytes]:
    """The pictures of a site by the names of their files; ``words`` are the passwords of the demo."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=list(CHROMIUM_FLAGS)
        )
        return dict(_photograph(browser, address, words))


def _write(pictures: dict[str, bytes]) -> None:
    """Keep these pictures and no others. Raises ``SystemExit`` where they are too large."""
    size = sum(map(len, pictures.values()))
    if size > MOST_BYTES:
        raise SystemExit(f"{size} bytes of pictures; at most {MOST_BYTES} may go with the source.")
    for old in FOLDER.iterdir():
        old.unlink()
    for name, picture in sorted(pictures.items()):
        (FOLDER / name).write_bytes(picture)
        print(f"{len(picture) // 1000:5} kB  {name}")  # noqa: T201 - what the command says
    print(f"{size // 1000:5} kB together")  # noqa: T201


def _photograph(
    browser: Browser, address: str, words: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    """Open each page as its reader."""
    slugs = {book: str(found["slug"]) for book, found in files.pinned().items()}
    empty = browser.new_page()
    for picture in PICTURES:
        session = browser.new_context(
            viewport=PHONE if picture.phone else DESK, color_scheme="light", reduced_motion="reduce"
        )
        page = session.new_page()
        if picture.reader:
            _sign_in(page, address, picture.reader, words[picture.reader])
            slugs["demo"] = _demo(page, address)
        answer = page.goto(f"{address}{picture.path.format(**slugs)}")
        if answer is None or not answer.ok:
            raise SystemExit(f"{picture.name}: {picture.path} is not there.")
        if picture.founds:
            page.goto(f"{address}{_invitation(page, picture.founds)}")
        _act(page, picture)
        page.wait_for_load_state("networkidle")
        page.evaluate(TO_THE_TOP, picture.at)
        for theme, name in zip(picture.themes, picture.files, strict=True):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            shot = base64.b64encode(page.screenshot()).decode()
            yield name, base64.b64decode(empty.evaluate(AS_WEBP, [shot, QUALITY]))
        session.close()


def _act(page: Page, picture: Picture) -> None:
    """What is done on the open page before it is taken."""
    if picture.begin:
        page.locator(f"form:has([value='{picture.begin}']) button").click()
        page.locator(".guide .say").wait_for()
    for country, points in picture.place:
        for _ in range(points):
            more = f"li:has([name='points.{country}']) button[data-step='1']"
            page.locator(more).first.click(timeout=5000)
    if picture.card[0]:
        _choose(page, *picture.card)
    for _ in range(picture.steps):
        page.keyboard.press("ArrowRight")


def _sign_in(page: Page, address: str, name: str, word: str) -> None:
    page.goto(f"{address}/accounts/sign-in/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(word)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".who").wait_for()


def _invitation(page: Page, title: str) -> str:
    """Found a campaign by the form that is open; the address of its invitation, as the desk shows it."""
    page.locator("[name=title]").fill(title)
    page.locator("[name=take]").first.check()
    page.get_by_role("button", name="Create campaign").click()
    page.get_by_role("heading", name="The moderator's desk").wait_for()
    found = re.search(r"/join/[\w-]+/", page.content())
    if found is None:
        raise SystemExit(f"The desk of {title} shows no invitation.")
    return found[0]


def _choose(page: Page, card: str, minor: str) -> None:
    """Choose a card, aim it at a minor and let that move."""
    page.locator(f"#card-{card} .choose input").check()
    for key in ("minor", "activate"):
        page.locator(f"select[name$='{card}.{key}']").select_option(minor)
    page.locator(f"#card-{card} p.mine").wait_for()
    # The guide stands over the page and has been told of elsewhere.
    page.locator(".guide-box").evaluate("guide => guide.remove()")


def _demo(page: Page, address: str) -> str:
    """The slug of the demo campaign, as the lobby links it."""
    page.goto(address)
    link = page.get_by_role("link", name="The demo table").first.get_attribute("href") or ""
    return link.strip("/").split("/")[1]


if __name__ == "__main__":
    main()
