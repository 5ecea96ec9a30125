// Dice thrown after the close: what closed, what was waited for, and what came.

const CLOSE_MEANWHILE = ["order.sealed", ...SEAL_UNDONE, "act", "act.asked", "moderator.facts", "state.overridden", "dice.seat"];

class Closings {
  constructor(check, policy, source) {
    this.check = check;
    this.policy = policy;
    this.source = source;
    this.seals = Object.create(null);
    this.phase = null;
    this.act = null;
    this.asked = 0;
    this.withheld = 0;
    this.rounds = [];
  }

  // The next entry, before what it throws; ``kept`` are the powers whose players keep their chains.
  at(entry, where, kept) {
    const waits = this.act ?? this.phase;
    const carried = entry.kind === "act" && this.act !== null;
    if (waits && CLOSE_MEANWHILE.includes(entry.kind) && !carried) {
      this.check.fault(`${where}: done between a close (log entry ${waits.seq}) and its dice`, SITE);
    }
    if (entry.kind === "order.sealed") this.seals[entry.power] = entry.commitment;
    else if (SEAL_UNDONE.includes(entry.kind)) delete this.seals[entry.power];
    else if (entry.kind === "phase.opened") {
      this.seals = Object.create(null);
      this.phase = null;
    } else if (entry.kind === "phase.closed") {
      this.check.equal(`${where}: the seals that it names`, entry.body.seals, this.seals, SITE);
      this.phase = entry;
      this.waits(entry, where, kept);
    } else if (entry.kind === "act.asked") {
      this.asked += 1;
      this.check.equal(`${where}: its number`, entry.body.asked, this.asked);
      this.act = entry;
      this.waits(entry, where, kept);
    }
  }

  waits(entry, where, kept) {
    if (this.policy === "prompt") this.check.fault(`${where}: the dice of this campaign are not thrown after the close`, SITE);
    else if (this.policy === "beacon") {
      this.check.equal(`${where}: the round that goes in`, entry.body.round, roundAfter(this.source, entry.at), SITE);
    } else this.check.equal(`${where}: whose links it waits for`, entry.body.waits, kept.sort(byCodePoint), SITE);
  }

  // A throw; gives the powers of ``due`` whose links were left out, as they may be.
  throws(entry, where, due) {
    const { body } = entry;
    const isAct = entry.kind === "act";
    const close = isAct ? this.act : this.phase;
    const withheld = new Set(body.withheld ?? []);
    if (this.policy === "prompt") {
      if (withheld.size || body.beacon) this.check.fault(`${where}: links left out, or a beacon, where the policy has neither`, SITE);
      return new Set();
    }
    if (!close) {
      this.check.fault(`${where}: dice without a close before them`, SITE);
      return withheld;
    }
    if (isAct) {
      this.check.equal(`${where}: what it was asked as`, body.asked, this.asked, SITE);
      this.check.equal(`${where}: its order`, entry.commitment, close.commitment, SITE);
      this.check.equal(`${where}: its power`, entry.power, close.power, SITE);
      this.act = null;
    } else this.check.equal(`${where}: how it closed`, body.how, close.body.how, SITE);
    if (this.policy === "beacon") {
      this.check.equal(`${where}: its round of the beacon`, body.round, close.body.round, SITE);
      this.rounds.push({ where, number: body.round, signature: body.beacon ?? "" });
    } else if (withheld.size) this.leftOut(entry, close, where, withheld, due);
    return withheld;
  }

  leftOut(entry, close, where, withheld, due) {
    this.withheld += withheld.size;
    const strange = [...withheld].filter((power) => !due.includes(power));
    if (strange.length) this.check.fault(`${where}: the links of ${listed(strange)} were left out without need`, SITE);
    if (moment(entry.at) < moment(close.body.until)) {
      this.check.fault(`${where}: the links of ${listed(withheld)} were left out before their time was over`, SITE);
    }
  }

  said() {
    if (this.policy === "close") return `, thrown after the close; ${counted(this.withheld, "link")} withheld`;
    return this.policy === "beacon" ? ", with a round of the beacon each" : "";
  }
}
