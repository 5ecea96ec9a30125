"""Silence: for a power from which nothing came an autopilot plays, or nobody, as the policy in force says; and
an autopilot seals for no seat that somebody plays.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns import rulebooks
from campaigns.domain.deadline_steps import moment_of
from campaigns.domain.export_file import EntryRecord, Export, PhaseRecord
from rules.kernel.orders import Order
from verifier.dice import is_given
from verifier.endings import Ended
from verifier.report import SITE, Check, counted, shortened
from verifier.seats import Seated

_LEFT = {
    "hold": "silence holds by what was in force",
    "wait": "the campaign waits for its moderator by what was in force",
}


def check_silences(export: Export) -> Check:
    """Every phase that ended without the orders of all, and every seal of an autopilot."""
    check, ended, told = Check(name="silence"), Ended(), {one.number: one for one in export.phases}
    played = Seated()
    scripted, silent, stood_in = is_given(export), 0, 0
    for entry in export.log:
        where = f"log entry {entry.seq} ({entry.kind})"
        if not played.take(entry) and entry.kind == "order.sealed" and entry.body["how"] == "bot":
            if entry.power in played:
                check.fault(
                    f"{where}: an autopilot sealed for {entry.power}, whose seat somebody plays",
                    who=SITE,
                )
        elif entry.kind == "phase.resolved" and not scripted:
            phase = told.get(entry.body["phase"])
            silent += len(entry.body["silent"])
            stood_in += _stood_in(check, ended, entry, phase)
            _waited(check, ended, entry, where)
        ended.take(entry)
    check.said = (
        f"{counted(silent, 'time')} a power was silent, "
        f"{counted(stood_in, 'order')} of autopilots in their place"
    )
    return check


def _stood_in(check: Check, ended: Ended, entry: EntryRecord, phase: PhaseRecord | None) -> int:
    """The orders that autopilots gave for the silent, each as the policy lets them."""
    if phase is None:
        return 0
    given = [one.power for one in phase.orders if one.how == "autopilot"]
    left, at = _LEFT.get(ended.as_closed(entry)[0].silence), moment_of(entry.at)
    for power in given:
        if left and not ended.is_excused(power, at):
            check.fault(
                f"phase {phase.number}: an autopilot gave the order of {power}, but {left}",
                who=SITE,
            )
    return len(given)


def _waited(check: Check, ended: Ended, entry: EntryRecord, where: str) -> None:
    """Where the campaign is to wait for its moderator, no deadline ends a phase without all orders."""
    closed, at = ended.as_closed(entry)
    missing = [one for one in entry.body["silent"] if not closed.is_excused(one, at)]
    if entry.body["how"] == "deadline" and closed.silence == "wait" and missing:
        check.fault(
            f"{where}: it ended without {', '.join(missing)}, for whom it should have waited until the "
            "moderator said otherwise",
            who=SITE,
        )


def left_out(
    phase: PhaseRecord,
    silence: str,
    book: rulebooks.Book,
    state: Any,
    orders: Mapping[str, Order],
    standing: Mapping[str, Order],
) -> Iterator[str]:
    """What is wrong with the orders of autopilots in a phase that is played again, in words: one is missing
    that ``silence`` asks for (:attr:`Ended.silence`), or one is there though standing orders had answered.
    ``orders`` and ``standing`` are those that counted.
    """
    given = {one.power for one in phase.orders if one.how == "autopilot"}
    done = {one.power for one in phase.orders if one.how in ("sealed", "bot")}
    for power in sorted({one.power for one in book.phase(state).asked} - done):
        view, left = rulebooks.view_of(book, state, power), standing.get(power)
        answered = left is not None and book.stands(view, power, left)
        if answered and power in given:
            yield (
                f"phase {phase.number}: an autopilot gave the order of {power}, though standing orders had "
                "answered"
            )
        elif not answered and power not in orders and silence == "autopilot":
            expected = rulebooks.autopilot_order(book, state, power)[0]
            if expected is not None:
                yield (
                    f"phase {phase.number}: {power} gave no order, but by the policy in force the autopilot "
                    f"had to give {shortened(expected)}"
                )
