"""The page that checks exports, opened from a disk."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from frontend import verifier
from tests.browser import verifier_files as made
from tests.browser.verifier_files import Content, entry_of

PATIENCE = 60_000


class Found(NamedTuple):
    """What the page says: its verdict, the lines of the checks by name, and all faults."""

    verdict: str
    first: str
    checks: dict[str, str]
    faults: str


@pytest.fixture(scope="module")
def page(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page, saved and opened from a disk."""
    file = tmp_path_factory.mktemp("saved") / verifier.NAME
    file.write_bytes(verifier.page())
    session = chromium.new_context()
    page = session.new_page()
    page.goto(file.as_uri())
    yield page
    session.close()


def checked(page: Page, data: bytes, *others: bytes) -> Found:
    """Have the page check a file, against others."""

    def upload(name: str, content: bytes) -> Any:
        return {"name": name, "mimeType": "application/json", "buffer": content}

    page.locator("#file").set_input_files(upload("export.json", data))
    page.locator("#others").set_input_files(
        [upload(f"other-{number}.json", one) for number, one in enumerate(others, 1)]
    )
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#progress")).to_have_text(re.compile("^Done|cannot"), timeout=PATIENCE)
    if page.locator("#result").is_hidden():
        return Found(page.locator("#progress").inner_text(), "", {}, "")
    lines = page.locator("#checks > li")
    said = lines.evaluate_all("all => all.map(one => [one.dataset.check, one.innerText])")
    faults = page.locator("#checks > .fault").all_inner_texts()
    verdict, first = (page.locator(f"#{one}").inner_text() for one in ("verdict", "first"))
    return Found(verdict, first, dict(said), "\n".join(faults))


_KEYED: list[tuple[bytes, made.Kept]] = []


@pytest.fixture
def keyed(db: None) -> bytes:
    """A campaign with seat keys that is over, of a site with a key; played once."""
    if not _KEYED:
        kept = made.with_seat_keys()
        _KEYED.append((made.with_site_keys(kept.whole), kept))
    return _KEYED[0][0]


def kept_of_it() -> made.Kept:
    """What its players kept of the campaign that ``keyed`` gives, once it has."""
    return _KEYED[0][1]


def another_order(content: Content) -> None:
    """Another order than was sealed, everywhere."""
    told = entry_of(content, "orders.released")["body"]
    phase = next(one for one in content["phases"] if one["number"] == told["phase"])
    for one in (told["orders"][0], phase["orders"][0]):
        one["order"] = {**one["order"], "points": {"east": 1}}
