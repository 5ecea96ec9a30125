"""What the site itself can check of a past phase, as ``manage.py verify`` does, and says beside it.

Everything is worked out anew from what is published: the entries of the log about the phase, the
orders and nonces in them, and the events that everybody is told. Nothing is said to be in order that
was not looked at.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.domain.entries.facts import ActCarriedOut, FactsCorrected
from campaigns.domain.entries.phases import OrdersPublished, PhaseOpened, PhaseResolved
from campaigns.domain.entries.repair import RulesMoved
from campaigns.models import Campaign, LogEntry, Phase
from campaigns.proofs.commitments import matches
from campaigns.proofs.phase_seeds import TOLD
from rules.kernel.dice import Roll, follows
from rules.kernel.serial import shaped
from verifier.autopilots import ANEW, BEGINS, seed_hash
from verifier.dice import dice_fault

_KINDS = (PhaseOpened, RulesMoved, PhaseResolved, OrdersPublished, ActCarriedOut, FactsCorrected)

ToldRows = Iterable[tuple[int, bytes]]
"""Of each event that everybody is told the key of its entry and its JSON, in their order."""


class Check(Struct, frozen=True, kw_only=True):
    """What was checked of a phase. ``released`` says whether its orders are public yet; before that
    neither its seals nor its dice can be.

    ``dice`` counts those that were worked out again from their links, acts included;
    ``given``: there are none to work out, for a script gives them; ``policy`` says when they were thrown, and
    ``withheld`` counts the links that stayed away. ``seeded``: the autopilots' seed is the
    one that was committed to before. ``told`` is whether it was resolved, so that the log holds hashes of
    what happened; ``wrong`` says in one sentence each what does not fit.
    """

    released: bool
    seals: int
    seals_match: int
    dice: int
    link: str
    link_follows: bool
    given: bool
    told: bool
    wrong: tuple[str, ...]
    policy: str = ""
    withheld: int = 0
    seeded: bool = False


def entries_about(phase: Phase, until: int) -> list[LogEntry]:
    """The entries of the log that a phase's page is made from, up to one of this number."""
    kinds = [kind.tag for kind in _KINDS]
    return list(phase.campaign.log.filter(phase=phase, seq__lte=until, kind__in=kinds))


def body_of(entries: Iterable[LogEntry], kind: str) -> dict[str, Any] | None:
    """What the log says of a phase in an entry of this kind, if there is one."""
    return next((json.loads(entry.body) for entry in entries if entry.kind == kind), None)


def check(phase: Phase, entries: Sequence[LogEntry], told: ToldRows) -> Check:
    """Check a phase by its entries, and by what everybody is told of it."""
    resolved, released = (
        body_of(entries, kind) for kind in (PhaseResolved.tag, OrdersPublished.tag)
    )
    orders = (released or {}).get("orders", [])
    sealed = [one for one in orders if one["commitment"]]
    match = sum(_opens(one) for one in sealed)
    link, before = ((resolved or {}).get(name, "") for name in ("link", "link_before"))
    wrong = [*_changed(entries), *_told_otherwise(entries, told)]
    if (phase.link, phase.link_before) != (link, before):
        wrong.append(_("The dice link of this phase is not the one in the log."))
    dice = 0
    given = phase.campaign.dice_given
    if released is not None and resolved is None:
        wrong.append(_("The log does not say how this phase was resolved."))
    thrown = () if given else _thrown(entries, resolved, released)
    for where, body, rolls in thrown:
        dice += len(rolls)
        wrong += [f"{where}{fault}." for fault in dice_fault(body, rolls)]
    if match < len(sealed):
        wrong.append(
            _("%(wrong)s of %(sealed)s seals were opened to something else.")
            % {"wrong": len(sealed) - match, "sealed": len(sealed)}
        )
    seed = (released or {}).get(TOLD, "")
    committed = _committed(phase, entries) if released else ""
    if seed_hash(seed) != committed:
        wrong.append(_("The autopilots’ seed of this phase is not the one that was committed to."))
    return Check(
        released=released is not None,
        seals=len(sealed)
        if released
        else phase.sheets.filter(state__in=("used", "void")).exclude(commitment="").count(),
        seals_match=match,
        dice=dice,
        link=phase.link,
        link_follows=_follows(phase.link, phase.link_before),
        given=given,
        told=resolved is not None,
        wrong=tuple(wrong),
        policy="" if given else phase.campaign.dice_policy,
        withheld=sum(len(json.loads(entry.body).get("withheld", ())) for entry in entries),
        seeded=bool(seed) and seed_hash(seed) == committed,
    )


def _committed(phase: Phase, entries: Sequence[LogEntry]) -> str:
    """The last commitment to the autopilots' seed of a phase before its orders were published; ``""`` where
    there is none. Where the keys of a site were lost, an entry about the whole campaign commits to another.
    """
    began = next((entry.seq for entry in entries if entry.kind == PhaseOpened.tag), 0)
    ended = next((entry.seq for entry in entries if entry.kind == OrdersPublished.tag), 0)
    log = LogEntry.objects.filter(campaign=phase.campaign_id, kind=ANEW)
    anew = log.filter(seq__gt=began, seq__lt=ended) if began else ()
    told = sorted(
        (entry for entry in (*entries, *anew) if entry.kind in (*BEGINS, ANEW)),
        key=lambda entry: entry.seq,
    )
    found = [json.loads(entry.body).get(TOLD, {}).get("seed", "") for entry in told]
    return next((seed for seed in reversed(found) if seed), "")


def _thrown(
    entries: Iterable[LogEntry],
    resolved: dict[str, Any] | None,
    released: dict[str, Any] | None,
) -> Iterable[tuple[str, dict[str, Any], tuple[Roll, ...]]]:
    """The dice of the resolution and of every act: where, under which links, and which."""
    if released is not None and resolved is not None:
        yield "", resolved, _rolls(released)
    for entry in entries:
        body = json.loads(entry.body) if entry.kind == ActCarriedOut.tag else {}
        if body.get("rolls"):
            yield f"Act {body['act']}: ", body, _rolls(body)


def _rolls(body: dict[str, Any]) -> tuple[Roll, ...]:
    return tuple(shaped(one, Roll) for one in body.get("rolls", []))


def _changed(entries: Iterable[LogEntry]) -> Iterable[str]:
    """Entries that do not carry the hash of what they say."""
    for entry in entries:
        if entry.digest() != entry.hash:
            yield _("Log entry %(seq)s is not what was written: its hash is another.") % {
                "seq": entry.seq
            }


def _told_otherwise(entries: Iterable[LogEntry], told: ToldRows) -> Iterable[str]:
    """Entries of which something else is told than when they were written."""
    events: dict[int, list[bytes]] = {}
    for key, event in told:
        events.setdefault(key, []).append(event)
    for entry in entries:
        published = json.loads(entry.body).get("told")
        listed = b"[" + b",".join(events.get(entry.pk, ())) + b"]"
        if published is not None and hashlib.sha256(listed).hexdigest() != published:
            yield _("What happened is not what was told then (log entry %(seq)s).") % {
                "seq": entry.seq
            }


def _opens(order: dict[str, Any]) -> bool:
    try:
        return matches(order["commitment"], bytes.fromhex(order["nonce"]), order["order"])
    except ValueError:
        return False


def _follows(link: str, before: str) -> bool:
    try:
        return follows(bytes.fromhex(link), bytes.fromhex(before))
    except ValueError:
        return False


class Chain(NamedTuple):
    """How many entries were read, and the number of the first that does not fit; 0 where all do."""

    entries: int
    broken: int


def chain_of(campaign: Campaign) -> Chain:
    """Whether the log is one chain, each entry with the hash of what it says, up to what its reader may read."""
    found = campaign.log.filter(seq__lte=campaign.log_seq).order_by("seq")
    before = ""
    for n, entry in enumerate(found, 1):
        if entry.seq != n or entry.prev_hash != before or entry.digest() != entry.hash:
            return Chain(n, entry.seq)
        before = entry.hash
    return Chain(len(found), 0)
