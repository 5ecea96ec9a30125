"""Three Harbors: harbors and valleys."""

from frontend.books.face import Face

FACE = Face(board="three_harbors/board.html", styles=("three_harbors/board.css",))
