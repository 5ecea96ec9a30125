// What is written in the forms of a page outlives the page: when it is left, or made anew, it is kept in this tab, for
// this reader, this address and the power that the page is for, and put back when they are here again. Passwords and
// files are not kept, and nothing once one has signed out. What was sent is put back only where it was refused.
import { controlsOf, isWritten, nameOf, wordsOf } from "./controls.js";
import { everyKeyOf, forget, forgetOthers, keep, keyOf, keysOf, read } from "./tab.js";
import { inWords } from "./words.js";

const html = document.documentElement;
const PATIENCE = 10_000;

let sending = null;

const forms = () => [...document.querySelectorAll("form[method=post]:not([data-fleeting])")]
  .filter((form) => !form.querySelector("[type=password], [autocomplete=one-time-code]"));

const phaseOf = (form) => form.elements.namedItem("phase")?.value ?? "";

function writtenIn(form) {
  const changed = controlsOf(form).filter((control) => control.name && control.type !== "file" && isWritten(control));
  return changed.map((control) => ({ name: control.name, value: control.value, words: wordsOf(control) }));
}

// Which of the forms of the same name it is.
function placed() {
  const counts = new Map();
  return forms().map((form) => {
    const name = nameOf(form);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [form, `${name} ${count}`];
  });
}

function keepWritten() {
  const kept = placed()
    .map(([form, name]) => ({
      name,
      phase: phaseOf(form),
      sent: form === sending,
      fetched: form.closest("details[hx-get]")?.getAttribute("hx-get"),
      controls: writtenIn(form),
    }))
    .filter(({ controls }) => controls.length);
  // What has no form any more stays until it is put away.
  const left = [...document.querySelectorAll(".left-over pre")];
  if (left.length) kept.push({ name: "", controls: left.map((each) => ({ words: each.textContent })) });
  keep(keyOf("written"), kept);
}

function put(form, { name, value, words }) {
  const controls = controlsOf(form).filter((control) => control.name === name);
  const single = controls.find((control) => !/^(radio|checkbox)$/.test(control.type));
  const control = single ?? controls.find((one) => one.value === value);
  if (!control || control.disabled) return false;
  if (!single) control.checked = words;
  else if (control.multiple) {
    const chosen = words.split("\n");
    [...control.options].forEach((one) => { one.selected = chosen.includes(one.value); });
  } else control.value = words;
  if (wordsOf(control) !== words) return false;
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  for (let part = control.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  return true;
}

// Words that have no form any more stand at the head of the page, to be copied.
function leftOver(controls) {
  const texts = controls.map(({ words }) => words).filter((words) => typeof words === "string" && words.length > 2);
  if (!texts.length) return;
  const box = document.createElement("section");
  box.className = "notice left-over";
  const head = document.createElement("p");
  head.textContent = inWords("This page has no place any more for what you wrote here:");
  box.append(head);
  const made = (name, more) => Object.assign(document.createElement(name), more);
  texts.forEach((words) => box.append(made("pre", { textContent: words, dir: "auto" })));
  const button = made("button", { type: "button", textContent: inWords("Put it away") });
  button.addEventListener("click", () => box.remove());
  box.append(button);
  document.querySelector("main")?.prepend(box);
}

// A form that is fetched when its part is opened: open it, and wait for the form.
function fetchAndPut({ name, fetched, controls }) {
  const part = [...document.querySelectorAll("details[hx-get]")].find((one) => one.getAttribute("hx-get") === fetched);
  if (!part) return leftOver(controls);
  const late = setTimeout(() => leftOver(controls), PATIENCE);
  document.body.addEventListener("htmx:afterSettle", function look() {
    const form = new Map(placed().map(([each, called]) => [called, each])).get(name);
    if (!form) return;
    document.body.removeEventListener("htmx:afterSettle", look);
    clearTimeout(late);
    leftOver(controls.filter((control) => !put(form, control)));
  });
  part.open = true;
}

function take(key) {
  const entries = read(key);
  keep(key, []);
  return entries;
}

// What was written here for a power that is the reader's no more: it has no form.
function takeLost() {
  const page = `${keyOf("written", "")} `;
  const powers = (html.dataset.powers ?? "").split(" ");
  return keysOf("written")
    .filter((key) => key.startsWith(page) && !powers.includes(key.slice(page.length)))
    .flatMap(take)
    .filter(({ name, sent }) => sent !== true && !name.includes("/orders/"));
}

// Whether this page came of the form that was sent from there. Who got no answer comes from elsewhere, or comes back.
function isAnswerTo(path) {
  const from = document.referrer;
  const back = ["back_forward", "reload"].includes(performance.getEntriesByType("navigation")[0]?.type);
  if (!from || back) return false;
  const { origin, pathname } = new URL(from);
  return origin === location.origin && pathname === path;
}

function bringBack() {
  forgetOthers();
  // What one wrote before one had a seat is one's own with it, too.
  const kept = [keyOf("written"), keyOf("written", "")].flatMap(take);
  takeLost().forEach(({ controls }) => leftOver(controls));
  for (const key of keysOf("written")) {
    const path = key.split(" ")[2];
    keep(key, read(key).filter(({ sent, from }) => sent !== true || !isAnswerTo(from ?? path)));
  }
  const refused = document.querySelector(".messages .error, main .problem[role=alert]");
  const now = new Map(placed().map(([form, name]) => [name, form]));
  for (const entry of kept) {
    const { name, phase, sent, from, fetched, controls } = entry;
    if (sent === true && isAnswerTo(from ?? location.pathname) && !refused) continue;
    const form = now.get(name);
    const orders = form?.matches("[data-orders]") ?? name.includes("/orders/");
    // Orders of a phase that is over are their draft's business.
    if (orders && form && phaseOf(form) !== phase) continue;
    if (!form && fetched) {
      fetchAndPut(entry);
      continue;
    }
    const lost = form ? controls.filter((control) => !put(form, control)) : controls;
    if (!orders) leftOver(lost);
  }
}

// What was sent, and the site says on this page that nothing was done of it, is written still, until it is sent from
// here (``from``). The page may be another person's, or nobody's.
function keepSent(page) {
  const mark = (was, more) => everyKeyOf("written").forEach((name) => {
    keep(name, read(name).map((entry) => (entry.sent === was ? { ...entry, ...more } : entry)));
  });
  mark(true, { sent: "not done" });
  page.addEventListener("submit", () => mark("not done", { sent: true, from: location.pathname }));
}

export function startWritten() {
  const notDone = document.querySelector("[data-not-done]");
  if (notDone) keepSent(notDone);
  if (notDone || !html.dataset.reader) return;
  document.addEventListener("submit", (event) => {
    const { target: form } = event;
    if (form.id === "sign-out") {
      forget();
      return;
    }
    // A button may send itself alone, and nothing of what is written beside it.
    const alone = "alone" in (event.submitter?.dataset ?? {});
    queueMicrotask(() => { if (!event.defaultPrevented && !alone) sending = form; });
  });
  window.addEventListener("pagehide", keepWritten);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) sending = null; });
  bringBack();
}
