// The cursor of charts: the slider, and the pointer over a chart, move it over every chart of its part of the page.
// Without this the slider is a form, and its button asks the server.
const MINUS = "\u2212";
const figure = (number) => (number < 0 ? `${MINUS}${-number}` : `${number}`);
const clamp = (number, low, high) => Math.min(high, Math.max(low, number));

function valueAt(steps, at) {
  return steps.findLast(([place]) => place <= at)?.[1];
}

// What a place is called, and the last place of that name: the phases of a turn share one.
const placesOf = (element) => JSON.parse(element.closest("[data-places]")?.dataset.places ?? "[]");
const nameOf = (places, at) => places.findLast(([first]) => first <= at)?.[1] ?? "";

function lastOf(places, name, reach) {
  const here = places.findLastIndex(([, title]) => title === name);
  if (here < 0) return null;
  return here + 1 < places.length ? places[here + 1][0] - 1 : reach[1];
}

// Gives back where each line is then: its mark, how far down, name and value.
export function draw(chart, at, name) {
  const { reach, scale, lines } = JSON.parse(chart.dataset.lines);
  const [low, high, top, bottom] = scale;
  const x = `${(100 * (clamp(at, ...reach) - reach[0])) / Math.max(1, reach[1] - reach[0])}%`;
  const cursor = chart.querySelector("line.cursor");
  cursor?.setAttribute("x1", x);
  cursor?.setAttribute("x2", x);
  const marks = chart.querySelector("svg.then");
  marks?.setAttribute("x", x);
  const ends = lines.map(([line, steps], n) => {
    const value = valueAt(steps, at);
    const mark = marks?.children[n];
    if (value === undefined) {
      mark?.setAttribute("visibility", "hidden");
      return null;
    }
    const y = bottom - ((value - low) * (bottom - top)) / (high - low);
    mark?.removeAttribute("visibility");
    mark?.setAttribute("transform", `translate(-4.5 ${(y - 4.5).toFixed(1)})scale(.75)`);
    return { mark, y, words: `${line} ${figure(value)}` };
  }).filter(Boolean);
  const then = chart.querySelector(".then b")?.parentElement;
  if (then) {
    then.querySelector("b").textContent = `${name}:`;
    then.querySelector("span").textContent = ends.map(({ words }) => words).join(", ");
  }
  return ends;
}

function move(part, at) {
  const form = part.querySelector("[data-cursor-form]");
  const range = form.querySelector("[name=at]");
  range.value = at;
  const places = placesOf(form);
  const name = nameOf(places, at);
  const words = `${at}, ${name}`;
  range.setAttribute("aria-valuetext", words);
  form.querySelector("output").textContent = words;
  const link = form.querySelector("[data-cursor-link]");
  link.href = `${form.dataset.history}${at}/${new URL(link.href).search}`;
  part.querySelectorAll("[data-lines]").forEach((chart) => {
    // Another campaign has phases of its own: there it is the same turn.
    const own = chart.closest("[data-places]") ? placesOf(chart) : places;
    const { reach } = JSON.parse(chart.dataset.lines);
    const same = JSON.stringify(own) === JSON.stringify(places);
    const there = same ? at : lastOf(own, name, reach) ?? clamp(at, ...reach);
    draw(chart, there, nameOf(own, there));
  });
  part.querySelectorAll("form input[type=hidden][name=at]").forEach((field) => {
    field.value = at;
  });
  if (!part.hasAttribute("data-keep")) return;
  const address = new URL(location.href);
  address.searchParams.set("at", at);
  clearTimeout(move.later);
  move.later = setTimeout(() => history.replaceState(history.state, "", address), 300);
}

document.addEventListener("input", (event) => {
  const part = event.target.matches("[data-cursor-form] [name=at]") && event.target.closest("[data-cursor]");
  if (part) move(part, Number(event.target.value));
});

document.addEventListener("pointermove", (event) => {
  const picture = event.target.closest?.("[data-cursor] [data-lines] > svg");
  if (!picture) return;
  const part = picture.closest("[data-cursor]");
  const form = part.querySelector("[data-cursor-form]");
  const { reach } = JSON.parse(picture.parentElement.dataset.lines);
  const room = picture.getBoundingClientRect();
  const share = (event.clientX - room.left) / room.width;
  if (share < -0.02 || share > 1.02) return;
  let at = clamp(Math.round(reach[0] + share * (reach[1] - reach[0])), ...reach);
  const [own, places] = [placesOf(picture), placesOf(form)];
  if (own.length && JSON.stringify(own) !== JSON.stringify(places)) {
    const range = form.querySelector("[name=at]");
    at = lastOf(places, nameOf(own, at), [Number(range.min), Number(range.max)]) ?? Number(range.value);
  }
  if (at !== Number(form.querySelector("[name=at]").value)) move(part, at);
});
