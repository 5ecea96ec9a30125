"""Making the site's fonts: Source Serif 4 and Source Sans 3, cut down to what pages need, and renamed.

Both are under the SIL Open Font License and reserve the name "Source": what is cut down is a modified
version and may not bear it. So the families are renamed, and copyright, trademark and licence stay in
the files and beside them.
"""

import hashlib
import importlib
import json
import logging
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from frontend.fonts import CONTENTS, FACES

ASCII, LATIN_1 = range(0x20, 0x7F), range(0xA0, 0x100)
LETTERS = "ĀāĂăĄąĆćĊċČčĎďĐđĒēĖėĘęĚěĞğĠġĢģĦħĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚțẞ"
"""Of the languages of Central and Northern Europe and of Turkish, besides Latin-1."""
MARKS = "‐–—‘’‚“”„‹›†•…→←↑↓−≈≠≤≥€№"
SHAPES = "■●▲◆○▸✓"
"""In the sans alone, which labels things."""
FEATURES = ("kern", "mark", "ccmp", "locl", "lnum", "tnum", "pnum")

REGULAR, BOLD = 400, 700
NAMES_KEPT = (0, 5, 7, 8, 9, 11, 13, 14)
"""Records of the name table that stay as they are: copyright, version, trademark, makers, licence."""
STYLE, LICENCE = {"normal": "Regular", "italic": "Italic"}, "LICENSE"


@dataclass(frozen=True)
class Face:
    """One file: what it is cut from, what it keeps, and what it is called.

    ``axes`` gives each axis one value or the range that is kept; ``weights`` is what a style sheet
    may ask for.
    """

    key: str
    package: str
    source: str
    family: str
    axes: dict[str, int | tuple[int, int]]
    weights: str
    more: tuple[str, ...] = ()
    shapes: str = ""
    style: str = "normal"
    preloaded: bool = True


FACES_MADE = (
    Face(
        "serif",
        "fontpkg_source_serif_4",
        "SourceSerif4[opsz,wght].ttf",
        "Chancellery Serif",
        # Larger type uses the cut for 48: the rest of the axis would weigh more than it shows.
        {"wght": REGULAR, "opsz": (11, 48)},
        str(REGULAR),
        more=("liga",),
    ),
    Face(
        "serif-italic",
        "fontpkg_source_serif_4",
        "SourceSerif4-Italic[opsz,wght].ttf",
        "Chancellery Serif",
        {"wght": REGULAR, "opsz": 16},
        str(REGULAR),
        more=("liga",),
        style="italic",
        preloaded=False,
    ),
    Face(
        "sans",
        "fontpkg_source_sans_3",
        "SourceSans3[wght].ttf",
        "Chancellery Sans",
        {"wght": (REGULAR, BOLD)},
        f"{REGULAR} {BOLD}",
        more=("frac",),
        shapes=SHAPES,
    ),
)


def characters(face: Face) -> set[int]:
    """What a file has letters for, as far as its source has them."""
    return {*ASCII, *LATIN_1, *map(ord, LETTERS + MARKS + face.shapes)}


def make(folder: Path) -> None:
    """Make all files in a folder that is not there yet. Several may do so at once: the last stays."""
    # It tells of every table and every glyph.
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    names = {face.key: _write(cut(face), face, fresh) for face in FACES_MADE}
    licences = {face.family: face for face in FACES_MADE if face.style == "normal"}
    files = {family: f"{face.key}-licence.txt" for family, face in licences.items()}
    for family, face in licences.items():
        shutil.copyfile(_package(face) / LICENCE, fresh / files[family])
    (fresh / FACES).write_text("\n".join(_rule(face, names[face.key]) for face in FACES_MADE))
    contents = {
        "preloaded": [names[face.key] for face in FACES_MADE if face.preloaded],
        "others": [names[face.key] for face in FACES_MADE if not face.preloaded],
        "licences": files,
    }
    (fresh / CONTENTS).write_text(json.dumps(contents, indent=1))
    shutil.rmtree(folder, ignore_errors=True)
    fresh.replace(folder)


def cut(face: Face) -> TTFont:
    """One font with what its file needs.

    First what is not needed goes, then axes are pinned: the other order fails on the table of widths.
    """
    options = _options(face)
    font = subset.load_font(str(_package(face) / "files" / face.source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters(face))
    cutter.subset(font)
    instancer.instantiateVariableFont(font, face.axes, inplace=True)
    _rename(font, face)
    return font


def _options(face: Face) -> Any:
    options = subset.Options()
    options.layout_features = [*FEATURES, *face.more]
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    # The same input gives the same bytes, and with them the same name.
    options.recalc_timestamp = False
    options.flavor = "woff2"
    return options


def _rename(font: Any, face: Face) -> None:
    """Give it our name in every record that names it."""
    if "fvar" in font:
        # Named places on an axis are chosen from menus, which a page has not.
        font["fvar"].instances = []
    names, style = font["name"], STYLE[face.style]
    plain = f"{face.family} {style}"
    closed = plain.replace(" ", "")
    ours = {
        1: face.family,
        2: style,
        3: f"Chancellery;{closed}",
        4: plain,
        6: f"{face.family.replace(' ', '')}-{style}",
        16: face.family,
        17: style,
        25: closed,
    }
    names.removeUnusedNames(font)
    for record in list(names.names):
        if record.nameID in ours:
            names.removeNames(record.nameID, record.platformID, record.platEncID, record.langID)
    for key, text in ours.items():
        names.setName(text, key, 3, 1, 0x409)
    for record in names.names:
        if record.nameID not in NAMES_KEPT and "Source" in record.toUnicode():
            raise ValueError(
                f"{face.source} names itself in record {record.nameID} too, which may not be kept: "
                f"{record.toUnicode()!r}. Rename it in frontend/fonts/building.py."
            )


def _write(font: TTFont, face: Face, folder: Path) -> str:
    """Its file, named by its bytes."""
    draft = folder / f"{face.key}.woff2"
    subset.save_font(font, str(draft), _options(face))
    digest = hashlib.sha256(draft.read_bytes()).hexdigest()[:12]
    return draft.rename(folder / f"{face.key}.{digest}.woff2").name


def _rule(face: Face, name: str) -> str:
    return (
        "@font-face {\n"
        f'  font-family: "{face.family}";\n'
        f"  font-style: {face.style};\n"
        f"  font-weight: {face.weights};\n"
        "  font-display: swap;\n"
        f'  src: url("../fonts/{name}") format("woff2");\n'
        "}\n"
    )


def _package(face: Face) -> Path:
    where = importlib.import_module(face.package).__file__
    assert where is not None
    return Path(where).parent
