// JSON, read so that it can be written again to the very bytes that were hashed: numbers stand as they stand in
// the file, and a name that stands twice in one object is refused.

class WrittenNumber {
  constructor(text) {
    this.text = text;
  }
}

class Unreadable extends Error {}

const JSON_NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const JSON_SPACE = /[ \t\n\r]*/y;
const NOT_PLAIN = /[\\\u0000-\u001f]/;

function readJson(text) {
  let at = 0;
  const wrong = (what) => {
    throw new Unreadable(`it is not JSON: ${what} at character ${at + 1}`);
  };
  const space = () => {
    if (text.charCodeAt(at) > 32) return;
    JSON_SPACE.lastIndex = at;
    at += JSON_SPACE.exec(text)[0].length;
  };
  const string = () => {
    let end = text.indexOf('"', at + 1);
    let plain = text.slice(at + 1, end);
    if (end > 0 && !NOT_PLAIN.test(plain)) {
      at = end + 1;
      return plain;
    }
    for (end = at + 1; text[end] !== '"'; end += text[end] === "\\" ? 2 : 1) if (end >= text.length) wrong("a text without end");
    try {
      plain = JSON.parse(text.slice(at, end + 1));
    } catch {
      wrong("a text that cannot be read");
    }
    for (const letter of plain) if (/^[\ud800-\udfff]$/.test(letter)) wrong("half a letter");
    at = end + 1;
    return plain;
  };
  const number = () => {
    JSON_NUMBER.lastIndex = at;
    const found = JSON_NUMBER.exec(text);
    if (!found) wrong("something unknown");
    at += found[0].length;
    const value = Number(found[0]);
    return String(value) === found[0] && !Object.is(value, -0) ? value : new WrittenNumber(found[0]);
  };
  const object = () => {
    const found = Object.create(null); // No name means anything: __proto__ is one like any other.
    at += 1;
    space();
    if (text[at] === "}") {
      at += 1;
      return found;
    }
    for (;;) {
      space();
      if (text[at] !== '"') wrong("no name");
      const name = string();
      if (name in found) wrong(`“${name}” for the second time`);
      space();
      if (text[at] !== ":") wrong("no colon");
      at += 1;
      found[name] = value();
      space();
      if (text[at] === "}") break;
      if (text[at] !== ",") wrong("no comma");
      at += 1;
    }
    at += 1;
    return found;
  };
  const list = () => {
    const found = [];
    at += 1;
    space();
    if (text[at] === "]") {
      at += 1;
      return found;
    }
    for (;;) {
      found.push(value());
      space();
      if (text[at] === "]") break;
      if (text[at] !== ",") wrong("no comma");
      at += 1;
    }
    at += 1;
    return found;
  };
  const value = () => {
    space();
    switch (text[at]) {
      case "{":
        return object();
      case "[":
        return list();
      case '"':
        return string();
      default:
    }
    for (const [word, meaning] of [["true", true], ["false", false], ["null", null]]) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return meaning;
      }
    }
    return number();
  };
  const whole = value();
  space();
  if (at < text.length) wrong("something after the end");
  return whole;
}

// The one form that is hashed and signed: names sorted by code points, no spaces.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof WrittenNumber) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort(byCodePoint);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const same = (one, other) => canonical(one ?? null) === canonical(other ?? null);

function readText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable("it is not text in UTF-8");
  }
}
