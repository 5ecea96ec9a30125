"""Mail on one's own machine: one line for each letter, and its words in a file."""

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from structlog.testing import capture_logs

from config import one_line_mail

LINK = "http://localhost:8000/accounts/reset/abc/def/"


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    return tmp_path / "mail"


def send(subject: str = "A new\u2028password", count: int = 1) -> int:
    post = get_connection("config.one_line_mail.EmailBackend")
    letter = EmailMultiAlternatives(subject, f"Grüße\n\n{LINK}\n", to=["a@b.org", "c@d.org"])
    letter.attach_alternative("<p>Page</p>" * 100, "text/html")
    return int(post.send_messages([letter] * count) or 0)


def test_a_letter_is_one_line_and_its_words_are_in_a_file(folder: Path) -> None:
    with capture_logs() as lines:
        assert send() == 1
    [file] = folder.iterdir()
    said = {"to": "a@b.org, c@d.org", "subject": "A new password", "read_it": str(file)}
    assert lines == [{"event": "mail", "log_level": "info", **said}]
    assert file.read_text("utf-8").endswith(f"\n\nGrüße\n\n{LINK}\n")


def test_the_newest_letters_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_line_mail, "KEPT", 3)
    send("Old")
    send("New", count=3)
    assert ["new" in file.name for file in folder.iterdir()] == [True] * 3


def test_who_asks_for_the_sign_ins_of_a_site_that_is_not_there_is_told_how_to_start_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away() -> None:
        raise OperationalError("No such file or directory")

    monkeypatch.setattr(connection, "ensure_connection", away)
    with pytest.raises(CommandError, match="make play"):
        call_command("demo")
