"""A game played by the rules alone, without a database: by autopilots, or as a script says.

The dice follow from the seed as they do in a campaign from its chain, so the same seed gives
the same history, byte for byte, on any machine.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from campaigns import rulebooks
from campaigns.errors import CampaignError, NotOnTheMenu
from core.gettext import gettext as _
from rules.kernel.contract import Resolution
from rules.kernel.dice import Dice, Roll, SealedDice, chain_link, face, phase_key
from rules.kernel.events import Line
from rules.kernel.menus import Menu
from rules.kernel.orders import Order
from rules.kernel.serial import canonical

MOST_PHASES = 4096


class ScriptStops(CampaignError):
    """A script asks for something that the rules refuse, or for a phase or a die that never comes."""


class LaidDice(SealedDice):
    """Dice that follow from a key, but for some that are laid down: values by the number of the roll."""

    def __init__(self, key: bytes, laid: Mapping[int, int]) -> None:
        super().__init__(key)
        self._laid = laid

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Show one die and write it down."""
        number = len(self.rolls) + 1
        value = self._laid.get(number) or face(self._key, purpose, number, sides)
        self.rolls.append(Roll(purpose, number, sides, value))
        return value


class Game:
    """A game from its scenario on. What a script asks for and the rules refuse raises ``ScriptStops``, saying
    where and why.
    """

    def __init__(
        self,
        book: rulebooks.Book,
        secret: str,
        scenario: str,
        variants: Mapping[str, str],
        tables: Mapping[str, Any],
    ) -> None:
        """The dice of each step follow from ``secret``."""
        self.book = book
        self._secret = hashlib.sha256(secret.encode()).digest()
        self._steps = 0
        self.state: Any = book.start(scenario, variants, tables).state

    def next_key(self) -> bytes:
        """The key of the next step's dice."""
        self._steps += 1
        return phase_key(chain_link(self._secret, 1, 0), [self._steps.to_bytes(4)])

    def orders(self, where: str = "", own: Mapping[str, Any] = {}) -> dict[str, Order]:
        """What everybody hands in of whom something is asked, by power: their ``own`` or an autopilot's."""
        orders: dict[str, Order] = {}
        for power in sorted(one.power for one in self.book.phase(self.state).asked):
            with _stops(where, power):
                order = order_of(self.book, self.state, power, own.get(power))
            if order is not None:
                orders[power] = order
        if strangers := sorted(own.keys() - orders.keys()):
            raise ScriptStops(f"{where}: nothing is asked of {', '.join(strangers)}.")
        return orders

    def standing(self, where: str, own: Mapping[str, Any]) -> dict[str, Order]:
        """Standing orders, as their menus allow them."""
        return {
            power: self._legal(where, power, raw, self.book.standing_menu(self._view(power), power))
            for power, raw in own.items()
        }

    def perform(
        self, where: str, power: str, raw: Mapping[str, Any], dice: Dice
    ) -> tuple[Order, Resolution[Any]]:
        """Carry an act out, if a menu of the power has it; gives it as it was read, and what came of it."""
        menus = {menu.order: menu for menu in self.book.acts(self._view(power), power)}
        order = self._legal(where, power, raw, menus.get(str(raw.get("kind"))))
        result = self.book.perform(self.state, power, order, dice)
        self.state = result.state
        return order, result

    def resolve(
        self, orders: Mapping[str, Order], standing: Mapping[str, Order], dice: Dice
    ) -> Resolution[Any]:
        """Carry the phase out."""
        result = self.book.resolve(self.state, orders, standing, dice)
        self.state = result.state
        return result

    def _view(self, power: str) -> Any:
        return rulebooks.view_of(self.book, self.state, power)

    def _legal(self, where: str, power: str, raw: Mapping[str, Any], menu: Menu | None) -> Order:
        with _stops(where, power):
            if menu is None:
                raise NotOnTheMenu(
                    _("%(what)r is not asked for or open.") % {"what": raw.get("kind")}
                )
            return rulebooks.legal_order(self.book, raw, menu)


@contextmanager
def _stops(where: str, power: str) -> Iterator[None]:
    try:
        yield
    except CampaignError as refusal:
        raise ScriptStops(f"{where}, {power}: {refusal}") from refusal


def order_of(book: rulebooks.Book, state: Any, power: str, own: Any = None) -> Order | None:
    """What a power hands in, from its own view: its ``own`` order, given as data, else its autopilot's; legal by
    its menu. ``None`` where there is nothing to hand in. Raises ``NotOnTheMenu`` and ``OrderRefused``.
    """
    view = rulebooks.view_of(book, state, power)
    menu = book.menu(view, power)
    raw = rulebooks.as_data(book.autopilot(view, power)) if own is None else own
    return None if menu is None or raw is None else rulebooks.legal_order(book, raw, menu)


class PlayedPhase(Struct, frozen=True, kw_only=True):
    """One phase of a simulation: what it was, how many orders and dice it took, what happened."""

    number: int
    turn: int
    turn_title: str
    title: str
    orders: int
    dice: int
    lines: tuple[Line, ...]
    state: Any


def play(book: rulebooks.Book, scenario: str, *, turns: int, seed: int) -> Iterator[PlayedPhase]:
    """Play phase after phase by autopilots until the scenario ends or so many turns are over."""
    variants = {key: switch.bots or switch.default for key, switch in book.switches.items()}
    game = Game(book, f"simulate|{book.key}|{seed}", scenario, variants, {})
    last = game.state.turn + turns
    for number in range(1, MOST_PHASES):
        if game.state.ending is not None or game.state.turn >= last:
            return
        phase, orders, dice = book.phase(game.state), game.orders(), SealedDice(game.next_key())
        result = game.resolve(orders, {}, dice)
        yield PlayedPhase(
            number=number,
            turn=phase.turn,
            turn_title=phase.turn_title,
            title=phase.title,
            orders=len(orders),
            dice=len(dice.rolls),
            lines=tuple(book.tell(event) for event in result.events if event.audience.everybody),
            state=result.state,
        )


def fingerprint(state: Any) -> str:
    """The hash of a state's canonical JSON."""
    return hashlib.sha256(canonical(state)).hexdigest()
