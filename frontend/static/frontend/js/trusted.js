// What text may become part of a page. The browser asks here before a script, ours or a library's, makes HTML
// of a text (Trusted Types). What the site sends has no inline script, no handler and no address that is code;
// text that has any of these did not come from the site, and does not get in. No text becomes a script, and
// only our own files are loaded as one. Loaded before all other scripts; browsers without Trusted Types skip it.
(() => {
  if (!window.trustedTypes?.createPolicy) return;

  const looking = window.trustedTypes.createPolicy("looking", { createHTML: (text) => text });
  const RUNS = new Set(["iframe", "frame", "object", "embed", "base", "portal", "fencedframe"]);
  const ADDRESSES = new Set(["href", "src", "action", "formaction", "xlink:href", "data", "ping"]);
  const FILES = /^\/static\/[\w./-]+\.js$/;
  const WORKER = "/service-worker.js";

  function own(address) {
    const url = new URL(address, document.baseURI);
    return url.origin === location.origin && !url.search && (FILES.test(url.pathname) || url.pathname === WORKER);
  }

  // Scripts that only carry data, or load a file of ours.
  function mayScript(element) {
    if (element.type === "application/json") return !element.hasAttribute("src");
    return element.hasAttribute("src") && own(element.getAttribute("src")) && !element.textContent.trim();
  }

  function mayStand(element) {
    const name = element.localName;
    if (RUNS.has(name) || (name === "meta" && element.hasAttribute("http-equiv"))) return false;
    if (name === "script" && !mayScript(element)) return false;
    return [...element.attributes].every(({ name: attribute, value }) => {
      if (/^(on|srcdoc$|hx-on|data-hx-on)/.test(attribute)) return false;
      // Browsers leave out line breaks and tabs of an address, wherever they stand.
      return !ADDRESSES.has(attribute) || !/^(javascript|vbscript|data):/i.test(value.replace(/[\s\p{Cc}]/gu, ""));
    });
  }

  const mayAll = (root) => [...root.querySelectorAll("*")].every(
    (element) => mayStand(element) && (element.localName !== "template" || mayAll(element.content)),
  );

  window.trustedTypes.createPolicy("default", {
    createHTML: (text) => {
      const page = new DOMParser().parseFromString(looking.createHTML(text), "text/html");
      return mayAll(page) ? text : null;
    },
    // A library copies scripts without content: what they load is asked below.
    createScript: (text) => (text === "" ? text : null),
    createScriptURL: (address) => (own(address) ? address : null),
  });
})();
