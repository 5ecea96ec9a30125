"""The hex inspector: a pasted or drawn map, judged for isolated control, with every reason.

It needs no campaign. Within one of the house rules' campaigns the same page declares maps.
"""

from dataclasses import dataclass
from typing import Any

from campaigns.errors import NotOnTheMenu
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.phase.records import Head, Reader
from campaigns.selectors.reader.access import reading
from campaigns.selectors.rules.questions import asked_of
from campaigns.selectors.rules.rule_pages import switches_of
from rules.kernel.setup import Switch

BOOK = "world_in_flames"


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
    and whether this reader can declare and withdraw; ``menus`` are those of his acts, by kind.
    """

    head: Head
    reader: Reader
    cards: tuple[Any, ...]
    declared: tuple[Any, ...]
    may_declare: bool
    may_withdraw: bool
    switches: dict[str, str]
    phase_number: int | None
    menus: dict[str, Any]


def switches() -> tuple[Switch, ...]:
    """How the rule can be read, the default first."""
    offered = switches_of(BOOK)
    return tuple(offered[key] for key in limits()["switches"])


def limits() -> dict[str, Any]:
    """How many hexes and characters a map may have, here and in a campaign."""
    found: dict[str, Any] = asked_of(BOOK, "limits", {})
    return found


def examples() -> tuple[Example, ...]:
    """Maps to begin with."""
    return tuple(Example(**each) for each in asked_of(BOOK, "examples", {}))


def is_example(text: str) -> bool:
    """Whether a text is no more than one of the maps to begin with; nobody has entered that."""
    return text.split() in [each.text.split() for each in examples()]


def inspected(text: str, chosen: dict[str, str] | None = None) -> Inspection:
    """Judge a map in either form; ``chosen`` switches stand over its own.

    Raises ``NotOnTheMenu`` that says which line or part cannot be read.
    """
    return Inspection(**asked_of(BOOK, "inspect", {"map": text, "switches": chosen or {}}))


def blank(columns: int, rows: int, holder: str) -> str:
    """An empty map as text: land of one holder, the sea, or neutral land. Raises ``NotOnTheMenu``."""
    text: str = asked_of(BOOK, "blank", {"columns": columns, "rows": rows, "of": holder})
    return text


def campaign_maps(slug: str, person: Any = None, power: str | None = None) -> CampaignMaps:
    """The maps of a campaign as this reader sees them. Raises ``NoSuchCampaign``."""
    at = reading(slug, person, power)
    if at.book.key != BOOK:
        raise NotOnTheMenu(
            f"{at.book.title} has no isolated hexes.", remedy="The hex inspector is open to all."
        )
    acting = at.acting if at.phase and at.acting and at.may(at.acting, "seal") else None
    acts = at.book.acts(at.view_for(acting), acting) if acting else ()
    offered = {menu.order: menu for menu in acts}
    return CampaignMaps(
        head=head_of(at),
        reader=reader_of(at),
        cards=at.book.board(at.view, at.acting).maps,
        declared=at.view.maps,
        may_declare="declare_map" in offered,
        may_withdraw="withdraw_maps" in offered,
        switches={key: at.view.variants[key] for key in limits()["switches"]},
        phase_number=at.phase.number if at.phase else None,
        menus=offered,
    )
