"""What the programs of a production site are given, on the servers of the tests."""

import os
from pathlib import Path

from tests.stack.test_production import SAFE
from tests.stack_runner import child_environment


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
