"""How phases of Days of Decision II are headed: what happened, the headline, and the lede, if any."""

from rules.days_of_decision.model.events import political as p
from rules.days_of_decision.model.events import treaties, war
from rules.days_of_decision.model.events.surrender import HomeDivided, Surrendered
from rules.kernel.events import FactDeclared
from rules.kernel.headlines import QUIET
from rules.registry import BOOKS
from tests.rules.headlines.guide import every_case, headed, sum_of


def played(power, option, effect="", **about):
    return p.CardPlayed(power=power, option=option, effect=effect, about=about)


def turned(power, option, **details):
    return p.CardTurned(power=power, option=option, details=details)


def made(power, points):
    return p.Produced(
        power=power,
        points=sum_of(points),
        factories=sum_of(points),
        multiple=sum_of(1),
        money=sum_of(1),
        spent=0,
        saved=0,
    )


def entry_rolled(power, drawn):
    return p.EntryRolled(power=power, die=3, tally=sum_of(6), drawn=drawn, pool=power)


def gained(power, before, after):
    return p.EffectivenessChanged(
        power=power, before=before, after=after, reason="War was declared on it"
    )


def drawn(minor, by, *path):
    return p.CounterMoved(counter=minor, by=by, value=3, path=path, tally=sum_of(3))


def on_the_map(key, before, after, by):
    label = BOOKS["days_of_decision"].facts[key].label
    return FactDeclared(key=key, label=label, before=before, after=after, by=by)


def rolled(power, option, *, passed, dice=(3,)):
    return p.TestRolled(power=power, option=option, dice=dice, tally=sum_of(2), passed=passed)


GUIDE = {
    "Bids and options": {
        "a phase of bids": (
            [p.OrderSet(order=("germany", "usa", "ussr"))],
            "Germany acts first",
            "Then come the United States and the USSR.",
        ),
        "options laid face down show their number alone": (
            [p.CardsSealed(counts={"germany": 2, "italy": 1})],
            "Three options lie face down",
        ),
        "an option turned over is told by what it brings": (
            [
                turned("germany", "2"),
                played("germany", "2", "geared"),
                played("usa", "2", "geared"),
            ],
            "Germany and the United States gear up",
        ),
        "what everybody does each turn is no news": (
            [
                p.CardsSealed(counts={"germany": 1, "usa": 1}),
                turned("germany", "ipo-18"),
                played("germany", "ipo-18", "bonus"),
                turned("usa", "ipo-18"),
                played("usa", "ipo-18", "bonus"),
                p.BidPointsGained(power="usa", tally=sum_of(1), after=15),
            ],
            QUIET,
            "The powers save for later turns.",
        ),
        "what everybody does each turn is no news beside any": (
            [
                turned("usa", "ipo-18"),
                played("usa", "ipo-18", "bonus"),
                turned("germany", "germany-6"),
                played("germany", "germany-6", "home"),
                p.EntryMoved(
                    power="germany", against="germany", option="germany-6", tally=sum_of(5), after=5
                ),
            ],
            "Germany remilitarizes the Rhineland",
            (
                "The Rhineland is German home territory from now on. "
                "American opinion hardens against Germany."
            ),
        ),
        "a test that passes is told by what it brings, one that fails by what was tried": (
            [
                rolled("germany", "ipo-8", passed=True),
                played("germany", "ipo-8", "subverted", minor="hungary"),
                turned("japan", "ipo-8", minor="siam"),
                rolled("japan", "ipo-8", passed=False),
            ],
            "Germany subverts Hungary",
            "A plot of Japan in Siam is discovered.",
        ),
        "the same aid of several powers": (
            [played(power, "ipo-3", minor="hungary") for power in ("germany", "japan", "italy")],
            "Germany, Japan and Italy send economic aid to Hungary",
        ),
        "a country drawn into an ideology is more than one that is courted": (
            [
                drawn("hungary", "germany", (5, 0), (7, 0)),
                drawn("greece", "france", (0, 0), (0, -1)),
            ],
            "Germany draws Hungary into the fascist ideology",
            "France draws Greece closer.",
        ),
        "effectiveness bought and paid for in vain": (
            [
                played("japan", "0a"),
                rolled("japan", "0a", passed=False, dice=(5, 5)),
                played("germany", "0a"),
                rolled("germany", "0a", passed=True, dice=(6, 1)),
                p.EffectivenessChanged(power="germany", before=4, after=5, reason="Option 0(a)"),
            ],
            "Japan pays for effectiveness in vain; Germany gains effectiveness",
        ),
        "wasted options of several powers": (
            [
                p.CardWasted(power=power, option="ipo-2", why="The factory is gone.")
                for power in ("france", "usa")
            ],
            "Nothing comes of the trade deal of France and the United States",
        ),
    },
    "What comes each turn": {
        "income is no news but for who has most": (
            [made("germany", 13), made("italy", 4), made("usa", 4)],
            QUIET,
            "Germany has most to build with, 13 build points.",
        ),
        "income that is the same for all says nothing": (
            [made("germany", 4), made("italy", 4)],
            QUIET,
        ),
        "what was not drawn is not told": (
            [entry_rolled("japan", drawn=0), turned("usa", "ipo-18"), played("usa", "ipo-18")],
            QUIET,
            "The powers save for later turns.",
        ),
        "what was drawn is told, and what nobody else knows is told as that": (
            [entry_rolled("japan", drawn=1), entry_rolled("germany", drawn=1)],
            "American suspicion of Japan and Germany grows",
            "Chits are drawn for it, and only the United States knows what they show.",
        ),
        "what comes each turn of a war is told where nothing else is": (
            [
                war.WarDeclared(power="germany", target="poland", price=sum_of(5)),
                entry_rolled("japan", drawn=1),
            ],
            "Germany declares war on Poland",
        ),
    },
    "Claims, treaties, elections and aid": {
        "two that help different sides are two clauses": (
            [
                played("ussr", "ipo-20", "sent", side="spanish_republicans"),
                played("germany", "ipo-20", "sent", side="spanish_nationalists"),
            ],
            "The USSR sends volunteers to the Spanish Republicans",
            "Germany sends volunteers to the Spanish Nationalists.",
        ),
        "a claim that is met is told of the country that yields": (
            [
                turned("germany", "ipo-7", minor="austria"),
                rolled("germany", "ipo-7", passed=True),
                played("germany", "ipo-7", "ceded", minor="austria"),
            ],
            "Austria yields to the claim of Germany",
        ),
        "a name of many takes the verb of many": (
            [played("ussr", "ipo-7", "ceded", minor="baltic_states")],
            "The Baltic States yield to the claim of the USSR",
        ),
        "a claim that is not met is told of the country that stands": (
            [
                turned("italy", "ipo-18"),
                turned("germany", "ipo-7", minor="poland"),
                rolled("germany", "ipo-7", passed=False),
            ],
            "Poland rejects the claim of Germany",
        ),
        "a treaty that is broken and a pact that stays do not gainsay each other": (
            [
                treaties.TreatyEnded(
                    power="germany", to="ussr", what="treaty", level=1, why="broken"
                ),
                treaties.PactKept(power="germany", to="ussr", why="The garrison is too small."),
            ],
            "Germany ends its trade with the USSR",
            "The neutrality pact of Germany and the USSR stands.",
        ),
        "who wins an election follows it": (
            [
                rolled("france", "ipo-10", passed=True),
                played("france", "ipo-10", "elected"),
            ],
            "France holds an election",
            "The government of France wins it.",
        ),
        "a proposal, its answer and the treaty are one event": (
            [
                p.ProposalMade(power="france", option="3", to=("commonwealth",)),
                p.ProposalAnswered(power="france", by="commonwealth", option="3", how="accepted"),
                played("france", "3"),
                treaties.TreatySigned(power="france", to="commonwealth", level=1),
            ],
            "France and the Commonwealth sign a neutrality pact",
            "France and the Commonwealth open trade, and may not attack each other while the pact holds.",
        ),
        "a refusal is told by the one who refuses": (
            [
                p.ProposalMade(power="france", option="3", to=("commonwealth",)),
                p.ProposalAnswered(power="france", by="commonwealth", option="3", how="refused"),
            ],
            "The Commonwealth refuses a treaty with France",
        ),
        "a proposal without an answer is told as that": (
            [
                p.ProposalMade(power="italy", option="ipo-15", to=("france",)),
                p.ProposalAnswered(power="italy", by="france", option="ipo-15", how="lapsed"),
            ],
            "France leaves Italy without an answer",
        ),
    },
    "Wars": {
        "a war announced and declared is declared, once": (
            [
                war.WarsAnnounced(power="germany", targets=("france",)),
                war.WarDeclared(power="germany", target="france", price=sum_of(10)),
            ],
            "Germany declares war on France",
        ),
        "several wars of one power are one clause, announced or not": (
            [
                war.WarsAnnounced(power="commonwealth", targets=("norway", "yugoslavia")),
                war.WarDeclared(power="commonwealth", target="norway", price=sum_of(5)),
                war.WarDeclared(power="commonwealth", target="yugoslavia", price=sum_of(5)),
            ],
            "The Commonwealth declares war on Norway and Yugoslavia",
        ),
        "who answers a war does not come before it": (
            [
                war.WarDeclared(power="germany", target="poland", price=sum_of(5)),
                war.WarDeclared(power="france", target="germany", price=sum_of(10)),
            ],
            "Germany declares war on Poland; France declares war on Germany",
        ),
        "a war that is announced and does not begin is told as that": (
            [
                war.WarsAnnounced(power="germany", targets=("norway",)),
                war.AnnouncementLapsed(power="germany", target="norway", why="It is guaranteed."),
            ],
            "The war of Germany on Norway does not begin",
        ),
        "what a war brings follows it": (
            [
                war.WarDeclared(power="germany", target="ussr", price=sum_of(10)),
                treaties.TreatyEnded(power="germany", to="ussr", what="pact", level=1, why="war"),
                treaties.LevelRaised(power="ussr", level=4),
                gained("ussr", 3, 4),
                gained("ussr", 4, 5),
            ],
            "Germany declares war on the USSR",
            "War ends the pact of Germany and the USSR. The USSR gears up for war.",
        ),
        "notice of a war": (
            [
                war.NoticeGiven(
                    power="ussr",
                    to="germany",
                    first="March/April 1940",
                    last="January/February 1941",
                )
            ],
            "The USSR gives Germany notice of war",
            "The war may begin in March/April 1940 at the earliest.",
        ),
        "a civil war and its division are one event": (
            [
                on_the_map("civil_war.spain", False, True, "italy"),
                war.CountrySplit(
                    country="spain",
                    die=5,
                    shares={"spanish_nationalists": 60, "spanish_republicans": 40},
                    units={},
                ),
            ],
            "Civil war divides Spain",
            "The Spanish Nationalists have 60 per cent of its forces, the Spanish Republicans the rest.",
        ),
        "a peace that is not by conquest is news": (
            [war.WarEnded(one="ussr", other="finland", why="lapse")],
            "The USSR and Finland make peace",
        ),
    },
    "Conquests and the map": {
        "a conquest names who conquered, by the facts that were declared with it": (
            [
                on_the_map("fate.poland", "standing", "conquered", "germany"),
                on_the_map("hosts.poland", "none", "germany", "germany"),
                war.MinorConquered(minor="poland"),
                war.WarEnded(one="germany", other="poland", why="conquest"),
            ],
            "Germany conquers Poland",
        ),
        "a conquest without such facts names who fought it": (
            [
                war.MinorConquered(minor="netherlands"),
                war.WarEnded(one="germany", other="netherlands", why="conquest"),
                war.MinorConquered(minor="belgium"),
                war.WarEnded(one="germany", other="belgium", why="conquest"),
            ],
            "Germany conquers the Netherlands and Belgium",
        ),
        "a conquest of which nothing more is known names nobody": (
            [war.MinorConquered(minor="ethiopia")],
            "Ethiopia is conquered",
        ),
        "a capital that falls comes before the rest of the map": (
            [
                on_the_map("soil.france", False, True, "germany"),
                on_the_map("control.capital.france", "france", "germany", "germany"),
                on_the_map("cities.france", 6, 5, "germany"),
            ],
            "Paris falls to Germany",
            "Whoever holds Paris names the conqueror of France.",
        ),
        "who marches into whose land is who declared it, if they are no friends": (
            [
                on_the_map("attacked.ussr", False, True, "germany"),
                on_the_map("soil.ussr", False, True, "germany"),
            ],
            "Germany marches into the USSR",
        ),
        "whose troops came is not told where the one whose land it is declared it": (
            [on_the_map("soil.ussr", False, True, "ussr")],
            "Enemy troops march into the USSR",
        ),
        "nor where a friend of it declared it": (
            [on_the_map("attacked.france", False, True, "commonwealth")],
            "An enemy attacks France at home",
        ),
        "cities that a conquest brings follow it; how many a power holds is no news": (
            [
                on_the_map("cities.germany", 10, 11, "germany"),
                on_the_map("fate.poland", "standing", "conquered", "germany"),
                on_the_map("hosts.poland", "none", "germany", "germany"),
                war.MinorConquered(minor="poland"),
            ],
            "Germany conquers Poland",
            "Germany gains an objective city.",
        ),
        "a city that one power loses and another gains was taken": (
            [
                on_the_map("cities.france", 5, 4, "japan"),
                on_the_map("cities.japan", 8, 9, "japan"),
                on_the_map("influence.france.indo_china", "none", "japan", "japan"),
            ],
            "Japan gains the upper hand in French Indo-China",
            "Japan takes an objective city of France.",
        ),
        "of cities that several gain nobody is said to have taken them": (
            [
                on_the_map("cities.france", 6, 4, "germany"),
                on_the_map("cities.germany", 11, 13, "germany"),
                on_the_map("cities.italy", 6, 8, "italy"),
            ],
            "Germany and Italy gain two objective cities each",
        ),
        "cities corrected within a phase count once": (
            [
                on_the_map("cities.germany", 8, 10, "germany"),
                on_the_map("cities.germany", 10, 9, "germany"),
            ],
            "Germany gains an objective city",
        ),
        "small numbers are words": (
            [on_the_map("factories.taken.france", 0, 6, "germany")],
            "France loses six home factories with its capital",
        ),
        "and one of a thing is a thing": (
            [on_the_map("factories.taken.france", 0, 1, "germany")],
            "France loses a home factory with its capital",
        ),
        "cities that are only counted are no headline": (
            [
                on_the_map("cities.commonwealth", 22, 16, "commonwealth"),
                on_the_map("cities.ussr", 14, 10, "ussr"),
            ],
            QUIET,
            "The Commonwealth holds 16 objective cities. The USSR holds 10 objective cities.",
        ),
        "Chinese cities of which some are objectives say so": (
            [
                on_the_map("chinese_cities.japan", 0, 2, "japan"),
                on_the_map("cities.china", 2, 1, "japan"),
                on_the_map("cities.japan", 7, 8, "japan"),
                on_the_map("china_resources.japan", 0, 2, "japan"),
            ],
            "Japan takes two Chinese cities, one of them an objective",
            "Japan holds two Chinese resources.",
        ),
        "Chinese cities that bring resources say so": (
            [
                on_the_map("chinese_cities.japan", 0, 2, "japan"),
                on_the_map("china_resources.japan", 2, 4, "japan"),
            ],
            "Japan takes two Chinese cities, and resources with them",
            "Japan holds four Chinese resources.",
        ),
        "troops that enter a country come before a conquest of another": (
            [
                on_the_map("fate.albania", "standing", "conquered", "italy"),
                on_the_map("hosts.albania", "none", "italy", "italy"),
                on_the_map("hosts.czechoslovakia", "none", "germany", "germany"),
                war.MinorConquered(minor="albania"),
            ],
            "Germany sends troops into Czechoslovakia; Italy conquers Albania",
        ),
        "two sides of one border are garrisoned in one sentence": (
            [
                on_the_map("garrison.germany.ussr", 0, 60, "germany"),
                on_the_map("garrison.ussr.germany", 0, 20, "ussr"),
            ],
            "Germany and the USSR garrison their common border",
            "The garrison of Germany there counts 60, that of the USSR 20.",
        ),
        "a garrison of one side alone is that of one": (
            [on_the_map("garrison.germany.ussr", 0, 60, "germany")],
            "Germany garrisons its border with the USSR",
            "The garrison of Germany there counts 60.",
        ),
    },
    "Surrenders and the end": {
        "a surrender tells of the division, and the division of no factories": (
            [
                HomeDivided(
                    power="france", conqueror="germany", factories=sum_of(6), historical=True
                )
            ],
            "France is divided by the borders of 1940",
            "No conqueror keeps more than these borders give it.",
        ),
        "a surrender comes before all else": (
            [
                played("italy", "ipo-5", "joined", minor="hungary"),
                Surrendered(power="france", to=("germany",), manner="vichy", conqueror="germany"),
                war.WarEnded(one="france", other="germany", why="surrender"),
                p.EffectivenessChanged(
                    power="france", before=3, after=2, reason="It surrendered to 1 power"
                ),
            ],
            "France surrenders to Germany; Hungary joins Italy",
            "France lives on in the manner of Vichy, and part of its land is occupied.",
        ),
        "an end says by what measure it came, and who stood best": (
            [
                p.CampaignEnded(
                    title="The fascist powers stand best, with 90 per cent of their high point; "
                    "of single powers Germany stands best, with 100 per cent.",
                    shares={"germany": 100},
                )
            ],
            "The fascist powers stand best, with 90 per cent of their high point",
            "Of single powers Germany stands best, with 100 per cent.",
        ),
    },
}


@every_case(GUIDE)
def test_a_phase_is_headed(events, headline, lede):
    assert headed("days_of_decision", events) == (headline, lede)
