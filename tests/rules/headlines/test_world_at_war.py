"""How phases of A World at War are headed: what happened, the headline, and the lede, if any."""

from rules.kernel.events import FactDeclared
from rules.kernel.headlines import QUIET
from rules.world_at_war.conquest.recapture import GAIN
from rules.world_at_war.ledger.income import RETAKE
from rules.world_at_war.model.events import diplomacy as a
from rules.world_at_war.model.events import tensions as t
from rules.world_at_war.model.events.ledger import AreaConquered, BrpsPosted, ClockStarted
from rules.world_at_war.model.events.sides import AreaAttacked, AreaJoined, FightsAlone
from rules.world_at_war.model.powers import POWERS
from tests.rules.headlines.guide import every_case, headed, sum_of


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


def fact(key, after=True, before=False, by="germany"):
    return FactDeclared(key=key, label=key, before=before, after=after, by=by)


def conquered(area, power="germany", before=None):
    """An area conquered; where it is said who had it ``before``, not for the first time."""
    return AreaConquered(
        area=area,
        power=power,
        faction=POWERS[power].faction,
        before=before or "",
        first=before is None,
        rescued=False,
        effects=(),
    )


def attacked(area, power="germany"):
    return AreaAttacked(area=area, power=power, cost=sum_of(10), effects=())


def posted(power, area, amount, reason):
    return BrpsPosted(
        power=power, area=area, full=amount, percent=100, amount=amount, total=0, reason=reason
    )


GUIDE = {
    "Diplomacy": {
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
        "a country of two names is one country": (
            [a.CountryClosed(country="belux", row="1-6", meaning="No effect")],
            "Belgium and Luxembourg are closed to diplomacy for good",
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
    "Tension and mobilization": {
        "a threshold that only mobilizes is an aside": (
            [a.ThresholdReached(track="usat", level=20, effect="Second American mobilization")],
            QUIET,
            "U.S.-Axis tension reaches 20.",
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
    },
    "Wars": {
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
        "a war on a country that another has drawn into the war is a war on it": (
            [
                fact("declared.germany.greece"),
                fact("declared.germany.belux"),
                attacked("belgium"),
                attacked("yugoslavia"),
            ],
            "Germany attacks Belgium and Yugoslavia, and declares war on Greece",
        ),
    },
    "What is taken and lost": {
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
        "who wins back what is its own retakes it": (
            [conquered("ukraine", "russia", "germany"), conquered("burma", "britain", "japan")],
            "Russia retakes the Ukraine; Britain retakes Burma",
        ),
        "the Western Allies free whom the Axis conquered": (
            [
                conquered("norway", "britain", "germany"),
                conquered("netherlands", "britain", "germany"),
                conquered("burma", "britain", "japan"),
            ],
            "Britain frees Norway and the Netherlands, and retakes Burma",
        ),
        "whose land it was, and who only takes it, is told as that": (
            [
                conquered("libya", "britain", "italy"),
                conquered("poland", "russia", "germany"),
                conquered("norway", "germany", "britain"),
            ],
            "Britain takes Libya; Russia takes Poland",
            "Germany takes Norway.",
        ),
        "whom nobody had is not freed": (
            [conquered("greece", "britain", "")],
            "Britain takes Greece",
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
        "a plural name has the verb of many": (
            [FightsAlone(area="baltic", why="nobody is at war with Russia", effects=())],
            "The Baltic States survive and fight alone",
            "Nobody is at war with Russia.",
        ),
    },
    "BRPs": {
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
        "BRPs that one power loses and another gains go from one to the other, once": (
            [
                posted("germany", "belgium", -15, "Belgium is lost"),
                posted("germany", "luxembourg", -5, "Luxembourg is lost"),
                posted("united_states", "belgium", 15, "Belgium is in its hands"),
                posted("united_states", "luxembourg", 5, "Luxembourg is in its hands"),
            ],
            QUIET,
            "The BRPs of Belgium and Luxembourg go from Germany to the United States.",
        ),
        "BRPs alone are an aside, told by whose they were": (
            [
                posted("britain", "hong_kong", -5, "Hong Kong is lost"),
                posted("britain", "singapore", -5, "Singapore is lost"),
            ],
            QUIET,
            "Britain loses the BRPs of Hong Kong and Singapore.",
        ),
    },
}


@every_case(GUIDE)
def test_a_phase_is_headed(events, headline, lede):
    assert headed("world_at_war", events) == (headline, lede)
