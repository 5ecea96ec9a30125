"""What a browser refuses to run in a page, by the policy that every answer carries."""

from typing import Any

from playwright.sync_api import BrowserContext, Page

_LISTEN = """
window.refusedHere = [];
document.addEventListener("securitypolicyviolation", (event) => window.refusedHere.push(
  `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
"""


def watch(session: BrowserContext) -> None:
    """Note in every page that is opened from now on what the browser refuses."""
    session.add_init_script(_LISTEN)


def refused(page: Page) -> list[str]:
    """What it has refused in the page that is open."""
    found: Any = page.evaluate("window.refusedHere ?? []")
    return [str(one) for one in found]
