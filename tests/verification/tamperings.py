"""Ways of tampering with a campaign, one a row: what is done, by whom, and who catches it.

``FILES`` are done to an exported file; those of ``tampering_sites.py`` to a site that runs. Whoever adds an act, a
kind of log entry or a field of the file adds a row. A row that nobody catches stands by the same name, with its
reason, in docs/security.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from tests.support.dice import signed as round_of_the_beacon
from tests.support.exports import third_verifier as third
from tests.support.exports.tampering import first_entry as first
from tests.support.exports.tampering import flip, rehash
from tests.support.exports.tampering import phase_in as phase_of

EDITOR: Final = "whoever edits the file"
REHASHER: Final = "whoever edits the file and makes all its hashes anew"
SQL: Final = "the owner, in the database"
KEYS: Final = "the owner, with the server, SEAL_KEYS and SITE_KEY"

Content = dict[str, Any]


@dataclass(frozen=True)
class Tampering:
    """One row. ``caught`` names who notices: ``verify:CHECK`` and ``third:CHECK`` find a fault; ``left:CHECK`` says that
    it cannot be checked, which ends with 3; ``older``, ``heads`` and ``receipts`` are what a player kept and compares
    (``--against``). Empty: nobody.
    """

    what: str
    by: str
    file: str
    change: Callable[[Content], Any]
    caught: tuple[str, ...] = ()

    def done(self, content: Content) -> None:
        """Do it."""
        self.change(content)
        if self.by == REHASHER:
            rehash(content)


# -- verbs ----------------------------------------------------------------------------------------


def entries(content: Content, kind: str, **said: Any) -> list[Content]:
    """The log entries of a kind, with these parts."""
    return [
        one
        for one in content["log"]
        if one["kind"] == kind and all(one[part] == value for part, value in said.items())
    ]


def entry(
    kind: str, change: Callable[[Content], Any], at: int = 0, **said: Any
) -> Callable[[Content], None]:
    """Change an entry of the log."""
    return lambda content: change(entries(content, kind, **said)[at])


def body(
    kind: str, change: Callable[[Content], Any], at: int = 0, **said: Any
) -> Callable[[Content], None]:
    """Change the body of an entry of the log."""
    return lambda content: change(entries(content, kind, **said)[at]["body"])


def gone(kind: str, at: int = 0, **said: Any) -> Callable[[Content], None]:
    """Take an entry out of the log."""
    return lambda content: content["log"].remove(entries(content, kind, **said)[at])


def moved(kind: str, behind: str) -> Callable[[Content], None]:
    """Move the first entry of a kind behind the first one of another."""

    def change(content: Content) -> None:
        log, moving = content["log"], first(content, kind)
        log.remove(moving)
        moving["at"] = first(content, behind)["at"]
        log.insert(log.index(first(content, behind)) + 1, moving)

    return change


def unsigned(one: Content) -> None:
    del one["signature"], one["scheme"]


def other_order(content: Content, power: str = "north") -> None:
    """Another order in the place of a power's, with a commitment that it opens, wherever the file tells of it."""
    for phase in (phase_of(content), first(content, "orders.released")["body"]):
        one = next(one for one in phase["orders"] if one["power"] == power)
        before, one["order"] = one["commitment"], {"kind": "name", "valley": "west"}
        one["commitment"] = third.sha(
            bytes.fromhex(one["nonce"]), third.canonical(one["order"])
        ).hex()
        for sealed in entries(content, "order.sealed", commitment=before):
            if sealed["body"]["phase"] == phase_of(content)["number"]:
                sealed["commitment"] = one["commitment"]
        for closed in entries(content, "phase.closed"):
            seals = closed["body"]["seals"]
            if (
                closed["body"]["phase"] == phase_of(content)["number"]
                and seals.get(power) == before
            ):
                seals[power] = one["commitment"]


def in_anothers_name(content: Content) -> None:
    """A withdrawal that the player did not make."""
    at = content["log"].index(entries(content, "order.sealed", power="north")[0])
    made = {**content["log"][at], "kind": "order.withdrawn", "body": {"phase": 1}}
    unsigned(made)
    content["log"].insert(at + 1, made)


def as_an_autopilot(content: Content) -> None:
    one = entries(content, "order.sealed", power="north")[0]
    unsigned(one)
    one["body"]["how"] = "bot"


def by_another_seed(content: Content) -> None:
    """The autopilot's order of the first phase as another seed would have it, with a commitment that it opens."""
    number = phase_of(content, "place")["number"]
    told = [one["body"] for one in entries(content, "orders.released")]
    for phase in (phase_of(content, "place"), *(one for one in told if one["phase"] == number)):
        one = next(one for one in phase["orders"] if one["how"] == "bot")
        before, two = one["commitment"], one["order"]["points"] == {"east": 2}
        one["order"] = {"kind": "place", "points": {"east": 1, "west": 1} if two else {"east": 2}}
        made = third.sha(bytes.fromhex(one["nonce"]), third.canonical(one["order"]))
        one["commitment"] = made.hex()
        for sealed in entries(content, "order.sealed", commitment=before):
            sealed["commitment"] = one["commitment"]


def other_seed(content: Content) -> None:
    """Another seed wherever the file tells of the first one."""
    released = entries(content, "orders.released")[0]["body"]
    phase = next(one for one in content["phases"] if one["number"] == released["phase"])
    phase["autopilots"] = released["autopilots"] = "ab" * 32


def chosen_seed(content: Content) -> None:
    """A seed that somebody chose, and said so when the phase opened."""
    other_seed(content)
    number = entries(content, "orders.released")[0]["body"]["phase"]
    opened = entries(content, "phase.opened")[number - 1]["body"]
    assert opened["phase"] == number
    opened["autopilots"] = {"seed": third.sha(bytes.fromhex("ab" * 32)).hex()}


def without_seeds(content: Content) -> None:
    """As if nothing had been committed to of what autopilots choose by."""
    for phase in content["phases"]:
        phase["autopilots"] = ""
    for one in content["log"]:
        one["body"].pop("autopilots", None)


def voided_for_nothing(content: Content) -> None:
    sealed = entries(content, "order.sealed", power="north")[-1]
    at = content["log"].index(sealed)
    made = {
        **sealed,
        "kind": "order.voided",
        "actor": "clock",
        "body": {"phase": sealed["body"]["phase"], "reason": "No"},
    }
    content["log"].insert(at + 1, made)


def swapped(content: Content) -> None:
    """Two seals, one before the other."""
    log = content["log"]
    at = next(at for at, one in enumerate(log) if [each["kind"] for each in log[at : at + 2]] == ["order.sealed"] * 2)  # fmt: skip
    log[at], log[at + 1] = log[at + 1], log[at]
    log[at]["at"], log[at + 1]["at"] = log[at + 1]["at"], log[at]["at"]


def cut(content: Content, entries_: int = 3) -> None:
    """The last entries removed, as if they had not been."""
    del content["log"][-entries_:]


def withheld(content: Content) -> None:
    """A link that had come is left out."""
    said = first(content, "phase.resolved")["body"]
    del said["links"]["south"]
    said["withheld"] = ["south"]


def site_key_of_another(content: Content) -> None:
    one = {**content["log"][1], "kind": "site.key", "actor": "clock", "power": ""}
    one["body"] = {"key": "11" * 32, "before": "22" * 32, "proof": "", "by_before": ""}
    content["log"].insert(1, one)


def other_round(content: Content) -> None:
    """The next round of the beacon, with its own signature."""
    closed, over = (first(content, kind)["body"] for kind in ("phase.closed", "phase.resolved"))
    closed["round"] += 1
    over.update(round=closed["round"], beacon=round_of_the_beacon(closed["round"]))


def other_roll(content: Content) -> None:
    """A die that fell otherwise, wherever the file tells of it."""
    for told in (phase_of(content), first(content, "orders.released")["body"]):
        told["rolls"][0]["value"] = told["rolls"][0]["value"] % 6 + 1


def quiet(content: Content) -> None:
    """Nothing was done in secret, and the commitments fit: whoever has the key can make them."""
    opened = first(content, "secrets.opened")["body"]
    secrets = [one for one in opened["secrets"] if one["kind"] == "act"]
    opened["secrets"] = secrets
    content["log"].remove(first(content, "standing.released"))
    hold(content)


def hold(content: Content) -> None:
    """Make what entries hold fit what is opened."""
    for number, one in enumerate(content["log"], 1):
        one["seq"] = number
    opened = first(content, "secrets.opened")["body"]
    parts = ("at", "commitment", "kind", "phase", "power")
    for one in content["log"]:
        held = [{part: each[part] for part in parts} for each in opened["secrets"] if each["after"] == one["seq"] - 1]  # fmt: skip
        nonce = third.mac(bytes.fromhex(opened["key"]), f"held|{one['seq']}")
        one["held"] = third.sha(nonce, third.canonical(held)).hex()


def northern(opened: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last correction that North proposed, and its acceptance by the desk."""
    proposed = [
        one for one in opened if (one["kind"], one["power"]) == ("value.proposed", "north")
    ][-1]
    return [proposed, *(
        one
        for one in opened
        if one["kind"] == "value.accepted" and one["order"]["proposal"] == proposed["commitment"]
    )]  # fmt: skip


def corrected_otherwise(content: Content) -> None:
    """Another correction of a secret value was proposed, and all that was committed to fits it."""
    opened = first(content, "secrets.opened")["body"]["secrets"]
    proposed, accepted = northern(opened)
    proposed["order"]["change"]["after"] = 0
    for one in (proposed, accepted):
        nonce = bytes.fromhex(one["nonce"])
        one["commitment"] = third.sha(nonce, third.canonical(one["order"])).hex()
        accepted["order"]["proposal"] = proposed["commitment"]
    hold(content)


def refused(content: Content) -> None:
    """What the desk accepted it has refused."""
    _, accepted = northern(first(content, "secrets.opened")["body"]["secrets"])
    accepted["kind"] = "value.refused"
    hold(content)


def a_day_earlier(content: Content) -> None:
    """All moments put back by a day, wherever the file tells of one."""

    def put_back(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: put_back(one) for name, one in value.items()}
        if isinstance(value, list):
            return [put_back(one) for one in value]
        if isinstance(value, str) and value.endswith("+00:00"):
            return (datetime.fromisoformat(value) - timedelta(days=1)).isoformat(
                timespec="microseconds" if "." in value else "seconds"
            )
        return value

    content.update(put_back(content))
    hold(content)


def a_minute_later(one: Content) -> None:
    then = datetime.fromisoformat(one["at"]) + timedelta(minutes=1)
    one["at"] = then.isoformat(timespec="microseconds")


def both(*changes: Callable[[Content], Any]) -> Callable[[Content], None]:
    def change(content: Content) -> None:
        for one in changes:
            one(content)

    return change


def campaign(**said: Any) -> Callable[[Content], None]:
    return lambda content: content["campaign"].update(said)


def founded(**said: Any) -> Callable[[Content], None]:
    return body("campaign.founded", lambda told: told.update(said))


def of_power(content: Content, power: str) -> Content:
    return next(one for one in content["seats"] if one["power"] == power)


RULES: Final = "ab" * 32
SIGNATURES: Final = ("verify:signatures", "third:seat_keys")
SEEDS: Final = ("verify:autopilots' seeds", "third:autopilots")
CHAINS: Final = ("verify:dice links", "third:chains")
CLOSES: Final = ("verify:dice links", "third:closes")

# -- the table ------------------------------------------------------------------------------------

FILES: Final = tuple(
    Tampering(*row)
    for row in (
        # Who edits the file, and makes no more of its hashes anew than the one at its end.
        ("changes an entry of the log", EDITOR, "plain", body("moderator.facts", lambda b: b.update(reason="I felt so")), ("verify:log", "third:the_log")),
        ("removes an entry of the log", EDITOR, "plain", gone("moderator.facts"), ("verify:log", "third:the_log")),
        ("removes the last entries", EDITOR, "running", cut, ("verify:log", "third:the_log")),
        ("opens another order than was sealed", EDITOR, "plain", lambda c: phase_of(c)["orders"][0].update(order={"kind": "name", "valley": "west"}), ("verify:seals", "third:seals")),
        ("changes a die of a phase", EDITOR, "plain", lambda c: phase_of(c)["rolls"][0].update(value=phase_of(c)["rolls"][0]["value"] % 6 + 1), ("verify:rolls", "third:rolls")),
        ("changes what a phase brought", EDITOR, "plain", lambda c: phase_of(c)["events"][0]["event"].update(holder="isle"), ("verify:replay",)),
        ("changes a declared fact", EDITOR, "plain", lambda c: c["claims"][0].update(value=4), ("verify:facts",)),
        ("changes the state at the end", EDITOR, "plain", lambda c: c["state"]["view"]["holders"].update(east="isle"), ("verify:replay",)),
        ("opens an act otherwise", EDITOR, "plain", lambda c: c["acts"][0].update(nonce=flip(c["acts"][0]["nonce"])), ("verify:acts", "third:acts")),
        ("changes the title", EDITOR, "plain", campaign(title="Another"), ("verify:campaign",)),
        ("says that an autopilot had a seat", EDITOR, "plain", lambda c: of_power(c, "north").update(bot=True), ("verify:seats",)),
        ("changes the title of a phase", EDITOR, "plain", lambda c: phase_of(c).update(title="Renaming"), ("verify:phases",)),
        ("changes the digest of a phase's rules", EDITOR, "plain", lambda c: phase_of(c).update(rules=RULES), ("verify:phases",)),
        ("changes when a phase ended", EDITOR, "plain", lambda c: phase_of(c).update(resolved_at=""), ("verify:phases",)),
        ("changes a name", EDITOR, "plain", lambda c: of_power(c, "north").update(taken_by="somebody else")),
        ("changes the status of one that runs", EDITOR, "running", campaign(status="paused", status_reason="A feast")),
        # Who makes the whole chain of hashes anew too.
        ("replaces the order of a seat with a key", REHASHER, "signed", other_order, SIGNATURES),
        ("replaces the order of a seat without a key", REHASHER, "plain", other_order, ("verify:replay",)),
        ("drops the signature of a seal", REHASHER, "signed", entry("order.sealed", unsigned, power="north"), SIGNATURES),
        ("signs a seal with another key", REHASHER, "signed", entry("order.sealed", lambda e: e.update(signature="ab" * 64), power="north"), SIGNATURES),
        ("takes the seal of one phase for that of another", REHASHER, "signed", lambda c: entries(c, "order.sealed", power="north")[2].update(signature=entries(c, "order.sealed", power="north")[0]["signature"]), SIGNATURES),
        ("tells a player's seal as an autopilot's", REHASHER, "signed", as_an_autopilot, SIGNATURES),
        ("takes a seal back in a player's name", REHASHER, "signed", in_anothers_name, SIGNATURES),
        ("acts in a player's name", REHASHER, "signed", entry("act.asked", unsigned), SIGNATURES),
        ("leaves standing orders in a player's name", REHASHER, "signed", body("secrets.opened", lambda b: unsigned(b["secrets"][0])), SIGNATURES),
        ("says that a player was ready", REHASHER, "signed", body("phase.resolved", lambda b: b["ready"].update(north="")), SIGNATURES),
        ("names a deputy in a player's name", REHASHER, "signed", body("deputy.accepted", unsigned), SIGNATURES),
        ("gives a deputy more rights", REHASHER, "signed", body("deputy.accepted", lambda b: b.update(until="2099-01-01T00:00:00.000000+00:00")), SIGNATURES),
        ("puts another key in the place of a player's", REHASHER, "signed", body("seat.key", lambda b: b.update(public="cd" * 32)), SIGNATURES),
        ("lets a new key count at once", REHASHER, "signed", body("seat.key", lambda b: b.update(begins=1), at=3), SIGNATURES),
        ("lets a deputy act who was none", REHASHER, "agreed", gone("deputy.accepted"), ("verify:deputies",)),
        ("takes a vote away", REHASHER, "agreed", gone("consent.given", at=2), ("verify:agreements of the players",)),
        ("carries out what was not asked", REHASHER, "agreed", gone("consent.asked"), ("verify:agreements of the players",)),
        ("changes an override", REHASHER, "agreed", body("state.overridden", lambda b: b["changes"][0].update(after="isle")), ("verify:overrides",)),
        ("says that an override found something else", REHASHER, "agreed", body("state.overridden", lambda b: b["changes"][0].update(before="isle" if b["changes"][0]["before"] != "isle" else "south")), ("verify:overrides",)),
        ("opens another correction of a secret value", REHASHER, "agreed", body("secrets.opened", lambda b: next(s for s in b["secrets"] if s["kind"] == "value.proposed")["order"]["change"].update(after=0)), ("verify:secrets", "third:acts")),
        ("corrects a secret value otherwise, with the key of what is held", REHASHER, "agreed", corrected_otherwise, ("verify:replay",)),
        ("says that the desk refused to correct a secret value", REHASHER, "agreed", refused, ("verify:replay",)),
        ("goes back to another phase", REHASHER, "agreed", body("line.rolled_back", lambda b: b.update(to=1)), ("verify:lines",)),
        ("goes back without the players", REHASHER, "agreed", body("line.rolled_back", lambda b: b.pop("consent")), ("verify:lines",)),
        ("changes what a dispatch says", REHASHER, "agreed", body("dispatch.proposed", lambda b: b["facts"].update(boats=7)), ("verify:dispatches",)),
        ("changes the facts that a moderator set", REHASHER, "plain", body("moderator.facts", lambda b: b["facts"].update(bridge=not b["facts"]["bridge"])), ("verify:replay",)),
        ("takes the reason of the desk away", REHASHER, "plain", body("moderator.facts", lambda b: b.update(reason=" ")), ("verify:reasons",)),
        ("changes what silence means", REHASHER, "plain", body("campaign.founded", lambda b: b["policy"].update(missed="hold")), ("verify:silence",)),
        ("changes a table of the rules", REHASHER, "world_in_flames", both(campaign(tables={"italy.needed": 9}), founded(tables={"italy.needed": 9})), ("verify:replay",)),
        ("changes a variant", REHASHER, "plain", both(campaign(variants={"fog": "on"}), founded(variants={"fog": "on"})), ("verify:replay",)),
        ("names other rules for a phase", REHASHER, "plain", both(lambda c: phase_of(c).update(rules=RULES), body("phase.opened", lambda b: b.update(rules=RULES), at=1)), ("left:replay",)),
        ("changes the policy of the clock", REHASHER, "plain", body("campaign.founded", lambda b: b["policy"]["hours"].update(default=1.0)), ("verify:the clock",)),
        ("puts an entry before its time", REHASHER, "plain", entry("phase.resolved", lambda e: e.update(at="2020-01-01T00:00:00.000000+00:00")), ("verify:times", "third:times")),
        ("says that everybody was ready", REHASHER, "plain", both(body("phase.resolved", lambda b: b.update(how="ready")), lambda c: phase_of(c, "place").update(how="ready")), ("verify:times", "third:times")),
        ("changes the order of two entries", REHASHER, "plain", swapped, ("verify:secrets", "third:secrets", "older")),
        ("voids a seal for nothing", REHASHER, "plain", voided_for_nothing, ("verify:seals", "third:times")),
        ("opens another secret than was done", REHASHER, "plain", body("secrets.opened", lambda b: b["secrets"][0].update(commitment="ab" * 32)), ("verify:secrets", "third:secrets", "receipts")),
        ("hides what was done in secret, with its key", REHASHER, "plain", quiet, ("receipts", "older", "heads")),
        ("opens standing orders otherwise", REHASHER, "plain", body("standing.released", lambda b: b["standing"][0]["order"].update(valley="south")), ("verify:standing orders",)),
        ("changes a die wherever it is told", REHASHER, "plain", other_roll, ("verify:rolls", "third:rolls")),
        ("changes a link of the site", REHASHER, "chained", body("phase.resolved", lambda b: b.update(link="00" * 32)), CHAINS),
        ("leaves a seat's link out of a throw", REHASHER, "chained", body("phase.resolved", lambda b: b["links"].pop("north")), CHAINS),
        ("gives a seat's chain another head", REHASHER, "chained", body("dice.seat", lambda b: b.update(head="00" * 32)), CHAINS),
        ("brings a seat's chain after the first throw", REHASHER, "chained", moved("dice.seat", "phase.resolved"), CHAINS),
        ("opens another secret of the chains", REHASHER, "chained", body("campaign.finished", lambda b: b.update(dice_root="00" * 32)), CHAINS),
        ("announces another chain", REHASHER, "chained", body("campaign.founded", lambda b: b["dice"].update(next="00" * 32)), CHAINS),
        ("says that the dice are given", REHASHER, "chained", founded(dice={"given": True}), CHAINS),
        ("does not say how the dice are made", REHASHER, "chained", body("campaign.founded", lambda b: b["dice"].pop("scheme")), CHAINS),
        ("names other seals in a close", REHASHER, "signed", body("phase.closed", lambda b: b["seals"].pop("north")), CLOSES),
        ("waits for fewer links", REHASHER, "signed", body("phase.closed", lambda b: b.update(waits=["north"])), CLOSES),
        ("withholds a link that had come", REHASHER, "signed", withheld, CLOSES),
        ("throws without a close", REHASHER, "signed", gone("phase.closed"), CLOSES),
        ("takes another round of the beacon", REHASHER, "with_beacon", other_round, CLOSES),
        ("signs the round of the beacon itself", REHASHER, "with_beacon", body("phase.resolved", lambda b: b.update(beacon=round_of_the_beacon(b["round"] + 1))), CLOSES),
        ("says that the beacon's moment was another", REHASHER, "with_beacon", entry("phase.closed", a_minute_later), CLOSES),
        ("plays an autopilot by another seed", REHASHER, "changed_hands", by_another_seed, ("verify:replay",)),
        ("publishes another seed of autopilots", REHASHER, "changed_hands", other_seed, SEEDS),
        ("chooses a seed of autopilots before a phase opens", REHASHER, "changed_hands", chosen_seed, SEEDS),
        ("opens another secret of the autopilots", REHASHER, "changed_hands", body("campaign.finished", lambda b: b.update(autopilots=["00" * 32])), SEEDS),
        ("says that autopilots had no seeds", REHASHER, "changed_hands", without_seeds, ("verify:autopilots' seeds", "verify:replay")),
        ("names another key of the site", REHASHER, "plain", site_key_of_another, ("verify:site's key", "third:site_keys")),
        ("removes the last entries, and says that there were no more", REHASHER, "running", lambda c: cut(c, 1), ("left:against older",)),
        ("puts the whole log back by a day", REHASHER, "plain", a_day_earlier, ("older", "heads", "receipts")),
    )
)  # fmt: skip
