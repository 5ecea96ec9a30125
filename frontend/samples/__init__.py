"""The style page: every part that pages are made of, in all its states and both themes.

It has addresses of its own for groups of them (:class:`Leaf`), none of them longer than four screens. A book adds the
group of its own parts (`frontend.books.face.Face.samples`). Nothing on it comes from a campaign: the parts are those of
the pages themselves, filled with examples.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.selectors.lobby.first_boards import title_of
from frontend.books import faces
from frontend.samples import basics, pages, palette, stories

Words = str | Promise

THEMES = ("light", "dark")


def _nothing(_theme: str) -> dict[str, Any]:
    return {}


class Leaf(NamedTuple):
    """A group of parts at one address. ``parts`` are their keys, by which they are linked, with their names; ``made``
    is what their ``template`` is filled with in a theme. Those of the board of a ``book`` (its key)
    cite its rules and are listed under its name. What is not in ``both`` themes stands once, in the reader's.
    """

    key: str
    title: Words
    parts: Mapping[str, Words]
    made: Callable[[str], dict[str, Any]]
    template: str
    styles: tuple[str, ...] = ()
    both: bool = True
    book: str = ""

    @property
    def listed(self) -> Words:
        """What it is called in the index."""
        return title_of(self.book) if self.book else self.title

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets that it has besides those of every page and of its book."""
        return tuple(f"frontend/css/{sheet}.css" for sheet in (*self.styles, "style"))


class Themed(NamedTuple):
    """The parts of a leaf in one theme."""

    theme: str
    html: SafeString


def _leaf(key: str, title: Words, made: Callable[[str], dict[str, Any]], **more: Any) -> Leaf:
    parts = {name.replace("_", "-"): words for name, words in more.pop("parts").items()}
    return Leaf(key, title, parts, made, f"frontend/style/{key}.html", **more)


OWN = (
    _leaf("type", _("Type"), _nothing, both=False, parts={
        "serif": _("Serif: what is read"), "sans": _("Sans: what is used"),
    }),
    _leaf("colour", _("Colour and space"), palette.of, parts={
        "palette": _("Palette"), "accents": _("Accents"), "space": _("Space and rules"),
    }),
    _leaf("controls", _("Controls"), basics.controls, parts={
        "buttons": _("Buttons"), "forms": _("Forms"), "empty": _("Empty, refused, offline, missing"),
    }),
    _leaf("strip", _("Phase strip"), pages.strips_in_time, parts={
        "strip": _("Phase strip"), "readiness": _("Readiness"), "marks": _("Marks"),
    }),
    _leaf("late", _("Phase strip, late or stopped"), pages.strips_stopped, parts={
        "strip_late": _("Phase strip, late or stopped"), "stamps": _("Stamps"),
    }),
    _leaf("asked", _("Asked and sealed"), pages.asked, parts={
        "asked_row": _("Asked row"), "receipt": _("Receipt"),
    }),
    _leaf("cards", _("Cards"), stories.cards, parts={
        "card": _("Option card"), "turn_column": _("Turn column"),
    }),
    _leaf("sums", _("Sums, odds and the log"), basics.sums, parts={
        "tally": _("Tally"), "odds": _("Odds"), "ledger": _("Ledger row"), "log": _("Log entry"),
        "quotation": _("Quotation"),
    }),
    _leaf("map", _("The map desk"), pages.map_desk, styles=("map-desk",), parts={
        "entry_line": _("Entry line"), "sheet_line": _("Sheet line"), "follows": _("What follows from it"),
    }),
    _leaf("press", _("Press"), pages.press, parts={
        "thread_row": _("Thread row"), "letter": _("Letter and day line"),
    }),
    _leaf("treaty", _("Treaties"), pages.treaties, parts={
        "treaty": _("Treaty object"), "clauses": _("Clauses in force"),
    }),
    _leaf("desk", _("The moderator’s desk"), pages.moderator_page, styles=("desk",), parts={
        "desk_row": _("Desk row"), "cut": _("Cut on the time line"), "acts": _("Acts with their reasons"),
    }),
    _leaf("history", _("History and charts"), stories.history, styles=("charts",), parts={
        "scrubber": _("Time line"), "charts": _("Step lines"), "sparkline": _("Sparkline, bar"),
    }),
    _leaf("chronicle", _("Chronicle"), stories.chronicle, styles=("chronicle_together",), parts={
        "turning_point": _("Turning point"), "year_row": _("Year row, luck row"),
    }),
    _leaf("mail", _("Mail"), pages.mail, parts={"mail": _("A letter, as mail")}),
    _leaf("print", _("Plain text and print"), pages.plain_text, styles=("chronicle_together",), parts={
        "plain": _("The same in plain text"), "print": _("In print"),
    }),
)  # fmt: skip
"""The leaves of every book, in their order; the first has the index."""


def leaves() -> Iterator[Leaf]:
    """All leaves: those of every book, then those of each book that has parts of its own."""
    yield from OWN
    for book, face in faces().items():
        if face.samples:
            parts = {key: gettext(words) for key, words in face.samples}
            title = f"{title_of(book)}: {', '.join(parts.values())}"
            yield Leaf(book, title, parts, _nothing, f"{book}/samples.html", book=book)


def themed(leaf: Leaf) -> tuple[Themed, ...]:
    """The parts of a leaf in each theme. What has a name in the light has one of its own in the dark."""
    # Rules that the examples cite are those of the first book that has examples of its own.
    book = leaf.book or next((key for key, face in faces().items() if face.samples), "")
    made = []
    for theme in THEMES if leaf.both else ("",):
        given = {"p": {"theme": theme, **leaf.made(theme)}, "names": leaf.parts}
        html: str = render_to_string(leaf.template, given | {"cited_book": (book,) if book else ()})
        html = at_rest(renamed(html, f"-{theme}") if theme == THEMES[-1] else html)
        made.append(Themed(theme, mark_safe(html)))  # noqa: S308 - a template's own output
    return tuple(made)


NAMED = re.compile(r'(?<=[\s"])id="([^"]+)"')
NAMES = re.compile(
    r'(?<=\s)(id|for|list|headers|aria-[a-z]+|form|href)="(#?)([^"]+)"|url\(#([^)]+)\)'
)


ASKS = re.compile(r'\shx-[a-z-]+(?:="[^"]*")?')
LEADS = re.compile(r'(?<=\s)(href|action)="/c/[^"]*"')


def at_rest(html: str) -> str:
    """HTML that asks the site for nothing: no form of it is sent, and no link leads to a campaign that is none."""
    html = ASKS.sub("", html).replace('method="post"', 'method="dialog"')
    return LEADS.sub(r'\1="#"', html)


def renamed(html: str, end: str) -> str:
    """HTML in which every name has an ``end``, and everything that refers to one."""
    names = set(NAMED.findall(html))

    def anew(found: re.Match[str]) -> str:
        attribute, sign, words, drawn = found.groups()
        if drawn:
            return f"url(#{drawn}{end})" if drawn in names else found[0]
        if attribute == "href" and not sign:
            return found[0]
        tokens = " ".join(f"{word}{end}" if word in names else word for word in words.split(" "))
        return f'{attribute}="{sign}{tokens}"'

    return NAMES.sub(anew, html)
