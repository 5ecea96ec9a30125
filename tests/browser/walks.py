"""What a screen reader meets on a page, in its order.

Each walk is a text in the folder ``walks``, to be read from top to bottom: landmarks, headings and controls with
the names by which they are told. A walk may leave out what stands between; what it names is there, in that
order and within what it is indented under.
"""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

FOLDER = Path(__file__).parent / "walks"
PATIENCE = 2_000


def otherwise(page: Page, address: str, name: str) -> list[str]:
    """A line if a page is met otherwise than its walk says."""
    if folder := os.environ.get("WALKS", ""):
        (Path(folder) / f"{name}.yaml").write_text(page.locator("body").aria_snapshot())
    walk = (FOLDER / f"{name}.yaml").read_text()
    try:
        expect(page.locator("body")).to_match_aria_snapshot(walk, timeout=PATIENCE)
    except AssertionError as said:
        return [f"{address} is not met as {name}.yaml says: {said}"]
    return []
