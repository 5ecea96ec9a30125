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
    const summary = target.closest?.("details[name] > summary");
    if (summary) summary.parentElement.addEventListener("toggle", stays(summary), { once: true });
  });
}
