// The chain of the log: each entry has its own hash and that of the one before.

function entryHash(slug, entry) {
  const content = {
    actor: entry.actor,
    at: entry.at,
    body: canonical(entry.body),
    campaign: slug,
    commitment: entry.commitment,
    held: entry.held,
    kind: entry.kind,
    power: entry.power,
    seq: entry.seq,
  };
  for (const name of ["signature", "scheme"]) if (entry[name]) content[name] = entry[name];
  return sha256Hex(utf8(entry.prev_hash + canonical(content)));
}

async function checkLog(file, watch = unwatched) {
  const check = new Check("log", EDITOR);
  check.said = `${counted(file.log.length, "entry", "entries")} in one chain`;
  let before = "";
  for (const [at, entry] of file.log.entries()) {
    const where = whereOf(entry);
    check.equal(`the number of ${where}`, entry.seq, at + 1);
    check.equal(`the hash before ${where}`, entry.prev_hash, before);
    check.equal(`the hash of ${where}`, entry.hash, entryHash(file.campaign.slug, entry));
    if (entry.scheme && !entry.scheme.startsWith("seat 1/")) check.left.push(`the signature of ${where}, of a scheme not known here`);
    before = entry.hash;
    if (at % 500 === 0) await watch("log", at, file.log.length);
  }
  check.equal("the last log entry", before, file.through.hash);
  check.equal("the number of log entries", file.log.length, file.through.seq);
  return check;
}

async function unwatched() {
  // Nobody waits for it.
}

// The log's entry of a kind for each phase, by the phase's number.
const byPhase = (file, kind) => new Map(file.log.filter((entry) => entry.kind === kind).map((entry) => [entry.body.phase, entry]));

// The phases of the file, and what everybody was told of them, are those of the log.
function checkPhases(file) {
  const check = new Check("phases");
  check.said = `${counted(file.phases.length, "phase")} as the log tells them`;
  const opened = byPhase(file, "phase.opened");
  const resolved = byPhase(file, "phase.resolved");
  const released = byPhase(file, "orders.released");
  check.equal("the phases", file.phases.map((phase) => phase.number), [...opened.keys()]);
  for (const phase of file.phases) {
    const where = `phase ${phase.number}`;
    const begun = opened.get(phase.number);
    if (begun) {
      check.equal(`${where}: its key`, phase.key, begun.body.key);
      check.equal(`${where}: its title`, phase.title, begun.body.title);
      check.equal(`${where}: its turn`, phase.turn_title, begun.body.turn);
      check.equal(`${where}: when it opened`, phase.opened_at, begun.at);
    }
    const over = resolved.get(phase.number);
    check.equal(`${where}: when it was resolved`, phase.resolved_at ?? "", over?.at ?? "");
    check.equal(`${where}: the commitment to its outcome`, phase.commitment ?? "", over?.commitment ?? "");
    check.equal(`${where}: who was silent`, phase.silent ?? [], over?.body.silent ?? []);
    for (const part of ["how", "link", "link_before"]) check.equal(`${where}: its ${part}`, phase[part] ?? "", over?.body[part] ?? "");
    const told = released.get(phase.number);
    check.equal(`${where}: that its orders are public`, phase.released ?? false, told !== undefined);
    check.equal(`${where}: its orders`, phase.orders ?? [], told?.body.orders ?? []);
    check.equal(`${where}: its rolls`, phase.rolls ?? [], told?.body.rolls ?? []);
    check.equal(`${where}: the seed of its autopilots`, phase.autopilots ?? "", told?.body.autopilots ?? "");
  }
  checkTold(file, check);
  return check;
}

function checkTold(file, check) {
  const told = new Map();
  for (const phase of file.phases) {
    for (const one of phase.events ?? []) {
      if (!one.event.audience?.everybody) continue;
      if (!told.has(one.entry)) told.set(one.entry, []);
      told.get(one.entry).push(one.event);
    }
  }
  for (const entry of file.log) {
    if (!("told" in entry.body)) continue;
    if (sha256Hex(utf8(canonical(told.get(entry.seq) ?? []))) !== entry.body.told) {
      check.fault(`${whereOf(entry)}: what everybody is told of it is not what was told then`);
    }
  }
}
