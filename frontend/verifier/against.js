// A file against what others kept: older files of the campaign, heads of its log, receipts of the site.

const RECEIPTS_FORMAT = "chancellery-receipts";
const HEADS_FORMAT = "chancellery-heads";
const OTHER_FILE = "whoever edited that file";

function receiptStatement(receipt) {
  const { campaign, seq, after, hash, kind, power, phase, commitment, at, key } = receipt;
  const place = after ? { after } : { seq: seq ?? 0 };
  return `chancellery receipt 1\n${canonical({ campaign, ...place, hash, kind, power, phase: phase ?? 0, commitment: commitment ?? "", at, key })}`;
}

// One other file. Raises ``Unreadable`` for what is none of the three kinds.
async function checkAgainst(file, name, bytes) {
  const check = new Check(`against ${name}`, "the site, or whoever edited one of the two files");
  const text = readText(bytes);
  const other = readJson(text);
  const kind = isRecord(other) ? other.format : "";
  if (kind === FILE_FORMAT) await againstExport(check, file, readExport(bytes));
  else if (![RECEIPTS_FORMAT, HEADS_FORMAT].includes(kind)) throw new Unreadable("it is no exported campaign, no file of heads and no file of receipts");
  else if (other.version !== 1) throw new Unreadable(`version ${shortened(other.version)} is not known to this page`);
  else if (kind === HEADS_FORMAT) againstHeads(check, file, other);
  else await againstReceipts(check, file, other);
  return check;
}

function isOf(check, file, slug) {
  if (slug === file.campaign.slug) return true;
  check.said = `it is of another campaign, ${slug}`;
  check.left.push("it is of another campaign");
  return false;
}

async function againstExport(check, file, other) {
  if (!isOf(check, file, other.campaign.slug)) return;
  const own = await checkLog(other);
  if (own.faults.length) {
    check.fault(`its own log does not hold: ${own.faults[0].said}`, OTHER_FILE);
    return;
  }
  check.said = counted(other.log.length, "entry of its log", "entries of its log");
  const shared = Math.min(file.log.length, other.log.length);
  for (let at = 0; at < shared; at += 1) {
    const one = file.log[at];
    const then = other.log[at];
    if (one.hash === then.hash) continue;
    const signed = (await isSigned(file, one)) || (await isSigned(other, then));
    check.fault(`log entry ${one.seq} (${one.kind} of ${one.at}) was another one there (${then.kind} of ${then.at})`, signed ? SITE_OR_KEY : check.by);
    return;
  }
  if (other.log.length > shared) goesOn(check, file, other.log.length, other.log.at(-1).at, check.by);
}

async function isSigned(file, entry) {
  if (!entry.signature || !(entry.kind in SEAT_SAID)) return false;
  const keys = file.log.slice(0, entry.seq).filter((one) => one.kind === "seat.key" && one.power === entry.power);
  const key = keys.find((one) => `seat 1/${one.body.number}` === entry.scheme)?.body;
  if (!key) return false;
  const text = seatStatement(file.campaign.slug, entry.power, key.number, entry.kind, entry.body, entry.commitment);
  return new Signatures().holds(key.public, text, entry.signature);
}

// -- heads ----------------------------------------------------------------------------------------

function againstHeads(check, file, given) {
  const own = given.heads.find((one) => one.campaign === file.campaign.slug);
  if (!own) {
    check.said = "it names no head of this campaign";
    check.left.push("no head of this campaign is in it");
    return;
  }
  againstHead(check, file, own, given.at);
  check.said = `the head of ${given.at}`;
}

function againstHead(check, file, head, at = "") {
  if (head.seq > file.log.length) return goesOn(check, file, head.seq, at, check.by);
  if (file.log[head.seq - 1]?.hash === head.hash) return true;
  check.fault(`log entry ${head.seq} had another hash when it was seen`);
  return false;
}

// The log had an entry that this file has not: missing, if the file goes on to a later moment.
function goesOn(check, file, seq, at, who) {
  const last = file.log.at(-1)?.at ?? "";
  if (at && last && moment(at) < moment(last)) {
    check.fault(`log entry ${seq} was there at ${at}; the file goes on to ${last} without it`, who);
    return false;
  }
  check.left.push(`log entry ${seq}: the file ends before it, with entry ${file.log.length}`);
  return true;
}

// -- receipts -------------------------------------------------------------------------------------

async function againstReceipts(check, file, given) {
  if (!isOf(check, file, given.campaign)) return;
  const keys = siteKeysIn(file);
  const able = await canVerify();
  const signatures = new Signatures();
  let good = 0;
  for (const receipt of given.receipts) {
    const holds = !able || (await signatures.holds(receipt.key, receiptStatement(receipt), receipt.signature));
    good += againstReceipt(check, file, receipt, keys, holds);
  }
  const seen = given.heads.filter((head) => againstHead(check, file, head)).length;
  check.said = `${good} of ${counted(given.receipts.length, "receipt")} and ${seen} of ${counted(given.heads.length, "head")} as the log has them`;
  if (!able && given.receipts.length) check.left.push("the signatures of the receipts: this browser cannot check Ed25519 here");
}

function againstReceipt(check, file, receipt, keys, holds) {
  const place = receipt.after ? `after log entry ${receipt.after}` : `for log entry ${receipt.seq}`;
  const where = `the receipt ${place} (${receipt.kind} of ${receipt.power})`;
  const wrong = (said, who) => {
    check.fault(`${where}${said}`, who);
    return false;
  };
  if (receipt.campaign !== file.campaign.slug) return wrong(" is of another campaign", OTHER_FILE);
  if (!holds) return wrong(" is not signed by its key", OTHER_FILE);
  if (!keys.has(receipt.key)) {
    return wrong(" is signed by a key that the log does not name", "the site with a key that this log does not name, or whoever made the receipt");
  }
  const seq = receipt.after || receipt.seq;
  if (seq > file.log.length) return goesOn(check, file, seq, receipt.at, SITE);
  const entry = file.log[seq - 1];
  if (receipt.hash !== entry?.hash) return wrong(`: the log has another entry ${seq}`, SITE);
  if (receipt.after) return againstSecret(check, file, receipt, wrong);
  const part = ["kind", "power", "commitment", "at"].find((each) => (receipt[each] ?? "") !== entry[each]);
  return part === undefined || wrong(`: its ${part} is another one in the log`, SITE);
}

function againstSecret(check, file, receipt, wrong) {
  const secrets = secretsOf(file);
  if (!secrets) {
    check.left.push(`the receipt after log entry ${receipt.after}: what was done in secret is opened at the end`);
    return true;
  }
  const parts = ["kind", "power", "phase", "commitment", "at"];
  if (secretsAfter(secrets, receipt.after).some((one) => parts.every((part) => (one[part] ?? 0) === (receipt[part] ?? 0)))) return true;
  return wrong(": it is not among what was done in secret", SITE);
}
