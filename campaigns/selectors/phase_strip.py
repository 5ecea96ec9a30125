"""The strip over every page: the campaign, its reader, the phase and who is how far."""

from datetime import datetime, timedelta

from campaigns import deadlines, rulebooks
from campaigns.duesteps import moment_of, phrase
from campaigns.lengths import duration
from campaigns.models import Phase as PhaseRow
from campaigns.models import Seat, Sheet, Status
from campaigns.selectors.access import Reading, power_badge
from campaigns.selectors.press_unread import unread
from campaigns.selectors.records import (
    ChangedVariant,
    Extensions,
    Head,
    PhaseLine,
    Reader,
    Readiness,
    StepLine,
)
from config.data.statements import Select
from rules.kernel.phases import Asked, Phase

_SHEETS = Select(Sheet, "phase_id = %s AND state IN ('sealed', 'draft')")

Sheets = dict[str, dict[str, Sheet]]
"""Of each power its sheets by state, at most one ``sealed`` and one ``draft``."""


def head_of(at: Reading) -> Head:
    """What the campaign is."""
    campaign, book = at.campaign, at.book
    switched = {**campaign.variants, **campaign.switched}
    return Head(
        slug=campaign.slug,
        title=campaign.title,
        book_key=book.key,
        book_title=book.title,
        revision=at.revision,
        scenario_key=campaign.scenario,
        scenario_title=book.scenarios[campaign.scenario].title,
        status=campaign.status,
        status_reason=campaign.status_reason,
        private=campaign.private,
        zone=campaign.policy.zone,
        listed=campaign.listed,
        delay=campaign.delay,
        behind=at.is_behind,
        ended=at.shown.ended,
        agreements=book.agreements_title,
        hues=tuple((key, rulebooks.faction_of(book, key).hue) for key in book.factions),
        variants=tuple(
            ChangedVariant(
                label=switch.label,
                chosen=switch.choices[chosen],
                help=switch.help,
                rule=switch.rule,
            )
            for key, switch in book.switches.items()
            if (chosen := switched.get(key, switch.default)) != switch.default
            and chosen in switch.choices
        ),
        sides=tuple((key, rulebooks.faction_of(book, key).name) for key in book.factions),
        map_look=deadlines.look_words(campaign.policy),
    )


def reader_of(at: Reading) -> Reader:
    """Who looks."""
    return Reader(
        person_id=at.person.pk if at.person else None,
        name=at.person.name if at.person else "",
        powers=tuple(power_badge(at.book, power) for power in at.powers),
        acting=power_badge(at.book, at.acting) if at.acting else None,
        is_moderator=at.is_moderator,
        new=max(0, at.campaign.log_lines - at.look.lines) if at.look else 0,
        looked=at.look.at if at.look else None,
        press=unread(at),
        stands_in=at.stands_in_for,
        may=at.deputies[0].get_level_display() if at.deputies else "",
    )


def phase_line(at: Reading) -> PhaseLine | None:
    """The phase in play and its clock."""
    phase, policy = at.phase, at.campaign.policy
    if phase is None:
        return None
    asked = at.rules.of(at.acting) if at.acting else None
    runs = at.campaign.status == Status.RUNNING
    own = phase.closes_for(at.acting or "")
    return PhaseLine(
        number=phase.number,
        phase_id=phase.pk,
        rules=at.rules,
        opened_at=phase.opened_at,
        due_at=phase.due_at,
        due_sentence=phase.due_sentence,
        grace_until=phase.grace_until,
        closes_at=_closes_at(at, phase) if runs else None,
        in_grace=phase.grace_until is not None,
        missed=policy.missed,
        silence=silence_of(at, asked),
        asked=asked.what if asked else "",
        then=then_of(at.rules),
        again=phase.again,
        steps=steps_of(phase),
        early_from=phase.early_from if phase.early_from and phase.early_from > at.now else None,
        own_due=own if own != phase.closes_at else None,
        waits_for=tuple(
            power_badge(at.book, power).name for power in phase.waits_for(phase.longer, at.now)
        )
        if runs
        else (),
        extensions=extensions_of(at, phase),
    )


def _closes_at(at: Reading, phase: PhaseRow) -> datetime | None:
    """When the clock strikes next for the acting power; once it has, for those who have more time."""
    own = phase.closes_for(at.acting or "")
    if own is not None and own <= at.now and (late := phase.waits_for(phase.longer, at.now)):
        return phase.last_close(late)
    return own


def steps_of(phase: PhaseRow) -> tuple[StepLine, ...]:
    """What led to the deadline, step by step."""
    return tuple(
        StepLine(words=phrase(step), to=moment_of(step.to) if step.to else None)
        for step in phase.steps
    )


def extensions_of(at: Reading, phase: PhaseRow) -> Extensions | None:
    """What the acting seat has left of its extensions."""
    policy = at.campaign.policy
    seat = next((one for one in at.seats if one.power == at.acting), None)
    if seat is None or not policy.extensions:
        return None
    left = max(0, policy.extensions - seat.extensions)
    in_time = phase.due_at is not None and phase.due_at > at.now
    return Extensions(
        left=left,
        hours=duration(timedelta(hours=policy.extension_hours)),
        possible=bool(left) and in_time and at.campaign.status == Status.RUNNING,
    )


def readiness_of(at: Reading, sheets: Sheets) -> tuple[Readiness, ...]:
    """Who is how far; the reader's own powers first."""
    if at.phase is None:
        return ()
    late = at.phase.grace_until is not None or at.campaign.status == Status.WAITING
    found = [_readiness(at, seat, sheets, late) for seat in at.seats]
    return tuple(sorted(found, key=lambda one: not one.mine))


def sheets_of(at: Reading) -> Sheets:
    """The sheets of the phase that count or are drafts, without opening any."""
    if at.phase is None:
        return {}
    at.phase.campaign = at.campaign
    sheets: Sheets = {}
    for sheet in _SHEETS.all(at.phase.pk):
        sheet.phase = at.phase
        sheets.setdefault(sheet.power, {})[sheet.state] = sheet
    return sheets


def own_draft(at: Reading, sheets: Sheets, power: str) -> Sheet | None:
    """The reader's own draft for a power, by their own hand."""
    draft = sheets.get(power, {}).get(Sheet.State.DRAFT)
    return draft if draft is not None and draft.is_hand_of(at.hand) else None


def silence_of(at: Reading, asked: Asked | None) -> str:
    """One sentence: what happens to this power if it sends nothing."""
    if asked is None:
        return ""
    name = at.book.powers[asked.power].name
    match at.campaign.policy.missed:
        case "autopilot":
            return f"If you send nothing, the autopilot plays for {name}."
        case "wait":
            return "If you send nothing, the campaign waits for its moderator."
        case _:
            return f"If you send nothing, {asked.silence.rstrip('.')}."


def then_of(rules: Phase) -> str:
    """What happens when the phase is over. Revisions from before the rulebooks said it name the next step."""
    if said := getattr(rules, "then", ""):
        return str(said)
    keys = [step.key for step in rules.steps]
    after = rules.steps[keys.index(rules.key) + 1 :] if rules.key in keys else ()
    return f"The next step is {after[0].title}." if after else ""


def _readiness(at: Reading, seat: Seat, sheets: Sheets, late: bool) -> Readiness:
    mine = seat.power in at.powers
    sealed = sheets.get(seat.power, {}).get(Sheet.State.SEALED)
    draft = own_draft(at, sheets, seat.power) if mine else None
    if not at.rules.awaits(seat.power):
        state, when = "not_awaited", None
    elif sealed is not None:
        state, when = "sealed", sealed.at
    elif late and not (at.phase and at.phase.waits_for([seat.power], at.now)):
        state, when = "overdue", None
    elif draft is not None:
        state, when = "draft", draft.at
    else:
        state, when = "waiting", None
    return Readiness(
        badge=power_badge(at.book, seat.power),
        state=state,
        at=when,
        mine=mine,
        ready=sealed is not None and sealed.ready and state == "sealed",
        bot=seat.bot,
    )
