// Listens for "what changed" and lets the page fetch just that. A message never holds content.
// After a lost connection everything is fetched once, so nothing can be missed.
import { back, lost } from "./offline.js";

const RETRY = [1000, 2000, 5000, 10_000, 30_000];
const FETCH_AGAIN = 3000;
// All pages lose the site at the same moment; they do not come back at the same moment.
const SPREAD = 2000;
// What changes together is said in several messages (a seal, and the phase that it ends): they are heard together.
const TOGETHER = 200;
const ALL = ["strip", "news", "orders", "board", "log", "facts", "dispatch", "press", "seats"];

// Which parts of the page show a topic.
const PARTS = {
  readiness: ["strip"],
  phase: ["strip", "orders", "news", "turned"],
  board: ["board", "news"],
  seats: ["strip", "orders", "seats"],
};

function announce(topics) {
  const form = document.querySelector("form[data-orders]");
  new Set(topics.flatMap((topic) => PARTS[topic] ?? [topic])).forEach((topic) => {
    // Words that are being written are not swept away by somebody else's seal.
    if (topic === "orders" && form?.dataset.touched === "true" && !topics.includes("phase")) {
      document.body.dispatchEvent(new CustomEvent("orders-elsewhere"));
      return;
    }
    document.body.dispatchEvent(new CustomEvent(`changed-${topic}`));
  });
}

const heard = new Set();

function hear(topics) {
  // Of orders each message counts: a window knows its own savings by their number.
  if (topics.includes("orders") && !topics.includes("phase")) {
    announce(topics);
    return;
  }
  if (!heard.size) {
    setTimeout(() => {
      const all = [...heard];
      heard.clear();
      announce(all);
    }, TOGETHER);
  }
  topics.forEach((topic) => heard.add(topic));
}

function listen(address, attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${address}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
    back();
    document.documentElement.dataset.live = "on";
    if (attempt > 0) announce(ALL);
  });
  socket.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    if (news.missed) setTimeout(() => announce(ALL), SPREAD * Math.random());
    else hear(news.what);
  });
  socket.addEventListener("close", () => {
    document.documentElement.dataset.live = "off";
    lost();
    const wait = opened ? RETRY[0] : RETRY[Math.min(attempt, RETRY.length - 1)];
    // What the page had seen when it was made is of no use any more: it fetches everything.
    const again = address.split("?")[0];
    setTimeout(() => listen(again, opened ? 1 : attempt + 1), wait + SPREAD * Math.random());
  });
}

// A part that could not be fetched, because the site was just away, is fetched again a little later.
function fetchAgain(event) {
  const { xhr, requestConfig } = event.detail;
  const topic = requestConfig?.triggeringEvent?.type ?? "";
  if (!topic.startsWith("changed-") || (xhr.status >= 400 && xhr.status < 500)) return;
  setTimeout(() => announce([topic.slice("changed-".length)]), FETCH_AGAIN * (1 + Math.random()));
}

export function startLive() {
  const page = document.querySelector("[data-live-address]");
  if (!page) return;
  for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(failed, fetchAgain);
  }
  listen(page.dataset.liveAddress);
}
