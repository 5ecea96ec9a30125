"""The board as data, built from a view; one file a part."""

from rules.world_at_war.pages.board.countries import Board, build

__all__ = ["Board", "build"]
