"""Founding a campaign."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy

from campaigns.crypto import beacon
from campaigns.domain.languages import TONGUES
from campaigns.services.lifecycle.campaigns import MOST_WAIT_HOURS
from campaigns.services.lifecycle.spectator_delay import LONGEST
from frontend.forms.clock import ClockForm
from frontend.templatetags.language import in_words


class FoundingForm(ClockForm):
    """A new campaign: scenario, seats, variant switches and clock."""

    title = forms.CharField(label=gettext_lazy("Name of the campaign"), max_length=80)
    scenario = forms.ChoiceField(label=gettext_lazy("Scenario"), widget=forms.RadioSelect)
    watch = forms.ChoiceField(
        label=gettext_lazy("Who can watch"),
        choices=[
            ("public", gettext_lazy("Anyone; it is listed in the lobby")),
            ("link", gettext_lazy("Anyone who has the link; it is not listed")),
            ("private", gettext_lazy("Players and moderators only; others need an invitation")),
        ],
        widget=forms.RadioSelect,
        initial="public",
        required=False,
    )
    delay = forms.IntegerField(
        label=gettext_lazy("Spectators follow this many turns behind"),
        min_value=0,
        max_value=LONGEST,
        initial=0,
        required=False,
        help_text=gettext_lazy(
            "0: they see everything that is public at once. 1: they see a turn when the next one "
            "begins. Until the game is over."
        ),
    )
    anonymous = forms.BooleanField(
        label=gettext_lazy("Anonymous seats"),
        required=False,
        help_text=gettext_lazy(
            "Nobody reads who plays which power until the end. A moderator knows only if they do not "
            "play."
        ),
    )
    dice = forms.ChoiceField(
        label=gettext_lazy("When dice are thrown"),
        choices=[
            (
                "prompt",
                gettext_lazy("At once. The site holds all that goes in, and could know a roll"),
            ),
            (
                "close",
                gettext_lazy(
                    "After the close, when the players’ browsers have handed over what only they hold. "
                    "Nobody can know a roll; a phase waits for open pages"
                ),
            ),
            (
                "beacon",
                gettext_lazy(
                    "After the close, with a round of a public beacon. Nobody can know or choose a roll"
                ),
            ),
        ],
        widget=forms.RadioSelect,
        initial="prompt",
        required=False,
    )
    dice_wait_hours = forms.FloatField(
        label=gettext_lazy("Hours that a phase waits for browsers at most"),
        min_value=0.1,
        max_value=MOST_WAIT_HOURS,
        initial=24,
        required=False,
        help_text=gettext_lazy(
            "Only where dice are thrown after the close. A single roll, such as a commerce die, waits "
            "ten minutes at most."
        ),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[("", gettext_lazy("not said")), *TONGUES.items()],
        required=False,
        help_text=gettext_lazy(
            "In which the players write to each other. Everyone reads the pages in their own."
        ),
    )
    take = forms.MultipleChoiceField(
        label=gettext_lazy("Powers you play yourself"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self,
        *args: Any,
        book: Any,
        zone: str = "UTC",
        written: QueryDict | None = None,
        **kwargs: Any,
    ) -> None:
        """``written`` is what was filled in for another book: what this one can have of it is kept."""
        kwargs.setdefault(
            "initial",
            {"hours_default": 72, "zone": zone, "missed": "autopilot"},
        )
        super().__init__(*args, families=book.families, **kwargs)
        self.book = book
        scenarios = [(s.key, s.title) for s in book.scenarios]
        self.fields["scenario"].choices = scenarios  # type: ignore[attr-defined]
        self.fields["scenario"].initial = scenarios[0][0]
        seats = {badge.key: in_words(badge.name) for s in book.scenarios for badge in s.seats}
        self.fields["take"].choices = list(seats.items())  # type: ignore[attr-defined]
        for switch in book.switches:
            self.fields[f"switch_{switch.key}"] = forms.ChoiceField(
                label=switch.label,
                choices=[(key, in_words(said)) for key, said in switch.choices.items()],
                initial=switch.default,
                required=False,
                help_text=switch.said,
            )
        if not beacon.configured():
            offered = self.fields["dice"].choices[:-1]  # type: ignore[attr-defined]
            self.fields["dice"].choices = offered  # type: ignore[attr-defined]
        first = [
            "title",
            "scenario",
            "take",
            "language",
            "anonymous",
            "watch",
            "delay",
            "dice",
            "dice_wait_hours",
        ]
        self.order_fields([*first, *(f for f in self.fields if f not in first)])
        if written is not None:
            self.initial.update(self._kept(written))

    def _kept(self, written: QueryDict) -> dict[str, Any]:
        """What was written, as far as it can stand in this form."""
        kept = {}
        for name, field in self.fields.items():
            value = field.widget.value_from_datadict(written, MultiValueDict(), name)
            if isinstance(field, forms.ChoiceField):
                said = value if isinstance(value, list) else [value]
                known = {str(key) for key, _words in field.widget.choices}
                there = [one for one in said if str(one) in known]
                if there or isinstance(value, list):
                    kept[name] = there if isinstance(value, list) else there[0]
            elif value is not None:
                kept[name] = value
        return kept

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
        """The keywords of :func:`campaigns.services.lifecycle.campaigns.create_campaign`."""
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
            "anonymous": data["anonymous"],
            "dice": data["dice"] or "prompt",
            "dice_wait_hours": data["dice_wait_hours"] or 24,
            "language": data["language"],
            "take": data["take"],
        }
