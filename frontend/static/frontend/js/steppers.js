// The − and + beside a number, and the points still left to place. By keyboard the number alone is a stop, where the
// arrows, page up and down, home and end do what the buttons do. One row of a list of numbers shows its chances: the
// one whose name was clicked, or whose number has the focus; those with a point show theirs as well.
import { inWords } from "./words.js";

// A button at its limit keeps the focus, which one that is disabled would lose to the page.
const bar = (button, barred) => button.setAttribute("aria-disabled", String(barred));

function put(input, wanted) {
  const least = Number(input.min || 0);
  const most = input.max === "" ? Infinity : Number(input.max);
  const next = Math.min(Math.max(wanted, least), most);
  if (next === Number(input.value || 0) || !Number.isFinite(next)) return;
  input.value = next;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function change(button) {
  if (button.ariaDisabled === "true") return;
  const input = button.closest(".stepper").querySelector("input");
  put(input, Number(input.value || 0) + Number(button.dataset.step));
}

// As many as are left, of what is spread over several numbers.
function leftFor(input) {
  const block = input.closest("[data-allot]");
  if (!block) return Infinity;
  const others = [...block.querySelectorAll("input[type=number]")].filter((one) => one !== input);
  return Math.max(0, Number(block.dataset.total) - others.reduce((sum, one) => sum + Number(one.value || 0), 0));
}

const PAGE = 5;
const BY_KEY = {
  ArrowUp: (now) => now + 1,
  ArrowDown: (now) => now - 1,
  PageUp: (now) => now + PAGE,
  PageDown: (now) => now - PAGE,
  Home: () => 0,
  End: () => Infinity,
};

function pressed(event) {
  const { key, target } = event;
  const by = BY_KEY[key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || !target.matches(".stepper input")) return;
  event.preventDefault();
  const now = Number(target.value || 0);
  const next = by(now);
  // Nothing takes back what is too much but a step down.
  put(target, next > now ? Math.max(now, Math.min(next, leftFor(target))) : next);
}

function refresh(form) {
  form.querySelectorAll("[data-allot]").forEach((block) => {
    const total = Number(block.dataset.total);
    const inputs = [...block.querySelectorAll("input[type=number]")];
    const placed = inputs.reduce((sum, input) => sum + Number(input.value || 0), 0);
    block.querySelectorAll("[data-placed]").forEach((element) => {
      const left = total - placed;
      element.textContent =
        left < 0
          ? inWords("{placed} placed, {over} too many", { placed, over: -left })
          : inWords("{placed} placed, {left} left", { placed, left });
      element.classList.toggle("due-soon", left < 0);
    });
    block.querySelectorAll(".pips").forEach((row) => {
      [...row.children].forEach((pip, index) => pip.classList.toggle("free", index >= placed));
    });
    inputs.forEach((input) => {
      const stepper = input.closest(".stepper");
      if (!stepper) return;
      const [less, more] = stepper.querySelectorAll("button");
      const value = Number(input.value || 0);
      input.closest(".allots > li")?.classList.toggle("placed", value > 0);
      bar(less, value <= Number(input.min || 0));
      bar(more, placed >= total || (input.max !== "" && value >= Number(input.max)));
    });
  });
}

function refreshAll() {
  document.querySelectorAll("form").forEach(refresh);
}

// What is ticked counts in the order of ticking: it moves behind what was ticked before.
function queue(box) {
  const row = box.closest(".in-order");
  const label = box.closest("label");
  const ticked = [...row.querySelectorAll("label")].filter(
    (other) => other !== label && other.querySelector(":checked"),
  );
  if (ticked.length) ticked.at(-1).after(label);
  else row.prepend(label);
  box.focus({ preventScroll: true });
}

const opened = (row) => row.classList.contains("opened");

// Nothing closes by a click on another button, which then would move away under it.
function open(row, wanted = true) {
  row.closest("form")?.querySelectorAll(".allots > li.opened").forEach((one) => one.classList.remove("opened"));
  row.classList.toggle("opened", wanted);
}

// A click on a name opens its row, with the roll that stands in it, without the keyboard that a phone would bring up
// for the number.
function byName(event) {
  const row = event.target.closest(".allots > li > .name")?.parentElement;
  if (!row) return;
  event.preventDefault();
  const roll = row.querySelector("[data-roll]");
  const wanted = !(roll ? roll.open : opened(row));
  open(row, wanted);
  if (roll) roll.open = wanted;
}

function byFocus(event) {
  const row = event.target.matches(".stepper input") && event.target.closest(".allots > li");
  if (row && !opened(row)) open(row);
}

export function startSteppers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper button");
    if (button) change(button);
    else byName(event);
  });
  document.addEventListener("focusin", byFocus);
  document.addEventListener("keydown", pressed);
  document.addEventListener("change", (event) => {
    if (event.target.matches(".in-order input[type=checkbox]")) queue(event.target);
    const form = event.target.closest("form");
    if (form) {
      form.dataset.touched = "true";
      refresh(form);
    }
  });
  document.body.addEventListener("htmx:afterSwap", refreshAll);
  refreshAll();
}
