"""Entries of the log in words, and values of facts."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, pgettext
from msgspec import structs

from campaigns import messages
from campaigns.domain import vote_kinds
from campaigns.domain.clock_policy import ClockPolicy, changes
from campaigns.domain.languages import tongue_in_words
from campaigns.domain.wording import in_readers_words, with_its_turn
from campaigns.models import LogEntry
from campaigns.proofs import signatures
from campaigns.proofs.secret_heads import SecretHead
from campaigns.selectors.log.fact_weights import NUMBERS, capitals_of, told_first
from campaigns.selectors.log.value_changes import changes_in_words
from campaigns.selectors.reader.access import Reading
from campaigns.selectors.reader.names import People
from campaigns.selectors.reader.power_badges import Badge
from core.text.durations import duration
from core.text.moments import day_and_time
from rules.kernel.events import Line
from rules.kernel.facts import FactSpec
from rules.kernel.grammar import capital, within
from rules.kernel.serial import shaped

HOW = {
    "ready": _lazy("Resolved as soon as everybody was ready"),
    "deadline": _lazy("Resolved at the deadline"),
    "grace": _lazy("Resolved when the last seal had come in grace"),
    "forced": _lazy("Resolved by the moderator"),
    "agreed": _lazy("Resolved by agreement of the players"),
}


PASSED = {
    "successor": _lazy("Named as the successor."),
    "player": _lazy("A player who offered to take the desk."),
    "staff": _lazy("For the staff of this site: nobody else could."),
}
"""Why the desk passed to somebody."""


def entry_line(entry: LogEntry, reading: Reading, people: People) -> Line | None:
    """An entry in words; ``None`` for one that only brings events or is there to be checked.

    ``people`` are at least those who caused it, by key.
    """
    if entry.kind == "act" and "happened" not in json.loads(entry.body):
        return None
    teller = _TELLERS.get(entry.kind)
    if teller is None:
        return None
    telling = _Telling(entry, reading, people)
    line = teller(telling)
    return _by_deputy(telling, line) if line is not None else None


def written_in(line: Line, entry: LogEntry, people: People) -> tuple[str, ...]:
    """What of an entry's line people wrote themselves: their name, and why they did it."""
    reason = capital(str(json.loads(entry.body).get("reason", "")))
    said = f"{line.head} {line.rest}"
    return tuple(each for each in (reason, people.by(entry)) if each and each in said)


def _by_deputy(t: "_Telling", line: Line) -> Line:
    """What a deputy does bears their name."""
    if "deputy" not in t.body:
        return line
    said = _("By %(person)s, who stands in for %(power)s's player.") % {
        "person": t.person,
        "power": within(t.power),
    }
    return structs.replace(line, rest=f"{line.rest} {said}".strip())


def secret_line(held: SecretHead, reading: Reading) -> Line | None:
    """What a power did in secret, in words; ``None`` where its events tell it."""
    said = _SECRETLY.get(held.kind)
    badge = reading.badge(held.power)
    if said is None or (badge is None and held.power):
        return None
    return Line(
        head=said % {"power": _named(badge, reading) if badge else _("The desk")},
        rest=fingerprint(held.commitment),
        actor=held.power,
        sort="seal",
        weight=5,
    )


def value_in_words(spec: FactSpec, value: Any, reading: Reading) -> str:
    """A fact's value for people."""
    if spec.type == "yes":
        return _("yes") if value else _("no")
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


def _named(badge: Badge, reading: Reading) -> str:
    """A power as the campaign's own book has it in the reader's language."""
    return in_readers_words(badge.name, reading.campaign.rulebook)


def fingerprint(commitment: str) -> str:
    """The first digits of a commitment, in groups that can be read aloud."""
    return f"{commitment[:4]} {commitment[4:8]}"


class _Telling:
    """One entry with what its sentence needs."""

    def __init__(self, entry: LogEntry, reading: Reading, people: People) -> None:
        self.entry, self.reading, self.people = entry, reading, people
        self.body: dict[str, Any] = json.loads(entry.body)

    @property
    def power(self) -> str:
        badge = self.reading.badge(self.entry.power)
        return _named(badge, self.reading) if badge else self.entry.power

    @property
    def person(self) -> str:
        return self.people.by(self.entry) or _("somebody")

    @property
    def doer(self) -> str:
        """Who changed something of the clock: a person, the players by their agreement, or the site."""
        if self.entry.actor == "people":
            return _("the players")
        return _("the site") if self.entry.actor == "clock" else self.person

    @property
    def reason(self) -> str:
        """Why, in the words of who did it, as a sentence of its own: it never reads on from what was done."""
        return capital(str(self.body.get("reason", "")))

    @property
    def decided(self) -> str:
        """Who decided on a seat, and why."""
        number = self.body.get("consent")
        by = (
            _("By agreement of the players, question %(number)s.") % {"number": number}
            if number
            else _("By the moderator.")
        )
        return f"{by} {self.reason}".strip()

    @property
    def question(self) -> str:
        """What the people are asked."""
        about = self.body["about"]
        badge = self.reading.badge(about.get("power", ""))
        power = _named(badge, self.reading) if badge else ""
        return question_in_words(self.reading, self.body["kind"], about, power, self.person)

    def names(self, key: str) -> str:
        badges = [self.reading.badge(power) for power in self.body.get(key, [])]
        return ", ".join(_named(badge, self.reading) for badge in badges if badge)

    def line(self, head: str, rest: str = "", sort: str = "clock", weight: int = 5) -> Line:
        return Line(head=head, rest=rest, actor=self.entry.power, sort=sort, weight=weight)


def question_in_words(
    at: Reading, kind: str, about: Mapping[str, Any], power: str, person: str
) -> str:
    """What the people are asked, by its kind; ``power`` and ``person`` are names."""
    known = vote_kinds.KINDS.get(kind)
    if "changes" in about:
        about = {**about, "changes": changes_in_words(at, about["changes"])}
    return known.says(about, power, person) if known else kind


def _waits_for(body: Mapping[str, Any]) -> str:
    """What dice wait for that are thrown after the close."""
    if "round" in body:
        return _("Its dice wait for round %(round)s of the beacon.") % {"round": body["round"]}
    if not body["waits"]:
        return _("No player keeps a chain of dice; the dice follow at once.")
    until = day_and_time(datetime.fromisoformat(body["until"]))
    waits = ngettext(
        "Its dice wait for the link of %(number)s player, until %(until)s at most.",
        "Its dice wait for the links of %(number)s players, until %(until)s at most.",
        len(body["waits"]),
    )
    return waits % {"number": len(body["waits"]), "until": until}


def _length(seconds: int) -> str:
    return duration(timedelta(seconds=seconds))


def _press_said(body: Mapping[str, Any]) -> str:
    """What press a campaign allows from now on."""
    said = {
        "full": _("private and public"),
        "public": _("public only"),
        "none": pgettext("press", "none"),
    }[body["allowed"]]
    if body["allowed"] != "none" and body["anonymous"]:
        said = _("%(said)s, also without a name") % {"said": said}
    if body["allowed"] == "full" and body["opens"]:
        said = _("%(said)s, private threads may open after the end") % {"said": said}
    return said


def _and_why(t: _Telling, said: str) -> str:
    """What is told of an act, and its reason where one was given."""
    return f"{said} {t.reason}".strip()


def _limits(body: Mapping[str, Any]) -> str:
    """How long an invitation holds, and for how many."""
    until = datetime.fromisoformat(body["until"]) if body["until"] else None
    said = {"until": day_and_time(until)} if until else {}
    if not (uses := body["uses"]):
        return _("Valid until %(until)s.") % said if until else ""
    said["uses"] = uses
    if until:
        return (
            ngettext(
                "Valid until %(until)s and for %(uses)s person.",
                "Valid until %(until)s and for %(uses)s people.",
                uses,
            )
            % said
        )
    return ngettext("Valid for %(uses)s person.", "Valid for %(uses)s people.", uses) % said


def _must_agree(body: Mapping[str, Any]) -> str:
    if not body["needed"]:
        return _("The one whose seat it is must agree.")
    said = {"count": body["needed"]}
    if body["alone"]:
        return _("%(count)s must agree, or the one whose seat it is.") % said
    return _("%(count)s must agree.") % said


def _resolved(t: _Telling) -> Line:
    silent = t.names("silent")
    return t.line(
        str(HOW.get(t.body["how"], _("Resolved"))),
        _("Silent: %(powers)s.") % {"powers": silent} if silent else "",
    )


def _opened(t: _Telling) -> Line:
    opened = with_its_turn(t.body["turn"], t.body["title"], t.reading.campaign.rulebook)
    return t.line(opened, _("Open for orders."))


def _rules_changed(t: _Telling) -> Line:
    before, after = t.body["before"], t.body["after"]
    rest = _("Revision %(revision)s instead of %(before)s.") % {
        "revision": after["revision"],
        "before": before["revision"],
    }
    digest = _("Digest %(digest)s.") % {"digest": fingerprint(after["rules"])}
    return t.line(_("From here on other rules hold"), f"{rest} {digest}", "moderator", 20)


RIGHTS = {
    "see": _lazy("see"),
    "draft": _lazy("see and draft"),
    "seal": _lazy("see, draft and seal"),
}
"""How far a deputy may go, by the level."""


def _from(moment: str) -> str:
    return _(", from %(moment)s") % {"moment": _day(moment)} if moment else ""


def _until(moment: str) -> str:
    return _(", until %(moment)s") % {"moment": _day(moment)} if moment else ""


def _day(moment: str) -> str:
    return day_and_time(datetime.fromisoformat(moment))


GRADES = {
    "same": _lazy("What everybody knows of the past comes out the same by both."),
    "words": _lazy("Only words change."),
    "different": _lazy("Played by both, the past would not come out the same."),
}
"""How another revision differs."""


def _rules_moved(t: _Telling) -> Line:
    after = t.body["after"]
    said = {"revision": after["revision"], "person": t.person}
    head = (
        _("Moved on to revision %(revision)s of the rules by agreement of the players") % said
        if t.entry.actor == "people"
        else _("Moved on to revision %(revision)s of the rules by %(person)s") % said
    )
    begins = _("Line %(line)s begins.") % t.body
    return t.line(head, f"{begins} {GRADES[t.body['grade']]} {t.reason}", "moderator", 20)


def _then(t: _Telling, body: Mapping[str, Any]) -> dict[str, str]:
    """The turn and the phase that an entry names, in its reader's words."""
    return {
        key: in_readers_words(body[key], t.reading.campaign.rulebook) for key in ("turn", "title")
    }


def _rolled_back(t: _Telling) -> Line:
    body = t.body
    said = {**_then(t, body), "person": t.person}
    head = (
        _("Back to %(turn)s: %(title)s, by agreement of the players") % said
        if t.entry.actor == "people"
        else _("Back to %(turn)s: %(title)s, by %(person)s") % said
    )
    rest = _(
        "Phase %(to)s is played again; line %(line)s begins. What was revealed stays known."
    ) % {"to": body["to"], "line": body["line"]}
    return t.line(head, f"{rest} {t.reason}", "moderator", 60)


def _origin(t: _Telling) -> str:
    """Of a fork, where it comes from."""
    forked = t.body.get("forked")
    if forked is None:
        return ""
    said = _("A fork of %(campaign)s, from phase %(phase)s: %(turn)s, %(title)s.") % {
        **forked,
        **_then(t, forked),
    }
    return f" {said}"


def _language(t: _Telling) -> str:
    """In which language the people write, where they have said."""
    code = t.body.get("language")
    if not code:
        return ""
    said = _("The players write in this language: %(name)s.") % {"name": tongue_in_words(code)}
    return f" {said}"


def _overridden(t: _Telling) -> Line:
    body = t.body
    said = {
        "number": body["override"],
        "undone": body.get("undoes"),
        "person": t.person,
        "changes": changes_in_words(t.reading, body["changes"]),
    }
    agreed = t.entry.actor == "people"
    if "undoes" in body:
        head = (
            _(
                "Override %(number)s undoes override %(undone)s, by agreement of the players: %(changes)s"
            )
            if agreed
            else _("Override %(number)s undoes override %(undone)s, by %(person)s: %(changes)s")
        )
    elif agreed:
        head = _("Override %(number)s, by agreement of the players: %(changes)s")
    else:
        head = _("Override %(number)s, by %(person)s: %(changes)s")
    rule = _("Rule %(rule)s.") % {"rule": body["rule"]}
    return t.line(head % said, f"{rule} {t.reason}", "moderator", 60)


_SECRETLY = {
    "standing.set": _lazy("%(power)s left standing orders"),
    "standing.withdrawn": _lazy("%(power)s took its standing orders back"),
    "value.proposed": _lazy("%(power)s proposed to correct a secret value"),
    "value.agreed": _lazy("%(power)s agreed to the correction of a secret value"),
    "value.refused": _lazy("%(power)s refused the correction of a secret value"),
    "value.withdrawn": _lazy("%(power)s withdrew the correction of a secret value"),
    "value.accepted": _lazy("%(power)s accepted the correction of a secret value"),
}


def _lines(t: _Telling) -> str:
    """The lines that an entry about a dispatch tells of; facts that the rules do not know, by key."""
    book, given, by = t.reading.names, t.body["facts"], t.reading.campaign.rulebook
    said = given if isinstance(given, dict) else dict.fromkeys(given)
    capitals = capitals_of(by, t.reading.campaign.revision)
    parts: list[tuple[int, str]] = []
    for key, value in said.items():
        spec = book.facts[key] if book is not None and key in book.facts else None
        label = in_readers_words(spec.label, by) if spec else key
        words = (
            ""
            if value is None
            else in_readers_words(value_in_words(spec, value, t.reading), by)
            if spec
            else value
        )
        place = (
            told_first(spec.label, value_in_words(spec, value, t.reading), capitals)
            if spec
            else NUMBERS
        )
        parts.append((place, f"{label}: {words}" if value is not None else label))
    parts.sort(key=itemgetter(0))
    shown = "; ".join(words for _place, words in parts[:MOST_LINES_TOLD])
    if (left := len(parts) - MOST_LINES_TOLD) > 0:
        return _("%(lines)s; %(count)d more") % {"lines": shown, "count": left}
    return shown


MOST_LINES_TOLD = 6
"""So many lines of a dispatch one line of the log names."""


def _proposed(t: _Telling) -> Line:
    happened = in_readers_words(". ".join(t.body.get("happened", ())), t.reading.campaign.rulebook)
    if t.body["until"] == "deadline":
        until = _("Waits for the deadline.")
    elif t.body["concerns"]:
        until = _("Waits for %(powers)s.") % {"powers": within(t.names("concerns"))}
    else:
        until = ""
    head = _("%(power)s declares: %(what)s") % {"power": t.power, "what": happened or _lines(t)}
    rest = f"{_lines(t)}. {until}" if happened else until
    return t.line(head, rest.strip(), "fact", 10)


def _policy(t: _Telling) -> Line:
    """A change of the clock, old → new."""
    head = _("Clock changed by %(person)s") % {"person": t.person}
    before, after = (shaped(t.body[key], ClockPolicy, strict=False) for key in ("before", "policy"))
    said = "; ".join(changes(before, after))
    return t.line(head, f"{said[:1].upper()}{said[1:]}. {t.reason}", "moderator")


def _longer(t: _Telling) -> Line:
    """More time for one power alone: from a moderator, or to seal again what was made void."""
    said = {"length": _length(t.body["seconds"]), "power": within(t.power), "doer": t.doer}
    if t.entry.actor == "clock":
        return t.line(
            _("%(length)s more for %(power)s alone, to seal again") % said, t.reason, "clock"
        )
    head = _("%(length)s more for %(power)s alone, from %(doer)s") % said
    return t.line(head, t.reason, "moderator")


def _more_time(t: _Telling) -> Line:
    more = _length(t.body["seconds"])
    if t.entry.actor == "power":
        head = _("%(power)s: %(person)s takes %(more)s more") % {
            "power": t.power,
            "person": t.person,
            "more": more,
        }
        left = _("%(count)s left.") % {"count": t.body["left"]}
        return t.line(head, f"{left} {t.reason}".strip(), "clock")
    return t.line(
        _("%(length)s more, from %(doer)s") % {"length": more, "doer": t.doer},
        t.reason,
        "moderator",
    )


def _answered(t: _Telling) -> str:
    said = {"power": t.power, "person": t.person, "number": t.body["override"]}
    if t.body["answer"] == "disputed":
        return _("%(power)s: %(person)s has disputed override %(number)s") % said
    return _("%(power)s: %(person)s has acknowledged override %(number)s") % said


def _released(t: _Telling) -> Line | None:
    """Of published orders, those that were void, which nobody is told before."""
    void = [one["power"] for one in t.body["orders"] if one["how"] == "void"]
    if not void:
        return None
    badges = filter(None, map(t.reading.badge, void))
    head = ngettext(
        "%(powers)s: what was sealed was no longer allowed",
        "%(powers)s: what they sealed was no longer allowed",
        len(void),
    )
    said = {"powers": ", ".join(_named(badge, t.reading) for badge in badges)}
    return t.line(head % said, _("It is void and did nothing."), weight=20)


_TELLERS: dict[str, Callable[[_Telling], Line | None]] = {
    "act": lambda t: t.line(
        ". ".join(t.body["happened"]),
        _("Declared by %(power)s.") % {"power": within(t.power)},
        "fact",
        10,
    ),
    "dispatch.proposed": _proposed,
    "dispatch.looked": lambda t: t.line(
        _("%(power)s agrees to dispatch %(dispatch)s")
        % {"power": t.power, "dispatch": t.body["dispatch"]},
        f"{_lines(t)}.",
        "fact",
    ),
    "dispatch.disputed": lambda t: t.line(
        _("%(power)s disputes a line of dispatch %(dispatch)s: %(lines)s")
        % {"power": t.power, "dispatch": t.body["dispatch"], "lines": _lines(t)},
        t.reason,
        "fact",
        8,
    ),
    "dispatch.withdrawn": lambda t: t.line(
        _("%(power)s withdraws of dispatch %(dispatch)s: %(lines)s")
        % {"power": t.power, "dispatch": t.body["dispatch"], "lines": _lines(t)},
        "",
        "fact",
    ),
    "dispatch.settled": lambda t: t.line(
        (
            _("%(person)s lets stand: %(lines)s")
            if t.body["stands"]
            else _("%(person)s strikes out: %(lines)s")
        )
        % {"person": t.person, "lines": _lines(t)},
        t.reason,
        "moderator",
        20,
    ),
    "dispatch.lapsed": lambda t: t.line(
        _("Not in effect: %(lines)s") % {"lines": _lines(t)},
        f"{messages.shown(t.body['why']).capitalize()}.",
        "fact",
    ),
    "campaign.founded": lambda t: t.line(
        _("Campaign created"),
        _("By %(person)s.") % {"person": t.person}
        + _origin(t)
        + (" " + _("The players are anonymous until the end.") if t.body.get("anonymous") else "")
        + _language(t),
        "seat",
    ),
    "campaign.forked": lambda t: t.line(
        _("A fork begins with %(turn)s, %(title)s, by agreement of the players") % _then(t, t.body),
        f"{t.reason} " + _("The same people play it; nobody else reads it."),
        "moderator",
        20,
    ),
    "campaign.started": lambda t: t.line(_("Play begins"), t.reason, "clock"),
    "campaign.finished": lambda t: t.line(
        _("Play has ended"), messages.shown(t.body.get("text", "")), "clock", 90
    ),
    "dice.chained": lambda t: t.line(
        _("A new chain of dice was drawn"),
        (f"{t.reason} " + _("Head %(head)s.") % {"head": fingerprint(t.body["head"])}).lstrip(),
    ),
    "phase.closed": lambda t: t.line(_("The phase is closed"), _waits_for(t.body)),
    "act.asked": lambda t: t.line(
        _("%(power)s asks for a roll") % {"power": t.power}, _waits_for(t.body)
    ),
    "dice.seat": lambda t: t.line(
        _("%(power)s adds a chain of its own to the dice") % {"power": t.power},
        _("Head %(head)s.") % {"head": fingerprint(t.body["head"])},
    ),
    "seat.key": lambda t: t.line(
        (_("%(power)s has a seat key") if t.body["public"] else _("%(power)s has no seat key now"))
        % {"power": t.power},
        _("Fingerprint %(key)s.") % {"key": signatures.fingerprint(t.body["public"])}
        if t.body["public"]
        else _("The site alone vouches for this seat."),
        "seat",
        15 if t.body["number"] > 1 or not t.body["public"] else 1,
    ),
    "site.key": lambda t: t.line(
        _("The site signs its receipts with another key")
        if t.body["before"]
        else _("The site signs receipts from now on"),
        _("Fingerprint %(key)s.") % {"key": signatures.fingerprint(t.body["key"])}
        + (
            " " + _("The key before did not sign this; ask whoever runs the site why.")
            if t.body["before"] and not t.body["by_before"]
            else ""
        ),
        "",
        20 if t.body["before"] and not t.body["by_before"] else 1,
    ),
    "seat.taken": lambda t: t.line(
        _("%(power)s: %(person)s takes the seat") % {"power": t.power, "person": t.person},
        "",
        "seat",
    ),
    "seat.left": lambda t: t.line(
        _("%(power)s: the seat was given up") % {"power": t.power}, "", "seat"
    ),
    "seat.assigned": lambda t: t.line(
        _("%(power)s goes to %(person)s") % {"power": t.power, "person": t.person},
        t.decided,
        "moderator",
    ),
    "seat.freed": lambda t: t.line(
        _("%(power)s: the seat is free") % {"power": t.power}, t.decided, "moderator"
    ),
    "seat.bot": lambda t: t.line(
        _("%(power)s is played by the autopilot") % {"power": t.power},
        t.decided if t.reason else "",
        "seat",
    ),
    "deputy.accepted": lambda t: t.line(
        _("%(power)s: %(person)s stands in for its player")
        % {"power": t.power, "person": t.person},
        (_("May %(do)s, letters too%(until)s.") if t.body["press"] else _("May %(do)s%(until)s."))
        % {
            "do": RIGHTS[t.body["level"]],
            "until": _from(t.body.get("from", "")) + _until(t.body["until"]),
        },
        "seat",
    ),
    "deputy.ended": lambda t: t.line(
        _("%(power)s: a deputy stands in no more") % {"power": t.power},
        f"{messages.shown(t.body['how']).capitalize()}.",
        "seat",
    ),
    "seat.disorder": lambda t: t.line(
        _("%(power)s falls into civil disorder") % {"power": t.power},
        _("%(missed)s deadlines missed in a row. The autopilot plays; the seat is open.")
        % {"missed": t.body["missed"]},
        "seat",
        20,
    ),
    "absence.announced": lambda t: t.line(
        _("%(powers)s: %(person)s is away") % {"powers": t.names("powers"), "person": t.person},
        _("From %(begins)s to %(until)s.")
        % {"begins": _day(t.body["from"]), "until": _day(t.body["until"])},
        "seat",
    ),
    "absence.ended": lambda t: t.line(
        _("%(power)s: %(person)s is back") % {"power": t.power, "person": t.person}, "", "seat"
    ),
    "clock.stretched": lambda t: t.line(
        _("The deadline moves by %(length)s") % {"length": _length(t.body["seconds"])},
        _("The player of %(power)s is away.") % {"power": within(t.power)},
    ),
    "order.sealed": lambda t: t.line(
        _("%(power)s sealed") % {"power": t.power}, fingerprint(t.entry.commitment), "seal"
    ),
    "order.withdrawn": lambda t: t.line(
        _("%(power)s took its seal back") % {"power": t.power},
        fingerprint(t.entry.commitment),
        "seal",
    ),
    "order.voided": lambda t: t.line(
        _("%(power)s: the seal is void") % {"power": t.power},
        f"{fingerprint(t.entry.commitment)}. {messages.shown(t.reason)}",
        "seal",
        20,
    ),
    "standing.set": lambda t: t.line(
        _("%(power)s left standing orders") % {"power": t.power},
        fingerprint(t.entry.commitment),
        "seal",
    ),
    "standing.withdrawn": lambda t: t.line(
        _("%(power)s took its standing orders back") % {"power": t.power},
        fingerprint(t.entry.commitment),
        "seal",
    ),
    "phase.opened": _opened,
    "rules.changed": _rules_changed,
    "rules.moved": _rules_moved,
    "line.rolled_back": _rolled_back,
    "state.overridden": _overridden,
    "ruling.made": lambda t: t.line(
        (
            _("Ruling %(number)s on %(rule)s, by agreement of the players")
            if t.entry.actor == "people"
            else _("Ruling %(number)s on %(rule)s, by %(person)s")
        )
        % {"number": t.body["ruling"], "rule": t.body["rule"], "person": t.person},
        t.body["text"],
        "moderator",
        40,
    ),
    "ruling.withdrawn": lambda t: t.line(
        _("Ruling %(ruling)s is withdrawn by %(person)s")
        % {"ruling": t.body["ruling"], "person": t.person},
        t.reason,
        "moderator",
        20,
    ),
    "override.answered": lambda t: t.line(
        _answered(t),
        t.reason,
        "moderator",
        20,
    ),
    "phase.resolved": _resolved,
    "orders.released": _released,
    "clock.grace": lambda t: t.line(
        _("The deadline has passed"), _("Grace for %(missing)s.") % {"missing": t.names("missing")}
    ),
    "clock.waiting": lambda t: t.line(
        _("The campaign waits for its moderator"),
        _("Nothing came from %(missing)s.") % {"missing": t.names("missing")},
    ),
    "clock.given_back": lambda t: t.line(
        _("The deadline moves by %(length)s") % {"length": _length(t.body["seconds"])},
        _("The service was away that long."),
    ),
    "clock.longer": _longer,
    "clock.added": lambda t: t.line(
        _("%(length)s more, from the site's staff") % {"length": _length(t.body["seconds"])},
        t.reason,
        "moderator",
    ),
    "clock.stumbled": lambda t: t.line(
        _("This phase could not be resolved"), _("Nothing is lost.")
    ),
    "clock.nobody": lambda t: t.line(
        _("Paused: nobody has a seat any more"),
        _("Play goes on when somebody takes one."),
        "moderator",
        20,
    ),
    "clock.rules_missing": lambda t: t.line(
        _("Paused: the rules of this campaign are missing"),
        _("This site does not have revision %(revision)s. Nothing is lost.")
        % {"revision": t.body["revision"]},
        "moderator",
        20,
    ),
    "clock.paused": lambda t: t.line(
        _("Paused by %(doer)s") % {"doer": t.doer},
        _("Until %(moment)s. %(reason)s") % {"moment": _day(t.body["until"]), "reason": t.reason}
        if t.body.get("until")
        else t.reason,
        "moderator",
        20,
    ),
    "clock.takeover": lambda t: t.line(
        _("The deadline moves by %(length)s") % {"length": _length(t.body["seconds"])},
        _("%(power)s has a new player, who has fair time.") % {"power": t.power},
    ),
    "consent.asked": lambda t: t.line(
        _("Question %(consent)s: %(question)s")
        % {"consent": t.body["consent"], "question": t.question},
        " ".join((_must_agree(t.body), t.body["reason"])),
        "moderator",
        20,
    ),
    "consent.given": lambda t: t.line(
        _("%(power)s: %(person)s agrees") % {"power": t.power, "person": t.person},
        _("Question %(consent)s.") % {"consent": t.body["consent"]},
        "moderator",
    ),
    "consent.taken_back": lambda t: t.line(
        _("%(power)s: %(person)s agrees no more") % {"power": t.power, "person": t.person},
        _("Question %(consent)s.") % {"consent": t.body["consent"]},
        "moderator",
    ),
    "consent.lapsed": lambda t: t.line(
        _("Question %(consent)s is closed") % {"consent": t.body["consent"]},
        _("Nothing is done: %(why)s.") % {"why": messages.shown(t.body["why"])},
        "moderator",
    ),
    "consent.ended": lambda t: t.line(
        _("The players have agreed to end the campaign"), t.reason, "moderator", 20
    ),
    "consent.resolved": lambda t: t.line(
        _("Resolved early by agreement of the players"), t.reason, "moderator", 20
    ),
    "clock.resumed": lambda t: t.line(
        _("The pause is over")
        if t.body.get("by_itself")
        else _("Resumed by %(doer)s") % {"doer": t.doer},
        _and_why(
            t, _("The deadline moves by %(length)s.") % {"length": _length(t.body["seconds"])}
        ),
        "moderator",
    ),
    "clock.extended": _more_time,
    "moderator.forced": lambda t: t.line(
        _("Resolved early by %(person)s") % {"person": t.person}, t.reason, "moderator", 20
    ),
    "moderator.facts": lambda t: t.line(
        _("Facts corrected by %(person)s") % {"person": t.person}, t.reason, "moderator", 20
    ),
    "moderator.mapping": lambda t: t.line(
        (
            _("Reading of VASSAL saves changed by %(person)s")
            if t.body["text"]
            else _("Reading of VASSAL saves taken away by %(person)s")
        )
        % {"person": t.person},
        f"{t.body['module']}: {t.reason}",
        "moderator",
    ),
    "moderator.press": lambda t: t.line(
        _("Press: %(what)s, says %(person)s") % {"what": _press_said(t.body), "person": t.person},
        t.reason,
        "moderator",
    ),
    "moderator.policy": _policy,
    "desk.nudged": lambda t: t.line(
        _("%(person)s reminds %(powers)s")
        % {"person": t.person, "powers": within(t.names("powers"))},
        t.reason,
        "moderator",
    ),
    "spectators.delayed": lambda t: t.line(
        _("Spectators follow %(how_far)s from now on")
        % {"how_far": vote_kinds.turns_behind(t.body["turns"])},
        t.reason,
        "moderator",
        20,
    ),
    "seats.anonymity": lambda t: t.line(
        _("The players are anonymous until the end")
        if t.body["anonymous"]
        else _("The players are named from now on"),
        t.reason,
        "moderator",
        20,
    ),
    "invitation.made": lambda t: t.line(
        _("%(power)s: an invitation was made") % {"power": t.power}
        if t.entry.power
        else _("An invitation was made"),
        _and_why(t, _limits(t.body)),
        "moderator",
    ),
    "invitation.revoked": lambda t: t.line(_("An invitation was revoked"), t.reason, "moderator"),
    "moderator.left": lambda t: t.line(
        _("%(person)s moderates no more") % {"person": t.person}
        if t.entry.person_id
        else _("A moderator has left"),
        t.reason,
        "moderator",
    ),
    "desk.successor": lambda t: t.line(
        _("%(person)s follows at the desk") % {"person": t.person}
        if t.body["named"]
        else _("No successor is named any more"),
        _and_why(t, _("When the last moderator leaves.") if t.body["named"] else ""),
        "moderator",
    ),
    "desk.offered": lambda t: t.line(
        _("%(person)s would take the desk") % {"person": t.person}
        if t.body["willing"]
        else _("%(person)s would not take the desk after all") % {"person": t.person},
        "",
        "moderator",
    ),
    "desk.passed": lambda t: t.line(
        _("%(person)s is now the moderator") % {"person": t.person},
        str(PASSED[t.body["to"]]),
        "moderator",
        20,
    ),
    "desk.empty": lambda t: t.line(
        _("This campaign has no moderator"),
        _("The players decide by agreement until one of them takes the desk."),
        "moderator",
        20,
    ),
    "moderator.added": lambda t: t.line(
        _("%(person)s is now a moderator") % {"person": t.person}, t.reason, "moderator"
    ),
}
