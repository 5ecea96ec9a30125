// A hand of cards: a card that is chosen opens and stands in its place above the list; what is worth asking only
// beside some choice is shown beside that; and the arrow keys go from card to card.
import { stays } from "./stays.js";
import { inWords } from "./words.js";

const ROWS = ".choose input, details > summary";
const VIEW = ".views input";
const OPEN = "details[name$='-card'][open]";

const titleOf = (card) => card.querySelector("summary .title").textContent.trim();
const shown = (element) => element.getClientRects().length > 0;

// A place in the order of play holds one card, and a card one place.
function yieldPlace(hand, chosen) {
  hand.querySelectorAll(".choose input:checked").forEach((other) => {
    if (other !== chosen && (other.value === chosen.value || other.name === chosen.name)) other.checked = false;
  });
}

const coming = new WeakSet(); // what is being fetched: a card that is chosen is opened as well, and asks twice

// What a card that is opened asks for, where it has not come with the hand.
function fetchDetails(card) {
  const details = card?.querySelector("[data-details]");
  if (!details || coming.has(details) || details.querySelector(":scope > :not(.mine)")) return;
  coming.add(details);
  window.htmx.ajax("GET", details.dataset.details, { target: details, swap: "innerHTML", select: ".details > *" })
    .catch(() => {})
    .finally(() => coming.delete(details));
}

// What a card is aimed at: what is chosen in the first of its lists.
function aimOf(card) {
  const list = [...card.querySelectorAll(".details select:not([name$='.activate'])")]
    .find((each) => !each.options[0].value);
  if (!list) return "";
  if (!list.value) return inWords("still open");
  return list.selectedOptions[0].textContent.trim().split(/\s*[(·]/)[0].trim();
}

function fillSlots(hand) {
  hand.querySelectorAll("[data-slot]").forEach((slot) => {
    const { slot: number } = slot.dataset;
    const card = hand.querySelector(`.choose input[value="${number}"]:checked`)?.closest(".card-option");
    const link = slot.querySelector("a");
    slot.classList.toggle("filled", Boolean(card));
    slot.querySelector("[data-empty]").hidden = !card;
    slot.querySelector(".aim").textContent = card ? aimOf(card) : "";
    link.textContent = card ? titleOf(card) : inWords("no card yet");
    if (card) link.href = `#${card.id}`;
    else link.removeAttribute("href");
  });
}

// Whether a question is worth asking beside what is chosen now.
function isAsked(question, form) {
  return Object.entries(JSON.parse(question.dataset.when)).every(([name, values]) => {
    const control = form?.elements.namedItem(name);
    return Boolean(control?.value) && (values.includes("*") || values.includes(control.value));
  });
}

function ask(root) {
  root.querySelectorAll("[data-when]").forEach((question) => {
    question.hidden = !isAsked(question, question.closest("form"));
  });
}

// One row can be reached by Tab: that which is open or was gone to last, else the first that is seen.
function rove(hand, to) {
  const cards = [...hand.querySelectorAll(".card-option")].filter(shown);
  const at = to ?? cards.find((card) => card.querySelector(":scope > details[open]")) ?? cards[0];
  hand.querySelectorAll(".card-option").forEach((card) => {
    const stop = card === at ? 0 : -1;
    card.querySelectorAll(":scope > .choose input, :scope > details > summary")
      .forEach((one) => { one.tabIndex = stop; });
  });
}

function along(event) {
  const row = event.target.closest?.(".cards .choose input, .cards .card-option > details > summary");
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
  if (!row || !step) return;
  event.preventDefault();
  const card = row.closest(".card-option");
  const hand = row.closest("[data-plays]");
  const cards = [...hand.querySelectorAll(".card-option")].filter(shown);
  const next = cards[Math.min(cards.length - 1, Math.max(0, cards.indexOf(card) + step))];
  rove(hand, next);
  const place = [...card.querySelectorAll(ROWS)].indexOf(row);
  next.querySelectorAll(ROWS)[place].focus();
}

function changed({ target }) {
  const hand = target.closest("[data-plays]");
  const settle = stays(target);
  if (hand && target.matches(".choose input")) {
    const card = target.closest(".card-option");
    if (target.checked) {
      yieldPlace(hand, target);
      card.querySelector(":scope > details").open = true;
      fetchDetails(card);
    }
  }
  if (hand) {
    fillSlots(hand);
    settle();
  }
  const form = target.closest("form");
  if (form) ask(form);
}

function clicked(event) {
  const button = event.target.closest("[data-empty]");
  const box = button?.closest("[data-plays]").querySelector(`.choose input[value="${button.dataset.empty}"]:checked`);
  if (box) {
    box.checked = false;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    box.focus({ preventScroll: true });
  }
  // All come back, around the card that was open.
  const all = event.target.closest("[data-others]");
  const open = all?.closest("form").querySelector(OPEN);
  if (open) {
    open.open = false;
    rove(all.closest("[data-plays]"), open.closest(".card-option"));
    open.querySelector("summary").focus();
  }
  const link = event.target.closest(".slot a[href], #orders .problem a[href^='#card-']");
  const details = link && document.getElementById(link.hash.slice(1))?.querySelector(":scope > details");
  if (!details) return;
  event.preventDefault();
  details.open = true;
  details.querySelector("summary").focus();
}

function refresh() {
  document.querySelectorAll("[data-plays]").forEach((hand) => {
    fillSlots(hand);
    rove(hand);
  });
  ask(document);
}

// Which cards are shown is no part of an order. Where the others have given way to an open card, they come back.
function looked(event) {
  if (!event.target.matches?.(VIEW)) return;
  event.stopPropagation();
  const hand = event.target.closest("[data-plays]");
  const others = hand.querySelector("[data-others]");
  const open = others && shown(others) && hand.querySelector(OPEN);
  if (open) open.open = false;
  rove(hand);
}

export function startHands() {
  document.addEventListener("change", changed);
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", along);
  ["input", "change"].forEach((name) => document.addEventListener(name, looked, true));
  document.addEventListener("toggle", ({ target }) => {
    const card = target.matches?.("[open]") && target.closest(".card-option");
    if (!card || target.parentElement !== card) return;
    fetchDetails(card);
    rove(card.closest("[data-plays]"), card);
  }, true);
  document.body.addEventListener("htmx:afterSwap", refresh);
  refresh();
}
