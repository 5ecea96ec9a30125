"""What every test may ask for.

`services`     PostgreSQL and Redis of this test process; comes with any database fixture
`live_site`    the whole site as real processes, at `live_site.url`
`chromium`     the system's Chromium, driven by Playwright
`new_browser`  makes a fresh, separate browser session for each person of a story
"""

import gc
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import redis
from _pytest.nodeid import NodeId
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from config.messages.compiling import compile_all
from config.supervision.services import EmbeddedServices
from tests.__main__ import WITH_PROGRAMS
from tests.support.programs.chromium import CHROMIUM_FLAGS, chromium_path
from tests.support.programs.runner import LiveSite
from tests.support.suite import ready_made, shuffled

# A busy machine is slow, which says nothing of what is tested. Every run tries the same examples, so that
# what fails fails again; `make fuzz` looks for others.
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    derandomize=not os.environ.get("FUZZ"),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("house")

BROWSER_PATIENCE = 30_000  # milliseconds
expect.set_options(timeout=BROWSER_PATIENCE)


# A seed that is drawn is drawn here: worker processes inherit it and have to shuffle alike.
shuffled.seed()

# Playwright keeps an event loop running in the thread of the test. Django takes that for
# asynchronous code and would refuse the test's own, plainly synchronous queries.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Mark the tests by what they need, before they are chosen by their marks; then put those that are
    chosen in order.
    """
    for item in items:
        needs = set(getattr(item, "fixturenames", ()))
        if "chromium" in needs:
            item.add_marker("browser")
        if item.path.relative_to(TESTS).parts[0] in WITH_PROGRAMS:
            item.add_marker("alone")
        elif needs & PROGRAMS:
            raise pytest.UsageError(f"{item.nodeid} starts programs: it goes to tests/browser.")
    yield
    _order(config, items)


TESTS = Path(__file__).parent
PROGRAMS = {"chromium", "live_site"}
"""Who asks for one of these starts programs."""


def _order(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browsers last: once Playwright's loop runs in a process, no asynchronous test can start there. What
    goes to a worker together goes late if one of it uses a browser. Of each kind the largest groups begin
    first and those marked long next, so that at the end no worker waits for another one's long test.
    """
    shuffled.order(items)
    together: dict[str, list[pytest.Item]] = {}
    for item in items:
        together.setdefault(_group(item) or item.nodeid, []).append(item)
    at = {item: place for place, item in enumerate(items)}
    order = {
        item: (_any(unit, "browser"), -len(unit), not _any(unit, "long"), at[unit[0]], at[item])
        for unit in together.values()
        for item in unit
    }
    items.sort(key=order.__getitem__)
    # xdist learns the group of a test from its id. Version 3.8 writes it where pytest 9 no longer looks,
    # so that tests which share what they played were played twice.
    for item in items if config.getoption("loadgroup", False) else ():
        group = _group(item)
        if group and not item.nodeid.endswith(f"@{group}"):
            item._id = NodeId.parse(f"{item.nodeid}@{group}")


def _group(item: pytest.Item) -> str:
    """Whatever goes to one worker together has the same; empty where a test goes alone."""
    return "_".join(sorted(str(mark.args[0]) for mark in item.iter_markers("xdist_group")))


def _any(items: list[pytest.Item], mark: str) -> bool:
    return any(item.get_closest_marker(mark) for item in items)


# Until all tests are found next to nothing of what is made goes again.
gc.disable()


def pytest_collection_finish() -> None:
    """What stands by now (modules, tests, tables of rules) stays to the end, and need not be looked
    through for garbage again and again: that was an eighth of all the time.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 100)


def pytest_report_header() -> str | list[str]:
    """The seed of what is shuffled, so that what fails can fail again."""
    return shuffled.header() or []


def pytest_sessionstart() -> None:
    """Pages are translated here as where the project was installed."""
    compile_all()


@pytest.fixture(scope="session")
def services() -> Iterator[None]:
    """PostgreSQL and Redis for this process, unless DATABASE_URL and REDIS_URL name others."""
    embedded = EmbeddedServices(settings.TEST_PLACE, durable=False)
    ours = not os.environ.get("DATABASE_URL")
    if ours:
        ready_made.put_anew(settings.TEST_PLACE)
        # The test database begins as a copy: every migration was run there.
        connection.settings_dict["TEST"]["TEMPLATE"] = ready_made.TEMPLATE
    embedded.start(postgres=ours, redis=not os.environ.get("REDIS_URL"))
    try:
        yield
    finally:
        embedded.stop()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    services: None, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Start the servers before pytest-django makes the test database; on a PostgreSQL of one's own
    each test process has one of its own (``test_…_gw0``).
    """


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Before the test database goes, the thread in which asynchronous code asks it lets go of it;
    PostgreSQL would wait five seconds for that one.
    """
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(scope="session", autouse=True)
def quickly_emptied() -> Iterator[None]:
    """Between tests that commit all tables are emptied, those too that cannot be: the one place where
    the guards of the log are off.

    Rows are deleted, which for a few of them takes a fraction of ``TRUNCATE``; whoever still writes
    is waited for, as there. Kinds of rows and permissions are the same for all tests and stay, so
    nothing has to be made anew afterwards. A PostgreSQL of one's own may not let us do that: there
    it is done as Django does it.
    """
    from django.core.management.commands import flush as command
    from django.db.backends.base.operations import BaseDatabaseOperations

    plain = BaseDatabaseOperations.execute_sql_flush
    of_ones_own = bool(os.environ.get("DATABASE_URL"))

    def delete(style: Any, connection: Any, *_: Any, **__: Any) -> list[str]:
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = [connection.ops.quote_name(name) for name in sorted(set(names) - SAME_FOR_ALL)]
        return [
            f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE",
            "SET LOCAL session_replication_role = replica",
            *(f"DELETE FROM {table}" for table in tables),
        ]

    def truncate(self: Any, sql_list: list[str]) -> None:
        off, on = (
            [f"ALTER TABLE {table} {word} TRIGGER {guard}" for table, guard in GUARDS]
            for word in ("DISABLE", "ENABLE")
        )
        plain(self, [*off, *sql_list, *on] if sql_list else sql_list)

    with pytest.MonkeyPatch.context() as patch:
        if of_ones_own:
            patch.setattr(BaseDatabaseOperations, "execute_sql_flush", truncate)
        else:
            patch.setattr(command, "sql_flush", delete)
            patch.setattr(command, "emit_post_migrate_signal", lambda *_: None)
        yield


GUARDS = (
    ("campaigns_logentry", "log_is_never_emptied"),
    ("campaigns_secretentry", "secret_entries_are_never_emptied"),
)
SAME_FOR_ALL = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def rows_without_an_order() -> Iterator[None]:
    """With ``SHUFFLE`` they come in another one."""
    with shuffled.rows(shuffled.seed()) if shuffled.seed() else nullcontext():
        yield


@pytest.fixture
def clean_redis(services: None) -> Iterator[Any]:
    """A Redis client; no key of ours is there before the test, and none is left after it."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        _forget(client)
        yield client
        _forget(client)


def _forget(client: Any) -> None:
    for key in client.scan_iter(f"*{settings.REDIS_PREFIX}*"):
        # By this the tasks of a worker that rests find their queue.
        if b"_kombu.binding." not in key:
            client.delete(key)


@pytest.fixture(autouse=True)
def zone_of_this_test() -> None:
    """Every test begins in UTC, whoever was signed in at the last request of the one before."""
    timezone.deactivate()


@pytest.fixture(autouse=True)
def limits_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test counts from nothing, in Redis and in the database alike."""
    from accounts import limits

    own = secrets.token_hex(8)
    monkeypatch.setattr(limits, "_name", lambda door, whom: f"{own}:{door}:{limits.keyed(*whom)}")


@pytest.fixture(scope="session")
def _site(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[LiveSite]:
    """The programs of this test process; started by who first needs them, since they keep nothing to themselves."""
    with django_db_blocker.unblock():
        site = LiveSite(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.fixture
def live_site(transactional_db: None, clean_redis: Any, _site: LiveSite) -> Iterator[LiveSite]:
    """The whole site: web server, worker and beat on the database of this test.

    What the test writes is committed, so that the site sees it; afterwards it is emptied.
    """
    _site.start()
    yield _site
    # Before the tables are emptied: a sweep at work would hold their rows.
    _site.rest_clock()


@pytest.fixture(scope="session")
def _playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(_playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium with a fresh profile."""
    browser = _playwright.chromium.launch(
        executable_path=chromium_path(), args=list(CHROMIUM_FLAGS)
    )
    yield browser
    with suppress(Exception):
        browser.close()


@pytest.fixture
def new_browser(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A function that opens a separate browser session; options as Playwright's new_context."""
    opened: list[BrowserContext] = []

    def open_session(**options: Any) -> BrowserContext:
        options.setdefault("viewport", {"width": 1400, "height": 900})
        session = chromium.new_context(**options)
        session.set_default_timeout(BROWSER_PATIENCE)
        opened.append(session)
        return session

    yield open_session
    for session in opened:
        session.close()
