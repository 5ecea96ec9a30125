// Says that the line is gone, of when the page is, and that the deadline does not move. A page that is told of
// changes calls `lost` and `back`; the browser says by itself when it has no network at all.
import { inWords } from "./words.js";

const PATIENCE = 4000;

let told;
let since;
let timer;

// Hours are told here as on the rest of the page.
const inZone = (date, more) => new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.documentElement.dataset.zone || undefined,
  ...more,
}).format(date);

const clock = (date) => inZone(date);

const day = (date) => inZone(date, { weekday: "long" });

function show() {
  const time = clock(since);
  const head = document.createElement("h3");
  head.textContent = inWords("You are offline since {time}.", { time });
  const text = document.createElement("p");
  const said = [inWords("What you see is of {time}. It is renewed when the line is back.", { time })];
  if (document.querySelector("form[data-draft]"))
    said.push(inWords("What you write is kept on this page and saved then."));
  const due = document.querySelector("#strip [data-countdown]")?.getAttribute("datetime");
  if (due) said.push(inWords("The deadline stays {when}.", { when: day(new Date(due)) }));
  text.textContent = said.join(" ");
  told.replaceChildren(head, text);
  told.hidden = false;
}

export function lost(at = new Date()) {
  if (!told || since) return;
  since = at;
  // A connection that comes back at once was no loss.
  timer = setTimeout(show, navigator.onLine ? PATIENCE : 0);
}

export function back() {
  clearTimeout(timer);
  since = undefined;
  if (told) told.hidden = true;
}

export function startOffline() {
  told = document.createElement("aside");
  told.className = "offline notice wrong";
  told.setAttribute("role", "status");
  told.hidden = true;
  document.body.append(told);
  addEventListener("offline", () => {
    clearTimeout(timer);
    since ??= new Date();
    show();
  });
  addEventListener("online", () => {
    // Where the page listens, it is back when it hears again; one that never stopped hearing is back at once.
    if (!document.querySelector("[data-live-address]") || document.documentElement.dataset.live === "on") back();
  });
}
