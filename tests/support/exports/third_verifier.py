"""A third verifier of campaigns, written from docs/verification.md and nothing else.

``python third_verifier.py CAMPAIGN.json [RECEIPTS.json]`` says what does not hold. It knows no rules of a game.
Each check is a generator of claims about the file: words, and whether that holds. It stays below 300 lines.
"""

# fmt: off
import hashlib
import hmac
import json
import struct
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import py_arkworks_bls12381 as bls
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

unhex, moment = bytes.fromhex, datetime.fromisoformat
SEAT_ENDS = {f"seat.{end}" for end in ("taken", "assigned", "left", "freed", "bot", "disorder", "key")}
MEANWHILE = {"order.sealed", "order.withdrawn", "order.voided", "act", "act.asked", "dice.seat",
             "moderator.facts", "state.overridden"}
VOIDING = {"order.voided", "dice.chained", "rules.moved", "line.rolled_back", "state.overridden"}
SAID = {
    "dispatch.proposed": ("phase", "facts", "happened"),
    **dict.fromkeys(("dispatch.looked", "dispatch.withdrawn"), ("phase", "dispatch", "facts")),
    "dispatch.disputed": ("phase", "dispatch", "facts", "reason"),
    **dict.fromkeys(("consent.given", "consent.taken_back"), ("consent", "question")),
    "seat.key": ("public",), "deputy.named": ("level", "until"),
}
BY_PLAYERS = {*SAID, "order.sealed", "order.withdrawn", "act", "act.asked"}
RECEIPT = {"campaign", "hash", "kind", "power", "phase", "commitment", "at", "key"}
SUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
def canonical(what):
    return json.dumps(what, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def sha(*parts):
    return hashlib.sha256(b"".join(p.encode() if isinstance(p, str) else p for p in parts)).digest()
def mac(key, text):
    return hmac.new(key, text.encode(), "sha256").digest()
def is_sealed(commitment, opened):
    return sha(unhex(opened["nonce"]), canonical(opened["order"])).hex() == commitment
def nth_hash(seed, times):
    return reduce(lambda link, _: sha(link), range(times), seed).hex()
def entry_hash(slug, entry):
    shown = {name: entry[name] for name in ("actor", "at", "commitment", "held", "kind", "power", "seq")}
    shown |= {name: entry[name] for name in ("signature", "scheme") if entry.get(name)}
    shown |= {"campaign": slug, "body": canonical(entry["body"]).decode()}
    return sha(entry["prev_hash"], canonical(shown)).hex()
def throw_key(site, links, beacon=""):
    parts = [part for power in sorted(links) for part in (sha(power), unhex(links[power]))]
    parts += [sha("beacon"), unhex(beacon)] if beacon else []
    return sha("chancellery dice 1", unhex(site), *parts)
def roll(key, purpose, number, sides):
    block, end = mac(key, f"{purpose}|{number}"), 2**32 // sides * sides
    while not (good := [word for word in struct.unpack(">8L", block) if word < end]):
        block = sha(block)
    return good[0] % sides + 1
def seed_of(secret, phase):
    return mac(secret, f"autopilots|{phase['line']}|{phase['number']}")
def statement(slug, power, key, kind, commitment, body):
    said = {name: body[name] for name in SAID.get(kind, ("phase",)) if name in body}
    shown = {"campaign": slug, "power": power, "key": key["number"], "kind": kind}
    return b"chancellery seat 1\n" + canonical({**shown, "commitment": commitment, "said": said})
def is_signed(public, text, signature):
    try:
        return Ed25519PublicKey.from_public_bytes(unhex(public)).verify(unhex(signature), text) is None
    except (InvalidSignature, ValueError):
        return False
def is_round(beacon, number, signature):
    point = bls.G1Point.hash_to_curve(sha(number.to_bytes(8, "big")), SUITE)
    given, public = bls.G1Point.from_compressed_bytes, bls.G2Point.from_compressed_bytes(unhex(beacon["public"]))
    return bls.GT.pairing(given(unhex(signature)), bls.G2Point()) == bls.GT.pairing(point, public)
def round_at(beacon, at):
    return max(1, (at - datetime.fromtimestamp(beacon["genesis"], UTC)) // timedelta(seconds=beacon["period"]) + 2)
def walk(file):  # noqa: C901 - a branch for each kind of entry
    """Each entry with its parts, and what holds before it; an opening counts as having happened."""
    site = {**file["log"][0]["body"]["dice"], "used": 0}
    now = SimpleNamespace(phase=0, seals={}, keys={}, seats={}, site=site, close=None, thrown=False)
    for entry in file["log"]:
        kind, power, body = entry["kind"], entry["power"], entry["body"]
        if kind == "phase.opened":
            now.phase, now.seals, now.close = body["phase"], {}, None
        now.live = {p: key for p, key in now.keys.items() if key["begins"] <= now.phase}
        now.throws = "link" in body and kind in ("phase.resolved", "act")
        yield entry, kind, power, body, f"entry {entry['seq']} ({kind})", now
        if kind == "order.sealed":
            now.seals[power] = entry
        elif kind in ("order.withdrawn", "order.voided"):
            now.seals.pop(power, None)
        elif kind in SEAT_ENDS:
            now.keys.pop(power, None)
            now.keys |= {power: body} if body.get("public") else {}
            if now.seats.get(power, {}).get("kept"):
                del now.seats[power]
        elif kind == "dice.seat":
            now.seats[power] = {**body, "used": 0}
        elif kind == "dice.chained":
            now.site = {**body, "used": 0}
        elif kind in ("phase.closed", "act.asked"):
            now.close = entry
        elif now.throws:
            now.thrown, now.close = True, None
            for power, (link, _) in [("", (body["link"], "")), *body["links"].items()]:
                chain = now.seats[power] if power else now.site
                chain.update(head=link, used=chain["used"] + 1)
def the_log(file):
    for number, entry in enumerate(file["log"], 1):
        before = file["log"][number - 2]["hash"] if number > 1 else ""
        made = (number, before, entry_hash(file["campaign"]["slug"], entry))
        yield f"entry {number} is as hashed, and follows", made == (entry["seq"], entry["prev_hash"], entry["hash"])
    yield "the last entry is the one that is named", file["through"] == {"seq": number, "hash": entry["hash"]}
def times(file):
    away = set()
    for one, two in pairwise(file["log"]):
        yield f"entry {two['seq']} is not earlier than the last", moment(one["at"]) <= moment(two["at"])
        yield f"entry {one['seq']} has a cause", one["kind"] != "order.voided" or two["kind"] in VOIDING
    for _, kind, _, body, name, now in walk(file):
        away |= {*body["powers"]} if kind == "absence.announced" else set()
        if kind == "phase.resolved" and body["how"] == "ready" and "ready" in body and not now.site.get("given"):
            seats = {power for power, seal in now.seals.items() if seal["body"]["how"] != "bot"}
            yield f"{name}: all were ready", {*body["silent"]} <= away and seats <= {*body["ready"]}
def seals(file):
    phases, silent, counted = {one["number"]: one for one in file["phases"]}, {}, {}
    for _, kind, _, body, name, now in walk(file):
        if kind == "phase.resolved":
            silent[now.phase] = {*body["silent"]}
            counted[now.phase] = sorted([p, seal["commitment"]] for p, seal in now.seals.items())
        elif kind == "orders.released":
            told = ((phases[body["phase"]].get(part), body.get(part)) for part in ("orders", "rolls", "autopilots"))
            yield f"{name}: as the phase", all((one or "") == (other or "") for one, other in told)
    for number, phase in phases.items():
        name, released = f"phase {number}", phase.get("released")
        opened = [one for one in phase.get("orders", ()) if one["commitment"]]
        pairs = sorted([one["power"], one["commitment"]] for one in opened)
        yield f"{name}: what is opened is what was sealed", pairs == (counted[number] if released else [])
        void = {one["power"] for one in opened if one["how"] == "void"}
        for one in phase.get("orders", ()):
            free = one["how"] == "autopilot" and one["power"] in void | silent[number]
            yield f"{name}: sealed by {one['power']}", is_sealed(one["commitment"], one) if one["commitment"] else free
def acts(file):
    acts = [(e, e["body"]) for e in file["log"] if e["kind"] == "act" and "nonce" in e["body"]]
    acts += [(file["log"][act["entry"] - 1], act) for act in file.get("acts", ())]
    for opened in (e["body"]["secrets"] for e in file["log"] if e["kind"] == "secrets.opened"):
        acts += [(secret, secret) for secret in opened if not secret["kind"].startswith("standing.")]
    for number, (told, act) in enumerate(acts, 1):
        yield f"act {number} is what was committed", is_sealed(told["commitment"], act)
def secrets(file):
    kept = ("at", "commitment", "kind", "phase", "power")
    for opened in (e["body"] for e in file["log"] if e["kind"] == "secrets.opened"):
        for number, entry in enumerate(file["log"], 1):
            done = [{part: s[part] for part in kept} for s in opened["secrets"] if s["after"] == number - 1]
            made = sha(mac(unhex(opened["key"]), f"held|{number}"), canonical(done))
            yield f"entry {number} held what is opened", entry["held"] == made.hex()
def chains(file):
    about = file["log"][0]["body"]["dice"]
    yield "the dice are of scheme 1", about.get("given") or about["scheme"] == 1
    for _, kind, power, body, name, now in walk(file):
        if about.get("given"):
            yield f"{name}: given dice have no links", "link" not in body
        elif kind == "dice.chained":
            left = now.site["length"] - now.site["used"]
            in_time = not left or (not now.seals and (left < 64 or body.get("reason")))
            yield f"{name}: as announced", body["head"] == now.site["next"] and in_time
        elif kind == "dice.seat":
            kept = body.get("kept") == "player"
            in_time = power not in now.seats if kept else not now.thrown
            yield f"{name}: in time", in_time and kept == (about.get("policy") == "close")
        elif kind == "phase.resolved" or now.throws:
            full = {p for p, chain in now.seats.items() if chain["used"] < chain["length"]}
            full -= {*body.get("withheld", ())}
            yield f"{name}: the links of all seats", {*body["links"]} == full
            links = {"": (body["link"], body["link_before"]), **body["links"]}
            for chain, link, before in ((now.seats[p] if p else now.site, *links[p]) for p in ("", *full)):
                follows = sha(unhex(link)).hex() == before == chain["head"]
                yield f"{name}: the next link", follows and chain["used"] < chain["length"]
        elif kind == "campaign.finished":
            root, log = unhex(body["dice_root"]), file["log"]
            yield "the secret is the one that was committed", sha(root).hex() == about["root"]
            heads = [about["head"], *(e["body"]["head"] for e in log if e["kind"] == "dice.chained"), now.site["next"]]
            made = (nth_hash(mac(root, f"chain|{n}"), about["length"]) for n in range(1, len(heads) + 1))
            yield "the chains follow from it", [*made] == heads
def autopilots(file):
    roots, due, opened = [], {}, {}
    for _, kind, _, body, name, now in walk(file):
        told = body.get("autopilots") or {}
        if kind == "orders.released":
            opened[body["phase"]], made = told or "", sha(unhex(told)).hex() if told else ""
            yield f"{name}: the seed that was committed", made == due.get(body["phase"], ("",))[0]
        elif kind == "campaign.finished":
            yield f"{name}: the secrets that were committed", [sha(unhex(one)).hex() for one in told] == roots
            made = {n: seed_of(unhex(told[due[n][1]]), p).hex() for p in file["phases"] if (n := p["number"]) in due}
            yield f"{name}: the seeds follow", {n: made.get(n, "") for n in opened} == opened
        else:
            yield f"{name}: one secret", "root" not in told or not roots or (kind == "dice.chained" and body.get("reason"))
            roots += [told[part] for part in ("root",) if part in told]
            due |= {now.phase: (told["seed"], len(roots) - 1)} if "seed" in told else {}
            yield f"{name}: a seed", "seed" in told or not roots or kind not in {"phase.opened", "rules.moved"}
def rolls(file):
    released = {one["number"]: one.get("rolls", ()) for one in file["phases"]}
    for _, kind, _, body, name, now in walk(file):
        if now.throws:
            key = throw_key(body["link"], {p: pair[0] for p, pair in body["links"].items()}, body.get("beacon", ""))
            for number, one in enumerate(body.get("rolls", ()) if kind == "act" else released[now.phase], 1):
                shows = number, roll(key, one["purpose"], number, one["sides"])
                yield f"{name}: roll {number}", (one["number"], one["value"]) == shows
def closes(file):
    about = file["log"][0]["body"]["dice"]
    policy, beacon = about.get("policy"), about.get("beacon")
    for entry, kind, _, body, name, now in walk(file):
        withheld, late, before = {*body.get("withheld", ())}, False, now.close and now.close["body"]
        if kind in ("phase.closed", "act.asked"):
            waits = sorted(power for power, chain in now.seats.items() if chain.get("kept"))
            good = body["waits"] == waits if policy == "close" else policy == "beacon"
            good = good and (not beacon or body["round"] == round_at(beacon, moment(entry["at"])))
            counted = {power: seal["commitment"] for power, seal in now.seals.items()}
            yield f"{name}: what it names and waits for", good and body.get("seals", counted) == counted
        elif now.throws and policy:
            same = kind == "act" and entry["commitment"] == now.close["commitment"]
            same = body["asked"] == before["asked"] if same else body["how"] == before["how"]
            yield f"{name}: a close of the same before it", same
            late = withheld and moment(entry["at"]) >= moment(before["until"]) and withheld <= {*before["waits"]}
            mine = not beacon or is_round(beacon, before["round"], body["beacon"])
            yield f"{name}: the beacon's round", mine and body.get("round") == before.get("round")
        elif before:
            yield f"{name}: nothing between a close and its dice", kind not in MEANWHILE
        yield f"{name}: no link left out without need", late or not withheld
def vouched(name, file, keys, power, kind, commitment, body, holder):
    good = not holder.get("signature") and not holder.get("scheme")
    if key := keys.get(power):
        text = statement(file["campaign"]["slug"], power, key, kind, commitment, body)
        good = holder.get("scheme") == f"seat 1/{key['number']}" and is_signed(key["public"], text, holder["signature"])
    return f"{name}: signed by the key of {power}, if it has one", good
def seat_keys(file):
    slug, numbers, live = file["campaign"]["slug"], {}, {}
    for entry, kind, power, body, name, now in walk(file):
        live[entry["seq"] - 1], bot = now.live, power not in now.live and body.get("how") == "bot"
        by_itself = "deputy" in body or (kind == "order.sealed" and bot) or (kind == "act" and {"dispatch", "asked"} & {*body})
        if kind == "seat.key" and body["public"]:
            numbers[power] = numbers.get(power, 0) + 1
            text = statement(slug, power, body, kind, "", body)
            good = is_signed(body["public"], text, body["proof"]) and body["number"] == numbers[power]
            good = good and (power not in now.keys or body["begins"] > now.phase)
            yield f"{name}: signs itself, and replaces none at once", good
        elif entry["actor"] == "power" and kind in BY_PLAYERS and not by_itself:
            yield vouched(name, file, now.live, power, kind, entry["commitment"], body, entry)
        elif kind == "deputy.accepted":
            yield vouched(name, file, now.live, power, "deputy.named", "", body, body)
        elif kind == "phase.resolved":
            for who in {*body.get("ready", ())} & {*now.live} & {*now.seals}:
                given, seal, key = body["ready"][who], now.seals[who], now.live[who]
                text = statement(slug, who, key, "order.ready", seal["commitment"], body)
                free = not given and (body["how"] != "ready" or not seal.get("signature"))
                yield f"{name}: {who} was ready", free or is_signed(key["public"], text, given)
        for one in body["secrets"] if kind == "secrets.opened" else ():
            yield vouched(name, file, live[one["after"]], one["power"], one["kind"], one["commitment"], one, one)
def vouched_for(file):
    found = {}  # of each seat, how much was signed with its key, and what stands for the rest
    for entry, kind, power, body, _, _ in walk(file):
        if entry["actor"] == "power" and kind in BY_PLAYERS:
            whose = "an autopilot" if body.get("how") == "bot" else "the site's word"
            found.setdefault(power, Counter())["signed" if entry.get("signature") else whose] += 1
    return found
def site_keys(file):
    slug, now = file["campaign"]["slug"], file["log"][0]["body"].get("site_key", "")
    for body in (e["body"] for e in file["log"] if e["kind"] == "site.key"):
        text = b"chancellery site key 1\n" + canonical({"campaign": slug, "key": body["key"], "before": now})
        good = not body["by_before"] or is_signed(now, text, body["by_before"])
        yield f"the key {body['key']}", good and body["before"] == now and is_signed(body["key"], text, body["proof"])
        now = body["key"]
def receipts(file):
    log, slug = file["log"], file["campaign"]["slug"]
    keys = {log[0]["body"].get("site_key"), *(e["body"]["key"] for e in log if e["kind"] == "site.key")}
    opened = [one for e in log if e["kind"] == "secrets.opened" for one in e["body"]["secrets"]]
    for one in file["receipts"]:
        at = "after" if one.get("after") else "seq"
        shown = {"phase": 0, "commitment": "", **{k: one[k] for k in one if k in {*RECEIPT, at}}, "campaign": slug}
        text, name = b"chancellery receipt 1\n" + canonical(shown), f"receipt {at} {one[at]}"
        yield f"{name}: is the site's", one["key"] in keys and is_signed(one["key"], text, one["signature"])
        yield f"{name}: in the log", one[at] <= len(log) and log[one[at] - 1]["hash"] == one["hash"]
        if at == "after" and log[-1]["kind"] == "campaign.finished":
            yield f"{name}: was done", (one[at], shown["commitment"]) in {(s["after"], s["commitment"]) for s in opened}
CHECKS = (the_log, times, seals, acts, secrets, chains, autopilots, rolls, closes, seat_keys, site_keys, receipts)
def verify(raw, kept=()):
    file = {**json.loads(raw), "receipts": kept}
    if sha(raw.rpartition(b'\n,"sha256"')[0]).hex() != file["sha256"]:
        yield "file: its bytes are those that were hashed"
    for check in CHECKS:
        try:
            yield from (f"{check.__name__}: {words}" for words, holds in check(file) if not holds)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            yield f"{check.__name__}: the file holds what no campaign writes ({error!r})"
if __name__ == "__main__":
    raw, *kept = (Path(name).read_bytes() for name in sys.argv[1:])
    sys.exit("\n".join(verify(raw, [one for file in kept for one in json.loads(file)["receipts"]])) or 0)
