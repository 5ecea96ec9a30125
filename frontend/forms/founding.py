"""Founding a campaign."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy
from msgspec import Struct, structs

from campaigns.crypto import beacon
from campaigns.domain.clock_policy import ClockPolicy
from campaigns.domain.languages import TONGUES
from campaigns.services.lifecycle.campaigns import MOST_WAIT_HOURS
from campaigns.services.lifecycle.spectator_delay import LONGEST
from frontend.forms.clock import ClockForm, ClockPreview
from frontend.templatetags.language import in_words

OWN = "own"
"""The pace that the fields of the clock say themselves."""
USUAL = "twice"
PACES = {
    "daily": ClockPolicy(hours={"default": 12}, at="20:00"),
    USUAL: ClockPolicy(hours={"default": 24}, at="20:00", weekdays=("mon", "thu")),
    "slow": ClockPolicy(
        hours={"default": 84}, at="20:00", days_off=("sat", "sun"), count_days_off=False
    ),
}
"""Clocks to choose at once. Their hours end some time before the hour of the deadline, which else moves a day on."""
PACE_WORDS = {
    "daily": (gettext_lazy("Daily"), gettext_lazy("A phase a day, until 20:00.")),
    USUAL: (
        gettext_lazy("Mondays and Thursdays at 20:00"),
        gettext_lazy("Two phases a week."),
    ),
    "slow": (
        gettext_lazy("Slow, weekends off"),
        gettext_lazy("Four working days a phase, until 20:00."),
    ),
    OWN: (gettext_lazy("My own"), gettext_lazy("As you set the clock below.")),
}
TABLE = ("language", "anonymous", "watch", "delay", "dice", "dice_wait_hours")
"""What is asked of the table, beside the clock; most leave it as it is."""


class PaceLine(Struct, frozen=True, kw_only=True):
    """A pace to choose."""

    key: str
    title: str
    said: str
    chosen: bool


class FoundingForm(ClockForm):
    """A new campaign: scenario, seats, variant switches and clock.

    A pace (:data:`PACES`) fills the fields of the clock that it is about, unless they say something of their own.
    """

    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        choices=[(key, title) for key, (title, _said) in PACE_WORDS.items()],
        widget=forms.RadioSelect,
        initial=USUAL,
        required=False,
    )
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
        chooses: bool = False,
        **kwargs: Any,
    ) -> None:
        """``written`` is what was filled in for another book: what this one can have of it is kept. Who ``chooses``
        a pace has it just now, whatever the clock said before.
        """
        usual = {
            name: values[0] if name not in _LISTS else values for name, values in _shown(USUAL)
        }
        kwargs.setdefault("initial", {**usual, "zone": zone, "missed": "autopilot"})
        data, *more = args or (None,)
        super().__init__(
            _with_pace(data, book.families, chooses=chooses) if data is not None else None,
            *more,
            families=book.families,
            **kwargs,
        )
        self.book, self.own_zone = book, zone
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
        first = ["title", "scenario", "take", "pace", *TABLE]
        self.order_fields([*first, *(f for f in self.fields if f not in first)])
        self._usual = {name: self._usual_of(name) for name in self.fields}
        if written is not None:
            self.initial.update(self._kept(_with_pace(written, book.families)))

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

    def paces(self) -> list[PaceLine]:
        """The paces to choose from, for the template."""
        chosen = self["pace"].value() or OWN
        return [
            PaceLine(key=key, title=str(title), said=str(said), chosen=key == chosen)
            for key, (title, said) in PACE_WORDS.items()
        ]

    def own_clock(self) -> bool:
        """Whether the clock is the founder's own in some part, or something is wrong with it."""
        mine = self["pace"].value() not in PACES
        return mine or any(self._changed(self[name]) for name in self.clock_names(but=_PACED))

    def table_fields(self) -> list[Any]:
        """What is asked of the table beside the clock, for the template."""
        return [self[name] for name in TABLE]

    def changed_of_table(self) -> list[Any]:
        """Those of them that stand otherwise than by default, or are refused."""
        return [field for field in self.table_fields() if self._changed(field)]

    def clock_preview(self, now: datetime, *, begun: bool = False) -> ClockPreview:
        """What the clock makes of a campaign that begins now, or of one that has ``begun``."""
        self.is_valid()
        known = getattr(self, "cleaned_data", {})
        return self.clock_preview_of(
            structs.replace(PACES[USUAL], zone=self.own_zone),
            rulebook=self.book.key,
            revision=self.book.revision,
            scenario=known.get("scenario") or self.book.scenarios[0].key,
            variants=self.variants(known),
            now=now,
            begun=begun,
        )

    def _usual_of(self, name: str) -> Any:
        """What a field says where nobody has touched it."""
        field = self.fields[name]
        value = self.get_initial_for_field(field, name)
        one_of = isinstance(field, forms.ChoiceField) and not isinstance(
            field, forms.MultipleChoiceField
        )
        return next(iter(field.choices))[0] if one_of and value is None else value  # type: ignore[attr-defined]

    def clock_names(self, but: tuple[str, ...] = ()) -> list[str]:
        """The fields of the clock."""
        others = {"title", "scenario", "take", "pace", *TABLE, *but}
        return [
            name for name in self.fields if name not in others and not name.startswith("switch_")
        ]

    def switch_fields(self) -> list[Any]:
        """The variant switches, for the template."""
        return [self[name] for name in self.fields if name.startswith("switch_")]

    def changed_switches(self) -> list[Any]:
        """The switches that stand otherwise than by default, or are refused."""
        return [field for field in self.switch_fields() if self._changed(field)]

    def other_switches(self) -> list[Any]:
        """The switches that stand as they do by default."""
        return [field for field in self.switch_fields() if not self._changed(field)]

    def _changed(self, field: Any) -> bool:
        usual, value = self._usual[field.name], field.value()
        said = value.strip() if isinstance(value, str) else value
        return bool(field.errors) or str(said or usual) != str(usual)

    def variants(self, data: Mapping[str, Any]) -> dict[str, str]:
        """A choice for every switch; the default of one that is not, or wrongly, filled in."""
        return {s.key: data.get(f"switch_{s.key}") or s.default for s in self.book.switches}

    def wishes(self) -> dict[str, Any]:
        """The keywords of :func:`campaigns.services.lifecycle.campaigns.create_campaign`."""
        data = self.cleaned_data
        return {
            "scenario": data["scenario"],
            "title": data["title"],
            "variants": self.variants(data),
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


_LISTS = ("weekdays", "days_off")
_PACED = ("hours_default", "at", *_LISTS, "count_days_off")
"""The fields of the clock that a pace fills."""


def _shown(key: str) -> list[tuple[str, list[Any]]]:
    """What these fields say for a pace."""
    said = ClockForm.initial_from(PACES[key])
    return [(name, list(said[name]) if name in _LISTS else [said[name]]) for name in _PACED]


def _with_pace(sent: QueryDict, families: tuple[str, ...], *, chooses: bool = False) -> QueryDict:
    """What was sent, with the fields of the clock as the pace has it. Where they say what no pace does, somebody has
    set them: the pace is then their own, unless they choose another just now.
    """
    filled, key = sent.copy(), sent.get("pace", "")
    said = {name: [one for one in sent.getlist(name) if one] for name in _PACED}
    said["count_days_off"] = said["count_days_off"] or ["yes"]
    untouched = "hours_default" not in sent or any(
        said == {name: [str(one) for one in values if one != ""] for name, values in _shown(one)}
        for one in PACES
    )
    of_families = [f"hours_{family}" for family in families]
    untouched = untouched and not any(map(sent.get, of_families))
    if key in PACES and (chooses or untouched):
        for name, values in (*_shown(key), *((name, [""]) for name in of_families)):
            filled.setlist(name, [str(one) for one in values])
    else:
        filled["pace"] = OWN
    return filled
