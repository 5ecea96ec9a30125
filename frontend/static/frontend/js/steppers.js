// The − and + beside a number, and the points still left to place.
import { inWords } from "./words.js";

// A button at its limit keeps the focus, which one that is disabled would lose to the page.
const bar = (button, barred) => button.setAttribute("aria-disabled", String(barred));

function change(button) {
  if (button.ariaDisabled === "true") return;
  const input = button.closest(".stepper").querySelector("input");
  const next = Number(input.value || 0) + Number(button.dataset.step);
  const least = Number(input.min || 0);
  const most = input.max === "" ? Infinity : Number(input.max);
  if (next < least || next > most) return;
  input.value = next;
  input.dispatchEvent(new Event("change", { bubbles: true }));
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

export function startSteppers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper button");
    if (button) change(button);
  });
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
