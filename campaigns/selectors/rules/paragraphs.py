"""What a rule says in plain words: the paragraph that stands on its page, in the language of its reader.

Paragraphs are no rules: nothing is judged by them, and no revision is made of them. Who shows pages hands them in.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

Said = Mapping[str, "Paragraph"]
"""Paragraphs by the reference of their rule."""


class Paragraph(Struct, frozen=True, kw_only=True):
    """What a rule ``says``, ``when`` it applies, and an ``example`` with numbers; the last two may be left to the
    rule that it is part of. A ruling says it all in its book and has ``words`` alone. ``see`` are rules and rulings
    that belong to it, ``tables`` the keys of tables that stand under another rule and tell of this one, ``words``
    what players call it. ``english`` says that it is told in English to a reader of another language.
    """

    says: str = ""
    when: str = ""
    example: str = ""
    see: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    english: bool = False

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(filter(None, (self.says, self.when, self.example)))


ParagraphsOf = Callable[[str], Said]
"""Gives the paragraphs of a book by its key, in the reader's language."""


def none_of(book: str) -> Said:
    """For readers who are shown no paragraphs."""
    del book
    return {}
