// The site's keys: which ones the log names, each signed by itself and by the one before it.

const siteKeyStatement = (campaign, key, before) => `chancellery site key 1\n${canonical({ campaign, key, before })}`;

function siteKeysIn(file) {
  const founded = file.log[0]?.body.site_key;
  const later = file.log.filter((entry) => entry.kind === "site.key").map((entry) => entry.body.key);
  return new Set([founded, ...later].filter(Boolean));
}

async function checkSiteKeys(file) {
  const check = new Check("site's key", SITE);
  const signatures = new Signatures();
  let before = "";
  let keys = 0;
  for (const entry of file.log) {
    const { body } = entry;
    if (entry.kind === "campaign.founded") {
      before = body.site_key ?? "";
      keys += before !== "";
    }
    if (entry.kind !== "site.key") continue;
    const where = whereOf(entry);
    keys += 1;
    check.equal(`${where}: the key before`, body.before, before);
    const text = siteKeyStatement(file.campaign.slug, body.key, body.before);
    signatures.look(check, body.key, text, body.proof, `${where}: the key has not signed itself`, SITE);
    if (body.by_before) signatures.look(check, before, text, body.by_before, `${where}: the signature is not that of the key before`, SITE);
    else if (before) check.left.push(`${where}: the key before has not signed it; the site has lost that one, or is another`);
    before = body.key;
  }
  await signatures.done();
  check.said = keys ? `${counted(keys, "key")} named` : "the site names none, and gives no receipts";
  return check;
}
