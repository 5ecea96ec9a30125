"""The chronicle of a campaign that is over: all of it as one story, for everybody or as one power knew it.

It is told from the view of a reader without a seat, or through the eyes of one power
(:mod:`campaigns.selectors.reader.view_as`), never from what the one who reads may know besides. So it is the same for
all who may read the campaign, and kept for them together under what it follows from: the log's length, the
last state, the rules, and the eyes.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns import messages
from campaigns.cache import Cache, LazyPart, state_name
from campaigns.chronicles import luck, sampling, weighing, wording
from campaigns.chronicles.clauses import clause
from campaigns.chronicles.spec import ChronicleSpec, told_of
from campaigns.chronicles.turns import Turns, steps
from campaigns.domain.wording import in_readers_words as say
from campaigns.domain.wording import said_by
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import states
from campaigns.selectors.history.chronicle_parts.final_standing import FinalStanding
from campaigns.selectors.history.chronicle_parts.lists import listed_at_end, wars_and_treaties
from campaigns.selectors.history.chronicle_parts.phases import Gathered, axis_of, year_of
from campaigns.selectors.history.chronicle_parts.records import (
    CheckedAll,
    Chronicle,
    ChroniclePage,
    LuckRow,
    TurningPoint,
    YearRow,
)
from campaigns.selectors.history.chronicle_parts.turning_points import (
    teller_of,
    turning_points,
    turnings_of,
)
from campaigns.selectors.history.repairs import repairs_of
from campaigns.selectors.history.replays import replayed
from campaigns.selectors.log import known_then
from campaigns.selectors.log.phase_checks import chain_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import Reading, reading
from rules.kernel.setup import named_within

MOST_BYTES = 3_000_000
FEW_PHASES = 200
"""A game of so few phases is charted phase by phase, a longer one turn by turn."""
HEADS = 2
"""So many pieces of news make the headline of a year."""
YEAR_EVENTS = 3
"""So many others tell it."""
OTHERS = 12
FEW_DICE = 5
"""Of fewer dice nothing is said: nearly everything is within their band."""
MOST_POINTS = 4
"""So many turning points are named in the lede."""

_kept = Cache(MOST_BYTES)


def page(slug: str, person: Any, *, eyes: str = "", board: str = "") -> ChroniclePage:
    """The chronicle of a campaign that is over; ``board`` is the key of the board that is shown. Raises ``NotNow``
    before the end, and what :func:`campaigns.selectors.reader.view_as.through` does.
    """
    at = reading(slug, person)
    seen = _seen(at, eyes)
    key = _key(seen)
    story = _story(seen, key)
    shown = next((each for each in story.boards if each[0] == board), story.boards[-1])
    return ChroniclePage(
        head=head_of(at),
        reader=reader_of(at),
        eyes=at.badge(eyes) if eyes else None,
        choices=tuple(
            badge for badge in view_as.choices(at) if badge.key in (*story.telling, eyes)
        ),
        seats=at.seat_lines(),
        scenario=at.book.scenarios[at.campaign.scenario].title,
        story=story,
        key=key,
        shown=shown[0],
        board=_board(seen, shown),
        replay=replayed(at.campaign),
    )


def turnings(slug: str, person: Any, *, eyes: str = "") -> tuple[TurningPoint, ...]:
    """The turning points of a campaign that is over, as its chronicle has them; none where nothing counts that was
    played. Raises what :func:`page` does.
    """
    seen = _seen(reading(slug, person), eyes)
    if not seen.resolved.exists():
        return ()
    return _story(seen, _key(seen)).turnings


def _story(at: Reading, key: tuple[Any, ...]) -> Chronicle:
    story: Chronicle = _kept.get(key, lambda: _told(at, told_of(at.campaign.rulebook)))
    return story


def others_like(slug: str, person: Any) -> tuple[tuple[str, str], ...]:
    """Other finished campaigns of the same book that everybody may read: slug and title, the newest first."""
    at = reading(slug, person)
    rows = Campaign.objects.filter(
        rulebook=at.campaign.rulebook, status=Status.FINISHED, private=False, listed=True
    ).exclude(pk=at.campaign.pk)
    return tuple(rows.order_by("-finished_at", "-pk").values_list("slug", "title")[:OTHERS])


def _seen(at: Reading, eyes: str) -> Reading:
    """Who tells it: a reader without a seat, or one power."""
    if at.campaign.status != Status.FINISHED:
        raise NotNow(
            _("This campaign is not over: its chronicle is written at the end."),
            remedy=_("Read its history so far."),
        )
    if eyes:
        return view_as.through(at, eyes)
    return at.everybody


def _key(at: Reading) -> tuple[Any, ...]:
    last = at.resolved.order_by("-number").values_list("pk", flat=True).first()
    if last is None:
        raise NotNow(_("Nothing was played in this campaign."), remedy=_("Read its log."))
    rules = at.campaign.rulebook, at.campaign.revision
    return (at.campaign.slug, at.campaign.line, at.campaign.log_seq, last, rules, at.eyes)


def phases_of(at: Reading) -> list[Phase]:
    """The phases that are over and were not undone, as far as somebody may read. Raises ``NotNow`` without any."""
    result = _phases(at)
    if not result:
        raise NotNow(
            _("Nothing was played in this campaign yet."), remedy=_("Read its page instead.")
        )
    return result


def _phases(at: Reading) -> list[Phase]:
    return list(at.resolved.defer("rolls", "about").order_by("number"))


def _board(at: Reading, shown: tuple[str, str, int]) -> LazyPart:
    """A board of the chronicle, by the state that it shows."""
    key, _dash, number = shown
    phase = next(each for each in _phases(at) if each.number == number)
    then = at.as_of(phase)

    def work_out() -> Any:
        state = states.at_opening(phase) if key == "begin" else states.now(phase)
        return then.book.board(then.book.view(state, then.viewer), then.acting)

    return LazyPart((state_name(phase), key == "begin", at.powers, "chronicle"), work_out)


def _told(at: Reading, told: ChronicleSpec) -> Chronicle:
    """Write the chronicle in its reader's language, as its own book says things there."""
    with said_by(at.campaign.rulebook):
        return _written(at, told)


def places_of(phases: list[Phase]) -> Iterator[str]:
    """What each number from the first phase to the last is called; those that were undone as the one before."""
    begins = [phase.number for phase in phases]
    for number in range(begins[0], begins[-1] + 1):
        yield say(phases[bisect_right(begins, number) - 1].turn_title)


def _written(at: Reading, told: ChronicleSpec) -> Chronicle:
    phases = _phases(at)
    gathered = Gathered(at, told)
    for n, phase in enumerate(phases):
        ends = n + 1 == len(phases) or phases[n + 1].turn_title != phase.turn_title
        gathered.phase(phase, opening=n == 0, sampled=ends or len(phases) <= FEW_PHASES)
    first, last = phases[0].number, phases[-1].number
    names = {key: say(_name(at, key)) for key in (*at.book.powers, *at.book.factions)}
    plain = {key: say(badge.name) for key in names if (badge := at.badge(key))}
    begun = end_of_first_turn(phases)
    called = {key: badge.name for key in names if (badge := at.badge(key))}
    within = {key: _name(at, key) for key in called}
    drawn = sampling.series(told.charts, gathered.samples, called, begun)
    series = tuple(series_in_words(each) for each in drawn)
    measure = wording.in_words(told.measure) if told.measure else None
    news = weighing.told_once(e for e in gathered.events if weighing.is_news(e, told.news))
    by_turn = weighing.by_turn(news)
    numbered = [(phase.number, phase.turn_title) for phase in phases]
    sides = {key: badge.faction for key in at.book.powers if (badge := at.badge(key))}
    beside = {chart.key for chart in told.charts if chart.turns}
    by = measure.chart if measure else ""
    telling = {chart.key for chart in told.charts if chart.tells}
    turns = Turns(numbered, drawn, year_of, by, sides, beside, called, telling)
    turnings = turnings_of(turns, by_turn, news, told)
    great = say(weighing.headline(weighing.clauses(news, HEADS, latest=True))[0])
    rows = sampling.stood(gathered.board, measure, names) if measure else ()
    if measure and rows:
        rows += sampling.ended_without(rows, series, measure, names)
    goals = (
        sampling.goals(gathered.board, measure.goals) if measure and measure.goals and rows else ()
    )
    standing = (
        FinalStanding(rows, goals, measure, turns, gathered, told, names, within, begun)
        if measure and rows
        else None
    )
    cause = standing.causes(turnings) if standing else []
    weighed = {turning.event.phase for turning in turnings}
    secrets = {row.number: known_then.of_powers(at, row) for row in phases if row.number in weighed}
    # Given dice are nobody's luck.
    lucky = () if at.campaign.dice_given else _luck(gathered, at)
    ending = at.view.ending
    text = say(ending.text) if ending is not None else _ended(at.campaign)
    won = at.badge(ending.key) if ending is not None else None
    line = text.rstrip(".") if won else wording.headline(rows, measure, great, goals)
    return Chronicle(
        headline=line or _nothing(phases),
        lede=_lede(
            [text, say(told.ends), *(standing.sentences() if standing else ())],
            cause,
            turnings,
            lucky,
            names,
        ),
        cause=" ".join(filter(None, cause)),
        ending=text,
        stood=tuple(row._replace(name=plain[row.key]) for row in rows),
        first=first,
        last=last,
        places=tuple(places_of(phases)),
        axis=axis_of(phases),
        series=series,
        turnings=turning_points(
            turnings,
            by_turn,
            turns,
            {phase.number: phase for phase in phases},
            told,
            within,
            []
            if at.eyes
            else [
                teller_of(t.event, turns, secrets.get(t.event.phase, {}), gathered.asked)
                for t in turnings
            ],
            at.eyes,
        ),
        then={number: each[at.eyes] for number, each in secrets.items() if at.eyes in each},
        telling=frozenset(
            power for each in secrets.values() for power, known in each.items() if known.any
        ),
        years=_years(
            phases,
            news,
            gathered,
            series,
            [each.event for each in standing.named] if standing else [],
        ),
        luck=lucky,
        dice=gathered.dice,
        listed=(
            *(listed_at_end(gathered.board, each) for each in told.listed),
            *wars_and_treaties(gathered.events, told),
        ),
        played=tuple((say(title), count) for title, count in gathered.played.most_common(8)),
        plays=gathered.played.total(),
        checked=CheckedAll(
            phases=len(phases),
            released=gathered.sums["released"],
            seals=gathered.sums["seals"],
            seals_match=gathered.sums["match"],
            dice=gathered.sums["dice"],
            links=gathered.sums["links"],
            given=at.campaign.dice_given,
            chain=chain_of(at.campaign),
            wrong=tuple(gathered.wrong),
        ),
        boards=_boards(phases, turnings),
        badges={key: badge for key in names if (badge := at.badge(key))},
        names=names,
        mended=repairs_of(at),
    )


def _ended(campaign: Campaign) -> str:
    """Why a campaign ended that its rules did not end; where a script played it, nobody voted."""
    by_vote = messages.ENDED_BY_VOTE % {"reason": ""}
    if campaign.dice_given and campaign.status_reason.startswith(by_vote):
        return messages.paragraph(campaign.status_reason.removeprefix(by_vote))
    return messages.shown(campaign.status_reason)


def end_of_first_turn(phases: list[Phase]) -> int:
    """The last phase of the first turn."""
    return max(each.number for each in phases if each.turn_title == phases[0].turn_title)


def series_in_words(one: sampling.Series) -> sampling.Series:
    """A chart as its reader reads it."""
    return one._replace(
        title=say(one.title),
        about=say(one.about),
        tracks=tuple(each._replace(name=say(each.name)) for each in one.tracks),
        limits=tuple(each._replace(words=say(each.words)) for each in one.limits),
    )


def _name(at: Reading, key: str) -> str:
    badge = at.badge(key)
    return named_within(badge.name) if badge else key


def _nothing(phases: list[Phase]) -> str:
    turns = len({phase.turn_title for phase in phases})
    return _("%(count)s turns without news") % {"count": wording.upper(wording.number(turns))}


def _sentences(events: Iterable[weighing.Event]) -> str:
    """Events as sentences; each is looked for by itself in the language of its reader."""
    return " ".join(say(wording.sentences([event.head])) for event in events)


def _years(
    phases: list[Phase],
    news: list[weighing.Event],
    gathered: Gathered,
    series: Iterable[sampling.Series],
    named: Iterable[weighing.Event],
) -> tuple[YearRow, ...]:
    """The years; what the lede names (``named``) is told of its year too, whatever else there is to tell."""
    lines = {id(line) for event in named for line in event.lines}
    rows: list[YearRow] = []
    for number, year in axis_of(phases):
        own = [event for event in news if event.year == year]
        headline, over = weighing.headline(weighing.clauses(own, HEADS))
        told = {id(line) for event in over for line in event.lines}
        rest = [e for e in own if e not in over and not any(id(line) in told for line in e.lines)]
        besides = weighing.gathered(rest)
        most = weighing.weightiest(besides, YEAR_EVENTS)
        chosen = [e for e in besides if e in most or any(id(line) in lines for line in e.lines)]
        row = YearRow(
            year=year,
            headline=say(headline),
            text=_sentences(chosen) if own else _still(year, phases, gathered, series),
            events=tuple(
                (event.phase, say(wording.upper(event.head))) for event in weighing.by_turn(own)
            ),
            count=gathered.counts.get(year),
            phase=over[0].phase if over else number,
            more=len(besides) - len(chosen),
        )
        if rows and not own and not rows[-1].events:  # years without news are one row
            began = rows.pop()
            since = began.year.partition("\N{EN DASH}")[0]
            text = row.text if row.text == began.text else ""
            row = replace(row, year=f"{since}\N{EN DASH}{year}", text=text, phase=began.phase)
        rows.append(row)
    return tuple(rows)


def _still(
    year: str, phases: list[Phase], gathered: Gathered, series: Iterable[sampling.Series]
) -> str:
    """What the log holds of a year without news: that nothing was declared and nothing moved, where that is so."""
    own = [phase.number for phase in phases if year_of(phase.turn_title) == year]
    moved = any(True for chart in series for _step in steps(chart, own[0] - 1, own[-1]))
    declared = any(each.kind == weighing.FACT for each in gathered.events if each.year == year)
    return "" if moved or declared else _("Nothing happened under these rules.")


def _luck(gathered: Gathered, at: Reading) -> tuple[LuckRow, ...]:
    rows = []
    for (key, name, sides), values in gathered.thrown.items():
        if len(values) < FEW_DICE:
            continue
        badge = at.badge(key) if key in at.book.powers else None
        rows.append(
            LuckRow(
                key=key if badge else "",
                name=say(badge.name if badge else name),
                luck=luck.luck_of(values, sides),
            )
        )
    order = [*at.book.powers, ""]
    return tuple(sorted(rows, key=lambda row: (order.index(row.key), row.name)))


def _lede(
    standing: list[str],
    cause: list[str],
    turnings: list[weighing.Turning],
    lucky: tuple[LuckRow, ...],
    names: Mapping[str, str],
) -> str:
    """How it ended, who stood best, when they rose most or else the turning points, and whose dice were odd."""
    parts = [*standing]
    if turnings and not any(cause[1:]):
        events = "; ".join(
            f"{clause(each.event)} ({say(each.event.turn)})" for each in turnings[:MOST_POINTS]
        )
        parts.append(_("What it turned on: %(events)s.") % {"events": events})
    parts.append(
        wording.lucky(
            {row.key: names[row.key] for row in lucky if row.key},
            {row.key: row.luck.stands for row in lucky},
            {row.key: f"{float(row.luck.mean):.2f}" for row in lucky},
        )
    )
    return " ".join(part for part in parts if part)


def _boards(
    phases: list[Phase], turnings: list[weighing.Turning]
) -> tuple[tuple[str, str, int], ...]:
    """The beginning, the eve of the weightiest turning point unless that is in the first turn, and the end."""
    result = [("begin", say(phases[0].turn_title), phases[0].number)]
    if turnings:
        most = weighing.greatest(turnings).event
        before = [phase for phase in phases if phase.number < most.phase]
        if before and most.turn != phases[0].turn_title:
            result.append(
                ("between", _("before %(turn)s") % {"turn": say(most.turn)}, before[-1].number)
            )
    result.append(("end", say(phases[-1].turn_title), phases[-1].number))
    return tuple(result)
