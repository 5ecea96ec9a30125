// The switch that has this browser told of news by Web Push. Without it the page says why it cannot.
import { headers } from "./requests.js";
import { inWords } from "./words.js";

const part = document.querySelector("[data-push-key]");

function says(text) {
  part.querySelector("[data-push-state]").textContent = text;
}

function raw(key) {
  const text = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// Whether a subscription was made under the key that the site has now.
function isOurs(subscription) {
  const key = new Uint8Array(subscription.options?.applicationServerKey ?? []);
  return String(key) === String(raw(part.dataset.pushKey));
}

async function tell(fields) {
  const answer = await fetch(part.dataset.pushAddress, {
    method: "POST",
    headers: headers(),
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(inWords("The site answered {status}.", { status: answer.status }));
}

async function switchOn(worker) {
  if ((await Notification.requestPermission()) !== "granted") {
    says(inWords("This browser does not let this site notify you. Allow it in the settings of the browser."));
    return;
  }
  // One of before the site changed its key is of no use, and in the way of a new one.
  const old = await worker.pushManager.getSubscription();
  if (old && !isOurs(old)) await old.unsubscribe();
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: raw(part.dataset.pushKey),
  });
  const { endpoint, keys } = made.toJSON();
  await tell({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  says(inWords("On: this browser is told of news until you sign out here."));
}

async function switchOff(subscription) {
  await tell({ endpoint: subscription.endpoint, off: "yes" });
  await subscription.unsubscribe();
  says(inWords("Off."));
}

function failed(problem) {
  says(inWords("This did not work: {problem}", { problem: problem.message }));
}

async function begin() {
  if (!window.isSecureContext) {
    says(inWords("Notifications need https (or localhost)."));
    return;
  }
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    says(inWords("This browser cannot be notified."));
    return;
  }
  const worker = await navigator.serviceWorker.register("/service-worker.js");
  const [on, off] = part.querySelectorAll("button");
  const now = await worker.pushManager.getSubscription();
  const here = now && isOurs(now) && part.dataset.pushHere === "yes";
  says(here ? inWords("On, if it was switched on since you signed in.") : inWords("Off."));
  const tried = (act) => act().catch(failed);
  on.hidden = off.hidden = false;
  on.addEventListener("click", () => tried(() => switchOn(worker)));
  off.addEventListener("click", () =>
    tried(async () => {
      const found = await worker.pushManager.getSubscription();
      if (found) await switchOff(found);
    }),
  );
}

if (part) begin().catch(failed);
