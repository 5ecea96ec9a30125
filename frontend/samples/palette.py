"""The palette on the style page, with its ratios: read from the tokens of the style sheets, never written twice."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.staticfiles import finders
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHEET = "frontend/css/tokens.css"
GROUNDS = ("paper", "sheet", "well")

USES: dict[str, str | Promise] = {
    "paper": _("the page"),
    "sheet": _("phase strip, orders, fronts of cards, your letters"),
    "well": _("empty cells of a track, your row, bands"),
    "ink": _("text, heavy rules"),
    "ink2": _("secondary text"),
    "ink3": _("rule numbers, fingerprints: the faintest text"),
    "rule": _("hairlines between rows; never text"),
    "rule2": _("borders of controls, axes; never text"),
    "seal": _("yours: points, orders, plan; focus, the button that seals"),
    "seal-soft": _("what is chosen, the back of a card, a preview"),
    "reveal": _("revealed, recognized"),
    "over": _("overdue, due today, errors"),
    "yellow": _("the yellow zone"),
}
"""What each token is for, in the order of the page."""
PLAIN = ("paper", "sheet", "well", "rule", "seal-soft", "yellow")
"""Those that no text is written in."""
SIDES: dict[str, tuple[str | Promise, str | Promise]] = {
    "axis": (_("Axis, fascist"), _("diagonal lines")),
    "western": (_("Western, democratic"), _("dots")),
    "russia": (_("Russia, communist"), _("level lines")),
    "japan": (_("Japan in A World at War"), ""),
    "neutral": (_("neutral, nobody"), ""),
}
"""What each hue stands for, and the texture of its zone."""
SPACES = (4, 8, 12, 16, 24, 44)
FILL = "on"


class Swatch(NamedTuple):
    """A token: its color, its contrast as text on each ground (none where it is never text), and that of a text on it
    (empty where none stands on it).
    """

    name: str
    color: str
    words: str | Promise
    ratios: tuple[str, ...] = ()
    filled: str = ""
    texture: str | Promise = ""


def _luminance(color: str) -> float:
    """How light a color is, as WCAG reckons it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colors."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def colors(theme: str) -> dict[str, str]:
    """The tokens of a theme by their names."""
    sheet = Path(str(finders.find(SHEET))).read_text("utf-8")
    block = sheet.partition(f'\n[data-theme="{theme}"] {{')[2].partition("}")[0]
    return dict(re.findall(r"--(\w+(?:-\w+)*): (#[0-9a-f]{6});", block))


def _on(found: dict[str, str], color: str) -> tuple[str, ...]:
    return tuple(f"{contrast(color, found[ground]):.1f}" for ground in GROUNDS)


def of(theme: str) -> dict[str, Any]:
    """The palette of a theme, and its hues."""
    found = colors(theme)
    tokens = [
        Swatch(
            name,
            found[name],
            words,
            () if name in PLAIN else _on(found, found[name]),
            f"{contrast(found[FILL], found[name]):.1f}" if name in ("seal", "reveal", "over") else "",
        )
        for name, words in USES.items()
    ]  # fmt: skip
    hues = [
        Swatch(
            name,
            found[name],
            words,
            _on(found, found[name]),
            f"{contrast(found[FILL], found[name]):.1f}",
            texture,
        )
        for name, (words, texture) in SIDES.items()
    ]
    return {"tokens": tokens, "hues": hues, "spaces": SPACES}
