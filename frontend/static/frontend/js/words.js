// What scripts say, in the language of the page: it brings them along where that is not the one they are written in.
const words = JSON.parse(document.getElementById("script-words")?.textContent ?? "{}");

export function inWords(text, given = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
}
