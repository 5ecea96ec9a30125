// Arrow keys step by phase, Page keys by turn, Home and End to the ends. Each step is a plain link.
export function startScrubber() {
  const list = document.querySelector("[data-scrubber]");
  if (!list) return;
  const links = [...list.querySelectorAll("a:not(.open)")];
  const current = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  // The chosen phase stands in the middle, whatever width the line has or gets.
  const center = () => {
    if (!links[current]) return;
    const [line, block] = [list.getBoundingClientRect(), links[current].getBoundingClientRect()];
    list.scrollLeft += block.left + block.width / 2 - line.left - line.width / 2;
  };
  new ResizeObserver(center).observe(list);
  center();
  const firstOfTurn = (step) => {
    const turns = [...list.querySelectorAll(".turn")];
    const at = turns.indexOf(links[current]?.closest(".turn"));
    return turns[at + step]?.querySelector("a:not(.open)");
  };
  list.addEventListener("keydown", (event) => {
    const goal = {
      ArrowLeft: () => links[current - 1],
      ArrowRight: () => links[current + 1],
      PageUp: () => firstOfTurn(-1),
      PageDown: () => firstOfTurn(1),
      Home: () => links[0],
      End: () => links.at(-1),
    }[event.key]?.();
    if (goal) {
      event.preventDefault();
      goal.click();
    }
  });
}
