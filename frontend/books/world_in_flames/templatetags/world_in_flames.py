"""Pictures of the house rules: the hex map with its answer, ten faces of a die, factories."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import msgspec
from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from frontend.templatetags.language import in_words
from frontend.templatetags.marks import hue_of

register = template.Library()

ROOT3 = 3**0.5
LEAST, MOST, AIM = 34.0, 54.0, 850.0
"""Width of a hex in pixels: at least, at most, and how wide the whole map should be about."""
TONES = ("axis", "western", "russia", "japan", "neutral")
SHAPES = ("square", "disc", "triangle", "diamond", "ring")
MARKED = ("reverts", "open", "joined")
BADGES = 60
"""Of more sets than these only those that matter wear a number."""


def tone(sides: tuple[str, ...], side: str) -> str:
    """The hue of a side of a map: the first sides have those of the war."""
    return TONES[min(sides.index(side), len(TONES) - 1)] if side in sides else ""


@register.simple_tag
def side_tone(sides: tuple[str, ...], side: str) -> str:
    """The same for a template."""
    return tone(sides, side)


@register.simple_tag
def side_shape(sides: tuple[str, ...], side: str) -> str:
    """The mark of a side of a map, always with its hue."""
    return SHAPES[min(sides.index(side), len(SHAPES) - 1)] if side in sides else "ring"


class _Drawing:
    """One map in pixels. Text is written here piece by piece, because a map has thousands."""

    def __init__(self, picture: Any, answer: Any, key: str, editable: bool) -> None:
        self.picture, self.answer, self.key, self.editable = picture, answer, key, editable
        margin = 1 if editable else 0
        self.columns = range(picture.left - margin, picture.left + picture.columns + margin)
        self.rows = range(picture.top - margin, picture.top + picture.rows + margin)
        self.wide = max(LEAST, min(MOST, AIM / (len(self.columns) + 0.5)))
        self.size = self.wide / ROOT3
        self.sets = {each.number: each for each in answer.sets} if answer else {}
        self.set_of = {(cell.column, cell.row): cell.set for cell in picture.cells}

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a hex."""
        x = (column - self.columns[0] + 0.5 + (0.5 if row & 1 else 0)) * self.wide + 22
        return x, (row - self.rows[0]) * self.size * 1.5 + self.size + 20

    def corners(self) -> list[tuple[float, float]]:
        """The corners of a hex around its centre, clockwise from the top."""
        half, size = self.wide / 2, self.size
        return [(0, -size), (half, -size / 2), (half, size / 2), (0, size), (-half, size / 2), (-half, -size / 2)]  # fmt: skip

    def svg(self) -> str:
        """The whole picture."""
        width = (len(self.columns) + 0.5) * self.wide + 30
        height = (len(self.rows) - 1) * self.size * 1.5 + self.size * 2 + 26
        title = escape(self.picture.title or _("The map"))
        shape = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in self.corners()) + "Z"
        parts = [
            (
                f'<svg class="hexmap" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
                f'height="{height:.0f}" role="group" aria-label="{title}"'
                f"{' data-hexmap' if self.editable else ''}>"
            ),
            (
                f'<defs><path id="{self.key}-hex" d="{shape}"/>'
                f'<pattern id="{self.key}-sea" width="12" height="8" patternUnits="userSpaceOnUse">'
                '<path class="wave" d="M0 4q3 -3 6 0t6 0"/></pattern>'
                f'<pattern id="{self.key}-gone" width="6" height="6" patternUnits="userSpaceOnUse">'
                '<path class="hatch" d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5"/></pattern></defs>'
            ),
            *self._rulers(),
            *(self._cell(cell) for cell in self.picture.cells),
            *(self._blanks() if self.editable else ()),
            *self._edges(),
            *self._badges(),
            *self._names(),
            "</svg>",
        ]
        return "".join(parts)

    def _rulers(self) -> Iterator[str]:
        for column in self.columns:
            x, _ = self.middle(column, self.rows[0] & ~1)
            yield f'<text class="ruler" x="{x:.1f}" y="12">{column}</text>'
        for row in self.rows:
            _, y = self.middle(self.columns[0], row)
            yield f'<text class="ruler" x="8" y="{y + 4:.1f}">{row}</text>'

    def _cell(self, cell: Any) -> str:
        x, y = self.middle(cell.column, cell.row)
        now = cell.after_side or cell.side
        kind = tone(self.picture.sides, now) or ("water" if cell.terrain != "land" else "nobody")
        classes = f"hex {kind} {cell.terrain}{' changed' if cell.after else ''}"
        words = escape(in_words(cell.words))
        inside = [f'<use class="ground" href="#{self.key}-hex"/>']
        if cell.terrain != "land":
            inside.append(
                f'<use class="waves" href="#{self.key}-hex" fill="url(#{self.key}-sea)"/>'
            )
        if cell.after:
            inside.append(
                f'<use class="gone" href="#{self.key}-hex" fill="url(#{self.key}-gone)"/>'
            )
        inside += self._signs(cell)
        return (
            f'<g class="{classes}" transform="translate({x:.1f} {y:.1f})" data-at="{cell.column},{cell.row}"'
            f'{f" data-set={cell.set}" if cell.set else ""} role="img" aria-label="{words}">'
            f"<title>{words}</title>{''.join(inside)}</g>"
        )

    def _signs(self, cell: Any) -> Iterator[str]:
        if cell.terrain == "lake":
            yield f'<text class="code" y="4">{escape(_("lake"))}</text>'
        if cell.code:
            lift = 1 if cell.friends or cell.foes else 4
            yield f'<text class="code" y="{lift}">{escape(cell.after or cell.code)}</text>'
        if cell.city:
            yield f'<path class="city" d="M-4 {-self.size * 0.36:.1f}v-4l4 -3.5l4 3.5v4Z"/>'
        units = [("own", code) for code in cell.friends] + [("foe", code) for code in cell.foes]
        for index, (whose, code) in enumerate(units[:2]):
            x = -7 if len(units) == 1 else -15 + 16 * index
            hue = tone(self.picture.sides, self._side(code))
            yield (
                f'<g class="unit {whose} side-{hue}" transform="translate({x} {self.size * 0.3:.1f})">'
                f'<rect width="14" height="9" rx="1"/><path d="M2 1.5l10 6m0 -6l-10 6"/></g>'
            )

    def _side(self, code: str) -> str:
        return next((each.side for each in self.picture.holders if each.code == code), "")

    def _blanks(self) -> Iterator[str]:
        """Places without a hex, to be painted on."""
        for row in self.rows:
            for column in self.columns:
                if (column, row) not in self.set_of:
                    x, y = self.middle(column, row)
                    yield (
                        f'<g class="hex blank" transform="translate({x:.1f} {y:.1f})" data-at="{column},{row}" '
                        f'role="img" aria-label="{column},{row}: {escape(_("no hex"))}"><use class="ground" href="#{self.key}-hex"/></g>'
                    )

    def _edges(self) -> Iterator[str]:
        """The outline of every set that changes hands or is kept by a city or a unit alone."""
        corners = self.corners()
        beside = (
            ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
            ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
        )
        for each in self.sets.values():
            if each.outcome not in MARKED and not each.near:
                continue
            lines = []
            for column, row in each.hexes:
                x, y = self.middle(column, row)
                for side, (across, down) in enumerate(beside[row & 1]):
                    if self.set_of.get((column + across, row + down)) == each.number:
                        continue
                    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
                    lines.append(f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}")
            state = each.outcome if each.outcome in MARKED else "near"
            yield f'<path class="set-edge {state}" data-edge="{each.number}" d="{"".join(lines)}"/>'

    def _badges(self) -> Iterator[str]:
        for each in self.sets.values():
            if len(self.sets) > BADGES and each.outcome not in MARKED and not each.near:
                continue
            x, y = self.middle(*each.hexes[0])
            x, y = x - self.wide * 0.3, y - self.size * 0.5
            yield (
                f'<g class="badge {each.outcome}" transform="translate({x:.1f} {y:.1f})" aria-hidden="true">'
                f'<circle r="8"/><text y="4">{each.number}</text></g>'
            )

    def _names(self) -> Iterator[str]:
        """What hexes are called, over everything else, with a halo."""
        for cell in self.picture.cells:
            if cell.name:
                x, y = self.middle(cell.column, cell.row)
                yield (
                    f'<text class="name" x="{x:.1f}" y="{y + self.size * 0.92:.1f}" aria-hidden="true">'
                    f"{escape(cell.name)}</text>"
                )


@register.simple_tag
def hex_map(picture: Any, answer: Any, key: str = "map", editable: bool = False) -> SafeString:
    """The map with every set numbered and what changes hands hatched; ``key`` keeps the ids of
    several maps on a page apart, ``editable`` adds places to paint on.
    """
    return mark_safe(_Drawing(picture, answer, key, editable).svg())  # noqa: S308 (escaped above)


@register.simple_tag(takes_context=True)
def ten_faces(
    context: Mapping[str, Any], good: int, faces: int, high: bool, side: str, words: str
) -> SafeString:
    """The faces of a die as one strip; ``good`` of them succeed, the high ones or the low ones."""
    unit, hue = 320 / faces, hue_of(context, side)
    parts = []
    for face in range(1, faces + 1):
        wins = face > faces - good if high else face <= good
        left = (face - 1) * unit
        parts.append(
            f'<g class="{"wins side-" + hue if wins else "loses"}">'
            f'<rect x="{left + 1:.1f}" y="1" width="{unit - 2:.1f}" height="24"/>'
            f'<text x="{left + unit / 2:.1f}" y="17.5">{face}</text></g>'
        )
    said = _("%(good)s of %(faces)s %(words)s") % {"good": good, "faces": faces, "words": words}
    return mark_safe(  # noqa: S308 (numbers and escaped words)
        f'<svg class="faces" viewBox="0 0 320 26" role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'
    )


@register.simple_tag
def losses(count: int, needed: int) -> SafeString:
    """Factories lost as filled squares, those still missing for the roll as empty ones."""
    shown = max(count, needed)
    parts = [
        f'<rect class="{"lost" if index < count else "left"}" x="{index * 22 + 1}" y="1" width="16" height="16"/>'
        + (f'<path class="bar" d="M{needed * 22 - 2} -2v22"/>' if index == needed - 1 else "")
        for index in range(min(shown, 24))
    ]
    said = _("%(count)s original factories lost, %(needed)s needed")
    said %= {"count": count, "needed": needed}
    return mark_safe(  # noqa: S308 (numbers and escaped words)
        f'<svg class="losses" viewBox="0 -3 {min(shown, 24) * 22 + 4} 24" width="{min(shown, 24) * 22 + 4}" height="24" '
        f'role="img" aria-label="{escape(said)}">{"".join(parts)}</svg>'
    )


@register.filter
def spot(at: tuple[int, int]) -> str:
    """A hex by column and row."""
    return f"{at[0]},{at[1]}"


@register.filter
def power_words(key: str) -> str:
    """A power or side in words."""
    return {"ussr": "the USSR", "usa": "the United States"}.get(key, key.replace("_", " ").title())


@register.filter
def untouched(sets: tuple[Any, ...]) -> list[Any]:
    """The sets that nothing is to be said about but what keeps them."""
    return [each for each in sets if each.outcome == "stays" and not each.near]


@register.filter
def as_json_script(document: Any) -> SafeString:
    """A map for the drawing script, as data that no browser runs."""
    return json_script(msgspec.to_builtins(document), "hex-document")


@register.filter
def side_noun(side: str) -> str:
    """A seat of the house rules as a noun: the Axis, the Allies."""
    return {"axis": _("Axis"), "allied": _("Allies")}.get(side, side)


@register.filter
def declares(by: str) -> str:
    """Who says what a line hangs on."""
    return {"axis": _("the Axis declares"), "allied": _("the Allies declare")}.get(
        by, _("the %(by)s declares") % {"by": by}
    )


@register.filter
def present(picture: Any) -> list[Any]:
    """Those of a map's holders who hold a hex of it, or come to, or have a unit there."""
    seen = {
        code
        for cell in picture.cells
        for code in (cell.code, cell.after, *cell.friends, *cell.foes)
    }
    return [each for each in picture.holders if each.code in seen]
