"""How phases of the house rules of World in Flames are headed: what happened, the headline, and the lede, if any."""

from rules.kernel.headlines import QUIET
from rules.kernel.tally import Row, Tally
from rules.world_in_flames.model import events as f
from tests.rules.headlines.guide import declared, every_case, headed, sum_of


def pocket(title, power, **around):
    rows = tuple(Row(key=key, amount=n, reason=key) for key, n in around.items())
    return f.ControlReverted(
        map=title,
        first="1,1",
        hexes=2,
        side="allied",
        power=power,
        around=Tally(title="", base=0, net=0, rows=rows),
    )


GUIDE = {
    "Pockets": {
        "maps that wait for their judgment are routine, each called by where it is": (
            [
                f.MapDeclared(title="On the Bzura", hexes=24, by="axis"),
                f.MapDeclared(title="Falaise", hexes=24, by="axis"),
            ],
            QUIET,
            "Land may be cut off on the Bzura and at Falaise.",
        ),
        "a pocket falls to whoever stands around it": (
            [
                pocket("On the Bzura", "germany", germany=8),
                f.MapJudged(title="On the Bzura", sets=1, hexes=2),
            ],
            "The pocket on the Bzura falls to Germany",
            "Germany holds all land around it.",
        ),
        "two pockets, with their articles, and what a title adds left out": (
            [
                pocket("Korsun, after the break-out", "ussr", ussr=8),
                pocket("Falaise", "commonwealth", commonwealth=5, usa=4),
            ],
            "The pocket at Korsun falls to the USSR; the pocket at Falaise falls to the Commonwealth",
            "The USSR holds all land around it. The Commonwealth holds most of the land around it.",
        ),
        "land that is not cut off holds out": (
            [f.MapJudged(title="Tobruk", sets=0, hexes=0)],
            "Tobruk holds out",
            "By these rules no land there counts as cut off.",
        ),
        "who holds out is not said where a title names no place": (
            [f.MapJudged(title="In the Ruhr", sets=0, hexes=0)],
            "No land changes hands in the Ruhr",
            "By these rules no land there counts as cut off.",
        ),
    },
    "What is declared of the map": {
        "what is declared of the map is said as news": (
            [
                declared("japanese_surrender.atomic", "Bombs", 2, "allied"),
                declared("japanese_surrender.russia", "At war", True, "allied"),
                declared("japanese_surrender.manchuria", "Manchuria", "allied_major", "allied"),
            ],
            "Atomic bombs fall on Japan; the USSR goes to war with Japan",
            "The Allies take Manchuria.",
        ),
        "a city has the verb of its holders": (
            [declared("japanese_surrender.manila", "Who holds Manila", "allied", "allied")],
            "The Allies take Manila",
        ),
        "a city of a country that may have surrendered is no condition for it": (
            [declared("italian_surrender.rome", "Who holds Rome", "allied", "allied")],
            "The Allies take Rome",
        ),
        "what is counted is said in words, and what follows from it": (
            [declared("japanese_surrender.bombed", "Factories bombed", 4, "allied")],
            "Bombing brings Japan's ruined factories to four",
            "They count as lost even when they are repaired.",
        ),
    },
    "Surrenders": {
        "who fights on as every turn is routine": (
            [
                f.ItalySafe(
                    count=1,
                    needed=2,
                    why="1 of 2 criteria are met; no Allied unit stands in Italy",
                )
            ],
            QUIET,
            "Italy fights on, with one of two conditions for its surrender met.",
        ),
        "which conditions are met is said": (
            [f.ItalySafe(count=1, needed=2, why="1 of 2 criteria are met", met=("tripoli",))],
            QUIET,
            "Italy fights on, with one of two conditions for its surrender met, since Tripoli is in Allied hands.",
        ),
        "a condition for a surrender is called one": (
            [declared("italian_surrender.sicily", "Sicily", True, "allied")],
            "The Allies conquer Sicily",
            "All of Sicily is one of the four conditions for an early surrender of Italy.",
        ),
        "who fights on although its conditions are met is news": (
            [f.ItalySafe(count=2, needed=2, why="no Allied unit stands in Italy")],
            "Italy fights on",
            "No Allied unit stands in Italy.",
        ),
        "a roll that fails": (
            [f.ItalyRolled(die=9, tally=sum_of(4), succeeded=False)],
            "The Allies call on Italy to surrender in vain",
            "The Allied garrison there is worth four points, and a die of nine is too much.",
        ),
        "a surrender and the roll that brought it are one event": (
            [
                f.ItalyRolled(die=4, tally=sum_of(6), succeeded=True),
                f.ItalyConquered(early=True),
            ],
            "Italy surrenders",
            "The Allied garrison there is worth six points, and the die shows four, low enough.",
        ),
    },
    "The end": {
        "an end comes after what brought it": (
            [
                f.JapanRolled(die=5, tally=sum_of(10), total=15, needed=15, surrendered=True),
                f.JapanSurrendered(early=True),
                f.CampaignEnded(title="The whole war"),
            ],
            "Japan surrenders",
            "The roll for its surrender comes to 15; 15 was needed. ",
            "The game ends, and the end of Germany is not for these rules to decide.",
        ),
        "a scenario that is over says what it leaves open": (
            [f.CampaignEnded(title="July/August 1944: the printed example")],
            "The game ends, and the end of Germany is not for these rules to decide",
        ),
    },
}


@every_case(GUIDE)
def test_a_phase_is_headed(events, headline, lede):
    assert headed("world_in_flames", events) == (headline, lede)
