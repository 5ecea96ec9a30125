// The file of a campaign: which fields its records have, and the hash of its bytes (docs/export.md).

const FILE_FORMAT = "chancellery-campaign";
const FILE_DIGEST = '\n,"sha256":';

// Each record's fields with what they are; a question mark: it may be missing.
const FILE_SHAPES = {
  file: "format:text version:number campaign:campaign reader:reader seats:[seat through:head claims:[claim phases:[phase acts:[actOf state:state? origin:origin? log:[entry sha256:text",
  campaign: "slug:text title:text rulebook:text revision:text scenario:text variants:object tables:object status:text status_reason:text line:number clock:any?",
  reader: "role:text powers:list?",
  seat: "power:text taken_by:text bot:bool",
  head: "seq:number hash:text",
  claim: "phase:number key:text before:any value:any power:text at:text confirmed_power:text? confirmed_at:text?",
  order: "power:text order:any nonce:text commitment:text how:text",
  happened: "entry:number at:text? event:object",
  roll: "purpose:text number:number sides:number value:number",
  phase: "line:number number:number key:text title:text turn:number turn_title:text release:text opened_at:text revision:text rules:text again:number? undone:text? resolved_at:text? how:text? silent:list? link:text? link_before:text? commitment:text? nonce:text? released:bool? orders:[order? rolls:[roll? autopilots:text? events:[happened?",
  actOf: "entry:number order:object nonce:text",
  state: "phase:number view:object",
  origin: "state:object nonce:text",
  entry: "seq:number at:text kind:text actor:text power:text body:object commitment:text held:text signature:text? scheme:text? prev_hash:text hash:text",
};

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof WrittenNumber);

const FILE_IS = {
  text: (value) => typeof value === "string",
  number: (value) => Number.isSafeInteger(value),
  bool: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: isRecord,
  any: () => true,
};

const fileFields = Object.fromEntries(
  Object.entries(FILE_SHAPES).map(([name, text]) => [
    name,
    text.split(" ").map((part) => {
      const [, field, many, kind, optional] = /^(\w+):(\[?)(\w+)(\??)$/.exec(part);
      return { field, many: many !== "", kind, optional: optional !== "" };
    }),
  ]),
);

function shaped(value, kind, where) {
  if (kind in FILE_IS) {
    if (!FILE_IS[kind](value)) throw new Unreadable(`${where} is no ${kind}`);
    return;
  }
  if (!isRecord(value)) throw new Unreadable(`${where} is no record`);
  const known = new Set();
  for (const { field, many, kind: inner, optional } of fileFields[kind]) {
    known.add(field);
    const given = value[field];
    if (given === undefined || (given === null && optional && !many)) {
      if (!optional) throw new Unreadable(`${where} has no “${field}”`);
    } else if (many) {
      if (!Array.isArray(given)) throw new Unreadable(`“${field}” of ${where} is no list`);
      given.forEach((each, at) => shaped(each, inner, `number ${at + 1} of “${field}” of ${where}`));
    } else shaped(given, inner, `“${field}” of ${where}`);
  }
  const strange = Object.keys(value).find((name) => !known.has(name));
  if (strange !== undefined) throw new Unreadable(`${where} has a field that no export has: “${strange}”`);
}

function readExport(bytes) {
  const text = readText(bytes);
  const file = readJson(text);
  if (!isRecord(file) || file.format !== FILE_FORMAT) throw new Unreadable("it is no exported campaign");
  if (file.version !== 1) throw new Unreadable(`version ${shortened(file.version)} is not known to this page`);
  shaped(file, "file", "the file");
  return { ...file, bytes, text };
}

function checkFile(file) {
  const check = new Check("file", EDITOR);
  check.said = `${counted(file.bytes.length, "byte")}, version ${file.version}`;
  const end = utf8(file.text.slice(0, file.text.lastIndexOf(FILE_DIGEST)));
  check.equal("the SHA-256 of the file", file.sha256, sha256Hex(end));
  return check;
}

// What the campaign is played by stands in the file as it was founded.
function checkFounding(file) {
  const check = new Check("campaign");
  const about = file.campaign;
  check.said = `${about.rulebook} ${about.revision}, ${about.scenario}`;
  const founded = file.log.find((entry) => entry.kind === "campaign.founded");
  if (!founded) {
    check.fault("the log does not say how the campaign was founded");
    return check;
  }
  for (const part of ["rulebook", "revision", "scenario", "variants", "tables"]) {
    check.equal(`${part} of the campaign`, about[part], founded.body[part]);
  }
  check.equal("title of the campaign", about.title, founded.body.title);
  const over = file.log.some((entry) => entry.kind === "campaign.finished");
  check.equal("that the campaign is over", about.status === "finished", over);
  return check;
}
