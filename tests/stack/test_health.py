"""The health page speaks for the servers behind it."""

import pytest
from django.test import Client

from core.version import version

FIT = {"database": "ok", "redis": "ok", "version": version(), "stumbling": 0, "outgoing": "ok"}


@pytest.mark.django_db
def test_a_healthy_site_says_so(client: Client) -> None:
    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json() == FIT


@pytest.mark.django_db
def test_a_site_without_redis_is_unfit_and_names_it(client: Client, settings) -> None:
    settings.REDIS_URL = "unix:///nowhere/redis.sock?db=0"

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json() == {**FIT, "redis": "down"}


@pytest.mark.django_db
def test_the_version_stands_at_the_foot_of_every_page(client: Client) -> None:
    assert f"Chancellery {version()}" in client.get("/").content.decode()
