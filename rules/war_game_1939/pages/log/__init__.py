"""Events in words, one file a theme: the outcome first, then the die and the reasons."""

from rules.kernel.events import Event, Line
from rules.kernel.serial import gathered
from rules.kernel.wording import Words
from rules.war_game_1939.pages.log import attacks, facts, france, money, neutrals, status, turns
from rules.war_game_1939.pages.log.told import ARTICLES, Told

TELL = money.TELL | neutrals.TELL | status.TELL | attacks.TELL | france.TELL | turns.TELL


def _told(event: Event) -> Line:
    told: Told = TELL[type(event)](event)
    return gathered(
        Line,
        told,
        rule=event.rule,
        actor=told.actor or getattr(event, "nation", ""),
        detail=told.tally,
        sort="clock" if isinstance(event, turns.CLOCK) else "result",
    )


WORDS = Words(dict.fromkeys(TELL, _told), facts.WORDS, articles=ARTICLES)
line = WORDS.line
