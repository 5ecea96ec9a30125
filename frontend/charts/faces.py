"""How often each face of a die came, beside how often it is expected."""

from collections.abc import Iterator, Sequence

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from frontend.charts.records import short

HIGH = 150
"""The height of the bars of a large chart in pixels, and of the small one in a row."""
LOW = 26
HEAD = 20
"""Pixels over the bars for their numbers, and under them for the faces."""
FOOT = 22
WIDE = 0.62
"""How much of its place a bar takes."""


def faces(
    counts: Sequence[int], expected: float, band: tuple[int, int], *, title: str
) -> SafeString:
    """A bar for each face with its count, a line at what is expected, and a band where 19 of 20 honest dice would
    end. The numbers are a table elsewhere; ``title`` says in words what is drawn.
    """
    top = max([*counts, expected, *band]) or 1

    def y(count: float) -> float:
        return HEAD + HIGH * (1 - count / top)

    low, high = band
    tall = short(y(low) - y(high))
    parts = [f'<rect class="band" width="100%" y="{short(y(high))}" height="{tall}"/>']
    parts += _bars(counts, HIGH, top, HEAD)
    line = short(y(expected))
    parts.append(f'<line class="expected" x2="100%" y1="{line}" y2="{line}"/>')
    for n, count in enumerate(counts):
        middle = short(100 * (n + 0.5) / len(counts))
        parts.append(f'<text class="times" x="{middle}%" y="{short(y(count) - 5)}">{count}</text>')
        parts.append(f'<text x="{middle}%" y="{HEAD + HIGH + 17}">{n + 1}</text>')
    bottom = HEAD + HIGH
    parts.append(f'<line class="axis" x2="100%" y1="{bottom}" y2="{bottom}"/>')
    said = conditional_escape(f"{title}: {in_words(counts)}.")
    return SafeString(
        f'<figure class="chart die-faces"><svg role="img" aria-label="{said}"'
        f' height="{HEAD + HIGH + FOOT}">{"".join(parts)}</svg></figure>'
    )


def small_faces(counts: Sequence[int], expected: float) -> SafeString:
    """The same in a row of a table, without words: its numbers have to stand elsewhere on the page."""
    top = max([*counts, expected]) or 1
    line = short(LOW * (1 - expected / top))
    return SafeString(
        f'<svg class="small-faces" height="{LOW}" aria-hidden="true">'
        f"{''.join(_bars(counts, LOW, top, 0))}"
        f'<line class="expected" x2="100%" y1="{line}" y2="{line}"/></svg>'
    )


def in_words(counts: Sequence[int]) -> str:
    """How often each face came, in words."""
    said = _("%(face)s came %(count)s times")
    return ", ".join(said % {"face": n, "count": count} for n, count in enumerate(counts, 1))


def _bars(counts: Sequence[int], high: float, top: float, head: float) -> Iterator[str]:
    place = 100 / len(counts)
    for n, count in enumerate(counts):
        tall = high * count / top
        yield (
            f'<rect x="{short(place * (n + (1 - WIDE) / 2))}%" width="{short(place * WIDE)}%"'
            f' y="{short(head + high - tall)}" height="{short(tall)}"/>'
        )
