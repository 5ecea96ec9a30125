"""What a clock's form asks about players who are away or silent, successors and emergencies."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from campaigns.domain.absence_policy import (
    DOES,
    MOST_DAYS,
    MOST_MISSED,
    MOST_STRETCH,
    NOBODY,
    REMIND,
    AbsencePolicy,
    SilencePolicy,
)
from campaigns.domain.breaks_policy import MOST_PAUSE, MOST_PAUSES, MOST_TAKEOVER, BreaksPolicy

ABSENCE = ("absence_does", "absence_stretch_hours", "absence_days_a_year")
SILENCE = (
    "silence_remind",
    "silence_disorder_after",
    "silence_locked",
    "silence_press",
    "silence_nobody",
)
BREAKS = ("breaks_takeover_hours", "breaks_pauses", "breaks_pause_hours")
PRESS = [("yes", gettext_lazy("as always")), ("no", gettext_lazy("none between powers"))]
LOCKED = [("yes", gettext_lazy("stays as it is")), ("no", gettext_lazy("may still be changed"))]


class AbsenceFields(forms.Form):
    """The fields of :class:`AbsencePolicy`, :class:`SilencePolicy` and :class:`BreaksPolicy`."""

    absence_does = forms.ChoiceField(
        label=gettext_lazy("When a player has said that they are away"),
        choices=list(DOES.items()),
        required=False,
    )
    absence_stretch_hours = forms.FloatField(
        label=gettext_lazy("A deadline is stretched for it by at most, hours"),
        min_value=1,
        max_value=MOST_STRETCH,
        initial=72,
        required=False,
        help_text=gettext_lazy("For each phase, where deadlines are stretched."),
    )
    absence_days_a_year = forms.IntegerField(
        label=gettext_lazy("Days a year that a player may be away"),
        min_value=0,
        max_value=MOST_DAYS,
        initial=60,
        required=False,
    )
    silence_remind = forms.MultipleChoiceField(
        label=gettext_lazy("Who has sealed nothing is reminded"),
        choices=list(REMIND.items()),
        initial=list(REMIND),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    silence_disorder_after = forms.IntegerField(
        label=gettext_lazy("Missed deadlines in a row before civil disorder"),
        min_value=0,
        max_value=MOST_MISSED,
        initial=0,
        required=False,
        help_text=gettext_lazy("The autopilot then plays the seat, and it is open. 0: never."),
    )
    silence_locked = forms.ChoiceField(
        label=gettext_lazy("While somebody is waited for, what others sealed"),
        choices=LOCKED,
        required=False,
    )
    silence_press = forms.ChoiceField(
        label=gettext_lazy("While somebody is waited for, press"),
        choices=PRESS,
        required=False,
        help_text=gettext_lazy("Moderators can always write."),
    )
    silence_nobody = forms.ChoiceField(
        label=gettext_lazy("When nobody has a seat any more"),
        choices=list(NOBODY.items()),
        required=False,
        help_text=gettext_lazy("A phase that autopilots play then lasts an hour at least."),
    )
    breaks_takeover_hours = forms.FloatField(
        label=gettext_lazy("A successor has at least, hours"),
        min_value=0,
        max_value=MOST_TAKEOVER,
        initial=0,
        required=False,
        help_text=gettext_lazy("The deadline of the open phase moves for it. 0: what is left."),
    )
    breaks_pauses = forms.IntegerField(
        label=gettext_lazy("Emergency pauses for each player"),
        min_value=0,
        max_value=MOST_PAUSES,
        initial=0,
        required=False,
        help_text=gettext_lazy("In the whole campaign, taken without asking anybody."),
    )
    breaks_pause_hours = forms.FloatField(
        label=gettext_lazy("Hours of an emergency pause"),
        min_value=1,
        max_value=MOST_PAUSE,
        initial=72,
        required=False,
        help_text=gettext_lazy("Then the clock runs again by itself."),
    )

    @staticmethod
    def initial_of(policy: Any) -> dict[str, Any]:
        """The fields of policies that are in force."""
        absence, silence, breaks = policy.absence, policy.silence, policy.breaks
        return {
            "absence_does": absence.does,
            "absence_stretch_hours": absence.stretch_hours,
            "absence_days_a_year": absence.days_a_year,
            "silence_remind": list(silence.remind),
            "silence_disorder_after": silence.disorder_after,
            "silence_locked": "yes" if silence.locked else "no",
            "silence_press": "yes" if silence.press else "no",
            "silence_nobody": silence.nobody,
            "breaks_takeover_hours": breaks.takeover_hours,
            "breaks_pauses": breaks.pauses,
            "breaks_pause_hours": breaks.pause_hours,
        }

    def policies(self) -> dict[str, Any]:
        """The policies, as keywords of the clock's; what was left out is as it is by default."""
        data, absence, silence = self.cleaned_data, AbsencePolicy(), SilencePolicy()
        breaks = BreaksPolicy()
        if not any(name in self.data for name in (*ABSENCE, *SILENCE, *BREAKS)):
            return {"absence": absence, "silence": silence, "breaks": breaks}
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
                press=data.get("silence_press") != "no",
                nobody=data.get("silence_nobody") or silence.nobody,
            ),
            "breaks": BreaksPolicy(
                takeover_hours=data.get("breaks_takeover_hours") or 0,
                pauses=data.get("breaks_pauses") or 0,
                pause_hours=data.get("breaks_pause_hours") or breaks.pause_hours,
            ),
        }

    def absence_fields(self) -> list[Any]:
        """The fields, for the template."""
        return [self[name] for name in (*ABSENCE, *SILENCE, *BREAKS)]
