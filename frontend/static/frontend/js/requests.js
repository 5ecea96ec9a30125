// What every request of a page has in common: it says who the page is for, brings a token that is good now, and hears
// from the answer what the site says of itself: its time, whether the reader is still signed in, and what the page is.
const html = document.documentElement;
const LONGEST = 30_000;
const TOKEN = /(?:^|;\s*)(?:__Host-)?csrftoken=([^;]+)/;

const tell = (name, said) => document.dispatchEvent(new CustomEvent(`site-${name}`, { detail: said }));
const on = (name, act) => document.addEventListener(`site-${name}`, ({ detail }) => act(detail));

// What the site says of itself: the time there, in milliseconds; who is signed in, where that is not the reader of this
// page; and what the page that is asked for is, to whom.
export const onClock = (act) => on("clock", act);
export const onSession = (act) => on("session", act);
export const onPage = (act) => on("page", act);

// The token that forms bring. It changes when somebody signs in, in whatever window.
const token = () => decodeURIComponent(TOKEN.exec(document.cookie)?.[1] ?? "") ||
  JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];

export const headers = () => ({ "X-CSRFToken": token(), Reader: html.dataset.reader ?? "" });

// Hears an answer; whether the page may go on with it.
export function hear(status, header) {
  const at = Date.parse(header("Date") ?? "");
  if (at) tell("clock", at);
  if (status === 401 && header("Reader") !== null) {
    tell("session", header("Reader"));
    return false;
  }
  const page = header("Page-Of");
  if (page !== null) tell("page", page);
  return true;
}

// A page that is covered asks for nothing but whether its reader is back.
const isOver = () => html.dataset.session === "over";

// As `fetch`, of an address of ours. Raises an error when the site does not answer, or answers that it cannot.
// `until` is a signal that ends it before.
export async function ask(address, { until, ...options } = {}) {
  if (isOver() && address !== html.dataset.readerAddress) throw new Error("not signed in");
  const late = AbortSignal.timeout?.(LONGEST);
  const answer = await fetch(address, {
    signal: until && late ? AbortSignal.any?.([until, late]) ?? until : until ?? late,
    ...options,
    headers: { "HX-Request": "true", ...headers(), ...options.headers },
  });
  if (!hear(answer.status, (name) => answer.headers.get(name))) throw new Error("not signed in");
  if (answer.status >= 500) throw new Error(`the site answered ${answer.status}`);
  return answer;
}

function bring({ target }) {
  const field = target.elements?.namedItem("csrfmiddlewaretoken");
  if (field) field.value = token();
}

// A form that the browser itself sends does nothing in the name of somebody who has signed in since. But whoever signs
// out does so.
function bringReader({ target: form, formData }) {
  const { reader } = html.dataset;
  if (!reader || form.method !== "post" || form.id === "sign-out" || formData.has("for_reader")) return;
  formData.set("for_reader", reader);
}

export function startRequests() {
  const { body } = document;
  body.addEventListener("htmx:configRequest", (event) => {
    const { detail } = event;
    if (isOver()) event.preventDefault();
    Object.assign(detail.headers, headers());
    if ("csrfmiddlewaretoken" in detail.parameters) detail.parameters.csrfmiddlewaretoken = token();
    detail.timeout = LONGEST;
  });
  body.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    if (!hear(xhr.status, (name) => xhr.getResponseHeader(name))) event.preventDefault();
  });
  document.addEventListener("submit", bring, true);
  document.addEventListener("formdata", bringReader);
}
