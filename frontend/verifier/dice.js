// Dice: every roll follows from links that were committed to.

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

// The key of a throw, from the body of its log entry.
function throwKey(body) {
  const parts = [utf8("chancellery dice 1"), bytesOf(body.link)];
  for (const power of Object.keys(body.links).sort(byCodePoint)) parts.push(sha256(utf8(power)), bytesOf(body.links[power][0]));
  if (body.beacon) parts.push(sha256(utf8("beacon")), bytesOf(body.beacon));
  return sha256(...parts);
}

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
      count += rolled(check, where, thrown.get(phase.number).body, phase.rolls ?? []);
    } else if (phase.resolved_at) check.left.push(`the rolls of ${where}, whose orders are not public yet`);
  }
  for (const entry of acts) count += rolled(check, `log entry ${entry.seq}`, entry.body, entry.body.rolls);
  check.said = counted(count, "roll");
  return check;
}

function rolled(check, where, body, rolls) {
  let key;
  try {
    key = throwKey(body);
  } catch {
    check.fault(`${where}: its links cannot be read`);
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
