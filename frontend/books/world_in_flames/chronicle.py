"""How a campaign with the house rules of World in Flames is told when it is over."""

from campaigns.chronicles.spec import Charted, ChronicleSpec, Level, News, Purpose, Thrown

TOLD = ChronicleSpec(
    charts=(
        Charted(
            key="italy",
            title="Italy on the way to surrender",
            about="criteria that it meets",
            parts="italy",
            name="=Italy: criteria met",
            value="count",
            levels=(Level(words="from here Italy rolls for its surrender", path="italy.needed"),),
        ),
        Charted(
            key="japan",
            title="Japan on the way to surrender",
            about="original factories lost",
            parts="japan",
            name="=Japan: factories lost",
            value="lost.net",
        ),
    ),
    pins=(
        (
            "countries",
            (
                "italy_conquered",
                "italy_left",
                "japan_surrendered",
                "control_reverted",
            ),
        ),
    ),
    news=(
        News(kind="italy_conquered"),
        News(kind="italy_left"),
        News(kind="japan_surrendered"),
        News(kind="control_reverted"),
        News(kind="map_judged"),
    ),
    purposes=(
        Purpose(pattern=r"^italian surrender$", title="Italian surrender"),
        Purpose(pattern=r"^japanese surrender$", title="Japanese surrender"),
        Purpose(pattern=r"hexes at ", title="Ties for a hex", choosing=True),
    ),
    dice=(
        Thrown(pattern=r"^(?=japanese)", title="Japanese surrender"),
        Thrown(pattern=r"^(?=italian)", title="Italian surrender"),
    ),
    board_title="The house rules",
)
