// Renews every countdown each minute; says it aloud only at 24 h, 6 h and 1 h.
import { inWords } from "./words.js";

const MINUTE = 60_000;
const ALOUD = [24 * 60, 6 * 60, 60];

function parts(minutes, over) {
  const days = Math.floor(minutes / 1440);
  const all = [[days, inWords("d")], [Math.floor(minutes / 60) % 24, inWords("h")], [minutes % 60, inWords("min")]];
  const shown = days ? all : all.slice(1);
  return over ? shown.slice(0, 2) : shown;
}

function show(element) {
  const left = Math.floor((new Date(element.dateTime) - Date.now()) / MINUTE);
  const over = left < 0;
  element.replaceChildren();
  parts(Math.abs(left), over).forEach(([number, unit], index) => {
    const label = document.createElement("span");
    label.className = "unit";
    label.textContent = unit;
    // A space between them, for who hears it.
    element.append(index ? ` ${String(number).padStart(2, "0")}` : String(number), label);
  });
  if (over) {
    const ago = document.createElement("span");
    ago.className = "unit";
    ago.textContent = inWords("ago");
    element.append(" ", ago);
  }
  element.classList.toggle("over", over);
  element.setAttribute("aria-live", ALOUD.includes(left) ? "polite" : "off");
}

export function startCountdowns() {
  const all = () => document.querySelectorAll("[data-countdown]").forEach(show);
  all();
  setInterval(all, MINUTE);
  document.body.addEventListener("htmx:afterSwap", all);
}
