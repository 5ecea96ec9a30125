// Seat keys: what a seat with a key has signed, and for what the site alone vouches.

const SEAT_HEAD = "chancellery seat 1\n";
const SEAT_SAID = {
  "order.sealed": ["phase"],
  "order.withdrawn": ["phase"],
  act: ["phase"],
  "act.asked": ["phase"],
  "dispatch.proposed": ["phase", "facts", "happened"],
  "dispatch.looked": ["phase", "dispatch", "facts"],
  "dispatch.disputed": ["phase", "dispatch", "facts", "reason"],
  "dispatch.withdrawn": ["phase", "dispatch", "facts"],
  "consent.given": ["consent", "question"],
  "consent.taken_back": ["consent", "question"],
  "seat.key": ["public"],
  "order.ready": ["phase"],
  "standing.set": ["phase"],
  "standing.withdrawn": ["phase"],
  "value.proposed": ["phase"],
  "value.agreed": ["phase"],
  "value.refused": ["phase"],
  "value.withdrawn": ["phase"],
  "deputy.named": ["level", "until"],
};
const SEAT_BESIDE = ["seat.key", "order.ready", "standing.set", "standing.withdrawn", "value.proposed", "value.agreed", "value.refused", "value.withdrawn", "deputy.named"];

// The text that is signed.
function seatStatement(campaign, power, key, kind, body, commitment = "") {
  const said = Object.create(null);
  for (const name of SEAT_SAID[kind] ?? []) if (name in body) said[name] = body[name];
  return SEAT_HEAD + canonical({ campaign, power, key, kind, commitment, said });
}

// Signatures (Ed25519) are checked by the browser's own Web Crypto, many at a time.
class Signatures {
  constructor() {
    this.waiting = [];
    this.keys = new Map();
  }

  // Look at a signature later; ``fault`` is said by the check where it is none, in the place of now.
  look(check, publicHex, text, signature, fault, who = SITE_OR_KEY) {
    this.waiting.push({ check, publicHex, text, signature, fault, who, place: check.faults.length });
  }

  async holds(publicHex, text, signature) {
    try {
      if (!this.keys.has(publicHex)) {
        this.keys.set(publicHex, crypto.subtle.importKey("raw", bytesOf(publicHex), "Ed25519", false, ["verify"]));
      }
      return await crypto.subtle.verify("Ed25519", await this.keys.get(publicHex), bytesOf(signature), utf8(text));
    } catch {
      return false;
    }
  }

  async done(watch = unwatched) {
    const all = this.waiting.splice(0);
    if (all.length && !(await canVerify())) {
      for (const check of new Set(all.map((one) => one.check))) {
        const number = all.filter((one) => one.check === check).length;
        check.left.push(`${counted(number, "signature")}: this browser cannot check Ed25519 here; open the page by https or from a saved file, in a newer browser`);
      }
      return;
    }
    const touched = new Set();
    for (let at = 0; at < all.length; at += 128) {
      await watch("signatures", at, all.length);
      const some = all.slice(at, at + 128);
      const good = await Promise.all(some.map((one) => this.holds(one.publicHex, one.text, one.signature)));
      some.forEach((one, each) => {
        if (good[each]) return;
        one.check.fault(one.fault, one.who, one.place - 0.5);
        touched.add(one.check);
      });
    }
    for (const check of touched) check.faults.sort((one, other) => one.place - other.place);
  }
}

// Whether this browser verifies Ed25519: with the key and signature of docs/verification.md.
async function canVerify() {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf("3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"), "Ed25519", false, ["verify"]);
    return Boolean(key);
  } catch {
    return false;
  }
}

class Seats {
  constructor(file, check, signatures) {
    this.slug = file.campaign.slug;
    this.check = check;
    this.signatures = signatures;
    this.keys = new Map();
    this.numbers = new Map();
    this.sealed = new Map();
    this.phase = 0;
    this.vouched = new Map(); // power -> how much was signed, how much was not, how much autopilots sealed
  }

  inForce(power) {
    const key = this.keys.get(power);
    return key && key.begins <= this.phase ? key : null;
  }

  count(power, part) {
    const found = this.vouched.get(power) ?? { signed: 0, alone: 0, bots: 0, key: "" };
    found[part] += 1;
    this.vouched.set(power, found);
  }

  judge(where, power, kind, body, commitment, signature = "", scheme = "") {
    const key = this.inForce(power);
    if (!key) {
      this.count(power, "alone");
      if (signature || scheme) this.check.fault(`${where}: a signature, though ${power} has no key then`);
      return;
    }
    const text = seatStatement(this.slug, power, key.number, kind, body, commitment);
    const wrong = `${where}: the signature is not that of ${power}'s key`;
    if (!signature) this.check.fault(`${where}: ${power} has a key and has not signed it; the site could have made it`, SITE);
    else if (scheme !== `seat 1/${key.number}`) this.check.fault(wrong, SITE);
    else {
      this.signatures.look(this.check, key.public, text, signature, wrong, SITE);
      this.count(power, "signed");
    }
  }

  at(entry) {
    const where = whereOf(entry);
    const { body, power } = entry;
    if (SEAT_ENDS.includes(entry.kind)) this.keys.delete(power);
    else if (entry.kind === "seat.key") this.key(entry, where);
    else if (entry.kind === "phase.opened") {
      this.phase = body.phase;
      this.sealed.clear();
    } else if (entry.kind === "phase.resolved") this.ready(entry, where);
    else if (entry.kind === "deputy.accepted") {
      if (this.inForce(power)) this.judge(where, power, "deputy.named", body, "", body.signature, body.scheme);
    } else if (this.isPlayers(entry)) {
      if (entry.kind === "order.sealed") this.sealed.set(power, entry.commitment);
      this.judge(where, power, entry.kind, body, entry.commitment, entry.signature, entry.scheme);
    } else {
      if (entry.kind === "order.sealed") {
        // An autopilot's or a deputy's: no key of the seat says that it is ready.
        this.sealed.set(power, "");
        if (body.how === "bot") this.count(power, "bots");
        if (!("deputy" in body) && this.inForce(power)) {
          this.check.fault(`${where}: no autopilot plays ${power}, whose player has a key`, SITE);
        }
      }
      if (entry.signature || entry.scheme) this.check.fault(`${where}: a signature under what no player does`);
    }
  }

  // Neither an autopilot's nor a deputy's; nor what takes effect by itself after it was asked for.
  isPlayers({ kind, actor, body }) {
    if (!(kind in SEAT_SAID) || SEAT_BESIDE.includes(kind) || actor !== "power" || "deputy" in body) return false;
    if (kind === "act" && ("dispatch" in body || "asked" in body)) return false;
    return kind !== "order.sealed" || body.how === "sealed";
  }

  key({ body, power }, where) {
    const before = this.keys.get(power);
    this.keys.delete(power);
    if (!body.public) return;
    const number = (this.numbers.get(power) ?? 0) + 1;
    this.numbers.set(power, number);
    this.check.equal(`${where}: its number`, body.number, number);
    const text = seatStatement(this.slug, power, body.number, "seat.key", body);
    this.signatures.look(this.check, body.public, text, body.proof, `${where}: the key has not signed itself`, SITE);
    if (before && body.begins <= this.phase) this.check.fault(`${where}: a key that replaces another counts from the next phase on`, SITE);
    this.keys.set(power, body);
    const found = this.vouched.get(power) ?? { signed: 0, alone: 0, bots: 0, key: "" };
    try {
      found.key = `${number} (${sha256Hex(bytesOf(body.public)).slice(0, 16)})`;
    } catch {
      this.check.fault(`${where}: the key cannot be read`, SITE);
    }
    this.vouched.set(power, found);
  }

  // Whoever was ready has signed it, under the seal that counted; not where somebody else sealed for it.
  ready({ body }, where) {
    for (const [power, signature] of Object.entries(body.ready ?? {})) {
      const key = this.inForce(power);
      if (!key) continue;
      if (!signature) {
        if (body.how === "ready" && this.sealed.get(power) !== "") {
          this.check.fault(`${where}: ${power} has a key and has not signed that it was ready; the site could have ended the phase early`, SITE);
        }
        continue;
      }
      const text = seatStatement(this.slug, power, key.number, "order.ready", { phase: body.phase }, this.sealed.get(power) ?? "");
      this.signatures.look(this.check, key.public, text, signature, `${where}: ${power} has not signed that it was ready`, SITE);
      this.count(power, "signed");
    }
  }
}

async function checkSignatures(file, watch = unwatched) {
  const check = new Check("seat keys");
  const signatures = new Signatures();
  const seats = new Seats(file, check, signatures);
  const secrets = secretsOf(file);
  for (const entry of file.log) {
    for (const one of secretsAfter(secrets, entry.seq - 1)) {
      if (!one.power) continue; // by the desk, which has no key
      const where = `what ${one.power} did in secret after log entry ${one.after}`;
      seats.judge(where, one.power, one.kind, { phase: one.phase }, one.commitment, one.signature, one.scheme);
    }
    seats.at(entry);
  }
  await signatures.done(watch);
  const signed = [...seats.vouched.values()].reduce((sum, one) => sum + one.signed, 0);
  const whose = (part) => listed([...seats.vouched].filter(([, one]) => one[part]).map(([power]) => power));
  check.said = counted(signed, "signature")
    + (whose("alone") ? `; for ${whose("alone")} the site alone vouches, at least in part` : "")
    + (whose("bots") ? `; autopilots sealed for ${whose("bots")}` : "");
  check.seats = seats.vouched;
  return check;
}
