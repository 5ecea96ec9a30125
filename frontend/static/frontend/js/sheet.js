// The fact sheet follows what others declare and confirm: each line that changed is renewed, and
// what is being filled in stays as it is.
const LINE = "tr[id^='fact-']";
const AGAIN = 3000;

let seen = new Map();
let asking = false;
let askAgain = false;

const linesOf = (page) => new Map([...page.querySelectorAll(LINE)].map((line) => [line.id, line]));
const textsOf = (lines) => new Map([...lines].map(([id, line]) => [id, line.outerHTML]));

function written(line) {
  return [...line.querySelectorAll("input, select")].some((field) => field.dataset.touched === "true");
}

function renew(line, news) {
  const field = document.activeElement;
  const name = line.contains(field) ? field.name : "";
  if (written(line)) {
    // What the line says is new, what was written into its last cell stays.
    [...news.cells].slice(0, 3).forEach((cell, place) => line.cells[place].replaceWith(cell));
    return;
  }
  line.replaceWith(news);
  if (name) news.querySelector(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}

async function fetchSheet() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`the sheet answered ${answer.status}`);
  const lines = linesOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
  const texts = textsOf(lines);
  lines.forEach((news, id) => {
    const line = document.getElementById(id);
    if (line && seen.get(id) !== texts.get(id)) renew(line, document.adoptNode(news));
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

export function startSheet() {
  const sheet = document.querySelector(".sheet-form");
  if (!sheet) return;
  seen = textsOf(linesOf(document));
  sheet.addEventListener("input", (event) => { event.target.dataset.touched = "true"; });
  document.body.addEventListener("changed-facts", follow);
}
