// A reader's place. Of details that share a name one is open at a time: the one above closes, and what was pressed
// would move away below the finger. The page is scrolled by as much, so that it stays where it is.
function scrollerOf(element) {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const over = getComputedStyle(box).overflowY;
    if ((over === "auto" || over === "scroll") && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement;
}

// Gives back what is called once something has come or gone above this element: the page is moved, not the element.
export function stays(element) {
  const before = element.getBoundingClientRect().top;
  return () => {
    const moved = element.getBoundingClientRect().top - before;
    if (element.isConnected && Math.abs(moved) >= 1) {
      scrollerOf(element).scrollBy({ top: moved, behavior: "instant" });
    }
  };
}

// On a phone one thing of the page of a campaign is open at a time. A sheet that is being changed stays open, a reveal
// until it has been read, and what the other of the two sheets shows as it was. What opens by itself closes nothing
// around `used`, at which the reader is.
const narrow = matchMedia("(max-width: 760px)");

export function opensAlone(fold, used = null) {
  const main = document.querySelector("main.campaign");
  if (!main || !narrow.matches) return;
  const open = new Set(document.querySelectorAll("details[open]"));
  const reveal = main.querySelector(".reveal-fold");
  if (reveal?.querySelector(".play.down")) open.delete(reveal);
  open.forEach((other) => {
    const apart = !other.contains(fold) && !fold.contains(other) && other.getClientRects().length > 0;
    if (apart && !other.contains(used) && !other.querySelector("form[data-orders]")) other.open = false;
  });
}

const JUST = 10_000;
let acted = -JUST;
const acts = () => { acted = performance.now(); };

// Whether a reader has just done something: what comes then leaves their place still. Who hands in waits for it.
export function busy() {
  return performance.now() - acted < JUST;
}

export function startStays() {
  ["pointerdown", "keydown", "wheel"].forEach((deed) => addEventListener(deed, acts, { capture: true, passive: true }));
  addEventListener("submit", () => { acted = -JUST; }, true);
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest?.("details > summary");
    if (!summary || summary.parentElement.open) return;
    const fold = summary.parentElement;
    const stay = stays(summary);
    opensAlone(fold);
    stay();
    if (fold.name) fold.addEventListener("toggle", stays(summary), { once: true });
  });
}
