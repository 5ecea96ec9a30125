"""How options read in headlines, on cards and in the log: what came of them, what was proposed, what came to nothing.

Each clause names who acts first; what no event shows is not claimed. The numbers of options, their titles
and their prices stand on the faces of cards and in the log, and in no headline.
"""

from rules.days_of_decision.model.events import political as e
from rules.days_of_decision.model.names import minor
from rules.days_of_decision.model.powers import FACTIONS, name
from rules.days_of_decision.model.tables import build
from rules.days_of_decision.pages.log.news import report, report_of, told
from rules.kernel.events import UNTOLD, News, Slots
from rules.kernel.grammar import number

BONUS = "ipo-18"
WASTED = 16
"""The weight of an option of which nothing came."""
LITTLE = {BONUS: 11, "ipo-3": 29, "ipo-4": 24, "ipo-6": 28, "0d": 28, "0e": 11, "0g": 20, "0h": 14}
"""Options that make little news, such as a bonus or economic aid, and their weight."""
ELSEWHERE = ("0a", "0f", "3", "4", "ipo-9", "broken", "surrendered", "forced_vichy")
"""Options and effects that another event tells: a test, a treaty, a war, a duty, a breach, an end."""

TOLD = {
    "toward": ("{who} moves toward the {side} ideology", "{who} move toward the {side} ideology"),
    "away": (
        "{who} moves away from the {side} ideology",
        "{who} move away from the {side} ideology",
    ),
    "moved": ("{who} moves its marker", "{who} move their markers"),
    "geared": ("{who} gears up", "{who} gear up"),
    "guaranteed": ("{who} guarantees {minor}", "{who} guarantee {minor}"),
    "elected": ("{who} holds an election", "{who} hold elections"),
    "subverted": ("{who} subverts {minor}", "{who} subvert {minor}"),
    "factory": ("{who} gains a factory of {minor}", "{who} gain a factory of {minor}"),
    "resources": ("{who} gains resources of {minor}", "{who} gain resources of {minor}"),
    "resource": ("{who} gains a resource of {minor}", "{who} gain a resource of {minor}"),
    "oil": ("{who} gains oil of {minor}", "{who} gain oil of {minor}"),
    "war": ("{who} goes to war with China", "{who} go to war with China"),
    "armed": ("{who} may declare war this turn", "{who} may declare war this turn"),
    "burma": ("{who} closes the Burma Road", ""),
    "civil_war": ("civil war begins in China", ""),
    "home": ("Germany remilitarizes the Rhineland", ""),
    "closed": ("{who} closes its passages to {target}", ""),
    "joint": ("{who} and {target} declare common war aims", ""),
    "bound": ("a naval treaty binds {who} and {target}", ""),
    "agreed": ("{who} holds an international conference", ""),
    "embargoed": (
        "{who} puts an arms embargo on {target}",
        "{who} put an arms embargo on {target}",
    ),
    "ended": ("{who} puts an embargo on Japan", ""),
    "sent": ("{who} sends volunteers to {minor}", "{who} send volunteers to {minor}"),
    "secret": (
        "{who} arms a minor country in secret",
        "{who} arm minor countries in secret",
    ),
    "bonus": (
        "{who} takes the bonus of {bonus} bid points",
        "{who} take the bonus of {bonus} bid points",
    ),
    "exchanged": (
        "{who} exchanges money and build points",
        "{who} exchange money and build points",
    ),
    "bought": ("{who} pays for effectiveness", "{who} pay for effectiveness"),
    "signed": ("the treaty of {who} with {target} takes effect", ""),
    "varied": ("the treaty of {who} with {target} takes effect", ""),
    "broken": (
        "{who} breaks its treaties with {target}",
        "{who} break their treaties with {target}",
    ),
    "surrendered": ("the surrender of {who} takes effect", ""),
    "forced_vichy": ("{who} makes {target} surrender in the manner of Vichy", ""),
    "built": ("{who} builds a factory", "{who} build factories"),
    "prepared": ("{who} sends out its spies", "{who} send out their spies"),
    "taken": ("{who} takes Vichy land", "{who} take Vichy land"),
    "free": ("India gains home rule", ""),
    "founded": ("{who} makes the Ukraine a country of its own", ""),
    "with_kiev": ("{who} makes the Ukraine, with Kiev, a country of its own", ""),
    "ipo-3": ("{who} sends economic aid to {minor}", "{who} send economic aid to {minor}"),
    "ipo-4": (
        "{who} spreads propaganda against {target}",
        "{who} spread propaganda against {target}",
    ),
    "ipo-6": (
        "{who} sends a military mission to {minor}",
        "{who} send military missions to {minor}",
    ),
    "ipo-9": ("{who} puts pressure on {target}", "{who} put pressure on {target}"),
    "0g": ("{who} pays court to {minor}", "{who} pay court to {minor}"),
    "germany-12": ("{who} raises Waffen units", ""),
    "usa-6": ("{who} vetoes the neutrality act", ""),
    "china-6": ("{who} mobilizes the land", ""),
    "china-8": ("Nationalists and Communists form a united front in China", ""),
}
"""What came of an option, for one power and for several: by its effect, else by the option."""

WHY = {
    "home": "the Rhineland is German home territory from now on",
    "guaranteed": "whoever attacks {minor} gives grounds for war",
    "elected": "the government of {who} wins it",
    "ended": "the resources that Japan has had of the United States come no more",
    "joint": "neither of them takes a surrender without the other",
    "embargoed": "factories and gearing up cost {target} more this year",
    "free": "India builds for itself, and leaves the control of the Commonwealth",
    "war": "each turn that it goes on may harden American opinion",
}
"""What follows from an effect."""

OF_MINORS = {
    "joined": ("{who} joins {whom}", "{who} join {whom}"),
    "ceded": ("{who} yields to the claim of {whom}", "{who} yield to the claim of {whom}"),
}
"""What came of an option, told of the country that it is about."""

FAILED = {
    "ipo-7": "nothing comes of the claim of {whom}",
    "ipo-8": "a plot of {whom} is discovered",
    "ipo-10": "the government of {whom} loses an election",
    "0c": "the government of {whom} loses an election",
}
"""What is told of a test that failed."""
AIMED = {
    FAILED["ipo-7"]: ("{who} rejects the claim of {whom}", "{who} reject the claim of {whom}"),
    FAILED["ipo-8"]: ("a plot of {whom} in {minor} is discovered", ""),
}
"""The same of one whose country is known."""

PROPOSED = {
    "3": "a treaty",
    "5": "a surrender",
    "4a": "a forced surrender",
    "ipo-13": "common war aims",
    "ipo-14": "a transfer of Vichy land",
    "ipo-15": "a naval treaty",
    "ipo-16": "an international conference",
}
"""What is proposed to others, who answer it."""

LOST = {
    "ipo-1": "the change of course",
    "ipo-2": "the trade deal",
    "ipo-3": "the economic aid",
    "ipo-4": "the propaganda",
    "ipo-5": "the new alliance",
    "ipo-6": "the military mission",
    "ipo-7": "the territorial claim",
    "ipo-8": "the subversion",
    "ipo-9": "the pressure",
    "ipo-10": "the election",
    "ipo-11": "the breach of treaties",
    "ipo-12": "the guarantee",
    "ipo-13": "the common war aims",
    "ipo-14": "the claim on Vichy land",
    "ipo-15": "the naval treaty",
    "ipo-16": "the international conference",
    "ipo-17": "the arms embargo",
    "ipo-18": "the bonus",
    "ipo-19": "the embargo on Japan",
    "ipo-20": "the volunteers",
    "0a": "the search for effectiveness",
    "0b": "the secret unit",
    "0c": "the second election",
    "0d": "the new factory",
    "0e": "the exchange of money",
    "0g": "the public speech",
    "0h": "the intelligence campaign",
    "2": "the gearing up",
    "3": "the treaty",
    "4": "the declaration of war",
    "4a": "the forced surrender",
    "4b": "the closing of passages",
    "4c": "the closing of the Burma Road",
    "5": "the surrender",
    "germany-6": "the march into the Rhineland",
    "germany-11": "the independence of the Ukraine",
    "germany-12": "the Waffen units",
    "japan-6": "the war with China",
    "usa-6": "the veto of the neutrality act",
    "china-6": "the mobilization of the land",
    "china-7": "the Chinese civil war",
    "ussr-7": "the Chinese civil war",
    "commonwealth-8": "Indian home rule",
    "china-8": "the united front",
}
"""An option of which nothing comes, as a thing."""

PRESSED = {
    "move": "{by} forces {who} to move {way}",
    "answer": "{by} forces {who} to answer a proposal",
    "tell": "{by} forces {who} to tell its next option",
    "none": "{who} shrugs off the pressure of {by}",
    "found": "{who} discovers the hand of {by}",
}


def play_of(power: str, option: str) -> str:
    """The topic of one option: proposed, answered and carried out it is one event."""
    return f"option {option} of {power}"


def course_of(power: str) -> str:
    """The topic of a marker that moves, and of the ideology that it leaves or enters."""
    return f"course of {power}"


def topic_of(event: e.CardPlayed) -> str:
    """The topic of an option that took effect, if others tell of it too."""
    if event.effect == "moved":
        return course_of(event.power)
    if event.effect == "subverted":
        return f"{event.power} subverts {event.about.get('minor', '')}"
    row = build({}).cards.get(event.option)
    return play_of(event.power, event.option) if row and row.row.answer else ""


def turned_news(event: e.CardTurned) -> News:
    """An option that was turned over is told by what it brings; whom it is about is kept for that."""
    place = event.details.get("minor", "")
    slots: Slots = {"minor": (minor(place),)} if isinstance(place, str) and place else {}
    if event.forced_by:
        slots |= {"by": name(event.forced_by), "whom": (name(event.power),)}
        return News(one="{by} forces the hand of {whom}", slots=slots)
    return News(one="", slots={"whom": (name(event.power),), **slots})


def tested_news(event: e.TestRolled) -> News:
    """A test that was passed is told by what it brought, but for effectiveness that was bought."""
    who = (name(event.power),)
    if event.option == "0a":
        if event.passed:
            return report("{who} gains effectiveness", "{who} gain effectiveness", who=who)
        return report(
            "{who} pays for effectiveness in vain",
            "{who} pay for effectiveness in vain",
            who=who,
        )
    if event.passed:
        return UNTOLD
    if event.option in FAILED:
        return report(FAILED[event.option], whom=who)
    return lost_news(event.power, event.option)


def aimed(news: News, turned: News) -> News:
    """News of an attempt that failed, with the country of the option that was turned over before it."""
    one, many = AIMED.get(news.one, ("", ""))
    if not one or turned.slots.get("whom") != news.slots["whom"] or "minor" not in turned.slots:
        return news
    place = turned.slots["minor"]
    return News(one=one, many=many, slots={**news.slots, "minor": place, "who": place})


def lost_news(power: str, option: str) -> News:
    """Of an option nothing came; an answer that comes too late is told by nobody."""
    if option == "0f":
        return UNTOLD
    what = LOST.get(option, "")
    if not what:
        return report("an option of {whom} comes to nothing", whom=(name(power),))
    return report("nothing comes of {what} of {whom}", what=what, whom=(name(power),))


def proposed_news(event: e.ProposalMade) -> News:
    """What one power proposes to others."""
    return report_of(
        event,
        "{who} proposes {what} to {others}",
        "{who} propose {what} to {others}",
        others=tuple(map(name, event.to)),
        what=PROPOSED.get(event.option, "an agreement"),
    )


def answered_news(event: e.ProposalAnswered) -> News:
    """What another said to a proposal."""
    one, many = {
        "accepted": ("{who} agrees to {what} with {whose}", "{who} agree to {what} with {whose}"),
        "refused": ("{who} refuses {what} with {whose}", "{who} refuse {what} with {whose}"),
    }.get(
        event.how,
        ("{who} leaves {whose} without an answer", "{who} leave {whose} without an answer"),
    )
    what = PROPOSED.get(event.option, "an agreement")
    return report(one, many, who=(name(event.by),), whose=name(event.power), what=what)


def weight_of(event: e.CardPlayed) -> int:
    """How much an option that took effect matters."""
    if event.effect == "void":
        return WASTED
    return WEIGHTS.get(event.effect) or LITTLE.get(event.option, WEIGHTS.get(event.option, 30))


WEIGHTS = {
    "joined": 60,
    "war": 90,
    "geared": 35,
    "home": 62,
    "guaranteed": 44,
    "closed": 44,
    "burma": 55,
    "bound": 52,
    "joint": 52,
    "ceded": 50,
    "armed": 31,
    "civil_war": 80,
    "founded": 70,
    "with_kiev": 70,
    "ended": 56,
    "sent": 46,
    "free": 50,
    "agreed": 48,
    "secret": 22,
    "usa-6": 50,
    "china-8": 44,
}


def play_news(event: e.CardPlayed) -> News:
    """What an option brought, as far as no other event tells it."""
    if event.option == BONUS:
        return report("", why="the powers save for later turns")
    if event.option == "0e":
        return report("", why="money is changed for build points, or the other way")
    elsewhere = event.option in ELSEWHERE or event.effect in ELSEWHERE
    return UNTOLD if elsewhere and event.effect != "void" else played_news(event)


def played_news(event: e.CardPlayed) -> News:
    """What an option brought, whoever else tells it."""
    if event.effect == "void":
        return lost_news(event.power, event.option)
    about, who = event.about, name(event.power)
    place = about.get("minor") or about.get("deal", "").partition(":")[0] or about.get("side", "")
    with_whom = about.get("agreement", "").partition(":")[2]
    other = about.get("target") or about.get("partner") or with_whom
    if event.effect in OF_MINORS:
        one, many = OF_MINORS[event.effect]
        return report(one, many, who=(minor(place) if place else "a minor country",), whom=(who,))
    effect = event.effect
    way, _, side = about.get("direction", "").partition(":")
    if effect == "moved" and way in TOLD and side in FACTIONS:
        effect = way
    one, many = TOLD.get(effect, TOLD.get(event.option, ("", "")))
    if not one:
        return lost_news(event.power, event.option)
    slots: Slots = {
        "who": (who,),
        "minor": (minor(place) if place else "a minor country",),
        "target": (name(other) if other else "another power",),
        "side": FACTIONS[side].name.lower() if side in FACTIONS else "other",
        "bonus": number(build({}).limits["bonus_bids"]),
    }
    return News(one=one, many=many, why=WHY.get(effect, ""), slots=slots)


def tested_words(event: e.TestRolled) -> str:
    """What a test came to."""
    if event.passed and event.option != "0a":
        what, who = LOST.get(event.option, "its chance"), (name(event.power),)
        return told(report("{who} succeeds with {what}", what=what, who=who))
    return told(tested_news(event))
