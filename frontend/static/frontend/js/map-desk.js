// The entry line of the map desk: "/" goes to it, arrows go through what is offered. The best of what is offered
// stands in the line itself, behind what is typed; Tab or the right arrow takes it, Escape puts it away. What is
// entered leaves the line at once, so that one can go on typing; it stands below until the site has it. What was
// refused, or not answered, stays there with what can be done about it, and is there again when the page is loaded
// anew.
import { ask } from "./requests.js";
import { renewed } from "./later_together.js";
import { keep, keyOf, read } from "./tab.js";
import { inWords } from "./words.js";

const line = document.getElementById("say");
const offered = document.getElementById("offered");
const said = document.getElementById("said");
const told = document.getElementById("offered-told");
const ghost = line?.parentElement.querySelector(".ghost");
const SAID = keyOf("said");

function offers() {
  return [line, ...offered.querySelectorAll("button")];
}

function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const places = step ? offers() : [];
  const at = places.indexOf(document.activeElement);
  if (at < 0 || !places[at + step]) return;
  event.preventDefault();
  places[at + step].focus();
}

function find(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  line.focus();
}

const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");

// --- The best of what is offered, in the line itself ----------------------------------------------------

const folded = (words) => words.toLocaleLowerCase();

// What stands in the list may answer fewer letters than are typed by now; it is good as long as the line goes on so.
function best() {
  const first = offered.querySelector("button")?.value ?? "";
  const typed = line.value.trimStart();
  if (!first || !typed || folded(first.trim()) === folded(typed.trim())) return "";
  if (folded(first).startsWith(folded(typed))) return first;
  return offered.querySelector("[data-for]")?.dataset.for.trim() === typed.trim() ? first : "";
}

function showBest() {
  const [words, typed] = [best(), line.value];
  const goesOn = folded(words).startsWith(folded(typed.trimStart()));
  const before = Object.assign(document.createElement("span"), { textContent: typed });
  const rest = goesOn ? words.slice(typed.trimStart().length) : ` → ${words}`;
  ghost.replaceChildren(...(words && line.scrollWidth <= line.clientWidth ? [before, rest] : []));
  offered.classList.toggle("has-best", Boolean(words));
}

function putAway() {
  offered.replaceChildren();
  told.textContent = "";
  showBest();
}

// A line that is emptied offers nothing more.
function typedOn() {
  if (line.value.trim()) showBest();
  else putAway();
}

function keyInLine(event) {
  if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && offered.children.length) putAway();
  // The arrow goes on to what is seen: where there is no room for it in the line, it stays an arrow.
  const goesOn = event.key === "ArrowRight" && line.selectionStart === line.value.length && ghost.childElementCount;
  if (event.key !== "Tab" && !goesOn) return;
  const words = best();
  if (!words) return;
  event.preventDefault();
  begin(words);
}

// Words that are put into the line, to be finished or entered there.
function begin(words) {
  line.value = words;
  line.focus();
  line.setSelectionRange(words.length, words.length);
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

function offeredAnew({ detail }) {
  if (detail.target !== offered) return;
  told.textContent = offered.querySelector("[data-for]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  showBest();
}

// --- What was entered and is not on the sheet yet --------------------------------------------------------

let busy = false;

const rows = () => [...said.children];

const keepRows = () => keep(SAID, rows().map((row) => row.dataset.words));

function button(words, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
}

const wordsOf = (row) =>
  Object.assign(document.createElement("code"), { textContent: row.dataset.words, dir: "auto" });

// A line that was read and not understood is not sent once more as it is.
function put(row, problem, choices = [], once = false) {
  row.dataset.state = "refused";
  const why = Object.assign(document.createElement("span"), { className: "problem", textContent: problem });
  why.setAttribute("role", "alert");
  const instead = choices.map(({ value, textContent }) => button(textContent.trim(), () => choose(row, value)));
  const again = button(inWords("Try again"), () => wait(row));
  const change = button(inWords("Change it"), () => {
    drop(row);
    begin(row.dataset.words);
  });
  const leave = button(inWords("Leave it out"), () => drop(row));
  row.replaceChildren(wordsOf(row), " ", why, " ", ...instead, ...(once ? [] : [again]), change, leave);
}

// What is offered instead is a whole line, or the beginning of one, which is finished in the entry line.
function choose(row, words) {
  if (words.endsWith(":")) {
    drop(row);
    begin(`${words} `);
    return;
  }
  row.dataset.words = words;
  wait(row);
}

function drop(row) {
  row.remove();
  keepRows();
}

function wait(row) {
  row.dataset.state = "waits";
  row.replaceChildren(wordsOf(row), " …");
  send();
}

function enter(words, action = "say") {
  const row = document.createElement("li");
  row.dataset.words = words;
  row.dataset.key = fresh();
  row.dataset.action = action;
  said.append(row);
  keepRows();
  wait(row);
}

// What the site made of one line: the parts of the page as they are now, and why it was not taken.
function take(row, page) {
  const notes = page.querySelector("#notes .notes");
  const problem = page.querySelector("#desk > section > .problem[role=alert]");
  for (const id of ["desk", "follows", "map-strip"]) {
    const [old, now] = [document.getElementById(id), page.getElementById(id)];
    if (!old || !now) continue;
    if (problem && id === "desk") problem.remove();
    renewed(old, [document.adoptNode(now)], "outerHTML");
    window.htmx.process(document.getElementById(id));
  }
  if (!notes && !problem) return drop(row);
  const choices = [...(notes?.querySelectorAll("option") ?? [])].filter((option) => option.value);
  const why = (notes?.querySelector("td p") ?? problem ?? notes).textContent.trim().replace(/\s+/g, " ");
  return put(row, why, choices, Boolean(notes));
}

// One after the other, in the order in which they were entered.
async function send() {
  const row = rows().find((one) => one.dataset.state === "waits");
  if (busy || !row) return;
  busy = true;
  const body = new FormData(line.form);
  body.set("action", row.dataset.action ?? "say");
  body.set(row.dataset.action === "take" ? "line" : "say", row.dataset.words);
  body.set("key", row.dataset.key);
  try {
    const answer = await ask(line.form.getAttribute("action"), { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById("desk")) take(row, page);
    else put(row, inWords("The site refused it. Load the page again."));
  } catch {
    put(row, inWords("The site did not answer. Try again."));
  }
  busy = false;
  send();
}

// A line is entered as it was typed, or one that is offered is taken; of a number only the beginning is offered.
function entered(event) {
  const took = event.target.contains(offered) ? event.submitter?.value : "";
  if (event.target !== line.form && !took) return;
  event.preventDefault();
  event.stopPropagation();
  if (took.endsWith(": ")) {
    begin(took);
    return;
  }
  const words = took || line.value.trim();
  line.value = "";
  putAway();
  line.focus({ preventScroll: true });
  if (words) enter(words, took ? "take" : "say");
}

// What a page that was left had not entered yet.
function bringBack() {
  read(SAID).forEach((each) => {
    const row = document.createElement("li");
    row.dataset.words = each;
    row.dataset.key = fresh();
    said.append(row);
    put(row, inWords("Not entered yet."));
  });
}

// --- The other forms of the desk ---------------------------------------------------------------------

function taken(event) {
  const { successful, elt, requestConfig } = event.detail;
  if (!successful || requestConfig.verb !== "post") return;
  // The same form is sent again with the next words: that is another request.
  elt.querySelectorAll("[name='key']").forEach((key) => { key.value = fresh(); });
  // What was refused stands where it stood.
  if (requestConfig.elt.matches(".notes") && !requestConfig.elt.isConnected) putNotesAway(requestConfig.elt);
}

// Notes that were taken over have served their turn. Lines that were left out, or written since, stay.
function putNotesAway(form) {
  const notes = document.getElementById("paste");
  const rows = [...form.querySelectorAll("tr")];
  const taken = (row) => row.matches(".note-ignored") || row.querySelector("input:checked, option:checked")?.value;
  const lines = notes.value.split("\n").filter((words) => words.trim());
  const left = lines.filter((words, place) => !(rows[place] && taken(rows[place])
    && rows[place].querySelector("code").textContent.trim() === words.trim()));
  notes.value = left.join("\n");
  notes.dispatchEvent(new Event("input", { bubbles: true }));
  notes.closest("details").open = left.length > 0;
}

// What was read of pasted notes is shown where one looks.
function readingShown({ detail }) {
  const notes = document.querySelector("#notes .notes");
  if (!notes || !detail.requestConfig?.elt.querySelector("#paste")) return;
  notes.tabIndex = -1;
  notes.scrollIntoView({ block: "start" });
  notes.focus({ preventScroll: true });
}

// What comes late, when the words are already taken, is offered no more.
function late(event) {
  if (event.detail.target === offered && !line.value.trim()) event.detail.shouldSwap = false;
}

if (line && offered) {
  document.body.addEventListener("htmx:beforeSwap", late);
  document.addEventListener("keydown", find);
  document.addEventListener("submit", entered, true);
  line.form.parentElement.addEventListener("keydown", move);
  line.addEventListener("keydown", keyInLine);
  line.addEventListener("input", typedOn);
  document.body.addEventListener("htmx:afterSwap", offeredAnew);
  document.body.addEventListener("htmx:afterRequest", taken);
  document.body.addEventListener("htmx:afterSettle", readingShown);
  bringBack();
}
