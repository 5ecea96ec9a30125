"""Dispatches that waited for a look: what took effect is what was declared, when its time had come, once."""

from collections.abc import Iterator

from campaigns.domain import dispatch_review
from campaigns.domain.dispatch_review import NotSo, ReviewedDispatch
from campaigns.domain.entries.facts import ActCarriedOut, DispatchProposed
from campaigns.domain.export_file import EntryRecord, Export
from verifier.report import Check, counted
from verifier.seals import done


def after(entry: EntryRecord, known: dict[int, ReviewedDispatch]) -> ReviewedDispatch | None:
    """The dispatch that an entry tells of, as it is then; ``None`` for any other entry. ``known`` are
    those told of before, by number. Raises ``NotSo``.
    """
    body, kind = entry.body, entry.kind
    if "dispatch" not in body or not (kind == ActCarriedOut.tag or kind.startswith("dispatch.")):
        return None
    number = body["dispatch"]
    if kind == DispatchProposed.tag:
        if number != len(known) + 1:
            raise NotSo(f"dispatch {number} is the campaign's dispatch {len(known) + 1}")
        return dispatch_review.begun(number, entry.power, body)
    before = known.get(number)
    if before is None or not before.lines:
        raise NotSo(f"dispatch {number} does not wait")
    if kind == ActCarriedOut.tag:
        return dispatch_review.in_effect(
            before, entry.power, tuple(body["facts"]), over=body["over"]
        )
    return dispatch_review.stepped(before, kind, entry.power, body)


def check_looks(export: Export) -> Check:
    """Every dispatch that waited, each look at it, and what became of it."""
    check = Check(name="dispatches")
    known: dict[int, ReviewedDispatch] = {}
    secret = {act.entry: act for act in export.acts}
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if entry.kind == "phase.resolved":
            for pending in known.values():
                if pending.ready(over=True):
                    check.fault(f"{where}: dispatch {pending.number} should have taken effect")
        try:
            now = after(entry, known)
        except NotSo as wrong:
            check.fault(f"{where}: {wrong}")
            continue
        if now is None:
            continue
        if entry.kind == ActCarriedOut.tag:
            for fault in _as_declared(entry, known[now.number], secret):
                check.fault(f"{where}: {fault}")
        known[now.number] = now
    waits = sum(bool(pending.lines) for pending in known.values())
    check.said = (
        f"{counted(len(known), 'dispatch', 'dispatches')} that waited, {waits} of them still"
    )
    if known:
        check.beyond.append("whether the deadline had passed when a dispatch took effect by it")
    return check


def _as_declared(entry: EntryRecord, before: ReviewedDispatch, secret: object) -> Iterator[str]:
    """What is wrong with the act by which a dispatch took effect."""
    order, nonce = done(entry, secret)
    if nonce is None:
        return
    expected = {key: before.lines[key].value for key in entry.body["facts"]}
    if order.get("kind") != "declare" or order.get("facts") != expected:
        yield f"what took effect is not what dispatch {before.number} declared"
