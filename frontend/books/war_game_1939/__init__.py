"""The War Game: the ladder of war status, ledgers, commerce dice, land and the fall of France."""

from frontend.books.face import Face

FACE = Face(board="war_game_1939/board.html", styles=("war_game_1939/board.css",))
