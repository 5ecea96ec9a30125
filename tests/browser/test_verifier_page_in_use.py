"""The page that checks exports, given whole campaigns of ten years, and files that are dropped on it."""

import base64
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from rules import registry
from tests.browser import verifier_files as made
from tests.browser.verifier_page import (
    PATIENCE,
    another_order,
    checked,
    kept_of_it,
    keyed,
    page,
)
from tests.support.campaigns import tiny_book
from tests.support.exports import third_verifier as third

__all__ = ["keyed", "page", "tiny_book"]

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("verifier page")]

DRAGGED = (
    "kind => document.body.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true}))"
)
DROPPED = """files => {
  const dragged = new DataTransfer();
  for (const [name, data] of files) {
    dragged.items.add(new File([Uint8Array.from(atob(data), one => one.charCodeAt(0))], name));
  }
  const told = { bubbles: true, cancelable: true, dataTransfer: dragged };
  return !document.querySelector("h1").dispatchEvent(new DragEvent("drop", told));
}"""
"""What a person does who drags files over the page; whether the page took them."""


# -- ten years ----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", sorted(registry.BOOKS))
def test_ten_years_of_each_book_hold(page: Page, db: None, tmp_path: Path, book: str) -> None:
    data = made.ten_years(book)
    found = checked(page, data)
    assert found.faults == ""
    assert found.verdict == "Everything that was checked here holds"
    assert found.checks["site's secret"].startswith("ok")
    _holds_by_the_command(tmp_path, data)


def test_ten_years_with_seat_keys_and_one_that_was_lost_hold_for_all_three(
    page: Page, db: None, tmp_path: Path
) -> None:
    data = made.ten_years_with_seat_keys()
    found = checked(page, data)
    assert (found.faults, found.verdict) == ("", "Everything that was checked here holds")
    assert found.checks["seat keys"].startswith("ok")
    assert "for britain the site alone vouches, at least in part" in found.checks["seat keys"]
    _holds_by_the_command(tmp_path, data)
    assert list(third.verify(data)) == []
    vouched = third.vouched_for(json.loads(data))
    assert vouched["britain"]["the site's word"] == 1
    assert vouched["germany"].keys() == {"signed"}
    assert vouched["germany"]["signed"] > 80


def _holds_by_the_command(folder: Path, data: bytes) -> None:
    """`manage.py verify` plays ten years again, and finds nothing wrong."""
    path, out = folder / "campaign.json", StringIO()
    path.write_bytes(data)
    call_command("verify", path, stdout=out)
    assert " 0 faults, 0 not checked" in out.getvalue()


# -- dropping -----------------------------------------------------------------------------------


def test_files_that_are_dropped_are_checked_the_export_first(page: Page, keyed: bytes) -> None:
    """Wherever on the page, in whatever order; what is no export is compared with it."""
    kept = kept_of_it()
    page.reload()
    page.evaluate(DRAGGED, "dragover")
    expect(page.locator("body")).to_have_class("dropping")
    page.evaluate(DRAGGED, "dragleave")
    expect(page.locator("body")).not_to_have_class("dropping")
    page.evaluate(DRAGGED, "dragover")
    files_ = [("heads.json", kept.heads), ("campaign.json", kept.whole), ("old.json", kept.older)]
    stays = page.url
    dropped = page.evaluate(
        DROPPED, [[name, base64.b64encode(data).decode()] for name, data in files_]
    )
    assert dropped, "the browser would have opened the files instead"
    expect(page.locator("#verdict")).to_have_text("Everything that was checked here holds")
    expect(page.locator("#progress")).to_have_text(re.compile("^Done"), timeout=PATIENCE)
    assert page.url == stays
    lines = page.locator("#checks > li").evaluate_all("all => all.map(one => one.dataset.check)")
    assert {"against heads.json", "against old.json"} <= set(lines)
    expect(page.locator("body")).not_to_have_class("dropping")

    # A file that was chosen stays the one that is checked; what is dropped then is compared with it.
    upload = {"name": "campaign.json", "mimeType": "application/json", "buffer": kept.whole}
    page.locator("#file").set_input_files([upload])
    altered = made.rewritten(kept.whole, another_order)
    page.evaluate(DROPPED, [["other.json", base64.b64encode(altered).decode()]])
    expect(page.locator("#first")).to_contain_text("log entry")
    assert (
        page.locator("#checks > .fault").first.get_attribute("data-check") == "against other.json"
    )

    # Nothing that can be checked: it says so, and asks for a file.
    page.reload()
    page.evaluate(DROPPED, [["notes.txt", base64.b64encode(b"nothing").decode()]])
    expect(page.locator("#progress")).to_have_text("Choose the exported file first.")
