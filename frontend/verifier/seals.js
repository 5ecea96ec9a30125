// Seals, acts and what was done in secret: what was opened is what was committed to.

const SEAL_UNDONE = ["order.voided", "order.withdrawn"];
const SEAL_VOIDS = ["order.voided", "dice.chained", "rules.moved", "line.rolled_back", "state.overridden"];

// The last seal of each power in each phase that was neither taken back nor voided.
function countingSeals(file, check) {
  const counting = new Map();
  let replaced = 0;
  file.log.forEach((entry, at) => {
    if (entry.kind !== "order.sealed" && !SEAL_UNDONE.includes(entry.kind)) return;
    const phase = counting.get(entry.body.phase) ?? new Map();
    counting.set(entry.body.phase, phase);
    const before = phase.get(entry.power) ?? "";
    replaced += before !== "";
    phase.delete(entry.power);
    if (entry.kind === "order.sealed") phase.set(entry.power, entry.commitment);
    if (entry.kind === "order.voided") {
      check.equal(`${whereOf(entry)}: the seal of ${entry.power}`, entry.commitment, before);
      if (!SEAL_VOIDS.includes(file.log[at + 1]?.kind)) check.fault(`${whereOf(entry)}: nothing follows that voids a seal`, SITE);
    }
  });
  return { counting, replaced };
}

function checkSeals(file) {
  const check = new Check("seals");
  const { counting, replaced } = countingSeals(file, check);
  let opened = 0;
  let closed = 0;
  for (const phase of file.phases) {
    const seals = counting.get(phase.number) ?? new Map();
    if (phase.released) {
      opened += seals.size;
      openedSeals(check, phase, seals);
    } else if (phase.resolved_at) closed += seals.size;
  }
  check.said = `${counted(opened, "seal")} opened, ${counted(replaced, "seal")} replaced or taken back`;
  if (closed) check.left.push(`${counted(closed, "seal")} of phases whose orders are not public yet`);
  return check;
}

function openedSeals(check, phase, seals) {
  const orders = phase.orders ?? [];
  const given = new Set(orders.filter((one) => one.commitment).map((one) => one.power));
  for (const power of seals.keys()) {
    if (!given.has(power)) check.fault(`phase ${phase.number}: the seal of ${power} was never opened`);
  }
  const standsIn = new Set([...(phase.silent ?? []), ...orders.filter((one) => one.how === "void").map((one) => one.power)]);
  for (const one of orders) {
    const where = `phase ${phase.number}: the order of ${one.power}`;
    if (one.commitment) {
      check.equal(`${where}: its seal`, one.commitment, seals.get(one.power) ?? "(none)");
      if (!opens(one.commitment, one.nonce, one.order)) check.fault(`${where} is not what was sealed as ${one.commitment.slice(0, 16)}`);
    } else if (one.how !== "autopilot" || one.nonce || !standsIn.has(one.power)) {
      check.fault(`${where} was never sealed, and no autopilot had to play`);
    }
  }
}

function checkActs(file) {
  const check = new Check("acts");
  const secret = new Map(file.acts.map((act) => [act.entry, act]));
  const acts = file.log.filter((entry) => entry.kind === "act");
  let opened = 0;
  for (const entry of acts) {
    const where = `log entry ${entry.seq} (act of ${entry.power})`;
    const told = "order" in entry.body;
    const act = told ? entry.body : secret.get(entry.seq);
    if (!act) check.left.push(`${where} is secret while the campaign runs`);
    else if (!opens(entry.commitment, act.nonce, act.order)) check.fault(`${where} is not what it was committed to`);
    else opened += 1;
    if (told && secret.has(entry.seq)) check.fault(`${where} is told twice`);
    secret.delete(entry.seq);
  }
  for (const number of secret.keys()) check.fault(`an act of log entry ${number}, which is none`);
  check.said = `${opened} of ${counted(acts.length, "act")} opened`;
  return check;
}

// -- what was done in secret ----------------------------------------------------------------------

const secretsOf = (file) => file.log.find((entry) => entry.kind === "secrets.opened")?.body ?? null;

const secretPlaces = new WeakMap();

// What was done in secret after an entry, in its order.
function secretsAfter(secrets, seq) {
  if (!secrets) return [];
  if (!secretPlaces.has(secrets)) {
    const places = new Map();
    for (const one of secrets.secrets) places.set(one.after, [...(places.get(one.after) ?? []), one]);
    secretPlaces.set(secrets, places);
  }
  return secretPlaces.get(secrets).get(seq) ?? [];
}

function heldHash(key, seq, secrets) {
  const list = secrets.map(({ at, commitment, kind, phase, power }) => ({ at, commitment, kind, phase, power }));
  return sha256Hex(hmac(key, `held|${seq}`), utf8(canonical(list)));
}

function checkSecrets(file) {
  const check = new Check("done in secret");
  for (const entry of file.log) {
    if (!entry.held) check.fault(`${whereOf(entry)} holds nothing, not even an empty list`);
  }
  const secrets = secretsOf(file);
  checkStanding(file, secrets, check);
  if (!secrets) {
    check.said = `${counted(file.log.length, "entry", "entries")} with a commitment`;
    if (file.campaign.status === "finished") check.fault("the campaign is over, and what was done in secret was not opened", SITE);
    else check.left.push("what was done in secret stays closed until the campaign is over");
    return check;
  }
  const key = bytesOf(secrets.key);
  for (const entry of file.log) {
    if (heldHash(key, entry.seq, secretsAfter(secrets, entry.seq - 1)) !== entry.held) {
      check.fault(`${whereOf(entry)} did not hold what is opened as done before it`);
    }
  }
  const places = new Set(file.log.map((entry) => entry.seq - 1));
  let last = 0;
  for (const one of secrets.secrets) {
    const where = `what ${one.power || "the desk"} did in secret after log entry ${one.after}`;
    if (!places.has(one.after)) check.fault(`${where} was held by no entry`);
    if (one.after < last) check.fault(`${where} is not in its order`);
    if (!one.kind.startsWith("standing.") && !opens(one.commitment, one.nonce, one.order)) check.fault(`${where} is not what it was committed to`);
    last = one.after;
  }
  check.said = `${counted(secrets.secrets.length, "secret")} opened, held by the entries after them`;
  return check;
}

// Standing orders, opened at the end, are those that were left.
function checkStanding(file, secrets, check) {
  const left = new Map();
  const set = (one) => {
    if (one.kind !== "standing.set") return;
    const versions = left.get(one.power) ?? [];
    left.set(one.power, [...versions, one.commitment]);
  };
  for (const entry of file.log) {
    set(entry);
    secretsAfter(secrets, entry.seq).forEach(set);
  }
  const released = file.log.find((entry) => entry.kind === "standing.released")?.body.standing ?? [];
  const expected = [...left].flatMap(([power, versions]) => versions.map((commitment, at) => [`${power} ${at + 1}`, commitment]));
  const found = released.map((one) => [`${one.power} ${one.version}`, one.commitment]);
  if (file.campaign.status === "finished") {
    const sorted = (pairs) => pairs.sort((one, other) => byCodePoint(one[0], other[0]));
    check.equal("the standing orders that were opened", sorted(found), sorted(expected));
  }
  for (const one of released) {
    if (!opens(one.commitment, one.nonce, one.order)) {
      check.fault(`version ${one.version} of the standing orders of ${one.power} is not what was sealed`);
    }
  }
}
