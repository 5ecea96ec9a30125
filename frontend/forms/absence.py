"""What a clock's form asks about players who are away or silent."""

from typing import Any

from django import forms

from campaigns.absence_policy import (
    DOES,
    MOST_DAYS,
    MOST_MISSED,
    MOST_STRETCH,
    REMIND,
    AbsencePolicy,
    SilencePolicy,
)

ABSENCE = ("absence_does", "absence_stretch_hours", "absence_days_a_year")
SILENCE = ("silence_remind", "silence_disorder_after", "silence_locked")
LOCKED = [("yes", "stays as it is"), ("no", "may still be changed")]


class AbsenceFields(forms.Form):
    """The fields of :class:`AbsencePolicy` and :class:`SilencePolicy`."""

    absence_does = forms.ChoiceField(
        label="When a player has said that they are away",
        choices=list(DOES.items()),
        required=False,
    )
    absence_stretch_hours = forms.FloatField(
        label="A deadline is stretched for it by at most, hours",
        min_value=1,
        max_value=MOST_STRETCH,
        initial=72,
        required=False,
        help_text="For each phase, where deadlines are stretched.",
    )
    absence_days_a_year = forms.IntegerField(
        label="Days a year that a player may be away",
        min_value=0,
        max_value=MOST_DAYS,
        initial=60,
        required=False,
    )
    silence_remind = forms.MultipleChoiceField(
        label="Who has sealed nothing is reminded",
        choices=list(REMIND.items()),
        initial=list(REMIND),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    silence_disorder_after = forms.IntegerField(
        label="Missed deadlines in a row before civil disorder",
        min_value=0,
        max_value=MOST_MISSED,
        initial=0,
        required=False,
        help_text="The autopilot then plays the seat, and it is open. 0: never.",
    )
    silence_locked = forms.ChoiceField(
        label="While somebody is waited for, what others sealed",
        choices=LOCKED,
        required=False,
    )

    @staticmethod
    def initial_of(policy: Any) -> dict[str, Any]:
        """The fields of policies that are in force."""
        absence, silence = policy.absence, policy.silence
        return {
            "absence_does": absence.does,
            "absence_stretch_hours": absence.stretch_hours,
            "absence_days_a_year": absence.days_a_year,
            "silence_remind": list(silence.remind),
            "silence_disorder_after": silence.disorder_after,
            "silence_locked": "yes" if silence.locked else "no",
        }

    def policies(self) -> dict[str, Any]:
        """Both policies, as keywords of the clock's; what was left out is as it is by default."""
        data, absence, silence = self.cleaned_data, AbsencePolicy(), SilencePolicy()
        if not any(name in self.data for name in (*ABSENCE, *SILENCE)):
            return {"absence": absence, "silence": silence}
        hours, days = data.get("absence_stretch_hours"), data.get("absence_days_a_year")
        return {
            "absence": AbsencePolicy(
                does=data.get("absence_does") or absence.does,
                stretch_hours=absence.stretch_hours if hours is None else hours,
                days_a_year=absence.days_a_year if days is None else days,
            ),
            "silence": SilencePolicy(
                remind=tuple(data.get("silence_remind") or ()),
                disorder_after=data.get("silence_disorder_after") or silence.disorder_after,
                locked=data.get("silence_locked") != "no",
            ),
        }

    def absence_fields(self) -> list[Any]:
        """The fields, for the template."""
        return [self[name] for name in (*ABSENCE, *SILENCE)]
