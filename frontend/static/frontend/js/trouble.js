// A request that a person made and that came to nothing is said beside what they pressed: that the site did not answer,
// or what it refused and why. A part of the page that could not be renewed is fetched again a little later.
import { again } from "./session.js";
import { inWords } from "./words.js";

const FETCH_AGAIN = 3000;
const FORM_AGAIN = new Set([400, 409, 422, 429]);
// What a person does to have something done. What is only shown beside what they write, such as the odds, is no act.
const PRESSED = new Set(["submit", "click"]);

const plain = (element) =>
  (element?.textContent || element?.value || "").trim().replace(/[\s…]+$/, "").replace(/\s+/g, " ");

// What a refusal says in its page or part of one.
function saidIn(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const notice = page.querySelector("main .notice.wrong, .problem");
  return [...(notice?.querySelectorAll("h1, p:not(:has(a))") ?? [])].map((part) => part.textContent.trim()).join(" ")
    || notice?.textContent.trim().replace(/\s+/g, " ") || "";
}

function place(element, submitter) {
  if (submitter?.isConnected) return submitter.closest(".actions, .seal-now") ?? submitter;
  const form = element.closest("form");
  return form?.querySelector(".actions, .seal-now") ?? form ?? element;
}

export function unsay(form) {
  form?.querySelectorAll(".trouble").forEach((said) => said.remove());
}

// Says beside the pressed button, or in its form, that it was not done.
export function say(element, submitter, words) {
  const form = element.closest("form") ?? element;
  unsay(form);
  const said = document.createElement("p");
  said.className = "problem trouble";
  said.setAttribute("role", "alert");
  const at = place(element, submitter);
  if (at === form) form.append(said);
  else at.after(said);
  const what = plain(submitter ?? (element.matches("button, a") ? element : null));
  said.textContent = what ? inWords("Not done: {what}. {words}", { what, words }) : words;
}

function wordsFor({ xhr }) {
  if (!xhr.status || xhr.status >= 500) return inWords("The site did not answer. Try again.");
  return saidIn(xhr.responseText) || inWords("The site refused it. Load the page again.");
}

const later = (act) => setTimeout(act, FETCH_AGAIN * (1 + Math.random()));

function failed({ detail }) {
  const { xhr, requestConfig, elt } = detail;
  const event = requestConfig?.triggeringEvent;
  if (xhr.status === 401) return;
  const unanswered = !xhr.status || xhr.status >= 500;
  if (elt.matches("details[hx-get]")) {
    // A part that is fetched when it is opened asks by itself only once.
    const fetch = () => elt.isConnected && window.htmx.ajax("GET", elt.getAttribute("hx-get"), { source: elt });
    if (unanswered) later(fetch);
    return;
  }
  if (!event) return;
  if (event.type.startsWith("changed-")) {
    // Who may not see this part any more has another page now.
    if (xhr.status === 403 || xhr.status === 404) again();
    else if (unanswered) later(() => document.body.dispatchEvent(new CustomEvent(event.type)));
    return;
  }
  if (PRESSED.has(event.type)) say(elt, event.submitter, wordsFor(detail));
}

export function startTrouble() {
  const { body } = document;
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) body.addEventListener(name, failed);
  body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.elt.matches("form")) unsay(detail.elt);
  });
  // A form that comes back with what is wrong in it is shown, whatever its status; a whole page is not.
  body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!FORM_AGAIN.has(detail.xhr.status) || /<html/i.test(detail.serverResponse) || !detail.serverResponse) return;
    Object.assign(detail, { shouldSwap: true, isError: false });
  });
}
