// Scripts for what few pages have: loaded where it is on the page, or when a part that is fetched brings it.
const KEYLESS = '[data-keys="{}"][data-make="{}"]:not([data-links])';
const SIGNED = `#seat-keys:not(${KEYLESS})`;
const TURNED = "[data-turned]";
const BEGIN = '.story [data-turn="begin"]';
const LONGEST = 10_000;

const waiting = new Map([
  [SIGNED, () => import("./seat-keys.js").then(({ startSeatKeys }) => startSeatKeys())],
  ["form.seat-dice", () => import("./seat-dice.js").then(({ startSeatDice }) => startSeatDice())],
  [".sheet-form", () => import("./sheet.js").then(({ startSheet }) => startSheet())],
  ["form[data-own-zone]", () => import("./zone.js").then(({ startZone }) => startZone())],
  ["output[data-place]", () => import("./moments.js").then(({ startMoments }) => startMoments())],
  [TURNED, () => import("./reveal.js").then(({ startReveal }) => startReveal())],
]);

// What could not be fetched.
const lost = new Set();

async function load(wanted) {
  const start = waiting.get(wanted);
  waiting.delete(wanted);
  try {
    await start?.();
  } catch {
    // The line is gone: the page works without it.
    lost.add(wanted);
  }
}

// Cards of the past turn when somebody asks for it: until then their button alone is there.
const turnsNow = () => location.hash === "#cards-turned" || document.querySelector("[data-turned]:not(.story *)");
const needs = (wanted) => document.querySelector(wanted) && (wanted !== TURNED || turnsNow());

function loadAll() {
  if (waiting.has(TURNED)) document.querySelectorAll(BEGIN).forEach((button) => { button.hidden = false; });
  return Promise.all([...waiting.keys()].filter(needs).map(load));
}

function beforeTurned(event) {
  const button = event.target.closest?.(BEGIN);
  if (!button || !waiting.has(TURNED)) return;
  event.stopPropagation();
  load(TURNED).then(() => button.click());
}

// Cards that came while one watches lie face down when they are seen: they wait for what turns them.
function cardsCame({ detail }) {
  const box = detail.target?.closest?.("#live-reveal");
  if (!box?.querySelector(TURNED) || lost.has(TURNED)) return;
  box.hidden = true;
  if (waiting.has(TURNED)) load(TURNED).then(() => { box.hidden = false; });
}

// What is handed in before that which signs it is there waits for it: without a signature it would be refused.
let signs; // as long as that is being loaded, and not for ever

function beforeSigned(event) {
  if (!signs) return;
  const { target, submitter } = event;
  event.preventDefault();
  event.stopImmediatePropagation();
  signs.then(() => target.requestSubmit(submitter));
}

function loadSigned() {
  if (!document.querySelector(SIGNED)) return;
  const late = new Promise((done) => setTimeout(done, LONGEST));
  signs = Promise.race([load(SIGNED), late]).then(() => { signs = undefined; });
}

// Gives back when all that this page needs is there.
export function startNeeded() {
  loadSigned();
  document.addEventListener("submit", beforeSigned, true);
  document.body.addEventListener("htmx:afterSwap", cardsCame);
  document.addEventListener("click", beforeTurned, true);
  document.body.addEventListener("htmx:afterSettle", loadAll);
  return Promise.all([signs, loadAll()]);
}
