"""Events and places of a game, as the tests of chronicles tell them."""

from campaigns.chronicles.weighing import Event
from campaigns.chronicles.wording import Stood
from rules.kernel.events import Line
from rules.kernel.events import News as Worded
from rules.kernel.headlines import by_weight

TELL = by_weight(35)


def event(head: str, weight: int = 50, turn: str = "Spring 1940", **more: object) -> Event:
    given = {"phase": 1, "kind": "war", "actor": ""} | more
    return Event(turn=turn, year=turn[-4:], head=head, weight=weight, **given)


def news(who: str, verbs: str, whom: str, weight: int = 50, turn: str = "Spring 1940") -> Event:
    """An event whose line says how a headline tells it."""
    one, many = (f"{{who}} {verb}" + " {whom}" * bool(whom) for verb in verbs.split("/"))
    worded = Worded(one=one, many=many, slots={"who": (who,), "whom": (whom,)})
    told = Line(head=f"{who}: {whom}", weight=weight, news=worded)
    head = TELL([told])[0]
    return event(head, weight, turn, actor=who.lower(), lines=(told,), tell=TELL)


def rows(*shares: int) -> list[Stood]:
    names = ["France", "Italy", "Japan", "China", "Germany"]
    return [Stood(name, name, 0, 9, share) for name, share in zip(names, shares, strict=False)]
