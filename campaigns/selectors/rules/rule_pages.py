"""The pages of the rules: a rulebook's contents, chapters, single rules, and what is looked for in them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TypeVar

from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.errors import NoSuchPage, NotOnTheMenu
from campaigns.selectors.reader.access import power_badge
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.rules.book_choices import BookLine, SwitchLine, book_line
from campaigns.selectors.rules.paragraphs import Paragraph, ParagraphsOf, none_of
from campaigns.selectors.rules.rule_search import RuleSearchResult, Say, search
from rules.kernel.cite import RuleEntry
from rules.kernel.facts import FactRegistry
from rules.kernel.pages import RuleTable
from rules.kernel.setup import Switch

T = TypeVar("T")

CHAPTER_ROWS = 60
"""So many rows of tables make a chapter; a longer table stands alone."""
CHAPTER_RULES = 40
"""So many rules of the index make a chapter."""
LONGEST_SEARCH = 100
VARIANTS = "variants"
MOST_BYTES = 8_000_000
"""What the chapters that are kept may take: those of every book, and of some frozen revisions."""
PARTS = {"rulings": _lazy("Rulings"), "readings": _lazy("Readings"), "house": _lazy("House rules")}
"""What parts of an index are called, where their key is no title."""


class Chapter(Struct, frozen=True, kw_only=True):
    """A page of the rules: some tables of one part, some rules of the index, or the variant switches."""

    key: str
    title: str
    tables: tuple[RuleTable, ...] = ()
    entries: tuple[RuleEntry, ...] = ()
    switches: tuple[SwitchLine, ...] = ()


class RulesPage(Struct, frozen=True, kw_only=True):
    """A rulebook to read: its chapters in the order of the book, those with tables first."""

    book: BookLine
    revision: str
    powers: tuple[Badge, ...]
    chapters: tuple[Chapter, ...]
    words: str = ""
    found: RuleSearchResult | None = None


class ChapterPage(Struct, frozen=True, kw_only=True):
    """One chapter, with those before and after it."""

    book: BookLine
    revision: str
    chapter: Chapter
    earlier: Chapter | None
    later: Chapter | None


class RulePage(Struct, frozen=True, kw_only=True):
    """One rule in our words: ``entry`` and its ``paragraph``, with ``when`` and ``example`` told of the nearest
    rule that has them (the rule itself, or one it is part of); the rules and rulings to ``see`` (its own, or
    those of the nearest whole, and those that lead to it); its tables with
    their chapters (where it has none those of the nearest rule that it is part of), the switches that hang on it,
    the rules below it, the one it is part of, and its neighbours in the index.
    """

    book: BookLine
    revision: str
    entry: RuleEntry
    paragraph: Paragraph | None
    when: tuple[RuleEntry, Paragraph] | None
    example: tuple[RuleEntry, Paragraph] | None
    see: tuple[RuleEntry, ...]
    tables_of_whole: tuple[tuple[Chapter, RuleTable], ...]
    chapter: Chapter
    tables: tuple[tuple[Chapter, RuleTable], ...]
    switches: tuple[SwitchLine, ...]
    parts: tuple[RuleEntry, ...]
    whole: RuleEntry | None
    earlier: RuleEntry | None
    later: RuleEntry | None


def rules_page(
    book_key: str,
    revision: str = "",
    words: str = "",
    say: Say = str,
    paragraphs: ParagraphsOf = none_of,
) -> RulesPage:
    """The contents of one book in a revision (the newest when empty), and what is found for ``words``, also
    in the reader's language, in which ``say`` gives the book's texts and ``paragraphs`` what its rules say.

    Raises ``NoSuchPage`` for a book, and ``RulesMissing`` for a revision, that is not carried.
    """
    book = _carried(book_key, revision)
    chapters, words = _chapters(book), words.strip()[:LONGEST_SEARCH]
    return RulesPage(
        book=book_line(book),
        revision=revision,
        powers=tuple(power_badge(book, key) for key in book.powers),
        chapters=chapters,
        words=words,
        found=search((book.key, book.revision), chapters, words, say, paragraphs(book.key))
        if words
        else None,
    )


def chapter_page(book_key: str, key: str, revision: str = "") -> ChapterPage:
    """One chapter of a book. Raises ``NoSuchPage``."""
    book = _carried(book_key, revision)
    chapters = _chapters(book)
    at = next((at for at, chapter in enumerate(chapters) if chapter.key == key), None)
    if at is None:
        raise NoSuchPage(
            _("There is no chapter %(key)r in these rules.") % {"key": key},
            remedy=_("Look for it in the contents."),
        )
    return ChapterPage(
        book=book_line(book),
        revision=revision,
        chapter=chapters[at],
        earlier=chapters[at - 1] if at else None,
        later=chapters[at + 1] if at + 1 < len(chapters) else None,
    )


def rule_page(
    book_key: str, ref: str, revision: str = "", paragraphs: ParagraphsOf = none_of
) -> RulePage:
    """One rule of a book. Raises ``NoSuchPage``."""
    book = _carried(book_key, revision)
    if ref not in book.index:
        raise NoSuchPage(
            _("%(title)s has no rule %(ref)r in this revision.")
            % {"title": book.title, "ref": ref},
            remedy=_("Look for it in the contents of the rules."),
        )
    chapters = _chapters(book)
    entries = [entry for chapter in chapters for entry in chapter.entries]
    at = next(at for at, entry in enumerate(entries) if entry.ref == ref)
    entry, line = entries[at], book_line(book)
    wholes = sorted(
        (one for one in entries if _within(ref, one.ref)), key=lambda one: -len(one.ref)
    )
    said = paragraphs(book.key)
    told = [(one, said[one.ref]) for one in (entry, *wholes) if one.ref in said]
    see = {other for other, one in said.items() if ref in one.see}
    see.update(next((one.see for _, one in told if one.see), ()))
    own, *theirs = (_tables_of(chapters, one.ref, said.get(one.ref)) for one in (entry, *wholes))
    return RulePage(
        book=line,
        revision=revision,
        entry=entry,
        paragraph=said.get(ref),
        when=next((each for each in told if each[1].when), None),
        example=next((each for each in told if each[1].example), None),
        see=tuple(one for one in entries if one.ref in see),
        tables_of_whole=() if own else next(filter(None, theirs), ()),
        chapter=next(chapter for chapter in chapters if entry in chapter.entries),
        tables=own,
        switches=tuple(switch for switch in line.switches if switch.rule == ref),
        parts=tuple(one for one in entries if _within(one.ref, ref)),
        whole=wholes[0] if wholes else None,
        earlier=entries[at - 1] if at else None,
        later=entries[at + 1] if at + 1 < len(entries) else None,
    )


def _tables_of(
    chapters: Iterable[Chapter], ref: str, told: Paragraph | None
) -> tuple[tuple[Chapter, RuleTable], ...]:
    """The tables that stand under a rule, or tell of it as its paragraph says, each with its chapter."""
    keys = told.tables if told else ()
    return tuple(
        (chapter, table)
        for chapter in chapters
        for table in chapter.tables
        if table.rule == ref or table.key in keys
    )


def _carried(book_key: str, revision: str) -> rulebooks.Book:
    """The book whose pages are asked for. Raises ``NoSuchPage``, and ``RulesMissing`` for a revision that is
    not here.
    """
    try:
        return rulebooks.load(book_key, revision)
    except NotOnTheMenu as error:
        raise NoSuchPage(error.message, remedy=error.remedy) from error


def switches_of(book_key: str) -> Mapping[str, Switch]:
    """The variant switches of a book as it ships. Raises ``NotOnTheMenu``."""
    return rulebooks.load(book_key).switches


def _within(ref: str, whole: str) -> bool:
    """Whether a rule is part of another one, by their references: ``49.51`` of ``49.5``."""
    if ref == whole or not ref.startswith(whole):
        return False
    return ref[len(whole)] in " .:(" or (
        whole[-1].isdigit() and "." in whole and " " not in whole and ref[len(whole)].isalnum()
    )


_made = Cache(MOST_BYTES)


def _chapters(book: rulebooks.Book) -> tuple[Chapter, ...]:
    """The pages of a book's rules. No two have the same key."""

    def work_out() -> tuple[Chapter, ...]:
        result = [*_of_tables(book), *_of_rules(book)]
        line = book_line(book)
        if line.switches:
            result.append(Chapter(key=VARIANTS, title=_("Variants"), switches=line.switches))
        return tuple(result)

    return _made.get((book.key, book.revision), work_out)


def _of_tables(book: rulebooks.Book) -> Iterator[Chapter]:
    """The tables of each part, in chapters of about so many rows."""
    tables = _tables(book)
    # Parts in the order in which their first tables stand.
    parts = list(dict.fromkeys(table.part for table in tables))
    tables = tuple(sorted(tables, key=lambda table: parts.index(table.part)))
    for part, given in groupby(tables, key=lambda table: table.part):
        pages = list(_filled(given, CHAPTER_ROWS, lambda table: len(table.rows)))
        for number, page in enumerate(pages, 1):
            yield Chapter(
                key=slugify(f"tables {part} {number if len(pages) > 1 else ''}"),
                title=f"{part or gettext('Tables')}{f' ({number})' if len(pages) > 1 else ''}",
                tables=page,
            )


def _of_rules(book: rulebooks.Book) -> Iterator[Chapter]:
    """The index of each part, in chapters of so many rules."""
    entries = [_entry(entry, book.facts) for entry in book.index]
    parts: dict[str, list[RuleEntry]] = {}
    for entry in entries:
        parts.setdefault(entry.part, []).append(entry)
    for part, given in parts.items():
        pages = list(_filled(given, CHAPTER_RULES, lambda entry: 1))
        for number, page in enumerate(pages, 1):
            title = str(
                PARTS.get(part)
                or (gettext("Rules: %(part)s") % {"part": part} if part else gettext("Rules"))
            )
            reach = (
                gettext(", %(first)s to %(last)s") % {"first": page[0].ref, "last": page[-1].ref}
                if len(pages) > 1
                else ""
            )
            yield Chapter(
                key=slugify(f"rules {part} {number if len(pages) > 1 else ''}"),
                title=f"{title}{reach}",
                entries=page,
            )


def _filled(given: Iterable[T], most: int, weight: Callable[[T], int]) -> Iterator[tuple[T, ...]]:
    """Things in their order, in pages of about so much."""
    page: list[T] = []
    sum_ = 0
    for one in given:
        if page and sum_ + weight(one) > most:
            yield tuple(page)
            page, sum_ = [], 0
        page.append(one)
        sum_ += weight(one)
    if page:
        yield tuple(page)


def _tables(book: rulebooks.Book) -> tuple[RuleTable, ...]:
    """The book's tables, in words that a page may show."""
    return tuple(
        structs.replace(
            table,
            rows=tuple(tuple(in_words(cell, book.facts) for cell in row) for row in table.rows),
        )
        for table in book.tables()
    )


def _entry(entry: RuleEntry, facts: FactRegistry) -> RuleEntry:
    # An answer of ours begins with its heading, which stands above it already.
    about = entry.about.removeprefix(f"{entry.heading}. ")
    paragraphs = (in_words(part, facts) for part in about.split("\n\n"))
    return structs.replace(
        entry, about="\n\n".join(paragraphs), stands_for=in_words(entry.stands_for, facts)
    )


def example(key: str, revision: str) -> str:
    """A reference of a book's index, to show how a rule is named; empty where it has none."""
    refs = [str(rule.ref) for rule in rulebooks.load(key, revision).index]
    return next((ref for ref in refs if "." in ref), refs[0] if refs else "")


_KEY = re.compile(
    r"(?<![\w./])([a-z][a-z0-9_]*(?:\.(?:[a-z0-9_]*<[a-z]+>|[a-z0-9_]+))+)|(?<=, )\.([a-z0-9_]+)"
)


def in_words(text: str, facts: FactRegistry) -> str:
    """A text with every dotted key in it replaced by what it is called on a page.

    A fact is called by its label, a family of facts (``factories.lost.<power>``) by the heading it
    stands under, a number of a table by the words of its key. ``a.b, .c`` means ``a.b, a.c``.
    """
    return re.sub(r"\s+", " ", "".join(_said(text, facts))) if _KEY.search(text) else text


def _said(text: str, facts: FactRegistry) -> Iterator[str]:
    at, before = 0, ""
    for found in _KEY.finditer(text):
        yield text[at : found.start()]
        key, short = found.groups()
        key = key or f"{before}.{short}"
        before = key.rpartition(".")[0]
        yield _family(key, facts) if "<" in key else _name(key, facts)
        at = found.end()
    yield text[at:]


def _name(key: str, facts: FactRegistry) -> str:
    if key in facts:
        return f"“{facts[key].label}”"
    return ", ".join(part.strip("_").replace("_", " ") for part in key.split("."))


def _family(key: str, facts: FactRegistry) -> str:
    stem = key.partition("<")[0]
    groups = {spec.group for spec in facts if spec.key.startswith(stem)}
    titles = [f"“{group.title}”" for group in facts.groups if group.key in groups]
    return f"facts under {' and '.join(titles)}" if titles else _name(stem.rstrip("."), facts)
