"""Founding a campaign."""

from typing import Any

from django import forms

from campaigns.services.delaying import LONGEST
from frontend.forms.clock import ClockForm


class FoundingForm(ClockForm):
    """A new campaign: scenario, seats, variant switches and clock."""

    title = forms.CharField(label="Name of the campaign", max_length=80)
    scenario = forms.ChoiceField(label="Scenario", widget=forms.RadioSelect)
    watch = forms.ChoiceField(
        label="Who can watch",
        choices=[
            ("public", "Anyone; it is listed in the lobby"),
            ("link", "Anyone who has the link; it is not listed"),
            ("private", "Players and moderators only; others need an invitation"),
        ],
        widget=forms.RadioSelect,
        initial="public",
        required=False,
    )
    delay = forms.IntegerField(
        label="Spectators follow this many turns behind",
        min_value=0,
        max_value=LONGEST,
        initial=0,
        required=False,
        help_text="0: they see everything that is public at once. 1: they see a turn when the next one "
        "begins. Until the game is over.",
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
                "watch": "public",
                "delay": 0,
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
        first = ["title", "scenario", "take", "watch", "delay"]
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

    def wishes(self) -> dict[str, Any]:
        """The keywords of :func:`campaigns.services.campaigns.create_campaign`."""
        data = self.cleaned_data
        variants = {s.key: data[f"switch_{s.key}"] or s.default for s in self.book.switches}
        return {
            "scenario": data["scenario"],
            "title": data["title"],
            "variants": variants,
            "policy": self.policy(),
            "private": data["watch"] == "private",
            "listed": data["watch"] in ("", "public"),
            "delay": data["delay"] or 0,
            "take": data["take"],
        }
