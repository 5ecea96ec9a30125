"""Days of Decision: the political status display and the standing of the powers."""

from frontend.books.face import Face, Scale, Watched

FACE = Face(
    board="days_of_decision/board.html",
    plan="days_of_decision/plan.html",
    styles=("days_of_decision/display.css", "days_of_decision/inspector.css"),
    scripts=("days_of_decision/display.js",),
    marks=(
        Watched(
            parts="minors",
            key="key",
            values=("hex", "zone", "controller", "joined", "guaranteed", "at_war"),
            anchor="hex",
            anchor_of=("hex.0", "hex.1"),
            joint="_",
        ),
        Watched(
            parts="standing",
            key="power",
            values=("pe", "level", "peace_level", "cities", "entry"),
            anchor="standing",
            anchor_of=("power",),
        ),
        Watched(
            parts="markers", key="power", values=("hex",), anchor="standing", anchor_of=("power",)
        ),
    ),
    scales=(
        Scale(
            parts="entry",
            key="power",
            level="level.net",
            title="American entry against {name}",
            end="threshold",
            end_words="war level",
        ),
        Scale(
            parts="goals",
            key="side",
            level="held.net",
            title="{name} cities",
            name="title",
            end="needed",
            end_words="the objective",
        ),
    ),
    card_label=r"((?:IPO|Option|[A-Z]{2}) \S+|0\([a-z]\)) (.+)",
)
