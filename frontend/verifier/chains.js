// Chains of dice: every one is committed before the first throw that it goes into.

const SEAT_ENDS = ["seat.taken", "seat.assigned", "seat.left", "seat.freed", "seat.bot", "seat.disorder"];
const CHAIN_RESERVE = 64;
const CHAIN_MOST = 1 << 20; // No campaign has a longer one; hashing it would never end.

class Chains {
  constructor(file, check) {
    this.file = file;
    this.check = check;
    this.founding = diceOf(file);
    this.site = { head: this.founding.head, length: this.founding.length, used: 0 };
    this.announced = this.founding.next;
    this.heads = [this.founding.head];
    this.seats = new Map();
    this.sealed = new Set();
    this.throws = 0;
    this.brought = 0;
    this.closings = new Closings(check, this.founding.policy ?? "prompt", this.founding.beacon);
  }

  at(entry) {
    const where = whereOf(entry);
    const kept = [...this.seats].filter(([, chain]) => chain.kept).map(([power]) => power);
    this.closings.at(entry, where, kept);
    if (SEAT_ENDS.includes(entry.kind) || entry.kind === "seat.key") {
      if (this.seats.get(entry.power)?.kept) this.seats.delete(entry.power);
    } else if (isGiven(entry.body.dice)) {
      this.check.fault(`${where}: dice are given, though the campaign was founded with a chain`, SITE);
    } else if (entry.kind === "dice.chained") this.nextChain(entry, where);
    else if (entry.kind === "dice.seat") this.seatChain(entry, where);
    else if ("link" in entry.body) this.throw(entry, where);
    noteSeals(this.sealed, entry);
  }

  // Before the first throw; one that its player keeps may come later, for whoever drew it knows no link to come.
  seatChain(entry, where) {
    const { head, length } = entry.body;
    const kept = entry.body.kept === "player";
    const before = this.seats.has(entry.power);
    if (kept !== (this.closings.policy === "close")) this.check.fault(`${where}: a chain as this campaign's policy does not have it`, SITE);
    if (this.throws && !kept) this.check.fault(`${where}: a chain of ${entry.power} after dice were thrown`, SITE);
    if (kept && before) this.check.fault(`${where}: ${entry.power} has a chain already`, SITE);
    this.brought += kept || !before;
    this.seats.set(entry.power, { head, length, used: 0, kept });
  }

  // The one that was announced, and not begun because it suits somebody's seals.
  nextChain(entry, where) {
    const { body } = entry;
    this.check.equal(`the chain of ${where}, which was announced before`, body.head, this.announced, SITE);
    const left = this.site.length - this.site.used;
    if (this.sealed.size && left > 0) this.check.fault(`${where}: a new chain was begun when ${listed(this.sealed)} had sealed`, SITE);
    if (!body.reason && left >= CHAIN_RESERVE) {
      this.check.fault(`${where}: a new chain, though the last one has links and no reason is given`, SITE);
    }
    this.site = { head: body.head, length: body.length, used: 0 };
    this.announced = body.next;
    this.heads.push(body.head);
  }

  // It takes the next link of every chain that has one.
  throw(entry, where) {
    const { body } = entry;
    const given = body.links ?? {};
    this.throws += 1;
    let due = [...this.seats].filter(([, chain]) => chain.used < chain.length).map(([power]) => power);
    const kept = due.filter((power) => this.seats.get(power).kept);
    const out = this.closings.throws(entry, where, kept);
    due = due.filter((power) => !out.has(power));
    this.check.equal(`the seats whose links go into ${where}`, Object.keys(given).sort(byCodePoint), due.sort(byCodePoint), SITE);
    this.took(where, this.site, body.link, body.link_before);
    for (const [power, [link, before]] of Object.entries(given)) {
      if (this.seats.has(power)) this.took(`${where}, seat of ${power}`, this.seats.get(power), link, before);
    }
  }

  took(where, chain, link, before) {
    this.check.equal(`the link before that of ${where}`, before, chain.head);
    if (!isNextLink(link, before)) this.check.fault(`the link of ${where} does not follow from the one before`);
    chain.head = link;
    chain.used += 1;
    if (chain.used > chain.length) this.check.fault(`${where}: a link beyond the end of its chain`, SITE);
  }
}

async function checkChains(file, watch = unwatched) {
  const check = new Check("dice chains");
  const chains = new Chains(file, check);
  file.log.slice(1).forEach((entry) => chains.at(entry));
  const { throws, heads, brought, closings } = chains;
  check.said = `${counted(throws, "throw")} from ${counted(heads.length, "chain")} of the site and ${counted(brought, "chain")} of seats${closings.said()}`;
  return [check, checkSecret(file, [...heads, chains.announced]), await checkBeacon(closings, watch)].filter(Boolean);
}

// Once the campaign is over: all chains of the site follow from the secret of its founding.
function checkSecret(file, heads) {
  const check = new Check("site's secret", SITE);
  const over = file.log.find((entry) => entry.kind === "campaign.finished");
  if (!over) {
    check.said = "opened when the campaign is over";
    check.left.push("that the site's chains follow from the secret committed at the founding, which is opened at the end");
    return check;
  }
  const { root, length } = diceOf(file);
  check.said = `opened; ${counted(heads.length, "chain")} of the site follow from it`;
  if (!(length >= 1 && length <= CHAIN_MOST)) {
    check.fault(`chains of ${shortened(length)} links`);
    return check;
  }
  const secret = bytesOf(over.body.dice_root);
  check.equal(`the hash of the secret opened in ${whereOf(over)}`, sha256Hex(secret), root);
  heads.forEach((head, at) => {
    check.equal(`the head of the site's chain ${at + 1}`, head, chainHead(hmac(secret, `chain|${at + 1}`), length));
  });
  return check;
}
