"""The hex inspector: a pasted or drawn map, judged for isolated control, with every reason.

It needs no campaign. Within one of the house rules' campaigns the same page declares maps.
"""

from dataclasses import dataclass
from typing import Any

from campaigns import rulebooks
from campaigns.errors import NotOnTheMenu
from campaigns.selectors.access import reading
from campaigns.selectors.phase_strip import head_of, reader_of
from campaigns.selectors.records import Head, Reader
from rules.kernel.errors import RulesError
from rules.kernel.rulebook import Switch

BOOK = "world_in_flames"
SCENARIO = "grand-campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """A map that was read and judged: its own record, the answer, the picture, and both forms
    in which it is written. ``export`` is the JSON form with the answer beside it.
    """

    document: Any
    answer: Any
    picture: Any
    text: str
    json: str
    export: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A map to begin with."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignMaps:
    """The maps of a campaign: ``cards`` as its board has them, what is declared for this turn,
    and whether this reader can declare and withdraw.
    """

    head: Head
    reader: Reader
    cards: tuple[Any, ...]
    declared: tuple[Any, ...]
    may_declare: bool
    may_withdraw: bool
    switches: dict[str, str]
    phase_number: int | None


def switches() -> tuple[Switch, ...]:
    """How the rule can be read, the default first."""
    book = rulebooks.load(BOOK)
    return tuple(book.switches[key] for key in _ask("limits", {})["switches"])


def limits() -> dict[str, Any]:
    """How many hexes and characters a map may have, here and in a campaign."""
    found: dict[str, Any] = _ask("limits", {})
    return found


def examples() -> tuple[Example, ...]:
    """Maps to begin with."""
    return tuple(Example(**each) for each in _ask("examples", {}))


def inspected(text: str, chosen: dict[str, str] | None = None) -> Inspection:
    """Judge a map in either form; ``chosen`` switches stand over its own.

    Raises ``NotOnTheMenu`` that says which line or part cannot be read.
    """
    return Inspection(**_ask("inspect", {"map": text, "switches": chosen or {}}))


def blank(columns: int, rows: int, holder: str) -> str:
    """An empty map as text: land of one holder, the sea, or neutral land. Raises ``NotOnTheMenu``."""
    text: str = _ask("blank", {"columns": columns, "rows": rows, "of": holder})
    return text


def campaign_maps(slug: str, person: Any = None, power: str | None = None) -> CampaignMaps:
    """The maps of a campaign as this reader sees them. Raises ``NoSuchCampaign``."""
    at = reading(slug, person, power)
    if at.book.key != BOOK:
        raise NotOnTheMenu(
            f"{at.book.title} has no isolated hexes.", remedy="The hex inspector is open to all."
        )
    acts = at.book.acts(at.view_for(at.acting), at.acting) if at.phase and at.acting else ()
    offered = {menu.order for menu in acts}
    return CampaignMaps(
        head=head_of(at),
        reader=reader_of(at),
        cards=at.book.board(at.view, at.acting).maps,
        declared=at.view.maps,
        may_declare="declare_map" in offered,
        may_withdraw="withdraw_maps" in offered,
        switches={key: at.view.variants[key] for key in limits()["switches"]},
        phase_number=at.phase.number if at.phase else None,
    )


def _ask(question: str, arguments: dict[str, Any]) -> Any:
    book = rulebooks.load(BOOK)
    try:
        return book.ask(book.start(SCENARIO, {}, {}).state, question, arguments)
    except RulesError as error:
        raise NotOnTheMenu(error.message, rule=error.rule, remedy=error.remedy) from error
