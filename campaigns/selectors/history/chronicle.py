"""The chronicle of a campaign that is over: all of it as one story, for everybody or as one power knew it.

It is told from the view of a reader without a seat, or through the eyes of one power
(:mod:`campaigns.selectors.reader.view_as`), never from what the one who reads may know besides. So it is the same for
all who may read the campaign, and kept for them together under what it follows from: the log's length, the
last state, the rules, and the eyes.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns import messages
from campaigns.cache import Cache, LazyPart, state_name
from campaigns.chronicles import conquests, luck, reasons, sampling, weighing, wording
from campaigns.chronicles.spec import ChronicleSpec, Measure
from campaigns.chronicles.turns import Turns, steps
from campaigns.domain.wording import in_readers_words as say
from campaigns.domain.wording import said_by
from campaigns.errors import NotNow
from campaigns.models import Campaign, Phase, Status
from campaigns.rulebooks import states
from campaigns.selectors.history.chronicle_lists import listed_at_end, wars_and_treaties
from campaigns.selectors.history.chronicle_phases import Gathered, axis_of, year_of
from campaigns.selectors.history.chronicle_records import (
    CheckedAll,
    Chronicle,
    ChroniclePage,
    LuckRow,
    TurningPoint,
    YearRow,
)
from campaigns.selectors.history.repairs import repairs_of
from campaigns.selectors.history.replays import replayed
from campaigns.selectors.log import known_then
from campaigns.selectors.log.known_then import Secrets
from campaigns.selectors.log.phase_checks import chain_of
from campaigns.selectors.phase.phase_strip import head_of, reader_of
from campaigns.selectors.reader import view_as
from campaigns.selectors.reader.access import Reading, reading
from rules.kernel.grammar import joined
from rules.kernel.grammar import within as small

TellsOf = Callable[[str], ChronicleSpec]
"""Gives for the key of a book how its campaigns are told."""
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
MOST_TAKEN = 5
"""So many conquests are named of who stood best."""
FEW_TAKEN = 3
"""So many at least, where there are so many."""
BESIDE = 1
"""So many other pieces of news of its turn tell a turning point."""
BESIDE_WEIGHT = 55
"""In percent: each of them weighs at least so large a part of it."""
LATER = 1
BEFORE = 2
"""So many pieces of news of a power's own, of the year before, say what it knew at a turning point."""
FEW_HELD = 2
"""Of fewer powers it is not told that they were held back together."""
MOST_DONE = 2
"""So many deeds tell of the turn in which somebody rose most."""
MOST_POINTS = 4
"""So many turning points are named in the lede."""
"""So many of the year after it tell what followed."""

_kept = Cache(MOST_BYTES)


def page(
    slug: str, person: Any, told: TellsOf, *, eyes: str = "", board: str = ""
) -> ChroniclePage:
    """The chronicle of a campaign that is over; ``told`` gives for the key of a book how it is told, and
    ``board`` is the key of the board that is shown. Raises ``NotNow`` before the end, and what
    :func:`campaigns.selectors.reader.view_as.through` does.
    """
    at = reading(slug, person)
    seen = _seen(at, eyes)
    key = _key(seen)
    story = _kept.get(key, lambda: _told(seen, told(at.campaign.rulebook)))
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
    names = {key: say(_name(at, key, told)) for key in (*at.book.powers, *at.book.factions)}
    plain = {key: say(badge.name) for key in names if (badge := at.badge(key))}
    begun = end_of_first_turn(phases)
    called = {key: badge.name for key in names if (badge := at.badge(key))}
    within = {key: _name(at, key, told) for key in called}
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
    turnings = _turnings(turns, by_turn, news, told)
    great = say(weighing.headline(weighing.clauses(news, HEADS, latest=True))[0])
    rows = sampling.stood(gathered.board, measure, names) if measure else ()
    if measure and rows:
        rows += sampling.without(rows, series, measure, names)
    goals = (
        sampling.goals(gathered.board, measure.goals) if measure and measure.goals and rows else ()
    )
    own = _taken(rows, gathered, within, told) if measure and rows else []
    named = _above_others(own)
    standing = (
        _standing(
            rows,
            goals,
            measure,
            series,
            begun,
            names,
            told.plurals,
            _sides_told(rows, gathered, measure, names),
        )
        if measure and rows
        else []
    )
    cause: list[str] = []
    if standing and measure:
        cause = [
            _cause(rows, gathered, series, measure, within, told, own, turnings),
            _steps_told(rows, turns, by_turn, names, measure, begun),
            _held_back(rows, turns, measure, within),
            _stayed_out(rows, gathered, measure, told, within),
        ]
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
        lede=_lede([text, say(told.ends), *standing], cause, turnings, lucky, names),
        cause=" ".join(filter(None, cause)),
        ending=text,
        stood=tuple(row._replace(name=plain[row.key]) for row in rows),
        first=first,
        last=last,
        places=tuple(places_of(phases)),
        axis=axis_of(phases),
        series=series,
        turnings=_turning_points(
            turnings,
            by_turn,
            turns,
            {phase.number: phase for phase in phases},
            told,
            within,
            []
            if at.eyes
            else [
                _tells_most(t.event, turns, secrets.get(t.event.phase, {}), gathered.asked)
                for t in turnings
            ],
            at.eyes,
        ),
        then={number: each[at.eyes] for number, each in secrets.items() if at.eyes in each},
        telling=frozenset(
            power for each in secrets.values() for power, known in each.items() if known.any
        ),
        years=_years(phases, news, gathered, series, [each.event for each in named]),
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


def _tells_most(
    event: weighing.Event, turns: Turns, then: Mapping[str, Secrets], asked: Mapping[str, int]
) -> str:
    """The power through whose eyes a turning point tells most, of those for which something was secret in its phase:
    who did not know what its doer ordered before who did, and whom it names before others. Whoever is out of the game
    is not asked: nobody ``asked`` it for anything since, and nothing of what was kept is its own. Empty where there is
    none.
    """
    doer, parties = (
        event.actor or wording.named_first(event.head, turns.names),
        turns.parties(event),
    )
    ranked = []
    for place, (power, known) in enumerate(then.items()):
        own = any(badge.key == power for one in known.known for badge in one.whose)
        plays = asked.get(power, 0) >= event.phase or (own and power in parties)
        if not (known.any and plays):
            continue
        unknown = any(badge.key == doer for one in known.ordered for badge in one.whose)
        named = event.head.rfind(turns.names.get(power, power)) if unknown else 0
        side = turns.sides.get(power) == turns.sides.get(doer, doer)
        amount = sum(len(words) for one in known.known for _badge, words in one.held)
        rank = not unknown, power not in parties, -named, side, power != doer, -amount, place
        ranked.append((*rank, power))
    return str(min(ranked)[-1]) if ranked else ""


def _name(at: Reading, key: str, told: ChronicleSpec) -> str:
    badge = at.badge(key)
    name = small(badge.name) if badge else key
    return f"the {name}" if key in told.articles else name


def _nothing(phases: list[Phase]) -> str:
    turns = len({phase.turn_title for phase in phases})
    return _("%(count)s turns without news") % {"count": wording.upper(wording.number(turns))}


def _turnings(
    turns: Turns,
    by_turn: list[weighing.Event],
    news: list[weighing.Event],
    told: ChronicleSpec,
) -> list[weighing.Turning]:
    """The turning points, of all that is told (``news``), gathered ``by_turn``."""
    tide = turns.turned_by(news)
    return weighing.turning_points(
        *(by_turn, turns.moved, turns.own, told.most_turnings),
        long=turns.long or told.apart,
        tide=tide,
        soon=turns.year_after(tide.turn) if tide else (),
    )


def _turning_points(
    turnings: list[weighing.Turning],
    news: list[weighing.Event],
    turns: Turns,
    phases: Mapping[int, Phase],
    spec: ChronicleSpec,
    names: Mapping[str, str],
    tellers: Sequence[str],
    eyes: str | None,
) -> tuple[TurningPoint, ...]:
    """The turning points in the order of time; what followed is what the same powers did or met in the year after, told
    of the last of several, and not where it is a turning point itself. Where it is not one power's doing it is that of
    the first that it names. ``names`` are what powers and sides are called within an English sentence. ``tellers`` are
    the powers whose eyes tell most, and ``eyes`` is the power that tells it itself.
    """
    told = {turning.event.head for turning in turnings}
    found: list[TurningPoint] = []
    powers = {key: name for key, name in turns.names.items() if key in turns.sides}
    events = [turning.event for turning in turnings]
    whys = tuple(reasons.whys(events, turns, spec, names, news))
    leads_nowhere = {each.kind for each in spec.news if not each.follows}
    phases_told = {event.phase for event in events}
    for place, event in reversed(list(enumerate(events, 1))):
        came = reasons.came_of(event, phases[event.phase].headline, phases[event.phase].lede)
        beside = [
            e
            for e in news
            if e.turn == event.turn
            and e not in events
            and (e.phase not in phases_told if e.phase != event.phase else not came)
            and 100 * e.weight >= BESIDE_WEIGHT * event.weight
        ]
        year_after = turns.year_after(event.turn)
        whose = turns.touched(event)
        followed = [
            e
            for e in news
            if e.turn in year_after and e.head not in told and turns.parties(e) & whose
            if e.kind not in leads_nowhere and e.phase not in phases_told
        ]
        later = weighing.weightiest(followed, LATER)
        told |= {each.head for each in later}
        turn = turns.turns.index(event.turn)
        year_before = turns.turns[max(turn - turns.a_year, 0) : turn]
        saw = [e for e in news if e.turn in year_before and eyes in turns.parties(e)]
        point = TurningPoint(
            number=place,
            phase=event.phase,
            turn=say(event.turn),
            head=say(wording.upper(event.head)),
            came=say(came),
            why=whys[place - 1],
            beside=reasons.clauses(weighing.weightiest(beside, BESIDE)),
            later=wording.upper(reasons.clauses(later, dated=True)),
            actor=event.actor or wording.named_first(event.head, powers),
            knew=tellers[place - 1] if tellers else "",
            before=wording.upper(reasons.clauses(weighing.weightiest(saw, BEFORE), dated=True)),
        )
        found.insert(0, point)
    return tuple(found)


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


def _standing(
    rows: tuple[wording.Stood, ...],
    goals: tuple[wording.Stood, ...],
    by: Measure,
    series: tuple[sampling.Series, ...],
    begun: int,
    names: Mapping[str, str],
    plurals: frozenset[str],
    sides: str,
) -> list[str]:
    """Who stood best and by which measure, and how that came about; ``begun`` is where the first turn ended."""
    chart = next((each for each in series if each.key == by.chart), None)
    gained = {t.key: (t.value_at(begun), t.last) for t in chart.tracks} if chart else {}
    best = _best(rows)
    rose = best and gained.get(best.key, (0, 0))
    return [
        wording.measured(rows, by, plurals),
        sides,
        wording.won(goals, by.goals.unit) if by.goals else "",
        ""
        if rose and rose[1] > rose[0]
        else wording.gained({names[k]: n for k, n in gained.items() if k in names}, by),
    ]


def _cause(
    rows: tuple[wording.Stood, ...],
    gathered: Gathered,
    series: tuple[sampling.Series, ...],
    by: Measure,
    within: Mapping[str, str],
    told: ChronicleSpec,
    own: list[conquests.Taken],
    turnings: Iterable[weighing.Turning] = (),
) -> str:
    """Why who stands best does: what they and those of their side took (``own``), the weightiest in the order of time, and
    who came to them; ``within`` are names in an English sentence. What is a turning point is told there.
    """
    best = _best(rows)
    if best is None:
        return ""
    of = _keys(best, gathered, within)
    events = [event for event in gathered.events if weighing.is_news(event, told.news)]
    named = _above_others(own)
    values = [
        value
        for chart in series
        for track in chart.tracks
        if chart.key == by.chart and track.key == best.key
        for _place, value in track.steps
    ]
    taken = wording.took(
        best,
        [say(each.what) for each in own if each in named],
        len(own) - len(named),
        told.plurals,
        all_kept=bool(values) and values == sorted(values),
        counted=bool(by.value or by.stakes),  # else the measure counts such places
    )
    points = [turning.event.head for turning in turnings]
    gathered_in_turns = [each for each in weighing.by_turn(events) if each.head not in points]
    events = [event for event in events if not any(event.head in head for head in points)]
    deeds = conquests.deeds(events, of, best.key)
    lost, back = conquests.fell_later(events, of, best.key, deeds.get("joined", ()))
    deeds |= {kind: names for kind, names in (("lost", lost), ("regained", back)) if names}
    powers = {
        within[key].removeprefix("the ") for key in gathered.at.book.powers if key != best.key
    }
    wars = () if by.stayed_out else conquests.wars_between(gathered_in_turns, of, best.key, powers)
    done = wording.done(within[best.key], deeds), wording.fought(wars)
    return " ".join(filter(None, (taken, *done)))


def _best(rows: tuple[wording.Stood, ...]) -> wording.Stood | None:
    """Who stands best; nobody where several do."""
    best, *others = sorted(rows, key=lambda row: -row.rank)
    return None if any(row.rank == best.rank for row in others) else best


def _keys(
    best: wording.Stood, gathered: Gathered, within: Mapping[str, str]
) -> Callable[[str], str]:
    """Gives the key of a name, of all on the side of who stands best that of the side."""
    sides = {key: badge.faction for key in within if (badge := gathered.at.badge(key))}

    def of(name: str) -> str:
        keys = (key for key, its in within.items() if name and its.endswith(name))
        return next((best.key if sides[key] == best.key else key for key in keys), "")

    return of


def _taken(
    rows: tuple[wording.Stood, ...],
    gathered: Gathered,
    within: Mapping[str, str],
    told: ChronicleSpec,
) -> list[conquests.Taken]:
    """What who stands best took, and those of their side."""
    best = _best(rows)
    if best is None:
        return []
    events = [event for event in gathered.events if weighing.is_news(event, told.news)]
    of = _keys(best, gathered, within)
    return [each for each in conquests.taken(events, of) if each.who == best.key]


def _above_others(taken: list[conquests.Taken]) -> list[conquests.Taken]:
    """The weightiest of what was taken; where not all that weigh the same find room, none of them is named if others are."""
    ranked = sorted(taken, key=lambda each: -each.weight)
    chosen, rest = ranked[:MOST_TAKEN], ranked[MOST_TAKEN:]
    above = [each for each in chosen if not rest or each.weight > rest[0].weight]
    return above if len(above) >= FEW_TAKEN else chosen


def _steps_told(
    rows: tuple[wording.Stood, ...],
    turns: Turns,
    news: list[weighing.Event],
    names: Mapping[str, str],
    by: Measure,
    begun: int,
) -> str:
    """When who stands best rose most, with what they did then, and who rose and fell again; empty where nothing is told."""
    best = [row for row in rows if row.rank == max(each.rank for each in rows)]
    if len(best) != 1:
        return ""
    found = []
    if rise := turns.rise(best[0].key):
        turn, step = rise
        own = [each for each in news if each.turn == turn and best[0].key in turns.sided(each)]
        own.sort(key=lambda each: (each.actor != best[0].key, -each.weight))
        if own:
            values = step.track.value_at(begun), step.track.last, step.before, step.after
            events = reasons.clauses(weighing.by_turn(own[:MOST_DONE]))
            name = names[best[0].key]
            found.append(wording.rose(name, values, by, (reasons.in_turn(turn), events)))
    if fall := turns.fall():
        turn, track, most = fall
        told = {
            "name": wording.upper(names.get(track.key, say(track.name))),
            "most": wording.signed(most),
            "turn": say(turn),
            "last": wording.signed(track.last),
        }
        found.append(_("%(name)s rose to %(most)s (%(turn)s) and fell to %(last)s.") % told)
    return " ".join(found)


def _sides_told(
    rows: tuple[wording.Stood, ...], gathered: Gathered, by: Measure, names: Mapping[str, str]
) -> str:
    """What the powers of each side hold together, where the book wants it told."""
    sums: Counter[str] = Counter()
    for row in rows if by.sides else ():
        if badge := gathered.at.badge(row.key):
            sums[names.get(badge.faction, badge.faction)] += row.value
    return wording.together(sums, by)


def _held_back(
    rows: tuple[wording.Stood, ...], turns: Turns, by: Measure, within: Mapping[str, str]
) -> str:
    """What held others back from who stands best, as the log's numbers show it; empty where nothing did."""
    best, held = _best(rows), by.held_back
    chart = next((each for each in turns.series if held and each.key == held.chart), None)
    if best is None or held is None or chart is None:
        return ""
    came: dict[str, list[tuple[str, int]]] = {}
    for track in chart.tracks:
        at = next((place for place, value in track.steps if value >= held.full), None)
        if track.key == best.key or track.key not in within:
            continue
        if at is not None and track.steps[0][0] < at:
            turn = next(turn for turn in turns.turns if at <= turns.ends[turn])
            came.setdefault(turn, []).append((within[track.key], track.value_at(at - 1)))
    turn = max(came, key=lambda each: len(came[each]), default="")
    if len(came.get(turn, ())) < FEW_HELD:
        return ""
    said = held.says.format(
        turn=turn,
        who=joined(name for name, _value in came[turn]),
        most=max(value for _name, value in came[turn]),
        best=within[best.key],
    )
    return say(wording.upper(said))


def _stayed_out(
    rows: tuple[wording.Stood, ...],
    gathered: Gathered,
    by: Measure,
    told: ChronicleSpec,
    within: Mapping[str, str],
) -> str:
    """Which powers of other sides came to war with another only after who stands best did, and when."""
    best = _best(rows)
    if best is None or not by.stayed_out:
        return ""
    powers = {within[key].removeprefix("the "): key for key in gathered.at.book.powers}
    since = conquests.at_war_since(gathered.events, lambda name: powers.get(name, ""))
    first = since.get(best.key)
    late = [
        (say(within[key]), reasons.in_turn(event.turn))
        for key, event in since.items()
        if first and event.phase > first.phase and _side(gathered, key) != _side(gathered, best.key)
    ]
    return wording.upper(wording.stayed_out(late))


def _side(gathered: Gathered, key: str) -> str:
    badge = gathered.at.badge(key)
    return badge.faction if badge else ""


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
            f"{reasons.clause(each.event)} ({say(each.event.turn)})"
            for each in turnings[:MOST_POINTS]
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
