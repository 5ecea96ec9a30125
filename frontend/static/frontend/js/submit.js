// What is written and handed in goes before a renewal of the box of orders, whenever that was asked for.
// - While orders are on their way a renewal neither starts nor is shown, for it would sweep away the form
//   and with it the answer. One that was asked for before they went may say how things stood before:
//   it is not shown either. The answer to what was handed in is newer; after it, all are caught up.
// - While the browser asks what to sign and signs it, the orders are on their way already: a form that was
//   swept away meanwhile would never be sent.
// - What a change would do is looked at a little later. If orders were handed in after the change, their answer says so
//   already: the look says nothing about a refusal, and is not shown over it.
let underWay = 0;
let handed = 0;
let changed = 0; // how many had been handed in when one last changed something
let putOff = false;

const handedBefore = new WeakMap();

const hands = (detail) => detail.requestConfig?.verb === "post" && detail.target?.id === "orders";
const renews = (detail) => detail.elt?.classList.contains("orders-box");

function catchUp() {
  if (underWay || !putOff) return;
  putOff = false;
  document.body.dispatchEvent(new CustomEvent("changed-orders"));
}

// Nothing renews the orders until what this returns has been called.
function hold() {
  underWay += 1;
  return () => {
    underWay -= 1;
    catchUp();
  };
}

function begin(event) {
  const { detail } = event;
  if (hands(detail)) {
    handed += 1;
    detail.xhr.addEventListener("loadend", hold());
  } else if (detail.target?.id === "preview") {
    handedBefore.set(detail.xhr, changed);
  } else if (renews(detail)) {
    handedBefore.set(detail.xhr, handed);
    if (!underWay) return;
    putOff = true;
    event.preventDefault();
  }
}

function judge({ detail }) {
  const late = !underWay && handedBefore.get(detail.xhr) !== handed;
  if (detail.target?.id === "preview" && late) detail.shouldSwap = false;
  if (!renews(detail)) return;
  if (underWay || handedBefore.get(detail.xhr) !== handed) {
    putOff = true;
    detail.shouldSwap = false;
    catchUp();
  }
}

// The control that a refusal is about, by the name it gives, or by the nearest name above it.
function controlOf(refused) {
  const form = document.getElementById("orders-form");
  let name = refused?.dataset.control ?? "";
  while (name && form) {
    const found = [form.elements.namedItem(name)].flat();
    const control = found[0] instanceof RadioNodeList ? found[0][0] : found[0];
    if (control) return control;
    name = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
  }
  return null;
}

// Whoever is refused goes on where it is to be mended, with the reason beside it.
function mend(refused, control) {
  control.closest(".card-option")?.querySelector(":scope > details")?.setAttribute("open", "");
  for (let part = control.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  document.querySelectorAll("#orders .problem.here").forEach((said) => said.remove());
  const here = document.createElement("p");
  here.className = "problem here small";
  here.textContent = refused.querySelector(".said").textContent;
  (control.closest(".picks, .choose, .stepper") ?? control).after(here);
  control.setAttribute("aria-describedby", refused.id);
  control.focus({ preventScroll: true });
  here.scrollIntoView({ block: "center" });
}

// Begins before whatever else listens to swaps, so that they hear of those that are carried out.
export function startSubmit() {
  const body = document.body;
  body.addEventListener("htmx:beforeRequest", begin);
  body.addEventListener("htmx:beforeSwap", judge);
  document.addEventListener("change", ({ target }) => {
    if (target.form?.id === "orders-form") changed = handed;
  }, true);
  // Said with a promise that is kept once the form has gone, or cannot go.
  body.addEventListener("orders-signing", ({ detail }) => detail.finally(hold()));
  // Why it was refused is seen: the button stands over the foot of a phone's page, far from where it is said. So is
  // what one has of a seal, with the ways to change it: the form, where one was, is closed behind it. Whoever saved a
  // draft stays at its button. htmx shows the head of the orders right after this event.
  const show = (sealed) => {
    const refused = document.querySelector("#orders > .problem[role=alert]");
    const control = controlOf(refused);
    if (control) mend(refused, control);
    else refused?.scrollIntoView({ block: "center" });
    const receipt = sealed && document.querySelector("#orders:has(#change-orders:not([open])) > #receipt");
    if (receipt) {
      receipt.focus({ preventScroll: true });
      document.getElementById("orders").scrollIntoView({ block: "start" });
    } else if (!refused) {
      document.activeElement.closest("#orders *")?.scrollIntoView({ block: "nearest" });
    }
  };
  body.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (hands(detail)) queueMicrotask(() => show(detail.requestConfig.elt.matches("[data-orders]")));
  });
  // What was refused is judged again with every change; what is mended is no longer complained of.
  body.addEventListener("htmx:afterSwap", ({ detail }) => {
    // What was changed before they were handed in mended nothing.
    if (detail.target?.id !== "preview" || handedBefore.get(detail.xhr) !== handed) return;
    document.querySelectorAll("#orders > .problem[role=alert], #orders .problem.here").forEach((said) => said.remove());
  });
}
