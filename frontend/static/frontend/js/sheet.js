// The fact sheet follows what others declare and confirm: each line that changed is renewed, and
// what is being filled in stays as it is. Only what was touched is sent, with the version of it that
// was shown when it was touched; so nobody overwrites what he has not seen.
import { ask } from "./requests.js";

const LINE = "tr[id^='fact-']";
const AGAIN = 3000;

const FACT = "fact.";

let seen = new Map();
let shown = {};
let asking = false;
let askAgain = false;

const linesOf = (page) => new Map([...page.querySelectorAll(LINE)].map((line) => [line.id, line]));
const versionsOf = (page) => JSON.parse(page.querySelector(".sheet-form [name='seen']").value);
const textsOf = (lines) => new Map([...lines].map(([id, line]) => [id, line.outerHTML]));

function written(line) {
  return [...line.querySelectorAll("input, select")].some((field) => field.dataset.touched === "true");
}

function renew(line, news, versions) {
  const field = document.activeElement;
  const name = line.contains(field) ? field.name : "";
  if (written(line)) {
    // What the line says is new. What was written into its last cell stays, and so does the version
    // that it was written on: the site will ask which of the two values is meant.
    [...news.cells].slice(0, 3).forEach((cell, place) => line.cells[place].replaceWith(cell));
    return;
  }
  const key = line.id.slice("fact-".length);
  if (key in versions) shown[key] = versions[key];
  else delete shown[key];
  line.replaceWith(news);
  if (name) news.querySelector(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}

async function fetchSheet() {
  // The whole page, not a part of it, and with the sheet, which is fetched by itself where it is long.
  const here = new URL(location.href);
  here.searchParams.set("sheet", "whole");
  const answer = await ask(here.href, { headers: { Accept: "text/html", "HX-Request": "" } });
  if (!answer.ok) throw new Error(`the sheet answered ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [lines, versions] = [linesOf(page), versionsOf(page)];
  const texts = textsOf(lines);
  lines.forEach((news, id) => {
    const line = document.getElementById(id);
    if (line && seen.get(id) !== texts.get(id)) renew(line, document.adoptNode(news), versions);
  });
  // What the sheet no longer shows goes, unless something is written there.
  seen.forEach((_text, id) => {
    const line = document.getElementById(id);
    if (line && !lines.has(id) && !written(line)) line.remove();
  });
  seen = texts;
}

async function follow() {
  askAgain = asking;
  if (asking) return;
  asking = true;
  try {
    await fetchSheet();
  } catch {
    setTimeout(follow, AGAIN * (1 + Math.random()));
  }
  asking = false;
  if (askAgain) follow();
}

// What a form sends: of the facts only those that were touched, and what they were by then.
function send({ formData }) {
  const touched = [...document.querySelectorAll("[data-touched='true']")].map((field) => field.name);
  for (const name of [...formData.keys()]) {
    if (name.startsWith(FACT) && !touched.includes(name)) formData.delete(name);
  }
  formData.set("seen", JSON.stringify(shown));
}

export function startSheet() {
  const sheet = document.querySelector(".sheet-form");
  if (!sheet || !document.querySelector(LINE)) return;
  shown = versionsOf(document);
  seen = textsOf(linesOf(document));
  sheet.addEventListener("input", (event) => { event.target.dataset.touched = "true"; });
  sheet.addEventListener("formdata", send);
  document.body.addEventListener("changed-facts", follow);
}
