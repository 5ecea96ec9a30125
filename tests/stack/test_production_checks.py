"""What is pinned is enough to run on, names no address, and is what the lists ask for."""

import re
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest

from core.paths import BASE_DIR

REQUIREMENTS = BASE_DIR / "requirements"

# Everything that the web server, the worker and the beat load while they work.
LOADED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
import config.asgi, config.serving.web, core.websockets, uvicorn.lifespan.off
import uvicorn.protocols.websockets.auto, uvicorn.protocols.http.auto, uvicorn.loops.auto
import celery.__main__, celery.bin.worker, celery.apps.worker, celery.apps.beat
import celery.concurrency.prefork, kombu.transport.redis
import channels_redis.pubsub, django.urls
django.urls.get_resolver().url_patterns
print(*sorted({name.split(".")[0] for name in sys.modules}))
"""


# Libraries use these when they happen to be there, and do without them otherwise.
TAKEN_ALONG = {
    "greenlet",
    "psutil",
    "pygments",
    "rich",
    "markdown-it-py",
    "mdurl",
    "requests",
    "urllib3",
    "certifi",
    "charset-normalizer",
    "pip",
    "setuptools",
}


def pins(name: str) -> set[str]:
    """The lines of a compiled file that pin a package."""
    lines = (REQUIREMENTS / f"{name}.txt").read_text().splitlines()
    return {line for line in lines if "==" in line and line[0] not in " #"}


def test_what_the_site_loads_is_pinned_for_production() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=BASE_DIR, capture_output=True, text=True, check=True
    ).stdout.split()
    owners = packages_distributions()
    needed = {spelt(owners[module][0]) for module in loaded if module in owners}
    pinned = {spelt(line.split("==")[0]) for line in pins("base")}

    assert needed - pinned - TAKEN_ALONG == set()


def spelt(package: str) -> str:
    """A package's name as the lists spell it."""
    return re.sub(r"[-_.]+", "-", package).lower()


@pytest.mark.parametrize("name", ["base", "play", "dev"])
def test_no_list_names_an_address(name: str) -> None:
    for suffix in ("in", "txt"):
        text = (REQUIREMENTS / f"{name}.{suffix}").read_text()
        assert not re.search(r"://|--index|--find-links|--extra", text)


@pytest.mark.parametrize(("smaller", "larger"), [("base", "play"), ("play", "dev")])
def test_who_has_more_has_the_same(smaller: str, larger: str) -> None:
    assert pins(smaller) <= pins(larger)
