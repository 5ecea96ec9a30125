// A renewal leaves the reader in his place: what he had opened stays open, and whoever works by
// keyboard goes on where he was instead of at the top of the page.
const CHOSEN_BY_VALUE = /^(button|submit|radio|checkbox)$/;

let kept = null;

// What stays the same of a thing when figures and marks in it change.
function mark(element) {
  if (element.name) return `${element.name} ${CHOSEN_BY_VALUE.test(element.type) ? element.value : ""}`;
  const words = element.localName === "details" ? element.querySelector("summary") : element;
  return (words?.textContent ?? "").replace(/[\d+\-−\s]+/g, " ").trim();
}

// The things of the same kind and mark under the nearest thing that has an id.
function alike(tag, same, holder, root) {
  const inside = (holder && document.getElementById(holder)) || root;
  return [...inside.querySelectorAll(tag)].filter((each) => mark(each) === same);
}

function trace(element, root) {
  const holder = element.parentElement.closest("[id]")?.id;
  const same = mark(element);
  const place = alike(element.localName, same, holder, root).indexOf(element);
  return { id: element.id, tag: element.localName, same, holder, place };
}

function find({ id, tag, same, holder, place }, root) {
  return id ? document.getElementById(id) : alike(tag, same, holder, root)[place];
}

function remember(event) {
  const { target, shouldSwap, requestConfig } = event.detail;
  if (!shouldSwap || !target) return;
  const active = document.activeElement;
  // A map knows its hexes and goes on by itself.
  const focused = target.contains(active) && !active.closest("[data-hexmap]") ? active : null;
  // An answer to what was handed in begins anew; a renewal, and a preview, goes on.
  const anew = requestConfig?.verb === "post" && target.id === "orders";
  const open = anew ? [] : [...target.querySelectorAll("details[open]")];
  kept = {
    target,
    focus: focused && trace(focused, target),
    open: open.map((details) => trace(details, target)),
  };
}

function bringBack() {
  if (!kept) return;
  const { target, focus, open } = kept;
  const root = target.isConnected ? target : document.getElementById(target.id);
  kept = null;
  if (!root) return;
  open.forEach((was) => {
    const details = find(was, root);
    if (details?.localName === "details") details.open = true;
  });
  if (!focus || (document.activeElement && document.activeElement !== document.body)) return;
  const again = find(focus, root);
  const place = again && !again.disabled ? again : root;
  place.focus({ preventScroll: true });
  if (document.activeElement === place) return;
  // What is gone left its part of the page, which takes the focus only when it is told to.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

export function startKeeping() {
  document.body.addEventListener("htmx:beforeSwap", remember);
  document.body.addEventListener("htmx:afterSwap", bringBack);
}
