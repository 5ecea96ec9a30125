"""What a power keeps secret, item by item, and how its two lives differ in each.

`KEPT` is the list. Each item is done once in a life; what it returns says what was done, so that a test
can show that the two lives differ in it. To tick off, with where more of it is varied than here:

orders            one of two legal orders of the menu is sealed, or any field alone in the long form
points            the same, where what is sealed is shared out among targets
chits             what the power alone has drawn, and what nobody has drawn yet
offers            an act that only some may know of: a proposal, an answer, a promise
dispatches        what it begins to write of the map and has not declared
standing orders   one of two legal ones
press             one message to one other power, or three; `test_press.py` edits, reads, reports and agrees
notes             of the campaign and of a phase
drafts            none, one or more than one, and what stands in them
plans             none, one or two
forks             what is played on in thought, so many phases; `test_mended.py` forks the campaign too
values            a secret value is corrected, to one of two; the desk that accepts it is not told which
advice            what is left for a successor; `test_mended.py` lets one come
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import Any
from unittest.mock import patch

import msgspec

from campaigns.errors import CampaignError
from campaigns.selectors.reader import press_access as contents
from campaigns.services.press import notes, press_messages
from rules.days_of_decision.model.state import Chit
from rules.days_of_decision.turn.supposing import PACT
from rules.kernel.audience import only
from rules.kernel.menus import Allot
from tests.secrecy.scenes import Script
from tests.secrecy.table import Table
from tests.support.books.playing import asked_powers, menu_of

Keeping = Callable[[Table, int], Any]

KEPT: dict[str, Keeping] = {}
"""What is kept secret, in the order in which a life does it. Each returns what was done; ``None`` where
there is nothing of the kind to do.
"""

ALWAYS = frozenset(("orders", "points", "chits", "values"))
"""What even a life does that does nothing else: that one seals is known to all, and what; and to the desk that a
value is corrected.
"""


def kept(name: str) -> Callable[[Keeping], Keeping]:
    """Register an item."""

    def register(keep: Keeping) -> Keeping:
        KEPT[name] = keep
        return keep

    return register


@kept("chits")
def _chits(table: Table, life: int) -> Any:
    """Of the one book that has them: its own for a pact, and the pool that nobody sees."""
    if table.script.book != "days_of_decision" or table.script.lives:
        return None
    power, state = table.hider, table.state
    other = next(each for each in table.book.powers if each != power)
    own = Chit(
        pool=f"{PACT}{power}:{other}",
        number=99,
        value=1 + 3 * life,
        use="defense",
        audience=only(power),
    )
    pool = tuple(value + life for value in state.pool) or (1 + life,)
    table._put(msgspec.structs.replace(state, chits=(*state.chits, own), pool=pool))
    return own.value, pool


@kept("offers")
def _offers(table: Table, life: int) -> Any:
    found = [pair[life] for pair in table.secret_acts(table.hider)]
    for act in found:
        table.act(table.hider, act)
    return found or None


@kept("dispatches")
def _dispatches(table: Table, life: int) -> Any:
    return table.write(table.hider, life)


@kept("standing orders")
def _standing(table: Table, life: int) -> Any:
    if not table.hides.standing:
        return None
    table.leave(table.hider, table.hides.standing[life])
    return table.hides.standing[life]


@kept("press")
def _press(table: Table, life: int) -> Any:
    if not table.confidant:
        return None
    keys = count(1)
    by = {"by": table.readers[table.hider].person, "power": table.hider}
    # What a thread is called is drawn; a counter of its own, so that what comes later is called the same.
    with patch.object(contents, "new_key", lambda: f"secret-{next(keys)}"):
        said = [f"Word {number} under the bridge" for number in range(1 + 2 * life)]
        for text in said:
            press_messages.begin(table.slug, **by, to=[table.confidant], text=text)
    return said


@kept("notes")
def _notes(table: Table, life: int) -> Any:
    who = table.readers[table.hider].person
    notes.keep(table.slug, by=who, subject="campaign", text=f"Trust nobody, {life} times")
    if life:
        notes.keep(table.slug, by=who, subject=f"phase/{table.phase.number}", text="Now")
    return life


def _choice(table: Table) -> tuple[Any, Any] | None:
    """The two orders that can be sealed; none where the power is not asked."""
    if table.hider not in asked_powers(table.book, table.state):
        return None
    one, other = table.hides.orders or (table.autopilot(table.state, table.hider),) * 2
    return one, other


@kept("drafts")
def _drafts(table: Table, life: int) -> Any:
    choice = _choice(table)
    if choice is None or choice[life] is None:
        return None
    for _ in range(1 + life):
        table.draft(table.hider, choice[1 - life])
    return life, choice[1 - life]


@kept("plans")
def _plans(table: Table, life: int) -> Any:
    choice = _choice(table)
    if choice is None or choice[life] is None:
        return None
    table.plan(table.hider, choice[life], 1 + life)
    return life, choice[life]


@kept("forks")
def _forks(table: Table, life: int) -> Any:
    choice = _choice(table)
    if choice is None or choice[life] is None:
        return None
    table.play_on_in_thought(table.hider, 1 + life)
    return life


@kept("advice")
def _advice(table: Table, life: int) -> Any:
    table.advise(table.hider, f"Trust nobody, {life} times")
    return life


@kept("values")
def _values(table: Table, life: int) -> Any:
    return table.correct(table.hider, life)


@kept("orders")
def _orders(table: Table, life: int) -> Any:
    choice = _choice(table)
    if choice is None:
        return None
    table.seal(table.hider, choice[life])
    return choice[life]


@kept("points")
def _points(table: Table, life: int) -> Any:
    """Sealed with the orders: those of a menu in which something is shared out; else those of an order
    that stayed secret after its phase.
    """
    choice = _choice(table)
    menu = menu_of(table.book, table.state, table.hider)
    if choice is not None and menu is not None and choice[life] is not None:
        shares = [field.key for field in menu.fields if isinstance(field, Allot)]
        if shares:
            return [getattr(choice[life], key) for key in shares]
    return getattr(table.script.lives[life], "points", None) if table.script.lives else None


def others_go_on(table: Table, power: str) -> None:
    """What others do afterwards, for everybody to see: each thing is called or counted by something
    (an entry, a letter, a thread, a plan), and what it is called may not say how much came before. ``power``
    is a player who is no party to the secrets, if there is one.
    """
    keys = count(1)
    host = table.readers["moderator"].person
    with patch.object(contents, "new_key", lambda: f"open-{next(keys)}"):
        press_messages.write(table.slug, by=host, thread="announcements", text="The desk speaks")
        if not power:
            return
        by = {"by": table.readers[power].person, "power": power}
        press_messages.write(table.slug, **by, thread="public", text="We are here")
        with suppress(CampaignError):  # where nothing is asked of them
            table.plan(power, table.autopilot(table.state, power), 1)
            table.play_on_in_thought(power, 1)
        table.advise(power, "Hold on")


class TableWithSecrets(Table):
    """A table whose secretive power keeps all of `KEPT` secret."""

    def __init__(self, script: Script, **more: Any) -> None:
        super().__init__(script, **more)
        #: By life, what was done of each item of `KEPT`.
        self.did: list[dict[str, str]] = [{}, {}]

    @cached_property
    def bystander(self) -> str:
        """A player who goes on afterwards: asked for before a life begins, the same in both."""
        return next((reader.power for reader in self.strangers() if reader.power), "")

    def live(self, life: int) -> None:
        """One of the two lives of the secretive power: all of it in secret, and differently so; `KEPT`
        says what. With ``bare`` the first life does nothing but seal. Then others go on.
        """
        going_on = self.bystander
        if self.script.lives:
            self.seal(self.hider, self.script.lives[life])
            self.go_on()
            assert self.phase.key == self.script.kind
            self.__dict__.pop("hides", None)
            self.everybody_seals({}, without=self.hider)
        self.did[life], self.life = {}, None
        assert self.hides.power == self.hider  # what can be chosen as it begins
        for name, keep in KEPT.items():
            if life or not self.bare or name in ALWAYS:
                self.did[life][name] = repr(keep(self, life))
        self.life = life
        others_go_on(self, going_on)

    @property
    def varied(self) -> set[str]:
        """In what the two lives differed."""
        one, other = self.did[0], self.did[1]
        return {name for name in other if other[name] != one.get(name, "None")}
