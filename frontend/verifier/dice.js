// Dice: every roll follows from links that were committed to; and the chains of campaigns from before scheme 2.

const isGiven = (dice) => isRecord(dice) && dice.given === true;
const diceOf = (file) => file.log[0]?.body.dice ?? null;

function isNextLink(link, before) {
  try {
    return sha256Hex(bytesOf(link)) === before;
  } catch {
    return false;
  }
}

// Link 0, the head, of a chain from its seed.
function chainHead(seed, length) {
  let link = seed;
  for (let each = 0; each < length; each += 1) link = sha256(link);
  return hex(link);
}

// The key of a throw, from the body of its log entry; ``nonces`` count only in the first scheme.
function throwKey(body, nonces = []) {
  const link = bytesOf(body.link);
  if (!("links" in body)) return sha256(linkAnd(link, nonces));
  const parts = [utf8("chancellery dice 2"), link];
  for (const power of Object.keys(body.links).sort(byCodePoint)) parts.push(sha256(utf8(power)), bytesOf(body.links[power][0]));
  if (body.beacon) parts.push(sha256(utf8("beacon")), bytesOf(body.beacon));
  return sha256(...parts);
}

const linkAnd = (link, nonces) => joined(link, ...nonces.map(bytesOf).sort(compareBytes));

function rollOf(key, purpose, number, sides) {
  const limit = Math.floor(0x100000000 / sides) * sides;
  for (let digest = hmac(key, `${purpose}|${number}`); ; digest = sha256(digest)) {
    const words = new DataView(digest.buffer);
    for (let at = 0; at < 32; at += 4) if (words.getUint32(at) < limit) return (words.getUint32(at) % sides) + 1;
  }
}

function checkRolls(file) {
  const check = new Check("rolls");
  const acts = file.log.filter((entry) => entry.kind === "act" && entry.body.rolls?.length);
  if (isGiven(diceOf(file))) {
    const rolls = [...file.phases.flatMap((phase) => phase.rolls ?? []), ...acts.flatMap((entry) => entry.body.rolls)];
    for (const roll of rolls) {
      if (!(roll.value >= 1 && roll.value <= roll.sides)) check.fault(`a die of ${roll.sides} sides shows ${roll.value} (${roll.purpose})`);
    }
    check.said = "dice given by the script, not checked";
    check.given.push(`${counted(rolls.length, "roll")}: given by the script`);
    return check;
  }
  const thrown = byPhase(file, "phase.resolved");
  let count = 0;
  for (const phase of file.phases) {
    const where = `phase ${phase.number}`;
    if (phase.released) {
      const nonces = (phase.orders ?? []).map((one) => one.nonce).filter(Boolean);
      count += rolled(check, where, thrown.get(phase.number).body, nonces, phase.rolls ?? []);
    } else if (phase.resolved_at) check.left.push(`the rolls of ${where}, whose orders are not public yet`);
  }
  for (const entry of acts) count += rolled(check, `log entry ${entry.seq}`, entry.body, [entry.body.nonce], entry.body.rolls);
  check.said = counted(count, "roll");
  return check;
}

function rolled(check, where, body, nonces, rolls) {
  let key;
  try {
    key = throwKey(body, nonces);
  } catch {
    check.fault(`${where}: its link or a nonce cannot be read`);
    return 0;
  }
  rolls.forEach((roll, at) => {
    const which = `${where}: roll ${at + 1} (${roll.purpose})`;
    if (roll.number !== at + 1) check.fault(`${which}: its number is ${roll.number}, not ${at + 1}`);
    if (!Number.isSafeInteger(roll.sides) || roll.sides < 1 || roll.sides > 0xffffffff) check.fault(`${which}: a die of ${shortened(roll.sides)} sides`);
    else {
      const value = rollOf(key, roll.purpose, roll.number, roll.sides);
      if (value !== roll.value) check.fault(`${which} is ${shortened(roll.value)}, not ${value}`);
    }
  });
  return rolls.length;
}

// Keep the powers whose seals count in the open phase.
function noteSeals(sealed, entry) {
  if (entry.kind === "order.sealed") sealed.add(entry.power);
  else if (SEAL_UNDONE.includes(entry.kind)) sealed.delete(entry.power);
  else if (entry.kind === "phase.resolved") sealed.clear();
}

// Dice of the first scheme are those of campaigns from before the second: nobody founds one so now, and nothing
// in it tells of what only the second has.
function olderThanChains(check, { kind, body }, where) {
  const more = Object.keys(body.dice ?? {}).some((name) => !["head", "length"].includes(name));
  if (kind === "campaign.founded" && ("seats" in body || more)) {
    check.fault(`${where}: dice of the first scheme, which no campaign was founded with any more`, SITE);
  } else if (["dice.seat", "phase.closed", "act.asked"].includes(kind) || "links" in body || "dice_root" in body) {
    check.fault(`${where}: it belongs to dice of the second scheme, and the founding names none`, SITE);
  }
}

// Campaigns from before: one chain of the site, mixed with the nonces of the seals.
function checkOldLinks(file) {
  const check = new Check("dice chains");
  let head = "";
  let length = 0;
  let since = 0;
  let used = 0;
  let drawn = 0;
  const sealed = new Set();
  for (const entry of file.log) {
    const where = whereOf(entry);
    const chain = entry.kind === "dice.chained" ? entry.body : entry.body.dice;
    olderThanChains(check, entry, where);
    if (isGiven(chain)) {
      check.fault(`${where}: dice are given, though the campaign was founded with a chain`, SITE);
    } else if (["campaign.founded", "dice.chained"].includes(entry.kind) && chain) {
      if (entry.kind === "dice.chained" && sealed.size && since < length) {
        check.fault(`${where}: a new chain was drawn when ${listed(sealed)} had sealed`, SITE);
      }
      ({ head, length } = chain);
      since = 0;
      drawn += 1;
    } else if ("link" in entry.body) {
      used += 1;
      since += 1;
      check.equal(`the link before that of ${where}`, entry.body.link_before, head);
      if (!isNextLink(entry.body.link, entry.body.link_before)) check.fault(`the link of ${where} does not follow from the one before`);
      head = entry.body.link;
    }
    noteSeals(sealed, entry);
  }
  check.said = `${counted(used, "link")} of ${counted(drawn, "chain")}; an older scheme, in which the site could draw the last nonces again`;
  return check;
}

// Where a script gives the dice, every entry that has any says so, and none pretends to a chain.
function checkGiven(file) {
  const check = new Check("dice chains");
  let said = 0;
  for (const entry of file.log) {
    if (entry.kind === "dice.chained" || "link" in entry.body) {
      check.fault(`${whereOf(entry)}: a link or a chain, though the dice are given by a script`);
    } else if (entry.kind === "phase.resolved" || (entry.kind === "act" && entry.body.rolls?.length)) {
      check.equal(`where the dice of ${whereOf(entry)} come from`, entry.body.dice, { given: true });
      said += 1;
    }
  }
  check.said = `no chain; ${counted(said, "entry", "entries")} of the log say so`;
  check.given.push("all dice: given by the script");
  return check;
}
