// A board is made of units, each with a fingerprint of what it says. When the board is fetched again the
// page says which it has, and is sent the others; what has not changed stays where it is, as it is.
import { renew } from "./renewal.js";

const BOX = ".board-box";

const unitsOf = (box) => [...box.querySelectorAll("[data-unit]")];

// Whoever asks for the board, or for what orders being written would do to it.
const boxFor = (element) =>
  element.closest("form[data-orders]") ? document.querySelector(BOX) : element.matches(BOX) && element;

function sayWhatIsHere({ detail }) {
  const board = (boxFor(detail.elt) || null)?.querySelector("[data-frame]");
  if (!board) return;
  detail.headers["Board-Has"] = [board.dataset.frame, ...unitsOf(board).map((unit) => unit.dataset.unit)].join(".");
}

// The same board around the units: each new one takes the place of the old one.
function putInPlace(box, given) {
  const units = unitsOf(box);
  given.querySelectorAll("template[data-at]").forEach((template) => {
    const unit = units[Number(template.dataset.at)];
    const { content } = template;
    // A part of a picture comes in a picture.
    const around = unit?.ownerSVGElement ? content.firstElementChild : content;
    if (unit) renew(unit, [...around.childNodes], "outerHTML");
  });
}

// Another board: the units that are here already stand in their places in it.
function putTogether(box, given) {
  const here = new Map();
  unitsOf(box).forEach((unit) => here.set(unit.dataset.unit, [...(here.get(unit.dataset.unit) ?? []), unit]));
  given.querySelectorAll("[data-same]").forEach((place) => {
    const units = here.get(place.dataset.same) ?? [];
    const unit = units.length > 1 ? units.shift() : units[0];
    if (unit) place.replaceWith(unit.cloneNode(true));
  });
  renew(box, [...given.childNodes], "innerHTML");
}

function put(box, content) {
  const how = content.querySelector("[data-frame]") ? putTogether : putInPlace;
  how(box, content);
  window.htmx.process(box);
}

function take({ detail }) {
  const { xhr, target, serverResponse } = detail;
  if (xhr.getResponseHeader("Board-Units") !== "some") return;
  detail.shouldSwap = false;
  const given = document.createElement("template");
  given.innerHTML = serverResponse;
  put(target, given.content);
  window.htmx.trigger(target, "htmx:afterSwap", detail);
}

// What orders being written would do to the board comes with what else they would lead to.
function takePlan({ detail }) {
  const given = detail.target?.querySelector?.("template[data-board-news]");
  const box = document.querySelector(BOX);
  given?.remove();
  if (given && box) put(box, given.content);
}

export function startUnits() {
  document.body.addEventListener("htmx:configRequest", sayWhatIsHere);
  document.body.addEventListener("htmx:beforeSwap", take);
  document.body.addEventListener("htmx:afterSwap", takePlan);
}
