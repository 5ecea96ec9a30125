"""The War Game: the ladder of war status, ledgers, commerce dice, land and the fall of France."""

from django.utils.translation import gettext_noop

from frontend.books.face import Face, FirstPart, Scale, Watched, chronicle

FACE = Face(
    samples=(
        ("ladder", gettext_noop("Ladder")),
        ("commerce-die", gettext_noop("Commerce die")),
        ("distribution", gettext_noop("Distribution")),
    ),
    board="war_game_1939/board.html",
    first=FirstPart(template="war_game_1939/_first.html", phases=("commerce",), act="deal"),
    styles=("war_game_1939/board.css",),
    marks=(
        Watched(
            parts="ladder",
            key="nation",
            values=("status", "due"),
            words=(gettext_noop("war status"),),
            anchor="status",
            anchor_of=("nation",),
        ),
        Watched(
            parts="ledgers",
            key="nation",
            values=("land.net", "share", "ended"),
            words=(gettext_noop("land income"), gettext_noop("per cent of it that is collected")),
            anchor="ledger",
            anchor_of=("nation",),
        ),
    ),
    scales=(
        Scale(
            parts="ladder",
            key="nation",
            level="due",
            title=gettext_noop("War status of {name}, when it next declares"),
            marks="steps",
            words="title",
        ),
    ),
    told=chronicle(__file__),
    chronicle_board="war_game_1939/chronicle_board.html",
    beside="war_game_1939/_beside.html",
)
