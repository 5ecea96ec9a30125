"""What a mail server's refusal means: whether to try again, and in whose hands it lies."""

import re
import smtplib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

_ENHANCED = re.compile(rb"\s*([245]\.\d{1,3}\.\d{1,3})\b")
_NO_CODE = 0


class Kind(StrEnum):
    """What was refused, and whether for good."""

    AWAY = "away"  # the server did not answer, or broke off
    LATER = "later"  # not now; it may take it later
    SITE = "site"  # it takes nothing from this site
    ADDRESS = "address"  # there is no such address; for good
    FULL = "full"  # the mailbox is full; for good
    MESSAGE = "message"  # it does not take this message; for good


FINAL = frozenset({Kind.ADDRESS, Kind.FULL, Kind.MESSAGE})
"""Refusals after which the same message is not sent to the same address again (RFC 5321, 4.2.1)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, with its code such as ``550 5.1.1``. The server's words are left out: they may quote the address."""

    kind: Kind
    code: str = ""

    @property
    def is_final(self) -> bool:
        """Whether trying again is of no use."""
        return self.kind in FINAL


def refusal(problem: OSError | smtplib.SMTPException) -> Refusal:
    """What a problem while sending a message means."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        # All were refused; if one of them may be taken later, that is worth another try.
        answers = sorted(problem.recipients.values(), key=lambda answer: answer[0])
        code, said = answers[0] if answers else (_NO_CODE, b"")
        return _of(code, said, _of_address)
    if isinstance(problem, smtplib.SMTPServerDisconnected):
        return Refusal(Kind.AWAY)
    if isinstance(problem, smtplib.SMTPSenderRefused):
        return _of(problem.smtp_code, problem.smtp_error, _of_site)
    if isinstance(problem, smtplib.SMTPDataError):
        return _of(problem.smtp_code, problem.smtp_error, _of_message)
    if isinstance(problem, smtplib.SMTPException):
        code = getattr(problem, "smtp_code", _NO_CODE)
        return _of(code, b"", _of_site)
    return Refusal(Kind.AWAY)


def _of(code: int, said: bytes | str, for_good: Callable[[str], Kind]) -> Refusal:
    """A refusal by its code, and by the closer one (RFC 3463) with which an answer may begin."""
    raw = said.encode("ascii", "replace") if isinstance(said, str) else said
    found = _ENHANCED.match(raw)
    closer = found.group(1).decode() if found else ""
    if not code:
        return Refusal(Kind.AWAY)
    kind = for_good(closer) if 500 <= code < 600 else Kind.LATER
    return Refusal(kind, f"{code} {closer}".rstrip())


def _of_address(closer: str) -> Kind:
    if closer.startswith("5.2.2"):
        return Kind.FULL
    return Kind.ADDRESS if not closer or closer.startswith(("5.1.", "5.2.")) else Kind.MESSAGE


def _of_message(closer: str) -> Kind:
    if closer.startswith("5.2.2"):
        return Kind.FULL
    return Kind.ADDRESS if closer.startswith("5.1.") else Kind.MESSAGE


def _of_site(_closer: str) -> Kind:
    return Kind.SITE
