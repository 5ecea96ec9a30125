// Seat keys on the pages of a campaign: makes one when a seat was just taken, signs what is handed in, and says
// so where this browser has another key than the log, or none.
import { headers } from "./requests.js";
import { canSign, chainLink, chainSeed, kept, keep, publicKey, random, sign } from "./seat-secret.js";
import { isHere, slug, startSigning } from "./seat-signing.js";
import { inWords } from "./words.js";

const place = () => document.getElementById("seat-keys");

// The text that a new key signs itself with; the site makes the same one.
const claim = (power, number, key) =>
  `chancellery seat 1\n${JSON.stringify({
    campaign: slug(), commitment: "", key: number, kind: "seat.key", power, said: { public: key },
  })}`;

// Give a seat a key made from this secret. Answers {number}, or throws with what the site said.
export async function bring(power, secret, { number = 1, replace = false } = {}) {
  const key = await publicKey(secret, slug(), power);
  const body = new FormData(place().querySelector("form"));
  body.set("power", power);
  body.set("action", "bring");
  body.set("key", random(16));
  body.set("public", key);
  body.set("proof", await sign(secret, slug(), power, claim(power, number, key)));
  if (replace) body.set("replace", "yes");
  // Kept before it is sent: a key that the log names and nobody has would be worse than one too many here.
  keep(slug(), power, { secret, public: key });
  const answer = await fetch(place().querySelector("form").action, {
    method: "POST", body, headers: { Accept: "application/json", ...headers() },
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.message ?? inWords("The site answered {status}.", { status: answer.status }));
  return said;
}

function warn(text) {
  const notice = document.createElement("p");
  notice.className = "problem";
  notice.setAttribute("role", "alert");
  const link = document.createElement("a");
  link.href = place().querySelector("form").action;
  link.textContent = inWords("Seat key");
  notice.append(`${text} `, link);
  place().after(notice);
}

async function make(seats) {
  if (!(await canSign())) return;
  for (const [power, number] of Object.entries(seats)) {
    await bring(power, random(16), { number });
    place().dataset.keys = JSON.stringify({
      ...JSON.parse(place().dataset.keys), [power]: kept(slug(), power).public,
    });
  }
}

// Where dice are thrown after the close: hand over the link that is waited for, and bring a chain where the seat
// has none. Only this browser knows them until then.
async function serveDice() {
  const url = place().dataset.links;
  const { awaited, missing } = await fetch(url).then((answer) => answer.json());
  for (const [chains, name, taken] of [[missing, "head", 0], [awaited, "link", 1]]) {
    for (const { power, number, length, used } of chains) {
      if (!isHere(power)) continue;
      const seed = await chainSeed(kept(slug(), power).secret, slug(), power, number);
      const body = new FormData(place().querySelector("form"));
      body.set("power", power);
      body.set(name, await chainLink(seed, length, used + taken));
      await fetch(url, { method: "POST", body, headers: headers() });
    }
  }
}

let serving = Promise.resolve();
const serve = () => {
  serving = serving.then(serveDice).catch(() => {});
};

export function startSeatKeys() {
  if (!place()) return;
  startSigning();
  const keys = JSON.parse(place().dataset.keys);
  if ("quiet" in place().dataset) return;
  for (const power of Object.keys(keys)) {
    if (isHere(power)) continue;
    warn(
      kept(slug(), power)
        ? inWords(
          "The log names another key for your seat than this browser has."
          + " If you did not replace it, tell the other players.",
        )
        : inWords(
          "Your seat has a key, and this browser does not have it. Bring it here, or what you hand in is refused.",
        ),
    );
  }
  const made = make(JSON.parse(place().dataset.make)).catch((error) => warn(error.message));
  if (!place().dataset.links) return;
  made.then(serve);
  document.body.addEventListener("changed-strip", serve);
}
