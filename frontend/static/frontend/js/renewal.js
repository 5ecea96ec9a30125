// Every renewal of a part of a page, whether it was pushed or is the answer to a form. The part is changed into the new
// one: what is alike stays the same element. What a person is doing is left alone:
// - a form in which they have written something, or in which they are, stays as it is, with the version that it was
//   made of. If the site no longer offers it, it stays too, and says so. Orders of a phase that is over go: their draft
//   is kept;
// - of the form whose answer this is, only what was written after it was sent stays; all of it where it was refused;
// - what was opened stays open, what was closed stays closed, and the focus stays where it is.
import { CONTROLS, controlsOf, isChanged, isWritten, nameOf, wordsOf } from "./controls.js";
import { morph } from "./third_party/idiomorph.js";
import { inWords } from "./words.js";

const PAIR = "renewed-";
// What a person can be doing something with: none of these is ever made into another one.
const THINGS = "form, details, button, input, select, textarea";
const RENEWED = "#orders, #first, #desk, #seats, .guide-box, form.note";

const sent = new WeakMap(); // what the controls of a form said when it was sent
let answered = null; // the form whose answer is being put in place
let refused = false; // whether that answer is a refusal
let after = []; // what else the answer brings, and that waits until it is in place

const phaseOf = (form) => form?.querySelector("input[name=phase]")?.value;

// A form may be sent by way of another one, which says what would come of it.
const isAnswered = (form) => Boolean(answered) && (form === answered || form.closest("[data-act]")?.contains(answered));

function holds(form) {
  // A form may say itself that it is to be made anew.
  if ("anew" in form.dataset || isAnswered(form)) return false;
  const active = document.activeElement;
  return controlsOf(form).some((control) => isWritten(control) || control === active);
}

const wordsIn = (element) => (element?.textContent ?? "").replace(/[\d+\-−\s]+/g, " ").trim();

// What stays the same of a thing when figures in it change.
function mark(element) {
  const { localName, name, type, value } = element;
  if (localName === "form") return nameOf(element);
  if (localName === "details") return wordsIn(element.querySelector("summary"));
  if (localName === "button") return name ? `${name} ${value}` : wordsIn(element);
  return /^(radio|checkbox)$/.test(type) ? `${name} ${value}` : name;
}

function places(root) {
  const found = new Map();
  const counts = new Map();
  root.querySelectorAll(THINGS).forEach((element) => {
    const holder = element.parentElement.closest("[id]")?.getAttribute("id") ?? "";
    const key = `${element.localName} ${element.getAttribute("id") ?? `${holder} ${mark(element)}`}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    found.set(`${key} ${count}`, element);
  });
  return found;
}

// Gives what is the same in both trees the same id for as long as one is made into the other.
function pair(old, fresh) {
  const others = places(fresh);
  const pairs = new Map();
  let count = 0;
  places(old).forEach((element, key) => {
    const other = others.get(key);
    if (other) pairs.set(element, other);
    if (element.getAttribute("id")) return;
    const id = `${PAIR}${(count += 1)}`;
    element.setAttribute("id", id);
    other?.setAttribute("id", id);
  });
  return pairs;
}

function unpair(...roots) {
  const paired = roots.flatMap((root) => [...(root?.querySelectorAll(`[id^="${PAIR}"]`) ?? [])]);
  paired.forEach((element) => element.removeAttribute("id"));
}

// Which forms stay as they are, of which only the words stay, and which stay though they are not offered any more.
function judge(root, pairs) {
  const whole = new Set();
  const words = new Set();
  const left = new Set();
  root.querySelectorAll("form").forEach((form) => {
    // The answer to a form is put in place only while the form is there.
    if (form.matches(".htmx-request[hx-target='#desk']") && !isAnswered(form)) {
      whole.add(form);
      return;
    }
    if (!holds(form)) return;
    if (form.closest("[data-stays], [data-apart]")) {
      whole.add(form);
      return;
    }
    const other = pairs.get(form);
    const orders = form.matches("[data-orders]");
    const over = other && phaseOf(form) !== phaseOf(other);
    if (orders && (over || !other)) {
      document.getElementById("two-windows")?.remove();
      return;
    }
    if (over) words.add(form);
    else whole.add(form);
    // What is fetched into a part that is still there is asked as before.
    if (!other && !pairs.has(form.closest("details[hx-get]"))) left.add(form);
  });
  return { whole, words, left };
}

function writtenSince(control) {
  const then = sent.get(answered)?.get(control);
  return then !== undefined && then !== wordsOf(control);
}

function staysAsItIs(old, { whole, words }) {
  if (old.nodeType !== Node.ELEMENT_NODE) return false;
  if (whole.has(old)) return true;
  if (!old.matches(CONTROLS)) return false;
  const { form } = old;
  if (form && isAnswered(form)) return refused ? isChanged(old) : writtenSince(old);
  // What is no part of the draft (`data-own`) stays, though the orders are made anew from it.
  return (!form || words.has(form) || "own" in old.dataset) && isWritten(old);
}

// A part that another request fills is not emptied by a renewal around it, in the phase that it was filled in.
function isApart(old, fresh) {
  if (!old.dataset?.apart || !old.childElementCount || fresh.childElementCount || old.contains(answered)) return false;
  return (phaseOf(old) ?? old.dataset.apart) === fresh.dataset.apart;
}

// What a reader opened or closed, but for the part whose form was answered; and what holds the focus.
function isReaders(name, element) {
  if (name === "tabindex") return element === document.activeElement;
  if (name !== "open" || element.localName !== "details") return false;
  return !answered || !(element.contains(answered) || answered.contains(element));
}

function say(form) {
  if (form.querySelector("[data-left]")) return;
  const line = document.createElement("p");
  line.className = "small problem";
  line.dataset.left = "";
  line.textContent = inWords("This is not asked here any more. What you wrote stays until you leave the page.");
  form.prepend(line);
}

// What opens, or closes above, can push the head that was pressed out of sight. Sealed orders that are opened again are
// gone to: their form is long.
function inSight({ target }) {
  const head = target.matches?.("details") ? target.querySelector("summary") : null;
  const block = target.matches?.(".change[open]") ? "start" : "nearest";
  if (head && head === document.activeElement) head.scrollIntoView({ block, behavior: "instant" });
}

// A guide that says more than before does not cover the head of the orders.
function uncover({ target }) {
  const head = target.matches(".guide-box") && document.querySelector("#orders h2");
  const box = head && head.getBoundingClientRect();
  if (box && box.bottom > 0 && box.top < target.getBoundingClientRect().bottom)
    head.scrollIntoView({ block: "nearest", behavior: "instant" });
}

const PRESSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";

// Who works by keyboard goes on at what was pressed, or, if that is gone, in its part of the page; where that is no
// place to be, at what stood next to it, or else at the first that can be pressed now.
function trace(root) {
  const active = document.activeElement;
  if (!root.contains(active) || active.closest("[data-hexmap]")) return () => {};
  const like = (element) => `${element.localName} ${element.matches(THINGS) ? mark(element) : wordsIn(element)}`;
  const same = like(active);
  const id = active.getAttribute("id");
  const holder = root.getAttribute("id");
  const all = [...root.querySelectorAll(PRESSABLE)];
  const at = all.indexOf(active);
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const now = root.isConnected ? root : document.getElementById(holder);
    if (!now) return;
    const alike = [...now.querySelectorAll(active.localName)];
    const again = (id && document.getElementById(id)) || alike.find((one) => like(one) === same);
    const place = again && !again.disabled ? again : now;
    const next = [...others, ...now.querySelectorAll(PRESSABLE)].filter((one) => one.isConnected && !one.disabled);
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (document.activeElement !== place) next.find((one) => (one.focus(), document.activeElement === one));
  };
}

// Makes a part of the page (`innerHTML`: what is in it) into what is given, a list of nodes. Gives back what is new.
export function renew(root, given, style) {
  const fresh = document.createElement("div");
  fresh.append(...given);
  const outer = style === "outerHTML";
  const parent = root.parentElement;
  // What stands in a part is told by the id around it; the new one will have the same around it.
  fresh.id = (outer ? parent : root)?.closest("[id]")?.id ?? "";
  const goOn = trace(root);
  const pairs = pair(root, fresh);
  const judged = judge(root, pairs);
  const anew = Boolean(answered) && root.contains(answered);
  refused = anew && Boolean(fresh.querySelector(".problem[role=alert]"));
  const found = morph(root, outer ? [...fresh.children] : [...fresh.childNodes], {
    morphStyle: style,
    callbacks: {
      beforeNodeMorphed: (old, other) => !staysAsItIs(old, judged) && !isApart(old, other),
      beforeNodeRemoved: (old) =>
        old.nodeType !== Node.ELEMENT_NODE ||
        (![...judged.whole].some((form) => old.contains(form)) && (anew || !old.matches("[data-stays]"))),
      beforeAttributeUpdated: (name, element) => !isReaders(name, element),
    },
  });
  // What lost its place all the same stands at the end of its part.
  const now = root.isConnected ? root : parent;
  judged.whole.forEach((form) => { if (!form.isConnected) now.append(form); });
  judged.left.forEach(say);
  unpair(parent);
  goOn();
  return found;
}

function takeOver({ detail }) {
  const { requestConfig, target, swapOverride } = detail;
  const elt = requestConfig?.elt;
  const pushed = requestConfig?.triggeringEvent?.type?.startsWith("changed-");
  const posted = requestConfig?.verb === "post";
  answered = posted ? elt.closest("form") : null;
  if (!pushed && !(posted && target?.matches(RENEWED))) return;
  const swap = swapOverride ?? elt.closest("[hx-swap]")?.getAttribute("hx-swap") ?? "innerHTML";
  detail.swapOverride = swap.replace(/^(inner|outer)HTML/, "renew:$1HTML");
}

function remember({ detail }) {
  const form = detail.requestConfig?.verb === "post" && detail.elt.closest("form");
  if (form) sent.set(form, new Map(controlsOf(form).map((control) => [control, wordsOf(control)])));
}

export function startRenewal() {
  const { body } = document;
  document.addEventListener("toggle", inSight, true);
  body.addEventListener("htmx:beforeRequest", remember);
  body.addEventListener("htmx:beforeSwap", takeOver);
  body.addEventListener("htmx:afterSwap", (event) => {
    after.forEach((put) => put());
    after = [];
    uncover(event);
    answered = null;
  });
  // What an answer brings for another part of the page is put there in the same way.
  body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (!detail.target?.id || !detail.shouldSwap) return;
    detail.shouldSwap = false;
    const put = () => {
      renew(detail.target, [...detail.fragment.childNodes], "outerHTML");
      window.htmx.process(document.getElementById(detail.target.id) ?? body);
    };
    // The form that was answered has to be there until its answer is: htmx asks it who puts that in place.
    if (answered && detail.target.contains(answered)) after.push(put);
    else put();
  });
  window.htmx?.defineExtension("renewal", {
    isInlineSwap: (style) => style === "renew:outerHTML",
    handleSwap: (style, target, fragment) =>
      style.startsWith("renew:") && renew(target, [...fragment.childNodes], style.slice("renew:".length)),
  });
}
