"""Rulebooks as choices: their scenarios, seats and switches, for who founds a campaign or reads the rules."""

from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.selectors.reader.access import power_badge
from campaigns.selectors.reader.power_badges import Badge
from core.records import like


class SwitchLine(Struct, frozen=True, kw_only=True):
    """A variant switch to choose when a campaign is founded or in play; ``choices`` maps value to label."""

    key: str
    label: str
    choices: dict[str, str]
    default: str
    rule: str
    help: str
    printed: bool

    @property
    def said(self) -> str:
        """What it changes, and where it is from."""
        return f"{self.help} {'Printed' if self.printed else 'House'}, {self.rule}.".strip()


class ScenarioLine(Struct, frozen=True, kw_only=True):
    """A starting position to choose."""

    key: str
    title: str
    summary: str
    seats: tuple[Badge, ...]
    turns: int


class BookLine(Struct, frozen=True, kw_only=True):
    """A rulebook to choose, with its scenarios and switches."""

    key: str
    title: str
    revision: str
    summary: str
    scenarios: tuple[ScenarioLine, ...]
    switches: tuple[SwitchLine, ...]
    families: tuple[str, ...]


def _is_printed(book: rulebooks.Book, rule: str) -> bool:
    """Whether a rule stands in the printed book; otherwise the group chose it, or we did."""
    if rule not in book.index:
        return False
    entry = book.index[rule]
    return entry.source == "seed" and entry.part != "house"


def books() -> tuple[BookLine, ...]:
    """What a campaign can be founded on."""
    return tuple(book_line(book) for book in rulebooks.every())


def book_of(key: str, revision: str = "") -> BookLine:
    """A rulebook as a choice, in a revision that a campaign plays by (the newest when empty, or where it is not here);
    where there is no such book, the first.
    """
    book = rulebooks.for_names(key, revision) or next(iter(rulebooks.every()))
    return structs.replace(book_line(book), revision=revision or book.revision)


def book_line(book: rulebooks.Book) -> BookLine:
    """A rulebook as a choice."""
    scenarios = tuple(
        like(
            ScenarioLine,
            scenario,
            seats=tuple(power_badge(book, power) for power in scenario.seats),
        )
        for scenario in book.scenarios.values()
    )
    return like(
        BookLine, book, scenarios=scenarios, switches=switch_lines(book), families=families(book)
    )


def switch_lines(book: rulebooks.Book) -> tuple[SwitchLine, ...]:
    """The variant switches of a book: for who founds a campaign, changes one, or reads the rules."""
    return tuple(
        like(
            SwitchLine, switch, choices=dict(switch.choices), printed=_is_printed(book, switch.rule)
        )
        for switch in book.switches.values()
    )


def families(book: rulebooks.Book) -> tuple[str, ...]:
    """The kinds of phase that a clock policy may give hours of their own, if the book names them."""
    return tuple(book.families)
