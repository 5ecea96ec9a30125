"""A database that is away is said so, with what to do; what else breaks is a fault of ours."""

import pytest
from django.db import InternalError, OperationalError
from django.test import Client
from psycopg.errors import IdleInTransactionSessionTimeout

from campaigns.selectors.lobby import lobby_page


def overtaken() -> InternalError:
    error = InternalError("terminating connection due to idle-in-transaction timeout")
    error.__cause__ = IdleInTransactionSessionTimeout()
    return error


@pytest.mark.parametrize("error", [OperationalError("no such server"), overtaken()], ids=repr)
def test_a_database_that_is_away_is_a_503_with_a_remedy(
    error: Exception, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def away(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(lobby_page, "lobby", away)
    client = Client(raise_request_exception=False)
    page = client.get("/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "is not responding" in page.content.decode()
    told = client.get("/api/campaigns/")
    assert told.status_code == 503
    assert told.json()["code"] == "away"
    assert "send it again" in told.json()["remedy"]
    assert "no such server" not in page.content.decode() + told.content.decode()


def test_what_else_breaks_stays_a_500(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setattr(lobby_page, "lobby", lambda *_, **__: 1 // 0)
    assert Client(raise_request_exception=False).get("/").status_code == 500
