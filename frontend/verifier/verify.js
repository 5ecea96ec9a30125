// All checks of a file, in their order.

const NOT_HERE =
  "Whether what happened follows from the rules, and whether orders and autopilots' choices were allowed: that takes the rulebook. " +
  "Votes, rollbacks and overrides, deputies, absences, the reasons of the desk, the steps to each deadline, declared facts and the board " +
  "are not looked at here either. “manage.py verify FILE” of this site's program checks all of that.";

async function guarded(name, work) {
  try {
    return [await work()].flat();
  } catch (error) {
    const check = new Check(name, EDITOR);
    check.said = "could not be carried out";
    check.fault(`the file holds what no campaign writes: ${error.message}`);
    return [check];
  }
}

function linksOf(file, watch) {
  const dice = diceOf(file);
  if (isGiven(dice)) return checkGiven(file);
  if (dice?.scheme === 1) return checkChains(file, watch);
  const check = new Check("dice chains");
  check.fault("the founding names no chain of dice that this page knows", SITE);
  return check;
}

// ``others`` are [name, bytes] of what it is compared with. Raises ``Unreadable`` for what is no export.
async function verifyFile(bytes, others = [], watch = unwatched) {
  await watch("reading", 0, 1);
  const file = readExport(bytes);
  const works = [
    ["file", () => checkFile(file)],
    ["log", () => checkLog(file, watch)],
    ["campaign", () => checkFounding(file)],
    ["phases", () => checkPhases(file)],
    ["seals", () => checkSeals(file)],
    ["acts", () => checkActs(file)],
    ["done in secret", () => checkSecrets(file)],
    ["dice chains", () => linksOf(file, watch)],
    ["rolls", () => checkRolls(file)],
    ["autopilots' seeds", () => checkSeeds(file)],
    ["seat keys", () => checkSignatures(file, watch)],
    ["site's key", () => checkSiteKeys(file)],
    ["times", () => checkTimes(file)],
    ...others.map(([name, data]) => [`against ${name}`, () => comparedWith(file, name, data)]),
  ];
  const checks = [];
  for (const [at, [name, work]] of works.entries()) {
    await watch(name, at, works.length);
    checks.push(...(await guarded(name, work)));
  }
  return { file, checks, faults: checks.reduce((sum, check) => sum + check.faults.length, 0) };
}

async function comparedWith(file, name, data) {
  try {
    return await checkAgainst(file, name, data);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const check = new Check(`against ${name}`);
    check.said = "could not be read";
    check.left.push(`${name}: ${error.message}`);
    return check;
  }
}
