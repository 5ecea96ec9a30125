"""What a browser test may ask for besides.

`open_session`  a function that opens a browser for somebody, signed in when named
`somebody`      one who is signed in
`page`          an empty page, for what a test writes into it
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.people import Somebody


@pytest.fixture
def open_session(live_site: Any, new_browser: Any) -> Callable[..., Somebody]:
    """Options are those of Playwright's ``new_context``."""
    return lambda name="", **options: Somebody(live_site.url, new_browser(**options), name)


@pytest.fixture
def somebody(open_session: Callable[..., Somebody]) -> Somebody:
    return open_session("harriet")


@pytest.fixture
def page(new_browser: Any) -> Page:
    return new_browser().new_page()
