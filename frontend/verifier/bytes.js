// Bytes, hexadecimal and text.

const encoder = new TextEncoder();
const utf8 = (text) => encoder.encode(text);

const HEX = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, "0"));

function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

// Lower-case hexadecimal alone is read; anything else is no bytes and raises.
function bytesOf(text) {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})*$/.test(text)) throw new RangeError("not hexadecimal");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.substr(2 * at, 2), 16);
  return bytes;
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function compareBytes(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at += 1) if (one[at] !== other[at]) return one[at] - other[at];
  return one.length - other.length;
}

// By code points, as Python and the log sort names; a plain comparison in JavaScript goes by halves of them.
function byCodePoint(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at += 1) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left === right) continue;
    const high = (unit) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
    return high(left) - high(right);
  }
  return one.length - other.length;
}
