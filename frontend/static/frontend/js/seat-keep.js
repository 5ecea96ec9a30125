// A seat's secret under a passphrase, for the site to keep: PBKDF2 (SHA-256) and AES-GCM. The passphrase never
// leaves this browser.
import { bytesOf, hex } from "./seat-secret.js";

const ROUNDS = 600_000;
const utf8 = (text) => new TextEncoder().encode(text);

async function keyOf(passphrase, salt, rounds) {
  const letters = utf8(passphrase.normalize("NFKC"));
  const plain = await crypto.subtle.importKey("raw", letters, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return crypto.subtle.deriveKey(how, plain, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

export async function wrapped(secret, passphrase) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(passphrase, salt, ROUNDS);
  const closed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytesOf(secret));
  return JSON.stringify({ form: 1, rounds: ROUNDS, salt: hex(salt), iv: hex(iv), closed: hex(closed) });
}

// The secret; throws where the passphrase is another one.
export async function unwrapped(text, passphrase) {
  const { rounds, salt, iv, closed } = JSON.parse(text);
  const key = await keyOf(passphrase, bytesOf(salt), rounds);
  return hex(await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytesOf(iv) }, key, bytesOf(closed)));
}
