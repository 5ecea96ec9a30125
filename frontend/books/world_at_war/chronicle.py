"""How a campaign of A World at War is told when it is over."""

from campaigns.chronicles.spec import Charted, ChronicleSpec, Level, Measure, News, Purpose, Thrown

TOLD = ChronicleSpec(
    measure=Measure(
        title="Whose side the minor countries are on",
        parts="countries",
        who="side",
        value="status",
        counted=("ally", "associate", "hexes"),
        unit="minor countries",
        singular="minor country",
        note=(
            "The rules of diplomacy name no winner: the war is won on the map. Counted are the countries "
            "open to diplomacy that are a side's allies or associates, or that it controls."
        ),
        rule="Ruling 28",
    ),
    charts=(
        Charted(
            key="tensions",
            title="Three tensions",
            about="the level of each track as a turn ends",
            parts="tensions.tracks",
            name="title",
            value="level",
            levels=(Level(words="at 50 the United States, and Russia, may declare war", value=50),),
        ),
        Charted(
            key="sides",
            title="Minor countries by side",
            about="of those open to diplomacy",
            parts="countries",
            by="side",
        ),
        Charted(
            key="brps",
            title="BRPs of minor countries",
            about="with the colonies, in the year so far",
            ledger="BRPs of minor countries",
        ),
        Charted(
            key="points",
            title="Diplomatic points",
            about="allotted for the year",
            parts="purses",
            who="power",
            value="allotment.net",
        ),
    ),
    pins=(
        (
            "wars",
            (
                "war_declared",
                "area_attacked",
            ),
        ),
        (
            "countries",
            (
                "area_joined",
                "area_conquered",
                "area_surrendered",
                "area_fell",
                "country_joined",
                "country_closed",
                "ethiopia_fell",
                "denmark_yielded",
                "pacific_handed_over",
            ),
        ),
    ),
    news=(
        News(kind="war_declared"),
        News(kind="area_conquered"),
        News(kind="area_surrendered"),
        News(kind="area_joined", bare=True),
        News(kind="area_fell"),
        News(kind="ethiopia_fell"),
        News(kind="policy_began", weight=50, bare=True),
        News(kind="policy_ended", weight=50),
        News(kind="country_closed"),
        News(kind="country_joined"),
        News(kind="threshold_reached"),
        News(kind="mobilized", weight=40, bare=True),
        News(kind="pacific_handed_over"),
        News(kind="denmark_yielded"),
    ),
    purposes=(
        Purpose(pattern=r"^diplomacy ", title="Diplomacy"),
        Purpose(pattern=r"^benefit ", title="Whose benefit, where two are level"),
        Purpose(pattern=r"^subversion ", title="Subversion"),
        Purpose(pattern=r"^effective ", title="Effective tension"),
    ),
    dice=(
        Thrown(pattern=r"^diplomacy ", title="Diplomacy"),
        Thrown(pattern=r"^effective ", title="Effective tension"),
        Thrown(pattern=r"^subversion ", title="Subversion"),
    ),
    says=(
        (r"^(.+?): (.+), to (.+)'s benefit$", r"\3 gains \1 (\2)"),
        (r"^(.+ tension) reaches (\d+): (.+)$", r"\1 reaches \2 (\3)"),
    ),
    count="tensions.tracks.0.level",
    count_words="Russo-German tension",
    board_title="The countries",
    articles=frozenset({"axis", "western", "allied", "united_states"}),
)
