"""How a page looks: its width, its pictures, what is folded."""

from playwright.sync_api import Page

from tests.browser.axe import complaints
from tests.browser.pictures import keep_one

WIDTHS = {"desk": {"width": 1400, "height": 900}, "phone": {"width": 360, "height": 780}}


def too_wide(page: Page) -> list[str]:
    """What makes the page so wide that it has to be scrolled sideways; nothing where it fits."""
    page.wait_for_load_state()
    return list(
        page.evaluate(
            """() => {
              const wide = document.documentElement.scrollWidth;
              if (wide <= window.innerWidth) return [];
              const told = [`${wide} px of ${window.innerWidth}`];
              const shut = (one) => one !== document.body && one !== document.documentElement
                && (getComputedStyle(one).overflowX !== "visible" || shut(one.parentElement));
              for (const one of document.querySelectorAll("body *")) {
                if (one.getBoundingClientRect().right <= window.innerWidth + 0.5) continue;
                if (shut(one.parentElement)) continue;
                told.push(one.cloneNode(false).outerHTML.slice(0, 160));
              }
              return told.slice(0, 12);
            }"""
        )
    )


def too_small(page: Page) -> list[str]:
    """What a finger hits badly on a phone: less than 44 px high or wide, with its size; nothing where all is large enough.

    A link in a sentence is as high as its line, a number of a rule behind one too; what is drawn on a map, a display or
    a time line has a list beside it.
    """
    return list(
        page.evaluate(
            """() => {
              const alone = (link) => {
                if (link.localName !== "a") return true;
                const cite = link.closest("cite");
                if (!cite && getComputedStyle(link).display !== "inline") return true;
                return (cite ?? link).parentElement.textContent.trim() === link.textContent.trim();
              };
              const found = [];
              for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
                if (one.type === "hidden" || !one.checkVisibility({ visibilityProperty: true })) continue;
                if (one.closest(".foot, .skip, svg, .scrubber .line, .link-sign") || !alone(one)) continue;
                // A tick or a hole is touched by its words too.
                const parts = [one, ...(/^(checkbox|radio)$/.test(one.type) ? one.labels : [])];
                const boxes = parts.map((part) => part.getBoundingClientRect());
                const far = (side) => boxes.map((box) => box[side]);
                const wide = Math.max(...far("right")) - Math.min(...far("left"));
                const high = Math.max(...far("bottom")) - Math.min(...far("top"));
                if (wide < 2 || (wide > 43.5 && high > 43.5)) continue;
                found.push(`${one.localName} "${(one.ariaLabel ?? one.textContent).trim().slice(0, 40) || one.name}" ` +
                  `${Math.round(wide)} x ${Math.round(high)}`);
              }
              return found;
            }"""
        )
    )


def open_everything(page: Page) -> None:
    """Unfold all that is folded, so that it is looked at too."""
    page.evaluate(
        "document.querySelectorAll('details').forEach(d => { d.removeAttribute('name'); d.open = true })"
    )


def reach(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus is there; with another key, backwards."""
    for _ in range(200):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reached {selector}.")


SOON = 5_000


def looked_at(page: Page, name: str) -> None:
    """Fits both widths and shuts nobody out."""
    for size in (WIDTHS["phone"], WIDTHS["desk"]):
        page.set_viewport_size(size)
        width = size["width"]
        keep_one(page, name, width, "light")
        assert not (wide := too_wide(page)), (name, width, wide)
        assert complaints(page) == [], (name, width)
