// What this tab keeps for its reader, by what it is and where it was written, until the tab is closed or they sign
// out. Whoever else comes to the tab gets nothing of it.
const html = document.documentElement;
const OURS = "chancellery.";
const ofReader = (what) => `${OURS}${what} ${html.dataset.reader} `;

// A page has the same address for each power of its reader: what was written for one is never put back for another.
export const keyOf = (what, power = html.dataset.power) =>
  [`${ofReader(what)}${location.pathname}`, power].filter(Boolean).join(" ");

export function read(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? [];
  } catch {
    // Nothing that could be read.
    return [];
  }
}

let forgotten = false;

// An empty list is nothing.
export function keep(name, list) {
  if (forgotten) return;
  try {
    if (list.length) sessionStorage.setItem(name, JSON.stringify(list));
    else sessionStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing loses what is not sent.
  }
}

function keys() {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(OURS));
  } catch {
    return [];
  }
}

// For whatever reader.
export const everyKeyOf = (what) => keys().filter((name) => name.startsWith(`${OURS}${what} `));

export const keysOf = (what) => keys().filter((name) => name.startsWith(ofReader(what)));

// From then on this page keeps nothing.
export function forget() {
  forgotten = true;
  keys().forEach((name) => sessionStorage.removeItem(name));
}

// Names with a reader in them that is not this one.
export function forgetOthers() {
  const others = keys().filter((name) => {
    const [what, reader] = name.split(" ");
    return reader && !name.startsWith(`${what} ${html.dataset.reader} `);
  });
  others.forEach((name) => sessionStorage.removeItem(name));
}
