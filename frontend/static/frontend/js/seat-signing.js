// Signs what a player hands in, where their seat has a key: the site is asked what there is to sign, the
// browser that has the key signs it, and the form goes its usual way with the signatures. Without a key on
// either side every form goes as it always did.
import { ask } from "./requests.js";
import { kept, random, sign } from "./seat-secret.js";
import { say, unsay } from "./trouble.js";
import { inWords } from "./words.js";

// Whoever puts a question to the others agrees with it, and signs that.
const ASKS = "votes|questions/.*|rulings|undo|fork|overrides|desk/(?:seat|rules|delay|anonymity)";
const PAGES = `orders|standing|standing-orders|act|facts|agreements|seats/deputies|${ASKS}`;
const SIGNS = new RegExp(`/c/[^/]+/(${PAGES})/$`);
const DRAFTS = new Set(["draft", "discard", "plan"]);

// Of each of the reader's powers in this campaign the public part of its key: {britain: "…"}.
const place = () => document.getElementById("seat-keys");
const keys = () => JSON.parse(place()?.dataset.keys ?? "{}");
export const slug = () => place()?.dataset.campaign ?? "";

export function isHere(power) {
  return kept(slug(), power)?.public === keys()[power];
}

const underWay = new WeakSet(); // forms of which the site is asked what there is to sign
const signed = new WeakSet(); // forms that have their signatures and only have to go now

function wants(form, action, submitter) {
  if (!form || form.method !== "post" || !SIGNS.test(new URL(action, location.href).pathname)) return false;
  if (submitter?.name === "action" && DRAFTS.has(submitter.value)) return false;
  return Object.keys(keys()).some(isHere);
}

function put(form, name, value) {
  let field = form.elements.namedItem(name);
  if (!field) {
    field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    form.append(field);
  }
  field.value = value;
}

function wanted(form, action, submitter) {
  put(form, "seat_nonce", random(32));
  put(form, "seat_signatures", "");
  const body = new FormData(form, submitter);
  return ask(action, { method: "POST", body, headers: { "Seat-Sign": "prepare" }, redirect: "manual" });
}

// Put the signatures into the form that the site wants.
async function signAll(form, answer) {
  if (answer.status !== 428) return;
  const { statements } = await answer.json();
  const signatures = [];
  for (const { power, text } of statements) {
    // Nothing is signed for another campaign or seat than the one that this page is about.
    const content = JSON.parse(text.slice(text.indexOf("\n")));
    if (content.campaign !== slug() || content.power !== power || !isHere(power)) continue;
    signatures.push(await sign(kept(slug(), power).secret, slug(), power, text));
  }
  put(form, "seat_signatures", signatures.join(","));
}

async function first(form, action, submitter, then) {
  // A second press while the first is under way would ask for other signatures than it sends.
  if (underWay.has(form)) return;
  underWay.add(form);
  unsay(form);
  form.classList.add("signing");
  let answer;
  try {
    answer = await wanted(form, action, submitter);
  } catch {
    say(form, submitter, inWords("The site did not answer. Try again."));
    return;
  } finally {
    underWay.delete(form);
    form.classList.remove("signing");
  }
  try {
    await signAll(form, answer);
  } catch {
    // Whatever went wrong, the site says so when the form arrives without its signature.
  }
  signed.add(form);
  then();
}

// A part of the page that was renewed meanwhile has a new form in its place; this one goes all the same, and only
// from within the page. Says whether it had been taken out.
function putBack(form) {
  if (form.isConnected) return false;
  form.hidden = true;
  document.body.append(form);
  return true;
}

function onConfirm(event) {
  const { detail } = event;
  const form = detail.elt.closest("form");
  const submitter = detail.triggeringEvent?.submitter;
  if (detail.verb !== "post" || !wants(form, detail.path, submitter)) return;
  event.preventDefault();
  const gone = first(form, detail.path, submitter, () => {
    signed.delete(form);
    if (putBack(form)) {
      // A form that was taken out has forgotten which of its buttons was pressed.
      const { name = "", value = "" } = submitter ?? {};
      if (name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      form.addEventListener("htmx:afterRequest", () => form.remove(), { once: true });
    }
    detail.issueRequest(true);
  });
  document.body.dispatchEvent(new CustomEvent("orders-signing", { detail: gone }));
}

// Where a form goes. Without the attribute formAction is the address of the page, and a field may be called action.
const actionOf = (form, submitter) =>
  new URL(submitter?.getAttribute("formaction") || form.getAttribute("action") || "", location.href).href;

function onSubmit(event) {
  const { target: form, submitter } = event;
  if (form.matches("[hx-post]") || event.defaultPrevented) return;
  const action = actionOf(form, submitter);
  if (signed.delete(form) || !wants(form, action, submitter)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  first(form, action, submitter, () => {
    putBack(form);
    form.requestSubmit(submitter);
  });
}

export function startSigning() {
  if (!place()) return;
  document.body.addEventListener("htmx:confirm", onConfirm);
  document.addEventListener("submit", onSubmit);
}
