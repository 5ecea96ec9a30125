// Standing orders being written outlive every renewal of the orders around them: the phase moving
// on, somebody's seal, one's own. Only keeping them, or leaving the page, ends the writing.
const PART = "[data-standing]";

let aside = null;

function touched(part) {
  return part.querySelector("form").dataset.touched === "true";
}

// Before old content goes, what is being written is taken out of it, whole.
function setAside(event) {
  const { target, shouldSwap, requestConfig } = event.detail;
  const part = target?.querySelector(PART);
  if (!shouldSwap || !part || part.contains(requestConfig?.elt)) return;
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  aside = { part, power: part.dataset.standing, open: part.open, focus };
  if (touched(part)) part.remove();
}

function putBack() {
  if (!aside) return;
  const { part, power, open, focus } = aside;
  aside = null;
  const renewed = document.querySelector(PART);
  if (!renewed || renewed === part || renewed.dataset.standing !== power) return;
  if (touched(part)) {
    renewed.replaceWith(part);
    focus?.focus({ preventScroll: true });
  } else {
    renewed.open = open;
  }
}

export function startStanding() {
  document.addEventListener("input", (event) => {
    const form = event.target.closest("form");
    if (form) form.dataset.touched = "true";
  });
  document.body.addEventListener("htmx:beforeSwap", setAside);
  document.body.addEventListener("htmx:afterSwap", putBack);
}
