"""What a browser test may ask for besides.

`open_session`  a function that opens a browser for somebody, signed in when named
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Somebody


@pytest.fixture
def open_session(live_site: Any, new_browser: Any) -> Callable[..., Somebody]:
    """Options are those of Playwright's ``new_context``."""
    return lambda name="", **options: Somebody(live_site.url, new_browser(**options), name)
