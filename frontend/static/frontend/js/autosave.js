// Orders being written keep themselves: a little after each change, and when the page is left. A draft
// never counts as orders. If another window saved meanwhile, nothing is overwritten: both are offered.
import { ask } from "./requests.js";
import { inWords } from "./words.js";

const WAIT = 900;
const AGAIN = 5000;
// A message about one's own saving comes within this time, or not at all.
const ECHO = 4000;
const LEFT = "chancellery.left";
// Why a draft that is on its way is not waited for: what was handed in says all that it says.
const HANDED_IN = "handed in";

// A plan is kept beside the draft, and a seal that is taken back leaves it as it is: it is saved first, all the same.
const BESIDE = new Set(["plan", "unseal"]);

const writing = new WeakMap();

const formNow = () => document.querySelector("form[data-draft]");
const boxIn = (html) => new DOMParser().parseFromString(html, "text/html").body.firstElementChild;

function stateOf(form) {
  let state = writing.get(form);
  // A form that was made anew begins anew.
  if (!state?.hand.isConnected) {
    clearTimeout(state?.timer);
    const hand = document.createElement("input");
    Object.assign(hand, { type: "hidden", name: "hand" });
    form.append(hand);
    // Only on https and on this machine itself can a browser draw the better word.
    const word = crypto.randomUUID?.() ?? `w${Math.random().toString(36).slice(2)}00000000`;
    state = { hand, word, number: 0, echoes: [] };
    writing.set(form, state);
  }
  return state;
}

function say(form, kept) {
  const line = form.querySelector("[data-kept]");
  if (line && kept) line.replaceWith(kept);
}

// Nothing is called saved that was not.
function sayNot(form) {
  const line = form.querySelector("[data-kept]");
  if (line) line.textContent = inWords("Not saved yet. It is tried again.");
}

// What the site answered: saved, not now (another window was faster, the phase is over), or not at all.
function take(form, state, answer, html) {
  const box = boxIn(html);
  if (box?.id === "two-windows") {
    state.stopped = true;
    document.getElementById("two-windows")?.remove();
    form.before(box);
  } else if (box?.matches("[data-kept]")) {
    if (answer.ok) form.elements.namedItem("seen").value = box.dataset.seen;
    if ("same" in box.dataset) state.echoes.pop();
    say(form, box);
  } else throw new Error(`the site answered ${answer.status}`);
}

function later(form, state) {
  state.dirty = true;
  state.failed = true;
  sayNot(form);
  state.timer = setTimeout(save, AGAIN, form);
}

// What is on its way is waited for by whoever asks again.
function save(form, leaving = false) {
  const state = stateOf(form);
  clearTimeout(state.timer);
  if (!state.stopped && state.dirty && (!state.saving || leaving)) state.run = send(form, state);
  return state.run;
}

async function send(form, state) {
  state.dirty = false;
  state.failed = false;
  state.saving = true;
  state.number += 1;
  state.hand.value = `${state.word}.${state.number}`;
  state.echoes.push(Date.now());
  state.going = new AbortController();
  const until = state.going.signal;
  try {
    const answer = await ask(form.dataset.draft, {
      method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true, until,
      headers: { Accept: "text/html" },
    });
    take(form, state, answer, await answer.text());
  } catch {
    if (until.reason !== HANDED_IN) later(form, state);
  }
  state.saving = false;
  if (state.dirty && !state.failed) soon(form);
}

function soon(form) {
  const state = stateOf(form);
  state.dirty = true;
  clearTimeout(state.timer);
  state.timer = setTimeout(save, WAIT, form);
}

// What was changed a moment ago is saved before the form goes where no draft is taken from it.
// Where that fails the form goes all the same.
async function saveFirst(form, state, submitter) {
  state.waits = true;
  await state.run;
  await save(form);
  state.waits = false;
  if (!submitter.isConnected) return;
  state.goes = true;
  form.requestSubmit(submitter);
  state.goes = false;
}

function written({ target }) {
  const form = target.closest?.("form[data-draft]");
  if (!form || target.name === "ready" || target.type === "hidden") return;
  form.dataset.touched = "true";
  soon(form);
}

// Somebody saved or sealed for this seat: this window itself, or another one.
function elsewhere(event) {
  const form = formNow();
  const state = form && writing.get(form);
  if (!state) return;
  state.echoes = state.echoes.filter((at) => Date.now() - at < ECHO);
  if (state.echoes.length) {
    state.echoes.shift();
    event.preventDefault();
  } else if (state.dirty || state.saving) save(form);
  else if (!state.stopped) showWhatIsThere(form);
}

function showWhatIsThere(form) {
  const state = stateOf(form);
  clearTimeout(state.timer);
  Object.assign(state, { dirty: false, failed: false, stopped: false });
  form.dataset.touched = "false";
  // A renewal may take its place.
  form.dataset.anew = "";
  document.getElementById("two-windows")?.remove();
  document.body.dispatchEvent(new CustomEvent("changed-orders"));
}

function chosen({ target }) {
  const button = target.closest?.("[data-window]");
  const form = formNow();
  if (!button || !form) return;
  if (button.dataset.window === "there") return showWhatIsThere(form);
  const box = button.closest("#two-windows");
  form.elements.namedItem("seen").value = box.dataset.seen;
  box.remove();
  Object.assign(stateOf(form), { stopped: false, dirty: true });
  save(form);
  form.querySelector("input, select, button")?.focus({ preventScroll: true });
}

function leave() {
  const form = formNow();
  const state = form && writing.get(form);
  if (!state?.dirty || state.stopped) return;
  save(form, true);
  try {
    sessionStorage.setItem(LEFT, location.pathname);
  } catch {
    // Then a page that is loaded again at once may show the draft of a second before.
  }
}

// What was sent as the last page was left may arrive after this page was made.
function comeBack() {
  try {
    if (sessionStorage.getItem(LEFT) !== location.pathname) return;
    sessionStorage.removeItem(LEFT);
  } catch {
    return;
  }
  setTimeout(() => {
    if (formNow()?.dataset.touched !== "true") document.body.dispatchEvent(new CustomEvent("changed-orders"));
  }, WAIT);
}

// Orders that were refused stand in their form again, and nowhere else.
function keepRefused() {
  const form = document.querySelector("form[data-draft][data-unsaved]");
  if (!form) return;
  form.removeAttribute("data-unsaved");
  // This window saves them itself, and fetches nothing for it: why they were refused stays.
  form.dataset.touched = "true";
  soon(form);
}

// What was handed in and came to nothing is a draft still, which was called back for it.
function unanswered({ detail: { elt, xhr } }) {
  const state = writing.get(elt);
  if (state?.calledBack && (!xhr.status || xhr.status >= 500)) later(elt, state);
}

export function startAutosave() {
  document.addEventListener("input", written);
  document.addEventListener("change", written);
  document.addEventListener("click", chosen);
  document.body.addEventListener("orders-elsewhere", elsewhere);
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const state = writing.get(target);
    if (!state) return;
    if (BESIDE.has(submitter?.value) && !state.goes && !state.stopped && (state.dirty || state.saving || state.waits)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!state.waits) saveFirst(target, state, submitter);
      return;
    }
    clearTimeout(state.timer);
    state.calledBack = state.saving && !BESIDE.has(submitter?.value);
    if (state.calledBack) state.going.abort(HANDED_IN);
    state.dirty = false;
    state.number += 1;
    state.hand.value = `${state.word}.${state.number}`;
  }, true);
  document.body.addEventListener("htmx:afterSwap", keepRefused);
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.body.addEventListener(name, unanswered);
  }
  window.addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted && formNow()) showWhatIsThere(formNow()); });
  window.addEventListener("beforeunload", (event) => {
    // On the way to signing in again what was written is kept in this tab.
    if (document.documentElement.dataset.session === "over") return;
    const state = formNow() && writing.get(formNow());
    if (state && (state.failed || document.getElementById("two-windows"))) event.preventDefault();
  });
  keepRefused();
  comeBack();
}
