"""What the style page shows of the parts by which a game is told: the time line, cards that turned, a chronicle."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.cache import LazyPart
from campaigns.chronicles.luck import Luck
from campaigns.selectors.history.chronicle_parts.records import LuckRow, TurningPoint, YearRow
from campaigns.selectors.history.phase_story import PastPhase
from campaigns.selectors.log.played_cards import PlayedCard, StoryLine
from frontend.chronicle_pages import LuckShown, luck_rows
from frontend.forms.orders import FieldRow, rows
from frontend.samples.basics import charts
from frontend.samples.table import HEAD, SEAL, SLUG, france, germany, italy
from frontend.templatetags.figures import decimal
from rules.kernel.events import Line
from rules.kernel.menus import Barred, Choice, Menu, Option, Pick, Plays


def sample_cards() -> tuple[PlayedCard, ...]:
    """A column that turned, one that found nothing left, and one of a power that sent nothing."""
    given: dict[str, Any] = {
        "again": False, "by": None, "dice": (), "verdict": "", "test": None, "follows": (), "reasons": (),
    }  # fmt: skip
    return (
        PlayedCard(
            badge=germany(), place=1, score="11/3", code="IPO 3", title=_("Economic aid"), aim=_("Central America"),
            price=_("2 money"), state="done", why="", rule="", fingerprint=SEAL, silent=False,
            told=(StoryLine(line=Line(head=_("Central America moves one hex to Germany")), badge=None, kind="result"),),
            **given,
        ),
        PlayedCard(
            badge=france(), place=2, score="9/2", code="IPO 2", title=_("Trade deal"), aim=_("Central America"),
            price=_("nothing paid"), state="wasted", why=_("Germany came first."), rule="15.1", fingerprint=SEAL,
            silent=False, told=(), **given,
        ),
        PlayedCard(
            badge=italy(), place=3, score="7/1", code="", title="", aim="", price="", state="idle", why="", rule="",
            fingerprint="", silent=True, told=(), **given,
        ),
    )  # fmt: skip


def turnings() -> tuple[TurningPoint, ...]:
    """Two turning points, with what each moved."""
    given: dict[str, Any] = {"knew": "", "before": "", "actor": "germany"}
    return (
        TurningPoint(
            number=1,
            phase=67,
            turn=_("September/October 1939"),
            head=_("Germany declares war on France"),
            came="",
            why=_("American entry against Germany rises from 67 to 94."),
            beside=_("Germany and the United States gear up"),
            later=_("France falls in July 1940"),
            **given,
        ),
        TurningPoint(
            number=2,
            phase=91,
            turn=_("May/June 1940"),
            head=_("France falls"),
            came="",
            why=_("The display loses a power."),
            beside="",
            later=_("Italy joins Germany in the same turn"),
            **given,
        ),
    )


SEASONS = ("Spring", "Summer", "Fall", "Winter")
FIRST_YEAR, IN_A_YEAR = 1939, 8
WAR, HERE, LAST = 7, 9, 16
"""The phases of the time line in which a war begins, that is read, and that is the last."""


def past_phases(last: int) -> tuple[PastPhase, ...]:
    """The phases of a game, two in a turn, of which one is a great event."""
    at = timezone.now()

    def turn(number: int) -> str:
        year, season = divmod(number - 1, IN_A_YEAR)
        return f"{SEASONS[season // 2]} {FIRST_YEAR + year}"

    return tuple(
        PastPhase(
            number=number,
            turn=(number + 1) // 2,
            turn_title=turn(number),
            key="place",
            title=_("Select") if number % 2 else _("Map"),
            opened_at=at,
            resolved_at=at,
            open=False,
            headline=_("Germany declares war on France") if number == WAR else "",
            pin=_("Germany declares war on France") if number == WAR else "",
            weight=90 if number == WAR else 10,
            again=0,
            undone_at=None,
        )
        for number in range(1, last + 1)
    )


def history(_theme: str) -> dict[str, Any]:
    """The time line of a game of two years as the page of one of its phases has it, and charts."""
    phases = past_phases(LAST)
    page = SimpleNamespace(
        number=HERE,
        turn_title=phases[HERE - 1].turn_title,
        previous=HERE - 1,
        next=HERE + 1,
        eyes=None,
        phases=LazyPart(("style", SLUG, get_language()), lambda: phases),
        kinds=LazyPart(("style", SLUG, "kinds"), dict),
        head=HEAD,
        reader=SimpleNamespace(powers=()),
    )
    return {"page": page, "head": HEAD, "charts": charts()}


def hand(theme: str) -> FieldRow:
    """A hand of cards as its form draws it: one is chosen, one is barred."""
    not_yet = Barred(_("Not before 1940."), "14.4", _("Opens in January/February 1940."))
    target = Pick(
        key="where",
        label=_("Country"),
        choices=(Choice("hungary", _("Hungary")), Choice("rumania", _("Rumania"))),
    )
    options = (
        Option("3", f"IPO 3 {_('Economic aid')}", _("Moves a minor one hex to you."), cost={"money": 2}),
        Option("12", f"IPO 12 {_('Guarantee a minor')}", _("+2 with it."), cost={"money": 3}, fields=(target,)),
        Option("7", f"IPO 7 {_('Recognition')}", barred=not_yet, cost={"money": 4}),
    )  # fmt: skip
    field = Plays(key=f"hand-{theme}", label=_("Options"), rule="13.1", choices=options, most=2)
    menu = Menu(power="germany", order="options", title=field.label, fields=(field,))
    (row,) = rows(menu, {field.key: [{"option": "12", "details": {}}]})
    return row


def cards(theme: str) -> dict[str, Any]:
    """A hand, and cards as they were turned over."""
    return {"head": HEAD, "cards_turned": sample_cards(), "hand": hand(theme)}


def years() -> tuple[YearRow, ...]:
    """A year with a headline, one without, one in which nothing was news."""
    given: dict[str, Any] = {"events": (), "more": 0}
    return (
        YearRow(
            year="1939",
            headline=_("Germany declares war on France"),
            text=_("Brazil joins the United States."),
            count=14,
            phase=61,
            **given,
        ),
        YearRow(year="1940", headline=_("France falls"), text="", count=38, phase=85, **given),
        YearRow(year="1941", headline="", text="", count=38, phase=109, **given),
    )


def luck() -> list[LuckShown]:
    """Dice of two powers: one above the band, one within it."""
    band: dict[str, Any] = {"sides": 6, "percent": 95}
    above = Luck(thrown=41, mean=Fraction(399, 100), low=Fraction(297, 100), high=Fraction(393, 100), **band)  # fmt: skip
    within = Luck(thrown=38, mean=Fraction(341, 100), low=Fraction(295, 100), high=Fraction(395, 100), **band)  # fmt: skip
    rows = (
        LuckRow(key="germany", name=_("Germany"), luck=above),
        LuckRow(key="france", name=_("France"), luck=within),
    )
    return list(luck_rows(rows, {"germany": germany(), "france": france()}))


def told() -> SimpleNamespace:
    """What a chronicle says of the game."""
    return SimpleNamespace(
        headline=_("Five powers end the war"),
        lede=_("Germany gave notice in May and paid ten money in September. France fell in July of the year after."),
        cause=_("Two treaties of 1938 kept the Straits closed."),
        ending=_("The war ended with the year 1941."),
        places=(_("January/February 1936"), _("November/December 1941")),
        checked=SimpleNamespace(phases=179),
        years=years(),
        dice=79,
        names={},
        then={},
        series=(),
        mended=None,
    )  # fmt: skip


def chronicle(_theme: str) -> dict[str, Any]:
    """The turning points and the side column of a game that is over."""
    return {
        "head": HEAD,
        "story": told(),
        "turnings": turnings(),
        "told": SimpleNamespace(count_words=_("American entry"), played_words=""),
        "luck": luck(),
        "expected": decimal("3.5"),
    }


def printed() -> dict[str, Any]:
    """The first page of a chronicle, as it is printed."""
    return {
        "charts": charts(),
        "head": HEAD,
        "story": told(),
        "told": SimpleNamespace(intro=""),
    }
