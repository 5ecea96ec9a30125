// The page of seat keys: makes a key, shows its words, brings it here, has it kept under a passphrase, replaces
// it or gives it up.
import { headers } from "./requests.js";
import { unwrapped, wrapped } from "./seat-keep.js";
import { bring } from "./seat-keys.js";
import { canSign, forget, keep, kept, publicKey, random, secretOf, wordsOf } from "./seat-secret.js";
import { slug } from "./seat-signing.js";
import { inWords } from "./words.js";

const list = () => fetch("/seat-key-words/").then((answer) => answer.json());
const form = () => document.querySelector("#seat-keys form");

class Wrong extends Error {}

async function post(power, action, more = {}) {
  const body = new FormData(form());
  for (const [name, value] of Object.entries({ power, action, ...more })) body.set(name, value);
  body.set("key", random(16));
  const answer = await fetch(form().action, {
    method: "POST", body, headers: { Accept: "application/json", ...headers() },
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Wrong(said.message ?? inWords("The site answered {status}.", { status: answer.status }));
}

// Keep a secret here if it is that of the key in the log.
async function take(section, secret, otherwise) {
  const { seat, public: named } = section.dataset;
  if (!secret || (await publicKey(secret, slug(), seat)) !== named) throw new Wrong(otherwise);
  keep(slug(), seat, { secret, public: named });
}

const doing = {
  make: (section) => bring(section.dataset.seat, random(16), { number: Number(section.dataset.next) }),
  replace: (section) =>
    bring(section.dataset.seat, random(16), {
      number: Number(section.dataset.next), replace: true,
    }),
  async drop({ dataset }) {
    await post(dataset.seat, "drop");
    forget(slug(), dataset.seat);
  },
  async show(section) {
    const words = await wordsOf(kept(slug(), section.dataset.seat).secret, await list());
    const items = words.map((word) => {
      const item = document.createElement("li");
      item.textContent = word;
      return item;
    });
    section.querySelector("[data-words]").replaceChildren(...items);
    return "stay";
  },
  async bring(section) {
    const secret = await secretOf(section.querySelector("[data-phrase]").value, await list());
    await take(section, secret, inWords("These are not the twelve words of this seat’s key."));
  },
  async unlock(section) {
    const otherwise = inWords("This is not the passphrase.");
    const secret = await unwrapped(section.dataset.kept, section.querySelector("[data-unlock]").value).catch(() => "");
    await take(section, secret, otherwise);
  },
  async keep(section) {
    const field = section.querySelector("[data-passphrase]");
    if (!field.reportValidity() || !field.value) return "stay";
    const { secret } = kept(slug(), section.dataset.seat);
    await post(section.dataset.seat, "keep", { kept: await wrapped(secret, field.value) });
  },
  unkeep: ({ dataset }) => post(dataset.seat, "keep", { kept: "" }),
};

async function begin(section) {
  const { seat, public: named } = section.dataset;
  const here = Boolean(named) && kept(slug(), seat)?.public === named;
  const told = section.querySelector("[data-here]");
  const words = here ? inWords("This browser has the key.") : inWords("This browser does not have the key.");
  if (told) told.textContent = words;
  section.querySelectorAll("[data-when]").forEach((part) => {
    part.hidden = (part.dataset.when === "here") !== here;
  });
  if (await canSign()) return;
  section.querySelector("[data-problem]").hidden = false;
  section.querySelector("[data-problem]").textContent = inWords(
    "This browser cannot make keys. It needs https (or localhost) and Ed25519.",
  );
  section.querySelectorAll("[data-do]").forEach((button) => button.setAttribute("disabled", ""));
}

document.querySelectorAll(".seat-key").forEach((section) => {
  begin(section);
  section.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-do]");
    if (!button) return;
    const problem = section.querySelector("[data-problem]");
    problem.hidden = true;
    try {
      if ((await doing[button.dataset.do](section)) !== "stay") location.reload();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error.message;
    }
  });
});
