"""Entries of the log in words, and values of facts."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs

from campaigns import votes
from campaigns.deadlines import ClockPolicy, changes
from campaigns.holding import Held
from campaigns.lengths import duration
from campaigns.models import LogEntry
from campaigns.selectors.access import Player, Reading
from rules.kernel.events import Line
from rules.kernel.facts import FactSpec
from rules.kernel.serial import shaped

HOW = {
    "ready": "Resolved as soon as everybody was ready",
    "deadline": "Resolved at the deadline",
    "grace": "Resolved when the last seal had come in grace",
    "forced": "Resolved by the moderator",
    "agreed": "Resolved by agreement of the players",
}


PASSED = {
    "successor": "Named as the successor.",
    "player": "A player who offered to take the desk.",
    "staff": "For the staff of this site: nobody else could.",
}
"""Why the desk passed to somebody."""


def entry_line(entry: LogEntry, reading: Reading, people: Mapping[int, Player]) -> Line | None:
    """An entry in words; ``None`` for one that only brings events or is there to be checked.

    ``people`` are at least those who caused it, by key.
    """
    if entry.kind == "act" and "happened" not in json.loads(entry.body):
        return None
    teller = _TELLERS.get(entry.kind)
    if teller is None:
        return None
    telling = _Telling(entry, reading, people)
    return _by_deputy(telling, teller(telling))


def _by_deputy(t: "_Telling", line: Line) -> Line:
    """What a deputy does bears their name."""
    if "deputy" not in t.body:
        return line
    said = f"By {t.person}, who stands in for {t.power}'s player."
    return structs.replace(line, rest=f"{line.rest} {said}".strip())


def secret_line(held: Held, reading: Reading) -> Line | None:
    """What a power did in secret, in words; ``None`` where its events tell it."""
    said = _SECRETLY.get(held.kind)
    badge = reading.badge(held.power)
    if said is None or badge is None:
        return None
    head = f"{badge.name} {said}"
    return Line(
        head=head, rest=fingerprint(held.commitment), actor=held.power, sort="seal", weight=5
    )


def value_in_words(spec: FactSpec, value: Any, reading: Reading) -> str:
    """A fact's value for people."""
    if spec.type == "yes":
        return "yes" if value else "no"
    return _choice(str(value), reading) if spec.type in ("control", "choice") else str(value)


def _choice(option: str, reading: Reading) -> str:
    """One of named options: ``belgium`` is Belgium, ``usa.sworn`` The United States, sworn."""
    if option not in reading.said:
        parts = []
        for part in option.split("."):
            badge = reading.badge(part)
            parts.append(badge.name if badge else part.replace("_", " "))
        said = ", ".join(parts)
        reading.said[option] = said[:1].upper() + said[1:]
    return reading.said[option]


def fingerprint(commitment: str) -> str:
    """The first digits of a commitment, in groups that can be read aloud."""
    return f"{commitment[:4]} {commitment[4:8]}"


class _Telling:
    """One entry with what its sentence needs."""

    def __init__(self, entry: LogEntry, reading: Reading, people: Mapping[int, Player]) -> None:
        self.entry, self.reading, self.people = entry, reading, people
        self.body: dict[str, Any] = json.loads(entry.body)

    @property
    def power(self) -> str:
        badge = self.reading.badge(self.entry.power)
        return badge.name if badge else self.entry.power

    @property
    def person(self) -> str:
        key = self.entry.person_id
        return self.people[key].name if key is not None else "somebody"

    @property
    def doer(self) -> str:
        """Who changed something of the clock: a person, the players by their agreement, or the site."""
        named = {"people": "the players", "clock": "the site"}
        return named.get(self.entry.actor) or self.person

    @property
    def reason(self) -> str:
        return str(self.body.get("reason", ""))

    @property
    def decided(self) -> str:
        """Who decided on a seat, and why."""
        number = self.body.get("consent")
        by = f"By agreement of the players, question {number}." if number else "By the moderator."
        return f"{by} {self.reason}".strip()

    @property
    def question(self) -> str:
        """What the people are asked."""
        about = self.body["about"]
        badge = self.reading.badge(about.get("power", ""))
        power = badge.name if badge else ""
        return question_in_words(self.body["kind"], about, power, self.person)

    def names(self, key: str) -> str:
        badges = [self.reading.badge(power) for power in self.body.get(key, [])]
        return ", ".join(badge.name for badge in badges if badge)

    def line(self, head: str, rest: str = "", sort: str = "clock", weight: int = 5) -> Line:
        return Line(head=head, rest=rest, actor=self.entry.power, sort=sort, weight=weight)


def question_in_words(kind: str, about: Mapping[str, Any], power: str, person: str) -> str:
    """What the people are asked, by its kind; ``power`` and ``person`` are names."""
    known = votes.KINDS.get(kind)
    return known.says(about, power, person) if known else kind


def _length(seconds: int) -> str:
    return duration(timedelta(seconds=seconds))


def _press_said(body: Mapping[str, Any]) -> str:
    """What press a campaign allows from now on."""
    said = {
        "full": "private and public",
        "public": "public only",
        "none": "none",
    }[body["allowed"]]
    if body["allowed"] != "none" and body["anonymous"]:
        said += ", also without a name"
    if body["allowed"] == "full" and body["opens"]:
        said += ", private threads may open after the end"
    return said


def _limits(body: Mapping[str, Any]) -> str:
    """How long an invitation holds, and for how many."""
    until = datetime.fromisoformat(body["until"]) if body["until"] else None
    parts = [f"until {until:%d %B %Y, %H:%M} UTC"] if until else []
    if uses := body["uses"]:
        parts.append(f"for {uses} {'person' if uses == 1 else 'people'}")
    return f"Valid {' and '.join(parts)}." if parts else ""


def _must_agree(body: Mapping[str, Any]) -> str:
    asked = ", or the one whose seat it is" if body["alone"] else ""
    if not body["needed"]:
        return "The one whose seat it is must agree."
    return f"{body['needed']} must agree{asked}."


def _resolved(t: _Telling) -> Line:
    silent = t.names("silent")
    return t.line(HOW.get(t.body["how"], "Resolved"), f"Silent: {silent}." if silent else "")


def _opened(t: _Telling) -> Line:
    turn, title = t.body["turn"], t.body["title"]
    return t.line(title if turn in title else f"{turn}: {title}", "Open for orders.")


def _rules_changed(t: _Telling) -> Line:
    before, after = t.body["before"], t.body["after"]
    if not before["rules"]:
        head = "From here on the exact rules are recorded"
        rest = f"Revision {after['revision']}. Before, one name could stand for several states of them."
    else:
        head = "From here on other rules hold"
        rest = f"Revision {after['revision']} instead of {before['revision']}."
    if after["rules"]:
        rest += f" Digest {fingerprint(after['rules'])}."
    return t.line(head, rest, "moderator", 20)


RIGHTS = {"see": "see", "draft": "see and draft", "seal": "see, draft and seal"}
"""How far a deputy may go, by the level."""


def _until(moment: str) -> str:
    return f", until {datetime.fromisoformat(moment):%d %B %Y, %H:%M} UTC" if moment else ""


def _day(moment: str) -> str:
    return f"{datetime.fromisoformat(moment):%d %B %Y, %H:%M} UTC"


GRADES = {
    "same": "What everybody knows of the past comes out the same by both.",
    "words": "Only words change.",
    "different": "Played by both, the past would not come out the same.",
}
"""How another revision differs."""


def _rules_moved(t: _Telling) -> Line:
    after = t.body["after"]
    by = "by agreement of the players" if t.entry.actor == "people" else f"by {t.person}"
    head = f"Moved on to revision {after['revision']} of the rules {by}"
    begins = [f"Line {t.body['line']} begins."] if "line" in t.body else []
    return t.line(head, " ".join((*begins, GRADES[t.body["grade"]], t.reason)), "moderator", 20)


def _rolled_back(t: _Telling) -> Line:
    body = t.body
    by = "by agreement of the players" if t.entry.actor == "people" else f"by {t.person}"
    head = f"Back to {body['turn']}: {body['title']}, {by}"
    rest = (
        f"Phase {body['to']} is played again; line {body['line']} begins. What was revealed stays known. "
        f"{t.reason}"
    )
    return t.line(head, rest, "moderator", 60)


def _origin(t: _Telling) -> str:
    """Of a fork, where it comes from."""
    forked = t.body.get("forked")
    if forked is None:
        return ""
    return f" A fork of {forked['campaign']}, from phase {forked['phase']}: {forked['turn']}, {forked['title']}."


def _overridden(t: _Telling) -> Line:
    body = t.body
    by = "by agreement of the players" if t.entry.actor == "people" else f"by {t.person}"
    what = f"Override {body['override']}"
    head = f"{what} undoes override {body['undoes']}, {by}" if "undoes" in body else f"{what}, {by}"
    return t.line(
        f"{head}: {votes.changes_in_words(body['changes'])}",
        f"Rule {body['rule']}. {t.reason}",
        "moderator",
        60,
    )


_SECRETLY = {
    "standing.set": "left standing orders",
    "standing.withdrawn": "took its standing orders back",
}


def _lines(t: _Telling) -> str:
    """The lines that an entry about a dispatch tells of; facts that the rules do not know, by key."""
    book, given = t.reading.names, t.body["facts"]
    said = given if isinstance(given, dict) else dict.fromkeys(given)
    parts = []
    for key, value in said.items():
        spec = book.facts[key] if book is not None and key in book.facts else None
        label = spec.label if spec else key
        words = "" if value is None else value_in_words(spec, value, t.reading) if spec else value
        parts.append(f"{label}: {words}" if value is not None else label)
    shown = "; ".join(parts[:MOST_LINES_TOLD])
    return (
        f"{shown}; {len(parts) - MOST_LINES_TOLD} more" if len(parts) > MOST_LINES_TOLD else shown
    )


MOST_LINES_TOLD = 6
"""So many lines of a dispatch one line of the log names."""


def _proposed(t: _Telling) -> Line:
    happened = ". ".join(t.body.get("happened", ()))
    until = {"both": f"Waits for {t.names('concerns')}.", "deadline": "Waits for the deadline."}
    if t.body["until"] == "both" and not t.body["concerns"]:
        until["both"] = ""
    head = f"{t.power} declares: {happened or _lines(t)}"
    rest = f"{_lines(t)}. {until[t.body['until']]}" if happened else until[t.body["until"]]
    return t.line(head, rest.strip(), "fact", 10)


def _policy(t: _Telling) -> Line:
    """A change of the clock, old → new; entries from before it was kept give the reason alone."""
    head = f"Clock changed by {t.person}"
    if "before" not in t.body:
        return t.line(head, t.reason, "moderator")
    before, after = (shaped(t.body[key], ClockPolicy, strict=False) for key in ("before", "policy"))
    said = "; ".join(changes(before, after))
    return t.line(head, f"{said[:1].upper()}{said[1:]}. {t.reason}", "moderator")


def _more_time(t: _Telling) -> Line:
    more = _length(t.body["seconds"])
    if t.entry.actor == "power":
        head = f"{t.power}: {t.person} takes {more} more"
        return t.line(head, f"{t.body['left']} left. {t.reason}".strip(), "clock")
    return t.line(f"{more} more, from {t.doer}", t.reason, "moderator")


_TELLERS: dict[str, Callable[[_Telling], Line]] = {
    "act": lambda t: t.line(". ".join(t.body["happened"]), f"Declared by {t.power}.", "fact", 10),
    "dispatch.proposed": _proposed,
    "dispatch.looked": lambda t: t.line(
        f"{t.power} agrees to dispatch {t.body['dispatch']}", f"{_lines(t)}.", "fact"
    ),
    "dispatch.disputed": lambda t: t.line(
        f"{t.power} disputes a line of dispatch {t.body['dispatch']}: {_lines(t)}",
        t.reason,
        "fact",
        8,
    ),
    "dispatch.withdrawn": lambda t: t.line(
        f"{t.power} withdraws of dispatch {t.body['dispatch']}: {_lines(t)}", "", "fact"
    ),
    "dispatch.settled": lambda t: t.line(
        f"{t.person} {'lets stand' if t.body['stands'] else 'strikes out'}: {_lines(t)}",
        t.reason,
        "moderator",
        20,
    ),
    "dispatch.lapsed": lambda t: t.line(
        f"Not in effect: {_lines(t)}", f"{t.body['why'].capitalize()}.", "fact"
    ),
    "campaign.founded": lambda t: t.line("Campaign created", f"By {t.person}.{_origin(t)}", "seat"),
    "campaign.forked": lambda t: t.line(
        f"A fork begins with {t.body['turn']}, {t.body['title']}, by agreement of the players",
        f"{t.reason} The same people play it; nobody else reads it.",
        "moderator",
        20,
    ),
    "campaign.started": lambda t: t.line("Play begins", "", "clock"),
    "campaign.finished": lambda t: t.line(
        "The campaign is over", t.body.get("text", ""), "clock", 90
    ),
    "dice.chained": lambda t: t.line(
        "A new chain of dice was drawn", f"{t.reason} Head {fingerprint(t.body['head'])}.".lstrip()
    ),
    "seat.taken": lambda t: t.line(f"{t.power}: {t.person} takes the seat", "", "seat"),
    "seat.left": lambda t: t.line(f"{t.power}: the seat was given up", "", "seat"),
    "seat.assigned": lambda t: t.line(f"{t.power} goes to {t.person}", t.decided, "moderator"),
    "seat.freed": lambda t: t.line(f"{t.power}: the seat is free", t.decided, "moderator"),
    "seat.bot": lambda t: t.line(
        f"{t.power} is played by the autopilot", t.decided if t.reason else "", "seat"
    ),
    "deputy.accepted": lambda t: t.line(
        f"{t.power}: {t.person} stands in for its player",
        f"May {RIGHTS[t.body['level']]}{', letters too' if t.body['press'] else ''}"
        f"{_until(t.body['until'])}.",
        "seat",
    ),
    "deputy.ended": lambda t: t.line(
        f"{t.power}: a deputy stands in no more", f"{t.body['how'].capitalize()}.", "seat"
    ),
    "seat.disorder": lambda t: t.line(
        f"{t.power} falls into civil disorder",
        f"{t.body['missed']} deadlines missed in a row. The autopilot plays; the seat is open.",
        "seat",
        20,
    ),
    "absence.announced": lambda t: t.line(
        f"{t.names('powers')}: {t.person} is away",
        f"From {_day(t.body['from'])} to {_day(t.body['until'])}.",
        "seat",
    ),
    "absence.ended": lambda t: t.line(f"{t.power}: {t.person} is back", "", "seat"),
    "clock.stretched": lambda t: t.line(
        f"The deadline moves by {_length(t.body['seconds'])}",
        f"The player of {t.power} is away.",
    ),
    "order.sealed": lambda t: t.line(f"{t.power} sealed", fingerprint(t.entry.commitment), "seal"),
    "order.withdrawn": lambda t: t.line(
        f"{t.power} took its seal back", fingerprint(t.entry.commitment), "seal"
    ),
    "order.voided": lambda t: t.line(
        f"{t.power}: the seal is void", f"{fingerprint(t.entry.commitment)}. {t.reason}", "seal", 20
    ),
    "standing.set": lambda t: t.line(
        f"{t.power} left standing orders", fingerprint(t.entry.commitment), "seal"
    ),
    "standing.withdrawn": lambda t: t.line(
        f"{t.power} took its standing orders back", fingerprint(t.entry.commitment), "seal"
    ),
    "phase.opened": _opened,
    "rules.changed": _rules_changed,
    "rules.moved": _rules_moved,
    "line.rolled_back": _rolled_back,
    "state.overridden": _overridden,
    "ruling.made": lambda t: t.line(
        f"Ruling {t.body['ruling']} on {t.body['rule']}, "
        + ("by agreement of the players" if t.entry.actor == "people" else f"by {t.person}"),
        t.body["text"],
        "moderator",
        40,
    ),
    "ruling.withdrawn": lambda t: t.line(
        f"Ruling {t.body['ruling']} is withdrawn by {t.person}", t.reason, "moderator", 20
    ),
    "override.answered": lambda t: t.line(
        f"{t.power}: {t.person} has {t.body['answer']} override {t.body['override']}",
        t.reason,
        "moderator",
        20,
    ),
    "phase.resolved": _resolved,
    "clock.grace": lambda t: t.line("The deadline has passed", f"Grace for {t.names('missing')}."),
    "clock.waiting": lambda t: t.line(
        "The campaign waits for its moderator", f"Nothing came from {t.names('missing')}."
    ),
    "clock.given_back": lambda t: t.line(
        f"The deadline moves by {_length(t.body['seconds'])}", "The service was away that long."
    ),
    "clock.longer": lambda t: t.line(
        f"{_length(t.body['seconds'])} more for {t.power} alone, from {t.doer}",
        t.reason,
        "moderator",
    ),
    "clock.added": lambda t: t.line(
        f"{_length(t.body['seconds'])} more, from the site's staff", t.reason, "moderator"
    ),
    "clock.stumbled": lambda t: t.line("This phase could not be resolved", "Nothing is lost."),
    "clock.rules_missing": lambda t: t.line(
        "Paused: the rules of this campaign are missing",
        f"This site does not have revision {t.body['revision']}. Nothing is lost.",
        "moderator",
        20,
    ),
    "clock.paused": lambda t: t.line(f"Paused by {t.doer}", t.reason, "moderator", 20),
    "consent.asked": lambda t: t.line(
        f"Question {t.body['consent']}: {t.question}",
        f"{_must_agree(t.body)} {t.body['reason']}",
        "moderator",
        20,
    ),
    "consent.given": lambda t: t.line(
        f"{t.power}: {t.person} agrees", f"Question {t.body['consent']}.", "moderator"
    ),
    "consent.taken_back": lambda t: t.line(
        f"{t.power}: {t.person} agrees no more", f"Question {t.body['consent']}.", "moderator"
    ),
    "consent.lapsed": lambda t: t.line(
        f"Question {t.body['consent']} is closed", f"Nothing is done: {t.body['why']}.", "moderator"
    ),
    "consent.ended": lambda t: t.line(
        "The players have agreed to end the campaign", t.reason, "moderator", 20
    ),
    "consent.resolved": lambda t: t.line(
        "Resolved early by agreement of the players", t.reason, "moderator", 20
    ),
    "clock.resumed": lambda t: t.line(
        f"Resumed by {t.doer}",
        f"The deadline moves by {_length(t.body['seconds'])}.",
        "moderator",
    ),
    "clock.extended": _more_time,
    "moderator.forced": lambda t: t.line(
        f"Resolved early by {t.person}", t.reason, "moderator", 20
    ),
    "moderator.facts": lambda t: t.line(
        f"Facts corrected by {t.person}", t.reason, "moderator", 20
    ),
    "moderator.mapping": lambda t: t.line(
        f"Reading of VASSAL saves {'changed' if t.body['text'] else 'taken away'} by {t.person}",
        f"{t.body['module']}: {t.reason}",
        "moderator",
    ),
    "moderator.press": lambda t: t.line(
        f"Press: {_press_said(t.body)}, says {t.person}", t.reason, "moderator"
    ),
    "moderator.policy": _policy,
    "desk.nudged": lambda t: t.line(
        f"{t.person} reminds {t.names('powers')}", t.reason, "moderator"
    ),
    "spectators.delayed": lambda t: t.line(
        f"Spectators follow {votes.turns_behind(t.body['turns'])} from now on",
        t.reason,
        "moderator",
        20,
    ),
    "invitation.made": lambda t: t.line(
        f"{t.power}: an invitation was made" if t.entry.power else "An invitation was made",
        _limits(t.body),
        "moderator",
    ),
    "invitation.revoked": lambda t: t.line("An invitation was revoked", "", "moderator"),
    "moderator.left": lambda t: t.line(
        f"{t.person} moderates no more" if t.entry.person_id else "A moderator has left",
        "",
        "moderator",
    ),
    "desk.successor": lambda t: t.line(
        f"{t.person} follows at the desk" if t.body["named"] else "No successor is named any more",
        "When the last moderator leaves." if t.body["named"] else "",
        "moderator",
    ),
    "desk.offered": lambda t: t.line(
        f"{t.person} would take the desk"
        if t.body["willing"]
        else f"{t.person} would not take the desk after all",
        "",
        "moderator",
    ),
    "desk.passed": lambda t: t.line(
        f"{t.person} is now the moderator", PASSED[t.body["to"]], "moderator", 20
    ),
    "desk.empty": lambda t: t.line(
        "This campaign has no moderator",
        "The players decide by agreement until one of them takes the desk.",
        "moderator",
        20,
    ),
    "moderator.added": lambda t: t.line(f"{t.person} is now a moderator", "", "moderator"),
}
