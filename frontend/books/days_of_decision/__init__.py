"""Days of Decision: the political status display and the standing of the powers."""

from django.utils.translation import gettext_noop

from frontend.books.days_of_decision.chronicle import small
from frontend.books.face import Face, Scale, Turned, Watched, chronicle

FACE = Face(
    samples=(
        ("counter", gettext_noop("Counter")),
        ("small-display", gettext_noop("Small display")),
    ),
    board="days_of_decision/board.html",
    plan="days_of_decision/plan.html",
    styles=("days_of_decision/display.css", "days_of_decision/inspector.css"),
    scripts=("days_of_decision/display.js",),
    turns_cards=True,
    turned=Turned(
        event="entry_moved", who="against", title=gettext_noop("Own entry points, card by card")
    ),
    marks=(
        Watched(
            parts="minors",
            key="key",
            values=(
                "hex",
                "zone",
                "controller",
                "joined",
                "guaranteed",
                "at_war",
                "conquered",
                "conqueror",
                "host",
                "ceded",
            ),
            anchor="hex",
            anchor_of=("hex.0", "hex.1"),
            joint="_",
        ),
        Watched(
            parts="standing",
            key="power",
            values=("pe", "level", "peace_level", "cities", "entry"),
            words=(
                gettext_noop("political effectiveness"),
                gettext_noop("production level"),
                gettext_noop("production level in peace"),
                gettext_noop("objective cities"),
                gettext_noop("own entry points"),
            ),
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
            title=gettext_noop("American entry against {name}"),
            end="threshold",
            end_words=gettext_noop("war level"),
        ),
        Scale(
            parts="goals",
            key="side",
            level="held.net",
            title=gettext_noop("{name} cities"),
            name="title",
            end="needed",
            end_words=gettext_noop("the objective"),
        ),
    ),
    card_label=r"((?:IPO|Option|[A-Z]{2}) \S+|0\([a-z]\)) (.+)",
    told=chronicle(__file__, small=small),
    chronicle_board="days_of_decision/chronicle_board.html",
    beside="days_of_decision/_beside.html",
    changes_note=(
        "own entry points",
        gettext_noop(
            "Own entry points are what a power has brought upon itself. American entry against it is more: these, "
            "and half of all that the powers of its ideology have."
        ),
    ),
    small="days_of_decision/small.html",
)
