"""The list of time zones: one name for each place, whatever a browser or an old account calls it."""

from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.test import Client

from accounts import services, zones
from accounts.forms import ProfileForm
from accounts.models import User
from frontend.forms.clock import ClockForm
from tests.support.accounts import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


def test_the_list_has_each_place_once_and_no_other_name() -> None:
    found = zones.names()
    assert found[0] == "UTC"
    assert 400 < len(found) == len(set(found)) < 450
    assert {"Europe/Berlin", "Asia/Kolkata", "Europe/Oslo"} <= set(found)
    assert not {"Asia/Calcutta", "GB-Eire", "US/Pacific", "localtime", "EST", "GMT"} & set(found)
    assert set(found) <= available_timezones()


@pytest.mark.parametrize(
    ("name", "listed"),
    [("Asia/Calcutta", "Asia/Kolkata"), ("GB-Eire", "Europe/London"), ("Europe/Kiev", "Europe/Kyiv"),
     ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"), ("Etc/GMT", "UTC"),
     ("Africa/Asmera", "Africa/Asmara"), ("Europe/Berlin", "Europe/Berlin"),
     ("Etc/GMT+5", "Etc/GMT+5"), ("no zone", "no zone")],
)  # fmt: skip
def test_every_other_name_leads_into_the_list(name: str, listed: str) -> None:
    assert zones.listed(name) == listed
    assert {*zones.other_names().values()} <= {*zones.names()}


def test_only_hours_without_a_place_are_under_no_name_in_the_list() -> None:
    left = available_timezones() - {*zones.names()} - zones.other_names().keys()
    assert {name for name in left if not name.startswith("Etc/GMT")} <= {"Factory", "localtime"}


def test_a_form_takes_any_name_and_shows_what_is_chosen() -> None:
    person = services.register(username="aurelia", password=PASSWORD, time_zone="Etc/GMT+5")
    shown = str(ProfileForm(instance=person)["time_zone"])
    assert shown.count("<option") == len(zones.names()) + 1
    assert '<option value="Etc/GMT+5" selected>' in shown
    assert '<option value="America/New_York">America/New York</option>' in shown
    for sent, kept in (("Etc/GMT+5", "Etc/GMT+5"), ("Asia/Calcutta", "Asia/Kolkata")):
        form = ProfileForm({"time_zone": sent}, instance=person)
        assert form.is_valid()
        assert form.cleaned_data["time_zone"] == ZoneInfo(kept)
    wrong = ProfileForm({"time_zone": "Europe/Atlantis"}, instance=person)
    assert "time_zone" in wrong.errors


def test_an_account_of_today_has_its_zone_from_the_form(client: Client) -> None:
    sign_up(client, "aurelia", time_zone="Asia/Katmandu")
    assert str(User.objects.get(username="aurelia").time_zone) == "Asia/Kathmandu"


def test_a_clock_has_its_zone_from_the_same_list() -> None:
    field = ClockForm.base_fields["zone"]
    assert field.clean("GB-Eire") == "Europe/London"
    assert field.prepare_value("GB-Eire") == "Europe/London"
