"""The system's Chromium."""

import os
import shutil

import pytest

CHROMIUM_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Each window would draw what drops down from the address bar that nobody sees, in a process of its
    # own: half of all that a short story in a browser costs.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
)


def chromium_path() -> str:
    for name in (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES):
        if name and (path := shutil.which(name)):
            return path
    pytest.fail(
        "No Chromium was found. `make test` installs it on Debian as root; elsewhere install "
        "Chromium or Chrome and set CHROMIUM=/path/to/it.",
        pytrace=False,
    )
