"""A click on a notification brings the tab that shows its page to the front, or opens one."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.long

# The worker in a place that tells what it does with the windows of the browser.
CLICKED = """async ([source, tabs]) => {
  const done = [], heard = {}, waits = [];
  const self = {
    location: { origin: "https://site.example" },
    addEventListener: (kind, act) => { heard[kind] = act; },
    clients: {
      matchAll: async (asked) => asked.type !== "window" || !asked.includeUncontrolled ? []
        : tabs.map((url) => ({ url, focus: async () => { done.push("front " + url); } })),
      openWindow: async (address) => { done.push("new " + address); },
    },
  };
  new Function("self", source)(self);
  const notification = { close: () => done.push("closed"), data: "https://site.example/c/abc/" };
  heard.notificationclick({ notification, waitUntil: (what) => waits.push(what) });
  await Promise.all(waits);
  return done;
}"""
HERE, SITE = "https://site.example/c/abc/", "https://site.example"


@pytest.mark.parametrize(
    ("tabs", "then"),
    [
        ([], f"new {HERE}"),
        ([f"{SITE}/c/abc/press/", f"{SITE}/c/other/"], f"new {HERE}"),
        ([f"{SITE}/", HERE], f"front {HERE}"),
        ([f"{HERE}?power=axis#orders"], f"front {HERE}?power=axis#orders"),
    ],
)
def test_a_click_finds_the_open_tab(new_browser, tabs: list[str], then: str) -> None:
    source = Path(str(finders.find("frontend/js/service-worker.js"))).read_text()
    page = new_browser().new_page()
    assert page.evaluate(CLICKED, [source, tabs]) == ["closed", then]
