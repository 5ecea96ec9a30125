"""How phases of The War Game 1939 are headed: what happened, the headline, and the lede, if any."""

from rules.kernel.headlines import QUIET
from rules.registry import BOOKS
from rules.war_game_1939.model import events as g
from tests.rules.headlines.guide import declared, every_case, headed, sum_of


def blow(nation, what, *, won=True, sort="land", how="ground", against=(), losses=()):
    return g.AttackLodged(
        number=1,
        nation=nation,
        sort=sort,
        what=what,
        how=how,
        won=won,
        against=against,
        losses=losses,
    )


def counted(nation, what, against, effect):
    return g.AttackCounted(number=1, nation=nation, against=against, what=what, effect=effect)


def income(nation, net):
    return g.IncomeCollected(nation=nation, tally=sum_of(net), share=100)


def trade(nation, net):
    return g.CommerceCollected(nation=nation, dice=(), bids=0, fund="cash", tally=sum_of(net))


def courting(nation, place, needed):
    return g.InfluenceTried(nation=nation, place=place, money=2, tally=sum_of(needed))


def courted(nation, place, level=""):
    return g.InfluenceRolled(
        nation=nation,
        place=place,
        die=9,
        tally=sum_of(3),
        made=bool(level),
        before="none",
        after=f"{nation}.{level}" if level else "none",
    )


def status_rolled(nation, title):
    return g.StatusRolled(
        nation=nation, condition="ten", title=title, die=12, tally=sum_of(5), made=False
    )


GUIDE = {
    "Money": {
        "what comes in every turn is routine, and who has most is enough": (
            [income("germany", 90), income("japan", 86), income("uk", 11)],
            QUIET,
            "Germany takes in most, $90.",
        ),
        "commerce is told by who earns most, and who comes next": (
            [trade("japan", 86), trade("germany", 90), trade("uk", 11)],
            "Germany earns most by trade",
            "It takes in $90; Japan comes next with $86.",
        ),
        "commerce of one": ([trade("usa", 60)], QUIET, "The United States takes in $60."),
        "routine of one": ([income("usa", 60)], QUIET, "The United States takes in $60."),
        "routine is told where nothing else is": (
            [income("japan", 48), blow("japan", "hunan", won=False)],
            "Japan attacks Hunan in vain",
        ),
        "what is otherwise than every turn comes before what is not": (
            [
                income("uk", 40),
                g.IncomeForgone(nation="uk", land=0, commerce=4, tally=sum_of(4)),
            ],
            QUIET,
            "Britain gives up $4, for it collected more than its land is worth.",
        ),
        "what does not come any more is no headline": (
            [
                g.CommerceEnded(nation="germany", tally=sum_of(0)),
                g.CommerceEnded(nation="france", tally=sum_of(0)),
            ],
            QUIET,
            "This turn brings Germany and France no trade.",
        ),
        "dice, bids and moves are no news": (
            [
                g.DieThrown(nation="germany", number=1, value=8),
                g.DiceBid(nation="germany", dice=3, money=21),
                g.MovesDeclared(nation="germany", land=("norway",)),
                g.TurnBegan(turn=1, title="July to December 1939"),
            ],
            QUIET,
        ),
        "nothing collected is nothing to tell": (
            [g.IncomeCollected(nation="uk", tally=sum_of(0), share=0)],
            QUIET,
        ),
        "China may borrow as every turn": (
            [g.BorrowingRolled(die=3, tally=sum_of(9), made=True)],
            QUIET,
        ),
        "that China may not is worth a sentence": (
            [g.BorrowingRolled(die=10, tally=sum_of(9), made=False)],
            QUIET,
            "China may not borrow this turn.",
        ),
    },
    "Neutrals": {
        "who courts neutrals waits for the dice: the sentence says which they are": (
            [
                courting("germany", "romania", 3),
                courting("italy", "spain", 6),
                courting("ussr", "spain", 1),
                courting("usa", "philippines", 1),
            ],
            "The nations court neutrals",
            "They court Romania, Spain and the Philippines.",
        ),
        "a courtship that fails is in vain": (
            [courted("italy", "spain")],
            "Italy courts Spain in vain",
        ),
        "many who fail are told once": (
            [
                courted("italy", "spain"),
                courted("germany", "romania"),
                courted("ussr", "romania"),
                courted("usa", "philippines"),
            ],
            "Nobody wins a neutral",
            "Courting Spain, Romania and the Philippines comes to nothing.",
        ),
        "a neutral that follows comes before those that do not": (
            [
                courted("italy", "spain"),
                courted("germany", "romania", "economic"),
                courted("uk", "iran"),
                courted("usa", "mexico"),
                courted("china", "turkey"),
            ],
            "Romania trades with Germany; four others are courted in vain",
            "The land of Romania pays Germany from now on.",
        ),
        "each step of a neutral has its word": (
            [
                courted("germany", "romania", "sworn"),
                courted("italy", "spain", "friendly"),
            ],
            "Romania sides with Germany; Spain befriends Italy",
            "The land of Romania pays Germany from now on.",
        ),
    },
    "Attacks on land": {
        "what was taken is taken, and what was not was attacked in vain": (
            [
                blow("germany", "denmark"),
                blow("germany", "norway"),
                blow("italy", "tunisia", won=False),
            ],
            "Germany takes Denmark and Norway",
            "Italy attacks Tunisia in vain.",
        ),
        "the greater prize first, and what one nation took as it took it": (
            [blow("italy", "albania"), blow("germany", "denmark"), blow("germany", "france")],
            "Germany takes Denmark and the French homeland; Italy takes Albania",
        ),
        "a conquest and the land that changes hands by it are one event": (
            [
                blow("ussr", "latvia"),
                declared("control.latvia", "Latvia: total control", "ussr", "ussr", "Acts of War"),
            ],
            "The Soviet Union takes Latvia",
        ),
        "land that is declared on the map is taken": (
            [
                declared("control.latvia", "Latvia: total control", "ussr", "ussr", "W-02"),
                declared("control.estonia", "Estonia: total control", "ussr", "ussr", "W-02"),
            ],
            "The Soviet Union takes Latvia and Estonia",
        ),
        "what else is declared of the map is no news": (
            [declared("ships.battleship", "French ships afloat: Battleship", 3, "france", "W-02")],
            QUIET,
        ),
        "what two take is told of both": (
            [blow("germany", "sudan"), blow("italy", "sudan")],
            "Germany and Italy take Sudan",
        ),
        "names have their articles, and a name within a name has none": (
            [blow("uk", "urals"), blow("uk", "central_usa")],
            "Britain takes the Urals and the Central United States",
        ),
        "land has a name that is a word, and one of several has the verb of several": (
            [
                blow("germany", "belgium_holland"),
                courted("usa", "philippines", "economic"),
                courted("uk", "belgium_holland", "friendly"),
            ],
            "Germany takes the Low Countries",
            "The Philippines trade with the United States. The Low Countries befriend Britain.",
        ),
        "many conquests are counted": (
            [
                blow("japan", place)
                for place in ("malaya", "philippines", "burma", "java", "sumatra")
            ],
            "Japan takes Malaya, the Philippines and three others",
            "The others are Burma, Java and Sumatra.",
        ),
    },
    "Attacks at sea": {
        "a blow at sea is told once": (
            [
                blow("germany", "north_atlantic", sort="sea", against=("usa",)),
                g.NavyStruck(nation="usa", by="germany", zone="north_atlantic"),
            ],
            "Germany strikes at American ships",
        ),
        "ships of several are theirs": (
            [blow("japan", "north_pacific", sort="sea", against=("uk", "usa"))],
            "Japan attacks ships of Britain and the United States in the North Pacific",
        ),
        "what a nation takes comes before the ships that it sinks": (
            [
                blow("germany", "crete"),
                blow("germany", "north_sea", sort="sea", against=("uk",), losses=("uk",)),
            ],
            "Germany takes Crete",
            "Germany sinks British ships in the North Sea.",
        ),
        "ships that were lost were sunk": (
            [
                blow("japan", "hawaiian_waters", sort="sea", against=("usa",), losses=("usa",)),
                blow("japan", "hawaii", how="bombing", won=False),
            ],
            "Japan sinks American ships in Hawaiian Waters",
            "Japan bombs Hawaii.",
        ),
    },
    "Full War": {
        "war for all is the attack that brings it; who is in it follows": (
            [
                blow("germany", "belorussia"),
                g.FullWarCame(nations=("ussr", "uk"), why="Germany attacked Belorussia"),
                blow("germany", "moscow", won=False),
            ],
            "Germany attacks the Soviet Union and takes Belorussia",
            "The Soviet Union and Britain go to Full War. Germany attacks Moscow in vain.",
        ),
        "who strikes at the fleet and at the land of a nation attacks that nation": (
            [
                blow("japan", "hawaiian_waters", sort="sea", against=("usa",), losses=("usa",)),
                blow("japan", "guam"),
                blow("japan", "hong_kong"),
                counted("japan", "hawaiian_waters", "usa", "naval_aggression"),
                counted("japan", "guam", "usa", "full_war"),
                counted("japan", "hong_kong", "uk", "full_war"),
            ],
            "Japan attacks the United States and takes Guam and Hong Kong",
            "Japan sinks American ships in Hawaiian Waters.",
        ),
        "an attack on land alone is told by the land": (
            [blow("japan", "malaya"), counted("japan", "malaya", "uk", "full_war")],
            "Japan takes Malaya",
        ),
        "a war for France alone is nothing once its land is taken, which is not its fall": (
            [
                blow("germany", "norway"),
                blow("germany", "france"),
                g.FullWarCame(nations=("france",), why="Germany attacked France"),
                g.ColoniesPassed(places=("java",)),
            ],
            "Germany takes Norway and the French homeland",
            "The Belgian and Dutch colonies pass to France.",
        ),
        "a war for France alone is news where its land holds": (
            [
                blow("germany", "norway"),
                blow("germany", "france", won=False),
                g.FullWarCame(nations=("france",), why="Germany attacked France"),
            ],
            "France goes to Full War; Germany takes Norway",
            "Germany attacks France in vain.",
        ),
        "a nation that does not rise looks on": (
            [status_rolled("usa", "Security zone")],
            "The United States looks on",
            "The Axis holds neutral land; the dice do not move the United States yet.",
        ),
    },
    "The fall of France": {
        "a fall comes before what follows from it": (
            [
                g.StatusRose(nation="uk", before=4, after=10, why="Phony War"),
                g.StatusRose(nation="uk", before=10, after=40, why="France and China"),
                g.FranceFell(by="germany"),
            ],
            "France falls; Britain rises to 40 per cent of its income",
            "Germany holds the capital, and each colony chooses its side. The Axis holds more of France and China than Britain will accept.",
        ),
        "many colonies that go one way are counted": (
            [
                g.VichyRolled(place=place, ally="germany", die=9, tally=sum_of(4), free=False)
                for place in ("algeria", "corsica", "guinea", "mali", "morocco", "syria", "tunisia")
            ],
            "Algeria, Corsica and five others follow Vichy and side with Germany",
        ),
        "who is thrown back attacked in vain, once": (
            [
                blow("uk", "west_africa", won=False),
                g.ConflictSettled(place="west_africa", nation="uk", how="repelled", units=""),
            ],
            "Britain is thrown back in West Africa",
        ),
    },
    "The end": {
        "a campaign that is over says what it leaves open": (
            [g.CampaignEnded(title="July 1939: the road to Full War")],
            "The game ends, and its rules name no winner",
            "What is left is fought out on the map.",
        ),
    },
}


@every_case(GUIDE)
def test_a_phase_is_headed(events, headline, lede):
    assert headed("war_game_1939", events) == (headline, lede)


def test_an_attack_its_meaning_in_law_and_what_it_changes_are_one_event():
    tell = BOOKS["war_game_1939"].tell
    given = [
        blow("germany", "denmark"),
        counted("germany", "denmark", "", "neutral"),
        declared("control.denmark", "Denmark", "germany", "germany", "Acts of War"),
        declared("lean.denmark", "Denmark", "none", "germany", "Acts of War"),
    ]
    at_sea = [
        blow("japan", "hawaiian_waters", sort="sea", against=("usa",)),
        counted("japan", "hawaiian_waters", "usa", "naval_aggression"),
    ]
    leaning = [
        courted("germany", "romania", "economic"),
        declared("lean.romania", "Romania", "germany.economic", "germany", "Influence"),
    ]
    for events in (given, at_sea, leaning):
        lines = [tell(event) for event in events]
        assert len({line.topic for line in lines}) == 1
        assert max(lines, key=lambda line: line.weight) is lines[0]
