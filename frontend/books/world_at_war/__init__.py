"""A World at War: the country board, tension tracks, files of countries and ledgers."""

from django.utils.translation import gettext_noop

from frontend.books.face import Face, Scale, Tab, Turned, Watched, chronicle

FACE = Face(
    samples=(
        ("dossier", gettext_noop("Country dossier")),
        ("track", gettext_noop("Track with thresholds")),
    ),
    board="world_at_war/board.html",
    styles=("world_at_war/board.css", "world_at_war/tensions.css", "world_at_war/countries.css"),
    addresses="frontend.books.world_at_war.pages",
    tabs=(
        Tab(page="countries", title=gettext_noop("Countries")),
        Tab(page="ledgers", title=gettext_noop("Ledgers")),
    ),
    marks=(
        Watched(
            parts="countries",
            key="key",
            values=("side", "fill", "status", "words", "base", "now.net", "rolled", "pending"),
            anchor="country",
            anchor_of=("key",),
        ),
        Watched(
            parts="tensions.tracks",
            key="key",
            values=("level",),
            anchor="track",
            anchor_of=("key",),
            name="title",
        ),
    ),
    scales=(Scale(parts="tensions.tracks", key="key", level="level", name="title", marks="marks"),),
    turned=Turned(
        event="track_moved",
        who="track",
        by="amount",
        title=gettext_noop("Tensions, step by step"),
        parts="tensions.tracks",
    ),
    told=chronicle(__file__),
    chronicle_board="world_at_war/chronicle_board.html",
    beside="world_at_war/_beside.html",
    duties_beside=True,
)
