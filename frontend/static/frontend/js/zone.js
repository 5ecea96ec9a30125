// Whoever makes an account is offered the time zone of their own clock; they may choose another. A browser may know
// it by a name that is not in the list.
export function startZone() {
  const choice = document.querySelector("form[data-own-zone] select[name='time_zone']");
  if (!choice || choice.value !== "UTC") return;
  const names = JSON.parse(document.getElementById("zone-names")?.textContent ?? "{}");
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const listed = names[own] ?? own;
  if ([...choice.options].some((option) => option.value === listed)) choice.value = listed;
}
