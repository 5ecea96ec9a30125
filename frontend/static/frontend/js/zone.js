// Whoever makes an account is offered the time zone of his own clock; he may choose another.
export function startZone() {
  const choice = document.querySelector("form[data-own-zone] select[name='time_zone']");
  if (!choice || choice.value !== "UTC") return;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...choice.options].some((option) => option.value === own)) choice.value = own;
}
