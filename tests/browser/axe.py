"""What axe finds wrong with a page, looking at each kind of text once and at everything else wherever it is.

Most of the time goes into contrast, which axe finds out text by text; and what looks the same inside what
looks the same has the same contrast. Of such texts the first few are judged, which on the longest
page are a twentieth of all.
"""

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
BESIDES = ("page-has-heading-one", "empty-table-header", "target-size")
COLORS = ("color-contrast", "link-in-text-block")
"""The rules of the standard that look at colors."""

OF_EACH_LOOK = 2
"""How many that look the same are judged: one may lie where nothing can be said of it."""

REPEATED = """most => {
  const LOOK = [
    "color", "fill", "fontSize", "fontStyle", "fontWeight", "fontFamily", "textDecorationLine", "textShadow",
    "webkitTextFillColor", "backgroundColor", "backgroundImage", "backgroundClip", "borderBottom", "outline",
    "display", "visibility", "opacity", "filter", "mixBlendMode", "clipPath",
  ];
  const numbers = new Map(), chains = new Map(), times = new Map();
  const number = look => numbers.get(look) ?? numbers.set(look, numbers.size + 1).get(look);
  const letters = text => text.replace(/[^\\p{L}\\p{N}]/gu, "").length;
  const ownText = element => [...element.childNodes].map(node => node.nodeType === 3 ? node.data : "").join("");
  const amongText = link => {
    let block = link.parentElement;
    while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const links = [...block.querySelectorAll("a")].map(each => each.textContent).join("");
    return letters(block.textContent) > letters(links);
  };
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    // What stands out of the order of the page may lie before or behind anything: no other is like it.
    const apart = ["absolute", "fixed", "sticky"].includes(style.position);
    const chain = [chains.get(element.parentElement) ?? 0, ...LOOK.map(name => style[name])];
    chains.set(element, number(JSON.stringify(apart ? [...chain, numbers.size] : chain)));
    const text = ownText(element), field = "value" in element ? element.value || element.placeholder : "";
    const look = number(JSON.stringify([
      chains.get(element), element.tagName, Math.min(letters(text), 2), Math.min(text.trim().length, 2),
      Boolean(field), element.matches("a[href], [role=link]") && amongText(element),
      element.matches(":disabled, [aria-disabled=true], :disabled *, [aria-disabled=true] *"),
      Boolean(element.control?.disabled), element.checkVisibility(),
      box.width * box.height > 0 && box.right > 0 && box.bottom > 0,
    ]));
    times.set(look, (times.get(look) ?? 0) + 1);
    element.toggleAttribute("data-repeated", times.get(look) > most);
  }
  axe.configure({ rules: [
    { id: "color-contrast", selector: "*:not([data-repeated])" },
    { id: "link-in-text-block", selector: "a[href]:not([data-repeated]), [role=link]:not([data-repeated])" },
  ] });
}"""
"""Mark what looks the same as others that stand before it, and have it left out of the rules of colors."""


def complaints(page: Page, *, colors_alone: bool = False) -> list[str]:
    """What axe finds wrong, one line for each rule; of a page that was looked at in other colors those alone."""
    rules = {} if colors_alone else {rule: {"enabled": True} for rule in BESIDES}
    options = {
        "runOnly": {"type": "rule", "values": list(COLORS)}
        if colors_alone
        else {"type": "tag", "values": STANDARD},
        "rules": rules,
        # What passes is not written down element by element; that is most of the work.
        "resultTypes": ["violations"],
    }
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    page.evaluate(REPEATED, OF_EACH_LOOK)
    found = page.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return [
        f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:160]}) {json.dumps(v['nodes'][0]['any'][:1])[:200]}"
        for v in found
    ]
