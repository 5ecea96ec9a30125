// A board is made of units, each with a fingerprint of what it says. When the board is fetched again the
// page says which it has, and is sent the others; what has not changed stays where it is, as it is.
import { renew } from "./renewal.js";

const BOX = ".board-box";

const unitsOf = (box) => [...box.querySelectorAll("[data-unit]")];

function sayWhatIsHere({ detail }) {
  const board = detail.elt.matches(BOX) && detail.elt.querySelector("[data-frame]");
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

function take({ detail }) {
  const { xhr, target, serverResponse } = detail;
  if (xhr.getResponseHeader("Board-Units") !== "some") return;
  detail.shouldSwap = false;
  const given = document.createElement("template");
  given.innerHTML = serverResponse;
  const put = given.content.querySelector("[data-frame]") ? putTogether : putInPlace;
  put(target, given.content);
  window.htmx.process(target);
  window.htmx.trigger(target, "htmx:afterSwap", detail);
}

export function startUnits() {
  document.body.addEventListener("htmx:configRequest", sayWhatIsHere);
  document.body.addEventListener("htmx:beforeSwap", take);
}
