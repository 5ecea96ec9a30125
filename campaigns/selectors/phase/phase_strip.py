"""The strip over every page: the campaign, its reader, the phase and who is how far."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from campaigns.crypto import receipts
from campaigns.domain import clock_policy
from campaigns.domain.clock import Clock
from campaigns.domain.deadline_steps import moment_of, phrase
from campaigns.domain.wording import in_readers_words, within
from campaigns.messages import shown
from campaigns.models import Campaign, Seat, Sheet, Status
from campaigns.models import Phase as PhaseRow
from campaigns.selectors.phase import dice_chains
from campaigns.selectors.phase.clocks import of as clock_of
from campaigns.selectors.phase.records import (
    ChangedVariant,
    Extensions,
    Head,
    PhaseLine,
    Reader,
    Readiness,
    StepLine,
)
from campaigns.selectors.reader import names
from campaigns.selectors.reader.access import Reading, power_badge
from campaigns.selectors.reader.power_badges import Badge
from campaigns.selectors.reader.unread_press import unread
from core.records import like
from core.sql.statements import Select
from core.text.durations import duration
from rules.kernel.phases import AskedPower, Phase

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
        status_reason=shown(campaign.status_reason, by_script=campaign.dice_given),
        resumes_at=campaign.resumes_at if campaign.status == Status.PAUSED else None,
        private=campaign.private,
        by_script=campaign.dice_given,
        zone=campaign.policy.zone,
        listed=campaign.listed,
        anonymous=names.hides_its_players(campaign),
        language=campaign.language,
        delay=campaign.delay,
        behind=at.is_behind,
        ended=at.shown.ended,
        agreements=book.agreements_title,
        hues=tuple((key, book.factions[key].hue) for key in book.factions),
        variants=tuple(
            like(ChangedVariant, switch, chosen=switch.choices[chosen])
            for key, switch in book.switches.items()
            if (chosen := switched.get(key, switch.default)) != switch.default
            and chosen in switch.choices
        ),
        sides=tuple((key, book.factions[key].name) for key in book.factions),
        map_look=clock_policy.look_words(campaign.policy),
        first_game=bool(campaign.first_game),
        dice=campaign.dice_policy,
        takes_seeds=dice_chains.is_open(campaign) and not at.is_behind,
    )


def reader_of(at: Reading) -> Reader:
    """Who looks."""
    return Reader(
        person_id=at.person.pk if at.person else None,
        name=at.person.name if at.person else "",
        powers=tuple(power_badge(at.book, power) for power in at.powers),
        acting=power_badge(at.book, at.acting) if at.acting else None,
        is_moderator=at.is_moderator,
        keys=tuple(
            (power, key["public"])
            for power, key in sorted(at.campaign.keys_of_seats.items())
            if power in at.own_powers
        ),
        new=at.new_lines,
        looked=at.look.at if at.look else None,
        press=unread(at),
        stands_in=at.stands_in_for,
        may=at.deputies[0].get_level_display() if at.deputies else "",
        log_seq=at.campaign.log_seq,
        log_hash=at.campaign.log_hash,
        receipts=receipts.key_in(at.campaign) is not None,
    )


def phase_line(at: Reading) -> PhaseLine | None:
    """The phase in play and its clock."""
    phase, policy = at.phase, at.campaign.policy
    if phase is None:
        return None
    asked = at.rules.of(at.acting) if at.acting else None
    runs = at.campaign.status == Status.RUNNING
    clock = phase.times
    own = clock.closes_for(at.acting or "")
    return PhaseLine(
        number=phase.number,
        phase_id=phase.pk,
        rules=at.rules,
        opened_at=phase.opened_at,
        due_at=phase.due_at,
        due_sentence=phase.due_in_words,
        grace_until=phase.grace_until,
        closes_at=_closes_at(at, phase) if runs else None,
        in_grace=clock.in_grace,
        missed=policy.missed,
        silence=silence_of(at, asked),
        asked=asked.what if asked else "",
        then=then_of(at.rules),
        again=phase.again,
        steps=steps_of(phase),
        early_from=phase.early_from if phase.early_from and phase.early_from > at.now else None,
        own_due=own if own != clock.closes_at else None,
        waits_for=tuple(
            in_readers_words(power_badge(at.book, power).name, at.campaign.rulebook)
            for power in _waited_for(at, phase)
        ),
        extensions=extensions_of(at, phase),
        dice_wait=dice_chains.waits_for(at),
    )


def _waited_for(at: Reading, phase: PhaseRow) -> list[str]:
    """The powers for which the phase waits: those that were given more time alone; or of a campaign that waits
    for its moderator, those from which nothing has come.
    """
    if at.campaign.status == Status.WAITING:
        return phase.unsealed
    runs = at.campaign.status == Status.RUNNING
    clock = phase.times
    return clock.waits_for(clock.of_their_own, at.now) if runs else []


def _closes_at(at: Reading, phase: PhaseRow) -> datetime | None:
    """When the clock strikes next for the acting power; once it has, for those who have more time."""
    clock = phase.times
    own = clock.closes_for(at.acting or "")
    if own is not None and own <= at.now and (late := clock.waits_for(clock.of_their_own, at.now)):
        return clock.last_close(late)
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
    # A player's own: no deputy takes them.
    own = at.acting if at.acting in at.own_powers else None
    seat = next((one for one in at.seats if one.power == own), None)
    if seat is None or not (policy.extensions or policy.breaks.pauses):
        return None
    pauses = max(0, policy.breaks.pauses - seat.pauses)
    left = max(0, policy.extensions - seat.extensions)
    in_time = phase.due_at is not None and phase.due_at > at.now
    return Extensions(
        left=left,
        hours=duration(timedelta(hours=policy.extension_hours)) if policy.extensions else "",
        possible=bool(left) and in_time and at.campaign.status == Status.RUNNING,
        pauses=pauses,
        pause_hours=duration(timedelta(hours=policy.breaks.pause_hours))
        if policy.breaks.pauses
        else "",
        may_pause=bool(pauses) and in_time and at.campaign.status == Status.RUNNING,
    )


def readiness_of(at: Reading, sheets: Sheets) -> tuple[Readiness, ...]:
    """Who is how far; the reader's own powers first."""
    if at.phase is None:
        return ()
    clock = clock_of(at.campaign, at.phase, at.now)
    result = [_readiness(at, seat, sheets, clock) for seat in at.seats]
    return tuple(sorted(result, key=lambda one: not one.mine))


def sheets_of(at: Reading) -> Sheets:
    """The sheets of the phase that count or are drafts, without opening any."""
    if at.phase is None:
        return {}
    sheets: Sheets = {}
    for sheet in _SHEETS.all(at.phase.pk):
        sheet.phase = at.phase
        sheets.setdefault(sheet.power, {})[sheet.state] = sheet
    return sheets


def sealed_by_people(at: Reading) -> tuple[Badge, ...]:
    """The powers whose players have sealed orders for the open phase, as everybody sees; never what."""
    sheets = (kept.get(Sheet.State.SEALED) for kept in sheets_of(at).values())
    return at.badges(
        sheet.power for sheet in sheets if sheet is not None and sheet.how == Sheet.How.PLAYER
    )


def own_draft(at: Reading, sheets: Sheets, power: str) -> Sheet | None:
    """The reader's own draft for a power, by their own hand."""
    draft = sheets.get(power, {}).get(Sheet.State.DRAFT)
    return draft if draft is not None and draft.is_hand_of(at.hand) else None


def silence_of(at: Reading, asked: AskedPower | None) -> str:
    """One sentence: what happens to this power if it sends nothing."""
    if asked is None:
        return ""
    name = at.book.powers[asked.power].name
    return silence_in_words(at.campaign, name, asked.silence)


def silence_in_words(campaign: Campaign, power: str, silence: str) -> str:
    """The same of a power by its name; ``silence`` is what the rulebook says of it."""
    name = in_readers_words(power, campaign.rulebook)
    match campaign.policy.missed:
        case "autopilot":
            return _("If you send nothing, the autopilot plays for %(name)s.") % {
                "name": within(name)
            }
        case "wait":
            return _("If you send nothing, the campaign waits for its moderator.")
        case _:
            return _("If you send nothing, %(silence)s.") % {
                "silence": in_readers_words(silence, campaign.rulebook).rstrip(".")
            }


def then_of(rules: Phase) -> str:
    """What happens when the phase is over. Where the rulebook does not say it, the next step is named."""
    if rules.then:
        return rules.then
    keys = [step.key for step in rules.steps]
    after = rules.steps[keys.index(rules.key) + 1 :] if rules.key in keys else ()
    return _("The next step is %(title)s.") % {"title": after[0].title} if after else ""


def _readiness(at: Reading, seat: Seat, sheets: Sheets, clock: Clock) -> Readiness:
    mine = seat.power in at.powers
    sealed = sheets.get(seat.power, {}).get(Sheet.State.SEALED)
    draft = own_draft(at, sheets, seat.power) if mine else None
    if not at.rules.awaits(seat.power):
        state, when = "not_awaited", None
    elif sealed is not None:
        state, when = "sealed", sealed.at
    elif clock.is_late(seat.power, at.now):
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
