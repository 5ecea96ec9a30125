"""How phases are headed: a style guide. Each entry is what happened, the headline and the lede, if any.

The outcome first, in the present tense and the active voice, who did it before all; one event told once, the weightiest
before the others; several who do the same in one sentence. An attempt that failed is told as such, of who withstood it. What
everybody does each turn is no news. The lede says what follows, or why; nothing is claimed that the events do not show.
"""

import pytest

from rules.days_of_decision.model.events import political as p
from rules.days_of_decision.model.events import treaties, war
from rules.days_of_decision.model.events.surrender import HomeDivided, Surrendered
from rules.kernel.events import FactDeclared, Line, News
from rules.kernel.headlines import LEDE, QUIET, by_weight
from rules.kernel.tally import Row, Tally
from rules.registry import BOOKS
from rules.war_game_1939.model import events as g
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.events import diplomacy as a
from rules.world_at_war.model.events import tensions as t
from rules.world_at_war.model.events.ledger import AreaConquered, BrpsPosted, ClockStarted
from rules.world_at_war.model.events.sides import AreaAttacked, AreaJoined, FightsAlone
from rules.world_in_flames.model import events as f


def sum_of(net):
    return Tally(title="", base=net, net=net)


def roll(country, meaning, faction="axis"):
    return a.RollMade(
        country=country,
        faction=faction,
        manner="roll",
        tally=sum_of(2),
        die=3,
        total=5,
        row="3-4",
        meaning=meaning,
        favours="",
    )


def began(country, row, meaning, power="germany", faction="axis", before=""):
    return a.PolicyBegan(
        country=country, faction=faction, power=power, before=before, row=row, meaning=meaning
    )


def moved(track, after):
    return a.TrackMoved(track=track, amount=1, before=after - 1, after=after, reason="Each turn")


def mobilized(power, theatre, number, brps=20):
    return t.Mobilized(power=power, theatre=theatre, number=number, part=0, brps=brps, why="x")


def named(country, faction="axis", power="germany"):
    return a.TargetNamed(country=country, faction=faction, power=power, manner="name")


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


def fact(key, after=True, before=False, by="germany"):
    return FactDeclared(key=key, label=key, before=before, after=after, by=by)


def conquered(area, power="germany"):
    return AreaConquered(
        area=area,
        power=power,
        faction="axis",
        before="",
        first=True,
        rescued=False,
        effects=(),
    )


def attacked(area, power="germany"):
    return AreaAttacked(area=area, power=power, cost=sum_of(10), effects=())


def posted(power, area, amount, reason):
    return BrpsPosted(
        power=power, area=area, full=amount, percent=100, amount=amount, total=0, reason=reason
    )


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


def declared(key, label, after, by, rule=""):
    return FactDeclared(key=key, label=label, before=False, after=after, by=by, rule=rule)


GUIDE = {
    "world_at_war": {
        "points placed in secret say what they are for and no more": (
            [a.PlacementSealed(year=1939), moved("rgt", 2)],
            "The powers choose in secret whom to court in 1939",
        ),
        "what is named waits for its roll": (
            [named("greece"), named("bulgaria")],
            "The Axis name Greece and Bulgaria",
        ),
        "naming, points, roll, row and BRPs are one event": (
            [
                named("hungary"),
                a.PointsRevealed(target="hungary", points={"germany": 2}, counted={"germany": 2}),
                roll("hungary", "Axis hex control, 10 BRPs"),
                began("hungary", "8", "Axis hex control, 10 BRPs"),
                a.BrpsDue(power="germany", country="hungary", amount=10, percent=50, posted=5),
            ],
            "Hungary comes under the control of the Axis",
            "Hungary brings Germany 10 BRPs.",
        ),
        "two that go the same way go together": (
            [began("hungary", "10", "Axis minor ally"), began("rumania", "10", "Axis minor ally")],
            "Hungary and Rumania become allies of the Axis",
            "Germany has the benefit in Hungary and Rumania.",
        ),
        "two sides are two clauses, the weightier first": (
            [
                began("bulgaria", "7", "5 BRPs for the Axis"),
                began("greece", "-2", "Allied associate", power="britain", faction="western"),
            ],
            "Greece becomes an associate of the Allies; Bulgaria supplies the Axis",
            "Britain has the benefit in Greece. Germany has the benefit in Bulgaria.",
        ),
        "an attempt that fails is told as such": (
            [roll("sweden", "No change"), roll("greece", "No effect", "russia")],
            "The Axis court Sweden in vain; Russia courts Greece in vain",
        ),
        "several attempts of one side that fail are one clause": (
            [roll("sweden", "No change"), roll("turkey", "Pro-Axis policy ends")],
            "The Axis court Sweden and Turkey in vain",
        ),
        "an attempt that closes a country is told by that": (
            [
                roll("belux", "No effect", "western"),
                a.CountryClosed(country="belux", row="1-6", meaning="No effect"),
            ],
            "Belgium and Luxembourg are closed to diplomacy for good",
        ),
        "what a row of a country's own means is said in a sentence": (
            [
                began(
                    "belux",
                    "-1",
                    "Defensive cooperation, 10 BRPs for France",
                    power="france",
                    faction="western",
                )
            ],
            "Belgium and Luxembourg agree to a common defence with France",
            "France has the benefit in Belgium and Luxembourg.",
        ),
        "a threshold that only mobilizes is an aside": (
            [a.ThresholdReached(track="usat", level=20, effect="Second American mobilization")],
            QUIET,
            "U.S.-Axis tension reaches 20.",
        ),
        "a country of two names is one country": (
            [a.CountryClosed(country="belux", row="1-6", meaning="No effect")],
            "Belgium and Luxembourg are closed to diplomacy for good",
        ),
        "a threshold is what it brings, without its level": (
            [
                moved("rgt", 10),
                a.ThresholdReached(track="rgt", level=10, effect="Russia begins to mobilize"),
            ],
            "Russia begins to mobilize",
        ),
        "of several thresholds of one track the last is told": (
            [
                a.ThresholdReached(track="usjt", level=5, effect="China may be granted 1 BRP"),
                a.ThresholdReached(track="usjt", level=8, effect="Pacific Fleet to Pearl Harbor"),
            ],
            "The Pacific Fleet goes to Pearl Harbor",
        ),
        "that a power may declare war is no news where the war has come": (
            [
                fact("declared.germany.russia"),
                a.ThresholdReached(track="rgt", level=45, effect="Ploesti oil may be cut"),
                a.ThresholdReached(track="rgt", level=50, effect="Russia may declare war"),
            ],
            "Germany declares war on Russia",
        ),
        "a mobilization comes before the threshold that brings it, and is told once": (
            [
                a.ThresholdReached(track="usat", level=10, effect="First American mobilization"),
                mobilized("united_states", "us_europe", 1),
            ],
            "The United States begins its first mobilization in Europe",
            "The United States may build new forces.",
        ),
        "the tenth mobilization is no news": (
            [mobilized("united_states", "us_europe", 10), mobilized("russia", "russia", 5)],
            QUIET,
            "Mobilization goes on in the United States and Russia.",
        ),
        "powers that mobilize together": (
            [mobilized("united_states", "us_europe", 2), mobilized("russia", "russia", 3)],
            "The United States and Russia mobilize",
            "They may build new forces.",
        ),
        "small steps of tension are no news; where a track stands is their lede": (
            [moved("rgt", 8), moved("rgt", 9), moved("usat", 4)],
            QUIET,
            "Russo-German tension stands at 9. U.S.-Axis tension stands at 4.",
        ),
        "an effective level is no news": (
            [a.EffectiveRolled(track="usat", tally=sum_of(92), die=6, level=94)],
            QUIET,
            "U.S.-Axis tension counts as 94 this turn.",
        ),
        "a war and the attack that begins it are one event": (
            [
                t.WarDeclared(power="germany", on="norway", cost=10),
                AreaAttacked(area="norway", power="germany", cost=sum_of(10), effects=()),
            ],
            "Germany declares war on Norway",
        ),
        "a demand that is resisted and the war that follows are one event": (
            [
                a.DemandAnswered(answer="resisted"),
                fact("border_war.rumania", by="russia"),
            ],
            "Russia fights a border war with Rumania",
        ),
        "a war declared by a fact is told by its declaration, once": (
            [
                fact("declared.germany.russia"),
                fact("war.germany.russia"),
                fact("units.axis_ground.russia"),
                fact("hexes.russia.axis", 4, 0),
            ],
            "Germany declares war on Russia",
        ),
        "two who declare the same war do so in one clause": (
            [
                fact("declared.germany.united_states"),
                fact("war.us.axis"),
                fact("declared.italy.united_states", by="italy"),
            ],
            "Germany and Italy declare war on the United States",
        ),
        "a war comes before what is taken in it": (
            [
                fact("control.manila", "japan", "western"),
                fact("control.hong_kong", "japan", "western"),
                fact("declared.japan.britain"),
                fact("declared.japan.united_states"),
                fact("war.japan.us"),
            ],
            "Japan declares war on Britain and the United States, and takes Manila and Hong Kong",
        ),
        "a country that enters the war does so once, whomever it declares it on": (
            [
                fact("declared.italy.britain"),
                t.WarDeclared(power="italy", on="france", cost=None),
                fact("war.italy.western"),
            ],
            "Italy enters the war against the Western Allies",
        ),
        "a fall comes before the city in which it was sealed": (
            [fact("control.paris", "axis", "western"), fact("france.fallen")],
            "France falls",
        ),
        "a city and the conquest that it decides are one event": (
            [fact("control.manila", "japan", "western"), conquered("philippines", "japan")],
            "Japan conquers the Philippines",
        ),
        "a city is taken once, when it falls, and not again when its land changes hands": (
            [conquered("hong_kong", "japan"), conquered("philippines", "japan")],
            "Japan conquers the Philippines",
        ),
        "hexes are land": (
            [conquered("finnish_border", "russia")],
            "Russia conquers the Finnish border",
        ),
        "a war on a country that another has drawn into the war is a war on it": (
            [
                fact("declared.germany.greece"),
                fact("declared.germany.belux"),
                attacked("belgium"),
                attacked("yugoslavia"),
            ],
            "Germany attacks Belgium and Yugoslavia, and declares war on Greece",
        ),
        "a surrender comes before the capital, the capital before other cities": (
            [
                fact("control.cologne", "western", "axis"),
                fact("control.vienna", "russia", "axis"),
                fact("control.berlin", "russia", "axis"),
                fact("germany.surrendered"),
            ],
            "Germany surrenders; Russia takes Berlin and Vienna",
            "The Western Allies take Cologne.",
        ),
        "a city lost is taken, and one that comes back retaken": (
            [fact("control.rostov", "russia", "axis"), fact("control.kiev", "axis", "russia")],
            "The Axis take Kiev; Russia retakes Rostov",
        ),
        "how many factors stand where is no news": (
            [fact("factors.norway.axis", 4, 0), fact("cities.libya.western", 2, 1)],
            QUIET,
        ),
        "who drives whom out is told by the last city": (
            [fact("cities.libya.western", 0, 2)],
            "The Western Allies are driven out of Libya",
        ),
        "what one power conquers": (
            [conquered("denmark"), conquered("norway")],
            "Germany conquers Denmark and Norway",
        ),
        "an attack and the conquest that it brings are one event": (
            [
                fact("declared.germany.poland"),
                attacked("poland"),
                fact("conquest.poland.by", "germany", "none"),
                conquered("poland"),
            ],
            "Germany conquers Poland",
        ),
        "a conquest and the ties that it cuts are one event": (
            [
                a.PolicyEnded(
                    country="norway", faction="western", power="", row="", how="conquered"
                ),
                conquered("norway"),
            ],
            "Germany conquers Norway",
        ),
        "an attack that is survived comes before whom the survivor joins": (
            [
                attacked("greece", "italy"),
                AreaJoined(
                    area="greece", power="britain", why="Greece survived the attack", effects=()
                ),
            ],
            "Italy attacks Greece; Greece holds out and joins Britain",
        ),
        "BRPs are no news behind what brings them": (
            [
                attacked("denmark"),
                posted("germany", "denmark", -10, "declaration of war on Denmark"),
                posted("germany", "norway", -10, "declaration of war on Norway"),
                posted("germany", "poland", 6, "Poland is in its hands"),
            ],
            "Germany attacks Denmark",
        ),
        "nor is it who waits for BRPs, or may yet save them": (
            [
                conquered("norway"),
                ClockStarted(
                    clock=RETAKE, power="britain", area="norway", due=4, text="Britain has until"
                ),
                ClockStarted(
                    clock=GAIN, power="germany", area="norway", due=4, text="Germany is to have"
                ),
            ],
            "Germany conquers Norway",
        ),
        "BRPs alone are an aside, told by whose they were": (
            [
                posted("britain", "hong_kong", -5, "Hong Kong is lost"),
                posted("britain", "singapore", -5, "Singapore is lost"),
            ],
            QUIET,
            "Britain loses the BRPs of Hong Kong and Singapore.",
        ),
        "a plural name has the verb of many": (
            [FightsAlone(area="baltic", why="nobody is at war with Russia", effects=())],
            "The Baltic States survive and fight alone",
            "Nobody is at war with Russia.",
        ),
        "points laid open say who courted whom, in one sentence": (
            [
                a.PointsLapsed(
                    year=1939,
                    placed={
                        "germany": {"ukraine": 1, "belux": 2},
                        "united_states": {"usat": 1},
                        "russia": {"turkey": 1},
                    },
                    unused={"germany": {"ukraine": 1}},
                )
            ],
            "The points of 1939 are laid open",
            ("Germany courted the Ukraine, Belgium and Luxembourg; Russia courted Turkey."),
        ),
    },
    "days_of_decision": {
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
        "a surrender tells of the division, and the division of no factories": (
            [
                HomeDivided(
                    power="france", conqueror="germany", factories=sum_of(6), historical=True
                )
            ],
            "France is divided by the borders of 1940",
            "No conqueror keeps land of France.",
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
            "The Spanish Nationalists have 60 percent of its forces, the Spanish Republicans the rest.",
        ),
        "a peace that is not by conquest is news": (
            [war.WarEnded(one="ussr", other="finland", why="lapse")],
            "The USSR and Finland make peace",
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
                    title="The fascist powers stand best, with 90 percent of their high point; "
                    "of single powers Germany stands best, with 100 percent.",
                    shares={"germany": 100},
                )
            ],
            "The fascist powers stand best, with 90 percent of their high point",
            "Of single powers Germany stands best, with 100 percent.",
        ),
    },
    "war_game_1939": {
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
            "No commerce this turn for Germany and France.",
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
        "who courts neutrals waits for the dice: which they are is enough": (
            [
                courting("germany", "romania", 3),
                courting("italy", "spain", 6),
                courting("ussr", "spain", 1),
                courting("usa", "philippines", 1),
            ],
            QUIET,
            "The nations court Romania, Spain and the Philippines.",
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
        "many conquests are counted": (
            [
                blow("japan", place)
                for place in ("malaya", "philippines", "burma", "java", "sumatra")
            ],
            "Japan takes Malaya, the Philippines and three others",
            "The others are Burma, Java and Sumatra.",
        ),
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
        "a fall comes before what follows from it": (
            [
                g.StatusRose(nation="uk", before=4, after=10, why="Phony War"),
                g.StatusRose(nation="uk", before=10, after=40, why="France and China"),
                g.FranceFell(by="germany"),
            ],
            "France falls; Britain rises to 40 per cent of its income",
            "Germany holds the capital, and each colony chooses its side. The Axis holds too much of France and China.",
        ),
        "a nation that does not rise looks on": (
            [status_rolled("usa", "Security zone")],
            "The United States looks on",
            "The Axis holds neutral land; the dice do not move the United States yet.",
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
        "a campaign that is over says what it leaves open": (
            [g.CampaignEnded(title="July 1939: the road to Full War")],
            "The game ends, and its rules name no winner",
            "What is left is fought out on the map.",
        ),
    },
    "world_in_flames": {
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
            "Bombing leaves four of Japan's factories in ruins",
            "They count as lost even when they are repaired.",
        ),
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
            "The Allied garrison there is worth six points, and a die of four is enough.",
        ),
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


@pytest.mark.parametrize(("book", "case"), [(book, case) for book in GUIDE for case in GUIDE[book]])
def test_a_phase_is_headed(book, case):
    events, headline, *lede = GUIDE[book][case]
    told = [BOOKS[book].tell(event) for event in events]
    assert BOOKS[book].headline(told) == (headline, "".join(lede))


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


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.key)
def test_a_phase_without_news_says_so(book):
    assert book.headline([]) == (QUIET, "")
    assert QUIET == "Nothing changed"


HEADED = by_weight(40, 20)


def line(head, weight, **more):
    return Line(head=head, weight=weight, **more)


def test_a_clause_that_has_no_room_is_the_first_of_the_lede():
    long = "the long road from the capital to the sea is opened again after the winter"
    assert HEADED([line("Rome falls to the Allies", 90), line(long, 60)]) == (
        "Rome falls to the Allies",
        f"{long.capitalize()}.",
    )


def test_a_lede_ends_with_a_sentence_and_never_within_one():
    sentences = [line(f"{'x' * 60} {n}", 30 - n) for n in range(9)]
    _, lede = HEADED([line("Rome falls", 90), *sentences])
    assert len(lede) <= LEDE + 10
    assert lede.count(".") == len(lede.split(". "))


def test_news_that_differ_in_two_places_stay_two():
    news = [
        News(one="{who} courts {place}", slots={"who": (who,), "place": (place,)})
        for who, place in (("Italy", "Spain"), ("France", "Brazil"), ("France", "Chile"))
    ]
    assert HEADED([line("x", 50, news=each) for each in news]) == (
        "Italy courts Spain; France courts Brazil and Chile",
        "",
    )


def does(message, *who, many="", **slots):
    slots = {"who": who, **{slot: (name,) for slot, name in slots.items()}}
    return line("x", 90, news=News(one=message, many=many, slots=slots))


def headed(*lines):
    return HEADED(lines)[0]


TAKES, TAKE = "{who} takes {place}", "{who} take {place}"
JOINS = "{who} joins the war"


def test_two_clauses_of_one_actor_name_it_once():
    russia = does("{who} conquers {place}", "Russia", place="Hungary")
    assert headed(russia, does(TAKES, "Russia", place="Poland")) == (
        "Russia conquers Hungary and takes Poland"
    )
    assert headed(russia, does("Russia begins to mobilize")) == (
        "Russia conquers Hungary and begins to mobilize"
    )
    allies = ("Britain", "France")
    assert headed(
        does("{who} lands in Norway", *allies, many="{who} land in Norway"),
        does(TAKES, *allies, many=TAKE, place="Narvik"),
    ) == ("Britain and France land in Norway and take Narvik")


def test_a_comma_stands_before_the_second_clause_where_the_first_has_a_list():
    taken = [does(TAKES, "Russia", place=place) for place in ("Hungary", "Poland")]
    assert headed(*taken, does(JOINS, "Russia")) == (
        "Russia takes Hungary and Poland, and joins the war"
    )


def test_clauses_of_two_actors_stay_two_though_one_is_an_actor_of_both():
    germany = does(TAKES, "Germany", place="Norway")
    assert headed(germany, does(JOINS, "Italy")) == "Germany takes Norway; Italy joins the war"
    both = does(JOINS, "Germany", "Italy", many="{who} join the war")
    assert headed(germany, both) == "Germany takes Norway; Germany and Italy join the war"
    shared = does("{who} and {other} share a border", "Germany", other="Russia")
    assert headed(shared, germany) == "Germany and Russia share a border; Germany takes Norway"


def test_a_lede_too_names_an_actor_once_and_joins_no_more_than_two():
    told = [line("The long war goes on for another year", 90)] + [
        line("x", 30, news=News(one=f"{{who}} {does}", slots={"who": ("Italy",)}))
        for does in ("takes Crete", "bombs Malta", "leaves Libya")
    ]
    assert HEADED(told)[1] == "Italy takes Crete and bombs Malta. Italy leaves Libya."


def test_an_event_told_elsewhere_is_told_where_nothing_else_is():
    seen = [line("The card turns", 22, news=News(one=""))]
    assert HEADED(seen) == ("The card turns", "")
    assert HEADED([*seen, line("Rome falls", 90)]) == ("Rome falls", "")


def test_the_clock_is_no_news():
    assert HEADED([line("May begins", 5, sort="clock")]) == (QUIET, "")


def test_routine_is_an_aside_under_a_quiet_headline_and_only_there():
    routine = [
        line("Japan collects", 20, news=News(one="", why="{who} has $9", slots={"who": (who,)}))
        for who in ("Japan", "Japan")
    ]
    assert HEADED(routine) == (QUIET, "Japan has $9.")
    assert HEADED([*routine, line("Rome falls", 90)]) == ("Rome falls", "")
    assert HEADED([*routine, line("A small step", 3)]) == ("A small step", "")


def test_no_sentence_of_a_lede_is_said_twice():
    news = [News(one=f"{who} falls", why="the winter was hard") for who in ("Rome", "Paris")]
    assert HEADED([line("x", 90, news=each) for each in news]) == (
        "Rome falls; Paris falls",
        "The winter was hard.",
    )


def test_more_than_six_names_are_counted_in_a_lede():
    def falling(names):
        each = [News(one="{who} falls", many="{who} fall", slots={"who": (n,)}) for n in names]
        return HEADED([line("The front breaks", 90), *(line("x", 30, news=one) for one in each)])[1]

    assert falling("ABCDEF") == "A, B, C, D, E and F fall."
    assert falling("ABCDEFG") == "A, B and five others fall."


def test_what_is_declared_of_the_map_is_no_news_by_itself():
    assert HEADED([line("Factors in Norway: 4", 11, sort="fact")]) == (QUIET, "")
