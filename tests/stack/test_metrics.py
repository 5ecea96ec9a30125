"""What a program that watches the site reads, and who may read it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from campaigns.models import Campaign, Heartbeat, Status
from core.version import version

ELSEWHERE = "192.0.2.7"


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """Every figure by its name and labels."""
    told = client.get("/metrics").content.decode()
    return {
        (one.name, *one.labels.values()): one.value
        for family in text_string_to_metric_families(told)
        for one in family.samples
    }


def campaign(**more: object) -> Campaign:
    made = Campaign(
        title="A test", created_at=timezone.now(), rulebook="none", revision="1", scenario="none",
        clock={}, dice_length=1, **more,
    )  # fmt: skip
    made.save()
    return made


@pytest.mark.django_db
def test_it_tells_how_the_site_does(client: Client) -> None:
    now = timezone.now()
    campaign(status=Status.RUNNING, wakes_at=now + timedelta(hours=1))
    campaign(status=Status.RUNNING, wakes_at=now - timedelta(hours=1))
    campaign(status=Status.PAUSED, stumbled_at=now)
    campaign(status=Status.PAUSED)
    Heartbeat.objects.create(name="sweep", beat_at=now - timedelta(minutes=5))
    told = figures(client)
    assert told["chancellery_campaigns", "running"] == 2
    assert told["chancellery_campaigns", "paused"] == 2
    assert told["chancellery_campaigns", "finished"] == 0
    assert told[("chancellery_campaigns_stumbling",)] == 1
    assert told[("chancellery_campaigns_late",)] == 1
    assert told[("chancellery_sweep_silent_seconds",)] >= 300
    assert told["chancellery_letters", "waiting"] == 0
    assert any(name[0] == "chancellery_info" and version() in name for name in told)


@pytest.mark.django_db
def test_a_stranger_finds_no_such_page(client: Client, settings) -> None:
    settings.METRICS_TOKEN = "a token of this test"
    assert client.get("/metrics", REMOTE_ADDR=ELSEWHERE).status_code == 404
    wrong = {"Authorization": "Bearer another"}
    assert client.get("/metrics", REMOTE_ADDR=ELSEWHERE, headers=wrong).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["X-Forwarded-Proto", "X-Forwarded-For", "Forwarded", "Via"])
def test_nor_does_one_whom_a_proxy_on_this_machine_lets_in(client: Client, header: str) -> None:
    assert client.get("/metrics", headers={header: "https"}).status_code == 404


@pytest.mark.django_db
def test_with_the_token_it_is_read_from_anywhere(client: Client, settings) -> None:
    settings.METRICS_TOKEN = "a token of this test"
    right = {"Authorization": "Bearer a token of this test"}
    assert client.get("/metrics", REMOTE_ADDR=ELSEWHERE, headers=right).status_code == 200


@pytest.mark.django_db
def test_without_a_token_set_an_empty_one_opens_nothing(client: Client, settings) -> None:
    settings.METRICS_TOKEN = ""
    for given in ("", "Bearer ", "Bearer"):
        headers = {"Authorization": given}
        assert client.get("/metrics", REMOTE_ADDR=ELSEWHERE, headers=headers).status_code == 404
