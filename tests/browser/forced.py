"""Pages in forced colours: the reader's own few, in which grounds, shadows and hues are gone.

Whatever tells something must still tell it: a drawing uses the reader's colours alone, a mark stands out from
what it lies on, and what is chosen, mine or changed differs from what is not by something that is left.
"""

from playwright.sync_api import Page

from tests.browser.pictures import keep_one

GONE = """() => {
  const found = [];
  const probe = document.createElement("i");
  document.body.append(probe);
  const system = new Map(["Canvas", "CanvasText", "GrayText", "Highlight", "LinkText", "VisitedText", "ButtonText",
    "ButtonFace", "HighlightText", "Field", "FieldText"].map(name => {
    probe.style.color = name;
    return [getComputedStyle(probe).color, name];
  }));
  probe.style.color = "Canvas";
  const canvas = getComputedStyle(probe).color;
  probe.remove();
  const shown = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = each => each.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  for (const svg of document.querySelectorAll("svg")) {
    if (!shown(svg)) continue;
    const inks = new Set();
    for (const part of svg.querySelectorAll("rect, circle, path, line, polygon, polyline, text, ellipse")) {
      if (part.closest("defs, pattern, clipPath, mask") || !shown(part)) continue;
      const style = getComputedStyle(part);
      for (const what of ["fill", "stroke"]) {
        const color = style[what];
        if (!/^(rgb|color)/.test(color) || /^rgba.+, 0\\)$/.test(color)) continue;
        if (!system.has(color)) found.push(`draws with ${color} (${what}): ${said(part)}`);
        if (part.tagName !== "line" || what === "stroke") inks.add(color);
      }
    }
    if (svg.querySelector("rect, circle, path, line, polygon, text") && inks.size && [...inks].every(each => each === canvas))
      found.push(`draws what nobody sees: ${said(svg)}`);
  }
  // Behind words a browser puts a ground of its own, in the color of the page.
  for (const one of document.querySelectorAll("body *:not(svg *)")) {
    const words = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!words || !shown(one)) continue;
    const style = getComputedStyle(one);
    if (style.color === canvas && style.forcedColorAdjust !== "none") found.push(`hides its words: ${said(one)}`);
  }
  const ground = style => system.has(style.backgroundColor) ? style.backgroundColor : canvas;
  const LOOK = ["borderTopColor", "borderTopWidth", "borderTopStyle", "borderBottomColor",
    "borderBottomWidth", "borderLeftColor", "borderLeftWidth", "borderLeftStyle", "outlineStyle", "outlineWidth",
    "textDecorationLine", "fontWeight", "fontStyle", "opacity"];
  const look = each => [each, each.querySelector(".n") ?? each.firstElementChild ?? each]
    .map(one => { const style = getComputedStyle(one); return [ground(style), ...LOOK.map(name => style[name])].join(); })
    .join() +
    getComputedStyle(each, "::before").content;
  const CHOSEN = "[aria-current], [aria-pressed=true], [aria-selected=true], .picks label:has(:checked), .changed";
  for (const one of document.querySelectorAll(CHOSEN)) {
    if (!shown(one) || one.ownerSVGElement || one.closest("[data-scrubber]")) continue;
    const list = one.closest("nav, ol, ul, .picks, form, .tabs") ?? one.parentElement;
    const other = [...list.querySelectorAll(one.tagName)].find(each => each !== one && shown(each) && !each.matches(CHOSEN));
    if (other && look(one) === look(other)) found.push(`does not tell that this is chosen: ${said(one)}`);
  }
  for (const one of document.querySelectorAll(".pip, .stamp, .count, .bell-count, .card-back")) {
    const style = getComputedStyle(one);
    const edge = parseFloat(style.borderTopWidth) > 0 && style.borderTopColor !== canvas;
    if (shown(one) && !edge && ground(style) === canvas && !one.textContent.trim())
      found.push(`does not show: ${said(one)}`);
  }
  return [...new Set(found)].slice(0, 8);
}"""


def gone_in_forced_colors(page: Page, name: str) -> list[str]:
    """What cannot be told any more where the reader's colours are forced, a line each."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        found += [f"{name} (forced colours, {scheme}) {line}" for line in page.evaluate(GONE)]
        keep_one(page, f"{name} unfolded", 360, f"forced-{scheme}")
    page.emulate_media(forced_colors="none")
    return found
