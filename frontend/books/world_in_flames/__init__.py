"""World in Flames, house rules: two surrenders, the Italian factories, and the hex inspector."""

from frontend.books.face import Face, Tab, Tool

FACE = Face(
    board="world_in_flames/board.html",
    styles=("world_in_flames/hexes.css",),
    scripts=("world_in_flames/hexes.js",),
    addresses="frontend.books.world_in_flames.pages",
    tabs=(Tab(page="hexes", title="Hexes"),),
    tools=(
        Tool(
            page="inspector",
            title="Hex inspector",
            button="Open the hex inspector",
            about="Draw or paste hexes; every set is answered with its reasons.",
        ),
    ),
)
