// Read before the page is drawn: what only scripts can use is there from the first moment, and what is
// for pages without them never shows, so nothing moves when the other scripts come.
document.documentElement.classList.add("js");
