"""Somebody with an account, and their browser."""

import pytest
from django.test import Client

from accounts import services
from accounts.models import User
from tests.support.accounts import PASSWORD


@pytest.fixture
def aurelia(db: None) -> User:
    return services.register(
        username="aurelia", password=PASSWORD, email="aurelia@example.org", time_zone="Asia/Tokyo"
    )


@pytest.fixture
def signed_in(client: Client, aurelia: User) -> Client:
    client.force_login(aurelia)
    return client
