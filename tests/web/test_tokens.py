"""The tokens of the style sheets: what stands on what can be read, and no letter is too small.

The ratios are those of the table that the palette was chosen by, as WCAG reckons them.
"""

import re
from pathlib import Path

import pytest

from frontend.samples.palette import contrast

ROOT = Path(__file__).parents[2] / "frontend"
TOKENS = (ROOT / "static/frontend/css/tokens.css").read_text()
FLOOR_PX, REM_PX = 13.0, 16.0
AA = 4.5

# Ratios on paper, sheet and well, as far as the table gives them; in the light, then in the dark.
RATIOS = {
    "ink": ((13.7, 15.2, 12.2), (14.3, 12.9, 11.1)),
    "ink2": ((6.8, 7.5, 6.1), (8.9, 8.0, 6.9)),
    "ink3": ((5.1, 5.7, 4.6), (6.8, 6.2, 5.3)),
    "rule2": ((3.0, 3.3), (4.5, 4.0)),
    "seal": ((7.4, 8.3, 6.7), (8.3, 7.5, 6.4)),
    "reveal": ((6.8, 7.6, 6.1), (9.2, 8.3, 7.1)),
    "over": ((6.3, 7.0, 5.6), (7.6, 6.8, 5.9)),
    "axis": ((10.7, 11.9), (12.7, 11.5)),
    "western": ((5.8, 6.5), (7.9, 7.1)),
    "russia": ((5.5, 6.1), (7.0, 6.3)),
    "japan": ((5.3, 5.8), (8.3, 7.5)),
    "neutral": ((5.3, 5.8), (7.6, 6.8)),
}
ON_OTHERS = {
    "light": {("seal", "seal-soft"): 7.0, ("ink3", "seal-soft"): 4.8, ("ink", "yellow"): 13.4, ("ink2", "yellow"): 6.6},
    "dark": {("seal", "seal-soft"): 6.7, ("ink3", "seal-soft"): 5.5, ("ink", "yellow"): 12.2, ("ink2", "yellow"): 7.5},
}  # fmt: skip
FILLS = ("seal", "reveal", "over", "axis", "western", "russia", "japan", "neutral")
GROUNDS = ("paper", "sheet", "well")


def palette(selector: str) -> dict[str, str]:
    """The colors that a block of the sheet sets."""
    block = TOKENS.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", block))


PALETTES = {"light": palette('[data-theme="light"]'), "dark": palette('\n[data-theme="dark"]')}


@pytest.mark.parametrize("theme", PALETTES)
def test_each_color_has_its_contrast_on_each_ground(theme) -> None:
    colors = PALETTES[theme]
    for token, in_themes in RATIOS.items():
        ratios = dict(zip(PALETTES, in_themes, strict=True))[theme]
        for ground, ratio in zip(GROUNDS, ratios, strict=False):
            found = contrast(colors[token], colors[ground])
            assert found == pytest.approx(ratio, abs=0.06), (theme, token, ground)
            assert found >= AA or token == "rule2", (theme, token, ground)


@pytest.mark.parametrize("theme", PALETTES)
def test_what_stands_on_a_filled_token_can_be_read(theme) -> None:
    colors = PALETTES[theme]
    assert min(contrast(colors["on"], colors[fill]) for fill in FILLS) >= 6.1
    for (text, ground), ratio in ON_OTHERS[theme].items():
        assert contrast(colors[text], colors[ground]) == pytest.approx(ratio, abs=0.06)


def test_the_dark_theme_is_one_whether_asked_of_the_system_or_of_us() -> None:
    of_system = palette(':root:not([data-theme="light"])')
    assert of_system == PALETTES["dark"]
    assert set(of_system) == set(PALETTES["light"])


def test_no_size_is_below_the_floor() -> None:
    sizes = dict(re.findall(r"--([a-z]+): ([\d.]+)rem;", TOKENS))
    assert sizes["label"] == ".8125"
    assert min(float(size) for size in sizes.values()) * REM_PX == FLOOR_PX
    small = []
    for sheet in ROOT.rglob("*.css"):
        text = sheet.read_text()
        for size, unit in re.findall(r"font(?:-size)?: (?:[a-z0-9]+ )*([\d.]+)(px|rem)\b", text):
            if float(size) * (REM_PX if unit == "rem" else 1) < FLOOR_PX:
                small.append(f"{sheet.name}: {size}{unit}")
    assert small == []


PAPER = {"#000", "#000000", "#fff", "#ffffff"}
"""What is printed is black on white, whatever the theme."""
ANY = PAPER | {color.lower() for color in re.findall(r"#[0-9a-fA-F]{6}\b", TOKENS)}
"""The values of all tokens, of both themes."""


def test_every_color_of_a_style_sheet_is_a_token() -> None:
    own = []
    for sheet in ROOT.rglob("*.css"):
        if sheet.name != "tokens.css":
            # The page that verifies is one file without our style sheets: it bears the same values.
            ours = ANY if sheet.parent.name == "verifier" else PAPER
            found = re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;, )])", sheet.read_text())
            own += [f"{sheet.name}: {color}" for color in found if color.lower() not in ours]
    assert own == []
