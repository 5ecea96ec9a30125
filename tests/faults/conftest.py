"""What a fault test may ask for.

`site`       the whole site as `manage.py up` runs it, everything well, no fault armed; this test
             process works on its database
`make_site`  another one, with an environment of its own
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.programs.site import Site, keep_quiet


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker has all tests of the shared site, which is a whole one and long in starting."""
    for item in items:
        if "_struck_site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("struck site"))


@pytest.fixture(scope="session")
def _struck_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all fault tests of this process, started once and repaired in between."""
    site = Site(tmp_path_factory.mktemp("struck"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(
    _struck_site: Site, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """The site, well again, with this process on its database."""
    _struck_site.ensure()
    keep_quiet(monkeypatch)
    with django_db_blocker.unblock(), _struck_site.database():
        yield _struck_site
    _struck_site.disarm()


@pytest.fixture
def make_site(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., Site]]:
    """A function that starts a site of one's own; used as a context for its database."""
    made: list[Site] = []
    keep_quiet(monkeypatch)

    def make(folder: Any = None, **environment: str) -> Site:
        site = Site(folder or tmp_path_factory.mktemp("site"), **environment)
        made.append(site)
        site.start()
        return site

    with django_db_blocker.unblock():
        yield make
    for site in made:
        site.stop()
