"""All tests. What helpers assert explains itself where it fails, as what tests assert does."""

import pytest

pytest.register_assert_rewrite(
    "tests.browser", "tests.campaigns", "tests.revisions", "tests.support", "tests.web"
)
