"""Taking in a campaign from its file: played again here, entry by entry, and kept like any other.

Only a campaign that is over can be taken in, for only its file holds all that went into it. It
keeps its slug, because the hashes of its log stand on that, and so the whole log with its seals and
dice. Its people are not here: its seats stay empty. The dice that were never thrown stay where
they were drawn.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import rulebooks
from campaigns.crypto import secret_log
from campaigns.domain import entries, export_file
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.dispatch_review import ReviewedDispatch
from campaigns.domain.entries.campaign import (
    AnonymityChanged,
    CampaignFinished,
    CampaignFounded,
    SiteKeyNamed,
)
from campaigns.domain.entries.dice import DiceChained
from campaigns.domain.entries.facts import ActCarriedOut
from campaigns.domain.entries.phases import OrdersPublished, PhaseOpened, PhaseResolved
from campaigns.domain.entries.repair import RolledBack, StateOverridden
from campaigns.domain.export_file import EntryRecord, Export
from campaigns.domain.languages import TONGUES
from campaigns.errors import CampaignError, NotOnTheMenu
from campaigns.models import Act, Campaign, LogEntry, Phase, Sheet, Status
from campaigns.models.origin import Position
from campaigns.models.phase import PhaseRolls
from campaigns.models.sheet import SheetContent
from campaigns.rulebooks import fork_origin, order_sheets, states
from campaigns.rulebooks.values import secret_values
from campaigns.services.log import entries as log_entries
from campaigns.services.log import secret_entries
from campaigns.services.log.lock import require_account
from campaigns.services.phases import headings, phase_opening
from rules.kernel.events import Event
from rules.kernel.serial import canonical, shaped
from verifier import dice, reviews, verify
from verifier import secret_log as checked_secrets
from verifier.replay import Replay
from verifier.report import Check
from verifier.rules import Rules
from verifier.seals import done
from verifier.secret_log import Opened


def import_campaign(data: bytes, *, by: Any) -> str:
    """Take in a finished campaign from its file, with ``by`` as its moderator; returns its slug.

    Raises ``NotOnTheMenu`` for a file that cannot be read, that fails a check, that cannot be
    played again to its end, or whose slug is taken. Nothing is kept then.
    """
    require_account(by)
    try:
        export = export_file.read(data)
        checks = verify(data)
    except export_file.UnreadableExport as error:
        raise NotOnTheMenu(str(error), remedy=_("See docs/export.md.")) from error
    _require_whole(export, checks)
    if Campaign.objects.filter(slug=export.campaign.slug).exists():
        raise NotOnTheMenu(
            _("There is a campaign %(slug)r here already.") % {"slug": export.campaign.slug},
            remedy=_("Slugs are unique. Import it on a site that does not have this campaign."),
        )
    with transaction.atomic(durable=True):
        _Taken(export, by).keep()
    return export.campaign.slug


def _require_whole(export: Export, checks: Sequence[Check]) -> None:
    """Refuse a file that does not hold a whole campaign, or not truly."""
    faults = [f"{check.name}: {fault}" for check in checks for fault in check.faults]
    faults += filter(None, map(_misshapen, export.log))
    if faults:
        raise NotOnTheMenu(
            _("The file fails its check: %(faults)s.") % {"faults": faults[0]},
            remedy=_("Try manage.py verify on it."),
        )
    if export.campaign.status != Status.FINISHED:
        raise NotOnTheMenu(
            _("This campaign was still running when the file was made."),
            remedy=_("Import it after it has ended; sealed orders are not exported before then."),
        )
    if gaps := [f"{check.name}: {gap}" for check in checks for gap in check.left]:
        raise NotOnTheMenu(_("Not all of the file can be checked: %(gaps)s.") % {"gaps": gaps[0]})


def _misshapen(record: EntryRecord) -> str:
    """What an entry lacks to be read as one of its kind; empty where it lacks nothing."""
    try:
        entries.read(record.kind, canonical(record.body))
    except ValueError as wrong:
        return f"log entry {record.seq} ({record.kind}): {wrong}"
    return ""


class _Again(Replay):
    """A replay of a file that was verified."""

    @property
    def judges(self) -> bool:
        """What its site did was judged then."""
        return False


class _Taken:
    """A campaign on its way from its file into rows."""

    def __init__(self, export: Export, by: Any) -> None:
        self.export, self.by = export, by
        self.rules = Rules(export)
        self.game = _Again(export, self.rules, Check(name="replay"))
        self.secret = {act.entry: act for act in export.acts}
        self.told = {phase.number: phase for phase in export.phases}
        self.phases: dict[int, Phase] = {}
        self.pending: dict[int, ReviewedDispatch] = {}
        self.waiting: list[tuple[LogEntry, Sequence[Event]]] = []
        self.campaign = self._campaign()

    def keep(self) -> None:
        """Write every row, in the order of the log."""
        for record in self.export.log:
            for one in checked_secrets.since(self.game.secrets, record.seq - 1):
                self._secret(one, self.game.take_secret(one))
            happened = self.game.take(record)
            if record.kind == PhaseOpened.tag:
                self._open(record)
            entry = self._entry(record, happened)
            if happened:
                self.waiting.append((entry, happened))
            if self.phases:
                self._events(record)
            self._more(record, happened)
            self._waited(record)
        if self.game.check.faults:
            raise CampaignError(self.game.check.faults[0])
        last = self.phases[max(self.phases)]
        self.campaign.phase, self.campaign.log_hash = last, self.export.through.hash
        self.campaign.revision = last.revision
        self.campaign.log_seq, self.campaign.unheld = self.export.through.seq, 0
        self.campaign.save()

    def _campaign(self) -> Campaign:
        export, about, log = self.export, self.export.campaign, self.export.log
        policy = shaped(about.clock, ClockPolicy) if about.clock else ClockPolicy()
        links = sum("link" in entry.body for entry in log)
        campaign = Campaign(
            slug=about.slug,
            title=about.title,
            rulebook=about.rulebook,
            revision=about.revision,
            scenario=about.scenario,
            variants=about.variants,
            tables=about.tables,
            status=about.status,
            status_reason=about.status_reason,
            line=about.line,
            created_at=_moment(log[0].at),
            finished_at=next(_moment(e.at) for e in log if e.kind == CampaignFinished.tag),
            anonymous=log[0].body.get("anonymous", False),
            language=_language(log[0].body),
            dice_given=dice.is_given(export),
            dice_length=links,
            dice_used=links,
        )
        campaign.policy = policy
        campaign.dice_seed = b""
        opened = checked_secrets.opened(self.export)
        secret_log.give_keys(campaign, bytes.fromhex(opened.key) if opened else b"")
        campaign.save()
        campaign.moderators.add(self.by)
        if export.origin is not None:
            position = Position(state=export.origin.state, nonce=export.origin.nonce)
            fork_origin.keep(campaign, None, log[0].body["forked"]["phase"], position)
        for order, seat in enumerate(self.export.seats):
            campaign.seats.create(power=seat.power, order=order, bot=seat.bot)
        return campaign

    def _open(self, record: EntryRecord) -> None:
        """The phase that opens with the state in which it does."""
        rules, state = self.game.book.phase(self.game.state), self.game.state
        due = record.body["due"]
        phase = Phase(
            campaign=self.campaign,
            line=self.told[record.body["phase"]].line,
            number=record.body["phase"],
            again=self.told[record.body["phase"]].again,
            revision=self._revision(record.body["phase"]),
            rules=self.told[record.body["phase"]].rules,
            opened_at=_moment(record.at),
            due_at=_moment(due) if due else None,
            **phase_opening.named(rules),
        )
        # The one open phase of a campaign is the last; this one is over already, or is undone before
        # the next one opens.
        over = self.told[phase.number].resolved_at
        phase.resolved_at = _moment(over) if over else None
        phase.due_steps = record.body["steps"]
        states.keep_opening(phase, state)
        phase_opening.describe(phase, state)
        phase.save()
        self.phases[phase.number] = phase

    def _revision(self, number: int) -> str:
        """The name of a phase's rules: as the log has it, where that name stands for just these here."""
        told = self.told[number]
        if rulebooks.digest(self.campaign.rulebook, told.revision) == told.rules:
            return told.revision
        return self.rules.named(told.revision, told.rules).revision

    def _entry(self, record: EntryRecord, happened: Sequence[Event]) -> LogEntry:
        """The entry as it was, hash for hash."""
        body = canonical(record.body).decode()
        entry = entries.read(record.kind, body)
        lines = log_entries.public_count(happened) + (entry.own_lines if entry is not None else 0)
        self.campaign.log_lines += lines
        return self.campaign.log.create(
            seq=record.seq,
            at=_moment(record.at),
            kind=record.kind,
            phase=self.phases.get(record.body.get("phase", 0)),
            actor=record.actor,
            power=record.power,
            body=body,
            commitment=record.commitment,
            held=record.held,
            signature=record.signature,
            scheme=record.scheme,
            lines=lines,
            prev_hash=record.prev_hash,
            hash=record.hash,
        )

    def _events(self, record: EntryRecord) -> None:
        """What happened, in the phase in play; at the start, in the one that then opened."""
        phase = self.phases[record.body.get("phase") or max(self.phases)]
        for entry, happened in self.waiting:
            log_entries.record_events(phase, entry, happened)
            log_entries.record_claims(self.campaign, phase, happened, at=entry.at)
        self.waiting.clear()

    def _secret(self, one: Opened, happened: Sequence[Event]) -> None:
        """What was done in secret, after the entry that was taken last."""
        phase, campaign = self.phases[one.phase], self.campaign
        concerned = {one.power, *(p for event in happened for p in event.audience.powers)}
        if one.kind in secret_values.KINDS:
            concerned = set(self.game.proposals.about(one).what.audience)
        campaign.log_seq = one.after
        row = secret_entries.keep(
            campaign,
            phase,
            one.kind,
            at=_moment(one.at),
            power=one.power,
            person=None,
            commitment=one.commitment,
            order=one.order,
            nonce=one.nonce,
            concerned=concerned,
        )
        entry = campaign.log.get(seq=one.after)
        log_entries.record_events(phase, entry, happened, secret=row)

    def _more(self, record: EntryRecord, happened: Sequence[Event]) -> None:
        """The rows that an entry stands for."""
        match record.kind:
            case ActCarriedOut.tag:
                self._act(record)
            case PhaseResolved.tag:
                self._resolved(self.phases[record.body["phase"]], record, happened)
            case OrdersPublished.tag:
                self._released(self.phases[record.body["phase"]], record)
            case RolledBack.tag:
                self._rolled_back(record)
            case StateOverridden.tag:
                self._switched(record)
            case AnonymityChanged.tag:
                hides = record.body["anonymous"]
                self.campaign.anonymous |= hides
                self.campaign.named_at = None if hides else _moment(record.at)
            case SiteKeyNamed.tag:
                self.campaign.site_key = record.body["key"]
            case CampaignFounded.tag | DiceChained.tag:
                self.campaign.site_key = record.body.get("site_key", self.campaign.site_key)
                chain = record.body.get("dice", record.body)
                self.campaign.dice_head = chain.get("head", "")

    def _waited(self, record: EntryRecord) -> None:
        """A dispatch that waited, as this entry left it."""
        what = reviews.after(record, self.pending)
        if what is None:
            return
        row, _new = self.campaign.pending.get_or_create(
            number=what.number, defaults={"power": what.power, "at": _moment(record.at)}
        )
        row.what = self.pending[what.number] = what
        row.save()

    def _act(self, record: EntryRecord) -> None:
        order, nonce = done(record, self.secret)
        row = Act(
            phase=self.phases[record.body["phase"]],
            seq=record.body["act"],
            power=record.power,
            commitment=record.commitment,
            link=record.body.get("link", ""),
            at=_moment(record.at),
        )
        row.content = SheetContent(order, nonce or "")
        row.save()

    def _resolved(self, phase: Phase, record: EntryRecord, happened: Sequence[Event]) -> None:
        """The phase as its resolution left it."""
        told = self.told[phase.number]
        phase.resolved_how = record.body["how"]
        headings.head(phase, self.game.book, headings.done_in(phase), happened)
        phase.link, phase.link_before = (
            record.body.get(part, "") for part in ("link", "link_before")
        )
        phase.rolls = PhaseRolls(told.rolls, told.nonce)
        states.keep(phase, self.game.state)
        phase.save()

    def _switched(self, record: EntryRecord) -> None:
        """The variant switches that were changed in play."""
        for change in record.body["changes"]:
            if change["path"][0] == "variants":
                self.campaign.switched[change["path"][1]] = change["after"]

    def _rolled_back(self, record: EntryRecord) -> None:
        """The phases that were undone."""
        state, switched = self.game.state, self.campaign.switched
        self.campaign.switched = {key: state.variants.get(key, "") for key in switched}
        for number, phase in self.phases.items():
            if number >= record.body["to"] and phase.undone_at is None:
                phase.undone_at = _moment(record.at)
                phase.save(update_fields=["undone_at"])

    def _released(self, phase: Phase, record: EntryRecord) -> None:
        """The sheets that were opened."""
        for one in self.told[phase.number].orders:
            void = one.how == "void"
            order_sheets.put(
                phase,
                one.power,
                one.order,
                state=Sheet.State.VOID if void else Sheet.State.USED,
                how=Sheet.How.PLAYER if void else one.how,
                at=phase.resolved_at or _moment(record.at),
                nonce=bytes.fromhex(one.nonce),
            )
        phase.released = True
        phase.save(update_fields=["released"])


def _language(body: Mapping[str, Any]) -> str:
    """The language that the founding names, if this release knows it."""
    named = body.get("language", "")
    return named if isinstance(named, str) and named in TONGUES else ""


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
