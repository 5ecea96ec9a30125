"""Forks: where a campaign says that it comes from, and where it says that another was forked from it."""

from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check, counted, opens

FORKED = "campaign.forked"


def check_forks(export: Export) -> Check:
    """The position with which a fork began is the one that its first entry commits to. Every fork of this
    campaign begins with one of its phases, and was agreed to in these words.
    """
    check = Check(name="forks", said="begins with its scenario")
    founded = export.log[0] if export.log else None
    forked = founded.body.get("forked") if founded else None
    if founded is not None and forked is not None:
        check.said = (
            f"begins with phase {forked['phase']} of {forked['campaign']}; that it was so there, the file of "
            "that campaign shows"
        )
        _position(check, export, founded)
    elif export.origin is not None:
        check.fault("the file holds a position to begin with, which the log does not name")
    made = [entry for entry in export.log if entry.kind == FORKED]
    for entry in made:
        _forked(check, export, entry)
    if made:
        check.said += f"; forked {counted(len(made), 'time')}"
    return check


def _position(check: Check, export: Export, founded: EntryRecord) -> None:
    if export.origin is None:
        check.left.append(
            "the position with which it began: it is opened when this campaign and the one that it comes from "
            "are over"
        )
    elif not opens(founded.commitment, export.origin.nonce, {"state": export.origin.state}):
        check.fault("the position with which it began is not the one that was committed to")


def _forked(check: Check, export: Export, entry: EntryRecord) -> None:
    where, body = f"log entry {entry.seq} ({entry.kind})", entry.body
    before = export.log[: entry.seq - 1]
    opened = next(
        (e for e in before if e.kind == "phase.opened" and e.body["phase"] == body["from"]), None
    )
    if opened is None:
        check.fault(f"{where}: phase {body['from']} was not there")
        return
    for part in ("title", "turn"):
        check.equal(f"{where}: the {part} of its phase", body[part], opened.body[part])
    asked = next(
        (e for e in before if e.kind == "consent.asked" and e.body["consent"] == body["consent"]),
        None,
    )
    if asked is None:
        check.fault(f"{where}: nobody was asked")
        return
    about = asked.body["about"]
    check.equal(f"{where}: its phase", body["from"], about.get("from"))
    check.equal(f"{where}: how many must agree", asked.body["threshold"], "all")
