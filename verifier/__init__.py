"""Checking an exported campaign without asking anybody: its file is enough.

Each check says in one line what it found: in order, at fault (what and where), or not possible
with what this file holds, and why not. What no file can be checked for it says apart.
"""

from collections.abc import Callable, Sequence
from functools import partial

from campaigns.domain import export_file
from campaigns.domain.export_file import Export
from verifier import (
    absences,
    autopilots,
    branches,
    chain,
    clock,
    deputies,
    dice,
    endings,
    kept_files,
    origins,
    reasons,
    records,
    replay,
    reviews,
    seals,
    secret_log,
    signatures,
    silences,
    site_keys,
    votes,
)
from verifier.report import EDITOR, SITE_OR_EDITOR, Watch, unwatched
from verifier.report import Check as Check
from verifier.rules import Given

CHECKS = (
    chain.check_founding,
    records.check_phases,
    records.check_claims,
    reviews.check_looks,
    records.check_people,
    votes.check_consents,
    branches.check_lines,
    branches.check_overrides,
    branches.check_rulings,
    origins.check_forks,
    deputies.check_deputies,
    clock.check_clock,
    endings.check_endings,
    silences.check_silences,
    reasons.check_reasons,
    absences.check_absences,
    seals.check_orders,
    seals.check_acts,
    seals.check_standing,
    signatures.check_signatures,
    site_keys.check_site_keys,
    secret_log.check_held,
    dice.check_links,
    dice.check_rolls,
    autopilots.check_seeds,
)


def verify(
    data: bytes,
    rules: Given | None = None,
    *,
    others: Sequence[tuple[str, bytes]] = (),
    watch: Watch = unwatched,
) -> list[Check]:
    """Every check of a file. ``rules`` are those that a person hands over, by their digest. ``others`` are
    what was kept of the campaign, each with its name: older files, heads, receipts; what they say must be in
    the file. ``watch`` is told how far it is. Raises ``UnreadableExport`` for what is no export.
    """
    export: Export = export_file.read(data)
    played = partial(replay.check_replay, given=rules, watch=watch)
    checks = [chain.check_file(export, data), _checked(chain.check_log, export, "check_log")]
    checks += [kept_files.check_against(export, name, other) for name, other in others]
    for done, check in enumerate(CHECKS):
        watch("checks", done, len(CHECKS))
        checks.append(_checked(check, export, check.__name__))
    checks.append(_checked(played, export, "check_replay"))
    if not any(check.faults for check in checks[:2]):
        # Who edits a file and makes all its hashes anew cannot be told from the site that wrote it.
        for one in checks:
            one.by = SITE_OR_EDITOR if one.by == EDITOR else one.by
    return checks


def first_fault(checks: Sequence[Check]) -> tuple[str, str] | None:
    """The first thing that does not hold, and who could have done it."""
    for check in checks:
        for fault in check.faults:
            return f"{check.name}: {fault}", check.could_have(fault)
    return None


def _checked(check: Callable[[Export], Check], export: Export, called: str) -> Check:
    """What a check found; one that trips over the file has found a fault."""
    try:
        return check(export)
    except Exception as error:  # noqa: BLE001 - whatever a forged file makes it stumble over
        name = called.removeprefix("check_").replace("_", " ")
        stumbled = Check(name=name, said="could not be carried out")
        stumbled.fault(f"the file holds what no campaign writes: {type(error).__name__} {error}")
        return stumbled
