// Orders written line by line: one empty line at a time, and only the details of what is named.
function refresh(section) {
  let empty = false;
  section.querySelectorAll("[data-line]").forEach((line) => {
    const select = line.querySelector("[data-names-line]");
    line.hidden = empty && !select.value;
    empty = empty || !select.value;
    // Of a thousand options most ask for the first details, and do not say so.
    const wanted = select.value && (select.selectedOptions[0].dataset.details ?? "0");
    line.querySelectorAll(".line-details").forEach((details) => {
      details.hidden = details.dataset.details !== wanted;
    });
  });
}

function refreshAll() {
  document.querySelectorAll("[data-lines]").forEach(refresh);
}

export function startLines() {
  document.addEventListener("change", (event) => {
    const section = event.target.matches("[data-names-line]") && event.target.closest("[data-lines]");
    if (section) refresh(section);
  });
  document.body.addEventListener("htmx:afterSwap", refreshAll);
  refreshAll();
}
