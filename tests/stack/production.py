"""What the programs of a production site are given, on the servers of the tests."""

import base64
import os
from pathlib import Path

from tests.support.programs.runner import child_environment


def production(folder: Path, prefix: str, **more: str) -> dict[str, str]:
    """An environment with its files in ``folder`` and its keys in Redis under ``prefix``."""
    servers = child_environment()
    return {
        **os.environ,
        **SAFE,
        "DJANGO_SETTINGS_MODULE": "config.settings.prod",
        "DATABASE_URL": servers["DATABASE_URL"],
        "REDIS_URL": servers["REDIS_URL"],
        "REDIS_PREFIX": prefix,
        "STATIC_ROOT": str(folder / "static"),
        "CHANCELLERY_VAR": str(folder / "var"),
        **more,
    }


SEAL_KEY = base64.urlsafe_b64encode(b"a key that seals orders, 32 byte").decode()

SAFE = {
    "SECRET_KEY": "f7Qm2x" * 10,
    "ALLOWED_HOSTS": "chancellery.example.org, www.chancellery.example.org",
    "SEAL_KEYS": SEAL_KEY,
    "DATABASE_URL": "postgres://chancellery:secret@db/chancellery",
    "REDIS_URL": "redis://redis/0",
}
