"""A page gone through with the Tab key alone, from its first stop to its last.

Each stop is looked at as the focus comes: whether it can be seen, whether a ring of at least two pixels or
another line tells that it has the focus, whether anything lies over it, and whether it lies where the eye goes
next. Whoever cannot get past a stop is in a trap.
"""

from typing import Any

from playwright.sync_api import Page

MOST = 700
"""Stops that a page may have."""

RECORD = """() => {
  const name = element => `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ??
    element.labels?.[0]?.textContent ?? (element.textContent || element.name || "")).trim().replace(/\\s+/g, " ").slice(0, 50)}"`;
  const ringed = element => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const part = element => element.closest("[class$='-box'], section, aside, nav, fieldset, form, header, footer, main");
  const listens = Boolean(window.stops);
  window.stops = [];
  window.seen = new Set();
  window.renewed = false;
  if (listens) return;
  document.addEventListener("htmx:afterSwap", () => { window.renewed = true; });
  document.addEventListener("focusin", ({ target }) => {
    const box = target.getBoundingClientRect(), drawn = target.ownerSVGElement;
    // What scrolls in itself moves what it holds, as the page does.
    let down = scrollY;
    for (let around = target.parentElement; around !== document.documentElement; around = around.parentElement)
      down += around === document.body ? 0 : around.scrollTop;
    const at = { name: name(target), again: window.seen.has(target), part: part(target),
      left: box.left + scrollX, top: box.top + down, bottom: box.bottom + down, element: target };
    window.seen.add(target);
    const label = target.closest("label");
    at.ring = ringed(target) || (label && ringed(label)) || Boolean(drawn);
    at.seen = box.width > 1 && box.height > 1 && box.right > 0 && box.left < innerWidth;
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 2);
    const y = Math.min(Math.max(box.top + Math.min(box.height, 20) / 2, 1), innerHeight - 2);
    const over = document.elementFromPoint(x, y);
    at.covered = Boolean(over) && !target.contains(over) && !over.contains(target) &&
      getComputedStyle(over.closest(".seal-now, .seal-bar, .news-box") ?? over).position === "fixed";
    window.stops.push(at);
  });
}"""

TOLD = """() => {
  const found = [], stops = window.stops;
  stops.forEach((at, index) => {
    if (!at.ring) found.push(`shows no focus on ${at.name}`);
    if (!at.seen) found.push(`has a stop that cannot be seen: ${at.name}`);
    if (at.covered) found.push(`has something over ${at.name}`);
    const before = stops[index - 1];
    if (before && !at.again && before.part === at.part && at.bottom <= before.top + 1 && at.left <= before.left)
      found.push(`goes back up from ${before.name} to ${at.name}`);
  });
  const first = stops.findIndex(at => at.again);
  return { found: [...new Set(found)].slice(0, 8), stops: stops.length, round: first };
}"""


def wrong_with_the_keyboard(page: Page, name: str) -> list[str]:
    """What is wrong where somebody goes through a page by Tab, a line each."""
    for _ in range(3):
        told, missed = _gone_through(page)
        # A part that comes new meanwhile takes the focus away, and its stops were not met.
        if not (missed and page.evaluate("window.renewed")):
            break
    wrong = [f"{name} {line}" for line in told["found"]]
    if missed:
        of = page.evaluate(EVERY)
        wrong.append(
            f"{name} has {len(missed)} of {of} controls that Tab never reaches: {missed[:4]}"
        )
    return wrong


def _gone_through(page: Page) -> tuple[dict[str, Any], list[str]]:
    """What is told of every stop, and the controls that are none."""
    page.evaluate(RECORD)
    page.evaluate(FROM_THE_TOP)
    told: dict[str, Any] = {}
    for _ in range(0, MOST, 50):
        for _ in range(50):
            page.keyboard.press("Tab")
        told = page.evaluate(TOLD)
        # The focus has left the page and come back to its first stop: every stop was met.
        if told["round"] >= 0 or page.evaluate("document.activeElement === document.body"):
            break
    return told, page.evaluate(MISSED)


def stops_to(page: Page, wanted: str, most: int = MOST) -> int:
    """How often somebody presses Tab from the top of the page until the focus is there."""
    page.evaluate(FROM_THE_TOP)
    return stops_on_to(page, wanted, most)


def stops_on_to(page: Page, wanted: str, most: int = MOST) -> int:
    """The same from where the focus is now."""
    for stops in range(1, most + 1):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => Boolean(document.activeElement?.matches(wanted))", wanted):
            return stops
    raise AssertionError(f"{most} stops, and none of them is {wanted}")


FROM_THE_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus({ preventScroll: true });
  document.body.blur();
  document.body.removeAttribute("tabindex");
  window.stops = [];
}"""

CONTROLS = """[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
  .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.type !== "hidden" &&
    each.tabIndex >= 0)"""
EVERY = f"{CONTROLS}.length"
MISSED = f"""{CONTROLS}.filter(each => !window.seen.has(each) && each.type !== "radio")
  .map(each => each.outerHTML.slice(0, 80))"""
"""Of radios one of each group is a stop."""
