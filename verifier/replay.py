"""Playing a campaign again from its file, through the rulebook, and comparing all that comes of it.

The log says in which order things happened; the orders are those that were published. As long as
everything that went into a phase is public its outcome is compared: the dice thrown, the events
this file's reader may see, and, once the campaign is over, every byte of the state.

While a campaign runs, its entries hold what was done in secret: what then comes out otherwise may
hang on that, and is said to be not checked.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaigns import rulebooks
from campaigns.domain.export_file import EntryRecord, Export, OrderRecord, PhaseRecord
from campaigns.proofs.commitments import commitment
from campaigns.proofs.dice_links import key_of
from campaigns.proofs.phase_seeds import dice_of
from campaigns.rulebooks.values import corrections, overrides, secret_values
from campaigns.rulebooks.values.overrides import ValueChange
from rules.kernel.dice import Dice, LoadedDice, NoDice, SealedDice
from rules.kernel.events import Event
from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.kernel.serial import canonical, plain, shaped
from verifier import secret_log
from verifier.dice import is_given
from verifier.endings import Ended
from verifier.report import SITE, Check, Watch, counted, shortened, unwatched
from verifier.rules import Given, Rules, RulesUnknown
from verifier.seals import done, standing_orders
from verifier.secret_log import Opened
from verifier.silences import left_out


class NotPublic(Exception):
    """What comes next hangs on something that this file does not hold; the message says what."""


class Differs(Exception):
    """The rulebook makes something else of it; nothing after it can be compared."""


def check_replay(export: Export, given: Given | None = None, watch: Watch = unwatched) -> Check:
    """Play it again, as far as this file allows. ``given`` are rules that a person hands over; ``watch`` is
    told how far it is.
    """
    check = Check(name="replay")
    game = Replay(export, Rules(export, given), check)
    try:
        game.play(watch)
    except (NotPublic, RulesUnknown) as gap:
        check.left.append(str(gap))
    except Exception as error:  # noqa: BLE001 - a forged file may make the rules stumble anywhere
        said = f"{game.where} cannot be played again: {type(error).__name__} {error}"
        if isinstance(error, Differs):
            said = str(error)
        if not game.sure:
            check.left.append(f"{said}; {game.repaired}")
        elif game.hidden:
            check.left.append(
                f"{said}; it may hang on what was done in secret, which is opened at the end"
            )
        else:
            check.fault(said)
    check.counts = {"phases": game.phases, "states": game.states, "orders": game.compared}
    over = counted(game.phases, "phase")
    by = f", by revision {', '.join(game.revisions)}" if game.revisions else ""
    check.said = f"{over} played again, {game.states} of them to the same bytes of state{by}"
    if game.compared:
        check.said += f"; {counted(game.compared, 'order')} of autopilots compared"
    return check


class Replay:
    """A campaign being played again. ``phases`` counts those resolved, ``states`` those whose
    whole outcome was compared with the commitment to it.
    """

    def __init__(self, export: Export, rules: Rules, check: Check) -> None:
        self.export, self.rules, self.check = export, rules, check
        self.book: rulebooks.Book
        self._by = ""
        #: Whether the rules in use are those of then, and whether the state is; the revisions used so far.
        self._exact, self._certain, self.revisions = True, True, list[str]()
        #: Why rules are not those of then; empty where all are.
        self.repaired = ""
        self.viewer = rulebooks.viewer(*export.reader.powers)
        self.told = {phase.number: phase for phase in export.phases}
        self.secret = {act.entry: act for act in export.acts}
        self.standing = {one["commitment"]: one["order"] for one in standing_orders(export)}
        self.secrets = secret_log.opened(export)
        #: The corrections of secret values that were proposed.
        self.proposals = secret_values.Proposals()
        #: Whether what comes may hang on something that is held and not opened yet.
        self.hidden = False
        #: The commitments to the standing orders in force, by power, as far as they are known.
        self.left: dict[str, str] = {}
        #: What is told and not compared yet, by its place: an entry, or a moment after it.
        self.events: dict[tuple[int, str], list[dict[str, Any]]] = {}
        for phase in export.phases:
            for one in phase.events:
                self.events.setdefault((one.entry, one.at), []).append(one.event)
        self.state: Any = None
        #: The state with which each phase began, by its number.
        self.openings: dict[int, Any] = {}
        self.where, self.phases, self.states = "the opening", 0, 0
        #: The open phase as the log tells of it, what the autopilot had to seal in it, and how many of its
        #: orders were compared.
        self.ended, self.by_autopilot, self.compared = Ended(), dict[str, Any](), 0

    @property
    def sure(self) -> bool:
        """Whether what comes out otherwise is a fault: all that it hangs on was played by exactly the
        rules of then, or came to the state that was committed to.
        """
        return self._exact and self._certain

    def play(self, watch: Watch = unwatched) -> None:
        """Take everything, in its order. Raises ``NotPublic`` and ``Differs``."""
        for entry in self.export.log:
            watch("entries played again", entry.seq, len(self.export.log))
            for one in secret_log.since(self.secrets, entry.seq - 1):
                self.take_secret(one)
            self.take(entry)
        if self.events and not self.hidden:
            seq, moment = min(self.events)
            raise Differs(
                f"{len(self.events[seq, moment])} events are told of "
                f"{'what was done in secret after ' if moment else ''}log entry {seq}, "
                "which brought none"
            )

    def take(self, entry: EntryRecord) -> Sequence[Event]:
        """Do to the state what one entry of the log did; gives all that happened, secret or not.

        Raises ``NotPublic`` and ``Differs``.
        """
        self.hidden = self.hidden or self.secrets is None
        if entry.kind != "phase.resolved":
            self.ended.take(entry)
        doing: Callable[[EntryRecord], Sequence[Event]] | None = {
            "campaign.started": self._start,
            "act": self._act,
            "moderator.facts": self._facts,
            "state.overridden": self._override,
            "phase.resolved": self._resolve,
        }.get(entry.kind)
        if doing is not None:
            self._certain = self._certain and self._exact
            self.where = f"log entry {entry.seq} ({entry.kind})"
            happened = doing(entry)
            self._compare((entry.seq, ""), happened)
            return happened
        if entry.kind == "phase.opened":
            self._opened(entry)
        elif entry.kind == "rules.moved":
            self._use_rules(entry.body["after"])
            self._read_opening(entry.body["phase"])
        elif entry.kind == "line.rolled_back":
            self._read_opening(entry.body["to"])
            self.state = self.openings[entry.body["to"]]
        elif entry.kind.startswith("standing."):
            self._leave(entry)
        elif entry.kind == "order.sealed" and entry.body["how"] == "bot":
            if self.judges:
                self.by_autopilot[entry.power] = self._autopilot(entry.body["phase"], entry.power)
        elif entry.kind == "campaign.finished":
            agreed = "agreed" in entry.body
            told = {"key": entry.body["ending"], "text": entry.body["text"]}
            self._same("the ending", None if agreed else told, plain(self.state.ending))
        return ()

    def take_secret(self, one: Opened) -> Sequence[Event]:
        """As :meth:`take`, for something done in secret, once it is opened."""
        self.where = f"what {one.power or 'the desk'} did in secret after log entry {one.after}"
        if one.kind in secret_values.KINDS:
            self._correct(one)
            return ()
        if one.kind != "act":
            self._leave(one)
            return ()
        self._certain = self._certain and self._exact
        happened = self._perform(one.power, one.order, NoDice())
        if any(event.audience.everybody for event in happened):
            raise Differs(f"{self.where} is something that everybody should have been told of")
        self._compare((one.after, one.at), happened)
        return happened

    def _correct(self, one: Opened) -> None:
        """A secret value that its owner proposes to correct; once the desk accepts it is so."""
        try:
            self.state = self.proposals.carried(self.book, self.state, one)
        except secret_values.DoesNotFit as wrong:
            raise Differs(f"{self.where} {wrong}") from wrong

    def _leave(self, one: EntryRecord | Opened) -> None:
        """Standing orders that were left, or taken back."""
        if one.kind == "standing.set":
            self.left[one.power] = one.commitment
        elif one.kind == "standing.withdrawn":
            self.left.pop(one.power, None)

    def _same(self, where: str, found: object, expected: object) -> None:
        """Two things that must be the same are, as far as all that went into them is known."""
        if canonical(found) != canonical(expected):
            said = f"{where} is {shortened(found)}, not {shortened(expected)}"
            if self.hidden or not self.sure:
                raise Differs(said)
            self.check.fault(said)

    def _start(self, entry: EntryRecord) -> Sequence[Event]:
        campaign = self.export.campaign
        opened = next((one for one in self.export.log if one.kind == "phase.opened"), None)
        if opened is None:
            raise Differs("the campaign was started, and no phase was opened")
        self._use_rules(opened.body)
        self._certain = self._exact
        if "forked" in self.export.log[0].body:
            if self.export.origin is None:
                raise NotPublic("from the start on: a fork's first position is opened at the end")
            self.state = self.book.read_state(canonical(self.export.origin.state))
            return ()
        begun = self.book.start(campaign.scenario, campaign.variants, campaign.tables)
        self.state = begun.state
        return begun.events

    def _opened(self, entry: EntryRecord) -> None:
        """The phase that opens is the one in which the state is."""
        self._use_rules(entry.body)
        self.openings[entry.body["phase"]] = self.state
        self.by_autopilot.clear()
        rules = self.book.phase(self.state)
        told = [entry.body[part] for part in ("key", "title", "turn", "turn_number", "release")]
        expected = [rules.key, rules.title, rules.turn_title, rules.turn, rules.release]
        self._same(f"phase {entry.body['phase']}", told, expected)

    def _read_opening(self, phase: int) -> None:
        """Have the state with which a phase began read by the rules in use."""
        if phase not in self.openings:
            raise Differs(f"{self.where}: phase {phase} never began")
        self.openings[phase] = self.book.read_state(canonical(self.openings[phase]))

    def _use_rules(self, told: Mapping[str, Any]) -> None:
        """Go on by the rules that an entry names; the state that others left is read by them."""
        played = self.rules.named(told["revision"], told["rules"])
        if self._by not in ("", played.revision):
            self.state = played.book.read_state(canonical(self.state))
        if played.revision not in self.revisions:
            self.revisions.append(played.revision)
        self.book, self._exact, self._by = played.book, not played.repaired, played.revision
        self.repaired = self.repaired or played.repaired

    def _act(self, entry: EntryRecord) -> Sequence[Event]:
        raw, nonce = done(entry, self.secret)
        if nonce is None:
            raise NotPublic(f"from {self.where} on: it is secret while the campaign runs")
        rolls = bool(entry.body.get("link"))
        dice: Dice = SealedDice(key_of(entry.body)) if rolls else NoDice()
        if is_given(self.export) and entry.body.get("rolls"):
            dice = LoadedDice(roll["value"] for roll in entry.body["rolls"])
        happened = self._perform(entry.power, raw, dice)
        if "rolls" in entry.body:
            self._same(f"the rolls of {self.where}", entry.body["rolls"], plain(dice.rolls))
        return happened

    def _perform(self, power: str, raw: Any, dice: Dice) -> Sequence[Event]:
        """Carry an act out, if the rules allow it."""
        order = rulebooks.understood(self.book, raw)
        view = rulebooks.view_of(self.book, self.state, power)
        menus = {menu.order: menu for menu in self.book.acts(view, power)}
        menu = menus.get(raw.get("kind"))
        if order is None or menu is None or menu.problems(order):
            raise Differs(f"{self.where}: the rules do not allow what {power} did")
        result = self.book.perform(self.state, power, order, dice)
        self.state = result.state
        return result.events

    def _facts(self, entry: EntryRecord) -> Sequence[Event]:
        """Facts that the moderator corrected, and what followed."""
        result = corrections.correct(self.book, self.state, entry.body["facts"])
        self.state = result.state
        return result.events

    def _override(self, entry: EntryRecord) -> Sequence[Event]:
        """Values that were changed by hand."""
        changes = shaped(entry.body["changes"], list[ValueChange])
        self.state = overrides.applied(self.book, self.state, changes)
        return ()

    def _resolve(self, entry: EntryRecord) -> Sequence[Event]:
        phase = self.told[entry.body["phase"]]
        if self.judges and not is_given(self.export):
            self._were_ready(entry)
        if not phase.released:
            raise NotPublic(f"from phase {phase.number} on: its orders are not public yet")
        orders, standing = self._orders(phase), self._standing(entry)
        if self.judges and not is_given(self.export):
            silence = self.ended.as_closed(entry)[0].silence
            for said in left_out(phase, silence, self.book, self.state, orders, standing):
                self.check.fault(said, who=SITE)
        dice: Dice = (
            LoadedDice(roll.value for roll in phase.rolls)
            if is_given(self.export)
            else SealedDice(key_of(entry.body))
        )
        result = self.book.resolve(self.state, orders, standing, dice)
        self._same(f"the rolls of phase {phase.number}", plain(phase.rolls), plain(dice.rolls))
        self.state = result.state
        self.phases += 1
        if phase.nonce:
            self._opens(phase, result.events)
        if self.export.state is not None and self.export.state.phase == phase.number:
            seen = plain(self.book.view(self.state, self.viewer))
            if canonical(seen) != canonical(self.export.state.view):
                raise Differs(
                    f"the state that phase {phase.number} left is not the one in the file"
                )
        return result.events

    def _opens(self, phase: PhaseRecord, events: Sequence[Event]) -> None:
        """The commitment to the outcome, made when it was resolved, opens to what came of it now."""
        outcome = {"events": list(events), "state": self.state}
        if commitment(bytes.fromhex(phase.nonce), outcome) != phase.commitment:
            raise Differs(
                f"phase {phase.number}: events and state are not those committed to as "
                f"{phase.commitment[:16]}"
            )
        self.states += 1
        self._certain = True

    def _orders(self, phase: PhaseRecord) -> dict[str, Order]:
        """The orders that counted; what was void must have been so by the rules."""
        asked = {one.power for one in self.book.phase(self.state).asked}
        orders: dict[str, Order] = {}
        for one in phase.orders:
            menu = None
            if one.power in asked:
                view = rulebooks.view_of(self.book, self.state, one.power)
                menu = self.book.menu(view, one.power)
            order = self._legal(one.order, menu, sealed=bool(one.commitment))
            counts = order is not None or (one.order is None and one.power in asked)
            if counts != (one.how != "void"):
                word = "allow" if counts else "forbid"
                raise Differs(
                    f"phase {phase.number}: the rules {word} the order of {one.power}, "
                    f"which is told as {one.how}"
                )
            if order is not None:
                orders[one.power] = order
            if self.judges:
                self._stood_in(phase, one)
        return orders

    @property
    def judges(self) -> bool:
        """Whether what a site did may be held against what the rules have now: all that it hangs on is known."""
        return self.sure and not self.hidden

    def _autopilot(self, phase: int, power: str) -> Any:
        """What the rules' autopilot hands in for a power now, by the seed that was published with the orders."""
        seed = self.told[phase].autopilots
        dice = dice_of(bytes.fromhex(seed), power) if seed else None
        return rulebooks.autopilot_order(self.book, self.state, power, dice)[0]

    def _stood_in(self, phase: PhaseRecord, one: OrderRecord) -> None:
        """An autopilot's order is that of the rules: for a seat of its own when it was sealed, for a silent
        player when the phase ended.
        """
        if one.how == "autopilot":
            expected = self._autopilot(phase.number, one.power)
        elif one.how == "bot" and one.power in self.by_autopilot:
            expected = self.by_autopilot[one.power]
        else:
            return
        self.compared += 1
        if canonical(plain(one.order)) != canonical(plain(expected)):
            by = " by its seed" if phase.autopilots else ""
            self.check.fault(
                f"phase {phase.number}: the order of {one.power} is {shortened(one.order)}, but the "
                f"autopilot of the rules gives {shortened(expected)}{by}",
                who=SITE,
            )

    def _were_ready(self, entry: EntryRecord) -> None:
        """Nobody of whom something was asked is missing among those who sealed or were silent; and a phase
        that ended early was one for which all of them were ready.
        """
        body, (ended, at) = entry.body, self.ended.as_closed(entry)
        for asked in self.book.phase(self.state).asked:
            power, how = asked.power, ended.sealed.get(asked.power, "")
            if not how and power not in body["silent"]:
                self.check.fault(
                    f"{self.where}: {power} was asked, has sealed nothing, and is not named as silent",
                    who=SITE,
                )
            if body["how"] != "ready" or how == "bot" or power in body["ready"]:
                continue
            if how or not ended.is_excused(power, at):
                self.check.fault(
                    f"{self.where}: phase {ended.clock.phase} ended early, though {power} had not said that "
                    "they were ready",
                    who=SITE,
                )

    def _legal(self, raw: Any, menu: Menu | None, *, sealed: bool) -> Order | None:
        """An order as the resolution took it: legal now, or of a kind that the book itself fits."""
        order = rulebooks.understood(self.book, raw)
        if order is None or menu is None:
            return None
        if sealed and menu.order == raw["kind"] in self.book.refitted_orders:
            return order
        return None if menu.problems(order) else order

    def _standing(self, entry: EntryRecord) -> dict[str, Order]:
        """The standing orders that were in force, and still allowed."""
        orders: dict[str, Order] = {}
        for power, published in sorted(self.left.items()):
            if published not in self.standing:
                raise NotPublic(
                    f"from phase {entry.body['phase']} on: it hangs on standing orders of {power}, "
                    "which stay closed until the campaign is over"
                )
            view = rulebooks.view_of(self.book, self.state, power)
            menu = self.book.standing_menu(view, power)
            order = self._legal(self.standing[published], menu, sealed=False)
            if order is not None:
                orders[power] = order
        return orders

    def _compare(self, place: tuple[int, str], happened: Sequence[Event]) -> None:
        """What the reader is told happened is what happened, for those who may know."""
        seen = [plain(event) for event in happened if event.seen_by(self.viewer)]
        told = self.events.pop(place, [])
        if place[1] and len(told) > len(seen):
            # Two things can have been done in secret at the same moment.
            told, self.events[place] = told[: len(seen)], told[len(seen) :]
        for number, (one, other) in enumerate(zip(told, seen, strict=False), 1):
            if canonical(one) != canonical(other):
                raise Differs(
                    f"{self.where}: event {number} is told as {shortened(one)}, "
                    f"but it was {shortened(other)}"
                )
        if len(told) != len(seen):
            raise Differs(f"{self.where}: {len(told)} events are told, but {len(seen)} happened")
