"""World in Flames, house rules: two surrenders, the Italian factories, and the hex inspector."""

from django.utils.translation import gettext_noop

from frontend.books.face import Face, Scale, Tab, Tool, Watched, chronicle

FACE = Face(
    board="world_in_flames/board.html",
    chronicle_board="world_in_flames/chronicle_board.html",
    beside="world_in_flames/_factories.html",
    styles=("world_in_flames/hexes.css",),
    scripts=("world_in_flames/hexes.js",),
    addresses="frontend.books.world_in_flames.pages",
    tabs=(Tab(page="hexes", title=gettext_noop("Hexes")),),
    marks=(
        Watched(
            parts="italy",
            values=("count", "may_roll", "conquered", "last"),
            anchor="surrender-italy",
            title=gettext_noop("Italy"),
        ),
        Watched(
            parts="japan",
            values=("lost.net", "due", "surrendered", "last"),
            anchor="surrender-japan",
            title=gettext_noop("Japan"),
        ),
    ),
    scales=(
        Scale(
            parts="italy",
            level="count",
            title=gettext_noop("Criteria of Italy’s surrender"),
            end="needed",
            end_words=gettext_noop("enough criteria"),
        ),
        Scale(
            parts="japan",
            level="lost.net",
            title=gettext_noop("Japanese factories lost"),
            end="needed",
            end_words=gettext_noop("enough factories"),
        ),
    ),
    tools=(
        Tool(
            page="inspector",
            title=gettext_noop("Hex inspector"),
            button=gettext_noop("Open the hex inspector"),
            about=gettext_noop("Draw or paste hexes; every set is answered with its reasons."),
        ),
    ),
    told=chronicle(__file__),
)
