// What autopilots chose by: every seed was committed before anything was asked, and nobody chose it later.

const SEED_GIVEN = ["phase.opened", "rules.moved"];
const SEED_TOLD = ["campaign.founded", "dice.chained", ...SEED_GIVEN];

const autopilotSeed = (secret, line, number) => hex(hmac(secret, `autopilots|${line}|${number}`));

const autopilotKey = (seed, power) => hmac(seed, power);

// Of nothing it is nothing.
const hashOfSecret = (secret) => (secret ? sha256Hex(bytesOf(secret)) : "");

class Seeds {
  constructor(file, check) {
    this.file = file;
    this.check = check;
    this.given = isGiven(diceOf(file));
    this.roots = [];
    this.phase = 0;
    this.committed = new Map(); // by phase: the commitment, and the number of its secret
    this.opened = new Map();
    this.over = false;
  }

  at(entry) {
    const where = whereOf(entry);
    const told = entry.body.autopilots;
    if (entry.kind === "phase.opened") this.phase = entry.body.phase;
    if (this.given && told !== undefined) this.check.fault(`${where}: a seed of autopilots, though a script says what is done`);
    else if (entry.kind === "orders.released") this.released(entry, where);
    else if (entry.kind === "campaign.finished") this.atTheEnd(where, told ?? []);
    else if (SEED_TOLD.includes(entry.kind)) this.commits(entry, where, told ?? {});
    else if (told !== undefined) this.check.fault(`${where}: no such entry tells of autopilots' seeds`);
  }

  commits(entry, where, told) {
    if ("root" in told) {
      const anew = entry.kind === "dice.chained" && entry.body.reason;
      if (this.roots.length && !anew) this.check.fault(`${where}: another secret of the autopilots, for no reason`, SITE);
      this.roots.push(told.root);
    } else if (entry.kind === "campaign.founded" && !this.given) {
      this.check.fault(`${where}: no secret of the autopilots is committed to`, SITE);
    }
    if ("seed" in told) this.committed.set(this.phase, [told.seed, this.roots.length]);
    else if (!this.given && SEED_GIVEN.includes(entry.kind)) this.check.fault(`${where}: phase ${this.phase} has no seed for autopilots`, SITE);
  }

  released(entry, where) {
    const { phase, autopilots = "" } = entry.body;
    const [committed] = this.committed.get(phase) ?? [""];
    this.check.equal(`${where}: the commitment to the autopilots' seed`, hashOfSecret(autopilots), committed);
    this.opened.set(phase, autopilots);
  }

  // All seeds follow from the secrets that were committed before them.
  atTheEnd(where, secrets) {
    this.over = true;
    this.check.equal(`the hashes of the autopilots' secrets in ${where}`, secrets.map(hashOfSecret), this.roots);
    for (const { line, number } of this.file.phases) {
      const [, at] = this.committed.get(number) ?? ["", 0];
      if (!this.opened.has(number) || at < 1 || at > secrets.length) continue;
      this.check.equal(`the autopilots' seed of phase ${number}`, this.opened.get(number), autopilotSeed(bytesOf(secrets[at - 1]), line, number));
    }
  }
}

function checkSeeds(file) {
  const check = new Check("autopilots' seeds");
  const seeds = new Seeds(file, check);
  file.log.forEach((entry) => seeds.at(entry));
  check.said = `${counted([...seeds.opened.values()].filter(Boolean).length, "seed")} opened`;
  if (seeds.roots.length && !seeds.over) check.left.push("that the autopilots' seeds follow from the secrets committed to, which are opened at the end");
  return check;
}
