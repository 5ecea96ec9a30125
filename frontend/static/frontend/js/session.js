// A page whose reader is no longer signed in, or is somebody else by now, is covered whole: nothing private stays to be
// read. What was written in it stays, in this tab alone, and is there again when the same person has signed in. A page
// that is for somebody who lost or got a seat becomes the page that it is for them now.
import { ask, onPage, onSession } from "./requests.js";
import { keep, keyOf, read } from "./tab.js";
import { inWords } from "./words.js";

const html = document.documentElement;
const AGAIN = "chancellery.again";
const PAUSE = 5000;
let over = false;

function line(name, words, more = {}) {
  return Object.assign(document.createElement(name), { textContent: words, ...more });
}

// The page without the power that it was asked for: a seat may be lost. Not for ever, if that does not help.
export function again() {
  try {
    const last = Number(sessionStorage.getItem(AGAIN));
    if (Date.now() - last < PAUSE) return;
    sessionStorage.setItem(AGAIN, String(Date.now()));
  } catch {
    return;
  }
  const address = new URL(location.href);
  address.searchParams.delete("power");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

// A covered page has no height: how far it was scrolled is kept, for the page as it is once one has signed in.
function keepPlace() {
  keep(keyOf("place"), [scrollY]);
  history.scrollRestoration = "manual";
}

// To be called once what was written is there again: that changes how high the page is.
export function goOn() {
  const [top] = read(keyOf("place"));
  if (top === undefined) return;
  keep(keyOf("place"), []);
  history.scrollRestoration = "auto";
  scrollTo(0, top);
}

function cover(now) {
  if (over) return;
  over = true;
  keepPlace();
  const box = document.createElement("section");
  box.className = "signed-out";
  box.setAttribute("role", "alertdialog");
  box.tabIndex = -1;
  const onward = encodeURIComponent(location.pathname + location.search);
  const link = now
    ? line("a", inWords("Load this page again"), { href: location.href })
    : line("a", inWords("Sign in"), { href: `${html.dataset.signIn}?next=${onward}` });
  link.className = "button primary";
  const head = now ? inWords("You are signed in as somebody else now.") : inWords("You are no longer signed in.");
  const kept = inWords("What you wrote is kept in this tab, and is here again once you have signed in as before.");
  box.append(line("h1", head), line("p", kept), link);
  html.dataset.session = "over";
  document.body.append(box);
  document.title = head;
  box.focus();
}

// Looked at again: whoever reads may have been signed out in another window. Or in again: then a page that is over
// goes on where it was.
async function look() {
  if (document.hidden) return;
  if (!over) {
    sessionEnded();
    return;
  }
  try {
    await ask(html.dataset.readerAddress);
    location.reload();
  } catch {
    // Still not, or no line.
  }
}

// A page that is covered asks for nothing, until somebody looks at it.
export const isOver = () => over;

function ended(now) {
  // A visitor's page holds nothing private; it is simply made anew for who has signed in.
  if (html.dataset.reader) cover(now);
  else location.reload();
}

export function sessionEnded() {
  if (html.dataset.reader && !over) ask(html.dataset.readerAddress).catch(() => {});
}

export function startSession() {
  onSession(ended);
  onPage((page) => { if (!over && html.dataset.page && page !== html.dataset.page) again(); });
  for (const event of ["focus", "online"]) window.addEventListener(event, look);
  document.addEventListener("visibilitychange", look);
  // A page that comes back from the browser's memory is looked at before it is believed.
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
}
