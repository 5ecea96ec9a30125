// The status display: nearer and further, one tab stop for all counters, the inspector on free ground,
// and the plan of whoever writes orders. Without this every counter is a link that opens the same
// inspector.
const NEAR = ["", "zoom-2", "zoom-3"];
const ALONG = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function zoom(frame, step) {
  const now = Math.max(0, NEAR.findIndex((name) => name && frame.classList.contains(name)));
  const next = Math.min(NEAR.length - 1, Math.max(0, now + step));
  frame.classList.remove(...NEAR.filter(Boolean));
  if (NEAR[next]) frame.classList.add(NEAR[next]);
}

const stopsOf = (box) => [...box.querySelectorAll("[data-display] .stack")];
const nameOf = (stop) => stop.getAttribute("href").split("#")[1];
const inspectorOf = (stop) => document.getElementById(nameOf(stop));

function middleOf(part) {
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const middle = (stop) => middleOf(stop.querySelector("circle, rect:not(.mine)"));

function neighbour(from, key) {
  const stops = stopsOf(from.closest(".display-box"));
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  const [x, y] = middle(from);
  const along = ALONG[key];
  let best = null;
  stops.forEach((stop) => {
    const [sx, sy] = middle(stop);
    const ahead = (sx - x) * along[0] + (sy - y) * along[1];
    const aside = Math.abs((sx - x) * along[1]) + Math.abs((sy - y) * along[0]);
    const cost = ahead + 2 * aside;
    if (stop !== from && ahead > 1 && (!best || cost < best.cost)) best = { stop, cost };
  });
  return best?.stop;
}

// Only one counter can be reached by Tab: the one that was chosen last, else the first.
function rove(box, stop) {
  stopsOf(box).forEach((other) => { other.tabIndex = other === stop ? 0 : -1; });
  box.dataset.at = stop.dataset.at;
}

function close(box) {
  box.querySelectorAll(".inspector.open").forEach((open) => open.classList.remove("open"));
  box.querySelectorAll(".stack.chosen").forEach((stop) => stop.classList.remove("chosen"));
  delete box.dataset.open;
}

// What is known of the hexes is fetched when somebody comes near.
function near(box) {
  const slot = box?.querySelector(".inspectors[hx-get]:empty");
  if (slot && !slot.classList.contains("htmx-request")) window.htmx.trigger(slot, "near");
}

// What a reader opened is brought into sight where it lies beyond the window, as far as its counter stays there too;
// once, though it may come later. What is opened again by a renewal moves nothing.
let sought = null;

function intoSight(stop) {
  const known = inspectorOf(stop);
  if (sought !== stop.dataset.at || !known) return;
  sought = null;
  if (getComputedStyle(known).position === "fixed") return;
  const shown = known.getBoundingClientRect();
  const from = stop.getBoundingClientRect();
  const down = Math.min(shown.bottom - innerHeight + 8, from.top - 8);
  const up = Math.max(shown.top - 8, from.bottom - innerHeight + 8);
  if (down > 0) scrollBy(0, down);
  else if (up < 0) scrollBy(0, up);
}

function seek(stop) {
  sought = stop.dataset.at;
  open(stop);
  intoSight(stop);
}

function open(stop) {
  const box = stop.closest(".display-box");
  near(box);
  close(box);
  inspectorOf(stop)?.classList.add("open");
  stop.classList.add("chosen");
  box.dataset.open = stop.dataset.at;
  rove(box, stop);
}

// Into what was opened, at once or when it has come.
let goesIn = false;

function goIn(stop) {
  const title = inspectorOf(stop)?.querySelector("h3");
  goesIn = !title;
  title?.focus({ preventScroll: true });
}

// Back on the counter whose inspector was shut; the focus does not open it again.
let shutting = false;

function back(box) {
  const stop = stopsOf(box).find((each) => each.dataset.at === box.dataset.at);
  close(box);
  shutting = true;
  stop?.focus({ preventScroll: true });
  shutting = false;
}

const wordsOf = (move) =>
  [...move.querySelectorAll(".words, .when")].map((part) => part.textContent.trim()).join(" ");

function note(place, words) {
  const line = document.createElement("p");
  line.className = "mine small";
  line.textContent = words;
  place.append(line);
}

// Around a plan so much of the display is shown beside its card, as large as on the display itself.
const [LEAST_WIDE, LEAST_HIGH, ROUND] = [240, 150, 56];

// What lies around an arrow, as a picture of its own: nothing in it is led to.
function cutOut(display, arrow, wide) {
  const ends = [...arrow.querySelectorAll("circle")]
    .map((one) => ["cx", "cy"].map((at) => Number(one.getAttribute(at))));
  const [xs, ys] = [0, 1].map((n) => ends.map((end) => end[n]));
  const high = Math.max(LEAST_HIGH, Math.max(...ys) - Math.min(...ys) + 2 * ROUND);
  const [x, y] = [xs, ys].map((all) => (Math.min(...all) + Math.max(...all)) / 2);
  const picture = display.cloneNode(true);
  picture.querySelectorAll("defs, title").forEach((part) => part.remove());
  picture.querySelectorAll("a").forEach((link) => ["href", "aria-label"].forEach((name) => link.removeAttribute(name)));
  ["data-display", "role", "aria-label"].forEach((name) => picture.removeAttribute(name));
  Object.entries({ viewBox: [x - wide / 2, y - high / 2, wide, high].join(" "), width: wide, height: high })
    .forEach(([name, value]) => picture.setAttribute(name, value));
  const box = document.createElement("div");
  box.className = "mine plan-here";
  box.inert = true;
  box.setAttribute("aria-hidden", "true");
  box.append(picture);
  return box;
}

// What the cards of the orders add up to on a minor: the last of them has all of it.
function sums() {
  const found = new Map();
  [...document.querySelectorAll("#orders [data-sum]")].sort((one, other) => one.dataset.parts - other.dataset.parts)
    .forEach((roll) => found.set(roll.dataset.sum, roll));
  found.forEach((roll, minor) => {
    const table = roll.querySelector("table.tally");
    document.querySelectorAll(`#inspectors [data-pieces~="${CSS.escape(minor)}"]`).forEach((inspector) => {
      const sum = document.createElement("div");
      sum.className = "sum-here";
      const title = document.createElement("b");
      title.textContent = roll.querySelector("summary .name").textContent;
      sum.append(title, table.cloneNode(true));
      (inspector.querySelector(".held") ?? inspector.querySelector("header + p")).after(sum);
    });
  });
}

// What the orders being written would move, from the form onto the display, into the inspectors, and
// beside the choice that moves it.
function plan() {
  const source = document.querySelector("#preview [data-plan]");
  const box = document.querySelector("#display");
  const layer = box?.querySelector("[data-plans]");
  if (!layer) return;
  layer.replaceChildren(...[...(source?.childNodes ?? [])].map((each) => each.cloneNode(true)));
  document.querySelectorAll(".inspector :is(.mine, .sum-here), .card-option .mine").forEach((line) => line.remove());
  sums();
  document.querySelectorAll("#preview [data-piece]").forEach((move) => {
    const words = wordsOf(move);
    box.querySelectorAll(`[data-pieces~="${CSS.escape(move.dataset.piece)}"]`).forEach((inspector) => {
      note(inspector, `Your plan: ${words} ${move.dataset.part}`);
    });
    const cards = [...document.querySelectorAll(".card-option[data-card]")];
    const card = cards.find((each) => each.dataset.card === move.dataset.part);
    const details = card?.querySelector(".details");
    if (!details) return;
    note(details, words);
    const arrow = layer.querySelector(`[data-moves="${CSS.escape(move.dataset.piece)}"]`);
    if (!arrow) return;
    // Each power that holds values moves it: one piece of the display shows them all.
    details.querySelector(`.plan-here[data-of="${CSS.escape(move.dataset.piece)}"]`)?.remove();
    const piece = cutOut(layer.ownerSVGElement, arrow, details.clientWidth || LEAST_WIDE);
    piece.dataset.of = move.dataset.piece;
    details.append(piece);
  });
}

const put = (control, what) => {
  Object.assign(control, what);
  // As from a person: what listens for what is written hears it.
  ["input", "change"].forEach((name) => control.dispatchEvent(new Event(name, { bubbles: true })));
};

// A card that is led to from a minor is chosen, in the first place that is free or in the only one there is, and the
// minor filled in; of what can be agreed with it, the first. What would be activated after it is left open.
function playOn(card, minor) {
  const places = [...card.querySelectorAll(".choose input")];
  const taken = [...card.closest("[data-plays]").querySelectorAll(".choose input:checked")];
  const free = places.find((one) => !taken.some((other) => other.value === one.value));
  const place = free ?? (places.length === 1 && places[0]);
  if (place && !places.some((one) => one.checked)) put(place, { checked: true });
  card.querySelector(":scope > details").open = true;
  const details = card.querySelector("[data-details]");
  if (place && details && !details.querySelector("select, input")) {
    details.addEventListener("htmx:afterSwap", () => playOn(card, minor), { once: true });
  }
  const about = ({ value, disabled }) => !disabled && (value === minor || value.startsWith(`${minor}:`));
  const asked = [...card.querySelectorAll(".details :is(select, input):not([name$='.activate'])")];
  const aim = asked.find((each) => (each.localName === "select" ? [...each.options].some(about) : about(each)));
  if (aim?.localName === "select") put(aim, { value: [...aim.options].find(about).value });
  else if (aim && !aim.checked) put(aim, { checked: true });
  const chosen = places.find((one) => one.checked);
  const next = (chosen && aim) ?? chosen ?? places[0] ?? card;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

// Where the display is wider than its frame, begin with all counters in it; where they need more room, with most.
function center(frame) {
  if (frame.dataset.seen === String(frame.clientWidth) || frame.scrollWidth <= frame.clientWidth) return;
  const spots = [...frame.querySelectorAll(".stack circle, .stack rect")].map((each) => middleOf(each)[0]);
  if (!spots.length) return;
  const [first, last] = [Math.min(...spots), Math.max(...spots)];
  const mean = spots.reduce((sum, x) => sum + x, 0) / spots.length;
  const at = last - first < frame.clientWidth ? (first + last) / 2 : mean;
  frame.scrollLeft += at - frame.getBoundingClientRect().x - frame.clientWidth / 2;
  frame.dataset.seen = frame.clientWidth;
}

// A phone begins with the whole display, without names: a touch beside the counters brings that part nearer.
function nearer({ target, clientX }) {
  const frame = target.closest("#display .display-frame");
  if (!frame || frame.scrollWidth > frame.clientWidth || !matchMedia("(max-width: 760px)").matches) return;
  const part = (clientX - frame.getBoundingClientRect().x) / frame.clientWidth;
  zoom(frame, 1);
  frame.scrollLeft = part * frame.scrollWidth - frame.clientWidth / 2;
  frame.dataset.seen = frame.clientWidth;
}

// Layers that a reader can leave out; what they chose holds while they stay, also where the board is fetched again.
const left = new Set();

function layer(button) {
  const { layer: name } = button.dataset;
  if (left.has(name)) left.delete(name);
  else left.add(name);
  layers();
}

function layers() {
  document.querySelectorAll(".display-box").forEach((box) => {
    box.querySelectorAll("[data-layer]").forEach((button) => {
      const { layer: name } = button.dataset;
      button.setAttribute("aria-pressed", String(!left.has(name)));
      box.classList.toggle(`without-${name}`, left.has(name));
    });
  });
}

let last = { at: "", open: false };

function begin() {
  document.querySelectorAll(".display-frame").forEach(center);
  document.querySelectorAll(".display-box").forEach((box) => {
    const stops = stopsOf(box);
    // What is known of a hex may come after it was asked for.
    const waits = box.dataset.open && stops.find((each) => each.dataset.at === box.dataset.open);
    const come = waits && inspectorOf(waits);
    come?.classList.add("open");
    if (come) intoSight(waits);
    if (come && goesIn) goIn(waits);
    if (waits && !come) near(box);
    if (!stops.length || box.dataset.at) return;
    const asked = stops.find((stop) => `#${nameOf(stop)}` === location.hash);
    const stop = asked ?? stops.find((each) => each.dataset.at === last.at) ?? stops[0];
    rove(box, stop);
    if (asked || (last.open && stop.dataset.at === last.at)) open(stop);
  });
  layers();
  plan();
}

begin();
// A display that was fetched again opens where it was.
document.body.addEventListener("htmx:beforeSwap", () => {
  const box = document.querySelector("#display");
  if (box) last = { at: box.dataset.at ?? "", open: Boolean(box.dataset.open) };
});
// What comes with a preview is put in place by others that hear of it too: after them.
document.body.addEventListener("htmx:afterSwap", () => queueMicrotask(begin));
// Where the orders are opened beside it, or the window changes, its frame has another width.
const centered = () => document.querySelectorAll(".display-frame").forEach(center);
addEventListener("resize", centered);
document.addEventListener("toggle", centered, true);
addEventListener("hashchange", () => {
  const list = document.querySelector(location.hash || "#none")?.closest(".minors-list");
  if (list) list.open = true;
  // A phone shows the board only now.
  centered();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) {
    const frame = button.closest(".display-box").querySelector(".display-frame");
    zoom(frame, button.dataset.zoom === "2" ? 1 : -1);
    center(frame);
  }
  const chosen = event.target.closest("[data-layer]");
  if (chosen) layer(chosen);
  const list = event.target.closest(".display-tools a")?.hash;
  if (list) document.querySelector(list).open = true;
  const stop = event.target.closest("[data-display] .stack");
  if (stop) {
    event.preventDefault();
    stop.focus({ preventScroll: true });
    seek(stop);
    // By Enter one goes on into what was opened; by pointer one stays on the map.
    if (event.detail === 0) goIn(stop);
  }
  if (!stop) nearer(event);
  const led = event.target.closest(".inspector a[data-minor]");
  const card = led && document.getElementById(led.hash.slice(1));
  if (card) {
    event.preventDefault();
    const play = () => playOn(card, led.dataset.minor);
    if (card.closest("[data-plays]").checkVisibility()) play();
    else {
      // On a phone the orders stand in the place of the board: first there.
      addEventListener("hashchange", play, { once: true });
      location.hash = led.hash;
    }
  }
  // What an inspector leads to may stand on the page of the whole board alone.
  const away = event.target.closest(".story-board .inspector a[href^='#']");
  const whole = away?.closest(".story-board").querySelector("nav a[hx-get]");
  if (whole && !document.getElementById(away.hash.slice(1))) {
    event.preventDefault();
    location.href = whole.href.split("#")[0] + away.hash;
  }
  const shut = event.target.closest(".inspector .close");
  if (shut) {
    event.preventDefault();
    back(shut.closest(".display-box"));
  }
});
document.addEventListener("pointerover", (event) => near(event.target.closest?.(".display-box")));
document.addEventListener("focusin", (event) => {
  const stop = event.target.closest?.("[data-display] .stack");
  // What a pointer presses stays below it until it is let go: then it is a click.
  if (stop && !shutting) (stop.matches(":focus-visible") ? seek : open)(stop);
});
document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.(".display-box");
  if (!box) return;
  if (event.key === "Escape" && box.dataset.open) {
    event.preventDefault();
    back(box);
    return;
  }
  const stop = event.target.closest("[data-display] .stack");
  if (!stop || !(event.key in ALONG || event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  neighbour(stop, event.key)?.focus();
});
