import { opensAlone } from "./stays.js";

// What an address ends in is anybody's: "#100%" names nothing.
function named(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

// A phone shows what is asked or the board, by where its reader goes on the page. The list of pages, the tabs and the
// link over all are no such places.
function startSheets(tabs) {
  const main = document.querySelector("main.asked-or-board");
  const board = document.getElementById("board");
  if (!main?.contains(board)) return;
  function show() {
    const place = named(location.hash);
    if (place?.matches("main, #pages, #tabs") && main.dataset.sheet) return;
    const sheet = board.contains(place) ? "board" : "asked";
    const turned = main.dataset.sheet && main.dataset.sheet !== sheet;
    main.dataset.sheet = sheet;
    for (const tab of tabs.querySelectorAll("[data-tab]")) {
      if (tab.dataset.tab === sheet) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    const fold = place?.closest("details");
    if (fold) opensAlone(fold);
    // It was not there yet when the browser went to it.
    if (turned || fold) place?.scrollIntoView();
  }
  show();
  window.addEventListener("hashchange", show);
}

// How much is asked of the reader stands on a tab that only narrow screens have. It is fetched where it is shown;
// elsewhere it is behind, until the screen is narrow.
export function startTabs() {
  const tabs = document.querySelector(".phone-tabs");
  if (!tabs) return;
  startSheets(tabs);
  let behind = false;
  function ask() {
    behind = !tabs.checkVisibility();
    if (!behind) document.body.dispatchEvent(new CustomEvent("changed-asked"));
  }
  // What changed at once is asked for once.
  let waits = false;
  function changed() {
    if (waits) return;
    waits = true;
    queueMicrotask(() => {
      waits = false;
      ask();
    });
  }
  document.body.addEventListener("changed-strip", changed);
  document.body.addEventListener("changed-orders", changed);
  window.addEventListener("resize", () => behind && ask());
}
