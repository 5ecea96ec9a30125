"""Which version of Chancellery this is: that of `pyproject.toml`, and the commit if it is known."""

import os
import tomllib
from functools import cache

from core.paths import BASE_DIR


@cache
def version() -> str:
    """For people, such as ``1.0.0`` or, in an image that was told its commit, ``1.0.0+1a2b3c4``."""
    with (BASE_DIR / "pyproject.toml").open("rb") as file:
        number: str = tomllib.load(file)["project"]["version"]
    commit = os.environ.get("CHANCELLERY_COMMIT", "")[:7]
    return f"{number}+{commit}" if commit else number
