// When phases ended: none before its announced deadline but for a reason that the log gives, and with no order of an
// autopilot but where silence means that; and moments in order.

const TIMES_ROUNDED = 2e6; // Microseconds: so much the log's seconds may differ each time a deadline is moved.
const TIMES_BEFORE = ["moderator.forced", "consent.resolved", "consent.ended"];
const SEAT_PLAYED = ["seat.taken", "seat.assigned"];
const SEAT_NOT_PLAYED = ["seat.left", "seat.freed", "seat.bot", "seat.disorder"];

class Times {
  constructor(check) {
    this.check = check;
    this.policy = null;
    this.absences = new Map();
    this.played = new Set(); // the seats that somebody plays, as far as the log tells
    this.begin(0, null);
  }

  begin(phase, due) {
    Object.assign(this, { phase, due, slack: TIMES_ROUNDED, graced: false, reason: "", forced: "", closed: null });
  }

  // What silence means as the phase ends now; empty where the log does not say.
  get silence() {
    return this.forced || (this.policy?.missed ?? "");
  }

  take({ kind, body, at, power }) {
    if (SEAT_PLAYED.includes(kind)) this.played.add(power);
    else if (SEAT_NOT_PLAYED.includes(kind)) this.played.delete(power);
    else if (kind === "campaign.founded" || kind === "moderator.policy") this.policy = body.policy ?? null;
    else if (kind === "phase.opened") {
      this.begin(body.phase, body.due ? moment(body.due) : null);
      this.opened = moment(at);
    } else if (kind === "clock.extended" || kind === "clock.stretched" || kind === "clock.added") {
      if (body.due) this.due = moment(body.due);
      if (kind === "clock.extended") this.graced = false;
    } else if (kind === "clock.grace") {
      this.due = moment(body.until);
      this.graced = true;
    } else if (kind === "clock.given_back" || kind === "clock.resumed") {
      this.slack += TIMES_ROUNDED;
      if (this.due !== null) this.due += (body.seconds ?? 0) * 1e6;
    } else if (TIMES_BEFORE.includes(kind) && body.phase === this.phase) {
      this.reason = kind;
      this.forced = body.silent ?? "";
    } else if (kind === "phase.closed") {
      // Over for its players; its dice come later.
      this.closed = Object.assign(Object.create(Times.prototype), this, { absences: new Map(this.absences), at });
    } else if (kind === "absence.announced") this.absences.set(body.number, body);
    else if (kind === "absence.ended") this.absences.delete(body.number);
  }

  // A phase may end without a power whose player is away, where the policy says so.
  isExcused(power, at) {
    if (this.policy?.absence?.does !== "standing") return false;
    return [...this.absences.values()].some((body) => body.powers.includes(power) && moment(body.from) <= at && at < moment(body.until));
  }

  tooEarly(at, what) {
    if (this.due !== null && moment(at) < this.due - this.slack) {
      this.check.fault(`${what} at ${at}, before ${new Date(this.due / 1000).toISOString()}`);
    }
  }

  // Why it was over at that moment: when it closed, or where nothing closed it when it was resolved.
  ended(entry, where, closedAt = entry.at) {
    const at = moment(closedAt);
    const waited = (entry.body.silent ?? []).filter((power) => !this.isExcused(power, at));
    switch (entry.body.how) {
      case "deadline":
        if (this.due === null && this.policy) this.check.fault(`${where}: there was no deadline at which it could end`);
        this.tooEarly(closedAt, `${where}: phase ${this.phase} ended`);
        if (this.silence === "wait" && waited.length) {
          this.check.fault(`${where}: it ended without ${listed(waited)}, for whom it should have waited until the moderator said otherwise`);
        }
        break;
      case "grace":
        if (!this.graced) this.check.fault(`${where}: no time of grace had begun`);
        if (waited.length) this.check.fault(`${where}: the time of grace was not over for ${listed(waited)}`);
        break;
      case "ready":
        if (waited.length) this.check.fault(`${where}: it ended early, though ${listed(waited)} had sealed nothing`);
        this.leastTime(at, where);
        break;
      case "forced":
      case "agreed":
        if (!(entry.body.how === "forced" ? TIMES_BEFORE.slice(0, 1) : TIMES_BEFORE.slice(1)).includes(this.reason)) {
          this.check.fault(`${where}: nothing in the log ended it before its time`);
        }
        break;
      default:
        this.check.fault(`${where}: no phase ends by ${shortened(entry.body.how)}`);
    }
  }

  // Where silence holds, or is waited for, no autopilot gives an order for a power but one that is away.
  stoodIn({ at }, phase) {
    const { silence } = this.closed ?? this;
    if (!["hold", "wait"].includes(silence)) return;
    for (const { power, how } of phase?.orders ?? []) {
      if (how !== "autopilot" || this.isExcused(power, moment(at))) continue;
      this.check.fault(`phase ${phase.number}: an autopilot gave the order of ${power}, though silence is “${silence}” by what was in force`);
    }
  }

  leastTime(at, where) {
    const hours = this.policy?.least_hours;
    if (typeof hours !== "number" || !hours) return;
    const least = this.opened + hours * 3600e6;
    const until = Math.min(least, this.due ?? least);
    if (at < until - this.slack) this.check.fault(`${where}: by the policy it ends no earlier than ${new Date(until / 1000).toISOString()}`);
  }
}

function checkTimes(file) {
  const check = new Check("times", SITE);
  const times = new Times(check);
  const scripted = isGiven(diceOf(file));
  const phases = new Map(file.phases.map((one) => [one.number, one]));
  let before = 0;
  let looked = 0;
  for (const entry of file.log) {
    const where = whereOf(entry);
    const at = moment(entry.at);
    if (at < before) check.fault(`${where} is earlier than the entry before it`);
    before = Math.max(before, at);
    if (entry.kind === "phase.resolved" && !scripted) {
      looked += 1;
      (times.closed ?? times).ended(entry, where, times.closed?.at);
      times.stoodIn(entry, phases.get(entry.body.phase));
    } else if (entry.kind === "clock.grace" && !scripted) times.tooEarly(entry.at, `${where}: grace began`);
    else if (entry.kind === "order.sealed" && entry.body.how === "bot" && times.played.has(entry.power)) {
      check.fault(`${where}: an autopilot sealed for ${entry.power}, whose seat somebody plays`);
    }
    times.take(entry);
  }
  check.said = `${counted(looked, "phase")} ended when they might, ${file.log.length} moments in order`;
  if (scripted) check.said = `${file.log.length} moments; phases end when the script says`;
  return check;
}
