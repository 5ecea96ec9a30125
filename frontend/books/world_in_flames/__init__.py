"""World in Flames, house rules: two surrenders, the Italian factories, and the hex inspector."""

from frontend.books.face import Face, Scale, Tab, Tool, Watched

FACE = Face(
    board="world_in_flames/board.html",
    styles=("world_in_flames/hexes.css",),
    scripts=("world_in_flames/hexes.js",),
    addresses="frontend.books.world_in_flames.pages",
    tabs=(Tab(page="hexes", title="Hexes"),),
    marks=(
        Watched(
            parts="italy",
            values=("count", "may_roll", "conquered", "last"),
            anchor="surrender-italy",
            title="Italy",
        ),
        Watched(
            parts="japan",
            values=("lost.net", "due", "surrendered", "last"),
            anchor="surrender-japan",
            title="Japan",
        ),
    ),
    scales=(
        Scale(
            parts="italy",
            level="count",
            title="Criteria of Italy’s surrender",
            end="needed",
            end_words="enough criteria",
        ),
        Scale(
            parts="japan",
            level="lost.net",
            title="Japanese factories lost",
            end="needed",
            end_words="enough factories",
        ),
    ),
    tools=(
        Tool(
            page="inspector",
            title="Hex inspector",
            button="Open the hex inspector",
            about="Draw or paste hexes; every set is answered with its reasons.",
        ),
    ),
)
