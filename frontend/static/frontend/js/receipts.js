// What a player's browser keeps of what the site said: receipts, and the heads of the log that it was shown. On
// every page it asks the site again, and raises an alarm where the site now says something else.
import { ask } from "./requests.js";
import { inWords } from "./words.js";

const MOST_HEADS = 300;
const ASKED = 40;

const nameOf = (slug) => `chancellery.receipts.${slug}`;

function kept(slug) {
  let found = null;
  try {
    found = JSON.parse(localStorage.getItem(nameOf(slug)) ?? "null");
  } catch {
    // What cannot be read is begun anew.
  }
  return { key: "", checked: 0, since: 0, receipts: {}, heads: {}, ...found };
}

function keep(slug, store) {
  const seen = Object.keys(store.heads).map(Number).sort((one, other) => other - one);
  seen.slice(MOST_HEADS).forEach((seq) => delete store.heads[seq]);
  try {
    localStorage.setItem(nameOf(slug), JSON.stringify(store));
  } catch {
    // Then only the site and the letters keep them.
  }
}

function alarm(slug, seq) {
  if (document.querySelector(".receipts-alarm")) return;
  const notice = document.createElement("p");
  notice.className = "problem receipts-alarm";
  notice.setAttribute("role", "alert");
  notice.textContent = inWords(
    "What this site now says of log entry {seq} is not what it told this browser before."
      + " Save your receipts at the foot of this page, tell the other players, and have an export"
      + " of this campaign checked against them. If the site was restored from a backup, its log"
      + " says so.",
    { seq },
  );
  document.querySelector("main")?.prepend(notice);
}

// The text under a receipt's signature: its other fields, sorted, as JSON without spaces.
function signed(receipt) {
  const names = Object.keys(receipt).filter((name) => name !== "signature").sort();
  if (!("commitment" in receipt)) names.push("commitment");
  if (!("phase" in receipt)) names.push("phase");
  names.sort();
  const whole = { commitment: "", phase: 0, ...receipt };
  const body = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(whole[name])}`);
  return new TextEncoder().encode(`chancellery receipt 1\n{${body.join(",")}}`);
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

// Whether a receipt is signed; a browser that cannot tell takes it as it is.
async function holds(receipt) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", bytes(receipt.key), "Ed25519", false, ["verify"]);
  } catch {
    return true;
  }
  return crypto.subtle.verify("Ed25519", key, bytes(receipt.signature), signed(receipt));
}

const placeOf = (receipt) => (receipt.after ? `after ${receipt.after} ${receipt.commitment}` : `${receipt.seq}`);

// What was said of each entry, by its number: by heads, and by receipts.
function said(store) {
  const found = { ...store.heads };
  Object.values(store.receipts).forEach((receipt) => (found[receipt.after || receipt.seq] ??= receipt.hash));
  return found;
}

// The newest that is known, and others by chance: whoever changes one entry changes all that follow.
function some(seqs) {
  const sorted = [...seqs].sort((one, other) => other - one);
  const rest = sorted.slice(1).map((seq) => [Math.random(), seq]).sort((one, other) => one[0] - other[0]);
  return [...sorted.slice(0, 1), ...rest.slice(0, ASKED - 1).map(([, seq]) => seq)];
}

async function look(foot) {
  const { campaign: slug, receipts: address } = foot.dataset;
  const hash = foot.querySelector("code").textContent;
  const seq = Number(foot.dataset.seq);
  const store = kept(slug);
  const known = said(store);
  if (known[seq] && known[seq] !== hash) return void alarm(slug, seq);
  store.heads[seq] = hash;
  keep(slug, store);
  if (store.checked === seq) return;
  const asked = some(Object.keys(known).map(Number));
  const answer = await ask(`${address}?since=${store.since}&seq=${asked.join(",")}`, {
    headers: { Accept: "application/json" },
  });
  if (!answer.ok) return;
  const now = await answer.json();
  const told = Object.fromEntries(now.heads.map((head) => [head.seq, head.hash]));
  const wrong = asked.find((one) => told[one] !== known[one]);
  if (wrong !== undefined) return void alarm(slug, wrong);
  for (const receipt of now.receipts) {
    if (!(await holds(receipt))) return void alarm(slug, receipt.after || receipt.seq);
    store.receipts[placeOf(receipt)] = receipt;
  }
  const head = now.heads.at(-1);
  Object.assign(store, { key: now.key, checked: seq, since: head.seq });
  store.heads[head.seq] = head.hash;
  keep(slug, store);
}

// The file of all that this browser kept: the site could leave something out of one that it makes now.
function save(event) {
  const link = event.target.closest("#log-head a[download]");
  if (!link) return;
  const slug = link.closest("#log-head").dataset.campaign;
  const store = kept(slug);
  const file = {
    format: "chancellery-receipts",
    version: 1,
    campaign: slug,
    key: store.key,
    receipts: Object.values(store.receipts),
    heads: Object.entries(store.heads).map(([seq, hash]) => ({ seq: Number(seq), hash })),
  };
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: "application/json" }));
  made.download = link.download;
  event.preventDefault();
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 10000);
}

function begin() {
  const foot = document.querySelector("#log-head[data-campaign]");
  if (foot) look(foot).catch(() => {}); // The site is away; it is asked again on the next page.
}

export function startReceipts() {
  document.addEventListener("click", save);
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt?.id === "log-head") begin();
  });
  begin();
}
