import { opensAlone, stays } from "./stays.js";

// What stands beside the controls of a form of orders: with each preview the words of every choice, the
// running totals, and the rolls of the draft, each where it belongs.
const read = (said, attribute) =>
  new Map(
    [...said.querySelectorAll(`[data-${attribute}]`)].map((each) => [each.getAttribute(`data-${attribute}`), each]),
  );

// The path of what is chosen in a list, or nothing.
function chosenIn(form, element) {
  const { besideOf, rollsOf, root, more } = element.dataset;
  const name = besideOf ?? rollsOf;
  const control = form.elements.namedItem(name);
  return control?.value ? `${root ?? name}.${control.value}${more ?? ""}` : "";
}

// Beside a choice it need not be said again what the choice is called.
function pathOf(form, element) {
  if (element.dataset.beside !== "") return element.dataset.beside ?? chosenIn(form, element);
  const { name, value } = element.closest("label").querySelector("input");
  return `${name}.${value}`;
}

function renewWords(form, said) {
  const words = read(said, "at");
  form.querySelectorAll("[data-beside], [data-beside-of]").forEach((element) => {
    const text = words.get(pathOf(form, element))?.textContent ?? "";
    if (element.textContent !== text) element.textContent = text;
  });
  const totals = read(said, "total");
  form.querySelectorAll("[data-total]").forEach((element) => {
    const now = totals.get(element.dataset.total);
    if (!now || said.contains(element)) return;
    element.textContent = now.textContent;
    element.className = now.className;
  });
}

// What a list says of its choice is not said below it as well, nor in the row of a card that is open.
function sayOnce() {
  document.querySelectorAll("[data-orders] .beside").forEach((element) => {
    const lists = [...(element.closest(".field, .card-option")?.querySelectorAll("select") ?? [])];
    const said = lists.some((list) => list.selectedOptions[0]?.text.endsWith(` · ${element.textContent}`));
    element.classList.toggle("said", said);
  });
}

function slotFor(form, path) {
  const slots = [...form.querySelectorAll("[data-rolls]")];
  // Nor is it said again in a block what its control is called.
  const at = (name) =>
    slots.find((slot) => (slot.dataset.rolls || slot.closest(".block").querySelector("[name]").name) === name);
  const exact = at(path) ?? at(path.replace(/\.[^.]*$/, ""));
  if (exact) return exact;
  return [...form.querySelectorAll("[data-rolls-of]")].find((slot) => chosenIn(form, slot) === path);
}

function renewRolls(form, said) {
  const slots = [...form.querySelectorAll("[data-rolls], [data-rolls-of]")];
  const rolls = slots.flatMap((slot) => [...slot.querySelectorAll("[data-roll]")]);
  const wasOpen = new Map(rolls.map((each) => [each.dataset.roll, each.open]));
  const opened = [];
  slots.forEach((slot) => slot.replaceChildren());
  said.querySelectorAll("[data-roll-at]").forEach((roll) => {
    roll.open = wasOpen.get(roll.dataset.roll) ?? roll.open;
    if (roll.open && !wasOpen.get(roll.dataset.roll)) opened.push(roll);
    const slot = slotFor(form, roll.dataset.rollAt);
    if (slot) slot.append(roll);
    else said.before(roll);
  });
  const used = document.activeElement;
  const stay = stays(form.contains(used) ? used : form);
  opened.forEach((roll) => opensAlone(roll, used));
  stay();
}

export function startOdds() {
  sayOnce();
  document.body.addEventListener("htmx:afterSettle", sayOnce);
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const preview = event.detail.target;
    const said = preview?.id === "preview" ? preview.querySelector("[data-besides]") : null;
    const form = said?.closest("form");
    if (!form) return;
    renewWords(form, said);
    renewRolls(form, said);
    said.remove();
  });
}
