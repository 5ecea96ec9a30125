// What moves, and for how long: a stamp comes down once the server has answered, a track goes to its new value,
// a card turns over, a commerce die shows three faces before its own, a counter runs along its arrow, and
// a row that has just come stands on a ground that fades. Only transform and opacity move. For who wants no
// motion everything is there at once, and a polite announcement says what changed. That a seal is kept is announced
// to everybody.
import { inWords } from "./words.js";

const STAMP = 160;
const TRACK = 300;
const CARD = 420;
const DIE = 500;
const HEX = 200;
const LONGEST_WAY = 1200;
const SIDES = 12;

export const still = () =>
  document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

// There before it says anything: what comes together with its words is not announced.
const voice = document.createElement("p");
voice.className = "hidden-text";
voice.setAttribute("role", "status");

function say(words) {
  if (words) voice.textContent = words;
}

function comeDown(stamp) {
  const turned = getComputedStyle(stamp).transform;
  const base = turned === "none" ? "" : turned;
  stamp.animate([{ transform: `${base} scale(1.12)`, opacity: 0 }, { transform: base, opacity: 1 }], {
    duration: STAMP,
    easing: "ease-out",
  });
}

const leaf = (turn) => `perspective(40rem) rotateY(${turn}deg)`;

// Half a turn about the upright axis: the back goes, the face comes. Gives back when it lies still.
export async function halfTurn(face) {
  const half = CARD / 2;
  const turned = (from, to, easing) =>
    face.animate([{ transform: leaf(from) }, { transform: leaf(to) }], {
      duration: half,
      easing,
    }).finished.catch(() => null);
  face.classList.add("still-back");
  await turned(0, 90, "ease-in");
  face.classList.remove("still-back");
  await turned(-90, 0, "ease-out");
}

const placesOf = (box) =>
  new Map(
    [...box.querySelectorAll(".tension[id] svg .pointer:not(.mine)")].map((pointer) => {
      const track = pointer.closest(".tension");
      const level = pointer.parentElement.querySelector(".level:not(.mine)")?.textContent ?? "";
      const at = Number(/^M([\d.]+)/.exec(pointer.getAttribute("d"))?.[1] ?? 0);
      const name = track.querySelector(".say b")?.textContent ?? "";
      return [`${track.id} ${pointer.ownerSVGElement.getAttribute("class")}`, { pointer, level, at, name }];
    }),
  );

// The pointer and its number go from where they were; so does the end of the filled bar.
function goOn(before, after) {
  const moved = after.at - before.at;
  const number = after.pointer.parentElement.querySelector(".level:not(.mine)");
  [after.pointer, number].forEach((part) =>
    part?.animate([{ transform: `translateX(${-moved}px)` }, { transform: "none" }], {
      duration: TRACK,
      easing: "ease-out",
    }),
  );
}

// A die shows three other faces and then its own, which is in the page before anything moves.
function throwDie(die) {
  const face = die.querySelector("svg text");
  const own = Number(face?.textContent);
  if (!own) return;
  face.animate([{ opacity: 0 }, { opacity: 0, offset: 0.75 }, { opacity: 1, offset: 0.76 }, { opacity: 1 }], {
    duration: DIE,
  });
  [5, 9, 2].forEach((on, n) => {
    const other = face.cloneNode(false);
    other.textContent = ((own + on - 1) % SIDES) + 1;
    face.after(other);
    const shown = other.animate([{ opacity: 1 }, { opacity: 1 }], { duration: DIE / 4, delay: (n * DIE) / 4 });
    other.setAttribute("opacity", "0");
    shown.finished.catch(() => null).then(() => other.remove());
  });
}

// None where no dice lie at all: what a page begins with has not been thrown just now.
const diceOf = (box) => box.querySelector(".faces") &&
  new Map([...box.querySelectorAll("[data-die]")].map((die) => [
    die.dataset.die,
    die.querySelector("svg text")?.textContent,
  ]));

const waysOf = (box) => new Set([...box.querySelectorAll(".move .shaft")].map((way) => way.getAttribute("d")));

// A counter runs from where it stood along its arrow, hex by hex; the one that stays is there already.
export function runAlong(way) {
  const places = [...way.getAttribute("d").matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
  const points = places.map((at) => [Number(at[1]), Number(at[2])]);
  const former = way.parentElement.querySelector(".former");
  if (points.length < 2 || !former) return;
  const runner = former.cloneNode(false);
  runner.setAttribute("class", "runner");
  way.parentElement.append(runner);
  const [x, y] = points[0];
  const frames = points.map(([right, down]) => ({ transform: `translate(${right - x}px, ${down - y}px)` }));
  runner.animate(frames, { duration: Math.min(LONGEST_WAY, HEX * (points.length - 1)) })
    .finished.catch(() => null).then(() => runner.remove());
}

const wordsOf = (box) => new Set([...box.querySelectorAll(".entry")].map((entry) => entry.textContent));

let seen = { places: new Map(), words: new Set(), dice: null, ways: new Set() };

function remember({ detail }) {
  const { target } = detail;
  seen = { places: placesOf(target), words: wordsOf(target), dice: diceOf(target), ways: waysOf(target) };
}

function move({ detail }) {
  const { target, requestConfig } = detail;
  const event = requestConfig?.triggeringEvent;
  const fresh = document.getElementById(target.id) ?? target;
  if (event?.submitter?.value === "seal" && requestConfig.verb === "post") {
    const stamps = [...document.querySelectorAll("#orders .stamp.sealed")];
    if (stamps.length) say(inWords("Sealed."));
    if (!still()) stamps.forEach(comeDown);
  }
  // Only what the site has pushed, and the dice that a reader threw: what else they asked for is no news.
  if (!event?.type?.startsWith("changed-") && target.id !== "first") return;
  const tracks = [];
  placesOf(fresh).forEach((after, key) => {
    const before = seen.places.get(key);
    if (!before || before.level === after.level) return;
    tracks.push(`${after.name} ${before.level} to ${after.level}`);
    if (!still()) goOn(before, after);
  });
  if (!still()) {
    fresh.querySelectorAll("[data-die]").forEach((die) => {
      const shows = die.querySelector("svg text")?.textContent;
      if (seen.dice && seen.dice.get(die.dataset.die) !== shows) throwDie(die);
    });
    fresh.querySelectorAll(".move .shaft").forEach((way) => {
      if (!seen.ways.has(way.getAttribute("d"))) runAlong(way);
    });
  }
  const came = seen.words.size
    ? [...fresh.querySelectorAll(".entry")].filter((entry) => !seen.words.has(entry.textContent))
    : [];
  if (still()) say([...new Set(tracks), ...came.slice(0, 3).map((entry) => entry.textContent.trim())].join(". "));
  else came.forEach((entry) => entry.classList.add("arrives"));
}

export function startMotion() {
  document.body.append(voice);
  // Before the units of a board take their places.
  document.body.addEventListener("htmx:beforeSwap", remember, true);
  document.body.addEventListener("htmx:afterSwap", move);
}
