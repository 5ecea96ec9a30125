"""Days of Decision: the political status display and the standing of the powers."""

from frontend.books.face import Face

FACE = Face(
    board="days_of_decision/board.html",
    styles=("days_of_decision/display.css",),
    scripts=("days_of_decision/display.js",),
    card_label=r"((?:IPO|Option|[A-Z]{2}) \S+|0\([a-z]\)) (.+)",
)
