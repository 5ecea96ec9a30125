"""The clock policy of a campaign: the fields of its form."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct
from msgspec.structs import asdict

from accounts.zones import ZoneChoice
from campaigns.domain.clock_policy import (
    DAY_NAMES,
    DAYS,
    LONGEST_HOURS,
    MAP_LOOK_WORDS,
    MOST_EXTENSIONS,
    MOST_HOLIDAYS,
    MOST_MISSED,
    ClockPolicy,
    Holiday,
)
from campaigns.domain.vote_kinds import THRESHOLD_WORDS, named
from campaigns.selectors.lobby.pace import Pace, pace
from campaigns.selectors.moderator import public_holidays
from frontend.forms.absence import AbsenceFields, filled

MISSED = [
    ("autopilot", gettext_lazy("The autopilot plays for it")),
    ("hold", gettext_lazy("It does nothing, as the rules say for missed orders")),
    ("wait", gettext_lazy("The campaign waits for the moderator")),
]
ADVANCE = [
    ("all_ready", gettext_lazy("When all are ready, or at the deadline")),
    ("deadline_only", gettext_lazy("At the deadline only")),
]
COUNT = [
    ("yes", gettext_lazy("count into the hours of a phase")),
    ("no", gettext_lazy("do not count: the hours stand still on them")),
]
_GUARDED = gettext_lazy("Once play has begun you cannot let fewer decide.")
FAMILY_WORDS = {
    "default": gettext_lazy("every phase"),
    "placement": gettext_lazy("placing points"),
    "targets": gettext_lazy("naming countries"),
    "reply": gettext_lazy("answers"),
    "facts": gettext_lazy("declaring facts"),
}


class ClockPreview(Struct, frozen=True, kw_only=True):
    """What a clock that is being filled in makes of a campaign, or what is wrong with it, each with its field."""

    pace: Pace | None = None
    problems: tuple[tuple[str, str], ...] = ()


class ClockForm(AbsenceFields):
    """The clock policy of a campaign, one field for each kind of phase."""

    zone = ZoneChoice(
        coerce=str,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("For example Europe/Berlin. All days and hours here use this zone."),
    )
    at = forms.CharField(
        label=gettext_lazy("Deadlines fall at"),
        required=False,
        help_text=gettext_lazy("For example 20:00. Leave empty for no fixed hour."),
    )
    weekdays = forms.MultipleChoiceField(
        label=gettext_lazy("Deadlines fall on these days only"),
        required=False,
        choices=list(zip(DAYS, DAY_NAMES, strict=True)),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "With an hour. For example Mondays and Thursdays at 20:00: the next of them once the "
            "hours of the phase are over."
        ),
    )
    days_off = forms.MultipleChoiceField(
        label=gettext_lazy("Days without deadlines"),
        required=False,
        choices=list(zip(DAYS, DAY_NAMES, strict=True)),
        widget=forms.CheckboxSelectMultiple,
    )
    count_days_off = forms.ChoiceField(
        label=gettext_lazy("Days off and holidays"),
        required=False,
        choices=COUNT,
    )
    holidays = forms.CharField(
        label=gettext_lazy("Holidays"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "No deadlines on these days. One a line: 2026-12-24 to 2027-01-01: Christmas. "
            "The name may be left out."
        ),
    )
    holidays_of = forms.ChoiceField(
        label=gettext_lazy("Add the public holidays of"),
        required=False,
        choices=[("", gettext_lazy("no country")), *public_holidays.countries()],
        help_text=gettext_lazy(
            "Of a whole country, in the year from today on. They are written into the list above, "
            "which you can change."
        ),
    )
    grace_hours = forms.FloatField(
        label=gettext_lazy("Grace, hours"),
        min_value=0,
        initial=0,
        help_text=gettext_lazy("After a missed deadline."),
    )
    missed = forms.ChoiceField(label=gettext_lazy("A power that stays silent"), choices=MISSED)
    advance = forms.ChoiceField(label=gettext_lazy("The phase ends"), choices=ADVANCE)
    least_hours = forms.FloatField(
        label=gettext_lazy("Least time of a phase, hours"),
        required=False,
        min_value=0,
        initial=0,
        help_text=gettext_lazy("It does not end earlier, even when all are ready. 0: at once."),
    )
    extensions = forms.IntegerField(
        label=gettext_lazy("Extensions for each player"),
        required=False,
        min_value=0,
        max_value=MOST_EXTENSIONS,
        initial=0,
        help_text=gettext_lazy(
            "In the whole campaign. Players take them by themselves before a deadline; everyone gets "
            "the time."
        ),
    )
    extension_hours = forms.FloatField(
        label=gettext_lazy("Hours of an extension"), required=False, min_value=0.01, initial=24
    )
    map_look = forms.ChoiceField(
        label=gettext_lazy("What is declared of the map counts"),
        choices=tuple(MAP_LOOK_WORDS.items()),
        required=False,
        help_text=gettext_lazy(
            "While it waits everyone sees it; it can be withdrawn, and a disputed line does not count."
        ),
    )

    reseat_after = forms.IntegerField(
        label=gettext_lazy("Missed deadlines before a seat may be reassigned"),
        min_value=1,
        max_value=MOST_MISSED,
        initial=3,
        help_text=gettext_lazy("In a row. Before that, the other players must agree."),
    )

    def __init__(self, *args: Any, families: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.families = ("default", *families)
        for family in self.families:
            word = FAMILY_WORDS.get(family, family)
            self.fields[f"hours_{family}"] = forms.FloatField(
                label=_("Hours for %(phases)s") % {"phases": word},
                required=False,
                min_value=0.01,
                help_text=_("Empty: no deadline.")
                if family == "default"
                else _("Empty: as for every phase."),
            )
        by_vote = [
            (key, _("The players: %(who)s must agree") % {"who": words})
            for key, words in THRESHOLD_WORDS.items()
        ]
        for kind in named():
            other = _("All who are asked must agree") if kind.chosen else _("The moderator decides")
            self.fields[f"vote_{kind.key}"] = forms.ChoiceField(
                label=_("Vote: %(question)s") % {"question": kind.inside},
                required=False,
                choices=[("", other), *by_vote],
                help_text=_GUARDED if kind.guarded else "",
            )

    @staticmethod
    def initial_from(policy: ClockPolicy) -> dict[str, Any]:
        """The fields of a policy that is in force."""
        hours = {f"hours_{family}": value for family, value in policy.hours.items()}
        votes = {f"vote_{kind}": threshold for kind, threshold in policy.votes.items()}
        values = {**asdict(policy), **hours, **votes, **AbsenceFields.initial_of(policy)}
        values["count_days_off"] = "yes" if policy.count_days_off else "no"
        values["holidays"] = "\n".join(holiday.said for holiday in policy.holidays)
        # Whole hours read as people write them: 72, not 72.0.
        return {
            name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in values.items()
        }

    def clean_holidays(self) -> tuple[Holiday, ...]:
        """The holidays, one a line."""
        return tuple(_holidays(self.cleaned_data["holidays"]))

    def clean(self) -> dict[str, Any]:
        """The policy says itself what is wrong with it."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("holidays_of") and "holidays" in data:
            self._add_holidays(data)
        for problem in self.policy().problems():
            name = self._field_of(problem.field)
            if name not in self.errors:
                self.add_error(name, problem.message)
        return data

    def _field_of(self, part: str) -> str | None:
        """The field that holds a part of the policy; ``None`` where it is about more than one."""
        names = (part, part.replace(".", "_"))
        return next((name for name in names if name in self.fields), None)

    def _add_holidays(self, data: dict[str, Any]) -> None:
        """Those of the country join the list, but for days that are in it already."""
        own: tuple[Holiday, ...] = data["holidays"]
        policy = ClockPolicy(holidays=own)
        found = public_holidays.of(data["holidays_of"], timezone.now().date())
        more = [one for one in found if not policy.holiday_on(date.fromisoformat(one.first))]
        if len(own) + len(more) > MOST_HOLIDAYS:
            self.add_error(
                "holidays_of",
                _(
                    "That makes %(count)s holidays; a campaign has %(most)s at most. "
                    "Take some out of the list first."
                )
                % {"count": len(own) + len(more), "most": MOST_HOLIDAYS},
            )
        data["holidays"] = (*own, *more)

    def policy(self) -> ClockPolicy:
        """The policy that was filled in; of a field that is wrong in itself something that fits with all else."""
        plain = ClockPolicy()
        fits = {
            name: LONGEST_HOURS if name.startswith("hours_") else getattr(plain, name, None)
            for name in self.errors
        }
        data = {**fits, **self.cleaned_data}
        hours = {"default": data["hours_default"]}
        hours.update(
            {f: data[f"hours_{f}"] for f in self.families[1:] if data.get(f"hours_{f}") is not None}
        )
        return ClockPolicy(
            hours=hours,
            votes={kind.key: chosen for kind in named() if (chosen := data[f"vote_{kind.key}"])},
            **{
                name: data[name] if self.fields[name].required else filled(data[name], default)
                for name, default in asdict(plain).items()
                if name in self.fields
            },
            **self.policies(),
        )

    def clock_names(self) -> list[str]:
        """The fields of the clock: all, unless the form has others too."""
        return list(self.fields)

    def clock_preview_of(self, untouched: ClockPolicy, **campaign: Any) -> ClockPreview:
        """What the clock makes of a campaign (:func:`campaigns.selectors.lobby.pace.pace`); that of a form that nobody
        has filled in is ``untouched``.
        """
        problems = tuple(
            (str(self.fields[name].label), str(error))
            for name in self.clock_names()
            for error in self.errors.get(name, ())
        ) + tuple(("", str(error)) for error in self.non_field_errors())
        if problems:
            return ClockPreview(problems=problems)
        return ClockPreview(pace=pace(self.policy() if self.is_bound else untouched, **campaign))

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
                _("%(line)r is no holiday. Write it like 2026-12-24 to 2027-01-01: Christmas.")
                % {"line": line}
            )
        name, first, last = ((found[part] or "").strip() for part in ("name", "first", "last"))
        yield Holiday(name=name, first=first, last=last)


_HOLIDAY = re.compile(
    r"(?P<first>[\d-]{10})(?:\s*(?:to|-|–)\s*(?P<last>[\d-]{10}))?\s*(?::\s*(?P<name>.{0,60}))?"
)
