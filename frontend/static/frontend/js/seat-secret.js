// A seat's secret: 16 random bytes, made in this browser and kept in it. From it follow the key that signs for
// the seat and the seed of its chain of dice. Its twelve words bring it to another device. It leaves this
// browser only encrypted (seat-keep.js), if its player wants that.
const SALT = "chancellery seat key 1";
const PKCS8 = "302e020100300506032b657004220420"; // what stands before the 32 bytes of an Ed25519 key

export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (text) => new Uint8Array((text.match(/../g) ?? []).map((two) => parseInt(two, 16)));
const utf8 = (text) => new TextEncoder().encode(text);

export const random = (length) => hex(crypto.getRandomValues(new Uint8Array(length)));

// Whether this browser can sign: on a page that came over https (or localhost), with Ed25519.
export async function canSign() {
  try {
    return Boolean(crypto.subtle) && Boolean(await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign"]));
  } catch {
    return false;
  }
}

async function derived(secret, slug, power, purpose) {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: utf8(SALT), info: utf8(`${slug}|${power}|${purpose}`) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
}

async function privateKey(secret, slug, power) {
  const raw = new Uint8Array([...bytesOf(PKCS8), ...(await derived(secret, slug, power, "sign"))]);
  return crypto.subtle.importKey("pkcs8", raw, { name: "Ed25519" }, true, ["sign"]);
}

export async function publicKey(secret, slug, power) {
  const { x } = await crypto.subtle.exportKey("jwk", await privateKey(secret, slug, power));
  const plain = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  return hex(Uint8Array.from(plain, (letter) => letter.charCodeAt(0)));
}

export async function sign(secret, slug, power, text) {
  const key = await privateKey(secret, slug, power);
  return hex(await crypto.subtle.sign({ name: "Ed25519" }, key, utf8(text)));
}

// The seed of the seat's chain of dice, and any link of it: link 0 is the head, the seed itself the last.
export const chainSeed = async (secret, slug, power, number = 1) =>
  hex(await derived(secret, slug, power, `dice|${number}`));

export async function chainLink(seed, length, used) {
  let link = bytesOf(seed);
  for (let left = length - used; left > 0; left -= 1) link = await crypto.subtle.digest("SHA-256", link);
  return hex(link);
}

// What this browser keeps, by seat: {secret, number, public}.
const nameOf = (slug, power) => `chancellery.seat.${slug}.${power}`;

export function kept(slug, power) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(slug, power)) ?? "null");
  } catch {
    return null;
  }
}

export function keep(slug, power, what) {
  localStorage.setItem(nameOf(slug, power), JSON.stringify(what));
}

export function forget(slug, power) {
  localStorage.removeItem(nameOf(slug, power));
}

// -- twelve words (BIP 39: 128 bits and four bits of their hash, eleven to a word) --

async function check(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))[0] >> 4;
}

export async function wordsOf(secret, list) {
  const bits = BigInt(`0x${secret}`) * 16n + BigInt(await check(bytesOf(secret)));
  return Array.from({ length: 12 }, (_, place) => list[Number((bits >> BigInt(11 * (11 - place))) & 2047n)]);
}

// The secret of twelve words; nothing where they are no such words, or one is wrong.
export async function secretOf(words, list) {
  const places = words.trim().toLowerCase().split(/\s+/).map((word) => list.indexOf(word));
  if (places.length !== 12 || places.includes(-1)) return "";
  const bits = places.reduce((so, place) => so * 2048n + BigInt(place), 0n);
  const secret = (bits >> 4n).toString(16).padStart(32, "0");
  return (await check(bytesOf(secret))) === Number(bits & 15n) ? secret : "";
}
