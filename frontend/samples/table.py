"""Who sits at the table of the style page, and what it is called."""

from types import SimpleNamespace

from django.utils.translation import gettext as _

from campaigns.selectors.reader.power_badges import Badge
from frontend.books import faces

SLUG = "popular-fronts"
BOOK = next(key for key, face in faces().items() if face.turns_cards)
"""The sample cards, and whoever stands on them, are of the first book that has cards."""
HEAD = SimpleNamespace(
    slug=SLUG, book_key=BOOK, revision="", title="Popular Fronts", status="running", by_script=False,
    agreements="Agreements", book_title="Days of Decision II", hues=(), behind=False,
)  # fmt: skip
SEAL = "2ace68a871d00f3b9c41d2e75a6c18b4e3904f77a1c26d05b83e29f107ad54cc"


def france() -> Badge:
    """Who looks."""
    return Badge(key="france", name=_("France"), mark="disc", faction="western", hue="western")


def germany() -> Badge:
    """Whom they deal with."""
    return Badge(key="germany", name=_("Germany"), mark="square", faction="axis", hue="axis")


def italy() -> Badge:
    """Somebody who sent nothing."""
    return Badge(key="italy", name=_("Italy"), mark="square", faction="axis", hue="axis")
