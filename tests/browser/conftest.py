"""What a browser test may ask for besides.

`open_session`  a function that opens a browser for somebody, signed in when named
`story`  a story on the site that all stories share, at the time that it says; see `story.py`
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.people import Somebody
from tests.browser.story import Story, StorySite, told
from tests.faults.conftest import keep_quiet


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker has all stories: they share a whole site, which is long in starting."""
    for item in items:
        if "_story_site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("stories"))


@pytest.fixture
def open_session(live_site: Any, new_browser: Any) -> Callable[..., Somebody]:
    """Options are those of Playwright's ``new_context``."""
    return lambda name="", **options: Somebody(live_site.url, new_browser(**options), name)


@pytest.fixture(scope="session")
def _story_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorySite]:
    site = StorySite(tmp_path_factory.mktemp("stories"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def story(
    _story_site: StorySite, new_browser: Any, django_db_blocker: Any, monkeypatch: Any
) -> Iterator[Story]:
    keep_quiet(monkeypatch)
    with django_db_blocker.unblock(), told(_story_site, new_browser, monkeypatch) as story:
        yield story
