// What a check found, and who could have done what is at fault.

const EDITOR = "whoever edited the file";
const SITE_OR_EDITOR = "the site, or whoever edited the file and made its hashes anew";
const SITE = "the site";
const SITE_OR_KEY = "the site, or whoever holds the seat's key";

class Check {
  constructor(name, by = SITE_OR_EDITOR) {
    this.name = name;
    this.by = by;
    this.said = "";
    this.faults = [];
    this.left = []; // could not be checked, and why
    this.given = []; // given by a script: there is nothing to check
  }

  fault(said, who = this.by, place = this.faults.length) {
    this.faults.push({ said, who, place });
  }

  equal(what, found, expected, who = this.by) {
    if (!same(found, expected)) this.fault(`${what} is ${shortened(found)}, not ${shortened(expected)}`, who);
  }
}

function shortened(value) {
  const text = canonical(value ?? null);
  return text.length <= 80 ? text : `${text.slice(0, 60)}...${text.slice(-17)}`;
}

const counted = (number, what, many = `${what}s`) => `${number} ${number === 1 ? what : many}`;

const whereOf = (entry) => `log entry ${entry.seq} (${entry.kind})`;

const listed = (names) => [...names].sort(byCodePoint).join(", ");

// Whether a nonce and a content are what was committed to.
function opens(commitment, nonce, content) {
  try {
    return sha256Hex(bytesOf(nonce), utf8(canonical(content ?? null))) === commitment;
  } catch {
    return false;
  }
}

// A moment in microseconds since 1970. Raises for what is none.
function moment(text) {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  const seconds = found ? Date.parse(found[1] + found[3]) : Number.NaN;
  if (Number.isNaN(seconds)) throw new RangeError(`${shortened(text)} is no moment`);
  return seconds * 1000 + Number((found[2] ?? "").padEnd(6, "0"));
}
