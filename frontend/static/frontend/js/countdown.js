// Renews every countdown each minute; says it aloud only at 24 h, 6 h and 1 h.
const MINUTE = 60_000;
const ALOUD = [24 * 60, 6 * 60, 60];

function parts(minutes) {
  const days = Math.floor(minutes / 1440);
  const all = [[days, "d"], [Math.floor(minutes / 60) % 24, "h"], [minutes % 60, "min"]];
  return days ? all : all.slice(1);
}

function show(element) {
  const left = Math.floor((new Date(element.dateTime) - Date.now()) / MINUTE);
  const over = left < 0;
  element.replaceChildren();
  parts(Math.abs(left)).forEach(([number, unit], index) => {
    const label = document.createElement("span");
    label.className = "unit";
    label.textContent = unit;
    element.append(index ? String(number).padStart(2, "0") : String(number), label);
  });
  if (over) {
    const ago = document.createElement("span");
    ago.className = "unit";
    ago.textContent = "ago";
    element.append(ago);
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
