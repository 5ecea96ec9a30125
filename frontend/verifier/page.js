// The page: files in, lines out. Whatever stands in a file is written as text and never as markup.

const MOST_LINES = 40; // of one check; a log written anew would fill the page
const TURN = 60; // milliseconds of work between two looks of the browser at its page

function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  if (text !== "") made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

const byId = (id) => document.getElementById(id);

function watching() {
  let last = 0;
  return async (what, done, of) => {
    if (performance.now() - last < TURN) return;
    byId("progress").textContent = of > 1 ? `Checking: ${what}, ${done} of ${of}` : `Checking: ${what}`;
    await new Promise((go) => setTimeout(go));
    last = performance.now();
  };
}

function lines(texts) {
  const list = element("ul");
  texts.slice(0, MOST_LINES).forEach((text) => list.append(text));
  if (texts.length > MOST_LINES) list.append(element("li", `and ${texts.length - MOST_LINES} more`));
  return list;
}

function lineOf(check) {
  const gaps = check.left.length || check.given.length;
  const line = element("li", "", check.faults.length ? "fault" : gaps ? "gap" : "");
  const word = check.faults.length ? "FAULT" : check.given.length ? "given" : "ok";
  line.append(element("strong", word), `${check.name}: ${check.said}`);
  line.dataset.check = check.name;
  const texts = [
    ...check.faults.map(({ said, who }) => {
      const fault = element("li", said);
      fault.append(element("span", `could have been done by: ${who}`, "who"));
      return fault;
    }),
    ...check.left.map((gap) => element("li", `not checked: ${gap}`)),
    ...check.given.map((it) => element("li", `given: ${it}`)),
  ];
  if (texts.length) line.append(lines(texts));
  return line;
}

function aboutOf({ campaign, through, log, reader }) {
  const parts = [
    ["Campaign", `${campaign.title} (${campaign.slug})`],
    ["Rules", `${campaign.rulebook} ${campaign.revision}, ${campaign.scenario}`],
    ["State", `${campaign.status}; made for a ${reader.role}`],
    ["Last log entry", `${through.seq}, of ${log.at(-1)?.at ?? "no moment"}`],
    ["Its hash", through.hash],
  ];
  return parts.flatMap(([term, text]) => [element("dt", term), element("dd", text)]);
}

function seatsOf(check) {
  if (!check?.seats?.size) return [];
  const table = element("table");
  table.append(element("caption", "Who vouches for what was done in the name of each seat"));
  const head = element("tr");
  ["Seat", "Its key", "Signed by it", "On the site's word", "By an autopilot"].forEach((text) => {
    const cell = element("th", text);
    cell.scope = "col";
    head.append(cell);
  });
  table.append(head);
  for (const [power, { key, signed, alone, bots }] of [...check.seats].sort((one, other) => byCodePoint(one[0], other[0]))) {
    const row = element("tr");
    const name = element("th", power);
    name.scope = "row";
    row.append(name, element("td", key || "none"), element("td", String(signed)), element("td", String(alone)), element("td", String(bots)));
    table.append(row);
  }
  return [table];
}

function show({ file, checks, faults }) {
  const sorted = [...checks.filter((one) => one.faults.length), ...checks.filter((one) => !one.faults.length)];
  const left = checks.reduce((sum, one) => sum + one.left.length, 0);
  const [first] = sorted;
  byId("verdict").textContent = faults ? counted(faults, "fault") : "Everything that was checked here holds";
  byId("verdict").className = faults ? "problem" : "";
  byId("first").textContent = faults
    ? `The first thing that does not hold: ${first.faults[0].said}. It could have been done by: ${first.faults[0].who}.`
    : `${left ? `${counted(left, "thing")} could not be checked. ` : ""}Compare the hash of the last log entry with what the site and the other players show: a whole file could have been made up together.`;
  byId("about").replaceChildren(...aboutOf(file));
  byId("checks").replaceChildren(...sorted.map(lineOf));
  byId("seats").replaceChildren(...seatsOf(checks.find((one) => one.seats)));
  byId("not-here").textContent = NOT_HERE;
  byId("result").hidden = false;
  byId("result").focus();
}

const bytesIn = async (file) => new Uint8Array(await file.arrayBuffer());

async function run(file, others) {
  byId("result").hidden = true;
  byId("progress").className = "";
  byId("progress").textContent = "Checking";
  if (!file) {
    byId("progress").textContent = "Choose the exported file first.";
    return;
  }
  const began = performance.now();
  try {
    const against = await Promise.all(others.map(async (one) => [one.name, await bytesIn(one)]));
    show(await verifyFile(await bytesIn(file), against, watching()));
    byId("progress").textContent = `Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`;
  } catch (error) {
    byId("progress").className = "problem";
    byId("progress").textContent = `${file.name} cannot be checked: ${error.message}.`;
  }
}

// Of files that are dropped, the first export is checked unless one was chosen; the others are compared with it.
async function dropped(files) {
  let [chosen] = byId("file").files;
  const others = [...byId("others").files];
  for (const file of files) {
    const isExport = (await file.slice(0, 60).text()).includes(`"${FILE_FORMAT}"`);
    if (isExport && !chosen) chosen = file;
    else others.push(file);
  }
  await run(chosen, others);
}

if (typeof document !== "undefined") {
  byId("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    run(byId("file").files[0], [...byId("others").files]);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    dropped([...event.dataTransfer.files]);
  });
}

// By these names tests, and whoever opens the console, ask for single functions.
globalThis.chancellery = {
  areRounds, autopilotKey, autopilotSeed, bytesOf, canonical, chainHead, entryHash, heldHash, hex, hmac, opens, readJson, receiptStatement,
  rollOf, roundAfter, seatStatement, sha256, siteKeyStatement, throwKey, utf8, verifyFile, Signatures,
};
