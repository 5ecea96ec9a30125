// Rounds of a public randomness beacon (drand's bls-unchained-g1-rfc9380): BLS signatures of their numbers.

const BEACON_TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const BEACON_TOGETHER = 32;

// The number of the first round that begins after a moment.
const roundAfter = (source, at) => Math.max(1, Math.floor((moment(at) / 1e6 - source.genesis) / source.period) + 2);

function roundMessage(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bls12_381.shortSignatures.hash(sha256(bytes), BEACON_TAG);
}

// Whether all these are the beacon's signatures of their rounds. Each is multiplied by a number drawn here, and
// their sum is looked at once: a false one passes with a chance of one in 2^128.
function areRounds(publicHex, rounds) {
  try {
    const { G1, G2, fields } = bls12_381;
    const key = G2.Point.fromBytes(bytesOf(publicHex));
    key.assertValidity();
    let signatures = G1.Point.ZERO;
    let messages = G1.Point.ZERO;
    for (const { number, signature } of rounds) {
      if (!Number.isSafeInteger(number) || number < 1) return false;
      const point = G1.Point.fromBytes(bytesOf(signature));
      point.assertValidity();
      const message = roundMessage(number);
      const weight = rounds.length > 1 ? BigInt(`0x${hex(crypto.getRandomValues(new Uint8Array(16)))}`) | 1n : 1n;
      signatures = signatures.add(weight === 1n ? point : point.multiplyUnsafe(weight));
      messages = messages.add(weight === 1n ? message : message.multiplyUnsafe(weight));
    }
    if (signatures.is0() || messages.is0()) return false;
    const product = bls12_381.pairingBatch([
      { g1: signatures.negate(), g2: G2.Point.BASE },
      { g1: messages, g2: key },
    ]);
    return fields.Fp12.eql(product, fields.Fp12.ONE);
  } catch {
    return false;
  }
}

async function checkBeacon(closings, watch) {
  if (closings.policy !== "beacon") return null;
  const { rounds, source } = closings;
  const check = new Check("beacon");
  check.said = `${counted(rounds.length, "round")}, by the beacon ${sha256Hex(utf8(source.public)).slice(0, 16)}`;
  for (let at = 0; at < rounds.length; at += BEACON_TOGETHER) {
    await watch("beacon", at, rounds.length);
    const some = rounds.slice(at, at + BEACON_TOGETHER);
    if (areRounds(source.public, some)) continue;
    for (const one of some) {
      if (!areRounds(source.public, [one])) check.fault(`${one.where}: this is not the beacon's signature of its round`);
    }
  }
  return check;
}
