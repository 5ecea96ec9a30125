"""Mail on one's own machine: a line in the terminal for each letter, and the whole letter in a file."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from core.text.plain_text import one_line

KEPT = 200
"""So many letters stay in the folder, the newest."""

_say = structlog.get_logger(__name__)


class EmailBackend(BaseEmailBackend):
    """Writes each message into ``EMAIL_FILE_PATH`` as text, and one line about it to the terminal."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them; how many there were."""
        folder = Path(settings.EMAIL_FILE_PATH or "mail")
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            path = _written(folder, message)
            _say.info(
                "mail",
                to=", ".join(message.recipients()),
                subject=one_line(str(message.subject)),
                read_it=str(path),
            )
        for old in sorted(folder.glob("*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
        return len(email_messages)


def _written(folder: Path, message: Any) -> Path:
    """The file with a message: whom it goes to, what it is about, and its words as they are read."""
    head = f"To: {', '.join(message.recipients())}\nSubject: {message.subject}\n\n"
    name = re.sub(r"[^a-z0-9]+", "-", str(message.subject).lower()).strip("-")[:40]
    prefix = f"{timezone.now():%Y%m%d-%H%M%S-%f}-{name}-"
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=folder, prefix=prefix, suffix=".txt", delete=False
    ) as file:
        file.write(f"{head}{message.body}")
    return Path(file.name)
