"""What a face can offer. All of it may be left out."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from campaigns.chronicles.spec import PLAIN, ChronicleSpec
from rules.kernel.serial import shaped

ANY_BOARD = "frontend/boards/any.html"
"""The board of a book without one of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A page beside those of every campaign: the name of its address, and what it is called there.

    The address is given the campaign's ``slug``. The page's context says ``tab``, the same name.
    """

    page: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A page that needs no campaign. It stands in the main menu by its ``title``, and on the rules
    page of its book as a button with a sentence ``about`` it.
    """

    page: str
    title: str
    button: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """Parts of a board that are marked when the last phase changed them.

    ``parts`` is where they stand in the board's data (a list, or one record), ``key`` what tells one
    from another, ``values`` what has to differ; all are paths (``now.net``). The element of a part has
    the id ``anchor-<values of anchor_of>`` (``joint`` between them), and is called what stands at ``name``, or ``title``.
    ``words`` say of the first ``values``, as far as they are figures, what each is; where there is one value alone the
    part is called so.
    """

    parts: str
    key: str = ""
    values: tuple[str, ...]
    anchor: str = ""
    anchor_of: tuple[str, ...] = ()
    joint: str = "-"
    name: str = "name"
    title: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Tracks of a board that are drawn as scales where they would move.

    ``parts`` and ``key`` as with :class:`Watched`; ``level`` is where a track stands, a whole number.
    ``title`` is filled with what stands at ``name``. Thresholds stand at ``marks``, each with its
    level ``at`` and its ``words``; where there is one alone, its level stands at ``end``.
    """

    parts: str
    key: str = ""
    level: str
    title: str = "{name}"
    name: str = "name"
    marks: str = ""
    at: str = "level"
    words: str = "short"
    end: str = ""
    end_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A track that is told step by step in a reveal.

    ``event`` is the tag of the event that moves it; in the event stand ``who`` it belongs to, ``by`` how much (a tally
    or a number) and what it is ``after``. ``title`` heads the chart. Of tracks that are no power's, ``parts`` is where
    they stand on the board, each with its ``key`` and ``title``.
    """

    event: str
    who: str
    by: str = "tally"
    after: str = "after"
    title: str
    parts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPart:
    """What of a board stands before all else on the campaign's page, as wide as it, in the phases of these keys.

    The context of its ``template`` is that of the board and of the orders, with ``act``: the form of the act of this
    order at once, which stands there and not among the orders; ``None`` for who cannot do it now.
    """

    template: str
    phases: tuple[str, ...]
    act: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a book is shown.

    ``board`` is the template of its board; its context is ``board`` (what the book's ``board`` gave
    for this reader), ``head``, ``reader`` and ``past``. ``styles`` and ``scripts`` are static files
    that the pages of its campaigns load after the shared ones. ``addresses`` is the module with its
    ``urlpatterns``, which are reversed with the book's key before the name; ``tabs`` and ``tools``
    are those that a menu leads to. ``card_label`` is a pattern with two groups: the code and the
    title of an option card in its label. ``marks`` are the parts of the board that are marked when
    they have changed, ``scales`` its tracks, drawn on the page of the map where a dispatch would move them.
    ``samples`` are the keys and names of its own parts on the style page, which its template ``samples.html`` shows.
    ``first`` is what of that board stands first on the campaign's page; the board then leaves it out.
    ``beside`` is the template of what of that board stands in the column of one who watches, under the last reveal;
    the board is told by ``watching`` to leave it out. ``duties_beside`` says that what is owed is told there.
    ``changes_note`` is how the label ends of a number that is easily taken for another, and a sentence that tells them
    apart below what changed.
    ``small`` is the template that draws what ``told.small`` took of a board; its context is ``data`` and ``hues``.
    ``turned`` is the track that the steps of a reveal move one by one; ``turns_cards`` says that cards are turned over
    together. ``told`` is how a campaign is told when it is over, and
    ``chronicle_board`` the template of its board there, where less of it is shown than on the campaign's page.
    """

    board: str = ANY_BOARD
    first: FirstPart | None = None
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    addresses: str = ""
    tabs: tuple[Tab, ...] = ()
    tools: tuple[Tool, ...] = ()
    card_label: str = ""
    turns_cards: bool = False
    turned: Turned | None = None
    marks: tuple[Watched, ...] = ()
    scales: tuple[Scale, ...] = ()
    plan: str = ""
    samples: tuple[tuple[str, str], ...] = ()
    told: ChronicleSpec = PLAIN
    chronicle_board: str = ""
    small: str = ""
    beside: str = ""
    duties_beside: bool = False
    changes_note: tuple[str, str] = ("", "")

    @property
    def board_when_told(self) -> str:
        """The template of the board in a chronicle."""
        return self.chronicle_board or self.board


def chronicle(face: str, **more: Any) -> ChronicleSpec:
    """How the campaigns of a book are told, as ``chronicle.yaml`` beside the module of its face says it; ``more`` is
    what is no data.
    """
    text = Path(face).with_name("chronicle.yaml").read_bytes()
    return replace(shaped(yaml.safe_load(text), ChronicleSpec), **more)
