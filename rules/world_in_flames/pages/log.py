"""Events in words: the outcome first, then the die and the reasons, then the rule."""

from rules.kernel import fact_news
from rules.kernel.events import FactConfirmed, FactDeclared, FactDisputed, Line, News, line_of
from rules.kernel.grammar import capital
from rules.kernel.tally import Tally
from rules.kernel.wording import Words, objection
from rules.world_in_flames.isolation.holders import title_of
from rules.world_in_flames.model import events as e
from rules.world_in_flames.model.facts import FACTS


def value_words(value: object) -> str:
    """A fact's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    words = {
        "axis": "the Axis",
        "allied": "the Allies",
        "japan": "Japan",
        "three_quarters": "three quarters",
        "allied_major": "an Allied major power",
        "allied_minor": "an Allied minor country",
    }
    return words.get(str(value), str(value))


def signed(amount: int) -> str:
    """A number with its sign and a true minus."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def reasons(tally: Tally) -> str:
    """The rows of a tally in one line."""
    return "; ".join(f"{signed(row.amount)} {row.reason}" for row in tally.rows)


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _turn(event: e.TurnBegan) -> Line:
    return line_of(event, f"{event.title} begins", weight=5, sort="clock")


def _declared(event: FactDeclared) -> Line:
    head = f"{event.label}: {value_words(event.after)}"
    if event.rule == "F-20":
        return line_of(event, f"{head}, as every turn begins", weight=4, sort="fact")
    rest = f"Before: {value_words(event.before)}."
    line = line_of(event, head, rest, actor=event.by, weight=8, sort="fact")
    return fact_news.told(line, event, FACTS, value_words)


def _confirmed(event: FactConfirmed) -> Line:
    head = f"{event.label}: {value_words(event.value)}, confirmed"
    return line_of(event, head, actor=event.by, weight=4, sort="fact")


def _disputed(event: FactDisputed) -> Line:
    head = f"{event.label}: {value_words(event.value)}, disputed"
    return line_of(
        event, head, objection(event, value_words), actor=event.by, weight=8, sort="fact"
    )


def _map(event: e.MapDeclared) -> Line:
    verb = "corrected" if event.replaced else "declared"
    head = f"Map {verb}: {event.title}, {_counted(event.hexes, 'hex', 'hexes')}"
    return line_of(event, head, actor=event.by, weight=8, sort="fact", mark=_map_of(event))


def _withdrawn(event: e.MapWithdrawn) -> Line:
    head, about = f"Map withdrawn: {event.title}", {"actor": event.by, "sort": "fact"}
    return line_of(event, head, weight=6, undoes=_map_of(event), **about)


def _map_of(event: e.MapDeclared | e.MapWithdrawn) -> str:
    """What a map is called where it may be taken back."""
    return f"map {event.title}"


def _judged(event: e.MapJudged) -> Line:
    if not event.sets:
        return line_of(event, f"{event.title}: nothing is isolated", weight=12)
    sets = _counted(event.sets, "set")
    head = f"{event.title}: {sets}, {_counted(event.hexes, 'hex', 'hexes')}, change hands"
    return line_of(event, head, weight=20)


def _reverted(event: e.ControlReverted) -> Line:
    around = ", ".join(f"{title_of(row.key)} {row.amount}" for row in event.around.rows)
    hexes = _counted(event.hexes, "isolated hex", "isolated hexes")
    if event.spread:
        won = ", ".join(f"{title_of(p)} {n}" for p, n in event.spread.items())
        head, rest = (
            f"{hexes} at {event.first} are shared out",
            f"Around them: {around}. Drawn: {won}.",
        )
        return line_of(event, head, rest, weight=35, detail=event.around)
    verb = "goes" if event.hexes == 1 else "go"
    rest = f"Around {'it' if event.hexes == 1 else 'them'}: {around}."
    if event.tied:
        rest += f" Drawn among {' and '.join(map(title_of, event.tied))}: {event.die}."
    head = f"{hexes} at {event.first} {verb} to {title_of(event.power)}"
    return line_of(event, head, rest, weight=35, detail=event.around, die=event.die)


def _safe(event: e.ItalySafe) -> Line:
    return line_of(event, "No roll for Italy", f"{capital(event.why)}.", weight=10)


def _left(event: e.ItalyLeft) -> Line:
    return line_of(event, "The Allies do not roll for Italy", actor="allied", weight=14)


def _italy(event: e.ItalyRolled) -> Line:
    head = f"The Allies roll {event.die} for Italy, {'and that is enough' if event.succeeded else 'too much'}"
    rest = f"Needed: {event.tally.net} or less. {reasons(event.tally)}."
    news = News(
        one="the Allies roll for Italy and succeed"
        if event.succeeded
        else "the Allies roll for Italy and fail",
        why="the die shows {die}; {needed} or less was needed",
        slots={"die": str(event.die), "needed": str(event.tally.net)},
    )
    return line_of(
        event, head, rest, actor="allied", weight=60, detail=event.tally, die=event.die, news=news
    )


def _conquered(event: e.ItalyConquered) -> Line:
    rest = "It surrenders early." if event.early else "It surrendered by the ordinary rules."
    return line_of(event, "Italy is completely conquered", rest, actor="allied", weight=95)


def _japan(event: e.JapanRolled) -> Line:
    head = f"The roll for Japan: {event.die} and {signed(event.tally.net)} make {event.total}"
    rest = f"Needed: {event.needed}. {reasons(event.tally)}."
    news = News(
        one="the roll for Japan comes to {total}",
        why="{needed} is needed",
        slots={"total": str(event.total), "needed": str(event.needed)},
    )
    return line_of(
        event, head, rest, actor="axis", weight=60, detail=event.tally, die=event.die, news=news
    )


def _surrendered(event: e.JapanSurrendered) -> Line:
    rest = "" if event.early else "By the ordinary rules."
    return line_of(event, "Japan surrenders", rest, actor="allied", weight=95)


def _ended(event: e.CampaignEnded) -> Line:
    news = News(one="the campaign is over", why="{title}", slots={"title": event.title})
    return line_of(
        event, f"The campaign is over ({event.title})", weight=40, sort="clock", news=news
    )


WORDS = Words(
    {
        e.TurnBegan: _turn,
        FactDeclared: _declared,
        FactConfirmed: _confirmed,
        FactDisputed: _disputed,
        e.MapDeclared: _map,
        e.MapWithdrawn: _withdrawn,
        e.MapJudged: _judged,
        e.ControlReverted: _reverted,
        e.ItalySafe: _safe,
        e.ItalyLeft: _left,
        e.ItalyRolled: _italy,
        e.ItalyConquered: _conquered,
        e.JapanRolled: _japan,
        e.JapanSurrendered: _surrendered,
        e.CampaignEnded: _ended,
    }
)


line = WORDS.line
