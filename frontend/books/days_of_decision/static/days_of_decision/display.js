// The status display: nearer and further, and arrow keys from counter to counter.
const NEAR = ["", "zoom-2", "zoom-3"];

function zoom(frame, step) {
  const now = Math.max(0, NEAR.findIndex((name) => name && frame.classList.contains(name)));
  const next = Math.min(NEAR.length - 1, Math.max(0, now + step));
  frame.classList.remove(...NEAR.filter(Boolean));
  if (NEAR[next]) frame.classList.add(NEAR[next]);
}

function neighbour(from, key) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from.querySelector("circle"));
  const along = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null;
  from.closest("svg").querySelectorAll(".stack").forEach((stack) => {
    if (stack === from) return;
    const [sx, sy] = middle(stack.querySelector("circle"));
    const ahead = (sx - x) * along[0] + (sy - y) * along[1];
    const aside = Math.abs((sx - x) * along[1]) + Math.abs((sy - y) * along[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 1 && (!best || cost < best.cost)) best = { stack, cost };
  });
  return best?.stack;
}

// Where the display is wider than its frame, begin where most counters stand.
function center() {
  document.querySelectorAll(".display-frame:not([data-seen])").forEach((frame) => {
    const spots = [...frame.querySelectorAll(".stack circle")].map((circle) => circle.getBoundingClientRect().x);
    if (!spots.length || frame.scrollWidth <= frame.clientWidth) return;
    const mean = spots.reduce((sum, x) => sum + x, 0) / spots.length;
    frame.scrollLeft += mean - frame.getBoundingClientRect().x - frame.clientWidth / 2;
    frame.dataset.seen = "true";
  });
}

center();
document.body.addEventListener("htmx:afterSwap", center);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (!button) return;
  const frame = button.closest(".display-box").querySelector(".display-frame");
  zoom(frame, button.dataset.zoom === "2" ? 1 : -1);
});
document.addEventListener("keydown", (event) => {
  const stack = event.target.closest?.("[data-display] .stack");
  if (!stack || !event.key.startsWith("Arrow")) return;
  const next = neighbour(stack, event.key);
  if (next) {
    event.preventDefault();
    next.focus();
  }
});
