"""Addresses that a letter can be sent to: judged by the library that sends it, before they are kept."""

from email.headerregistry import HeaderRegistry
from typing import Any

from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.utils.translation import gettext_lazy as _


def require_sendable(address: str) -> None:
    """Raise ValidationError for an address that the mail library cannot write to, or reads as another one:
    what looks like a coded word within an address is decoded there.
    """
    try:
        written = sanitize_address(address, "utf-8")
        read: Any = HeaderRegistry()("to", written)
        same = [one.addr_spec for one in read.addresses] == [written]
    except ValueError:
        same = False
    if not same or "=?" in address:
        raise ValidationError(_("No letter can be sent to this address. Write another one."))
