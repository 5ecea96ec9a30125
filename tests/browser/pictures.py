"""Pictures of pages for the eye, and what a picture must not show.

One page is loaded once; then it is resized and its theme switched, and each time everything that stands on
it is measured: nothing is wider than the screen or cut off, no two texts lie on each other, every text has its
contrast and at least 13 px. No picture is stored beside the tests: with ``PICTURES=folder`` (``make
pictures``) each is written there, to be looked at beside its model.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

WIDTHS = (1400, 1920, 390)
PHONE = {"width": 390, "height": 844}
THEMES = ("light", "dark")
HEIGHT = 900
FLOOR_PX = 13
MOST_SCREENS = 4
"""How many of its screens a page may be long as it opens."""
FOLDER = os.environ.get("PICTURES", "")

WRONG = """([floor, places, colors]) => {
  const found = [], texts = [];
  const said = node => node.data.trim().replace(/\\s+/g, " ").slice(0, 60);
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) {
    const over = each => each.getBoundingClientRect().left + each.scrollWidth > window.innerWidth + 1 &&
      !each.closest(".masthead nav");
    const first = [...document.body.querySelectorAll("*")].find(each => over(each) && ![...each.children].some(over));
    found.push(`is ${wide} px wider than the screen: ${first?.outerHTML.slice(0, 120).replace(/\\s+/g, " ")}`);
  }
  if (!places && !colors) return found;
  const parts = /[\\d.]+/g;
  const rgba = text => { const p = (text.match(parts) ?? []).map(Number); return text.startsWith("color(srgb") ?
    [p[0] * 255, p[1] * 255, p[2] * 255, p[3] ?? 1] : [p[0], p[1], p[2], p[3] ?? 1]; };
  const channel = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
  const grounds = new Map();
  const ground = element => {
    if (!element) return [255, 255, 255];
    if (grounds.has(element)) return grounds.get(element);
    const own = rgba(getComputedStyle(element).backgroundColor);
    const all = own[3] === 1 ? own : over(own, ground(element.parentElement));
    grounds.set(element, all);
    return all;
  };
  // Under a text of a drawing lies its own halo, else the topmost shape that was drawn before it at its middle.
  const drawn = new Map();
  const shapes = svg => {
    if (!drawn.has(svg)) drawn.set(svg, [...svg.querySelectorAll("rect, path, circle, ellipse, polygon")]
      .filter(each => each.checkVisibility())
      .map(each => [each, each.getBoundingClientRect(), getComputedStyle(each)])
      .filter(([, box, look]) => box.width && look.fill.startsWith("rgb") && rgba(look.fill)[3] && look.fillOpacity === "1"));
    return drawn.get(svg);
  };
  const drawnUnder = (element, svg, box, style) => {
    if (style.paintOrder.startsWith("stroke") && style.stroke.startsWith("rgb")) return over(rgba(style.stroke), ground(svg));
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const under = shapes(svg).filter(([each, at]) =>
      x >= at.left && x <= at.right && y >= at.top && y <= at.bottom &&
      each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING &&
      each.isPointInFill(new DOMPoint(x, y).matrixTransform(each.getScreenCTM().inverse())));
    return under.reduce((all, [, , look]) => over(rgba(look.fill), all), ground(svg));
  };
  const shown = new Map();
  const visible = element => {
    if (!element || element === document.documentElement) return true;
    if (shown.has(element)) return shown.get(element);
    const style = getComputedStyle(element);
    const all = style.visibility !== "hidden" && style.opacity !== "0" && style.clipPath !== "inset(50%)" &&
      !element.hidden && visible(element.parentElement);
    shown.set(element, all);
    return all;
  };
  const clipped = new Map();
  const scrolling = element => {
    if (!element || element === document.body) return false;
    if (clipped.has(element)) return clipped.get(element);
    const style = getComputedStyle(element);
    const all = style.overflowX !== "visible" || style.overflowY !== "visible" && !element.ownerSVGElement ||
      scrolling(element.parentElement);
    clipped.set(element, all);
    return all;
  };
  // Below its edge what a disclosure scrolls in its place is not seen; it stands in no element of its own.
  const below = element => {
    const fold = element?.closest("details");
    if (!fold) return Infinity;
    const scrolls = getComputedStyle(fold, "::details-content").overflowY !== "visible";
    return Math.min(scrolls ? fold.getBoundingClientRect().bottom : Infinity, below(fold.parentElement));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    if (!node.data.trim()) continue;
    const element = node.parentElement;
    if (/^(script|style|option|title|template|noscript)$/i.test(element.tagName)) continue;
    if (!element.checkVisibility() || !visible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
    if (!boxes.length || boxes.every(box => box.right <= 0 || box.bottom <= 0 - window.scrollY)) continue;
    const style = getComputedStyle(element), svg = element.ownerSVGElement;
    const scale = svg ? Math.abs(element.getScreenCTM?.()?.a ?? 1) : 1;
    const size = parseFloat(style.fontSize) * scale;
    // What is drawn smaller because the picture is scaled to its column may round a little.
    if (size < floor - (svg ? .6 : .05)) found.push(`has ${size.toFixed(1)} px: "${said(node)}"`);
    if (colors) {
      const under = svg ? drawnUnder(element, svg, boxes[0], style) : ground(element);
      const text = over(rgba(svg ? style.fill : style.color), under);
      const [high, low] = [light(text), light(under)].sort((a, b) => b - a);
      const ratio = (high + .05) / (low + .05);
      const off = element.closest(":disabled, [aria-disabled=true], [aria-hidden=true]");
      if (ratio < 4.49 && !off) found.push(`has contrast ${ratio.toFixed(2)}: "${said(node)}"`);
    }
    if (places) {
      let box = element;
      while (box && box !== document.body) {
        const around = getComputedStyle(box);
        if (around.overflowX === "hidden" && around.textOverflow !== "ellipsis" && !box.ownerSVGElement) {
          const edge = box.getBoundingClientRect();
          if (boxes.some(each => each.right > edge.right + 2)) found.push(`is cut off: "${said(node)}"`);
          break;
        }
        if (around.overflowX !== "visible") break;
        box = box.parentElement;
      }
      const turned = element.closest(".stamp");
      const scrolls = scrolling(element);
      const fixed = element.closest(".seal-bar, .phone-tabs, .offline, .skip, .guide-box");
      if (!turned && !fixed && !scrolls) {
        const slack = Math.min(5, size / 4), end = below(element);
        for (const each of boxes)
          if (each.bottom <= end) texts.push([each.left + 1, each.top + slack, each.right - 1, each.bottom - slack, node]);
      }
    }
  }
  texts.sort((a, b) => a[1] - b[1]);
  for (let i = 0; i < texts.length; i++) {
    const [left, top, right, bottom, node] = texts[i];
    for (let j = i + 1; j < texts.length && texts[j][1] < bottom; j++) {
      const [l, t, r, b, other] = texts[j];
      if (other !== node && l < right - 1 && r > left + 1 && Math.min(b, bottom) - t > 1)
        found.push(`has "${said(node)}" over "${said(other)}"`);
    }
  }
  return [...new Set(found)].slice(0, 12);
}"""
"""What is wrong with a page as it stands. Places are looked at in one theme, colors and sizes in each."""


def wrong_with(page: Page, name: str, *, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What is wrong with a page at each width in both themes, a line each; its pictures, if wanted.

    ``name`` is its address. The page is left in the light at the first width.
    """
    found = []
    for width, theme in _in_turn(page, widths):
        # Everything has its place in the dark as in the light.
        wrong = page.evaluate(WRONG, [FLOOR_PX, theme == THEMES[0], True])
        found += [f"{name} ({width}, {theme}) {line}" for line in wrong]
        keep_one(page, f"{name} unfolded", width, theme)
    return found


def _in_turn(page: Page, widths: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """The page at each width in both themes; it is left as it was opened, at the first width."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            dressed(page, theme)
            yield width, theme
    dressed(page, "")
    page.set_viewport_size({"width": widths[0], "height": HEIGHT})


def dressed(page: Page, theme: str) -> None:
    """A page in a theme, whether its reader chose it or their system did; empty: as it was opened."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.evaluate(
        """theme => {
          if (theme) document.documentElement.dataset.theme = theme;
          else delete document.documentElement.dataset.theme;
        }""",
        theme,
    )


def keep(page: Page, name: str) -> None:
    """Its pictures as it opens, at each width in both themes, if any are wanted."""
    for width, theme in _in_turn(page, WIDTHS) if FOLDER else ():
        keep_one(page, name, width, theme)


ZOOMED = ((320, 256), (640, 512), (2560, 1440))
"""What is left of 1280 by 1024 at 400 and at 200 per cent, and the widest screen."""
ZOOMED_FLOOR_PX = 11
"""A drawing that is scaled to a column of 320 px may have smaller letters: each is four times as large to the eye."""


def wrong_when_zoomed(page: Page, name: str) -> list[str]:
    """What is wrong with a page that is magnified, or on the widest screen, a line each: it is scrolled sideways,
    something is cut off, or something that stays in its place takes the room of what is read.
    """
    found = []
    for width, height in ZOOMED:
        page.set_viewport_size({"width": width, "height": height})
        narrow = width == ZOOMED[0][0]
        wrong = page.evaluate(WRONG, [ZOOMED_FLOOR_PX, narrow, False])
        found += [f"{name} ({width}) {line}" for line in wrong + page.evaluate(STAYS)]
        keep_one(page, f"{name} unfolded", width, THEMES[0])
    return found


STAYS = """() => [...document.querySelectorAll("body *")].filter(each =>
  ["fixed", "sticky"].includes(getComputedStyle(each).position) && each.checkVisibility() &&
  each.getBoundingClientRect().height > innerHeight / 2)
  .map(each => `has more than half of its height under ${each.className}`)"""


def screens(page: Page) -> float:
    """How many of its screens a page is long as it stands."""
    return float(page.evaluate("document.documentElement.scrollHeight / innerHeight"))


def too_long(page: Page, name: str) -> Iterator[str]:
    """A line if a page is longer than it may be, at the size it has."""
    long = screens(page)
    if long > MOST_SCREENS:
        yield f"{name} is {long:.1f} screens long, at most {MOST_SCREENS}: page it, fold it, or give it an address"


def sheets(page: Page) -> Iterator[str]:
    """What a phone shows at one address, one after the other: what is asked, then the board in its place; a reveal at
    each of its steps.
    """
    yield ""
    for step in range(1, 1 + page.locator("[data-reveal] .play").count()):
        page.keyboard.press("ArrowRight")
        yield f", step {step}"
    if page.locator("[data-reveal] .play").count():
        page.keyboard.press("Home")
    if page.locator("main.asked-or-board .board-box:not(:visible)").count():
        page.evaluate("location.hash = 'board'")
        page.locator("main[data-sheet=board]").wait_for()
        yield "#board"
        page.evaluate("location.hash = 'orders'")
        page.locator("main[data-sheet=asked]").wait_for()


def keep_one(page: Page, name: str, width: int, theme: str) -> None:
    """A picture as the page stands, if any are wanted."""
    if not FOLDER:
        return
    file = re.sub(r"\W+", "-", name).strip("-") or "lobby"
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{file}-{width}-{theme}.png", full_page=True)
