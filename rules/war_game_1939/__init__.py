"""The War Game, 1939: commerce, neutrals, war status, funds and Vichy France."""

from rules.war_game_1939.book import BOOK

__all__ = ["BOOK"]
