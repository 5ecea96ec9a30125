// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), at once and not by promises: a campaign needs tens of thousands of
// small hashes, and Web Crypto answers each one only after a turn of the event loop.

const SHA_K = new Int32Array(64);
const SHA_START = new Int32Array(8);
(() => {
  // The constants are the first 32 bits of the fractions of roots of primes: cube roots, and square roots. They
  // are reckoned exactly, as whole numbers.
  const root = (number, power) => {
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** power <= number) low = middle;
      else high = middle;
    }
    return low;
  };
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  primes.forEach((prime, at) => {
    SHA_K[at] = Number(BigInt.asIntN(32, root(BigInt(prime) << 96n, 3n)));
    if (at < 8) SHA_START[at] = Number(BigInt.asIntN(32, root(BigInt(prime) << 64n, 2n)));
  });
})();

const shaWords = new Int32Array(64);

function shaBlock(state, bytes, at) {
  const words = shaWords;
  for (let each = 0, from = at; each < 16; each += 1, from += 4) {
    words[each] = (bytes[from] << 24) | (bytes[from + 1] << 16) | (bytes[from + 2] << 8) | bytes[from + 3];
  }
  for (let each = 16; each < 64; each += 1) {
    const two = words[each - 2];
    const fifteen = words[each - 15];
    const one = ((two >>> 17) | (two << 15)) ^ ((two >>> 19) | (two << 13)) ^ (two >>> 10);
    const zero = ((fifteen >>> 7) | (fifteen << 25)) ^ ((fifteen >>> 18) | (fifteen << 14)) ^ (fifteen >>> 3);
    words[each] = (one + words[each - 7] + zero + words[each - 16]) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let each = 0; each < 64; each += 1) {
    const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + sumE + ((e & f) ^ (~e & g)) + SHA_K[each] + words[each]) | 0;
    const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

// The hash of the parts one after another, as 32 bytes.
function sha256(...parts) {
  const bytes = parts.length === 1 ? parts[0] : joined(...parts);
  const state = Int32Array.from(SHA_START);
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) shaBlock(state, bytes, at);
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest < 56 ? 64 : 128);
  last.set(bytes.subarray(whole));
  last[rest] = 0x80;
  const view = new DataView(last.buffer);
  view.setUint32(last.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(last.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < last.length; at += 64) shaBlock(state, last, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, at) => out.setInt32(4 * at, word));
  return digest;
}

const sha256Hex = (...parts) => hex(sha256(...parts));

function hmac(key, text) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(block.map((byte) => byte ^ 0x36), utf8(text));
  return sha256(block.map((byte) => byte ^ 0x5c), inner);
}
