"""A board in units, so that a page that has it asks only for what changed.

A unit is an element of the board with all that is in it, of a few thousand letters at most where the
board is made so. Each carries a fingerprint of what it says (``data-unit``), and the board one of all
that stands around them (``data-frame``). Both follow from the board as its reader may see it and from
nothing else. A page sends back the fingerprints that it has, and gets the units that say something else.
"""

import re
from collections.abc import Collection, Iterator
from hashlib import blake2b
from typing import NamedTuple

from django.utils.safestring import SafeString

LARGE = 6_000
"""Letters from which an element is taken apart, if there are elements in it, the largest first."""
MOST_UNITS = 150
"""No element is taken apart any more with which there would be more of them."""
LETTERS = 10
"""Of a fingerprint."""

_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)>")
_ID = re.compile(r'\sid="([^"]*)"')
_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_WHOLE = frozenset({"select", "textarea", "pre"})
"""Elements that are not taken apart."""
_PICTURE = "svg"


class Unit(NamedTuple):
    """One unit: its fingerprint, the name of its element, its HTML with the fingerprint in it, and
    whether it is a part of a picture.
    """

    fingerprint: str
    name: str
    html: str
    drawn: bool = False

    @property
    def alone(self) -> str:
        """Its HTML where nothing else stands: a part of a picture is read as one only in a picture."""
        return f"<{_PICTURE}>{self.html}</{_PICTURE}>" if self.drawn else self.html


class Units(NamedTuple):
    """A board taken apart: the fingerprint of what stands ``around`` its units, that, one piece more than
    there are units, and the units in their order.
    """

    frame: str
    around: tuple[str, ...]
    units: tuple[Unit, ...]

    def news(self, had: str) -> str:
        """What a page is sent that says that it has ``had``: the fingerprints of frame and units in
        their order, between dots.

        Where the same stands around as many units, these alone, each with its place (nothing if it has
        them all). Else the board, with an empty element in the place of each unit that the page has.
        """
        frame, *old = had.split(".")
        if frame == self.frame and len(old) == len(self.units):
            both = zip(self.units, old, strict=True)
            return "".join(
                f'<template data-at="{at}">{unit.alone}</template>'
                for at, (unit, was) in enumerate(both)
                if unit.fingerprint != was
            )
        known, pieces = frozenset(old), [self.around[0]]
        for unit, after in zip(self.units, self.around[1:], strict=True):
            same = f'<{unit.name} data-same="{unit.fingerprint}"></{unit.name}>'
            pieces += [same if unit.fingerprint in known else unit.html, after]
        return "".join(pieces)


class InUnits(SafeString):
    """The HTML of a board whose elements carry their fingerprints; ``parts`` is the same taken apart."""

    parts: Units


class _Element:
    """An element where it stands in the text: from its tag to the end of its closing one."""

    def __init__(self, name: str, start: int, inside: int) -> None:
        """Open, and without anything in it."""
        self.name, self.start, self.inside, self.end = name, start, inside, inside
        self.children: list[_Element] = []
        self.drawn = False

    @property
    def letters(self) -> int:
        """How long its text is."""
        return self.end - self.start


def in_units(html: str) -> SafeString:
    """A board with the fingerprints of its units; as it is, if it is not made of one well-formed element."""
    root = _tree(html)
    if root is None:
        return SafeString(html)
    found = _apart(root)
    if not found:
        return SafeString(html)
    around, units, at = [], [], root.start
    for element in found:
        around.append(html[at : element.start])
        text = html[element.start : element.end]
        mark = _fingerprint(text)
        name = len(element.name) + 1
        marked = f'{text[:name]} data-unit="{mark}"{text[name:]}'
        units.append(Unit(mark, element.name, marked, element.drawn))
        at = element.end
    around.append(html[at : root.end])
    frame = _fingerprint("\x00".join(around))
    name = len(root.name) + 1
    around[0] = f'{around[0][:name]} data-frame="{frame}"{around[0][name:]}'
    pieces = [html[: root.start], around[0]]
    for unit, after in zip(units, around[1:], strict=True):
        pieces += [unit.html, after]
    board = InUnits("".join([*pieces, html[root.end :]]))
    board.parts = Units(frame, tuple(around), tuple(units))
    return board


def elements_of(html: str, ids: Collection[str]) -> dict[str, SafeString]:
    """The elements of a board that have these ids, by them; none of those within a picture."""
    root = _tree(f"<div>{html}</div>")
    found: dict[str, SafeString] = {}
    if root is None:
        return found
    text = f"<div>{html}</div>"
    waiting = [root]
    while waiting:
        element = waiting.pop()
        named = _ID.search(text, element.start, element.inside)
        if named and named[1] in ids:
            found[named[1]] = SafeString(text[element.start : element.end])
        elif element.name not in _WHOLE and element.name != _PICTURE:
            waiting += element.children
    return found


def _apart(root: _Element) -> list[_Element]:
    """The units in an element, in their order: the largest are taken apart, as long as they are not too many."""
    found = {child.start: child for child in root.children}
    for large in sorted(_may_part(root), key=lambda element: -element.letters):
        if large.start in found and len(found) - 1 + len(large.children) <= MOST_UNITS:
            del found[large.start]
            found |= {child.start: child for child in large.children}
    return [found[start] for start in sorted(found)] if len(found) <= MOST_UNITS else []


def _may_part(element: _Element) -> Iterator[_Element]:
    """The elements within one that may be taken apart."""
    for child in element.children:
        if child.letters > LARGE and child.children and child.name not in _WHOLE:
            yield child
            yield from _may_part(child)


def _tree(html: str) -> _Element | None:
    """The one element that all of the text is in, with those in it; ``None`` if it is no such text."""
    top = _Element("", 0, 0)
    open_now = [top]
    for tag in _TAG.finditer(html):
        closes, name, rest = tag.groups()
        if closes:
            last = open_now.pop()
            if last.name != name or last is top:
                return None
            last.end = tag.end()
        elif name not in _VOID:
            element = _Element(name, tag.start(), tag.end())
            element.drawn = open_now[-1].drawn or open_now[-1].name == _PICTURE
            open_now[-1].children.append(element)
            if not rest.endswith("/"):
                open_now.append(element)
    return top.children[0] if len(open_now) == 1 and len(top.children) == 1 else None


def _fingerprint(text: str) -> str:
    return blake2b(text.encode(), digest_size=LETTERS // 2).hexdigest()
