// Stepping through the phases of a game. Each step is a plain link; here it swaps the story and keeps the
// focus. Arrow keys step by phase, with Shift to the next in which something happened, Page keys by turn, Home and
// End to the ends.
const LOUD = {
  ArrowLeft: (links, at) => links.slice(0, at).findLast(happened),
  ArrowRight: (links, at) => links.slice(at + 1).find(happened),
};
const KEYS = {
  ArrowLeft: (links, at) => links[at - 1],
  ArrowRight: (links, at) => links[at + 1],
  PageUp: (links, at) => links.slice(0, at).findLast(begins),
  PageDown: (links, at) => links.slice(at + 1).find(begins),
  Home: (links) => links[0],
  End: (links) => links.at(-1),
};

function happened(link) {
  return !link.matches(".quiet, .undone");
}

function begins(link) {
  return link.parentElement.classList.contains("turn");
}

// The chosen phase stands in the middle where the line, or the row of its year, is wider than its room;
// and so does the open page where the line of pages is.
function center() {
  document.querySelectorAll("[data-scrubber], .scrubber .zoom ol, .masthead nav").forEach((line) => {
    const block = line.querySelector("[aria-current]");
    if (!block || line.scrollWidth <= line.clientWidth) return;
    const [room, place] = [line.getBoundingClientRect(), block.getBoundingClientRect()];
    line.scrollLeft += place.left + place.width / 2 - room.left - room.width / 2;
  });
}

function step(event) {
  const line = event.target.closest?.("[data-scrubber]");
  if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...line.querySelectorAll("ol a:not(.open)")];
  const chosen = links.findIndex((link) => link.hasAttribute("aria-current"));
  // Where none is chosen yet one stands behind the last.
  const at = chosen < 0 ? links.length : chosen;
  const goal = (event.shiftKey && LOUD[event.key] ? LOUD : KEYS)[event.key]?.(links, at);
  if (!goal) return;
  event.preventDefault();
  // The line on which one goes back leads to a page of its own: whoever moves along it by keys stays on it there.
  if (line.id === "back-line") location.assign(`${goal.href}#${line.id}`);
  else goal.click();
}

// A new story is there: whoever used the line stays on it, and hears where they are.
function arrived(event) {
  if (event.target.id !== "moment") return;
  const line = document.querySelector("[data-scrubber]");
  center();
  if (document.activeElement === document.body) {
    const link = document.querySelector("#scrubber .zoom [aria-current]");
    (link ?? line)?.focus({ preventScroll: true });
  }
  const said = document.querySelector("#stepped");
  if (said) said.textContent = document.querySelector("#moment h1")?.textContent ?? "";
}

// Back and forward load the story of the address. Whoever goes on while that is still being read would have
// the new address over the old story: what listens for it is not there yet.
const PHASE = /\/history\/\d+\/$/;

function fits() {
  const link = document.querySelector("#scrubber .zoom [aria-current=page]");
  const [shown, here] = [link?.pathname ?? "", location.pathname];
  if (!PHASE.test(shown) || !PHASE.test(here)) return;
  // Once is enough: a page that never fits is not loaded for ever.
  const again = shown !== here && !history.state?.loaded;
  history.replaceState({ ...history.state, loaded: again }, "");
  if (again) location.reload();
}

// An address may lead to what lies folded.
function unfold() {
  let part = document.getElementById(location.hash.slice(1));
  if (!part?.closest("#moment")) return;
  part.querySelector(":scope > .phone-fold")?.setAttribute("open", "");
  for (part = part.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  document.getElementById(location.hash.slice(1)).scrollIntoView();
}

export function startScrubber() {
  const line = document.querySelector("[data-scrubber]");
  if (!line) return center();
  window.addEventListener("pageshow", fits);
  new ResizeObserver(center).observe(line.parentElement);
  center();
  unfold();
  window.addEventListener("hashchange", unfold);
  document.addEventListener("keydown", step);
  document.body.addEventListener("htmx:afterSettle", arrived);
}
