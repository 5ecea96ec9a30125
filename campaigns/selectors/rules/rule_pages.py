"""The pages of the rules: a rulebook's contents, chapters, single rules, and what is looked for in them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from string import digits
from typing import TypeVar

from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from msgspec import Struct, structs

from campaigns import rulebooks
from campaigns.cache import Cache
from campaigns.errors import NoSuchPage, NotOnTheMenu
from campaigns.selectors.reader.access import power_badge
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.rules.book_choices import BookLine, SwitchLine, book_line
from campaigns.selectors.rules.contents import planned
from campaigns.selectors.rules.paragraphs import Paragraph, ParagraphsOf, none_of
from campaigns.selectors.rules.rule_search import OURS, RuleSearchResult, Say, search
from rules.kernel.cite import RuleEntry
from rules.kernel.facts import FactRegistry
from rules.kernel.pages import RuleTable
from rules.kernel.setup import Switch

T = TypeVar("T")

CHAPTER_ROWS = 64
"""So many rows of tables make a chapter; a longer table stands alone."""
CHAPTER_RULES = 40
"""So many rules of the index make a chapter."""
OPEN_ROWS = 24
"""With so many rows the tables of a rule stand open on its page."""
LONGEST_SEARCH = 100
VARIANTS = "variants"
MOST_BYTES = 8_000_000
"""What the chapters that are kept may take: those of every book, and of some frozen revisions."""
PARTS = {"rulings": _lazy("Answers"), "readings": _lazy("Answers"), "house": _lazy("House rules")}
"""What parts of an index are called, where their key is no title."""


class Chapter(Struct, frozen=True, kw_only=True):
    """A page of the rules: tables and rules of the index that belong together, or the variant switches. ``part`` is
    what it stands under in the contents.
    """

    key: str
    title: str
    part: str = ""
    tables: tuple[RuleTable, ...] = ()
    entries: tuple[RuleEntry, ...] = ()
    switches: tuple[SwitchLine, ...] = ()


class RulesPage(Struct, frozen=True, kw_only=True):
    """A rulebook to read: its chapters in the order of its contents."""

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
    the rules next below it, the one it is part of, and its neighbours in the index.
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

    @property
    def long(self) -> bool:
        """Whether its tables have more rows than one reads through."""
        return sum(len(table.rows) for _, table in self.tables) > OPEN_ROWS


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
        parts=_parts(ref, entries),
        whole=wholes[0] if wholes else None,
        earlier=entries[at - 1] if at else None,
        later=entries[at + 1] if at + 1 < len(entries) else None,
    )


def _parts(ref: str, entries: Iterable[RuleEntry]) -> tuple[RuleEntry, ...]:
    """The rules that are part of a rule, without those that are part of one of these."""
    below = [one for one in entries if _within(one.ref, ref)]
    return tuple(one for one in below if not any(_within(one.ref, other.ref) for other in below))


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
    language = get_language() or "en"

    def work_out() -> tuple[Chapter, ...]:
        tables, entries = _tables(book), [_entry(entry, book) for entry in book.index]
        result = list(_of_contents(book.key, tables, entries, language))
        placed = {table.key for chapter in result for table in chapter.tables}
        result += _of_tables(tuple(table for table in tables if table.key not in placed))
        refs = {entry.ref for chapter in result for entry in chapter.entries}
        rest = [entry for entry in entries if entry.ref not in refs]
        result += _of_rules(sorted(rest, key=_answer_number) if refs else rest)
        line = book_line(book)
        if line.switches:
            result.append(
                Chapter(
                    key=VARIANTS,
                    title=_("Variants"),
                    part=_("Answers and variants"),
                    switches=line.switches,
                )
            )
        return tuple(result)

    return _made.get((book.key, book.revision, language), work_out)


def _answer_number(entry: RuleEntry) -> tuple[str, int]:
    """Answers of ours come in the order of their numbers."""
    kind = entry.ref.rstrip(digits)
    return kind, int(entry.ref.removeprefix(kind) or 0)


def _of_contents(
    book: str, tables: Iterable[RuleTable], entries: Iterable[RuleEntry], language: str
) -> Iterator[Chapter]:
    """The chapters that the contents of a book name. A rule stands where it, or the nearest that it is part of, is
    named.
    """
    parts = planned(book)
    named = sorted(
        {rule for part in parts for chapter in part.chapters for rule in chapter.rules}, key=len
    )
    place: dict[str, list[RuleEntry]] = {rule: [] for rule in named}
    for entry in entries:
        over = [rule for rule in named if entry.ref == rule or _within(entry.ref, rule)]
        if over and not entry.ref.startswith(OURS):
            place[over[-1]].append(entry)
    for part in parts:
        for chapter in part.chapters:
            own = tuple(
                table
                for name in chapter.tables
                for table in tables
                if name in (table.key, table.part)
            )
            rules = tuple(entry for rule in chapter.rules for entry in place[rule])
            if own or rules:
                yield Chapter(
                    key=slugify(chapter.en),
                    title=chapter.title(language),
                    part=part.title(language),
                    tables=own,
                    entries=rules,
                )


def _of_tables(tables: tuple[RuleTable, ...]) -> Iterator[Chapter]:
    """The tables of each part, in chapters of about so many rows."""
    # Parts in the order in which their first tables stand.
    parts = list(dict.fromkeys(table.part for table in tables))
    tables = tuple(sorted(tables, key=lambda table: parts.index(table.part)))
    for part, given in groupby(tables, key=lambda table: table.part):
        pages = list(_filled(given, CHAPTER_ROWS, lambda table: len(table.rows)))
        for number, page in enumerate(pages, 1):
            yield Chapter(
                key=slugify(f"tables {part} {number if len(pages) > 1 else ''}"),
                title=f"{part or gettext('Tables')}{f' ({number})' if len(pages) > 1 else ''}",
                part=gettext("Tables"),
                tables=page,
            )


def _of_rules(entries: Iterable[RuleEntry]) -> Iterator[Chapter]:
    """Rules of each part of the index, and answers of ours, in chapters of so many rules."""
    parts: dict[str, list[RuleEntry]] = {}
    for entry in entries:
        ours = "readings" if entry.ref.startswith("F-") else "rulings"
        part = ours if entry.ref.startswith(OURS) else entry.part
        parts.setdefault(part, []).append(entry)
    for part, given in parts.items():
        pages = list(_filled(given, CHAPTER_RULES, lambda entry: 1))
        for number, page in enumerate(pages, 1):
            title = str(
                PARTS.get(part)
                or (gettext("Rules: %(part)s") % {"part": part} if part else gettext("Rules"))
            )
            reach = gettext("%(title)s, %(first)s to %(last)s")
            if part in ("rulings", "readings") or len(pages) > 1:
                title = reach % {"title": title, "first": page[0].ref, "last": page[-1].ref}
            yield Chapter(
                key=slugify(f"rules {part} {number if len(pages) > 1 else ''}"),
                title=title,
                part=gettext("Answers and variants") if part in PARTS else gettext("Rules"),
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


def _entry(entry: RuleEntry, book: rulebooks.Book) -> RuleEntry:
    # An answer of ours begins with its heading, which stands above it already.
    about = entry.about.removeprefix(f"{entry.heading}. ")
    paragraphs = (
        in_words(_switches_named(part, book.switches), book.facts) for part in about.split("\n\n")
    )
    return structs.replace(
        entry, about="\n\n".join(paragraphs), stands_for=in_words(entry.stands_for, book.facts)
    )


_SWITCH = re.compile(
    r"\b(?P<noun>[Ss]witch|[Ss]etting)(?P<gap>,? )(?P<key>[a-z][a-z0-9_]*)\b"
    r"(?:(?P<with>:(?: with)? )(?P<choices>[a-z_]+(?:, [a-z_]+)*))?"
)


def _switches_named(text: str, switches: Mapping[str, Switch]) -> str:
    """A text in which each variant switch, with its choices, is called as on the list of variants."""

    def called(found: re.Match[str]) -> str:
        switch = switches.get(found["key"])
        if switch is None and found["noun"] != "Switch":
            return found[0]
        noun = "Variant" if found["noun"][0].isupper() else "the variant"
        label = switch.label if switch else found["key"].replace("_", " ")
        named = f"{noun}{found['gap']}“{label}”"
        if found["with"] is None or switch is None:
            return f"{named}{found['with'] or ''}{found['choices'] or ''}"
        said = (switch.choices.get(choice, choice) for choice in found["choices"].split(", "))
        return f"{named}{found['with']}{', '.join(f'“{each}”' for each in said)}"

    choices = {key: said for switch in switches.values() for key, said in switch.choices.items()}
    names = choices | {key: switch.label for key, switch in switches.items()}
    return re.sub(
        r"(?<![\w.])[a-z]+_[a-z_]+(?![\w.])",
        lambda found: f"“{names[found[0]]}”" if found[0] in names else found[0],
        _SWITCH.sub(called, text),
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
