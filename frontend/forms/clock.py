"""The clock policy of a campaign: the fields of its form."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms

from campaigns.deadlines import (
    DAY_NAMES,
    DAYS,
    MAP_LOOK_WORDS,
    MOST_EXTENSIONS,
    MOST_MISSED,
    ClockPolicy,
    Holiday,
)
from campaigns.votes import THRESHOLD_WORDS, named
from frontend.forms.absence import AbsenceFields

MISSED = [
    ("autopilot", "The autopilot plays for it"),
    ("hold", "It does nothing, as the rules say for missed orders"),
    ("wait", "The campaign waits for the moderator"),
]
ADVANCE = [
    ("all_ready", "When all are ready, or at the deadline"),
    ("deadline_only", "At the deadline only"),
]
_BY_VOTE = [(key, f"The players: {words} must agree") for key, words in THRESHOLD_WORDS.items()]
_GUARDED = "Once play has begun you cannot let fewer decide."
FAMILY_WORDS = {
    "default": "every phase",
    "placement": "placing points",
    "targets": "naming countries",
    "reply": "answers",
    "facts": "declaring facts",
}


class ClockForm(AbsenceFields):
    """The clock policy of a campaign, one field for each kind of phase."""

    zone = forms.CharField(
        label="Time zone",
        help_text="For example Europe/Berlin. All days and hours here use this zone.",
    )
    at = forms.CharField(
        label="Deadlines fall at",
        required=False,
        help_text="For example 20:00. Leave empty for no fixed hour.",
    )
    weekdays = forms.MultipleChoiceField(
        label="Deadlines fall on these days only",
        required=False,
        choices=list(zip(DAYS, DAY_NAMES, strict=True)),
        widget=forms.CheckboxSelectMultiple,
        help_text="With an hour. For example Mondays and Thursdays at 20:00: the next of them once the "
        "hours of the phase are over.",
    )
    days_off = forms.MultipleChoiceField(
        label="Days without deadlines",
        required=False,
        choices=list(zip(DAYS, DAY_NAMES, strict=True)),
        widget=forms.CheckboxSelectMultiple,
    )
    holidays = forms.CharField(
        label="Holidays",
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="No deadlines on these days. One a line: 2026-12-24 to 2027-01-01: Christmas",
    )
    grace_hours = forms.FloatField(
        label="Grace, hours", min_value=0, initial=0, help_text="After a missed deadline."
    )
    missed = forms.ChoiceField(label="A power that stays silent", choices=MISSED)
    advance = forms.ChoiceField(label="The phase ends", choices=ADVANCE)
    least_hours = forms.FloatField(
        label="Least time of a phase, hours",
        required=False,
        min_value=0,
        initial=0,
        help_text="It does not end earlier, even when all are ready. 0: at once.",
    )
    extensions = forms.IntegerField(
        label="Extensions for each player",
        required=False,
        min_value=0,
        max_value=MOST_EXTENSIONS,
        initial=0,
        help_text="In the whole campaign. Players take them by themselves before a deadline; everyone gets "
        "the time.",
    )
    extension_hours = forms.FloatField(
        label="Hours of an extension", required=False, min_value=0.01, initial=24
    )
    map_look = forms.ChoiceField(
        label="What is declared of the map counts",
        choices=tuple(MAP_LOOK_WORDS.items()),
        required=False,
        help_text="While it waits everyone sees it; it can be withdrawn, and a disputed line does not count.",
    )

    reseat_after = forms.IntegerField(
        label="Missed deadlines before a seat may be reassigned",
        min_value=1,
        max_value=MOST_MISSED,
        initial=3,
        help_text="In a row. Before that, the other players must agree.",
    )

    def __init__(self, *args: Any, families: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.families = ("default", *families)
        for family in self.families:
            word = FAMILY_WORDS.get(family, family)
            self.fields[f"hours_{family}"] = forms.FloatField(
                label=f"Hours for {word}",
                required=False,
                min_value=0.01,
                help_text="Empty: no deadline."
                if family == "default"
                else "Empty: as for every phase.",
            )
        for kind in named():
            other = "All who are asked must agree" if kind.chosen else "The moderator decides"
            self.fields[f"vote_{kind.key}"] = forms.ChoiceField(
                label=f"Vote: {kind.title[:1].lower()}{kind.title[1:]}",
                required=False,
                choices=[("", other), *_BY_VOTE],
                help_text=_GUARDED if kind.guarded else "",
            )

    @staticmethod
    def initial_from(policy: Any) -> dict[str, Any]:
        """The fields of a policy that is in force."""
        hours = {f"hours_{family}": value for family, value in policy.hours.items()}
        votes = {f"vote_{kind}": threshold for kind, threshold in policy.votes.items()}
        names = (
            "zone",
            "at",
            "days_off",
            "weekdays",
            "least_hours",
            "extensions",
            "extension_hours",
            "grace_hours",
            "missed",
            "advance",
            "reseat_after",
            "map_look",
        )
        filled = {**{name: getattr(policy, name) for name in names}, **hours, **votes}
        filled |= AbsenceFields.initial_of(policy)
        filled["holidays"] = "\n".join(policy.holidays)
        # Whole hours read as people write them: 72, not 72.0.
        return {
            name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in filled.items()
        }

    def clean_holidays(self) -> tuple[Holiday, ...]:
        """The holidays, one a line."""
        return tuple(_holidays(self.cleaned_data["holidays"]))

    def clean(self) -> dict[str, Any]:
        """The policy says itself what is wrong with it."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            for problem in self.policy().problems():
                self.add_error(None, problem.message)
        return data

    def policy(self) -> ClockPolicy:
        """The policy that was filled in."""
        data = self.cleaned_data
        hours = {"default": data["hours_default"]}
        hours.update(
            {f: data[f"hours_{f}"] for f in self.families[1:] if data.get(f"hours_{f}") is not None}
        )
        return ClockPolicy(
            zone=data["zone"],
            hours=hours,
            at=data["at"],
            days_off=tuple(data["days_off"]),
            grace_hours=data["grace_hours"],
            missed=data["missed"],
            advance=data["advance"],
            reseat_after=data["reseat_after"],
            map_look=data["map_look"] or "at_once",
            weekdays=tuple(data["weekdays"]),
            holidays=data["holidays"],
            least_hours=data["least_hours"] or 0,
            extensions=data["extensions"] or 0,
            extension_hours=data["extension_hours"] or 24,
            votes={kind.key: chosen for kind in named() if (chosen := data[f"vote_{kind.key}"])},
            **self.policies(),
        )

    def vote_fields(self) -> list[Any]:
        """Who decides what, for the template."""
        return [self[f"vote_{kind.key}"] for kind in named()]

    def hour_fields(self) -> list[Any]:
        """The hours for each kind of phase, for the template."""
        return [self[f"hours_{family}"] for family in self.families]


def _holidays(text: str) -> Iterator[Holiday]:
    """Holidays as a form writes them, one a line."""
    for line in filter(None, map(str.strip, text.splitlines())):
        found = _HOLIDAY.fullmatch(line)
        if found is None:
            raise forms.ValidationError(
                f"{line!r} is no holiday. Write it like 2026-12-24 to 2027-01-01: Christmas."
            )
        yield Holiday(name=found["name"].strip(), first=found["first"], last=found["last"] or "")


_HOLIDAY = re.compile(
    r"(?P<first>[\d-]{10})(?:\s*(?:to|-|–)\s*(?P<last>[\d-]{10}))?\s*:\s*(?P<name>.{1,60})"
)
