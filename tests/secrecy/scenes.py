"""Moments of a campaign in which somebody has a secret: one scene for each kind of phase of a book.

The campaigns are played by the properties' own players, in memory, once a book. A scene is then
set up in the database at the phase before, which is carried out by the services, so that its
history, its log and its secrets are real ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from rules.kernel.audience import viewer
from rules.kernel.dice import SealedDice
from rules.kernel.orders import understand
from rules.kernel.rulebook import Rulebook
from rules.registry import BOOKS
from tests.support.books.playing import (
    Turned,
    asked_powers,
    key,
    open_campaign,
    order_at_random,
    play_on,
    shortest,
    variants_at_random,
)

KINDS = {
    book: frozenset(steps.split())
    for book, steps in {
        "days_of_decision": "bid initiative yield select activate answer play map",
        "war_game_1939": """
            commerce influence counter west.status ussr.status usa.status
            axis.play west.play ussr.play china.play japan.play usa.play
        """,
        "world_at_war": """
            place axis.facts axis.targets axis.rolls axis.check axis.subversion axis.covert
            allied.facts allied.targets allied.rolls allied.check allied.subversion allied.covert
        """,
        "world_in_flames": "declare check roll",
    }.items()
}
"""Every kind of phase of every book. A kind that is played and not listed here fails a test. A book
that is not listed has the steps that it names as it begins, and is played in its shortest scenario.
"""

PLAYS: dict[str, tuple[tuple[str, str, int, int], ...]] = {
    "days_of_decision": (("first-year", "random", 2, 14), ("first-year", "mixed", 5, 12)),
    "war_game_1939": (("phony-war", "mixed", 0, 24),),
    "world_at_war": (("one-year", "mixed", 0, 30), ("fall-1939", "mixed", 7, 70)),
    "world_in_flames": (("printed-example", "mixed", 2, 14), ("grand-campaign", "mixed", 11, 32)),
}
"""The campaigns in which the kinds are looked for: scenario, manner, seed and most phases, one after
another; with the seeds that follow, as long as a kind has not come.
"""

for _key, _book in BOOKS.items():
    if _key not in KINDS:
        _opened = open_campaign(_book, shortest(_book), {})
        KINDS[_key] = frozenset(step.key for step in _book.phase(_opened).steps)
        PLAYS[_key] = ((shortest(_book), "mixed", 0, 30),)

HIDING: dict[str, dict[str, str]] = {
    "days_of_decision": {"plays": "play", "yielding": "bid", "activation": "select"},
    "war_game_1939": {"commerce": "commerce", "counter": "influence"},
    "world_at_war": {
        "faction_sees_dps": "place",
        "lesser_result": "axis.targets",
        "intelligence": "place",
        "covert_order": "axis.covert",
    },
}
"""The switches of each book that hide something from somebody: who sees what was placed, what is sealed
and what asked openly, what is left in advance. Each choice of each has a scene; the kind of phase that is
named has one in which all choices that chance did not bring are made together.
"""

OPEN: dict[str, str] = {
    "days_of_decision": """map leaving winter_roll ussr_naval alternate oil africa_aflame intelligence sanctions experimental
        force_vichy passages burma_road ships impulses neutral_impulses house_isolated house_production
        house_italy house_japan bitter_end central_hold pe_per_six tie_by_pe floor_at_zero pressure_by us_whole
        terms_waiting war_purse last""",
    "war_game_1939": """map balkan_tally defensive_attacks_provoke indo_china_provokes lift_applies_to_banked
        full_war_frees_banked first_in_by other_units_count vichy_units marching_in retaken_french factory_money
        france_lends""",
    "world_at_war": """dp_cap enemy_ally fact_check prelude_europe prelude_asia pact_line rumania_seven rgt_drop
        prorating""",
    "world_in_flames": """isolated_control italian_production italian_surrender japanese_surrender lakes nested sets tie
        sardinia retaken fact_check""",
}
"""The other switches, which change what is done and not who knows of it; chance sets them."""

FOUNDINGS: tuple[dict[str, Any], ...] = (
    {},
    {"anonymous": True},
    {},
    {"delay": 1},
    {},
    {"private": True},
    {"listed": False},
)
"""How the campaigns of the scenes are founded, one after another: as far as that hides something, from
whom or who plays. In `test_delayed.py` and `test_anonymous.py` that itself is what varies.
"""

SEEDS = 8
"""How many seeds are tried. A kind that comes in none of them fails a test."""


@dataclass(frozen=True)
class Script:
    """How a scene comes about: the state before, everybody's orders there, and what they lead to.

    ``scene`` is the state in which the secret is kept; ``None`` where there is nothing before it, or
    where it is what the two lives lead to. ``kind`` is the key of the phase in which the secret is kept. ``hides`` names the power whose
    secrets vary, and ``lives`` what it does in the phase before, where that stays secret: two
    orders, else nothing. ``seals`` says that there is a choice of what to seal in the scene, ``waits`` that
    somebody else has declared something of the map there, which waits for a look. By ``seed`` the secrets
    are chosen, where there are several ways to have one.
    """

    book: str
    scenario: str
    variants: dict[str, str]
    kind: str
    before: Any
    scene: Any = None
    orders: dict[str, Any] | None = field(default_factory=dict)
    standing: dict[str, Any] = field(default_factory=dict)
    hides: str = ""
    lives: tuple[Any, ...] = ()
    seals: bool = True
    waits: bool = False
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.book}-{self.kind}{'-later' if self.lives else ''}"


@cache
def played(book_key: str) -> tuple[tuple[dict[str, str], str, tuple[Turned, ...]], ...]:
    """The campaigns of a book, no further than until every kind of phase has come."""
    book = BOOKS[book_key]
    missing = set(KINDS[book_key])
    found = []
    tries = [(*play, more) for more in range(SEEDS) for play in PLAYS[book_key]]
    for scenario, manner, first, most, more in tries:
        seed = first + more
        variants = variants_at_random(book, SealedDice(key("secrecy", book_key, seed)))
        turned = []
        opened = open_campaign(book, scenario, variants)
        for each in play_on(book, opened, seed, manner=manner, most=most):
            turned.append(each)
            missing.discard(book.phase(each.before).key)
            if not missing and len(turned) > 1:
                break
        found.append((variants, scenario, tuple(turned)))
        if not missing:
            break
    return tuple(found)


@cache
def scripts(book_key: str) -> tuple[Script, ...]:
    """A script for every kind of phase of a book, and one more where orders stay secret after it; then
    those in which the switches that hide something stand otherwise.
    """
    book = BOOKS[book_key]
    found: dict[str, Script] = {}
    for variants, scenario, turned in played(book_key):
        _find(book, variants, scenario, turned, found)
    while missing := unseen(book_key, found.values()):
        found |= _otherwise(book, missing, len(found))
    return _with_one_that_waits(book, (*found.values(), *FACE_DOWN.get(book_key, tuple)()))


def unseen(book_key: str, found: Iterable[Script]) -> dict[str, str]:
    """Of each switch that hides something a choice that no scene has."""
    switches, missing = BOOKS[book_key].switches, {}
    for name in HIDING.get(book_key, {}):
        seen = {script.variants.get(name, switches[name].default) for script in found}
        for choice in switches[name].choices:
            if choice not in seen:
                missing[name] = choice
    return missing


def _otherwise(book: Rulebook[Any], missing: dict[str, str], number: int) -> dict[str, Script]:
    """Scenes with these choices: of the kinds of phase in which they matter, where they come, else of the
    first in which there is a choice.
    """
    (scenario, manner, seed, most), *_ = PLAYS[book.key]
    chance = SealedDice(key("secrecy otherwise", book.key, number))
    variants = variants_at_random(book, chance) | missing
    opened = open_campaign(book, scenario, variants)
    turned = tuple(play_on(book, opened, seed, manner=manner, most=most))
    kinds = {HIDING[book.key][name] for name in missing}
    met: dict[str, Script] = {}
    _find(book, variants, scenario, turned, met)
    chosen = [name for name in met if name.removesuffix(" later") in kinds] or [*met][:1]
    return {f"{name} otherwise {number}": met[name] for name in chosen}


def _find(
    book: Rulebook[Any],
    variants: dict[str, str],
    scenario: str,
    turned: Sequence[Turned],
    found: dict[str, Script],
    seed: int = 0,
) -> None:
    """Add to ``found`` what this campaign has that is not there yet: by its kind, or its kind and "later"."""
    common = {
        "book": book.key, "scenario": scenario, "variants": variants, "seed": seed,
    }  # fmt: skip
    for before, here in zip((None, *turned), turned, strict=False):
        kind = book.phase(here.before).key
        if kind not in found and (choices := secretive(book, here.before, seed)):
            came = before or here
            hides = choices[seed % len(choices)]
            found[kind] = Script(
                **common,
                kind=kind,
                before=came.before,
                scene=here.before if before else None,
                orders=came.orders if before else None,
                standing=came.standing if before else {},
                hides=hides.power,
                seals=bool(hides.orders),
            )
        later = book.phase(here.before).release == "later" and f"{kind} later" not in found
        if later and (choices := secretive(book, here.before, seed)):
            hides = choices[seed % len(choices)]
            found[f"{kind} later"] = Script(
                **common,
                kind=book.phase(here.made.state).key,
                before=here.before,
                orders=here.orders,
                standing=here.standing,
                hides=hides.power,
                lives=hides.orders,
            )


def at_random(book_key: str, seed: int) -> tuple[Script, ...]:
    """Scenes of a campaign that nobody chose: any scenario, switches, manner, and any of those who have
    something to hide.
    """
    book = BOOKS[book_key]
    chance = SealedDice(key("secrecy at length", book_key, seed))
    names = sorted(book.scenarios)
    scenario = names[chance.roll("scenario", len(names)) - 1]
    manner = ("random", "mixed")[chance.roll("manner", 2) - 1]
    variants = variants_at_random(book, chance)
    most = max(each[-1] for each in PLAYS[book_key])
    opened = open_campaign(book, scenario, variants)
    found: dict[str, Script] = {}
    turned = tuple(play_on(book, opened, seed, manner=manner, most=most))
    skipped = chance.roll("from", max(1, len(turned) // 2)) - 1
    _find(book, variants, scenario, turned[skipped:], found, seed)
    return tuple(found.values())


def _with_one_that_waits(book: Rulebook[Any], all_of: tuple[Script, ...]) -> tuple[Script, ...]:
    """The same; in the first scene in which somebody besides the secretive power may declare what the
    map says, somebody has.
    """
    for at, script in enumerate(all_of):
        state = script.scene if script.scene is not None else script.before
        hider = script.hides or secretive(book, state)[0].power
        if script.seals and not script.lives and any(p != hider for p in declarers(book, state)):
            return (*all_of[:at], replace(script, waits=True), *all_of[at + 1 :])
    return all_of


def declarers(book: Rulebook[Any], state: Any) -> list[str]:
    """The powers that may declare what the map says."""
    return [
        power
        for power in book.powers
        if any(
            menu.order == "declare" for menu in book.acts(book.view(state, viewer(power)), power)
        )
    ]


@dataclass(frozen=True)
class Secretive:
    """A power with something to hide: two orders, or two standing orders, or both."""

    power: str
    orders: tuple[Any, ...]
    standing: tuple[Any, ...]


def secretive(book: Rulebook[Any], state: Any, seed: int = 0) -> list[Secretive]:
    """The powers that have a choice in a phase, those with the most to hide first; other choices by
    another ``seed``.
    """
    more = f" {seed}" if seed else ""
    found = []
    for power in book.powers:
        view = book.view(state, viewer(power))
        orders = two_orders(book, book.menu(view, power), power + more, alone=seed % 2 == 1)
        standing = two_orders(book, book.standing_menu(view, power), f"{power} standing{more}")
        each = Secretive(power, *(two if len(two) == 2 else () for two in (orders, standing)))
        if each.orders or each.standing:
            found.append(each)
    asked = asked_powers(book, state)
    return sorted(
        found, key=lambda one: (-(one.power in asked) * len(one.orders), -len(one.standing))
    )


def two_orders(
    book: Rulebook[Any], menu: Any, seed: object, *, alone: bool = False
) -> tuple[Any, ...]:
    """Two different legal orders of a menu; fewer where it leaves no choice. ``alone``: two that differ
    in one field, where there are such.
    """
    found: list[Any] = []
    for side in range(12 if menu is not None else 0):
        order = order_at_random(book, menu, SealedDice(key("life", seed, side)))
        if order not in found and not menu.problems(order):
            found.append(order)
        if len(found) == 2:
            break
    if alone and len(found) == 2:
        for field_ in menu.fields:
            value = getattr(found[1], field_.key, None)
            mixed = msgspec.structs.replace(found[0], **{field_.key: value})
            if mixed != found[0] and not menu.problems(mixed):
                return found[0], mixed
    return tuple(found)


def _japans_card_lies_face_down() -> tuple[Script, ...]:
    """Germany asks Italy for a treaty and Italy must answer: Japan's card is not turned over yet."""
    book = BOOKS["days_of_decision"]
    opened = open_campaign(book, "1936")
    cards = [[{"option": "ipo-3", "details": {"minor": "siam"}}], [{"option": "0f"}]]
    asks = [{"option": "ipo-15", "details": {"partner": "italy"}}]

    def playing(plays: list[dict[str, Any]]) -> Any:
        return understand({"kind": "plays", "plays": plays}, book.orders["plays"])

    others = {power: playing([]) for power in book.powers if power != "japan"}
    return (
        Script(
            book="days_of_decision",
            scenario="1936",
            variants={},
            kind="answer",
            before=opened,
            orders={**others, "germany": playing(asks)},
            hides="japan",
            lives=tuple(map(playing, cards)),
        ),
    )


FACE_DOWN = {"days_of_decision": _japans_card_lies_face_down}
"""Scenes that chance does not bring about: what was sealed stays secret after its phase."""
