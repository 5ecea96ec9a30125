// What is being handed in goes before a renewal: while orders are on their way, a renewal of their box
// neither starts nor is shown, for it would sweep away the form and with it the answer. The answer to
// what was handed in is the newest state itself; a renewal that was put off is caught up after it.
let underWay = 0;
let putOff = false;

const hands = (detail) => detail.requestConfig?.verb === "post" && detail.target?.id === "orders";
const renews = (detail) => detail.elt?.classList.contains("orders-box");

function done() {
  underWay -= 1;
  if (underWay || !putOff) return;
  putOff = false;
  document.body.dispatchEvent(new CustomEvent("changed-orders"));
}

export function startHandingIn() {
  const body = document.body;
  body.addEventListener("htmx:beforeRequest", (event) => {
    if (hands(event.detail)) {
      underWay += 1;
      event.detail.xhr.addEventListener("loadend", done);
    } else if (renews(event.detail) && underWay) {
      putOff = true;
      event.preventDefault();
    }
  });
  // What was refused is judged again with every change; what is mended is no longer complained of.
  body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "preview") return;
    document.querySelectorAll("#orders > .problem[role=alert]").forEach((said) => said.remove());
  });
  body.addEventListener("htmx:beforeSwap", (event) => {
    if (renews(event.detail) && underWay) {
      putOff = true;
      event.detail.shouldSwap = false;
    }
  });
}
