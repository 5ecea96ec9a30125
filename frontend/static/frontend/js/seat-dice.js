// What this browser adds to the dice: a seed that it draws by itself, before the first throw. It keeps
// the seed, and says so if the log names another chain than the one that it made of it.
import { headers } from "./requests.js";
import { inWords } from "./words.js";

const LINKS = 4096;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// The head of a seed's chain; nothing where the browser has no hashes (a page that is not on https).
async function headOf(seed) {
  if (!crypto.subtle) return "";
  let link = seed;
  for (let left = LINKS; left; left -= 1) link = await crypto.subtle.digest("SHA-256", link);
  return hex(link);
}

const nameOf = (form) => `chancellery.dice.${form.dataset.campaign}.${form.elements.namedItem("power").value}`;

function kept(form) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(form)) ?? "null");
  } catch {
    return null;
  }
}

function keep(form, seed, head) {
  try {
    localStorage.setItem(nameOf(form), JSON.stringify({ seed, head }));
  } catch {
    // Then only the log knows what was brought.
  }
}

function warn(form) {
  const notice = document.createElement("p");
  notice.className = "problem";
  notice.setAttribute("role", "alert");
  notice.textContent = inWords(
    "The log names another chain of dice for your seat than the one this browser brought. Tell the other players.",
  );
  form.after(notice);
}

async function bring(form) {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const head = await headOf(seed);
  form.elements.namedItem("seed").value = hex(seed);
  keep(form, hex(seed), head);
  const answer = await fetch(form.action, {
    method: "POST",
    body: new FormData(form),
    headers: { Accept: "application/json", ...headers() },
  });
  if (!answer.ok) return;
  const published = (await answer.json()).head;
  // Another window of the same player was faster: that one knows its own.
  if (head && published !== head) localStorage.removeItem(nameOf(form));
}

export function startSeatDice() {
  document.querySelectorAll("form.seat-dice").forEach((form) => {
    const mine = kept(form);
    if (mine?.head && form.dataset.head && mine.head !== form.dataset.head) warn(form);
    else if ("waits" in form.dataset) bring(form);
  });
}
