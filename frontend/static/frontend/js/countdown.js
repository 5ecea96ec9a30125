// Renews every countdown each minute, by the site's time and not by the device's; says it aloud only at 24 h, 6 h and
// 1 h. Where the device's clock is far from the site's, the page says so.
import { onClock } from "./requests.js";
import { inWords } from "./words.js";

const MINUTE = 60_000;
const ALOUD = [24 * 60, 6 * 60, 60];
// A difference that is told; less is a slow line, or a clock that nobody would call wrong.
const FAR = 2 * MINUTE;

let ahead = 0; // how far the site's clock is ahead of the device's

const now = () => Date.now() + ahead;

function parts(minutes, over) {
  const days = Math.floor(minutes / 1440);
  const all = [[days, inWords("d")], [Math.floor(minutes / 60) % 24, inWords("h")], [minutes % 60, inWords("min")]];
  const shown = days ? all : all.slice(1);
  return over ? shown.slice(0, 2) : shown;
}

function show(element) {
  const left = Math.floor((new Date(element.dateTime) - now()) / MINUTE);
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

function sayDifference() {
  const line = document.querySelector("[data-device-clock]");
  if (!line) return;
  const minutes = Math.round(Math.abs(ahead) / MINUTE);
  line.hidden = Math.abs(ahead) < FAR;
  const time = parts(minutes, minutes >= 1440).map(([number, unit]) => `${number} ${unit}`).join(" ");
  line.textContent = ahead > 0
    ? inWords("Your device’s clock is {time} behind. The time left is the site’s.", { time })
    : inWords("Your device’s clock is {time} ahead. The time left is the site’s.", { time });
}

const all = () => document.querySelectorAll("[data-countdown]").forEach(show);

function set(siteNow, then = Date.now()) {
  const before = ahead;
  ahead = siteNow - then;
  if (Math.abs(before - ahead) < MINUTE / 2) return;
  all();
  sayDifference();
}

export function startCountdowns() {
  // What the site said of its clock was true when its answer began to arrive.
  const { responseStart = 0, serverTiming = [] } = performance.getEntriesByType("navigation")[0] ?? {};
  const made = serverTiming.find(({ name }) => name === "now")?.duration;
  if (made) set(made, Date.now() - (performance.now() - responseStart));
  onClock((at) => set(at));
  all();
  setInterval(all, MINUTE);
  document.body.addEventListener("htmx:afterSwap", all);
}
