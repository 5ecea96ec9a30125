"""Worlds that differ in one power's secrets alone: parts of a test that leave no trace."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

from campaigns.cache import Cache
from rules.kernel.serial import canonical


@contextmanager
def undone(*, numbered: bool = True) -> Iterator[None]:
    """A part of a test that leaves no trace, so that the next begins from the same rows.

    ``numbered`` lets every run give out the same row numbers too.
    """
    block = transaction.atomic()
    block._from_testcase = True  # services may commit into it, as into a test's own
    with block:
        if numbered:
            restart_sequences()
        yield
        transaction.set_rollback(True)


def restart_sequences() -> None:
    """Let every run give out the same row numbers."""
    models = [
        *apps.get_app_config("campaigns").get_models(),
        *apps.get_app_config("accounts").get_models(),
    ]
    with connection.cursor() as cursor:
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), models)))


def empty_caches() -> None:
    """Empty every store of what was worked out, so that each world works everything out."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("campaigns", "frontend"):
            for found in vars(module).values():
                if isinstance(found, Cache):
                    found.forget()


# The version of a seal is the beginning of its fingerprint.
HEX = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{16}(?=\.)|[0-9a-f]{4} [0-9a-f]{4})\b")


def _bytes(value: Any) -> bytes:
    """An answer as bytes, with fingerprints blotted out."""
    return HEX.sub(b"#", canonical(msgspec.to_builtins(value)))
