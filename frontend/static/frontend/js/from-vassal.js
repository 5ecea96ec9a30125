// A saved game can be dropped on its form; what was taken of it leaves the list.
import { inWords } from "./words.js";

const form = document.querySelector("form.drop");
const LARGEST = 10 * 1024 * 1024;

function over(event) {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  form.classList.toggle("over", event.type === "dragover");
}

function tooLarge() {
  const [file] = form.elements.save.files;
  const large = file && file.size > LARGEST;
  form.elements.save.setCustomValidity(large ? inWords("This file is larger than 10 MB. Choose another one.") : "");
  return large;
}

function dropped(event) {
  over(event);
  if (!event.dataTransfer.files.length) return;
  form.elements.save.files = event.dataTransfer.files;
  tooLarge();
  form.requestSubmit();
}

// The answer says what could not be entered; then nothing was.
function taken(event) {
  const { successful, requestConfig } = event.detail;
  const list = requestConfig?.elt.closest("#from-save");
  if (!list || !successful || document.querySelector("#desk .problem")) return;
  const lines = new Set(requestConfig.formData.getAll("line"));
  list.querySelectorAll(".suggested tr").forEach((row) => {
    if (lines.has(row.querySelector("input").value)) row.remove();
  });
  if (list.querySelector(".suggested") && !list.querySelector(".suggested tr")) {
    const said = inWords("All of it is on your sheet.");
    list.replaceChildren(Object.assign(document.createElement("p"), { textContent: said }));
  }
}

if (form) {
  form.closest("details").addEventListener("dragover", over);
  form.closest("details").addEventListener("dragleave", over);
  form.closest("details").addEventListener("drop", dropped);
  form.elements.save.addEventListener("change", tooLarge);
  document.body.addEventListener("htmx:afterSettle", taken);
}
