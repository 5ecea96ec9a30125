"""A saved game of VASSAL in the browser: it is dropped, its suggestions are taken, and they are declared."""

import base64
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from campaigns.selectors.reader.access import reading
from campaigns.services.facts import mappings
from campaigns.services.lifecycle import campaigns
from campaigns.services.seats import seats
from tests.browser.people import Somebody
from tests.browser.test_dispatch_in_use import picture
from tests.vassal import writer
from tests.vassal.test_mapping import WORLD, unit

pytestmark = pytest.mark.long

DROP = """([data, name]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const moved = new DataTransfer();
  moved.items.add(new File([bytes], name));
  const zone = document.querySelector("form.drop");
  for (const type of ["dragover", "drop"]) {
    zone.dispatchEvent(new DragEvent(type, { dataTransfer: moved, bubbles: true, cancelable: true }));
  }
}"""


def saved() -> bytes:
    hidden = unit("British 3-4", 2140, 1500, 4, writer.masked("somebody"))
    return writer.saved(
        [
            writer.Stack((unit("German 3-3", 0, 0), unit("German 4-6", 0, 0, 4)), x=2140, y=1500),
            unit("German 2-5", 2630, 730, 2),
            unit("Italian 1-3", 2230, 1400, 1),
            unit("French 2-3", 2235, 1410, 2),
            unit("Polish Cavalry", 2140, 1500),
            hidden,
        ]
    )


def test_a_save_is_dropped_taken_and_declared(live_site: Any, new_browser: Any) -> None:
    somebody = Somebody(live_site.url, new_browser(), "drops")
    person = get_user_model().objects.get(username="drops")
    slug = campaigns.create_campaign(
        by=person, rulebook="world_at_war", scenario="one-year", title="In use"
    )
    seats.join(slug, by=person, powers=["germany"])
    campaigns.start(slug, by=person)
    mappings.change(slug, by=person, text=WORLD, reason="We fight with VASSAL")

    page = somebody.open(f"/c/{slug}/facts/?power=germany")
    page.get_by_text("Or drop a saved game").click()
    page.evaluate(DROP, ["bm90IGEgc2F2ZQ==", "notes.vsav"])
    expect(page.locator("#from-save [role=alert]")).to_contain_text("no whole zip archive")
    page.evaluate(DROP, [base64.b64encode(saved()).decode(), "1940.vsav"])
    found = page.locator("#from-save")
    rows = found.locator(".suggested tr")
    expect(found).to_contain_text("6 pieces read of The Toy War. 1 masked, hidden or in a deck")
    expect(found).to_contain_text("Who holds Brussels: pieces of Axis and Western Allies")
    expect(rows.filter(has_text="Who holds Paris")).to_contain_text("German 3-3, German 4-6")
    before = rows.count()
    picture(page, "from-vassal")

    rows.filter(has_text="Who holds Paris").get_by_role("button").click()
    expect(rows).to_have_count(before - 1)
    expect(page.locator(".tray:not(.suggested) tbody tr")).to_have_count(1)
    rows.filter(has_text="Oslo").get_by_role("checkbox").uncheck()
    found.get_by_role("button", name="Take those ticked").click()
    expect(rows).to_have_count(1)
    expect(page.locator(".tray:not(.suggested) tbody tr")).to_have_count(before - 1)
    page.get_by_role("button", name=f"Declare these {before - 1}").click()
    expect(page.locator("#desk")).to_contain_text("Nothing written")
    assert reading(slug).view.facts["control.paris"] == "axis"

    page.goto(f"{live_site.url}/c/{slug}/mapping/")
    picture(page, "mapping")
    text = page.locator("textarea").first
    text.fill(text.input_value().replace('holder: "*"', "holder: Nowhere"))
    page.get_by_label("Reason").first.fill("A slip")
    page.get_by_role("button", name="Save the mapping").first.click()
    expect(page.get_by_role("alert")).to_contain_text(
        "There is no place “Nowhere” in this mapping."
    )
    expect(page.locator("textarea").first).to_have_value(text.input_value())
    picture(page, "mapping-wrong")
