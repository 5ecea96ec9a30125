"""The commerce dice of The War Game in a browser: what is drawn can be seen."""

import pytest

pytestmark = pytest.mark.long

BARS = """box => [...box.querySelectorAll("svg.choice-chances")].map(svg => [...svg.querySelectorAll("rect.sum")]
  .filter(bar => bar.checkVisibility()).map(bar => bar.getBoundingClientRect().height / svg.getBoundingClientRect().height))"""
"""Of each distribution in a box the height of every bar that can be seen, as a part of its drawing."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_bars_of_every_choice_stand_on_the_style_page(somebody, theme) -> None:
    page = somebody.open("/style/")
    box = page.locator(f"[data-theme={theme}] .choices").first
    drawn = box.evaluate(BARS)
    assert len(drawn) == 2
    for bars in drawn:
        assert bars, "no bar can be seen"
        assert max(bars) > 0.5
