"""A player's browser keeps receipts and heads by itself, and notices when the site tells another story."""

import json
from pathlib import Path

from playwright.sync_api import expect

from campaigns.models import LogEntry
from campaigns.proofs.receipt_files import ReceiptsFile
from campaigns.selectors.export import export
from rules.kernel.serial import load
from tests.browser.tables import campaign_of
from verifier import verify

KEPT = "name => JSON.parse(localStorage.getItem(name) ?? 'null')"


def test_receipts_and_heads_are_kept_saved_as_one_file_and_compared(
    somebody, tmp_path: Path
) -> None:
    campaign = campaign_of(somebody)
    name = f"chancellery.receipts.{campaign.slug}"
    page = somebody.open(f"/c/{campaign.slug}/")
    page.wait_for_load_state("networkidle")
    # What the browser brought to the dice is the first thing that it has a receipt for.
    page.reload()
    page.wait_for_function(
        "name => Object.keys(JSON.parse(localStorage.getItem(name) ?? '{}').receipts ?? {}).length",
        arg=name,
    )
    store = page.evaluate(KEPT, name)
    last = LogEntry.objects.filter(campaign=campaign).latest("seq")
    assert store["heads"][str(last.seq)] == last.hash
    entry = LogEntry.objects.get(campaign=campaign, kind="dice.seat")
    assert store["receipts"][str(entry.seq)]["hash"] == entry.hash
    expect(page.locator("#log-head")).to_contain_text(last.hash)
    expect(page.get_by_role("alert")).to_have_count(0)

    # On a telephone the bar with the seal lies over the page, and not over its foot.
    page.set_viewport_size({"width": 390, "height": 844})
    with page.expect_download() as download:
        page.get_by_role("link", name="Your receipts").click()
    path = tmp_path / "receipts.json"
    download.value.save_as(path)
    saved = load(path.read_bytes(), ReceiptsFile)
    assert all(receipt.holds for receipt in saved.receipts)
    checks = verify(b"".join(export(campaign.slug)), others=[("receipts", path.read_bytes())])
    (against,) = [check for check in checks if check.name == "against receipts"]
    assert (against.faults, against.left) == ([], [])

    # Another story: the site now has another entry in the place of one that was shown.
    first = min(store["heads"], key=int)
    other = {**store, "checked": 0, "heads": {**store["heads"], first: "ab" * 32}}
    page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, json.dumps(other)])
    page.reload()
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text(f"says of log entry {first}")
    expect(alarm).to_contain_text("Save your receipts")
