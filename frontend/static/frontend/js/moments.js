// Below each field for a day and a time stands what it says, in full and with its zone: the field itself writes days
// as the browser does.
const FULL = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };

function inFull(value) {
  const [day, time] = value.split("T");
  const english = document.documentElement.lang.startsWith("en");
  const words = new Intl.DateTimeFormat(english ? "en-GB" : document.documentElement.lang, FULL).format(new Date(day));
  return `${english ? words.replace(",", "") : words}, ${time.slice(0, 5)}`;
}

function say(line) {
  const value = document.getElementById(line.htmlFor.value)?.value;
  line.dataset.empty ??= line.textContent.trim();
  line.textContent = value ? `${inFull(value)} ${line.dataset.place}` : line.dataset.empty;
}

const all = () => document.querySelectorAll("output[data-place]").forEach(say);

// Loaded once a page has such a field.
export function startMoments() {
  all();
  document.addEventListener("input", all);
  document.addEventListener("reset", () => setTimeout(all));
  document.body.addEventListener("htmx:afterSettle", all);
}
