"""What the panels of rolls to come call a gain."""

from rules.kernel.field_odds import gains
from rules.world_at_war import BOOK
from rules.world_at_war.model.orders import Place
from tests.rules.world_at_war.helpers import seen, started

NAMES = {"axis": "European Axis", "western": "Western Allies"}


def test_a_panel_calls_no_row_a_gain_that_changes_nothing():
    """Neutral Greece, one British point: only the row of five BRPs brings anybody anything."""
    (panel,) = BOOK.preview(seen(started(), "britain"), "britain", Place(points={"greece": 1}))
    assert gains(panel.chances, "western", NAMES) == "gain 1 in 6"
    with_one_axis_point = panel.others[0]
    assert gains(with_one_axis_point.chances, "western", NAMES) == "no gain"
