// Of details that share a name one is open at a time: the one above closes, and what was pressed would move away
// below the finger. The page is scrolled by as much, so that it stays where it is.
function scrollerOf(element) {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const over = getComputedStyle(box).overflowY;
    if ((over === "auto" || over === "scroll") && box.scrollHeight > box.clientHeight) return box;
  }
  return document.scrollingElement;
}

export function startStays() {
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest?.("details[name] > summary");
    if (!summary) return;
    const before = summary.getBoundingClientRect().top;
    summary.parentElement.addEventListener("toggle", () => {
      const moved = summary.getBoundingClientRect().top - before;
      if (Math.abs(moved) >= 1) scrollerOf(summary).scrollBy({ top: moved, behavior: "instant" });
    }, { once: true });
  });
}
