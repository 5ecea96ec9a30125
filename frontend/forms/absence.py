"""What a clock's form asks about players who are away or silent, successors and emergencies."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from msgspec.structs import asdict

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

POLICIES = {"absence": AbsencePolicy, "silence": SilencePolicy, "breaks": BreaksPolicy}
"""Parts of a clock policy. Each of their fields is one of the form: ``absence_does``."""
NAMES = [f"{part}_{name}" for part, kind in POLICIES.items() for name in kind.__struct_fields__]
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
        return {
            f"{part}_{name}": _shown(value)
            for part in POLICIES
            for name, value in asdict(getattr(policy, part)).items()
        }

    def policies(self) -> dict[str, Any]:
        """The policies, as keywords of the clock's; what was left out is as it is by default."""
        plain = {part: kind() for part, kind in POLICIES.items()}
        if not any(name in self.data for name in NAMES):
            return plain
        data = self.cleaned_data
        return {
            part: type(policy)(
                **{
                    name: filled(data.get(f"{part}_{name}"), default)
                    for name, default in asdict(policy).items()
                }
            )
            for part, policy in plain.items()
        }

    def absence_fields(self) -> list[Any]:
        """The fields, for the template."""
        return [self[name] for name in NAMES]


def filled(value: Any, default: Any) -> Any:
    """What a field of a policy becomes by what its control sent; its default where that was left empty, or is as
    much.
    """
    if isinstance(default, bool):
        return value != "no"
    if isinstance(default, tuple):
        return tuple(value or ())
    return default if value in (None, "") or not (value or default) else value


def _shown(value: Any) -> Any:
    """What a control shows of a field of a policy."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return list(value) if isinstance(value, tuple) else value
