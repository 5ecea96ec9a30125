// The band of what is new since the reader last looked. Who has no account is remembered by their own
// browser, without a cookie. What comes by a push never moves what is being read: it fills the room
// that the band has; on a phone, which keeps none for it, it waits as a row on the tabs.
const MARK = "changed";

function remembered(key) {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

function remember(key, entry) {
  try {
    localStorage.setItem(key, String(entry));
  } catch {
    // A browser that keeps nothing shows nothing as new.
  }
}

// Quiet marks on what the last phase changed on the board.
function markBoard(box) {
  const wanted = (box.querySelector("[data-changed]")?.dataset.changed ?? "").split(" ").filter(Boolean);
  document.querySelectorAll(`.${MARK}`).forEach((each) => each.classList.remove(MARK));
  wanted.forEach((id) => document.getElementById(id)?.classList.add(MARK));
  // Whoever watches sees which parts the last reveal changed.
  const revealed = (document.querySelector("[data-revealed]")?.dataset.revealed ?? "").split(" ").filter(Boolean);
  document.querySelectorAll(".by-reveal").forEach((each) => each.classList.remove("by-reveal"));
  revealed.forEach((id) => document.getElementById(id)?.classList.add("by-reveal"));
}

function count(name, number) {
  document.querySelectorAll(`[data-counts="${name}"]`).forEach((each) => {
    each.textContent = number;
    each.hidden = !number;
  });
}

// The number in the title of the document, and those in the menu.
function showCounts(box) {
  const band = box.querySelector("[data-count]");
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = band ? `(${band.dataset.count}) ${title}` : title;
  if (!band) return count("new", 0);
  count("new", Number(band.dataset.count));
  count("offers", Number(band.dataset.offers));
  return count("confirm", Number(band.dataset.confirm));
}

// What changed opens with its reasons when one goes to it from the band.
function openChanged(event) {
  const link = event.target.closest?.(".changes a");
  const part = link && document.getElementById(link.hash.slice(1));
  const reasons = part?.querySelector("details");
  if (reasons) reasons.open = true;
}

export function startNews() {
  const box = document.querySelector("[data-news]");
  if (!box) return;
  box.addEventListener("click", openChanged);
  // Whoever opens it gives it the room that it takes.
  box.addEventListener("click", ({ target }) => { if (target.closest("summary")) box.style.maxHeight = ""; });
  const key = `chancellery.seen.${box.dataset.news}`;
  const visitor = "visitor" in box.dataset;
  const newest = Number(box.dataset.seq);
  const since = visitor ? remembered(key) : 0;
  let room = 0;
  // Whether the band that was there is open; undefined where there was none.
  let open;
  // A visitor's first band takes the place of the line that stands there, and is as high.
  let opening = false;

  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== box) return;
    room = box.classList.contains("arrived") ? 0 : box.offsetHeight;
    open = box.querySelector(".news > details")?.open;
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target === box) {
      const band = box.querySelector(".news");
      const seen = detail.requestConfig?.verb === "post";
      const arrived = Boolean(band) && !seen && !room;
      box.classList.toggle("arrived", arrived);
      box.classList.toggle("in-place", Boolean(band) && !arrived);
      // The first news wait closed; later ones leave it as the reader has it.
      if (band) band.querySelector(":scope > details").open = open ?? false;
      box.style.maxHeight = band && !arrived && !opening ? `${room}px` : "";
      opening = false;
      showCounts(box);
      const last = Number(band?.dataset.seq ?? 0);
      if (visitor && last) remember(key, last);
    }
    markBoard(box);
  });
  box.classList.toggle("in-place", Boolean(box.querySelector(".news")));
  markBoard(box);
  if (!visitor) return;
  if (since && since < newest) {
    opening = true;
    box.classList.add("in-place");
    box.setAttribute("hx-vals", JSON.stringify({ since }));
    // Not before the page listens.
    const ask = () => document.body.dispatchEvent(new CustomEvent("changed-news"));
    if (document.readyState === "complete") ask();
    else document.addEventListener("DOMContentLoaded", ask);
  }
  remember(key, newest);
}
