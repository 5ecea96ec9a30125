"""Whatever can be stated, of every fact of every book, is read from its text as it was written; and nothing that
stands in a line besides is passed over if it may mean something.
"""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.kernel.dispatch.names import Lexicon
from rules.kernel.dispatch.statements import Statement
from rules.kernel.dispatch.text import MOST_LINES, read, write
from rules.registry import BOOKS

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)


def every_statement(book):
    for spec in book.facts:
        if spec.type == "yes":
            values = (True, False)
        elif spec.options:
            values = spec.options
        else:
            most = 7 if spec.most is None else spec.most
            values = (spec.least, most, *((-3,) if spec.type == "number" else ()))
        for value in values:
            yield Statement(key=spec.key, value=value)
        if spec.type == "count":
            yield Statement(key=spec.key, value=2, relative=True)
            yield Statement(key=spec.key, value=-2, relative=True)


@every_book
def test_every_statement_is_read_as_it_was_written(book):
    lexicon = Lexicon(book)
    every = list(every_statement(book))
    for at in range(0, len(every), MOST_LINES):
        part = every[at : at + MOST_LINES]
        lines = read(lexicon, write(lexicon, part))
        wrong = [line for line, each in zip(lines, part, strict=True) if line.statements != (each,)]
        assert wrong == []


@every_book
def test_every_name_means_its_facts(book):
    """By its label, and by each of its other names, a fact is found or offered."""
    lexicon = Lexicon(book)
    for spec in book.facts:
        for name in (spec.key, spec.label, *spec.also):
            if name:
                assert spec.key in lexicon.facts[lexicon.folded(name)]


# --- What is added to a line -------------------------------------------------------------------

SMALL = BOOKS["world_in_flames"]
LEXICON = Lexicon(SMALL)
LINES = [  # Without numbers that are added: "+2 more" says no more than "+2".
    LEXICON.line(each.key, each.value, each.relative)
    for each in every_statement(SMALL)
    if not each.relative
]
SAYS_NOTHING = " \t.,;:_'’‘`\"“”„‚«»()[]&/!*•·=$+-−–—‒―‐‑－＋．，；：！﹣"
"""What may stand between words without a meaning of its own. Beside a number, signs and the like have one."""
BESIDE_A_NUMBER = " \t.,;:_'’‘`\"“”„‚«»&()[]!=$．，；：！"
PIECES = [
    *"?？!½²⁻×x~≈±%…→≠✗①Ⅳ٣2-–−+*\u202e\u0336",
    *(" - ", " + ", "--", "+-", "1/", "/2", ".5", ",5", "0.", "^2", "½ ", "the ", " the", "and", " and ", " or "),
    *("not ", " not", "no ", " more", " fewer", "minus ", "about ", " twice", "2nd ", " (2)"),
]  # fmt: skip
pieces = st.one_of(
    st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"]), st.text(max_size=3)
)


def meaning(text):
    """What is understood of a text, or nothing as soon as one line of it is not."""
    lines = read(LEXICON, text)
    return all(line.understood for line in lines) and [
        each for line in lines for each in (*line.statements, *line.events)
    ]


def says_nothing(piece, allowed):
    """Whether a reader would miss nothing if the piece were not there."""
    if piece.strip() in ("the", "and"):
        return True
    return all(
        letter in allowed
        or letter == "0"  # before another figure
        or letter.isspace()
        or (unicodedata.category(letter) == "Cf" and unicodedata.bidirectional(letter) == "BN")
        for letter in piece
    )


@settings(max_examples=150)
@given(line=st.sampled_from(LINES), piece=pieces, place=st.integers(0, 200))
def test_what_is_added_to_a_line_is_understood_or_refused(line, piece, place):
    place = min(place, len(line))
    if "#" in piece or unicodedata.normalize("NFC", line[:place] + piece)[:place] != line[:place]:
        return  # A comment, or an accent on the letter before it, which makes no difference.
    added = line[:place] + piece + line[place:]
    if meaning(added) == meaning(line) and not added.casefold().endswith(": not"):
        assert says_nothing(piece, SAYS_NOTHING), added


@settings(max_examples=150)
@given(
    line=st.sampled_from([line for line in LINES if re.search(r": \d+$", line)]),
    before=st.sampled_from(["", " "]),
    piece=pieces,
    after=st.sampled_from(["", " "]),
    behind=st.booleans(),
)
@example(line=LINES[0], before=" ", piece="+", after=" ", behind=False)
def test_what_is_added_to_a_number_is_understood_or_refused(line, before, piece, after, behind):
    said, colon, number = line.rpartition(": ")
    added = f"{before}{piece}{after}"
    text = said + colon + (number + added if behind else added + number)
    if "#" not in piece and meaning(text) == meaning(line):
        assert says_nothing(piece, BESIDE_A_NUMBER), text
