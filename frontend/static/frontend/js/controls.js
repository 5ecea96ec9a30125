// What a person has written into the controls of a page, and what is still as the site sent it.
const NOT_WRITTEN = "[type=hidden], [type=submit], [type=button], [type=image], [type=reset]";
export const CONTROLS = `input:not(${NOT_WRITTEN}), select, textarea`;

const touched = new WeakSet();

function selectIsOther(select) {
  const options = [...select.options];
  if (!select.multiple && !options.some((option) => option.defaultSelected)) return select.selectedIndex > 0;
  return options.some((option) => option.selected !== option.defaultSelected);
}

// Whether a control says something else than the site put there. What a browser makes of a value that it does not
// know (a day, a colour) is not a person's doing: such controls count once they were touched.
export function isChanged(control) {
  const { type } = control;
  if (type === "file") return control.files.length > 0;
  const wasTouched = touched.has(control);
  if (type === "checkbox" || type === "radio") return wasTouched && control.checked !== control.defaultChecked;
  if (control.localName === "select") return wasTouched && selectIsOther(control);
  const words = /^(text|textarea|search|email|url|tel|number|password)$/.test(type);
  return (words || wasTouched) && control.value !== control.defaultValue;
}

// A form that was refused is shown as it was sent: the site put it there, and has not taken it.
const isRefused = (form) => Boolean(form?.querySelector("[aria-invalid=true], :scope > .problem[role=alert]"));

// Whether what a control says is a person's, and only here.
export const isWritten = (control) => isChanged(control) || isRefused(control.form);

export const controlsOf = (form) => [...form.elements].filter((control) => control.matches(CONTROLS));

// What a control says, to be compared with what it said before.
export function wordsOf(control) {
  if (control.type === "checkbox" || control.type === "radio") return control.checked;
  const many = control.multiple && control.localName === "select";
  if (many) return [...control.selectedOptions].map((one) => one.value).join("\n");
  return control.value;
}

// The fields by which the site knows a form again and does nothing twice; they differ each time.
const FLEETING = /^(csrfmiddlewaretoken|key|seen|phase|version|hand|seat_nonce|seat_signatures)$/;

// What stays the same of a form when the page is made anew: where it goes, and what it is about.
export function nameOf(form) {
  const hidden = [...form.elements].filter((field) => field.type === "hidden" && field.name);
  const about = hidden.filter((field) => !FLEETING.test(field.name));
  const path = (form.getAttribute("action") ?? form.getAttribute("hx-post") ?? "").split("?")[0];
  return [form.getAttribute("id") ?? "", path, ...about.map((field) => `${field.name}=${field.value}`)].join(" ");
}

export function watchControls() {
  const note = ({ target }) => { if (target.matches?.(CONTROLS)) touched.add(target); };
  document.addEventListener("input", note, true);
  document.addEventListener("change", note, true);
  // A browser that finds a control wrong cannot show one that is folded away, and sends nothing.
  document.addEventListener("invalid", ({ target }) => {
    for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  }, true);
}
