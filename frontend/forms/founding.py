"""Founding a campaign, and its clock."""

from typing import Any

from django import forms

from campaigns.deadlines import DAY_NAMES, DAYS, MAP_LOOK_WORDS, MOST_MISSED, ClockPolicy

MISSED = [
    ("autopilot", "The autopilot plays for it"),
    ("hold", "It does nothing, as the rules say for missed orders"),
    ("wait", "The campaign waits for the moderator"),
]
ADVANCE = [
    ("all_ready", "When all are ready, or at the deadline"),
    ("deadline_only", "At the deadline only"),
]
FAMILY_WORDS = {
    "default": "every phase",
    "placement": "placing points",
    "targets": "naming countries",
    "reply": "answers",
    "facts": "declaring facts",
}


class ClockForm(forms.Form):
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
    days_off = forms.MultipleChoiceField(
        label="Days without deadlines",
        required=False,
        choices=list(zip(DAYS, DAY_NAMES, strict=True)),
        widget=forms.CheckboxSelectMultiple,
    )
    grace_hours = forms.FloatField(
        label="Grace, hours", min_value=0, initial=0, help_text="After a missed deadline."
    )
    missed = forms.ChoiceField(label="A power that stays silent", choices=MISSED)
    advance = forms.ChoiceField(label="The phase ends", choices=ADVANCE)
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

    @staticmethod
    def initial_from(policy: Any) -> dict[str, Any]:
        """The fields of a policy that is in force."""
        hours = {f"hours_{family}": value for family, value in policy.hours.items()}
        names = (
            "zone",
            "at",
            "days_off",
            "grace_hours",
            "missed",
            "advance",
            "reseat_after",
            "map_look",
        )
        filled = {**{name: getattr(policy, name) for name in names}, **hours}
        # Whole hours read as people write them: 72, not 72.0.
        return {
            name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in filled.items()
        }

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
        )


class FoundingForm(ClockForm):
    """A new campaign: scenario, seats, variant switches and clock."""

    title = forms.CharField(label="Name of the campaign", max_length=80)
    scenario = forms.ChoiceField(label="Scenario", widget=forms.RadioSelect)
    private = forms.BooleanField(
        label="Only for those who are invited",
        required=False,
        help_text="Otherwise anyone can watch.",
    )
    take = forms.MultipleChoiceField(
        label="Powers you play yourself", required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, book: Any, zone: str = "UTC", **kwargs: Any) -> None:
        kwargs.setdefault(
            "initial",
            {
                "hours_default": 72,
                "zone": zone,
                "missed": "autopilot",
                "grace_hours": 0,
                "reseat_after": 3,
            },
        )
        super().__init__(*args, families=book.families, **kwargs)
        self.book = book
        scenarios = [(s.key, s.title) for s in book.scenarios]
        self.fields["scenario"].choices = scenarios  # type: ignore[attr-defined]
        self.fields["scenario"].initial = scenarios[0][0]
        seats = {badge.key: badge.name for s in book.scenarios for badge in s.seats}
        self.fields["take"].choices = list(seats.items())  # type: ignore[attr-defined]
        for switch in book.switches:
            self.fields[f"switch_{switch.key}"] = forms.ChoiceField(
                label=switch.label,
                choices=list(switch.choices.items()),
                initial=switch.default,
                required=False,
                help_text=f"{switch.help} {'Printed' if switch.printed else 'House'}, {switch.rule}.",
            )
        first = ["title", "scenario", "take", "private"]
        self.order_fields([*first, *(f for f in self.fields if f not in first)])

    def switch_fields(self) -> list[Any]:
        """The variant switches, for the template."""
        return [self[name] for name in self.fields if name.startswith("switch_")]

    def changed_switches(self) -> list[Any]:
        """The switches that stand otherwise than by default, or are refused."""
        return [field for field in self.switch_fields() if self._changed(field)]

    def other_switches(self) -> list[Any]:
        """The switches that stand as they do by default."""
        return [field for field in self.switch_fields() if not self._changed(field)]

    @staticmethod
    def _changed(field: Any) -> bool:
        return bool(field.errors) or str(field.value() or field.initial) != str(field.initial)

    def hour_fields(self) -> list[Any]:
        """The hours for each kind of phase, for the template."""
        return [self[f"hours_{family}"] for family in self.families]

    def wishes(self) -> dict[str, Any]:
        """The keywords of :func:`campaigns.services.campaigns.create_campaign`."""
        data = self.cleaned_data
        variants = {s.key: data[f"switch_{s.key}"] or s.default for s in self.book.switches}
        return {
            "scenario": data["scenario"],
            "title": data["title"],
            "variants": variants,
            "policy": self.policy(),
            "private": data["private"],
            "take": data["take"],
        }
