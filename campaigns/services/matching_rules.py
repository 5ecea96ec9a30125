"""Finding out by which rules a phase was played that does not say so.

Phases from before digests were kept bear a word that stood for more than one state of the rules. Each
is played again from the state with which it began, by one revision after another that is kept
here; the first that gives its events and its state to the byte is noted as its rules. Where none
does they stay unknown, until a release keeps other revisions.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction

from campaigns import holding, rulebooks, sealing
from campaigns.exportfile import (
    FORMAT,
    VERSION,
    About,
    ActRecord,
    Export,
    Head,
    OrderRecord,
    PhaseRecord,
    Reader,
    stamp,
)
from campaigns.models import Act, Campaign, LogEntry, Phase, SecretEntry, Standing
from campaigns.secret_values import Proposals
from campaigns.selectors.export import entry_record
from campaigns.services import releasing, sheets
from campaigns.verifying.held import Opened, Secrets
from campaigns.verifying.replay import Replay
from campaigns.verifying.report import Check
from campaigns.verifying.rules import Always
from rules.kernel.dice import Roll
from rules.kernel.serial import canonical, load, shaped

#: So much of a sweep at most goes into this; the next one goes on.
LONGEST_LOOK = 5.0
#: How long to leave it at that once all were tried.
PAUSE = 600.0
FINGERPRINT = 16
LEFT = ("standing.set", "standing.withdrawn")
"""What was done in secret in earlier phases and still counts in this one."""
_ENDS = ("phase.opened", "phase.resolved")


class Looked:
    """When this process looks again, by the monotonic clock. The revisions that are here do not change
    while a release runs; but a phase that was open at the upgrade is over one day.
    """

    again_at = 0.0


class Found(NamedTuple):
    """A phase that was tried: of which campaign, its number, and the revision that reproduces it; empty
    where none does.
    """

    slug: str
    number: int
    revision: str


def go_on(*, seconds: float = LONGEST_LOOK) -> int:
    """Try phases whose rules are not known, for so long at most; how many were tried.

    Safe to call at any time, by any number of workers: each takes phases that no other has in hand.
    """
    now, tried = time.monotonic(), 0
    if now < Looked.again_at:
        return 0
    for _ in untried():
        tried += 1
        if time.monotonic() > now + seconds:
            return tried
    Looked.again_at = now + PAUSE
    return tried


def untried() -> Iterator[Found]:
    """Try each phase whose rules are not known with all revisions that are here, and note what is found."""
    for key in list(
        Campaign.objects.order_by("rulebook").values_list("rulebook", flat=True).distinct()
    ):
        known = rulebooks.revisions(key)
        mark = sealing.fingerprint([digest for _, digest in known])[:FINGERPRINT]
        unknown = Phase.objects.filter(campaign__rulebook=key, rules="", resolved_at__isnull=False)
        last = 0
        while known:
            phase_id = (
                unknown.exclude(tried=mark)
                .filter(pk__gt=last)
                .order_by("pk")
                .values_list("pk", flat=True)
                .first()
            )
            if phase_id is None:
                break
            last = phase_id
            if found := _try(phase_id, known, mark):
                yield found


@transaction.atomic
def _try(phase_id: int, known: tuple[tuple[str, str], ...], mark: str) -> Found | None:
    """Try one phase, unless another worker has it in hand or has done it."""
    rows = Phase.objects.select_for_update(skip_locked=True, of=["self"]).select_related("campaign")
    phase = rows.filter(pk=phase_id, rules="").exclude(tried=mark).first()
    if phase is None:
        return None
    phase.tried = mark
    name, phase.rules = _reproducing(phase, known) or ("", "")
    if name and rulebooks.digest(phase.campaign.rulebook, phase.revision) != phase.rules:
        # The word it bears means other rules here.
        phase.revision = name
    phase.save(update_fields=["tried", "rules", "revision"])
    return Found(phase.campaign.slug, phase.number, name)


def _reproducing(phase: Phase, known: tuple[tuple[str, str], ...]) -> tuple[str, str] | None:
    """The first revision that makes of a phase what it became; none either where not all that went into
    it can be read.
    """
    try:
        played = _Played(phase)
    except (sealing.CannotUnseal, ValueError):
        return None
    return next((one for one in _likely_first(phase, known) if played.by(one[1])), None)


def _likely_first(phase: Phase, known: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The revisions in the order in which they are tried: what its name means here, what the phase
    before was played by, and then the newest first.
    """
    before = (
        Phase.objects.filter(campaign=phase.campaign_id, number=phase.number - 1)
        .values_list("rules", flat=True)
        .first()
    )
    named = rulebooks.digest(phase.campaign.rulebook, phase.revision)
    return sorted(known, key=lambda one: (one[1] != named, one[1] != before))


class _Played:
    """A resolved phase with all that went into it, public or not, to be played again and again."""

    def __init__(self, phase: Phase) -> None:
        self.phase, self.campaign = phase, phase.campaign
        self.opening = sealing.unseal(phase.opening, bound_to=phase.place("opening"))
        self.outcome = sealing.unseal(phase.state, bound_to=phase.place("state"))
        whole = LogEntry.objects.filter(campaign=self.campaign)
        ends = dict(whole.filter(phase=phase, kind__in=_ENDS).values_list("kind", "seq"))
        self.began, self.over = (ends.get(kind, 0) for kind in _ENDS)
        rows = whole.filter(seq__range=(self.began, self.over)).order_by("seq")
        self.log = tuple(entry_record(row) for row in rows)
        self.file = self._file()
        self.secrets = tuple(self._secrets())

    def by(self, digest: str) -> bool:
        """Whether these rules make of it what it became, to the byte."""
        try:
            _, book = rulebooks.by_digest(self.campaign.rulebook, digest) or ("", None)
            if book is None:
                return False
            game = self._game(book)
            for entry in self.log:
                for one in self.secrets:
                    if self.began <= one.after == entry.seq - 1:
                        game.take_secret(one)
                game.take(entry)
        except (DatabaseError, SoftTimeLimitExceeded):
            raise
        except Exception:  # noqa: BLE001 - other rules may refuse or break anywhere: they are not these
            return False
        return not game.check.faults and game.phases == 1 and canonical(game.state) == self.outcome

    def _game(self, book: rulebooks.Book) -> "_Again":
        game = _Again(self.file, Always(self.file, book), Check(name="again"))
        game.book, game.state = book, book.read_state(self.opening)
        game.secrets, game.proposals = Secrets(key="", secrets=()), Proposals(whole=False)
        game.standing = self._standing()
        before = LogEntry.objects.filter(campaign=self.campaign, seq__lt=self.began)
        told = [
            entry_record(row) for row in before.filter(kind__startswith="standing.").order_by("seq")
        ]
        earlier = [one for one in self.secrets if one.after < self.began and one.kind in LEFT]
        for one in (*told, *earlier):
            game.leave(one)
        return game

    def _standing(self) -> dict[str, Any]:
        """Every version of all standing orders, by its commitment."""
        found = {}
        for row in Standing.objects.filter(campaign=self.campaign):
            row.campaign = self.campaign
            found[row.commitment] = sheets.read(row).order
        return found

    def _secrets(self) -> Iterator[Opened]:
        """What was done in secret up to the end of this phase."""
        rows = SecretEntry.objects.filter(campaign=self.campaign, after__lt=self.over)
        for row in rows.order_by("number"):
            row.campaign = self.campaign
            secret = holding.read(row)
            if secret.held.kind in LEFT or secret.held.phase == self.phase.number:
                yield Opened(
                    after=row.after,
                    order=secret.order,
                    nonce=secret.nonce,
                    **msgspec.structs.asdict(secret.held),
                )

    def _file(self) -> Export:
        """The phase as a file would tell it that holds this one phase, and nothing sealed."""
        campaign, phase = self.campaign, self.phase
        orders, rolls = releasing.opened(phase)
        resolved = next((entry for entry in self.log if entry.seq == self.over), None)
        record = PhaseRecord(
            line=phase.line,
            number=phase.number,
            key=phase.key,
            title=phase.title,
            turn=phase.turn,
            turn_title=phase.turn_title,
            release=phase.release,
            opened_at=stamp(phase.opened_at),
            link=phase.link,
            link_before=phase.link_before,
            commitment=resolved.commitment if resolved else "",
            nonce=rolls.get("nonce", ""),
            released=True,
            orders=tuple(shaped(one, OrderRecord) for one in orders),
            rolls=tuple(shaped(one, Roll) for one in rolls.get("rolls", [])),
        )
        return Export(
            format=FORMAT,
            version=VERSION,
            campaign=About(
                slug=campaign.slug,
                title=campaign.title,
                rulebook=campaign.rulebook,
                revision=campaign.revision,
                scenario=campaign.scenario,
                variants=campaign.variants,
                tables=campaign.tables,
                status=campaign.status,
                status_reason="",
                line=phase.line,
            ),
            reader=Reader(role="spectator"),
            seats=(),
            through=Head(seq=0, hash=""),
            claims=(),
            phases=(record,),
            acts=tuple(self._acts()),
            state=None,
            log=self.log,
            sha256="",
        )

    def _acts(self) -> Iterator[ActRecord]:
        """What was done at once, each at its entry."""
        entries = [entry for entry in self.log if entry.kind == "act"]
        rows = Act.objects.filter(phase=self.phase).order_by("seq")
        for entry, row in zip(entries, rows, strict=True):
            row.phase = self.phase
            content = load(sealing.unseal(row.content, bound_to=row.place), dict[str, Any])
            yield ActRecord(entry=entry.seq, order=content["order"], nonce=content["nonce"])


class _Again(Replay):
    """A replay of one phase, of which the outcome is compared and not what was told of it."""

    @property
    def judges(self) -> bool:
        """What the site did is not asked here, only what came of it."""
        return False

    def leave(self, one: Any) -> None:
        """Standing orders that were left, or taken back, before the phase."""
        self._leave(one)

    def _compare(self, place: tuple[int, str], happened: Any) -> None:
        """The commitment to events and state says more."""
