"""The books of the last commit, frozen once for all these tests."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from rules.registry import BOOKS


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of revisions with every book in it."""
    place = tmp_path_factory.mktemp("revisions")
    for key in sorted(BOOKS):
        call_command("freeze", key, commit="HEAD", folder=place, stdout=io.StringIO())
    return place
