// Listens for "what changed" and lets the page fetch just that. A message never holds content.
// After a lost connection everything is fetched once, so nothing can be missed.
// A line can be dead without anybody having been told: the device slept, or changed its network. So the page says a
// word now and then, and at once when somebody looks at it again; where no answer comes the line is given up and made
// anew, and meanwhile the page does not say that it is live.
import { back, lost } from "./offline.js";
import { isOver, sessionEnded } from "./session.js";

const RETRY = [1000, 2000, 5000, 10_000, 30_000];
const BEAT = 25_000;
const PATIENCE = 8000;
// Looked at again: so long without a word, and it is not said that the page is live before the site answers.
const QUIET = 40_000;
const SIGNED_OUT = 4401;
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
    // What this window itself has just saved is not fetched again.
    if (topic === "orders" && form?.dataset.touched === "true" && !topics.includes("phase")) {
      const heard = new CustomEvent("orders-elsewhere", { cancelable: true });
      if (!document.body.dispatchEvent(heard)) return;
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
  // A page that is covered listens again when it has been loaded anew.
  if (document.documentElement.dataset.session === "over") return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}${address}`);
  let opened = false;
  let over = false;
  let heardAt = Date.now();
  let unanswered = 0;

  function live() {
    heardAt = Date.now();
    clearTimeout(unanswered);
    unanswered = 0;
    back();
    document.documentElement.dataset.live = "on";
  }

  function notLive() {
    document.documentElement.dataset.live = "off";
    lost();
  }

  function end(code) {
    if (over) return;
    over = true;
    clearTimeout(unanswered);
    clearInterval(beats);
    looks.abort();
    notLive();
    // The site ends what was signed out; the page asks whether that was it.
    if (code === SIGNED_OUT) sessionEnded();
    const wait = opened ? RETRY[0] : RETRY[Math.min(attempt, RETRY.length - 1)];
    // What the page had seen when it was made is of no use any more: it fetches everything.
    const again = address.split("?")[0];
    setTimeout(() => { if (!isOver()) listen(again, opened ? 1 : attempt + 1); }, wait + SPREAD * Math.random());
  }

  function beat() {
    if (over || socket.readyState > WebSocket.OPEN) return;
    // A line that is being made is looked after by the browser itself.
    if (socket.readyState === WebSocket.OPEN) socket.send("?");
    unanswered ||= setTimeout(() => {
      socket.close();
      // A dead line never says that it has closed.
      end(0);
    }, PATIENCE);
  }

  function look() {
    if (document.hidden || !opened) return;
    if (Date.now() - heardAt > QUIET) notLive();
    beat();
  }

  const beats = setInterval(beat, BEAT);
  const looks = new AbortController();
  for (const name of ["pageshow", "online", "focus"]) addEventListener(name, look, { signal: looks.signal });
  document.addEventListener("visibilitychange", look, { signal: looks.signal });
  socket.addEventListener("open", () => {
    opened = true;
    live();
    if (attempt > 0) announce(ALL);
  });
  socket.addEventListener("message", (event) => {
    if (over) return;
    live();
    const news = JSON.parse(event.data);
    if (news.missed) setTimeout(() => announce(ALL), SPREAD * Math.random());
    else if (news.what?.length) hear(news.what);
  });
  socket.addEventListener("close", ({ code }) => end(code));
}

export function startLive() {
  const page = document.querySelector("[data-live-address]");
  if (!page) return;
  listen(page.dataset.liveAddress);
}
