// The entry line of the map desk: "/" goes to it, arrows go through what is offered, and it is empty
// again once its words were taken.
const line = document.getElementById("say");
const offered = document.getElementById("offered");

function offers() {
  return [line, ...offered.querySelectorAll("button")];
}

function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const places = step ? offers() : [];
  const at = places.indexOf(document.activeElement);
  if (at < 0 || !places[at + step]) return;
  event.preventDefault();
  places[at + step].focus();
}

function find(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  line.focus();
}

const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0")).join("");

function taken(event) {
  const { successful, elt } = event.detail;
  if (!successful || event.detail.requestConfig.verb !== "post") return;
  if (elt.classList.contains("say") || elt.contains(offered)) {
    line.value = "";
    offered.replaceChildren();
    line.focus({ preventScroll: true });
  }
  // The same form is sent again with the next words: that is another request.
  elt.querySelectorAll("[name='key']").forEach((key) => { key.value = fresh(); });
}

// What comes late, when the words are already taken, is offered no more.
function late(event) {
  if (event.detail.target === offered && !line.value.trim()) event.detail.shouldSwap = false;
}

if (line && offered) {
  document.body.addEventListener("htmx:beforeSwap", late);
  document.addEventListener("keydown", find);
  line.form.parentElement.addEventListener("keydown", move);
  document.body.addEventListener("htmx:afterRequest", taken);
}
