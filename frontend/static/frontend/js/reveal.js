// A reveal, step by step: cards that turn over, or what happened one after another. The page holds all of it, face up,
// as a list; here it goes into columns in its order and lies face down until its turn comes. Nothing turns before a
// reader asks for it, except a reveal that came while they watched; whoever wants no motion sees that one all at once.
// The board follows: its parts are as they were until the step that changed them, and the ones of this step are marked.
import { moves } from "./later_together.js";

const still = () => moves().still();
const runAlong = (way) => moves().runAlong(way);
const halfTurn = (face) => moves().halfTurn(face);

// A step stays for as long as it takes to read what it did, and all of them together two minutes at most.
const PACE = 900;
const A_LETTER = 32;
const LONGEST = 120_000;
const LINGERS = 5000;
const A_LINE = 15;
const A_NAME = 16;
const THEN = "then-";
const KEYS = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (at, count) => count,
  Escape: (at, count) => count,
};

const cardsOf = (section) => [...section.querySelectorAll(".play")];
const part = (section, name) => section.querySelector(`[data-turn="${name}"]`);

const narrow = () => matchMedia("(max-width: 760px)").matches;

// What the card did, in words, with one sum open: the test's, else the first, for which a phone has no room. Links of
// the list stay its own.
function toldOf(card) {
  const told = card.querySelector(".told").cloneNode(true);
  told.querySelector("header")?.remove();
  told.querySelectorAll(".link-sign").forEach((link) => link.remove());
  told.querySelectorAll("[id]").forEach((element) => element.removeAttribute("id"));
  told.querySelectorAll("[inert]").forEach((element) => { element.inert = false; });
  told.querySelectorAll("details").forEach((sum) => sum.setAttribute("name", "stage-sums"));
  const sum = told.querySelector("details.of-test") ?? (narrow() ? null : told.querySelector("details"));
  if (sum) sum.open = true;
  return told;
}

// What stands on a face, as it is read: each die once and apart, what it was before it was thrown again after it.
function nameOf(card) {
  const face = (card.querySelector(".face .title") ?? card.querySelector(".face"))?.cloneNode(true);
  face?.querySelectorAll(".die-again b").forEach((counts) => counts.remove());
  face?.querySelectorAll("svg[aria-label]").forEach((die) => die.replaceWith(` ${die.getAttribute("aria-label")} `));
  return face?.textContent ?? "";
}

// The stage tells of the position whose card was turned last; before the first, what is to be seen.
function set(section, card) {
  const stage = section.querySelector(".stage");
  stage.hidden = false;
  stage.querySelectorAll(".told, .score").forEach((old) => old.remove());
  stage.querySelector(".first").hidden = Boolean(card);
  stage.querySelector("h3").textContent = card ? card.dataset.said : section.dataset.before.trim();
  if (!card) return;
  const score = card.querySelector(".told header .score")?.textContent.trim() ?? "";
  if (score) {
    const said = document.createElement("span");
    said.className = "score aside";
    said.textContent = score;
    stage.querySelector("header").append(said);
  }
  stage.append(toldOf(card));
}

const named = (card, what) => (card?.dataset[what] ?? "").split(" ").filter(Boolean);

// A picture with pieces shows them where they were, with the ways of those that have moved, until the last has moved.
function followPieces(page, cards, at) {
  const after = page.querySelector("svg[data-display]:not(.then)");
  const before = page.querySelector("template[data-then]")?.content.querySelector("svg[data-display]");
  if (!after || !before) return;
  const ways = [...after.querySelectorAll("[data-counter]")];
  const later = new Set(cards.slice(at).flatMap((card) => named(card, "pieces")));
  const waits = ways.some((way) => later.has(way.dataset.counter));
  page.querySelector("svg[data-display].then")?.remove();
  after.classList.toggle("not-yet", waits);
  const now = new Set(named(cards[at - 1], "pieces"));
  let shown = after;
  if (waits) {
    shown = before.cloneNode(true);
    shown.classList.add("then");
    shown.querySelectorAll("[data-counter]").forEach((way) => way.remove());
    const ground = shown.querySelector("[data-plans]");
    ways.filter((way) => !later.has(way.dataset.counter)).forEach((way) => ground.before(way.cloneNode(true)));
    after.before(shown);
  }
  shown.querySelectorAll("[data-counter]").forEach((way) => {
    way.classList.toggle("by-step", now.has(way.dataset.counter));
    const shaft = now.has(way.dataset.counter) && !still() && way.querySelector(".shaft");
    if (shaft) runAlong(shaft);
  });
}

// What stands in the live element, put together anew from what stood in the old one. A picture with pieces stays, and
// all around it; of what is known of its pieces it takes what was known.
function putBack(live, old) {
  if (live.matches(".display-box")) {
    live.querySelectorAll(".inspector[id]").forEach((known) => {
      const was = old.querySelector(`#${CSS.escape(known.id)}`);
      if (was) known.replaceWith(was);
    });
    return;
  }
  const holds = (element) => element.matches("svg[data-display]") || element.querySelector("svg[data-display]");
  const keep = [...live.children].find(holds);
  const gone = keep && [...old.children].find(holds);
  if (keep && gone) {
    putBack(keep, gone);
    gone.replaceWith(keep);
  }
  live.replaceChildren(...old.childNodes);
}

// The board as it was before, but for the parts that are named; as it is after all where nothing is to come.
function lay(page, later, named) {
  const template = page.querySelector("template[data-then]");
  const board = page.querySelector(".reveal-board .board");
  const then = template?.content.querySelector(".board");
  if (!then || !board) return;
  board.querySelectorAll(".inspector.open").forEach((open) => open.classList.remove("open"));
  template.wholeAfter ??= board.cloneNode(true);
  const opened = foldsOf(board);
  const whole = (later ? then : template.wholeAfter).cloneNode(true);
  putBack(board, whole);
  if (later) {
    named.forEach((id) => {
      const now = template.wholeAfter.querySelector(`#${CSS.escape(THEN + id)}`);
      if (now) document.getElementById(THEN + id)?.replaceWith(now.cloneNode(true));
    });
  }
  // What a reader has opened or closed stays so.
  foldsOf(board).forEach(({ fold }, words) => { if (opened.has(words)) fold.open = opened.get(words).open; });
}

const foldsOf = (board) => new Map([...board.querySelectorAll("details")]
  .map((fold) => [fold.querySelector("summary")?.textContent, { fold, open: fold.open }]));

// The board as it is at this step: each of its parts is as it was until the step that changed it, and what no step
// changed until the last. What this step changed is marked.
function follow(section, at) {
  const cards = cardsOf(section);
  document.querySelectorAll(".by-step").forEach((part) => part.classList.remove("by-step"));
  const page = section.closest("[data-reveal]");
  const movedBy = (card) => named(card, "moved");
  if (page) {
    const later = new Set(cards.slice(at).flatMap(movedBy));
    lay(page, at < cards.length, cards.slice(0, at).flatMap(movedBy).filter((id) => !later.has(id)));
    followPieces(page, cards, at);
  }
  const onBoard = (id) => document.getElementById(`${page ? THEN : ""}${id}`);
  movedBy(cards[at - 1]).forEach((id) => onBoard(id)?.classList.add("by-step"));
  if (page) document.querySelector(".reveal-strip")?.classList.toggle("told", at === cards.length);
  const says = page?.querySelector("[data-board-says]");
  if (!says) return;
  const { before, at: now, after } = says.dataset;
  says.textContent = at === 0 ? before : at < cards.length ? now : after;
}

function moveTrack(section, at) {
  const chart = section.querySelector(".by-card [data-lines]");
  if (!chart) return;
  const { reach, scale } = JSON.parse(chart.dataset.lines);
  const cards = cardsOf(section);
  const said = at ? cards[at - 1].dataset.said : section.dataset.before.trim();
  import("./cursor.js").then(({ draw }) => nameEnds(chart, draw(chart, at, said), at < reach[1])).catch(() => {});
  chart.classList.toggle("early", at < reach[1]);
  cover(chart, at / reach[1], scale);
}

// Before the last step each line is named where it has come to, in the ground that is covered; then the chart's own
// names stand at the end. A long name has two lines, and what has no room beside its line stands above the next.
function nameEnds(chart, ends, early) {
  const marks = chart.querySelector("svg.then");
  marks?.querySelectorAll("text").forEach((name) => name.remove());
  if (!marks || !early) return;
  const names = ends.sort((a, b) => a.y - b.y).flatMap(({ mark, y, words }) => {
    const cut = words.length > A_NAME ? words.lastIndexOf(" ", A_NAME) : words.length;
    const parts = [words.slice(0, cut), words.slice(cut + 1)].filter(Boolean);
    return parts.map((part, n) => ({ mark, part, at: y + n * A_LINE }));
  });
  let [free, last] = [0, JSON.parse(chart.dataset.lines).scale[3]];
  names.forEach((name) => {
    name.at = Math.max(name.at, free);
    free = name.at + A_LINE;
  });
  names.reverse().forEach((name) => {
    name.at = Math.min(name.at, last);
    last = name.at - A_LINE;
  });
  names.forEach(({ mark, part, at }) => {
    const name = document.createElementNS("http://www.w3.org/2000/svg", "text");
    name.setAttribute("class", mark.getAttribute("class").replace("end ", ""));
    name.setAttribute("x", "12");
    name.setAttribute("y", (at + 4.5).toFixed(1));
    name.textContent = part;
    marks.append(name);
  });
}

// What later cards did to a track is not told before they turn.
function cover(chart, share, [, , top, bottom]) {
  const plot = chart.querySelector("svg.plot");
  if (!plot) return;
  let later = plot.querySelector(".later");
  if (!later) {
    later = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    later.setAttribute("class", "later");
    later.setAttribute("y", String(top - 3));
    // A line may lie on the axis: that is covered too, and the axis stands over it.
    later.setAttribute("height", String(bottom - top + 5));
    plot.append(later);
    plot.after(plot.parentElement.querySelector("line.axis"));
  }
  later.setAttribute("x", String(1000 * share + 2));
  later.setAttribute("width", String(Math.max(0, 1000 * (1 - share) + 4)));
}

// So many cards lie face up. Says what turned, unless it is nothing new.
function show(section, at, moved = false) {
  const cards = cardsOf(section);
  const count = Math.min(cards.length, Math.max(0, at));
  const before = Number(section.dataset.at ?? cards.length);
  section.dataset.at = count;
  const now = cards[count - 1];
  cards.forEach((card, n) => {
    card.classList.toggle("down", n >= count);
    card.classList.toggle("now", card === now);
    card.classList.toggle("on-stage", Boolean(now) && card.dataset.said === now.dataset.said);
    heardOnce(card, card === now);
  });
  if (now) {
    const line = now.parentElement;
    const [room, place] = [line.getBoundingClientRect(), now.getBoundingClientRect()];
    line.scrollLeft += Math.min(place.left - room.left, Math.max(0, place.right - room.right));
  }
  set(section, now);
  moveTrack(section, count);
  follow(section, count);
  part(section, "back").disabled = count === 0;
  part(section, "next").disabled = count === cards.length;
  part(section, "play").disabled = count === cards.length;
  part(section, "all").disabled = count === cards.length;
  announce(section.querySelector("[data-turn-says]"), now ? [now.dataset.said, nameOf(now), verdictOf(now)] : []);
  if (moved && now && count === before + 1 && !still()) return halfTurn(now.querySelector(".face"));
  return Promise.resolve();
}

// Said as it turns; whoever reads on meets it on the stage, and not here too.
function announce(status, parts) {
  const words = parts.map((part) => part.trim().replace(/\s+/g, " ")).filter(Boolean).join(". ");
  status.textContent = words;
  setTimeout(() => { if (status.textContent === words) status.textContent = ""; }, LINGERS);
}

// A screen reader meets what a step did once: of the step on the stage it is there, of the others in the list.
function heardOnce(card, staged) {
  card.querySelectorAll(".told > :not(header)").forEach((told) => { told.inert = staged; });
  const face = card.querySelector(".face > [data-also]");
  if (face) face.ariaHidden = String(staged);
  card.ariaCurrent = staged ? "step" : null;
}

// What it did, but for what its face says; rules are cited on the stage.
function verdictOf(card) {
  return [...card.querySelectorAll(".told > .verdict, .told > .came:not(.on-face)")].map((line) => {
    const told = line.cloneNode(true);
    told.querySelectorAll("cite, a").forEach((link) => link.remove());
    return told.textContent;
  }).join(" ");
}

function open(section) {
  section.classList.add("turning");
  section.querySelector(".turn-steps").hidden = false;
  // On a narrow page the columns are scrolled, by keys too.
  section.querySelector(".plays").tabIndex = 0;
  part(section, "begin").hidden = true;
  const story = section.closest(".story");
  if (story) {
    story.classList.add("turning");
    story.querySelector(".story-head").after(section);
  }
}

const stays = (card) => PACE + A_LETTER * (card ? [...card.querySelectorAll(".told > p")]
  .reduce((sum, line) => sum + line.textContent.trim().length, 0) : 0);

// One card after the other; whoever presses a button or a key takes over.
async function run(section) {
  const turn = String(Math.random());
  section.dataset.runs = turn;
  const cards = cardsOf(section);
  const quicker = Math.min(1, LONGEST / cards.reduce((sum, card) => sum + stays(card), 0));
  while (section.isConnected && section.dataset.runs === turn && Number(section.dataset.at) < cards.length) {
    const began = performance.now();
    await show(section, Number(section.dataset.at) + 1, true);
    const wait = quicker * stays(cards[Number(section.dataset.at) - 1]) - (performance.now() - began);
    await new Promise((done) => { setTimeout(done, Math.max(0, wait)); });
  }
}

function act(event) {
  const button = event.target.closest?.("[data-turn]");
  const section = button?.closest("[data-turned]");
  if (!section) return;
  const at = Number(section.dataset.at);
  const { turn } = button.dataset;
  delete section.dataset.runs;
  if (turn === "begin") {
    open(section);
    show(section, 0);
    part(section, "next").focus({ preventScroll: true });
    section.scrollIntoView({ block: "nearest" });
  } else if (turn === "next") show(section, at + 1, true);
  else if (turn === "back") show(section, at - 1);
  else if (turn === "play") run(section);
  else show(section, cardsOf(section).length);
  keepFocus(section, button);
}

// A button that has just gone out of use does not keep the focus; one that can be pressed does.
function keepFocus(section, had) {
  if (!had?.disabled) return;
  const other = ["next", "back"].map((name) => part(section, name)).find((button) => !button.disabled);
  other?.focus({ preventScroll: true });
}

function press(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const near = event.target.closest?.("[data-turned].turning");
  // Escape skips a reveal from anywhere, for it opens by itself; other keys are its own where it is the page.
  const far = document.querySelector(event.key === "Escape" ? "[data-turned].turning[data-runs]"
    : "[data-reveal] [data-turned].turning");
  const section = near ?? (event.target.closest?.("input, select, textarea, [tabindex], dialog") ? null : far);
  const step = KEYS[event.key];
  if (!section || !step) return;
  event.preventDefault();
  delete section.dataset.runs;
  const at = Number(section.dataset.at);
  show(section, step(at, cardsOf(section).length), event.key === "ArrowRight");
  keepFocus(section, event.target.closest("[data-turn]"));
}

function offer(root) {
  root.querySelectorAll?.("[data-turned]:not(.turning)").forEach((section) => {
    if (!cardsOf(section).length) return;
    // Where the reveal is the page, it lies face down till its reader turns it.
    if (section.closest("[data-reveal]")) {
      open(section);
      show(section, 0);
    } else part(section, "begin").hidden = false;
  });
}

// What comes above the middle of what a reader sees does not move it.
function inPlace(change) {
  const stay = moves().stays(document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body);
  change();
  stay();
}

function whenSeen(element, then) {
  new IntersectionObserver((found, watch) => {
    if (!found.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    then();
  }, { threshold: 0.5 }).observe(element);
}

// A reveal that came while the page was open: it turns by itself, once, as soon as it is in sight.
function arrived({ detail }) {
  const box = detail.target.closest?.("#live-reveal");
  const section = box?.querySelector("[data-turned]");
  if (section && !section.classList.contains("turning")) {
    inPlace(() => {
      box.hidden = false;
      box.closest("details").open = true;
      open(section);
      show(section, still() ? cardsOf(section).length : 0);
    });
    // It is what everybody waited for; only who is at something goes on with it.
    const writes = document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea, select");
    if (!writes && !moves().busy()) box.scrollIntoView({ block: "start" });
    if (!still()) whenSeen(section.querySelector(".plays"), () => run(section));
    return;
  }
  offer(detail.target);
}

// The same reveal is not fetched into its place again.
function asks({ detail }) {
  if (detail.elt.id !== "live-reveal") return;
  const number = detail.elt.querySelector("[data-turned]")?.dataset.turned;
  if (number) detail.parameters.had = number;
}

export function startReveal() {
  document.addEventListener("click", act);
  document.addEventListener("keydown", press);
  document.body.addEventListener("htmx:configRequest", asks);
  document.body.addEventListener("htmx:afterSettle", arrived);
  const came = document.querySelector("#live-reveal [data-turned]");
  if (came) arrived({ detail: { target: came } });
  offer(document);
  if (location.hash === "#cards-turned") part(document, "begin")?.click();
}
