// Forms that ask the browser for a passkey: the site draws a challenge, the browser answers it, and the
// form is sent with the answer. Where a browser cannot do that the form stays hidden.
import { inWords } from "./words.js";

const able = window.isSecureContext && "credentials" in navigator && "PublicKeyCredential" in window;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

function text(buffer) {
  const letters = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const known = (list) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

function read(options) {
  const read = { ...options, challenge: bytes(options.challenge) };
  if (options.user) read.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials) read.excludeCredentials = known(options.excludeCredentials);
  if (options.allowCredentials) read.allowCredentials = known(options.allowCredentials);
  return read;
}

function written(credential) {
  const { response } = credential;
  const said = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[part]) said[part] = text(response[part]);
  }
  return JSON.stringify({
    id: credential.id, rawId: text(credential.rawId), type: credential.type, response: said,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function ask(form, add) {
  const body = new FormData(form);
  body.delete("credential");
  if (add) body.set("add", "yes");
  const answer = await fetch(form.dataset.passkey, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(inWords("The site answered {status}.", { status: answer.status }));
  const { publicKey } = await answer.json();
  const wanted = { publicKey: read(publicKey) };
  return add ? navigator.credentials.create(wanted) : navigator.credentials.get(wanted);
}

function start(form) {
  const add = "passkeyAdd" in form.dataset;
  const problem = form.querySelector("[data-problem]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      form.elements.namedItem("credential").value = written(await ask(form, add));
      form.submit();
    } catch (error) {
      problem.textContent = inWords("This did not work: {problem}", { problem: error.message });
      problem.hidden = false;
    }
  });
}

if (able) {
  document.querySelectorAll("form[data-passkey]").forEach(start);
  document.querySelectorAll("[data-no-passkeys]").forEach((said) => said.remove());
}
